//! Mathcrosswords from chance: a layout, values and operators, then blanks.

use std::any::Any;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::difficulty::{Goal, Mix, percent};
use super::fill::{self, Board};
use super::hide::hide;
use super::layout::{Layout, Wanted};
use super::twins::{Key, marked, transposed};
use super::wishes::Operators;
use super::{
    Chance, Difficulty, GenerateError, GeneratedPuzzle, Preset, Recipe, Share, Wishes, template,
};
use crate::judge::Judge;
use crate::solve::Choice;
use xwc_check::budget::Budget;
use xwc_check::lower::Lower;
use xwc_check::provable::Provable;
use xwc_check::puzzle::grid::{Cell, Grid, Operator, Position};
use xwc_check::puzzle::mathcrossword::MathCrossword;
use xwc_check::puzzle::{Puzzle, Solution};

const FAMILY: &str = "mathcrossword";

/// The options that are for this family.
const OPTIONS: [&str; 8] =
    ["equations", "width", "height", "max", "ops", "blanks", "show-results", "template"];

/// More equations than this are not for people.
const MAX_EQUATIONS: usize = 200;

/// Larger numbers are not for people either.
const MAX_VALUE: i64 = 100_000;

/// A layout that cannot be filled is exchanged this many times.
const MAX_LAYOUTS: usize = 20;

/// All that a mathcrossword's chance depends on.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Parameters {
    difficulty: Preset,
    equations: usize,
    height: usize,
    width: usize,
    /// Crossings on an equation, in tenths.
    crossings: usize,
    max: i64,
    operators: Operators,
    /// In percent.
    blanks: usize,
    minimal: bool,
    show_results: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    template: Option<Vec<String>>,
}

impl super::Parameters for Parameters {
    fn of(wishes: &Wishes) -> Result<Self, GenerateError> {
        wishes.only(FAMILY, &OPTIONS)?;
        let difficulty = wishes.difficulty.unwrap_or_default();
        let (equations, max, blanks, ops): (usize, i64, usize, &[Operator]) = match difficulty {
            Preset::Easy => (6, 20, 45, &Operator::ALL[..2]),
            Preset::Medium => (9, 50, 55, &Operator::ALL),
            Preset::Hard => (12, 99, 70, &Operator::ALL),
            Preset::Expert => (16, 99, 100, &Operator::ALL),
        };
        let template = wishes.template.as_deref().map(template::read).transpose()?;
        if template.is_some() {
            let said = [
                ("equations", wishes.equations.is_some()),
                ("width", wishes.width.is_some()),
                ("height", wishes.height.is_some()),
            ];
            if let Some((option, _)) = said.into_iter().find(|(_, said)| *said) {
                return Err(wish(option, "the template says that already".to_string()));
            }
        }
        let equations = match &template {
            Some(layout) => layout.slots.len(),
            None => wishes.equations.unwrap_or(equations),
        };
        let side = side(equations.min(MAX_EQUATIONS));
        let other = |length: usize| (side * side / length.max(1)).clamp(5, 255) | 1;
        let (height, width) = match (&template, wishes.height, wishes.width) {
            (Some(layout), ..) => (layout.height, layout.width),
            (_, None, None) => (side, side),
            // One side given: the other has room for as many cells as a square would.
            (_, Some(height), None) => (height, other(height)),
            (_, None, Some(width)) => (other(width), width),
            (_, Some(height), Some(width)) => (height, width),
        };
        let expert = difficulty == Preset::Expert && wishes.blanks.is_none();
        let minimal = wishes.minimal || expert;
        let blanks = wishes.blanks.map_or(blanks, |Share(percent)| percent);
        Ok(Self {
            difficulty,
            equations,
            height,
            width,
            crossings: 24,
            max: wishes.max.unwrap_or(max),
            operators: wishes.operators(ops)?,
            blanks: if minimal { 100 } else { blanks },
            minimal,
            show_results: wishes.show_results,
            template: template.as_ref().map(template::drawing),
        })
    }

