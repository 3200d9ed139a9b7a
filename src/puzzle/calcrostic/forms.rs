//! The eight forms of a puzzle, as puzzles.

use serde_json::json;

use super::square::Square;
use super::{Calcrostic, Word};
use crate::puzzle::{self, Puzzle, Solution};

impl Calcrostic {
    /// All eight forms, letters renamed in the order in which they appear, each with the solution
    /// that it has if this puzzle has the given one; nothing for the form `zero`.
    pub fn forms(&self, solution: Option<&Solution>) -> Option<Vec<(Self, Option<Solution>)>> {
        let words = self.square()?.forms();
        let numbers = solution.and_then(|solution| Square::of_texts(&solution.cells()));
        let numbers = numbers.map(|numbers| numbers.forms());
        let form = |(i, words): (usize, &Square<String>)| {
            let mut file = self.canonical();
            file["grid"] = json!(words.relabelled().texts());
            let puzzle: Self = puzzle::read(&file.to_string()).ok()?;
            let solution = numbers.as_ref().and_then(|forms| {
                let values = puzzle.values_from(&forms[i].texts())?;
                Some(puzzle.solved(&values))
            });
            Some((puzzle, solution))
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
