//! Crossmaths from chance: operands, operators that come out whole, then blanks.

use std::any::Any;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::difficulty::{Goal, Mix};
use super::hide::hide;
use super::twins::{Key, marked, transposed};
use super::wishes::Operators;
use super::{Chance, Difficulty, GenerateError, GeneratedPuzzle, Preset, Recipe, Size, Wishes};
use crate::judge::Judge;
use crate::solve::Choice;
use xwc_check::budget::Budget;
use xwc_check::lower::Lower;
use xwc_check::provable::Provable;
use xwc_check::puzzle::crossmath::{CrossMath, Division, Values};
use xwc_check::puzzle::grid::{Grid, Operator};
use xwc_check::puzzle::{Puzzle, Solution};

const FAMILY: &str = "crossmath";

/// Longer lines are not for people.
const MAX_SIDE: usize = 12;

/// Ways to put operators into a line, of which the best is taken.
const DRAWS: usize = 24;

/// Boards that are drawn until every line comes out.
const MAX_BOARDS: usize = 200;

/// Values in between and results stay below this.
const MAX_VALUE: i64 = 10_000;

/// All that a crossmath's chance depends on.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Parameters {
    difficulty: Preset,
    rows: usize,
    columns: usize,
    max: i64,
    operators: Operators,
    givens: usize,
    minimal: bool,
}

impl super::Parameters for Parameters {
    fn of(wishes: &Wishes) -> Result<Self, GenerateError> {
        wishes.only(FAMILY, &["size", "max", "ops", "givens"])?;
        let difficulty = wishes.difficulty.unwrap_or_default();
        let (givens, ops): (usize, &[Operator]) = match difficulty {
            Preset::Easy => (4, &Operator::ALL[..2]),
            Preset::Medium => (2, &Operator::ALL),
            Preset::Hard | Preset::Expert => (0, &Operator::ALL),
        };
        let Size { rows, columns } = wishes.size.unwrap_or(Size { rows: 3, columns: 3 });
        let expert = difficulty == Preset::Expert && wishes.givens.is_none();
        let minimal = wishes.minimal || expert;
        let givens = wishes.givens.unwrap_or(givens);
        let max = wishes.max.unwrap_or((rows.saturating_mul(columns)).clamp(9, 144) as i64);
        let operators = wishes.operators(ops)?;
        let givens = if minimal { 0 } else { givens };
        Ok(Self { difficulty, rows, columns, max, operators, givens, minimal })
    }

    fn check(&self) -> Result<(), GenerateError> {
        let wish = |option, reason: String| Err(GenerateError::Wish { option, reason });
        let (rows, columns) = (self.rows, self.columns);
        if !(2..=MAX_SIDE).contains(&rows) || !(2..=MAX_SIDE).contains(&columns) {
            return wish("size", format!("{rows}x{columns}; sides go from 2 to {MAX_SIDE}"));
        }
        if !(1..=MAX_VALUE).contains(&self.max) {
            return wish("max", format!("{}; operands go from 1 to {MAX_VALUE}", self.max));
        }
        if self.givens > rows * columns {
            return wish(
                "givens",
                format!("{}; there are {} operands", self.givens, rows * columns),
            );
        }
        Ok(())
    }
}

/// A filled crossmath as texts; results included.
type Texts = Vec<Vec<String>>;

impl Parameters {
    /// Whether no operand occurs twice: if there are enough values.
    fn distinct(&self) -> bool {
        self.rows * self.columns <= usize::try_from(self.max).unwrap_or(0)
    }

    /// Operands, and operators that come out whole; `None` if a line has none.
    fn board(&self, chance: &mut Chance) -> Option<(Texts, Vec<i64>, Vec<Operator>)> {
        let n = self.rows * self.columns;
        let mut operands: Vec<i64> = (1..=self.max).collect();
        if self.distinct() {
            chance.shuffle(&mut operands);
            operands.truncate(n);
        } else {
            operands = (0..n).map(|_| chance.between(1, self.max)).collect();
        }
        let mut grid = vec![vec!["#".to_string(); 2 * self.columns + 1]; 2 * self.rows + 1];
        for (i, operand) in operands.iter().enumerate() {
            grid[2 * (i / self.columns)][2 * (i % self.columns)] = operand.to_string();
        }
        let mut used = Vec::new();
        let across = (0..self.rows).map(|row| (row, false));
        let down = (0..self.columns).map(|column| (column, true));
        for (line, down) in across.chain(down) {
            let along: Vec<i64> = match down {
                true => operands.iter().copied().skip(line).step_by(self.columns).collect(),
                false => operands[line * self.columns..][..self.columns].to_vec(),
            };
            let (operators, result) = self.line(&along, &used, chance)?;
            let at = |i: usize| if down { (i, 2 * line) } else { (2 * line, i) };
            for (i, operator) in operators.iter().enumerate() {
                grid[at(2 * i + 1).0][at(2 * i + 1).1] = operator.to_string();
            }
            let end = 2 * along.len();
            grid[at(end - 1).0][at(end - 1).1] = "=".to_string();
            grid[at(end).0][at(end).1] = result.to_string();
            used.extend(operators);
        }
        Some((grid, operands, used))
    }

