//! The parts of a sheet as drawings: board, table, tiles, notes.

use super::drawing::{Anchor, Drawing, INK, Tone};
use super::font::{CAPITALS, Weight};
use crate::render::sheet::{SheetBoard, SheetSquare, SquareKind};

/// From one line of text to the next, as a share of its size.
pub(super) const LEADING: f64 = 1.32;

/// Thin lines.
const HAIR: f64 = 0.5;
/// The border of cells to be filled in.
const FIELD: f64 = 0.9;

const PALE: Tone = 0.94;
const GREY: Tone = 0.72;
const BLACK: Tone = 0.12;
const FAINT: Tone = 0.55;

/// The board with cells of this size.
pub(super) fn board(board: &SheetBoard, cell: f64) -> Drawing {
    let (rows, columns) = (board.rows.len(), board.rows.first().map_or(0, Vec::len));
    // Half of the widest line lies outside of the cells.
    let heavy = (cell * 0.075).clamp(1.0, 2.4);
    let edge = heavy / 2.0;
    let (width, height) = (columns as f64 * cell, rows as f64 * cell);
    let mut drawing = Drawing::new(width + heavy, height + heavy);
    let corner =
        |row: usize, column: usize| (edge + column as f64 * cell, edge + row as f64 * cell);
    let size = letters(board, cell);
    // Fields go last, since their borders are darker than those of their neighbours.
    for fields in [false, true] {
        for (row, squares) in board.rows.iter().enumerate() {
            for (column, square) in squares.iter().enumerate() {
                let field = square.kind == SquareKind::Open;
                if field == fields {
                    let enclosed = enclosed(board, row, column);
                    cell_at(&mut drawing, corner(row, column), cell, size, square, enclosed);
                }
            }
        }
    }
    for &(row, column, down) in &board.bars {
        let ((left, top), (right, bottom)) = (corner(row, column), corner(row + 1, column + 1));
        let ends = if down { [left, bottom, right, bottom] } else { [right, top, right, bottom] };
        drawing.line(ends, heavy, INK);
    }
    if board.is_framed {
        drawing.rectangle([edge, edge, width, height], 0.0, None, Some((heavy, INK)));
    }
    drawing
}

/// The size of texts in cells: the same for all, and none leaves its cell.
fn letters(board: &SheetBoard, cell: f64) -> f64 {
    let texts = board.rows.iter().flatten().filter(|square| square.kind != SquareKind::Sign);
    let widest = texts.map(|square| Weight::Bold.width(&square.text)).fold(0.0, f64::max);
    let fitting = if widest > 0.0 { cell * 0.84 / widest } else { cell };
    fitting.min(cell * 0.48)
}

/// Whether a hole has cells on all four sides, and would look like one.
fn enclosed(board: &SheetBoard, row: usize, column: usize) -> bool {
    let there = |row: Option<usize>, column: Option<usize>| {
        let square = row.zip(column).and_then(|(row, column)| board.rows.get(row)?.get(column));
        square.is_some_and(|square| square.kind != SquareKind::Hole)
    };
    there(row.checked_sub(1), Some(column))
        && there(Some(row + 1), Some(column))
        && there(Some(row), column.checked_sub(1))
        && there(Some(row), Some(column + 1))
}

fn cell_at(
    drawing: &mut Drawing,
    (x, y): (f64, f64),
    cell: f64,
    size: f64,
    square: &SheetSquare,
    enclosed: bool,
) {
    let (fill, stroke) = match square.kind {
        SquareKind::Hole if enclosed => (Some(GREY), None),
        SquareKind::Hole => return,
        SquareKind::Black => (Some(BLACK), Some((HAIR, BLACK))),
        SquareKind::Open => (Some(1.0), Some((FIELD, 0.15))),
        SquareKind::Given => (Some(PALE), Some((HAIR, FAINT))),
        SquareKind::Sign => (Some(1.0), Some((HAIR, 0.8))),
    };
    drawing.rectangle([x, y, cell, cell], 0.0, fill, stroke);
    let weight = if square.kind == SquareKind::Open { Weight::Bold } else { Weight::Regular };
    let size = if square.kind == SquareKind::Sign { cell * 0.44 } else { size };
    // A small number in the corner makes room for itself.
    let low = if square.corner.is_empty() { 0.0 } else { cell * 0.08 };
    drawing.centred((x + cell / 2.0, y + cell / 2.0 + low), size, weight, &square.text);
    let small = (cell * 0.3).clamp(4.0, 9.0).min(cell * 0.4);
    let at = (x + cell * 0.07, y + cell * 0.06 + small * CAPITALS);
    drawing.text(at, small, Anchor::Start, Weight::Regular, &square.corner);
}

