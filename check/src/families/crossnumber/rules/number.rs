//! Exact fractions of any size, up to a number of digits.
//!
//! An operation yields a number, no number (a division by zero, a root that is not rational), or
//! nothing that is known, because the number has too many digits.

use std::sync::LazyLock;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::truth::{MAX_DIGITS, Reason};
use crate::families::crossnumber::language::ClueOperator;

/// Why there is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    /// There is none.
    NotANumber,
    /// It is not known.
    Undecided(Reason),
}

impl From<Reason> for Gap {
    fn from(reason: Reason) -> Self {
        Gap::Undecided(reason)
    }
}

/// A number, or why there is none.
pub(crate) type Value = Result<BigRational, Gap>;

/// The largest number with a factorial.
pub(crate) const MAX_FACTORIAL: u32 = 20;

/// The least number with too many digits.
static LIMIT: LazyLock<BigInt> = LazyLock::new(|| BigInt::from(10).pow(MAX_DIGITS));

/// Bits of that number; a degree or an exponent beyond it leads out of all bounds.
const LIMIT_BITS: u64 = 16_610;

/// A whole number.
pub(crate) fn whole(value: impl Into<BigInt>) -> BigRational {
    BigRational::from_integer(value.into())
}

/// The number itself, unless it has too many digits.
pub(crate) fn sized(value: BigRational) -> Value {
    let fits = value.numer().magnitude() < LIMIT.magnitude() && value.denom() < &*LIMIT;
    if fits { Ok(value) } else { Err(Gap::Undecided(Reason::Size)) }
}

/// `a op b`
pub(crate) fn binary(operator: ClueOperator, a: &BigRational, b: &BigRational) -> Value {
    match operator {
        ClueOperator::Plus => sized(a + b),
        ClueOperator::Minus => sized(a - b),
        ClueOperator::Times => sized(a * b),
        ClueOperator::Over | ClueOperator::Modulo if b.is_zero() => Err(Gap::NotANumber),
        ClueOperator::Over => sized(a / b),
        ClueOperator::Modulo => sized(a - b * (a / b).floor()),
        ClueOperator::Power => power(a, b),
    }
}

/// `a ^ b`; a fractional exponent takes a root, which has to be rational.
fn power(base: &BigRational, exponent: &BigRational) -> Value {
    let base = root(base, exponent.denom())?;
    let (is_negative, size) = (exponent.is_negative(), exponent.numer().magnitude());
    if size.is_zero() {
        return Ok(BigRational::one());
    }
    if base.is_zero() {
        return if is_negative { Err(Gap::NotANumber) } else { Ok(base) };
    }
    if base.abs().is_one() {
        return Ok(if size.is_even() { BigRational::one() } else { base });
    }
    // At least twice as large with each step, above or below.
    let size = size.to_u32().filter(|&size| u64::from(size) < LIMIT_BITS);
    let size = size.ok_or(Gap::Undecided(Reason::Size))?;
    let bits = base.numer().bits().max(base.denom().bits()) - 1;
    if bits * u64::from(size) > LIMIT_BITS {
        return Err(Gap::Undecided(Reason::Size));
    }
    let (over, under) = (base.numer().pow(size), base.denom().pow(size));
    sized(if is_negative { BigRational::new(under, over) } else { BigRational::new(over, under) })
}

/// The root of that degree, which is positive; of a negative number only for odd degrees.
pub(crate) fn root(number: &BigRational, degree: &BigInt) -> Value {
    if degree.is_one() || number.is_zero() || number.is_one() {
        return Ok(number.clone());
    }
    if number.is_negative() && degree.is_even() {
        return Err(Gap::NotANumber);
    }
    if number.abs().is_one() {
        return Ok(number.clone());
    }
    // Roots of such a degree lie between 1 and 2, or their inverses do.
    let degree = degree.to_u32().filter(|&degree| u64::from(degree) <= LIMIT_BITS);
    let degree = degree.ok_or(Gap::NotANumber)?;
    let exact = |number: &BigInt| {
        let root = number.nth_root(degree);
        (root.pow(degree) == *number).then_some(root).ok_or(Gap::NotANumber)
    };
    Ok(BigRational::new(exact(number.numer())?, exact(number.denom())?))
}

