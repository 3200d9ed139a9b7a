//! A crossnumber on the table: a digit a cell, and clues that are judged once all that they speak of is
//! filled in.

use std::collections::BTreeMap;

use serde_json::Value;

use super::table::{Accepts, Cell, Line, Playable, Slot, Table};
use crate::puzzle::crossnumber::language::{Ref, Values};
use crate::puzzle::crossnumber::{Condition, CrossNumber};
use crate::puzzle::grid::Position;
use crate::puzzle::{Puzzle, Solution};

struct Clues<'a> {
    puzzle: &'a CrossNumber,
    slots: Vec<Slot>,
    bars: Vec<(Position, bool)>,
    clues: BTreeMap<String, String>,
}

impl Playable for CrossNumber {
    fn table(&self) -> Box<dyn Table + '_> {
        let slot = |&at: &Position| Slot { at, accepts: Accepts::Digit };
        let slots = self.layout().cells.iter().map(slot).collect();
        let drawing = &self.layout().drawing;
        let white = |row: usize, column: usize| {
            row < drawing.height && column < drawing.width && !drawing.black[row][column]
        };
        let mut bars = Vec::new();
        for row in 0..drawing.height {
            for column in 0..drawing.width {
                let at = Position { row, column };
                let both =
                    |row: usize, column: usize| white(at.row, at.column) && white(row, column);
                if both(row, column + 1) && !drawing.right[row][column] {
                    bars.push((at, false));
                }
                if both(row + 1, column) && !drawing.below[row][column] {
                    bars.push((at, true));
                }
            }
        }
        let file = self.canonical();
        let clue = |(name, value): (&String, &Value)| {
            let text = match value {
                Value::String(text) => text.clone(),
                Value::Array(list) => {
                    list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("; ")
                }
                _ => String::new(),
            };
            (name.clone(), text)
        };
        let clues = file["clues"].as_object().into_iter().flatten().map(clue).collect();
        Box::new(Clues { puzzle: self, slots, bars, clues })
    }
}

/// What is filled in so far.
struct SoFar {
    digits: Vec<Option<u8>>,
    entries: Vec<Option<i64>>,
}

impl SoFar {
    fn knows(&self, name: Ref) -> bool {
        match name {
            Ref::Value(entry) | Ref::Grid(entry) => self.entries[entry].is_some(),
            Ref::Cell(cell) => self.digits[cell].is_some(),
            Ref::Variable(_) | Ref::This | Ref::GridThis => false,
        }
    }
}

impl Values for SoFar {
    fn value(&self, name: Ref) -> i64 {
        match name {
            Ref::Value(entry) | Ref::Grid(entry) => self.entries[entry].unwrap_or(0),
            Ref::Cell(cell) => i64::from(self.digits[cell].unwrap_or(0)),
            Ref::Variable(_) | Ref::This | Ref::GridThis => 0,
        }
    }
}

impl Clues<'_> {
    fn so_far(&self, filled: &[String]) -> SoFar {
        let digits: Vec<Option<u8>> = filled.iter().map(|text| text.parse().ok()).collect();
        let number = |entry: &crate::puzzle::crossnumber::Entry| {
            let mut digits = entry.cells.iter().map(|&cell| digits[cell]);
            digits.try_fold(0, |value, digit| Some(10 * value + i64::from(digit?)))
        };
        let entries = self.puzzle.entries().iter().map(number).collect();
        SoFar { digits, entries }
    }

    /// With a transform, what clues speak of does not stand in the grid.
    fn can_judge(&self) -> bool {
        !self.puzzle.is_transformed()
    }
}

impl Table for Clues<'_> {
    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn cells(&self, _filled: &[String]) -> Vec<Vec<Cell>> {
        let drawing = &self.puzzle.layout().drawing;
        let kind = |black: &bool| if *black { Cell::Black } else { Cell::Fixed(String::new()) };
        let mut cells: Vec<Vec<Cell>> =
            drawing.black.iter().map(|row| row.iter().map(kind).collect()).collect();
        for (i, slot) in self.slots.iter().enumerate() {
            let starts = drawing.starts.iter().filter(|start| start.at == slot.at);
            let mut label = String::new();
            for start in starts {
                match start.number {
                    Some(number) => label = number.to_string(),
                    None => label.push_str(&start.name),
                }
            }
            cells[slot.at.row][slot.at.column] = Cell::Slot(i, label);
        }
        cells
    }

    fn bars(&self) -> &[(Position, bool)] {
        &self.bars
    }

    fn lines(&self, filled: &[String]) -> Vec<Line> {
        let so_far = self.so_far(filled);
        let judged = |condition: &Condition| {
            let known = condition.formula.names().iter().all(|&name| so_far.knows(name));
            (known && self.can_judge()).then(|| condition.formula.holds(&so_far))
        };
        let line = |(i, entry): (usize, &crate::puzzle::crossnumber::Entry)| {
            let cells = entry.cells.iter().map(|&cell| self.slots[cell].at).collect();
            let clues = self.puzzle.conditions().iter();
            let clues = clues.filter(|condition| condition.entry == Some(i));
            let mut truth = so_far.entries[i].map(|_| true);
            for condition in clues {
                truth = match (truth, judged(condition)) {
                    (Some(false), _) | (Some(_), Some(false)) => Some(false),
                    (truth, Some(true)) => truth,
                    (_, None) | (None, _) => None,
                };
            }
            Line::new(cells, truth)
        };
        self.puzzle.entries().iter().enumerate().map(line).collect()
    }

    fn words(&self, slot: usize, down: bool) -> Vec<(bool, String)> {
        let mut words = Vec::new();
        let [across, down_too] = [false, true]
            .map(|down| self.puzzle.entries().iter().filter(move |entry| entry.down == down));
        for entry in across.chain(down_too) {
            let here = entry.down == down && entry.cells.contains(&slot);
            if let Some(clue) = self.clues.get(&entry.name) {
                words.push((here, format!("{} {clue} ({})", entry.name, entry.cells.len())));
            }
        }
        let file = self.puzzle.canonical();
        for group in file["variables"].as_array().into_iter().flatten() {
            let names = group["names"].as_array().into_iter().flatten();
            let names: Vec<&str> = names.filter_map(Value::as_str).collect();
            let values = group["values"].as_str().map_or(group["values"].to_string(), String::from);
            words.push((false, format!("{}: {values}", names.join(" "))));
        }
        for field in ["rules", "every_entry", "transform"] {
            let list = file.get(field).and_then(Value::as_array).into_iter().flatten();
            words.extend(list.filter_map(Value::as_str).map(|rule| (false, rule.to_string())));
        }
        words
    }

    fn goes_on(&self) -> bool {
        true
    }

    fn spelled(&self, filled: &[String]) -> Option<Solution> {
        if !self.can_judge() || !self.puzzle.variables().is_empty() {
            return None;
        }
        let digits: Option<Vec<u8>> = filled.iter().map(|text| text.parse().ok()).collect();
        Some(self.puzzle.form().solution(&digits?, &[], &[]))
    }

    fn answers(&self, solution: &Solution) -> Option<Vec<String>> {
        let digits = self.puzzle.form().digits(solution).ok()?;
        Some(digits.iter().map(ToString::to_string).collect())
    }
}