    /// The best of some ways to put operators between operands.
    fn line(
        &self,
        operands: &[i64],
        used: &[Operator],
        chance: &mut Chance,
    ) -> Option<(Vec<Operator>, i64)> {
        let count = |op: Operator| used.iter().filter(|&&other| other == op).count();
        let mut best: Option<(usize, Vec<Operator>, i64)> = None;
        for _ in 0..DRAWS {
            let mut operators = Vec::new();
            let mut value = operands[0];
            let mut penalty = chance.below(4);
            for &operand in &operands[1..] {
                let operator = self.operators.0[chance.below(self.operators.0.len())];
                let next = apply(value, operator, operand).filter(|next| next.abs() < MAX_VALUE);
                let Some(next) = next else { break };
                penalty += 3 * count(operator);
                penalty += 3 * operators.iter().filter(|&&other| other == operator).count();
                penalty += if next < 0 { 8 } else { 0 };
                operators.push(operator);
                value = next;
            }
            if operators.len() + 1 < operands.len() {
                continue;
            }
            if best.as_ref().is_none_or(|(least, ..)| penalty < *least) {
                best = Some((penalty, operators, value));
            }
        }
        best.map(|(_, operators, value)| (operators, value))
    }
}

fn apply(value: i64, operator: Operator, operand: i64) -> Option<i64> {
    match operator {
        Operator::Plus => Some(value + operand),
        Operator::Minus => Some(value - operand),
        Operator::Times => value.checked_mul(operand),
        Operator::Divide => (operand != 0 && value % operand == 0).then(|| value / operand),
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
        let board = (0..MAX_BOARDS).find_map(|_| self.board(chance));
        let (grid, operands, operators) = board.ok_or_else(|| GenerateError::Fill {
            max: self.max,
            operators: self.operators.to_string(),
        })?;
        let n = operands.len();
        let values = Values::up_to(self.max, self.distinct());
        let shown = |given: &[bool]| {
            let mut shown = grid.clone();
            for (i, _) in given.iter().enumerate().filter(|(_, given)| !**given) {
                shown[2 * (i / self.columns)][2 * (i % self.columns)] = "_".to_string();
            }
            shown
        };
        let puzzle = |given: &[bool]| -> CrossMath {
            let grid = Grid::parse(&shown(given)).expect("well formed by construction");
            CrossMath::new(grid, values, Division::Exact).expect("well formed by construction")
        };
        let read = |given: &[bool]| -> Box<dyn Provable> { Box::new(puzzle(given)) };
        let lowered =
            puzzle(&vec![false; n]).lower(Budget::default()).map_err(|_| GenerateError::Board)?;
        let mut judge =
            Judge::new(&lowered, operands, choice, &read).ok_or(GenerateError::Board)?;
        let mut candidates: Vec<usize> = (0..n).collect();
        chance.shuffle(&mut candidates);
        let given = hide(&mut judge, n, &candidates, n - self.givens)?;
        let hidden = given.iter().filter(|given| !**given).count();
        let level = puzzle(&given);
        let solution = Solution(json!({ "grid": grid }));
        if level.check(&solution).is_err() {
            return Err(GenerateError::Board);
        }
        let difficulty = Difficulty {
            preset: self.difficulty,
            size: Some(format!("{}x{}", self.rows, self.columns)),
            blanks: Some(hidden),
            givens: Some(n - hidden),
            largest: Some(self.max),
            operators: Some(Mix::of(operators.iter().copied())),
            goals: [("givens", Goal::new(self.givens, n - hidden))].into(),
            ..Difficulty::default()
        };
        let difficulty = difficulty.solved(judge.figures(&given), hidden);
        let key = key(&shown(&given), &grid);
        Ok(GeneratedPuzzle { puzzle: Box::new(level), solution, difficulty, key })
    }

    fn key(&self, puzzle: &dyn Provable, solution: &Solution) -> Option<Key> {
        let puzzle = (puzzle as &dyn Any).downcast_ref::<CrossMath>()?;
        puzzle.check(solution).ok()?;
        Some(key(&puzzle.grid().texts(), &solution.grid().ok()?.texts()))
    }
}

/// Transposed, and with the first two columns or rows exchanged where every line that begins with
/// them begins with a sum or product.
fn key(shown: &Texts, solved: &Texts) -> Key {
    let marked = marked(shown, solved);
    let mut forms = Vec::new();
    for form in [transposed(&marked), marked] {
        for form in exchanged(form) {
            forms.extend(exchanged(transposed(&form)));
        }
    }
    Key::of(forms)
}

/// A form, and the one with its first two columns exchanged if that says the same.
fn exchanged(form: Texts) -> Vec<Texts> {
    let lines = form.len() - 2;
    let commutes = (0..lines).step_by(2).all(|row| matches!(&form[row][1][..], "+" | "×"));
    if !commutes {
        return vec![form];
    }
    let mut other = form.clone();
    for row in &mut other {
        row.swap(0, 2);
    }
    vec![form, other]
}