/// `x!`
pub(crate) fn factorial(number: &BigRational) -> Value {
    let n = number.is_integer().then(|| number.numer().to_u32()).flatten();
    let n = n.filter(|&n| n <= MAX_FACTORIAL).ok_or(Gap::NotANumber)?;
    Ok(whole((1..=n).map(BigInt::from).product::<BigInt>()))
}

/// The number, if it is whole and not negative.
pub(crate) fn natural(number: &BigRational) -> Option<BigUint> {
    if number.is_integer() { number.numer().to_biguint() } else { None }
}

/// The decimal digits, most significant first.
pub(crate) fn digits(number: &BigUint) -> Vec<u8> {
    let mut digits = number.to_radix_le(10);
    digits.reverse();
    digits
}

/// The whole number with these decimal digits, most significant first.
pub(crate) fn of_digits(digits: &[u8]) -> BigRational {
    whole(BigUint::from_radix_be(digits, 10).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n(value: i64) -> BigRational {
        whole(value)
    }

    fn ratio(over: i64, under: i64) -> BigRational {
        n(over) / n(under)
    }

    #[test]
    fn arithmetic_is_exact() {
        let apply = |a: &BigRational, operator, b: &BigRational| binary(operator, a, b);
        assert_eq!(apply(&ratio(1, 3), ClueOperator::Plus, &ratio(1, 6)), Ok(ratio(1, 2)));
        assert_eq!(apply(&n(7), ClueOperator::Over, &n(0)), Err(Gap::NotANumber));
        assert_eq!(apply(&n(-7), ClueOperator::Modulo, &n(3)), Ok(n(2)));
        assert_eq!(apply(&n(7), ClueOperator::Modulo, &n(-3)), Ok(n(-2)));
        assert_eq!(apply(&ratio(7, 2), ClueOperator::Modulo, &n(2)), Ok(ratio(3, 2)));
        assert_eq!(apply(&n(7), ClueOperator::Modulo, &n(0)), Err(Gap::NotANumber));
        assert_eq!(factorial(&n(20)), Ok(n(2_432_902_008_176_640_000)));
        assert_eq!(factorial(&n(21)), Err(Gap::NotANumber));
        assert_eq!(factorial(&n(-1)), Err(Gap::NotANumber));
        assert_eq!(factorial(&ratio(1, 2)), Err(Gap::NotANumber));
    }

    #[test]
    fn powers_and_roots_come_out_or_not_at_all() {
        assert_eq!(power(&n(9), &ratio(3, 2)), Ok(n(27)));
        assert_eq!(power(&n(2), &ratio(1, 2)), Err(Gap::NotANumber));
        assert_eq!(power(&n(2), &n(-2)), Ok(ratio(1, 4)));
        assert_eq!(power(&n(0), &n(0)), Ok(n(1)));
        assert_eq!(power(&n(0), &n(-1)), Err(Gap::NotANumber));
        assert_eq!(power(&n(-8), &ratio(1, 3)), Ok(n(-2)));
        assert_eq!(power(&n(-1), &n(1_000_000_001)), Ok(n(-1)));
        assert_eq!(power(&n(-1), &ratio(1, 2)), Err(Gap::NotANumber));
        assert_eq!(root(&ratio(4, 9), &2.into()), Ok(ratio(2, 3)));
        assert_eq!(root(&n(-4), &2.into()), Err(Gap::NotANumber));
        assert_eq!(root(&n(2), &BigInt::from(1_000_000)), Err(Gap::NotANumber));
    }

    #[test]
    fn what_has_too_many_digits_is_undecided() {
        let too_large = Err(Gap::Undecided(Reason::Size));
        let largest = power(&n(10), &n(4_999)).expect("5000 digits");
        assert_eq!(digits(&natural(&largest).expect("natural")).len(), 5_000);
        assert_eq!(power(&n(10), &n(5_000)), too_large);
        assert_eq!(power(&n(10), &n(-5_000)), too_large);
        assert_eq!(binary(ClueOperator::Times, &largest, &n(10)), too_large);
        assert_eq!(power(&n(2), &largest), too_large);
        assert_eq!(binary(ClueOperator::Over, &largest, &largest), Ok(n(1)));
    }
}
