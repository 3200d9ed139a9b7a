//! A crossnumber on paper: bars or black cells with their numbers, and everything said in words.

use serde_json::Value;

use super::{Board, Kind, List, MOST_CLUE, MOST_RULES, OnPaper, Sheet, Square, cut};
use crate::puzzle::crossnumber::CrossNumber;
use crate::puzzle::grid::Position;
use crate::puzzle::{Puzzle, Solution};

impl OnPaper for CrossNumber {
    fn sheet(&self, solution: Option<&Solution>) -> Sheet {
        let digits = solution.and_then(|solution| self.form().digits(solution).ok());
        let mut sheet = Sheet {
            task: "Write one digit into each cell so that every clue is true. $name(…) is a \
                   function, #name a kind of number, and A1 or D2 the number in that entry.",
            board: board(self, digits.as_deref()),
            ..Sheet::default()
        };
        match solution {
            None => {
                sheet.lists = lists(self);
                sheet.notes = notes(self);
            }
            Some(solution) => {
                let named = solution.0.get("variables").and_then(Value::as_object);
                let all: Vec<String> = named
                    .into_iter()
                    .flatten()
                    .map(|(name, value)| format!("{name}\u{a0}=\u{a0}{value}"))
                    .collect();
                sheet.notes.extend((!all.is_empty()).then(|| all.join(", ")));
            }
        }
        sheet
    }
}

fn board(puzzle: &CrossNumber, digits: Option<&[u8]>) -> Board {
    let drawing = &puzzle.layout().drawing;
    let kind = |black: &bool| if *black { Kind::Black } else { Kind::Open };
    let row = |row: &Vec<bool>| row.iter().map(|black| Square::new(kind(black), "")).collect();
    let mut rows: Vec<Vec<Square>> = drawing.black.iter().map(row).collect();
    for (position, digit) in puzzle.layout().cells.iter().zip(digits.unwrap_or_default()) {
        rows[position.row][position.column].text = digit.to_string();
    }
    for start in &drawing.starts {
        let corner = &mut rows[start.at.row][start.at.column].corner;
        match start.number {
            Some(number) => *corner = number.to_string(),
            None => corner.push_str(&start.name),
        }
    }
    let white = |Position { row, column }: Position| {
        row < drawing.height && column < drawing.width && !drawing.black[row][column]
    };
    let mut bars = Vec::new();
    for row in 0..drawing.height {
        for column in 0..drawing.width {
            let at = Position { row, column };
            let (right, below) =
                (Position { column: column + 1, ..at }, Position { row: row + 1, ..at });
            for (next, down, joined) in [
                (right, false, drawing.right[row][column]),
                (below, true, drawing.below[row][column]),
            ] {
                if white(at) && white(next) && !joined {
                    bars.push((row, column, down));
                }
            }
        }
    }
    Board { rows, bars, is_framed: true }
}

/// The conditions of one field, as they are read one after the other.
fn conditions(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("; "),
        _ => String::new(),
    }
}

fn lists(puzzle: &CrossNumber) -> Vec<List> {
    let file = puzzle.canonical();
    let list = |(down, title): (bool, &str)| {
        let entries = puzzle.entries().iter().filter(|entry| entry.down == down);
        let line = |entry: &crate::puzzle::crossnumber::Entry| {
            let clue = cut(&conditions(file["clues"].get(&entry.name)?), MOST_CLUE);
            let label = entry.number.map_or(entry.name.clone(), |number| number.to_string());
            Some((label, format!("{clue}\u{a0}({})", entry.cells.len())))
        };
        List { title: title.to_string(), lines: entries.filter_map(line).collect() }
    };
    let lists = [(false, "Across"), (true, "Down")].map(list);
    lists.into_iter().filter(|list| !list.lines.is_empty()).collect()
}

fn notes(puzzle: &CrossNumber) -> Vec<String> {
    let file = puzzle.canonical();
    let mut notes = Vec::new();
    for group in file["variables"].as_array().into_iter().flatten() {
        let names = group["names"].as_array().into_iter().flatten();
        let names: Vec<&str> = names.filter_map(Value::as_str).collect();
        let values = match &group["values"] {
            Value::String(text) => text.clone(),
            list => list.to_string().replace(',', ", "),
        };
        let different =
            if group["distinct"] == true && names.len() > 1 { ", all different" } else { "" };
        notes.push(format!("{}: {values}{different}.", names.join(", ")));
    }
    for (field, title) in
        [("rules", "Rules"), ("every_entry", "Every entry"), ("transform", "In the grid (@)")]
    {
        notes.extend(file.get(field).map(|list| format!("{title}: {}.", conditions(list))));
    }
    if let Some(digits) = file.get("digits") {
        notes.push(format!("Digits: {}.", digits.to_string().replace(',', ", ")));
    }
    let zeros = puzzle.leading_zeros().then(|| "Entries may start with 0.".to_string());
    let equal = (!puzzle.distinct()).then(|| "Entries may be equal.".to_string());
    notes.extend(zeros.into_iter().chain(equal));
    notes.iter().map(|note| cut(note, MOST_RULES)).collect()
}
