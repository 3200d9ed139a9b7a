//! The four operators of the grid families: their spellings, and exact arithmetic with them.

use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, Zero};

use super::Dice;

/// Fractions of 128 bits: enough for four operands of up to 10^9.
pub(super) type Fraction = Ratio<i128>;

/// An operator of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Plus,
    Minus,
    Times,
    Divided,
}

use Operator::{Divided, Minus, Plus, Times};

impl Operator {
    pub(super) const ALL: [Operator; 4] = [Plus, Minus, Times, Divided];

    /// The form in which operators are printed.
    pub(super) fn text(self) -> &'static str {
        match self {
            Plus => "+",
            Minus => "-",
            Times => "×",
            Divided => "÷",
        }
    }

    /// One of the forms in which operators are read.
    pub(super) fn spelling(self, dice: &mut Dice) -> &'static str {
        if dice.percent(60) {
            return self.text();
        }
        match self {
            Plus => "+",
            Minus => dice.pick(&["−", "–"]),
            Times => dice.pick(&["*", "x"]),
            Divided => dice.pick(&["/", ":"]),
        }
    }

    pub(super) fn random(dice: &mut Dice) -> Self {
        dice.pick(&Self::ALL)
    }

    /// The exact result; `None` for a division by zero.
    pub(super) fn apply(self, a: Fraction, b: Fraction) -> Option<Fraction> {
        if self == Divided && b.is_zero() {
            return None;
        }
        let result = match self {
            Plus => a.checked_add(&b),
            Minus => a.checked_sub(&b),
            Times => a.checked_mul(&b),
            Divided => a.checked_div(&b),
        };
        Some(result.expect("the generators keep numbers within 128 bits"))
    }
}

/// Read strictly in order, without precedence. With `whole`, every division has to come out whole.
pub(super) fn in_order(values: &[i128], operators: &[Operator], whole: bool) -> Option<Fraction> {
    let mut total = Fraction::from(values[0]);
    for (&value, &operator) in values[1..].iter().zip(operators) {
        total = operator.apply(total, value.into())?;
        if whole && operator == Divided && !total.is_integer() {
            return None;
        }
    }
    Some(total)
}

/// Read with the usual precedence: × and ÷ before + and −.
pub(super) fn by_precedence(values: &[i128], operators: &[Operator]) -> Option<Fraction> {
    let mut total = Fraction::zero();
    let mut sign = Plus;
    let mut term = Fraction::from(values[0]);
    for (&value, &operator) in values[1..].iter().zip(operators) {
        match operator {
            Times | Divided => term = operator.apply(term, value.into())?,
            Plus | Minus => {
                total = sign.apply(total, term)?;
                (sign, term) = (operator, value.into());
            }
        }
    }
    sign.apply(total, term)
}
