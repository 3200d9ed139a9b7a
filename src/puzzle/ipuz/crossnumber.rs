//! A crossnumber as a crossword whose letters are digits.

use serde_json::{Value, json};

use super::{Crossword, escaped};
use crate::puzzle::crossnumber::CrossNumber;
use crate::puzzle::{Puzzle, Solution};

impl CrossNumber {
    /// The puzzle for other programs.
    pub(in crate::puzzle) fn to_ipuz(&self, solution: Option<&Solution>) -> Value {
        let file = self.canonical();
        let clues = [false, true].map(|down| {
            let entries = self.entries().iter().filter(|entry| entry.down == down);
            let clue = |entry: &crate::puzzle::crossnumber::Entry| {
                let clue = escaped(&joined(file["clues"].get(&entry.name)?));
                Some(json!([entry.number.map_or(json!(entry.name), |number| json!(number)), clue]))
            };
            entries.filter_map(clue).collect()
        });
        let digits = solution.and_then(|solution| self.form().digits(solution).ok());
        let crossword = Crossword {
            cells: cells(self),
            clues,
            solution: digits.map(|digits| solved(self, &digits)),
            intro: intro(&file),
        };
        crossword.file(self, solution)
    }
}

/// Conditions as one text; `;` is no part of the language.
fn joined(conditions: &Value) -> String {
    match conditions {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("; "),
        _ => String::new(),
    }
}

/// What is printed in the cells: numbers, black cells, and bars to the left and above.
fn cells(puzzle: &CrossNumber) -> Vec<Vec<Value>> {
    let drawing = &puzzle.layout().drawing;
    let mut cells = vec![vec![json!(0); drawing.width]; drawing.height];
    for start in &drawing.starts {
        let cell = &mut cells[start.at.row][start.at.column];
        *cell = match (start.number, cell.as_str()) {
            (Some(number), _) => json!(number),
            (None, Some(before)) => json!(format!("{before}{}", start.name)),
            (None, None) => json!(start.name),
        };
    }
    for (row, line) in cells.iter_mut().enumerate() {
        for (column, cell) in line.iter_mut().enumerate() {
            if drawing.black[row][column] {
                *cell = json!("#");
                continue;
            }
            let white = |row: usize, column: usize| !drawing.black[row][column];
            let left = column > 0 && white(row, column - 1) && !drawing.right[row][column - 1];
            let above = row > 0 && white(row - 1, column) && !drawing.below[row - 1][column];
            let sides = match (above, left) {
                (false, false) => continue,
                (true, false) => "T",
                (false, true) => "L",
                (true, true) => "TL",
            };
            *cell = json!({ "cell": cell.take(), "style": { "barred": sides } });
        }
    }
    cells
}

fn solved(puzzle: &CrossNumber, digits: &[u8]) -> Vec<Vec<Value>> {
    let drawing = &puzzle.layout().drawing;
    let empty = |black: &bool| if *black { json!("#") } else { Value::Null };
    let mut rows: Vec<Vec<Value>> =
        drawing.black.iter().map(|row| row.iter().map(empty).collect()).collect();
    for (position, digit) in puzzle.layout().cells.iter().zip(digits) {
        rows[position.row][position.column] = json!(digit.to_string());
    }
    rows
}

/// Variables and rules in words.
fn intro(file: &Value) -> String {
    let mut lines = Vec::new();
    for group in file["variables"].as_array().into_iter().flatten() {
        let names = group["names"].as_array().into_iter().flatten();
        let names: Vec<&str> = names.filter_map(Value::as_str).collect();
        let values = group["values"].as_str().map_or(group["values"].to_string(), str::to_string);
        let different = if group["distinct"] == true { ", all different" } else { "" };
        lines.push(format!("{}: {values}{different}.", names.join(", ")));
    }
    for (field, title) in
        [("rules", "Rules"), ("every_entry", "Every entry"), ("transform", "Transform")]
    {
        lines.extend(file.get(field).map(|list| format!("{title}: {}.", joined(list))));
    }
    lines.extend(file.get("digits").map(|digits| format!("Digits: {digits}.")));
    let may = |field: &str, value: bool, text: &str| {
        (file.get(field) == Some(&json!(value))).then(|| text.to_string())
    };
    lines.extend(may("leading_zeros", true, "Entries may start with 0."));
    lines.extend(may("distinct_entries", false, "Entries may be equal."));
    lines.join(" ")
}
