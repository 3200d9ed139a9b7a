//! Barred grids, typed as they are printed: `|` and `--` are bars, `:` and `::` open edges.
//!
//! Numbers and letters in the cells are read, not recomputed. A number names the runs of two or more
//! cells that begin there, and single cells if the clues speak of them; a letter names the run of its
//! own direction, upper case across and lower case down.

use std::collections::BTreeSet;

use super::layout::{GridDrawing, Label, Start, check_size};
use crate::puzzle::InputError;
use crate::puzzle::grid::Position;

/// The drawing of the lines.
pub(crate) fn parse(lines: &[String], named: &BTreeSet<Label>) -> Result<GridDrawing, InputError> {
    let table: Vec<Vec<char>> =
        lines.iter().map(|line| line.trim_end().chars().take(1000).collect()).collect();
    let across = table[0].iter().skip(1).position(|&c| c == '+');
    let length = table[0].len();
    let Some(inner) = across.filter(|&inner| inner > 0 && (length - 1).is_multiple_of(inner + 1))
    else {
        let message = "line 1 is not a border such as `+--+--+`, all pieces equally long";
        return Err(InputError::field("grid", message));
    };
    if table.len().is_multiple_of(2) || table.len() < 3 {
        let message = format!(
            "{} lines; a barred grid has one for each row and one border more",
            table.len()
        );
        return Err(InputError::field("grid", message));
    }
    let (height, width) = (table.len() / 2, (length - 1) / (inner + 1));
    check_size(height, width)?;
    for (i, line) in table.iter().enumerate() {
        if line.len() != length {
            let message = format!(
                "line {} has {} characters, line 1 has {length}; all lines are equally long",
                i + 1,
                line.len()
            );
            return Err(InputError::field("grid", message));
        }
    }
    let mut right = vec![vec![false; width]; height];
    let mut below = right.clone();
    let mut black = right.clone();
    let mut printed = Vec::new();
    for (i, line) in table.iter().enumerate() {
        for j in 0..=width {
            let (c, column) = (line[j * (inner + 1)], j * (inner + 1) + 1);
            let fits = if i % 2 == 0 { c == '+' } else { c == '|' || c == ':' };
            let outer = i % 2 == 1 && (j == 0 || j == width) && c != '|';
            if !fits || outer {
                let allowed = match i % 2 {
                    0 => "`+`",
                    _ if outer => "`|`, since the grid ends here",
                    _ => "`|` (bar) or `:` (open)",
                };
                return Err(misplaced(i, column, c, allowed));
            }
            if i % 2 == 1 && j > 0 && j < width {
                right[i / 2][j - 1] = c == ':';
            }
        }
        for j in 0..width {
            let from = j * (inner + 1) + 1;
            let piece = &line[from..from + inner];
            if i % 2 == 1 {
                let position = Position { row: i / 2, column: j };
                black[i / 2][j] = piece.iter().all(|&c| c == '#');
                if !black[i / 2][j] {
                    printed.push((position, piece.iter().collect::<String>().trim().to_string()));
                }
                continue;
            }
            let outer = i == 0 || i + 1 == table.len();
            let open = piece.iter().all(|&c| c == ':');
            let bar = piece.iter().all(|&c| c == '-');
            if !(bar || open && !outer) {
                let wrong = piece.iter().position(|&c| c != '-').unwrap_or(0);
                let allowed = if outer { "`-`" } else { "`--` (bar) or `::` (open)" };
                return Err(misplaced(i, from + wrong + 1, piece[wrong], allowed));
            }
            if !outer {
                below[i / 2 - 1][j] = open;
            }
        }
    }
    for row in 0..height {
        for column in 0..width {
            let beside = column + 1 < width && (black[row][column] || black[row][column + 1]);
            let under = row + 1 < height && (black[row][column] || black[row + 1][column]);
            right[row][column] &= !beside;
            below[row][column] &= !under;
        }
    }
    let lines = lines.to_vec();
    let starts = Vec::new();
    let mut drawing = GridDrawing { height, width, black, right, below, starts, lines };
    for (at, text) in printed {
        let found = starts_at(&drawing, at, &text, named)?;
        drawing.starts.extend(found);
    }
    Ok(drawing)
}

fn misplaced(line: usize, column: usize, found: char, allowed: &str) -> InputError {
    let found = found.escape_debug();
    let place = format!("line {}, column {column}", line + 1);
    InputError::field("grid", format!("{place}: found `{found}`; it must be {allowed}"))
}

/// The entries that begin at a cell with something printed in it.
fn starts_at(
    drawing: &GridDrawing,
    at: Position,
    text: &str,
    named: &BTreeSet<Label>,
) -> Result<Vec<Start>, InputError> {
    let length = |down: bool| match drawing.begins(at, down) {
        true => drawing.run(at, down).len(),
        false => 0,
    };
    if text.is_empty() {
        return Ok(Vec::new());
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        let number: u32 = text.parse().map_err(|_| at.error("the number is too large"))?;
        let mut starts = Vec::new();
        for down in [false, true] {
            let alone = length(down) == 1 && named.contains(&(down, number));
            if length(down) >= 2 || alone {
                let name = format!("{}{number}", if down { 'D' } else { 'A' });
                starts.push(Start { at, down, name, number: Some(number) });
            }
        }
        if starts.is_empty() && length(false) == 0 && length(true) == 0 {
            return Err(at.error(format!("the number {number} stands where no entry begins")));
        }
        return Ok(starts);
    }
    let letters = text.chars().filter(|c| !c.is_whitespace());
    let mut starts: Vec<Start> = Vec::new();
    for letter in letters {
        if !letter.is_alphabetic() {
            let message =
                format!("found `{}`; a cell has a number or letters", letter.escape_debug());
            return Err(at.error(message));
        }
        let down = letter.is_lowercase();
        if length(down) == 0 {
            let direction = if down { "down" } else { "across" };
            let message = format!("no entry {direction} begins here, at the letter `{letter}`");
            return Err(at.error(message));
        }
        if starts.iter().any(|start| start.down == down) {
            return Err(at.error("two letters for one entry; write one upper and one lower case"));
        }
        starts.push(Start { at, down, name: letter.to_string(), number: None });
    }
    Ok(starts)
}
