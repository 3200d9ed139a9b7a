//! Lists of clues, flowing through columns of about the same height.

use super::drawing::{Anchor, Drawing};
use super::font::Weight;
use super::parts::LEADING;
use crate::render::sheet::SheetList;

/// A title or a clue that is not torn apart.
struct Block {
    is_title: bool,
    label: String,
    lines: Vec<String>,
}

/// Between columns, as a share of the text's size.
const GUTTER: f64 = 1.8;
/// Above a title that does not begin a column, in lines.
const ABOVE: f64 = 0.5;
/// No column has fewer letters beside each other.
const NARROWEST: f64 = 12.0;
/// A column a list is easier to read, so it may be higher than the best of other ways, by this factor.
const PATIENCE: f64 = 1.3;

/// The lists within a width: each in its own column, or flowing through as many columns as make them
/// least high.
pub(super) fn lists(lists: &[SheetList], size: f64, width: f64) -> Drawing {
    let columns = |n: usize| (width - (n - 1) as f64 * GUTTER * size) / n as f64;
    let possible = (1..=4).filter(|&n| n == 1 || columns(n) / size >= NARROWEST);
    let drawn = possible.map(|n| flow(lists, size, columns(n), n));
    let least = drawn.min_by(|one, two| one.height.total_cmp(&two.height));
    let least = least.unwrap_or_default();
    let column = columns(lists.len().max(1));
    let mut aligned = Drawing::new(width, 0.0);
    for (i, list) in lists.iter().enumerate() {
        let part = flow(std::slice::from_ref(list), size, column, 1);
        aligned.height = aligned.height.max(part.height);
        aligned.place(part, i as f64 * (column + GUTTER * size), 0.0);
    }
    let wide = column / size >= NARROWEST;
    if wide && aligned.height <= PATIENCE * least.height { aligned } else { least }
}

fn flow(lists: &[SheetList], size: f64, width: f64, columns: usize) -> Drawing {
    let labels = lists.iter().flat_map(|list| &list.lines);
    let label = labels.map(|(label, _)| Weight::Bold.width(label)).fold(0.0, f64::max) + 0.45;
    let mut blocks = Vec::new();
    for SheetList { title, lines } in lists {
        blocks.push(Block { is_title: true, label: String::new(), lines: vec![title.clone()] });
        for (label_text, text) in lines {
            let lines = Weight::Regular.wrap(text, (width / size - label).max(1.0));
            blocks.push(Block { is_title: false, label: label_text.clone(), lines });
        }
    }
    let total: usize = blocks.iter().map(|block| block.lines.len()).sum();
    // The least height, in half lines, at which everything fits into the columns.
    let mut most = (2 * total).div_ceil(columns);
    let places = loop {
        match places(&blocks, columns, most as f64 / 2.0) {
            Some(places) => break places,
            None => most += 1,
        }
    };
    let ends = places.iter().zip(&blocks).map(|(&(_, top), block)| top + block.lines.len() as f64);
    let height = ends.fold(0.0, f64::max) * LEADING * size;
    let all = columns as f64 * width + (columns - 1) as f64 * GUTTER * size;
    let mut drawing = Drawing::new(all, height);
    for (&(column, top), block) in places.iter().zip(&blocks) {
        let x = column as f64 * (width + GUTTER * size);
        let (weight, indent) = match block.is_title {
            true => (Weight::Bold, 0.0),
            false => (Weight::Regular, label * size),
        };
        for (i, line) in block.lines.iter().enumerate() {
            let baseline = (top + i as f64) * LEADING * size + size;
            drawing.text((x + indent, baseline), size, Anchor::Start, weight, line);
            if i == 0 {
                let at = (x + indent - 0.45 * size, baseline);
                drawing.text(at, size, Anchor::End, Weight::Bold, &block.label);
            }
        }
    }
    drawing
}

/// Column and first line of each block, if they fit. A title stays with the clue after it.
fn places(blocks: &[Block], columns: usize, most: f64) -> Option<Vec<(usize, f64)>> {
    let (mut column, mut next) = (0, 0.0);
    let mut places = Vec::with_capacity(blocks.len());
    for (i, block) in blocks.iter().enumerate() {
        let lines = block.lines.len() as f64;
        let above = if block.is_title && next > 0.0 { ABOVE } else { 0.0 };
        let follower = blocks.get(i + 1).filter(|_| block.is_title);
        let together = lines + follower.map_or(0.0, |next| next.lines.len() as f64);
        if next > 0.0 && next + above + together > most {
            (column, next) = (column + 1, 0.0);
        } else {
            next += above;
        }
        if column == columns || (next + lines > most && columns > 1) {
            return None;
        }
        places.push((column, next));
        next += lines;
    }
    Some(places)
}