/// Letters above fields.
pub(super) fn table(pairs: &[(String, String)], size: f64, width: f64) -> Drawing {
    let texts = pairs.iter().flat_map(|(letter, value)| [letter, value]);
    let widest = texts.map(|text| Weight::Bold.width(text) * size).fold(0.0, f64::max);
    // All in one row if that can be, in narrower fields if need be.
    let (usual, least) = ((widest + size * 0.8).max(size * 2.1), widest + size * 0.4);
    let cell = usual.min((width - 1.0) / pairs.len() as f64).max(least).min(width - 1.0);
    let a_row = (((width - 1.0) / cell + 1e-6) as usize).max(1);
    let (head, field) = (size * 1.5, size * 2.1);
    let lines = pairs.len().div_ceil(a_row);
    let gap = size * 0.6;
    let height = lines as f64 * (head + field + gap) - gap;
    let mut drawing = Drawing::new(a_row.min(pairs.len()) as f64 * cell + 1.0, height + 1.0);
    for (i, (letter, value)) in pairs.iter().enumerate() {
        let x = 0.5 + (i % a_row) as f64 * cell;
        let y = 0.5 + (i / a_row) as f64 * (head + field + gap);
        drawing.rectangle([x, y, cell, head], 0.0, Some(PALE), Some((HAIR, FAINT)));
        drawing.rectangle([x, y + head, cell, field], 0.0, Some(1.0), Some((FIELD, 0.15)));
        drawing.centred((x + cell / 2.0, y + head / 2.0), size, Weight::Bold, letter);
        drawing.centred((x + cell / 2.0, y + head + field / 2.0), size, Weight::Bold, value);
    }
    drawing
}

/// Tiles in centred rows of about the same width.
pub(super) fn tiles(tiles: &[String], size: f64, width: f64) -> Drawing {
    let (height, gap) = (size * 1.9, size * 0.5);
    let wide =
        |tile: &String| (Weight::Bold.width(tile) * size + size * 0.9).max(height).min(width);
    let rows_within = |most: f64| {
        let mut rows: Vec<(f64, Vec<&String>)> = Vec::new();
        for tile in tiles {
            match rows.last_mut() {
                Some((used, row)) if *used + gap + wide(tile) <= most => {
                    *used += gap + wide(tile);
                    row.push(tile);
                }
                _ => rows.push((wide(tile), vec![tile])),
            }
        }
        rows
    };
    // As narrow as it can be without another row, so that no tile is left alone in the last one.
    let mut rows = rows_within(width);
    let mut most = width * 0.97;
    while most > height && rows_within(most).len() == rows.len() {
        rows = rows_within(most);
        most *= 0.97;
    }
    let mut drawing = Drawing::new(width, rows.len() as f64 * (height + gap) - gap + 1.0);
    for (i, (used, row)) in rows.iter().enumerate() {
        let (mut x, y) = ((width - used) / 2.0, 0.5 + i as f64 * (height + gap));
        for tile in row {
            let place = [x, y, wide(tile), height];
            drawing.rectangle(place, size * 0.35, Some(1.0), Some((0.8, 0.3)));
            drawing.centred((x + wide(tile) / 2.0, y + height / 2.0), size, Weight::Bold, tile);
            x += wide(tile) + gap;
        }
    }
    drawing
}

/// A paragraph a text.
pub(super) fn notes<T: AsRef<str>>(notes: &[T], size: f64, width: f64, tone: Tone) -> Drawing {
    let wrap = |note: &T| Weight::Regular.wrap(note.as_ref(), width / size);
    let lines: Vec<String> = notes.iter().flat_map(wrap).collect();
    // A single line may be put into the middle.
    let wide = match &lines[..] {
        [line] => Weight::Regular.width(line) * size,
        _ => width,
    };
    let mut drawing = Drawing::new(wide, lines.len() as f64 * size * LEADING);
    for (i, line) in lines.iter().enumerate() {
        let at = (0.0, size + i as f64 * size * LEADING);
        drawing.toned(at, size, Anchor::Start, Weight::Regular, tone, line);
    }
    drawing
}
