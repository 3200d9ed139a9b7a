//! Exact fractions, for the rule evaluators.

use super::grid::Operator;

/// In lowest terms, `under` positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fraction {
    pub(super) over: i128,
    pub(super) under: i128,
}

impl Fraction {
    pub(super) fn whole(value: i64) -> Self {
        Self { over: i128::from(value), under: 1 }
    }

    pub(super) fn to_whole(self) -> Option<i128> {
        (self.under == 1).then_some(self.over)
    }

    /// Nothing if that is a division by zero, or beyond 128 bits.
    pub(super) fn apply(self, operator: Operator, operand: Self) -> Option<Self> {
        let Self { over: a, under: b } = self;
        let Self { over: c, under: d } = operand;
        let cross = |x: i128, y: i128| x.checked_mul(y);
        let (over, under) = match operator {
            Operator::Plus => (cross(a, d)?.checked_add(cross(c, b)?)?, cross(b, d)?),
            Operator::Minus => (cross(a, d)?.checked_sub(cross(c, b)?)?, cross(b, d)?),
            Operator::Times => (cross(a, c)?, cross(b, d)?),
            Operator::Divide if c == 0 => return None,
            Operator::Divide => (cross(cross(a, d)?, c.signum())?, cross(b, c.checked_abs()?)?),
        };
        let divisor = i128::try_from(gcd(over.unsigned_abs(), under.unsigned_abs())).ok()?;
        Some(Self { over: over / divisor, under: under / divisor })
    }
}

/// The greatest common divisor.
pub fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_stay_in_lowest_terms() {
        let [six, four] = [6, -4].map(Fraction::whole);
        let value = six.apply(Operator::Divide, four).expect("not by zero");
        assert_eq!(value, Fraction { over: -3, under: 2 });
        assert_eq!(value.apply(Operator::Times, Fraction::whole(-2)), Some(Fraction::whole(3)));
        assert_eq!(value.apply(Operator::Minus, value), Some(Fraction::whole(0)));
        assert_eq!(value.apply(Operator::Plus, value), Some(Fraction::whole(-3)));
        assert_eq!(value.apply(Operator::Divide, value), Some(Fraction::whole(1)));
        assert_eq!(value.apply(Operator::Divide, Fraction::whole(0)), None);
    }
}
