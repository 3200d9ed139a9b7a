//! Ladders from a seed: numbers are drawn, then hidden as long as the judge says that they follow.

use std::any::Any;

use serde_json::{Value, json};

use super::options::ToyParameters;
use crate::toys::family::check::{LARGEST, ToyLadder};
use xwc::generate::{
    Difficulty, DuplicateKey, GenerateError, GeneratedPuzzle, Generator, Goal, SeededRng, hide,
};
use xwc::solve::SolverSelection;
use xwc_check::certificate::Provable;
use xwc_check::lower::Lower;
use xwc_check::puzzle::grid::{Grid, GridCell, Operator, Position};
use xwc_check::puzzle::{Puzzle, Solution};
use xwc_check::support::budget::Budget;

impl Generator for ToyParameters {
    fn parameters(&self) -> Value {
        json!(self)
    }

    fn level(
        &self,
        rng: &mut SeededRng,
        choice: SolverSelection<'_>,
    ) -> Result<GeneratedPuzzle, GenerateError> {
        let n = self.steps;
        let mut numbers: Vec<i64> = (1..=LARGEST).collect();
        rng.shuffle(&mut numbers);
        numbers.truncate(n);
        numbers.sort_unstable();
        let read = |given: &[bool]| -> Box<dyn Provable> { Box::new(ladder(&numbers, given)) };
        let lowered = ladder(&numbers, &vec![false; n]).lower(Budget::default())?;
        let mut candidates: Vec<usize> = (0..n).collect();
        rng.shuffle(&mut candidates);
        let blanks = n - self.givens;
        let given = hide(&lowered, numbers.clone(), choice, &read, &candidates, blanks)?;
        let blanks = given.iter().filter(|given| !**given).count();
        let level = ladder(&numbers, &given);
        let solution = Solution::of_grid(ladder(&numbers, &vec![true; n]).grid());
        if level.check(&solution).is_err() {
            return Err(GenerateError::Board);
        }
        let goal = Goal { asked: self.givens as i64, got: (n - blanks) as i64 };
        let difficulty = Difficulty {
            preset: self.difficulty,
            blanks: Some(blanks),
            givens: Some(n - blanks),
            largest: numbers.last().copied(),
            goals: [("givens", goal)].into(),
            ..Difficulty::default()
        };
        let key = key(&level);
        Ok(GeneratedPuzzle { puzzle: Box::new(level), solution, difficulty, key })
    }

    fn key(&self, puzzle: &dyn Provable, _: &Solution) -> Option<DuplicateKey> {
        (puzzle as &dyn Any).downcast_ref::<ToyLadder>().map(key)
    }
}

/// The ladder of these numbers, of which some are given.
fn ladder(numbers: &[i64], given: &[bool]) -> ToyLadder {
    let mut grid = Grid::blocked(1, 2 * numbers.len() + 1);
    let mut set = |column: usize, cell: GridCell| grid.set(Position { row: 0, column }, cell);
    for (i, (&value, given)) in numbers.iter().zip(given).enumerate() {
        set(2 * i, if *given { GridCell::Number(value) } else { GridCell::Blank });
        set(2 * i + 1, GridCell::Operator(Operator::Plus));
    }
    set(2 * numbers.len() - 1, GridCell::Equals);
    set(2 * numbers.len(), GridCell::Number(numbers.iter().sum()));
    ToyLadder::new(grid).expect("ladders are legal by construction")
}

/// A ladder has no other form that says the same.
fn key(puzzle: &ToyLadder) -> DuplicateKey {
    DuplicateKey::from_iter([puzzle.grid().texts()])
}
