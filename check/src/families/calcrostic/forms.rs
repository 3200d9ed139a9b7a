//! The eight forms of a puzzle, as puzzles.

use super::square::Square;
use super::{Calcrostic, Word};
use crate::puzzle::Solution;

/// One of the eight forms.
#[derive(Debug)]
pub struct CalcrosticForm {
    /// The puzzle.
    pub puzzle: Calcrostic,
    /// Its solution, if it is known.
    pub solution: Option<Solution>,
    /// Whether its numbers are known, and it stands for all eight.
    pub is_standard: bool,
}

impl Calcrostic {
    /// All eight forms, letters renamed in the order in which they appear, each with the solution
    /// that it has if this puzzle has the given one; `None` for the form `zero`.
    pub fn forms(&self, solution: Option<&Solution>) -> Option<Vec<CalcrosticForm>> {
        let words = self.square()?.forms();
        let numbers = solution.and_then(|solution| Square::of_texts(&solution.cells()));
        let numbers = numbers.map(|numbers| numbers.forms());
        let form = |(i, words): (usize, &Square<String>)| {
            let puzzle = self.with_grid(&words.relabelled().texts()).ok()?;
            let numbers = numbers.as_ref().map(|forms| &forms[i]);
            let values = numbers.and_then(|form| puzzle.values_from(&form.texts()));
            let solution = values.map(|values| puzzle.solved(&values));
            let number = |text: &String| text.parse::<u64>().unwrap_or(0);
            let is_standard = numbers.is_some_and(|form| form.map(number).is_standard());
            Some(CalcrosticForm { puzzle, solution, is_standard })
        };
        words.iter().enumerate().map(form).collect()
    }

    /// The values of the letters, by their order, that a filled grid shows.
    pub fn values_from(&self, filled: &[Vec<String>]) -> Option<Vec<i64>> {
        let value = |letter: &char| {
            self.words.iter().find_map(|(position, word)| {
                let text = &filled[position.row][position.column];
                match word {
                    Word::Unknown(other) if other == letter => text.parse().ok(),
                    Word::Digits(_) => {
                        let written = self.grid[position.row][position.column].chars();
                        let mut places = written.zip(text.chars());
                        let (_, digit) = places.find(|(other, _)| other == letter)?;
                        digit.to_digit(10).map(i64::from)
                    }
                    _ => None,
                }
            })
        };
        self.letters.iter().map(value).collect()
    }
}
