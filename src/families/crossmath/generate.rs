//! Crossmaths from a seed: operands, operators that come out whole, then blanks.

use std::any::Any;

use serde_json::{Value, json};

use super::options::{CrossMathParameters, MAX_VALUE};
use crate::generate::{
    Difficulty, DuplicateKey, GenerateError, GeneratedPuzzle, Generator, Goal, SeededRng,
    count_operators, hide_with, marked, transposed,
};
use crate::judge::Judge;
use crate::solve::SolverSelection;
use xwc_check::certificate::Provable;
use xwc_check::families::crossmath::{CrossMath, Division, OperandValues};
use xwc_check::lower::Lower;
use xwc_check::puzzle::grid::{Grid, Operator};
use xwc_check::puzzle::{Puzzle, Solution};
use xwc_check::support::budget::Budget;

/// Ways to put operators into a line, of which the best is taken.
const DRAWS: usize = 24;

/// Boards that are drawn until every line comes out.
const MAX_BOARDS: usize = 200;

/// A filled crossmath as texts; results included.
type Texts = Vec<Vec<String>>;

impl CrossMathParameters {
    /// Whether no operand occurs twice: if there are enough values.
    fn distinct(&self) -> bool {
        self.rows * self.columns <= usize::try_from(self.max).unwrap_or(0)
    }

    /// Operands, and operators that come out whole; `None` if a line has none.
    fn board(&self, rng: &mut SeededRng) -> Option<(Texts, Vec<i64>, Vec<Operator>)> {
        let n = self.rows * self.columns;
        let mut operands: Vec<i64> = (1..=self.max).collect();
        if self.distinct() {
            rng.shuffle(&mut operands);
            operands.truncate(n);
        } else {
            operands = (0..n).map(|_| rng.between(1, self.max)).collect();
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
            let (operators, result) = self.line(&along, &used, rng)?;
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
        rng: &mut SeededRng,
    ) -> Option<(Vec<Operator>, i64)> {
        let count = |op: Operator| used.iter().filter(|&&other| other == op).count();
        let mut best: Option<(usize, Vec<Operator>, i64)> = None;
        for _ in 0..DRAWS {
            let mut operators = Vec::new();
            let mut value = operands[0];
            let mut penalty = rng.below(4);
            for &operand in &operands[1..] {
                let operator = self.operators.0[rng.below(self.operators.0.len())];
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

impl Generator for CrossMathParameters {
    fn parameters(&self) -> Value {
        json!(self)
    }

    fn level(
        &self,
        rng: &mut SeededRng,
        choice: SolverSelection<'_>,
    ) -> Result<GeneratedPuzzle, GenerateError> {
        let board = (0..MAX_BOARDS).find_map(|_| self.board(rng));
        let (grid, operands, operators) =
            board.ok_or_else(|| GenerateError::no_numbers(self.max, &self.operators))?;
        let n = operands.len();
        let values = OperandValues::up_to(self.max, self.distinct());
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
        rng.shuffle(&mut candidates);
        let given = hide_with(&mut judge, n, &candidates, n - self.givens)?;
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
            operators: Some(count_operators(operators.iter().copied())),
            goals: [("givens", Goal::new(self.givens, n - hidden))].into(),
            ..Difficulty::default()
        };
        let difficulty = difficulty.solved(judge.figures(&given), hidden);
        let key = key(&shown(&given), &grid);
        Ok(GeneratedPuzzle { puzzle: Box::new(level), solution, difficulty, key })
    }

    fn key(&self, puzzle: &dyn Provable, solution: &Solution) -> Option<DuplicateKey> {
        let puzzle = (puzzle as &dyn Any).downcast_ref::<CrossMath>()?;
        puzzle.check(solution).ok()?;
        Some(key(&puzzle.grid().texts(), &solution.grid().ok()?.texts()))
    }
}

/// Transposed, and with the first two columns or rows exchanged where every line that begins with
/// them begins with a sum or product.
fn key(shown: &Texts, solved: &Texts) -> DuplicateKey {
    let marked = marked(shown, solved);
    let mut forms = Vec::new();
    for form in [transposed(&marked), marked] {
        for form in exchanged(form) {
            forms.extend(exchanged(transposed(&form)));
        }
    }
    DuplicateKey::from_iter(forms)
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
