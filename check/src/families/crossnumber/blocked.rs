//! Blocked grids: rows of `.` and `#`, numbered as in a crossword.
//!
//! A cell is numbered if a run of two or more cells begins there. Isolated cells are numbered too if
//! the clues name an entry that would not exist otherwise.

use std::collections::BTreeSet;

use super::layout::{GridDrawing, Label, Start, check_size};
use crate::puzzle::InputError;
use crate::puzzle::grid::Position;

/// The drawing of the lines.
pub(crate) fn parse(lines: &[String], named: &BTreeSet<Label>) -> Result<GridDrawing, InputError> {
    let width = lines[0].chars().count();
    if width == 0 {
        return Err(InputError::field("grid", "row 1 has no cells"));
    }
    check_size(lines.len(), width)?;
    let mut black = Vec::with_capacity(lines.len());
    for (row, line) in lines.iter().enumerate() {
        let length = line.chars().count();
        if length != width {
            let message = format!(
                "row {} has {length} cells, row 1 has {width}; all rows are equally long",
                row + 1
            );
            return Err(InputError::field("grid", message));
        }
        let mut cells = Vec::with_capacity(width);
        for (column, c) in line.chars().enumerate() {
            cells.push(match c {
                '.' => false,
                '#' => true,
                _ => {
                    let found = c.escape_debug();
                    let message = format!("found `{found}`; a cell is `.` (white) or `#` (black)");
                    return Err(Position { row, column }.error(message));
                }
            });
        }
        black.push(cells);
    }
    let height = lines.len();
    let white = |row: usize, column: usize| row < height && column < width && !black[row][column];
    let joined = |row: usize, column: usize, right: usize, below: usize| {
        white(row, column) && white(row + below, column + right)
    };
    let table = |right: usize, below: usize| -> Vec<Vec<bool>> {
        (0..height)
            .map(|row| (0..width).map(|column| joined(row, column, right, below)).collect())
            .collect()
    };
    let (right, below) = (table(1, 0), table(0, 1));
    let lines = lines.to_vec();
    let starts = Vec::new();
    let mut drawing = GridDrawing { height, width, black, right, below, starts, lines };
    let plain = number(&drawing, None);
    let exists = |starts: &[Start], label: &Label| {
        starts.iter().any(|start| start.number == Some(label.1) && start.down == label.0)
    };
    let missing = named.iter().any(|label| !exists(&plain, label));
    let all = missing.then(|| number(&drawing, Some(named)));
    // If that does not help either, the message is about the usual numbers.
    let all = all.filter(|all| named.iter().all(|label| exists(all, label)));
    drawing.starts = all.unwrap_or(plain);
    Ok(drawing)
}

/// The entries; with `isolated` also those of single cells that are named.
fn number(drawing: &GridDrawing, isolated: Option<&BTreeSet<Label>>) -> Vec<Start> {
    let mut starts = Vec::new();
    let mut number = 0;
    for row in 0..drawing.height {
        for column in 0..drawing.width {
            let at = Position { row, column };
            if drawing.black[row][column] {
                continue;
            }
            let length = |down: bool| match drawing.begins(at, down) {
                true => drawing.run(at, down).len(),
                false => 0,
            };
            let lengths = [length(false), length(true)];
            let alone = lengths == [1, 1];
            if lengths.iter().all(|&length| length < 2) && !(alone && isolated.is_some()) {
                continue;
            }
            number += 1;
            for (down, length) in [(false, lengths[0]), (true, lengths[1])] {
                let named = isolated.is_some_and(|named| named.contains(&(down, number)));
                if length >= 2 || (alone && named) {
                    let name = format!("{}{number}", if down { 'D' } else { 'A' });
                    starts.push(Start { at, down, name, number: Some(number) });
                }
            }
        }
    }
    starts
}
