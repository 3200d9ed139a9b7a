//! A drawing: rectangles, lines and texts at their places. SVG and PDF are two ways to write it.
//!
//! Lengths are points; x goes to the right, y downwards.

use super::font::{CAPITALS, Weight, plain};

/// A shade of grey, from 0 (black) to 1 (white).
pub(super) type Tone = f64;

/// Black.
pub(super) const INK: Tone = 0.0;

/// Which point of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// Something that is drawn.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Item {
    /// A rectangle.
    Rectangle {
        /// Left, top, width, height.
        place: [f64; 4],
        /// Of its corners.
        radius: f64,
        /// Inside.
        fill: Option<Tone>,
        /// Line width and tone of the border.
        stroke: Option<(f64, Tone)>,
    },
    /// A straight line.
    Line {
        /// From x and y to x and y.
        ends: [f64; 4],
        /// Its width.
        width: f64,
        /// Its tone.
        tone: Tone,
    },
    /// A text on one line.
    Text {
        /// Where its anchor is.
        x: f64,
        /// The line that letters stand on.
        baseline: f64,
        /// The size of the letters.
        size: f64,
        /// What is at `x`.
        anchor: Anchor,
        /// How heavy.
        weight: Weight,
        /// How dark.
        tone: Tone,
        /// What it says; without control characters.
        text: String,
    },
}

/// Items in a rectangle, later ones above earlier ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Drawing {
    /// Points.
    pub width: f64,
    /// Points.
    pub height: f64,
    /// What is drawn.
    pub items: Vec<Item>,
}

impl Drawing {
    /// An empty drawing.
    pub(super) fn new(width: f64, height: f64) -> Self {
        Self { width, height, items: Vec::new() }
    }

    /// Adds a rectangle.
    pub(super) fn rectangle(
        &mut self,
        place: [f64; 4],
        radius: f64,
        fill: Option<Tone>,
        stroke: Option<(f64, Tone)>,
    ) {
        self.items.push(Item::Rectangle { place, radius, fill, stroke });
    }

    /// Adds a line.
    pub(super) fn line(&mut self, ends: [f64; 4], width: f64, tone: Tone) {
        self.items.push(Item::Line { ends, width, tone });
    }

    /// Adds a text; it may come from a puzzle file.
    pub(super) fn text(
        &mut self,
        at: (f64, f64),
        size: f64,
        anchor: Anchor,
        weight: Weight,
        text: &str,
    ) {
        self.toned(at, size, anchor, weight, INK, text);
    }

    /// Adds a text that is not black.
    pub(super) fn toned(
        &mut self,
        (x, baseline): (f64, f64),
        size: f64,
        anchor: Anchor,
        weight: Weight,
        tone: Tone,
        text: &str,
    ) {
        let text = plain(text);
        if !text.trim().is_empty() {
            self.items.push(Item::Text { x, baseline, size, anchor, weight, tone, text });
        }
    }

    /// Adds a text whose capitals are centred on a point.
    pub(super) fn centred(&mut self, (x, y): (f64, f64), size: f64, weight: Weight, text: &str) {
        self.text((x, y + size * CAPITALS / 2.0), size, Anchor::Middle, weight, text);
    }

    /// Adds another drawing with its upper left corner at a point.
    pub(super) fn place(&mut self, other: Drawing, x: f64, y: f64) {
        self.items.extend(other.items.into_iter().map(|item| moved(item, 1.0, x, y)));
    }

    /// The size of the smallest text.
    #[cfg(feature = "pdf")]
    pub(super) fn smallest(&self) -> Option<f64> {
        let size = |item: &Item| match item {
            Item::Text { size, .. } => Some(*size),
            _ => None,
        };
        self.items.iter().filter_map(size).min_by(f64::total_cmp)
    }

    /// The same drawing, larger or smaller.
    #[must_use]
    pub(super) fn scaled(self, by: f64) -> Self {
        let items = self.items.into_iter().map(|item| moved(item, by, 0.0, 0.0)).collect();
        Self { width: self.width * by, height: self.height * by, items }
    }
}

/// The item, scaled and then moved.
fn moved(item: Item, by: f64, right: f64, down: f64) -> Item {
    match item {
        Item::Rectangle { place: [x, y, w, h], radius, fill, stroke } => Item::Rectangle {
            place: [x * by + right, y * by + down, w * by, h * by],
            radius: radius * by,
            fill,
            stroke: stroke.map(|(width, tone)| (width * by, tone)),
        },
        Item::Line { ends: [x, y, to_x, to_y], width, tone } => Item::Line {
            ends: [x * by + right, y * by + down, to_x * by + right, to_y * by + down],
            width: width * by,
            tone,
        },
        Item::Text { x, baseline, size, anchor, weight, tone, text } => Item::Text {
            x: x * by + right,
            baseline: baseline * by + down,
            size: size * by,
            anchor,
            weight,
            tone,
            text,
        },
    }
}
