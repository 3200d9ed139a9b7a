//! Calcrostics on a page: a slot is a letter, wherever it stands.

use serde_json::{Map, Value, json};

use super::seal::Salt;
use super::{Data, OnPage, index};
use crate::puzzle::Solution;
use crate::puzzle::calcrostic::{Calcrostic, Symbol, Word};
use crate::puzzle::grid::Position;

impl OnPage for Calcrostic {
    fn data(&self, _: &Salt) -> Data {
        let slot = |letter: char| self.letters().iter().position(|&other| other == letter);
        let part = |symbol: &Symbol| match symbol {
            Symbol::Digit(digit) => json!(digit.to_string()),
            Symbol::Letter(letter) => json!(slot(*letter)),
        };
        let cell = |row: usize, column: usize, text: &String| -> Value {
            match self.words().get(&Position { row, column }) {
                None if text == "#" => Value::Null,
                None => json!({ "sign": text }),
                Some(Word::Number(number)) => json!({ "text": number.to_string() }),
                Some(Word::Unknown(letter)) => json!({ "parts": [slot(*letter)] }),
                Some(Word::Digits(symbols)) if symbols.iter().all(is_digit) => {
                    json!({ "text": text })
                }
                Some(Word::Digits(symbols)) => {
                    json!({ "parts": symbols.iter().map(part).collect::<Vec<_>>() })
                }
            }
        };
        let row = |(row, texts): (usize, &Vec<String>)| {
            texts.iter().enumerate().map(|(column, text)| cell(row, column, text)).collect()
        };
        let width = self.grid().first().map_or(0, Vec::len);
        let lines: Vec<Vec<usize>> = self
            .lines()
            .iter()
            .map(|line| line.cells.iter().map(|&position| index(position, width)).collect())
            .collect();
        let letters: Vec<String> = self.letters().iter().map(char::to_string).collect();
        let mut rules = Map::new();
        rules.insert("lines".into(), json!(lines));
        rules.insert("letters".into(), json!(letters));
        rules.insert("unknowns".into(), json!(self.unknowns()));
        rules.insert("form".into(), json!(self.form()));
        rules.insert("max".into(), json!(self.max()));
        Data {
            cells: self.grid().iter().enumerate().map(row).collect(),
            slots: self.letters().len(),
            rules,
        }
    }

    fn script(&self) -> &'static str {
        include_str!("page/calcrostic.js")
    }

    fn answers(&self, solution: &Solution) -> Option<Vec<String>> {
        Some(self.values(solution)?.iter().map(i64::to_string).collect())
    }
}

fn is_digit(symbol: &Symbol) -> bool {
    matches!(symbol, Symbol::Digit(_))
}
