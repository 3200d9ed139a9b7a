//! Where the black squares go: symmetric patterns, improved step by step.
//!
//! A pattern begins with squares drawn at random, in groups that a symmetry maps onto each other. Then
//! groups change colour, one at a time, and a change stays if it makes the pattern hardly worse; how
//! much worse it may get shrinks to nothing (threshold accepting: Dueck and Scheuer, "Threshold
//! accepting", Journal of Computational Physics 90, 1990). What is against the rules costs most, then
//! short words, black blocks and monotony.

use crate::generate::SeededRng;

/// Changes that are tried, for each group of squares.
const STEPS: usize = 60;

/// How much worse a pattern may get at first.
const SLACK: u64 = 24;

/// What breaking a rule costs.
const RULE: u64 = 1_000;

/// A grid with its black squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GridShape {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Row by row.
    pub black: Vec<bool>,
    /// How far it is from what one would like; 0 is best.
    pub cost: u64,
}

/// What shapes have to obey.
pub(super) struct ShapeConstraints<'a> {
    pub width: usize,
    pub height: usize,
    /// The least and the greatest number of letters.
    pub letters: (usize, usize),
    pub two_letter_words: usize,
    /// Whether there are words of a length.
    pub has_words: &'a dyn Fn(usize) -> bool,
}

/// The ways to map a grid onto itself that look good.
#[derive(Clone, Copy)]
enum Symmetry {
    HalfTurn,
    QuarterTurn,
    LeftRight,
    UpDown,
    Diagonal,
}

impl Symmetry {
    /// Half turns are what one knows from crosswords.
    fn draw(rng: &mut SeededRng, square: bool) -> Self {
        use Symmetry::{Diagonal, HalfTurn, LeftRight, QuarterTurn, UpDown};
        let all = [HalfTurn, HalfTurn, HalfTurn, LeftRight, UpDown, QuarterTurn, Diagonal];
        all[rng.below(if square { all.len() } else { 5 })]
    }

    fn image(self, width: usize, height: usize, cell: usize) -> usize {
        let (row, column) = (cell / width, cell % width);
        let (row, column) = match self {
            Self::HalfTurn => (height - 1 - row, width - 1 - column),
            Self::QuarterTurn => (column, width - 1 - row),
            Self::LeftRight => (row, width - 1 - column),
            Self::UpDown => (height - 1 - row, column),
            Self::Diagonal => (column, row),
        };
        row * width + column
    }

    /// The cells in groups that have one colour.
    fn groups(self, width: usize, height: usize) -> Vec<Vec<usize>> {
        let mut seen = vec![false; width * height];
        let mut groups = Vec::new();
        for first in 0..width * height {
            let mut group = Vec::new();
            let mut cell = first;
            while !std::mem::replace(&mut seen[cell], true) {
                group.push(cell);
                cell = self.image(width, height, cell);
            }
            if !group.is_empty() {
                groups.push(group);
            }
        }
        groups
    }
}

