//! The rule evaluator of mathcrossword.

use super::MathCrossword;
use crate::puzzle::grid::{Grid, GridCell, Operator};
use crate::puzzle::{Solution, Violation};

/// The grid of a solution, if it is the puzzle's with a number in each blank.
pub(super) fn filled(puzzle: &MathCrossword, solution: &Solution) -> Result<Grid, Violation> {
    let filled = solution.grid()?;
    puzzle.grid.filled_by(&filled).map_err(Violation)?;
    Ok(filled)
}

/// Every blank filled, every equation true, the pool used up.
pub(super) fn check(puzzle: &MathCrossword, solution: &Solution) -> Result<(), Violation> {
    let filled = filled(puzzle, solution)?;
    let number = |position| match filled.at(position) {
        GridCell::Number(value) => value,
        _ => unreachable!("a filled grid has numbers where the puzzle has"),
    };
    for equation in &puzzle.equations {
        let [a, b, c] = equation.numbers.map(number);
        if !equation.holds([a, b, c]) {
            let text = format!("{a} {} {b} = {c}", equation.operator);
            return Err(Violation(format!("{}: {text} is false", equation.numbers[0])));
        }
    }
    let mut used: Vec<i64> = puzzle.grid.blanks().map(number).collect();
    used.sort_unstable();
    if used != puzzle.pool {
        return Err(Violation(format!("its numbers {used:?} are not the pool {:?}", puzzle.pool)));
    }
    Ok(())
}

/// Non-negative whole numbers, division exact and never by zero.
pub(super) fn is_true(a: i64, operator: Operator, b: i64, c: i64) -> bool {
    if a < 0 || b < 0 || c < 0 {
        return false;
    }
    // Sums and products of 64 bits fit 128.
    let [a, b, c] = [a, b, c].map(i128::from);
    match operator {
        Operator::Plus => a + b == c,
        Operator::Minus => a - b == c,
        Operator::Times => a * b == c,
        Operator::Divide => b != 0 && a % b == 0 && a / b == c,
    }
}