    fn check(&self) -> Result<(), GenerateError> {
        if !(2..=MAX_EQUATIONS).contains(&self.equations) {
            let reason = format!("{}; there are 2 to {MAX_EQUATIONS} equations", self.equations);
            return Err(wish("equations", reason));
        }
        for &operator in &self.operators.0 {
            let least = if matches!(operator, Operator::Plus | Operator::Minus) { 2 } else { 4 };
            if self.max < least {
                let reason = format!("{}; with {operator} at least {least} is needed", self.max);
                return Err(wish("max", reason));
            }
        }
        if self.max > MAX_VALUE {
            return Err(wish("max", format!("{}; numbers go up to {MAX_VALUE}", self.max)));
        }
        for (option, length) in [("height", self.height), ("width", self.width)] {
            if !(1..=255).contains(&length) {
                return Err(wish(option, format!("{length}; a side has 1 to 255 cells")));
            }
        }
        // Lines that are full hold no more equations.
        let (height, width) = (self.height, self.width);
        let (rows, columns) = (height.div_ceil(2), width.div_ceil(2));
        let found = rows * (columns / 3) + columns * (rows / 3);
        if found < self.equations && self.template.is_none() {
            return Err(GenerateError::Layout { wanted: self.equations, height, width, found });
        }
        Ok(())
    }
}

fn wish(option: &'static str, reason: String) -> GenerateError {
    GenerateError::Wish { option, reason }
}

/// The side of a square in which this many equations have room: an odd number of cells.
fn side(equations: usize) -> usize {
    let nodes = (3..).find(|&n: &usize| 2 * n * (n / 3) * 10 >= 16 * equations);
    2 * nodes.unwrap_or(3) - 1
}

impl Parameters {
    fn board(&self, chance: &mut Chance) -> Result<(Layout, Board), GenerateError> {
        let Self { equations, height, width, crossings, .. } = *self;
        for _ in 0..MAX_LAYOUTS {
            let layout = match &self.template {
                Some(rows) => {
                    template::parse(&rows.join("\n")).map_err(|reason| wish("template", reason))?
                }
                None => {
                    Layout::draw(Wanted { equations, height, width, crossings }, chance).map_err(
                        |found| GenerateError::Layout { wanted: equations, height, width, found },
                    )?
                }
            };
            if let Some(board) = fill::fill(&layout, &self.operators.0, self.max, chance) {
                return Ok((layout, board));
            }
        }
        Err(GenerateError::Fill { max: self.max, operators: self.operators.to_string() })
    }
}

impl Recipe for Parameters {
    fn parameters(&self) -> Value {
        json!(self)
    }

    fn level(
        &self,
        chance: &mut Chance,
        choice: Choice<'_>,
    ) -> Result<GeneratedPuzzle, GenerateError> {
        let (layout, board) = self.board(chance)?;
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
        chance.shuffle(&mut candidates);
        let blanks = match self.minimal {
            true => cells.len(),
            false => (cells.len() * self.blanks).div_ceil(100),
        };
        let given = hide(&mut judge, cells.len(), &candidates, blanks)?;
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
            operators: Some(Mix::of(board.operators.iter().copied())),
            goals: goals.into(),
            ..Difficulty::default()
        };
        let difficulty = difficulty.solved(judge.figures(&given), hidden);
        let key = key(&level, &solved.texts());
        Ok(GeneratedPuzzle { puzzle: Box::new(level), solution, difficulty, key })
    }

    fn key(&self, puzzle: &dyn Provable, solution: &Solution) -> Option<Key> {
        let puzzle = (puzzle as &dyn Any).downcast_ref::<MathCrossword>()?;
        puzzle.check(solution).ok()?;
        Some(key(puzzle, &solution.grid().ok()?.texts()))
    }
}

/// The board with these cells given, row by row.
fn puzzle(layout: &Layout, board: &Board, given: &[bool]) -> MathCrossword {
    let mut grid = Grid::blocked(layout.height, layout.width);
    for (slot, operator) in layout.slots.iter().zip(&board.operators) {
        grid.set(slot.cell(1), Cell::Operator(*operator));
        grid.set(slot.cell(3), Cell::Equals);
    }
    let mut pool = Vec::new();
    for ((&cell, &value), given) in board.values.iter().zip(given) {
        grid.set(cell, if *given { Cell::Number(value) } else { Cell::Blank });
        if !given {
            pool.push(value);
        }
    }
    MathCrossword::new(grid, pool, None).expect("layouts are legal by construction")
}

/// Operands of a sum or product that cross nothing stand in a fixed order; a blank keeps its value
/// for that, so that a level and its twin read the same.
fn key(puzzle: &MathCrossword, solved: &[Vec<String>]) -> Key {
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
    Key::of([transposed(&grid), grid])
}