impl ShapeConstraints<'_> {
    /// A shape that obeys every rule; `None` if chance found none this time.
    pub(super) fn draw(&self, rng: &mut SeededRng) -> Option<GridShape> {
        let (width, height) = (self.width, self.height);
        let groups = Symmetry::draw(rng, width == height).groups(width, height);
        let area = width * height;
        let mut shape = GridShape { width, height, black: vec![false; area], cost: 0 };
        for group in &groups {
            if rng.below(area) * 2 < 2 * area - self.letters.0 - self.letters.1 {
                group.iter().for_each(|&cell| shape.black[cell] = true);
            }
        }
        shape.cost = self.cost(&shape);
        let mut best = shape.clone();
        let steps = STEPS * groups.len();
        for step in 0..steps {
            let slack = SLACK * (steps - step) as u64 / steps as u64;
            let group = &groups[rng.below(groups.len())];
            let flip = |shape: &mut GridShape| {
                group.iter().for_each(|&cell| shape.black[cell] = !shape.black[cell]);
            };
            let before = shape.cost;
            flip(&mut shape);
            shape.cost = self.cost(&shape);
            if shape.cost > before + slack {
                flip(&mut shape);
                shape.cost = before;
            }
            if shape.cost < best.cost {
                best = shape.clone();
            }
        }
        (best.cost < RULE).then_some(best)
    }

    fn cost(&self, shape: &GridShape) -> u64 {
        let GridShape { width, height, black, .. } = shape;
        let (width, height) = (*width, *height);
        let letters = black.iter().filter(|black| !**black).count();
        let (least, most) = self.letters;
        let mut cost = RULE * (least.saturating_sub(letters) + letters.saturating_sub(most)) as u64;
        cost += RULE * shape.parts().saturating_sub(1) as u64;
        cost += RULE * shape.bare_sides() as u64;
        for row in 1..height {
            for column in 1..width {
                let square = |size: usize| {
                    (0..size).all(|r| {
                        (0..size).all(|c| {
                            let at = row.checked_sub(r).zip(column.checked_sub(c));
                            at.is_some_and(|(r, c)| black[r * width + c])
                        })
                    })
                };
                cost += if square(2) { 6 } else { 0 };
                cost += if square(3) { RULE } else { 0 };
            }
        }
        let mut counts = vec![0u64; width.max(height) + 1];
        let mut checked = vec![0u8; black.len()];
        for run in shape.runs() {
            counts[run.len()] += 1;
            cost += if (self.has_words)(run.len()) { 0 } else { RULE };
            run.iter().for_each(|&cell| checked[cell] += 1);
        }
        let short = counts[2];
        cost += 14 * short + RULE * short.saturating_sub(self.two_letter_words as u64);
        // Many words of one length are dull, and a word over the whole width is enough.
        cost += counts[3..].iter().map(|count| count * count / 4).sum::<u64>();
        cost += 8 * counts[width.min(height)].saturating_sub(2);
        // Crossings are what the puzzle is about.
        cost + 3 * checked.iter().filter(|&&words| words == 1).count() as u64
    }
}

impl GridShape {
    /// The cells of each word, those across first, in reading order.
    pub(super) fn runs(&self) -> Vec<Vec<usize>> {
        let across = (0..self.height)
            .map(|row| (0..self.width).map(|column| row * self.width + column).collect::<Vec<_>>());
        let down = (0..self.width).map(|column| {
            (0..self.height).map(|row| row * self.width + column).collect::<Vec<_>>()
        });
        let mut runs = Vec::new();
        for line in across.chain(down) {
            let words = line.split(|&cell| self.black[cell]);
            runs.extend(words.filter(|run| run.len() > 1).map(<[usize]>::to_vec));
        }
        runs
    }

    /// How many groups the letters form.
    fn parts(&self) -> usize {
        let mut seen = self.black.clone();
        let mut parts = 0;
        for first in 0..seen.len() {
            if seen[first] {
                continue;
            }
            parts += 1;
            let mut open = vec![first];
            while let Some(cell) = open.pop() {
                if std::mem::replace(&mut seen[cell], true) {
                    continue;
                }
                let (row, column) = (cell / self.width, cell % self.width);
                open.extend((row > 0).then(|| cell - self.width));
                open.extend((row + 1 < self.height).then(|| cell + self.width));
                open.extend((column > 0).then(|| cell - 1));
                open.extend((column + 1 < self.width).then(|| cell + 1));
            }
        }
        parts
    }

    /// How many sides have no letter: such a grid could be shifted.
    fn bare_sides(&self) -> usize {
        let (width, height) = (self.width, self.height);
        let row = |row: usize| (0..width).all(|column| self.black[row * width + column]);
        let column = |column: usize| (0..height).all(|row| self.black[row * width + column]);
        let bare = [row(0), row(height - 1), column(0), column(width - 1)];
        bare.into_iter().filter(|bare| *bare).count()
    }
}
