//! A calcrostic on paper: the letters, and a table to write down what they are.

use super::{Board, Kind, OnPaper, Sheet, Square, number, sign};
use crate::puzzle::Solution;
use crate::puzzle::calcrostic::{Calcrostic, Form, Unknowns};
use crate::puzzle::grid::Position;

impl OnPaper for Calcrostic {
    fn sheet(&self, solution: Option<&Solution>) -> Sheet {
        let values = solution.and_then(|solution| self.values(solution));
        let filled = values.as_ref().map(|values| self.solved(values).cells());
        let grid = filled.as_deref().unwrap_or(self.grid());
        let square = |row: usize, column: usize, text: &String| {
            let word = self.words().get(&Position { row, column });
            match (&text[..], word) {
                ("#", _) => Square::default(),
                (_, None) => Square::new(Kind::Sign, sign(text)),
                (_, Some(_)) => Square::new(Kind::Given, text.clone()),
            }
        };
        let row = |(row, cells): (usize, &Vec<String>)| {
            cells.iter().enumerate().map(|(column, text)| square(row, column, text)).collect()
        };
        let rows = grid.iter().enumerate().map(row).collect();
        let table = self.letters().iter().enumerate().map(|(i, letter)| {
            let value = values.as_ref().map_or(String::new(), |values| number(values[i]));
            (letter.to_string(), value)
        });
        let notes = match (self.unknowns(), self.max()) {
            (_, _) if solution.is_some() => Vec::new(),
            (Unknowns::Digits, _) => Vec::new(),
            (Unknowns::Numbers, Some(max)) => {
                vec![format!("Letters stand for whole numbers from 1 to {max}.")]
            }
            (Unknowns::Numbers, None) => vec!["Letters stand for whole numbers from 1.".into()],
        };
        Sheet {
            task: task(self.unknowns(), self.form()),
            board: Board { rows, ..Board::default() },
            table: table.collect(),
            notes,
            ..Sheet::default()
        }
    }
}

fn task(unknowns: Unknowns, form: Form) -> &'static str {
    match (unknowns, form) {
        (Unknowns::Digits, Form::Equations) => {
            "Each letter stands for one digit, different letters for different digits. Every row \
             and column, and every diagonal with signs, is a true equation. No number starts with 0."
        }
        (Unknowns::Digits, Form::Zero) => {
            "Each letter stands for one digit, different letters for different digits. Every row \
             and column, and every diagonal with signs, comes to 0; × and ÷ go first."
        }
        (Unknowns::Numbers, Form::Equations) => {
            "Each letter stands for one whole number. Every row and column, and every diagonal \
             with signs, is a true equation."
        }
        (Unknowns::Numbers, Form::Zero) => {
            "Each letter stands for one whole number. Every row and column, and every diagonal \
             with signs, comes to 0; × and ÷ go first."
        }
    }
}
