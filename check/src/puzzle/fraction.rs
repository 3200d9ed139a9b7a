//! Exact fractions of any size, for the rule evaluators of the arithmetic families.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use super::grid::Operator;

/// A whole number.
pub fn whole(value: i64) -> BigRational {
    BigRational::from_integer(BigInt::from(value))
}

/// `a op b`; `None` for a division by zero.
pub fn apply(a: &BigRational, operator: Operator, b: &BigRational) -> Option<BigRational> {
    match operator {
        Operator::Plus => Some(a + b),
        Operator::Minus => Some(a - b),
        Operator::Times => Some(a * b),
        Operator::Divide => (!b.is_zero()).then(|| a / b),
    }
}
