//! Drawing crossnumbers: bars and black cells in heavy lines, open edges dotted, then the clues.

use serde_json::Value;

use super::Draw;
use crate::puzzle::Solution;
use crate::puzzle::crossnumber::{CrossNumber, Drawing, Entry};
use crate::puzzle::grid::Position;

/// Characters inside a cell.
const INNER: usize = 4;

impl Draw for CrossNumber {
    fn text(&self, solution: Option<&Solution>, marked: &[Position]) -> String {
        let drawing = &self.layout().drawing;
        let digits = solution.and_then(|solution| self.form().digits(solution).ok());
        let mut cells = vec![vec![String::new(); drawing.width]; drawing.height];
        match &digits {
            Some(digits) => {
                for (position, digit) in self.layout().cells.iter().zip(digits) {
                    let text = match marked.contains(position) {
                        true => format!("[{digit}]"),
                        false => format!(" {digit}"),
                    };
                    cells[position.row][position.column] = text;
                }
            }
            None => {
                for start in &drawing.starts {
                    let cell = &mut cells[start.at.row][start.at.column];
                    match start.number {
                        Some(number) => *cell = number.to_string(),
                        None => cell.push_str(&start.name),
                    }
                }
            }
        }
        let mut text = boxes(drawing, &cells);
        match solution {
            None => text.push_str(&clues(self)),
            Some(solution) => {
                if let Some(named) = solution.0.get("variables").and_then(|v| v.as_object())
                    && !named.is_empty()
                {
                    let one = |(name, value): (&String, &Value)| format!("{name}={value}");
                    let all: Vec<String> = named.iter().map(one).collect();
                    text.push_str(&format!("Variables: {}\n", all.join(" ")));
                }
            }
        }
        text
    }
}

/// Everything that the puzzle says in words.
fn clues(puzzle: &CrossNumber) -> String {
    let file = crate::puzzle::Puzzle::canonical(puzzle);
    let mut text = String::new();
    for (down, title) in [(false, "Across"), (true, "Down")] {
        let entries = puzzle.entries().iter().filter(|entry| entry.down == down);
        let lines: Vec<String> = entries
            .filter_map(|entry| {
                let clue = clue(&file, entry)?;
                let name = entry.number.map_or(entry.name.clone(), |number| number.to_string());
                Some(format!("  {name}: {clue} ({})\n", entry.cells.len()))
            })
            .collect();
        if !lines.is_empty() {
            text.push_str(&format!("{title}\n{}", lines.concat()));
        }
    }
    for condition in conditions(puzzle) {
        text.push_str(&condition);
        text.push('\n');
    }
    text
}

/// The clue of an entry in one line, from the canonical file; nothing if it has none.
pub(super) fn clue(file: &Value, entry: &Entry) -> Option<String> {
    file["clues"].get(&entry.name).map(shown)
}

/// What the puzzle says beside its clues, a line each.
pub(super) fn conditions(puzzle: &CrossNumber) -> Vec<String> {
    let file = crate::puzzle::Puzzle::canonical(puzzle);
    let mut lines = Vec::new();
    for group in file["variables"].as_array().into_iter().flatten() {
        let names = group["names"].as_array().into_iter().flatten();
        let names: Vec<String> = names.filter_map(|name| name.as_str()).map(one_line).collect();
        let values = match &group["values"] {
            Value::String(text) => one_line(text),
            list => list.to_string(),
        };
        let different = if group["distinct"] == true { ", all different" } else { "" };
        lines.push(format!("Variables {}: {values}{different}", names.join(" ")));
    }
    for (field, title) in
        [("rules", "Rules"), ("every_entry", "Every entry"), ("transform", "Transform")]
    {
        if let Some(list) = file.get(field) {
            lines.push(format!("{title}: {}", shown(list)));
        }
    }
    if file.get("digits").is_some() {
        lines.push(format!("Digits: {}", file["digits"]));
    }
    let zeros = puzzle.leading_zeros().then_some("Entries may start with 0.");
    let equal = (!puzzle.distinct()).then_some("Entries may be equal.");
    lines.extend([zeros, equal].into_iter().flatten().map(str::to_string));
    lines
}

