//! The rule evaluator of crossmath: exact fractions, strictly left to right.

use num_rational::BigRational;

use super::{CrossMath, Division, Expression};
use crate::puzzle::fraction::{apply, whole};
use crate::puzzle::grid::{Grid, GridCell, Position};
use crate::puzzle::{Solution, Violation};

/// The grid of a solution, if it is the puzzle's with a number in each blank.
pub(super) fn filled(puzzle: &CrossMath, solution: &Solution) -> Result<Grid, Violation> {
    let filled = solution.grid()?;
    puzzle.grid.filled_by(&filled).map_err(Violation)?;
    Ok(filled)
}

/// Every blank filled, every operand in range and, if asked, distinct, every expression true.
pub(super) fn check(puzzle: &CrossMath, solution: &Solution) -> Result<(), Violation> {
    let filled = filled(puzzle, solution)?;
    let number = |position: Position| match filled.at(position) {
        GridCell::Number(value) => value,
        _ => unreachable!("a filled grid has numbers where the puzzle has"),
    };
    let (min, max) = puzzle.range();
    for (i, &position) in puzzle.operands.iter().enumerate() {
        let value = number(position);
        if value < min || value > max {
            let range = format!("{min} to {max}");
            return Err(Violation(format!("{position}: {value} is not in the range {range}")));
        }
        let earlier = puzzle.operands[..i].iter().find(|&&other| number(other) == value);
        if let Some(earlier) = earlier
            && puzzle.distinct()
        {
            return Err(Violation(format!("{position}: {value} stands at {earlier} too")));
        }
    }
    for expression in &puzzle.expressions {
        let expected = number(expression.result);
        let value = evaluate(expression, puzzle.division, number);
        if value != Some(whole(expected)) {
            let first = expression.first;
            let got = match value {
                Some(value) => format!("gives {value}"),
                None => "has a division that is not allowed".to_string(),
            };
            return Err(Violation(format!(
                "the expression from {first} to {} {got}, not {expected}",
                expression.result
            )));
        }
    }
    Ok(())
}

/// What an expression comes to, strictly in reading order; `None` if a division is not allowed.
pub(super) fn evaluate(
    expression: &Expression,
    division: Division,
    number: impl Fn(Position) -> i64,
) -> Option<BigRational> {
    let mut value = whole(number(expression.first));
    for &(operator, position) in &expression.steps {
        value = apply(&value, operator, &whole(number(position)))?;
        if division == Division::Exact && !value.is_integer() {
            return None;
        }
    }
    Some(value)
}
