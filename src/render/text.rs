//! Drawing with box characters: open cells have borders, blocked ones are empty space.

use super::Draw;
use crate::puzzle::Solution;
use crate::puzzle::crossmath::CrossMath;
use crate::puzzle::grid::{Cell, Grid, Position};
use crate::puzzle::mathcrossword::MathCrossword;

impl Draw for MathCrossword {
    fn text(&self, solution: Option<&Solution>, marked: &[Position]) -> String {
        let mut text = boxes(&cells(self.grid(), solution, marked));
        if solution.is_none() && !self.pool().is_empty() {
            let pool: Vec<String> = self.pool().iter().map(ToString::to_string).collect();
            text.push_str(&format!("Pool: {}\n", pool.join(" ")));
        }
        text
    }
}

impl Draw for CrossMath {
    fn text(&self, solution: Option<&Solution>, marked: &[Position]) -> String {
        let mut text = boxes(&cells(self.grid(), solution, marked));
        if solution.is_none() {
            let (min, max) = self.range();
            let once = if self.distinct() { ", each at most once" } else { "" };
            text.push_str(&format!("Numbers: {min} to {max}{once}\n"));
        }
        text
    }
}

/// The text of each cell, from the solution if it has a grid that fits; nothing where blocked.
fn cells(
    grid: &Grid,
    solution: Option<&Solution>,
    marked: &[Position],
) -> Vec<Vec<Option<String>>> {
    let filled = solution.and_then(|solution| solution.grid().ok());
    let filled = filled.filter(|filled| grid.filled_by(filled).is_ok());
    let grid = filled.as_ref().unwrap_or(grid);
    let cell = |position: Position| match grid.at(position) {
        Cell::Blocked => None,
        Cell::Blank => Some(String::new()),
        cell if marked.contains(&position) => Some(format!("[{cell}]")),
        cell => Some(cell.to_string()),
    };
    (0..grid.height())
        .map(|row| (0..grid.width()).map(|column| cell(Position { row, column })).collect())
        .collect()
}

/// A rectangle of cells, all as wide as the widest text; absent cells leave a hole.
pub(super) fn boxes(cells: &[Vec<Option<String>>]) -> String {
    let (height, width) = (cells.len(), cells.first().map_or(0, Vec::len));
    let texts = cells.iter().flatten().flatten();
    let inner = texts.map(|text| text.chars().count()).max().unwrap_or(0) + 2;
    // Rows and columns of corners: one more than of cells.
    let open = |row: usize, column: usize| {
        let cell = |r: usize, c: usize| cells.get(r).and_then(|row| row.get(c));
        row > 0 && column > 0 && cell(row - 1, column - 1).is_some_and(Option::is_some)
    };
    let mut text = String::new();
    for row in 0..=height {
        let mut line = String::new();
        for column in 0..=width {
            let [nw, ne] = [open(row, column), open(row, column + 1)];
            let [sw, se] = [open(row + 1, column), open(row + 1, column + 1)];
            line.push(corner([nw || ne, ne || se, sw || se, nw || sw]));
            if column < width {
                let edge = if ne || se { "─" } else { " " };
                line.push_str(&edge.repeat(inner));
            }
        }
        push_line(&mut text, &line);
        if row < height {
            let mut line = String::new();
            for column in 0..=width {
                let wall = open(row + 1, column) || open(row + 1, column + 1);
                line.push(if wall { '│' } else { ' ' });
                if column < width {
                    line.push_str(&centred(cells[row][column].as_deref().unwrap_or(""), inner));
                }
            }
            push_line(&mut text, &line);
        }
    }
    text
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

fn centred(text: &str, width: usize) -> String {
    let space = width - text.chars().count();
    format!("{}{text}{}", " ".repeat(space / 2), " ".repeat(space - space / 2))
}

/// The box character with lines to the north, east, south and west.
fn corner(lines: [bool; 4]) -> char {
    match lines {
        [false, false, false, false] => ' ',
        [false, true, true, false] => '┌',
        [false, false, true, true] => '┐',
        [true, true, false, false] => '└',
        [true, false, false, true] => '┘',
        [true, true, true, false] => '├',
        [true, false, true, true] => '┤',
        [false, true, true, true] => '┬',
        [true, true, false, true] => '┴',
        [true, true, true, true] => '┼',
        [_, false, _, false] => '│',
        [false, _, false, _] => '─',
    }
}