/// One condition, or several in one line.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => one_line(text),
        Value::Array(list) => {
            let all: Vec<String> =
                list.iter().filter_map(|text| text.as_str()).map(one_line).collect();
            all.join("; ")
        }
        _ => String::new(),
    }
}

/// Text from a file without characters that would leave the line.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// How two neighbours are parted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    /// Black on both sides, or outside the grid.
    None,
    Open,
    Bar,
}

#[expect(clippy::needless_range_loop, reason = "edges are counted one beyond the cells")]
fn boxes(drawing: &Drawing, cells: &[Vec<String>]) -> String {
    let there = |row: usize, column: usize| {
        row < drawing.height && column < drawing.width && !drawing.black[row][column]
    };
    let part = |one: bool, two: bool, joined: bool| match (one, two) {
        (false, false) => Edge::None,
        (true, true) if joined => Edge::Open,
        _ => Edge::Bar,
    };
    // The edge above a cell, and the one to its left; counting goes one beyond the grid.
    let above = |row: usize, column: usize| match row.checked_sub(1) {
        None => part(false, there(row, column), false),
        Some(up) => {
            let joined = up < drawing.height && column < drawing.width && drawing.below[up][column];
            part(there(up, column), there(row, column), joined)
        }
    };
    let left = |row: usize, column: usize| match column.checked_sub(1) {
        None => part(false, there(row, column), false),
        Some(before) => {
            let joined =
                row < drawing.height && before < drawing.width && drawing.right[row][before];
            part(there(row, before), there(row, column), joined)
        }
    };
    let mut text = String::new();
    for row in 0..=drawing.height {
        let mut line = String::new();
        for column in 0..=drawing.width {
            let north = row.checked_sub(1).map_or(Edge::None, |up| left(up, column));
            let west = column.checked_sub(1).map_or(Edge::None, |before| above(row, before));
            let (south, east) = (left(row, column), above(row, column));
            let south = if row == drawing.height { Edge::None } else { south };
            let east = if column == drawing.width { Edge::None } else { east };
            line.push(corner([north, east, south, west]));
            if column < drawing.width {
                let piece = match east {
                    Edge::None => " ",
                    Edge::Open => "┄",
                    Edge::Bar => "━",
                };
                line.push_str(&piece.repeat(INNER));
            }
        }
        push_line(&mut text, &line);
        if row == drawing.height {
            break;
        }
        let mut line = String::new();
        for column in 0..=drawing.width {
            line.push(match left(row, column) {
                Edge::None => ' ',
                Edge::Open => '┊',
                Edge::Bar => '┃',
            });
            if column < drawing.width {
                let shown = match there(row, column) {
                    true => cells[row][column].clone(),
                    false => "░".repeat(INNER),
                };
                let space = INNER.saturating_sub(shown.chars().count());
                line.push_str(&shown);
                line.push_str(&" ".repeat(space));
            }
        }
        push_line(&mut text, &line);
    }
    text
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

/// The character where edges to the north, east, south and west meet.
fn corner(edges: [Edge; 4]) -> char {
    let bars = edges.map(|edge| edge == Edge::Bar);
    match bars {
        [false, false, false, false] if edges.contains(&Edge::Open) => '┼',
        [false, false, false, false] => ' ',
        [false, true, true, false] => '┏',
        [false, false, true, true] => '┓',
        [true, true, false, false] => '┗',
        [true, false, false, true] => '┛',
        [true, true, true, false] => '┣',
        [true, false, true, true] => '┫',
        [false, true, true, true] => '┳',
        [true, true, false, true] => '┻',
        [true, true, true, true] => '╋',
        [_, false, _, false] => '┃',
        [false, _, false, _] => '━',
    }
}
