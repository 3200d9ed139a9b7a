//! Crossnumbers on a page: a slot is a cell; the clues are shown, and the seal judges.

use serde_json::{Map, Value, json};

use super::seal::Salt;
use super::{Data, OnPage};
use crate::puzzle::crossnumber::{CrossNumber, Entry};
use crate::puzzle::grid::Position;
use crate::puzzle::{Puzzle, Solution};
use crate::render::crossnumber::{clue, conditions};

impl OnPage for CrossNumber {
    fn data(&self, _: &Salt) -> Data {
        let (layout, drawing) = (self.layout(), &self.layout().drawing);
        let slot = |position: Position| layout.cells.iter().position(|&cell| cell == position);
        let cell = |row: usize, column: usize| -> Value {
            if drawing.black[row][column] {
                return json!({ "black": true });
            }
            let position = Position { row, column };
            let mut value = match slot(position) {
                Some(slot) => json!({ "parts": [slot] }),
                None => json!({}),
            };
            let starts = drawing.starts.iter().filter(|start| start.at == position);
            let mut labels: Vec<String> = starts
                .map(|start| start.number.map_or(start.name.clone(), |number| number.to_string()))
                .collect();
            labels.dedup();
            if !labels.is_empty() {
                value["label"] = json!(labels.join(" "));
            }
            // Black cells and the border need no bars of their own.
            let there = |row: usize, column: usize| {
                row < drawing.height && column < drawing.width && !drawing.black[row][column]
            };
            if drawing.is_barred && there(row, column + 1) && !drawing.right[row][column] {
                value["barRight"] = json!(true);
            }
            if drawing.is_barred && there(row + 1, column) && !drawing.below[row][column] {
                value["barBelow"] = json!(true);
            }
            value
        };
        let row = |row| (0..drawing.width).map(|column| cell(row, column)).collect();
        let file = self.canonical();
        let entry = |entry: &Entry| {
            let label = entry.number.map_or(entry.name.clone(), |number| number.to_string());
            json!({
                "label": label,
                "down": entry.down,
                "slots": entry.cells,
                "clue": clue(&file, entry).unwrap_or_default(),
            })
        };
        let mut rules = Map::new();
        rules.insert("entries".into(), self.entries().iter().map(entry).collect());
        rules.insert("conditions".into(), json!(conditions(self)));
        rules.insert("digits".into(), json!(self.digits()));
        rules.insert("zeros".into(), json!(self.leading_zeros()));
        rules.insert("distinct".into(), json!(self.distinct()));
        Data { cells: (0..drawing.height).map(row).collect(), slots: layout.cells.len(), rules }
    }

    fn script(&self) -> &'static str {
        include_str!("page/crossnumber.js")
    }

    fn answers(&self, solution: &Solution) -> Option<Vec<String>> {
        Some(self.form().digits(solution).ok()?.iter().map(u8::to_string).collect())
    }
}
