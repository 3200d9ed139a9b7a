//! A crossmath on paper: the grid, and which numbers may be used.

use super::{OnPaper, Sheet, arithmetic, number};
use crate::puzzle::Solution;
use crate::puzzle::crossmath::{CrossMath, Division};

impl OnPaper for CrossMath {
    fn sheet(&self, solution: Option<&Solution>) -> Sheet {
        let (min, max) = self.range();
        let once = if self.distinct() { ", each at most once" } else { "" };
        let mut notes = vec![format!("Numbers from {} to {}{once}.", number(min), number(max))];
        if self.division() == Division::Rational {
            notes.push("Divisions may give fractions on the way.".to_string());
        }
        if solution.is_some() {
            notes.clear();
        }
        Sheet {
            task: "Fill in the missing numbers. Work every row from left to right and every column \
                   from top to bottom, one step after the other: × and ÷ do not go first.",
            board: arithmetic(self.grid(), solution),
            notes,
            ..Sheet::default()
        }
    }
}
