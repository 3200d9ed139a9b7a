//! Mathcrosswords from a seed: a layout, values and operators, then blanks.

use std::any::Any;
use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::fill::{self, FilledLayout};
use super::layout::{EquationLayout, LayoutConstraints};
use super::options::{MathCrosswordParameters, no_layout};
use super::template;
use crate::generate::{
    Difficulty, DuplicateKey, GenerateError, GeneratedPuzzle, Generator, Goal, SeededRng,
    count_operators, hide_with, marked, percent, transposed,
};
use crate::judge::Judge;
use crate::solve::SolverSelection;
use xwc_check::certificate::Provable;
use xwc_check::families::mathcrossword::MathCrossword;
use xwc_check::lower::Lower;
use xwc_check::puzzle::grid::{Grid, GridCell, Operator, Position};
use xwc_check::puzzle::{Puzzle, Solution};
use xwc_check::support::budget::Budget;

/// A layout that cannot be filled is exchanged this many times.
const MAX_LAYOUTS: usize = 20;

impl MathCrosswordParameters {
    fn board(&self, rng: &mut SeededRng) -> Result<(EquationLayout, FilledLayout), GenerateError> {
        let Self { equations, height, width, crossings, .. } = *self;
        for _ in 0..MAX_LAYOUTS {
            let layout = match &self.template {
                Some(rows) => template::parse(&rows.join("\n"))
                    .map_err(|reason| GenerateError::option("template", reason))?,
                None => EquationLayout::draw(
                    LayoutConstraints { equations, height, width, crossings },
                    rng,
                )
                .map_err(|found| no_layout(equations, height, width, found))?,
            };
            if let Some(board) = fill::fill(&layout, &self.operators.0, self.max, rng) {
                return Ok((layout, board));
            }
        }
        Err(GenerateError::no_numbers(self.max, &self.operators))
    }
}

impl Generator for MathCrosswordParameters {
    fn parameters(&self) -> Value {
        json!(self)
    }

    fn level(
        &self,
        rng: &mut SeededRng,
        choice: SolverSelection<'_>,
    ) -> Result<GeneratedPuzzle, GenerateError> {
        let (layout, board) = self.board(rng)?;
        let cells: Vec<Position> = board.values.keys().copied().collect();
        let planted: Vec<i64> = board.values.values().copied().collect();
        let state = |given: &[bool]| puzzle(&layout, &board, given);
        let read = |given: &[bool]| -> Box<dyn Provable> { Box::new(state(given)) };
        let lowered = state(&vec![false; cells.len()]).lower(Budget::default());
        let lowered = lowered.map_err(|_| GenerateError::Board)?;
        let mut judge = Judge::new(&lowered, planted, choice, &read).ok_or(GenerateError::Board)?;
        let results: Vec<Position> = layout.slots.iter().map(|slot| slot.numbers()[2]).collect();
        let may_go = |&i: &usize| !self.show_results || !results.contains(&cells[i]);
        let mut candidates: Vec<usize> = (0..cells.len()).filter(may_go).collect();
        rng.shuffle(&mut candidates);
        let blanks = match self.minimal {
            true => cells.len(),
            false => (cells.len() * self.blanks).div_ceil(100),
        };
        let given = hide_with(&mut judge, cells.len(), &candidates, blanks)?;
        let hidden = given.iter().filter(|given| !**given).count();
        let level = state(&given);
        let solved = state(&vec![true; cells.len()]).grid().clone();
        let solution = Solution::of_grid(&solved);
        if level.check(&solution).is_err() {
            return Err(GenerateError::Board);
        }
        let largest = board.values.values().max().copied().unwrap_or(0);
        let (n, crossings) = (layout.slots.len(), 3 * layout.slots.len() - cells.len());
        let goals = [
            ("blanks", Goal::new(self.blanks, percent(hidden, cells.len()))),
            ("crossings", Goal::new(self.crossings, 20 * crossings / n)),
            ("max", Goal { asked: self.max, got: largest }),
        ];
        let difficulty = Difficulty {
            preset: self.difficulty,
            equations: Some(n),
            crossings: Some(crossings),
            blanks: Some(hidden),
            largest: Some(largest),
            operators: Some(count_operators(board.operators.iter().copied())),
            goals: goals.into(),
            ..Difficulty::default()
        };
        let difficulty = difficulty.solved(judge.figures(&given), hidden);
        let key = key(&level, &solved.texts());
        Ok(GeneratedPuzzle { puzzle: Box::new(level), solution, difficulty, key })
    }

    fn key(&self, puzzle: &dyn Provable, solution: &Solution) -> Option<DuplicateKey> {
        let puzzle = (puzzle as &dyn Any).downcast_ref::<MathCrossword>()?;
        puzzle.check(solution).ok()?;
        Some(key(puzzle, &solution.grid().ok()?.texts()))
    }
}

/// The board with these cells given, row by row.
fn puzzle(layout: &EquationLayout, board: &FilledLayout, given: &[bool]) -> MathCrossword {
    let mut grid = Grid::blocked(layout.height, layout.width);
    for (slot, operator) in layout.slots.iter().zip(&board.operators) {
        grid.set(slot.cell(1), GridCell::Operator(*operator));
        grid.set(slot.cell(3), GridCell::Equals);
    }
    let mut pool = Vec::new();
    for ((&cell, &value), given) in board.values.iter().zip(given) {
        grid.set(cell, if *given { GridCell::Number(value) } else { GridCell::Blank });
        if !given {
            pool.push(value);
        }
    }
    MathCrossword::new(grid, pool, None).expect("layouts are legal by construction")
}

/// Operands of a sum or product that cross nothing stand in a fixed order; a blank keeps its value
/// for that, so that a level and its twin read the same.
fn key(puzzle: &MathCrossword, solved: &[Vec<String>]) -> DuplicateKey {
    let mut uses: BTreeMap<Position, usize> = BTreeMap::new();
    for &cell in puzzle.equations().iter().flat_map(|equation| &equation.numbers) {
        *uses.entry(cell).or_default() += 1;
    }
    let mut grid = marked(&puzzle.grid().texts(), solved);
    for equation in puzzle.equations() {
        let [a, b, _] = equation.numbers;
        let commutes = matches!(equation.operator, Operator::Plus | Operator::Times);
        if commutes && uses[&a] == 1 && uses[&b] == 1 {
            let (one, two) = (grid[a.row][a.column].clone(), grid[b.row][b.column].clone());
            if one > two {
                (grid[a.row][a.column], grid[b.row][b.column]) = (two, one);
            }
        }
    }
    DuplicateKey::from_iter([transposed(&grid), grid])
}
