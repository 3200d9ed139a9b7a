//! The rule evaluator of crossmath: exact fractions, strictly left to right.

use super::{CrossMath, Division, Expression};
use crate::puzzle::grid::{Cell, Operator, Position};
use crate::puzzle::{Solution, Violation};

/// Every blank filled, every operand in range and, if asked, distinct, every expression true.
pub(super) fn check(puzzle: &CrossMath, solution: &Solution) -> Result<(), Violation> {
    let filled = solution.grid()?;
    puzzle.grid.filled_by(&filled).map_err(Violation)?;
    let number = |position: Position| match filled.at(position) {
        Cell::Number(value) => value,
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
        if value != Some(Fraction::whole(expected)) {
            let first = expression.first;
            let got = match value {
                Some(Fraction { over, under: 1 }) => format!("gives {over}"),
                Some(Fraction { over, under }) => format!("gives {over}/{under}"),
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

pub(super) fn evaluate(
    expression: &Expression,
    division: Division,
    number: impl Fn(Position) -> i64,
) -> Option<Fraction> {
    let mut value = Fraction::whole(number(expression.first));
    for &(operator, position) in &expression.steps {
        value = value.apply(operator, number(position))?;
        if division == Division::Exact && value.under != 1 {
            return None;
        }
    }
    Some(value)
}

/// In lowest terms, `under` positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fraction {
    over: i128,
    under: i128,
}

impl Fraction {
    fn whole(value: i64) -> Self {
        Self { over: i128::from(value), under: 1 }
    }

    pub(super) fn to_whole(self) -> Option<i128> {
        (self.under == 1).then_some(self.over)
    }

    /// Nothing if that is a division by zero, or beyond 128 bits.
    fn apply(self, operator: Operator, operand: i64) -> Option<Self> {
        let operand = i128::from(operand);
        let Self { over, under } = self;
        let (over, under) = match operator {
            Operator::Plus => (over.checked_add(operand.checked_mul(under)?)?, under),
            Operator::Minus => (over.checked_sub(operand.checked_mul(under)?)?, under),
            Operator::Times => (over.checked_mul(operand)?, under),
            Operator::Divide if operand == 0 => return None,
            Operator::Divide => {
                (over.checked_mul(operand.signum())?, under.checked_mul(operand.abs())?)
            }
        };
        let divisor = gcd(over.unsigned_abs(), under.unsigned_abs());
        let divisor = i128::try_from(divisor).ok()?;
        Some(Self { over: over / divisor, under: under / divisor })
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_stay_in_lowest_terms() {
        let value = Fraction::whole(6).apply(Operator::Divide, -4).expect("not by zero");
        assert_eq!(value, Fraction { over: -3, under: 2 });
        assert_eq!(value.apply(Operator::Times, -2), Some(Fraction::whole(3)));
        assert_eq!(value.apply(Operator::Divide, 0), None);
        assert_eq!(Fraction::whole(0).apply(Operator::Divide, 7), Some(Fraction::whole(0)));
    }
}
