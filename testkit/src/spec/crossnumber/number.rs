//! Exact arithmetic of clues: fractions of any size, and what is not a number.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// A fraction of any size.
pub(super) type Number = BigRational;

/// Why there is no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// It is not a number, which makes every comparison with it false.
    NotANumber,
    /// It is more than brute force wants to work out. Such a puzzle is thrown away.
    Beyond,
}

pub(super) type Outcome<T> = Result<T, Stop>;

/// Larger numerators and denominators are thrown away: 3,000 digits, where the specification asks
/// for exact answers up to 5,000.
const MAX_BITS: u64 = 10_000;

/// The number, unless it is too large.
pub(super) fn sized(x: Number) -> Outcome<Number> {
    let bits = x.numer().bits().max(x.denom().bits());
    if bits > MAX_BITS { Err(Stop::Beyond) } else { Ok(x) }
}

/// A whole number, or none.
pub(super) fn whole(x: &Number) -> Outcome<BigInt> {
    if x.is_integer() { Ok(x.to_integer()) } else { Err(Stop::NotANumber) }
}

/// The result of an operation; whole numbers, which most are, need no common denominator.
fn combine(
    a: Number,
    b: Number,
    whole: impl Fn(&BigInt, &BigInt) -> BigInt,
    fractions: impl Fn(Number, Number) -> Number,
) -> Outcome<Number> {
    match a.denom().is_one() && b.denom().is_one() {
        true => sized(Number::from_integer(whole(a.numer(), b.numer()))),
        false => sized(fractions(a, b)),
    }
}

pub(super) fn add(a: Number, b: Number) -> Outcome<Number> {
    combine(a, b, |a, b| a + b, |a, b| a + b)
}

pub(super) fn subtract(a: Number, b: Number) -> Outcome<Number> {
    combine(a, b, |a, b| a - b, |a, b| a - b)
}

pub(super) fn multiply(a: Number, b: Number) -> Outcome<Number> {
    combine(a, b, |a, b| a * b, |a, b| a * b)
}

pub(super) fn compare(a: &Number, b: &Number) -> Ordering {
    match a.denom() == b.denom() {
        true => a.numer().cmp(b.numer()),
        false => (a.numer() * b.denom()).cmp(&(b.numer() * a.denom())),
    }
}

/// a / b
pub(super) fn divide(a: &Number, b: &Number) -> Outcome<Number> {
    if b.is_zero() { Err(Stop::NotANumber) } else { sized(a / b) }
}

/// a − b·⌊a/b⌋
pub(super) fn modulo(a: &Number, b: &Number) -> Outcome<Number> {
    if a.denom().is_one() && b.denom().is_one() && !b.is_zero() {
        return Ok(Number::from_integer(a.numer().mod_floor(b.numer())));
    }
    let quotient = divide(a, b)?.floor();
    sized(a - b * quotient)
}

/// n!, for whole n from 0 to 20
pub(super) fn factorial(x: &Number) -> Outcome<Number> {
    let n = whole(x)?.to_u64().filter(|n| *n <= 20).ok_or(Stop::NotANumber)?;
    Ok(Number::from_integer((1..=n).map(BigInt::from).product()))
}

/// base ^ exponent, where a root has to be rational
pub(super) fn power(base: &Number, exponent: &Number) -> Outcome<Number> {
    // A fraction in lowest terms, p / q: base ^ (p / q) is rational only if the q-th root of the base is.
    let base = root(base, exponent.denom())?;
    let exponent = exponent.numer();
    if exponent.is_zero() {
        return Ok(Number::one());
    }
    if base.is_zero() {
        return if exponent.is_negative() { Err(Stop::NotANumber) } else { Ok(base) };
    }
    if base.abs().is_one() {
        let negative = base.is_negative() && exponent.is_odd();
        return Ok(if negative { base } else { Number::one() });
    }
    let times = exponent.magnitude().to_u32().ok_or(Stop::Beyond)?;
    let bits = base.numer().bits().max(base.denom().bits());
    if bits.saturating_mul(times.into()) > 2 * MAX_BITS {
        return Err(Stop::Beyond);
    }
    let raised = Number::new(base.numer().pow(times), base.denom().pow(times));
    sized(if exponent.is_negative() { raised.recip() } else { raised })
}

/// The rational number whose `degree`-th power this is. Negative numbers have odd roots.
pub(super) fn root(x: &Number, degree: &BigInt) -> Outcome<Number> {
    if degree.is_one() {
        return Ok(x.clone());
    }
    if x.is_negative() && degree.is_even() {
        return Err(Stop::NotANumber);
    }
    let degree = degree.to_u32().ok_or(Stop::Beyond)?;
    let exact = |n: &BigUint| {
        let root = n.nth_root(degree);
        if root.pow(degree) == *n { Ok(root) } else { Err(Stop::NotANumber) }
    };
    let numerator = BigInt::from_biguint(Sign::Plus, exact(x.numer().magnitude())?);
    let denominator = BigInt::from_biguint(Sign::Plus, exact(x.denom().magnitude())?);
    let root = Number::new(numerator, denominator);
    Ok(if x.is_negative() { -root } else { root })
}

/// √x
pub(super) fn square_root(x: &Number) -> Outcome<Number> {
    root(x, &BigInt::from(2))
}
