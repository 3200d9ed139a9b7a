//! Drawing with box characters: open cells have borders, blocked ones are empty space.

use super::{Draw, Form};
use crate::puzzle::Solution;
use crate::puzzle::calcrostic::{Calcrostic, Unknowns};
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

impl Draw for Calcrostic {
    fn text(&self, solution: Option<&Solution>, marked: &[Position]) -> String {
        let solved = solution.and_then(|solution| self.values(solution));
        let filled = solved.map(|values| self.solved(&values).cells());
        let grid = filled.as_deref().unwrap_or(self.grid());
        let cell = |row: usize, column: usize, text: &String| match &text[..] {
            "#" => None,
            _ if marked.contains(&Position { row, column }) => Some(format!("[{text}]")),
            _ => Some(text.clone()),
        };
        let row = |(row, cells): (usize, &Vec<String>)| {
            cells.iter().enumerate().map(|(column, text)| cell(row, column, text)).collect()
        };
        let mut text = boxes(&grid.iter().enumerate().map(row).collect::<Vec<_>>());
        if solution.is_none() {
            text.push_str(&match (self.unknowns(), self.max()) {
                (Unknowns::Digits, _) => "Each letter is a digit of its own\n".to_string(),
                (Unknowns::Numbers, Some(max)) => format!("Letters: numbers from 1 to {max}\n"),
                (Unknowns::Numbers, None) => "Letters: numbers from 1\n".to_string(),
            });
        }
        text
    }

    fn forms(&self, solution: Option<&Solution>) -> Option<Vec<Form>> {
        let forms = Calcrostic::forms(self, solution)?;
        Some(forms.into_iter().map(Form::of).collect())
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
    let texts = cells.iter().flatten().flatten();
    let inner = texts.map(|text| text.chars().count()).max().unwrap_or(0) + 2;
    let nothing = vec![None; cells.first().map_or(0, Vec::len)];
    let mut text = String::new();
    let mut above = &nothing;
    for (i, row) in cells.iter().enumerate() {
        let below = cells.get(i + 1).unwrap_or(&nothing);
        push_line(&mut text, &border(above, row, inner));
        push_line(&mut text, &content(row, [above, below], inner));
        above = row;
    }
    push_line(&mut text, &border(above, &nothing, inner));
    text
}

/// Whether there is a cell to the left of the `i`-th wall, and one to the right of it.
fn beside(row: &[Option<String>], i: usize) -> [bool; 2] {
    let there = |cell: Option<&Option<String>>| cell.is_some_and(Option::is_some);
    [there(i.checked_sub(1).and_then(|left| row.get(left))), there(row.get(i))]
}

/// The line between two rows.
fn border(above: &[Option<String>], below: &[Option<String>], inner: usize) -> String {
    let mut line = String::new();
    for i in 0..=above.len() {
        let ([nw, ne], [sw, se]) = (beside(above, i), beside(below, i));
        line.push(corner([nw || ne, ne || se, sw || se, nw || sw]));
        line.push_str(&if ne || se { "─" } else { " " }.repeat(inner));
    }
    line
}

/// The line through the texts of a row. A hole with walls on all sides is shaded, or it would look
/// like a cell to fill in.
fn content(row: &[Option<String>], around: [&[Option<String>]; 2], inner: usize) -> String {
    let mut line = String::new();
    for i in 0..=row.len() {
        line.push(if beside(row, i).contains(&true) { '│' } else { ' ' });
        let walls = beside(row, i)[0]
            && beside(row, i + 1)[1]
            && around.iter().all(|other| other.get(i).is_some_and(Option::is_some));
        line.push_str(&match row.get(i) {
            Some(None) if walls => "░".repeat(inner),
            cell => centred(cell.and_then(|cell| cell.as_deref()).unwrap_or_default(), inner),
        });
    }
    line
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
