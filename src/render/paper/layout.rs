//! From a sheet to a drawing that fits its frame.
//!
//! The board is above everything else, or to the left of it, whichever leaves larger letters and then
//! larger cells. Letters shrink until all of it fits; what is hopeless even with the smallest letters
//! is shrunk as a whole, so that nothing is ever cut off.

use super::drawing::{Drawing, INK};
use super::lists::lists;
use super::parts::{board, notes, table, tiles};
use crate::render::sheet::Sheet;

/// Where a sheet has to fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct PageFrame {
    /// Points.
    pub width: f64,
    /// Points; infinite where there is no end.
    pub height: f64,
    /// The largest size of texts.
    pub text: f64,
    /// The largest side of a cell.
    pub cell: f64,
}

/// Texts do not get smaller before everything does.
const LEAST_TEXT: f64 = 5.5;
/// A cell is no smaller than this share of the texts.
const CELL: f64 = 2.2;
/// Between parts, as a share of the texts.
const GAP: f64 = 0.9;

/// The sheet within its frame; the drawing is as wide as the frame and as high as it needs to be.
pub(super) fn arrange(sheet: &Sheet, frame: PageFrame) -> Drawing {
    let mut text = frame.text;
    while text >= LEAST_TEXT {
        let ways = [below(sheet, frame, text), beside(sheet, frame, text)];
        let best = ways.into_iter().flatten().max_by(|one, two| one.0.total_cmp(&two.0));
        if let Some((_, drawing)) = best {
            return drawing;
        }
        text *= 0.95;
    }
    shrunk(sheet, frame)
}

/// Everything but the board, for a column of this width.
fn rest(sheet: &Sheet, text: f64, width: f64) -> Vec<Drawing> {
    let mut parts = Vec::new();
    if !sheet.table.is_empty() {
        parts.push(table(&sheet.table, text * 1.1, width));
    }
    if !sheet.tiles.is_empty() {
        parts.push(tiles(&sheet.tiles, text * 1.1, width));
    }
    if !sheet.notes.is_empty() {
        parts.push(notes(&sheet.notes, text, width, INK));
    }
    if !sheet.lists.is_empty() {
        parts.push(lists(&sheet.lists, text, width));
    }
    parts
}

fn size(sheet: &Sheet) -> (f64, f64) {
    let rows = &sheet.board.rows;
    (rows.first().map_or(1, Vec::len).max(1) as f64, rows.len().max(1) as f64)
}

/// Lines around the board lie outside of its cells.
const EDGE: f64 = 2.4;

/// The board above the rest, with the side of its cells.
fn below(sheet: &Sheet, frame: PageFrame, text: f64) -> Option<(f64, Drawing)> {
    let (columns, rows) = size(sheet);
    let rest = rest(sheet, text, frame.width);
    let used: f64 = rest.iter().map(|part| part.height + GAP * text).sum();
    let high = (frame.height - used - EDGE) / rows;
    let cell = high.min((frame.width - EDGE) / columns).min(frame.cell);
    (cell >= least(frame, text)).then(|| {
        let board = board(&sheet.board, cell);
        (cell, stacked(frame.width, text, [board].into_iter().chain(rest)))
    })
}

/// The board to the left of the rest, with the side of its cells.
fn beside(sheet: &Sheet, frame: PageFrame, text: f64) -> Option<(f64, Drawing)> {
    let (columns, rows) = size(sheet);
    if rest(sheet, text, frame.width).is_empty() {
        return None;
    }
    let gutter = 2.0 * text;
    let high = (frame.height - EDGE) / rows;
    let mut cell = high.min(0.7 * frame.width / columns).min(frame.cell);
    while cell >= least(frame, text) {
        let board = board(&sheet.board, cell);
        let room = frame.width - board.width - gutter;
        // Clues take all the room there is; a few tiles stay close to the board.
        let lists = !sheet.lists.is_empty();
        let width = if lists { room } else { room.min(16.0 * text) };
        if width >= 11.0 * text {
            let column = stacked(width, text, rest(sheet, text, width).into_iter());
            if column.height <= frame.height {
                let mut drawing = Drawing::new(frame.width, board.height.max(column.height));
                // What leaves room stands in the middle, and beside the middle of the board.
                let indent = (room - width) / 2.0;
                let left = indent + board.width + gutter;
                let down = if lists { 0.0 } else { (drawing.height - column.height) / 2.0 };
                drawing.place(board, indent, 0.0);
                drawing.place(column, left, down.max(0.0));
                // The other way is better if it loses little: people read downwards.
                return Some((cell * 0.9, drawing));
            }
        }
        cell *= 0.96;
    }
    None
}

fn least(frame: PageFrame, text: f64) -> f64 {
    frame.cell.min(CELL * text)
}

/// Parts below each other; narrow ones in the middle.
fn stacked(width: f64, text: f64, parts: impl Iterator<Item = Drawing>) -> Drawing {
    let mut drawing = Drawing::new(width, 0.0);
    for part in parts {
        if drawing.height > 0.0 {
            drawing.height += GAP * text;
        }
        let (left, top) = (((width - part.width) / 2.0).max(0.0), drawing.height);
        drawing.height += part.height;
        drawing.place(part, left, top);
    }
    drawing
}

/// Laid out in a larger frame of the same shape, and made smaller as a whole.
fn shrunk(sheet: &Sheet, frame: PageFrame) -> Drawing {
    let mut by = 1.0;
    loop {
        by *= 0.85;
        let wide = PageFrame {
            width: frame.width / by,
            height: frame.height / by,
            text: LEAST_TEXT,
            cell: CELL * LEAST_TEXT,
        };
        let drawn = below(sheet, wide, LEAST_TEXT).or_else(|| beside(sheet, wide, LEAST_TEXT));
        if let Some((_, drawing)) = drawn {
            return drawing.scaled(by);
        }
    }
}
