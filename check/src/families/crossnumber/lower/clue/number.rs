//! Exact fractions, fast as long as they fit 128 bits.
//!
//! A result may be missing for two reasons: there is no number (a division by zero, a root that is
//! not rational), or it has too many digits to be worth having. Who meets the second must
//! not conclude anything.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::families::crossnumber::language::ClueOperator;

/// The largest number with a factorial.
const MAX_FACTORIAL: i128 = 20;

/// Numerators and denominators with more bits are given up: some 600 digits.
const MAX_BITS: u64 = 2_048;

/// Why there is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// There is none.
    NotANumber,
    /// Nobody knows.
    GaveUp,
}

/// A number, or why there is none.
pub(crate) type Value = Result<Number, Missing>;

/// A fraction in lowest terms. The invariant of `Large` is that it does not fit `Small`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    /// Numerator and positive denominator in 128 bits.
    Small(i128, i128),
    /// Anything larger.
    Large(Box<(BigInt, BigInt)>),
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Self::Small(i128::from(value), 1)
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Number {
    /// A whole number.
    pub(crate) fn whole(value: i128) -> Self {
        Self::Small(value, 1)
    }

    /// A whole number of any size.
    pub(crate) fn of(value: &BigInt) -> Value {
        Self::large(value.clone(), BigInt::from(1))
    }

    /// A fraction of 128-bit numbers, the denominator not zero; `None` if it does not fit.
    fn small(over: i128, under: i128) -> Option<Self> {
        if under == 1 {
            return Some(Self::Small(over, 1));
        }
        let divisor = i128::try_from(gcd(over.unsigned_abs(), under.unsigned_abs())).ok()?;
        let sign = under.signum();
        let (over, under) = (over / divisor, under / divisor);
        Some(Self::Small(over.checked_mul(sign)?, under.checked_mul(sign)?))
    }

    /// A fraction of any size, the denominator not zero.
    fn large(over: BigInt, under: BigInt) -> Value {
        let divisor = over.gcd(&under);
        let divisor = if under.is_negative() { -divisor } else { divisor };
        let (over, under) = (over / &divisor, under / &divisor);
        if let (Ok(over), Ok(under)) = (i128::try_from(&over), i128::try_from(&under)) {
            return Ok(Self::Small(over, under));
        }
        let fits = over.bits() <= MAX_BITS && under.bits() <= MAX_BITS;
        fits.then(|| Self::Large(Box::new((over, under)))).ok_or(Missing::GaveUp)
    }

    fn parts(&self) -> (BigInt, BigInt) {
        match self {
            Self::Small(over, under) => (BigInt::from(*over), BigInt::from(*under)),
            Self::Large(parts) => (**parts).clone(),
        }
    }

    /// The value if it is whole and fits 128 bits.
    pub(crate) fn to_whole(&self) -> Option<i128> {
        match self {
            Self::Small(over, 1) => Some(*over),
            _ => None,
        }
    }

    /// The value if it is whole and not negative, of any size.
    pub(crate) fn to_natural(&self) -> Option<BigUint> {
        match self {
            Self::Small(over, 1) => u128::try_from(*over).ok().map(BigUint::from),
            Self::Small(..) => None,
            Self::Large(parts) if parts.1 == BigInt::from(1) => parts.0.to_biguint(),
            Self::Large(_) => None,
        }
    }

    /// The value if it is whole, of any size.
    pub(crate) fn to_integer(&self) -> Option<BigInt> {
        match self {
            Self::Small(over, 1) => Some(BigInt::from(*over)),
            Self::Small(..) => None,
            Self::Large(parts) => (parts.1 == BigInt::from(1)).then(|| parts.0.clone()),
        }
    }

    /// Whether it is a whole number.
    pub(crate) fn is_whole(&self) -> bool {
        match self {
            Self::Small(_, under) => *under == 1,
            Self::Large(parts) => parts.1 == BigInt::from(1),
        }
    }

    /// Whether it is zero.
    pub(crate) fn is_zero(&self) -> bool {
        matches!(self, Self::Small(0, _))
    }

    /// Whether it is below zero.
    pub(crate) fn is_negative(&self) -> bool {
        match self {
            Self::Small(over, _) => *over < 0,
            Self::Large(parts) => parts.0.sign() == Sign::Minus,
        }
    }

    /// The greatest whole number that is not greater, and the least that is not less, as far as 128
    /// bits go.
    pub(crate) fn floor_and_ceiling(&self) -> (Option<i128>, Option<i128>) {
        match self {
            Self::Small(over, under) => {
                let floor = over.div_euclid(*under);
                (Some(floor), Some(floor + i128::from(over.rem_euclid(*under) != 0)))
            }
            Self::Large(parts) => {
                let (floor, rest) = parts.0.div_mod_floor(&parts.1);
                let ceiling = if rest.is_zero() { floor.clone() } else { &floor + 1 };
                (floor.to_i128(), ceiling.to_i128())
            }
        }
    }

    /// `a op b`
    pub(crate) fn apply(operator: ClueOperator, a: &Self, b: &Self) -> Value {
        match operator {
            ClueOperator::Plus => a.plus(b),
            ClueOperator::Minus => a.plus(&b.negative()),
            ClueOperator::Times => a.times(b),
            ClueOperator::Over => a.over(b),
            ClueOperator::Modulo => a.modulo(b),
            ClueOperator::Power => a.power(b),
        }
    }

    /// `-x`
    pub(crate) fn negative(&self) -> Self {
        match self {
            Self::Small(over, under) if *over != i128::MIN => Self::Small(-over, *under),
            _ => {
                let (over, under) = self.parts();
                Self::large(-over, under).unwrap_or_else(|_| self.clone())
            }
        }
    }

    /// `|x|`
    pub(crate) fn absolute(&self) -> Self {
        if self.is_negative() { self.negative() } else { self.clone() }
    }

    fn plus(&self, other: &Self) -> Value {
        if let (Self::Small(a, b), Self::Small(c, d)) = (self, other) {
            if (*b, *d) == (1, 1)
                && let Some(sum) = a.checked_add(*c)
            {
                return Ok(Self::Small(sum, 1));
            }
            if let Some((over, under)) = small_sum(*a, *b, *c, *d)
                && let Some(sum) = Self::small(over, under)
            {
                return Ok(sum);
            }
        }
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        Self::large(a * &d + c * &b, b * d)
    }

    fn times(&self, other: &Self) -> Value {
        if let (Self::Small(a, b), Self::Small(c, d)) = (self, other)
            && let (Some(over), Some(under)) = (a.checked_mul(*c), b.checked_mul(*d))
            && let Some(product) = Self::small(over, under)
        {
            return Ok(product);
        }
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        Self::large(a * c, b * d)
    }

    fn over(&self, other: &Self) -> Value {
        if other.is_zero() {
            return Err(Missing::NotANumber);
        }
        if let (Self::Small(a, b), Self::Small(c, d)) = (self, other)
            && let (Some(over), Some(under)) = (a.checked_mul(*d), b.checked_mul(*c))
            && let Some(quotient) = Self::small(over, under)
        {
            return Ok(quotient);
        }
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        Self::large(a * d, b * c)
    }

    /// `x − y·⌊x/y⌋`
    fn modulo(&self, other: &Self) -> Value {
        if let (Self::Small(a, 1), Self::Small(c, 1)) = (self, other)
            && *c > 0
        {
            return Ok(Self::Small(a.rem_euclid(*c), 1));
        }
        let (over, under) = self.over(other)?.parts();
        let floor = Self::large(over.div_floor(&under), BigInt::from(1))?;
        self.plus(&other.times(&floor)?.negative())
    }

    /// `x ^ y`; a fractional exponent takes a root, which has to be rational.
    fn power(&self, exponent: &Self) -> Value {
        let (over, under) = match exponent {
            Self::Small(over, under) => (*over, *under),
            Self::Large(_) => return Err(Missing::GaveUp),
        };
        let base = if under == 1 { self.clone() } else { self.root(under)? };
        let base = if over < 0 { Self::whole(1).over(&base)? } else { base };
        let mut left = over.unsigned_abs();
        if base.is_zero() || base == Self::whole(1) {
            return Ok(if left == 0 { Self::whole(1) } else { base });
        }
        if base == Self::whole(-1) {
            return Ok(Self::whole(if left.is_multiple_of(2) { 1 } else { -1 }));
        }
        if left > u128::from(MAX_BITS) {
            return Err(Missing::GaveUp);
        }
        let mut result = Self::whole(1);
        let mut square = base;
        while left > 0 {
            if left % 2 == 1 {
                result = result.times(&square)?;
            }
            left /= 2;
            if left > 0 {
                square = square.times(&square)?;
            }
        }
        Ok(result)
    }

    /// The root of that degree, if it is rational; of a negative number only for odd degrees.
    pub(crate) fn root(&self, degree: i128) -> Value {
        if self.is_negative() && degree % 2 == 0 {
            return Err(Missing::NotANumber);
        }
        if self.is_zero() || self.absolute() == Self::whole(1) {
            return Ok(self.clone());
        }
        // Beyond its own number of bits no other number has a root.
        let degree = u32::try_from(degree).ok().filter(|&degree| u64::from(degree) <= MAX_BITS);
        let degree = degree.ok_or(Missing::NotANumber)?;
        let (over, under) = self.parts();
        let exact = |number: &BigInt| {
            let root = number.nth_root(degree);
            (root.pow(degree) == *number).then_some(root).ok_or(Missing::NotANumber)
        };
        Self::large(exact(&over)?, exact(&under)?)
    }

    /// `x!`
    pub(crate) fn factorial(&self) -> Value {
        let n = self.to_whole().filter(|n| (0..=MAX_FACTORIAL).contains(n));
        Ok(Self::whole((1..=n.ok_or(Missing::NotANumber)?).product()))
    }

    /// The decimal digits, most significant first, of a whole number that is not negative.
    pub(crate) fn digits(&self) -> Result<Vec<u8>, Missing> {
        match self {
            Self::Small(over, 1) => {
                let mut left = u128::try_from(*over).map_err(|_| Missing::NotANumber)?;
                let mut digits = Vec::with_capacity(20);
                loop {
                    digits.push((left % 10) as u8);
                    left /= 10;
                    if left == 0 {
                        break;
                    }
                }
                digits.reverse();
                Ok(digits)
            }
            _ => Ok(self.to_natural().ok_or(Missing::NotANumber)?.to_radix_be(10)),
        }
    }

    /// The number with these decimal digits.
    pub(crate) fn of_digits(digits: &[u8]) -> Value {
        let mut value: i128 = 0;
        for &digit in digits {
            match value.checked_mul(10).and_then(|v| v.checked_add(i128::from(digit))) {
                Some(next) => value = next,
                None => {
                    return Self::of(
                        &BigInt::from_radix_be(Sign::Plus, digits, 10).unwrap_or_default(),
                    );
                }
            }
        }
        Ok(Self::Small(value, 1))
    }
}

/// Numerator and denominator of `a/b + c/d`, if they fit.
fn small_sum(a: i128, b: i128, c: i128, d: i128) -> Option<(i128, i128)> {
    Some((a.checked_mul(d)?.checked_add(c.checked_mul(b)?)?, b.checked_mul(d)?))
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        if let (Self::Small(a, b), Self::Small(c, d)) = (self, other) {
            if (*b, *d) == (1, 1) {
                return a.cmp(c);
            }
            if let (Some(left), Some(right)) = (a.checked_mul(*d), c.checked_mul(*b)) {
                return left.cmp(&right);
            }
        }
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        (a * d).cmp(&(c * b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n(value: i128) -> Number {
        Number::whole(value)
    }

    fn ratio(over: i128, under: i128) -> Number {
        n(over).over(&n(under)).expect("not by zero")
    }

    #[test]
    fn arithmetic_is_exact() {
        assert_eq!(ratio(6, -4), Number::Small(-3, 2));
        assert_eq!(ratio(1, 3).plus(&ratio(1, 6)), Ok(ratio(1, 2)));
        assert_eq!(n(7).over(&n(0)), Err(Missing::NotANumber));
        assert_eq!(n(-7).modulo(&n(3)), Ok(n(2)));
        assert_eq!(n(7).modulo(&n(-3)), Ok(n(-2)));
        assert_eq!(ratio(7, 2).modulo(&n(2)), Ok(ratio(3, 2)));
        assert_eq!(n(7).modulo(&n(0)), Err(Missing::NotANumber));
        assert_eq!(n(20).factorial(), Ok(n(2_432_902_008_176_640_000)));
        for wrong in [n(21), n(-1), ratio(1, 2)] {
            assert_eq!(wrong.factorial(), Err(Missing::NotANumber));
        }
        assert_eq!(ratio(-7, 2).floor_and_ceiling(), (Some(-4), Some(-3)));
        assert_eq!(n(5).floor_and_ceiling(), (Some(5), Some(5)));
    }

    #[test]
    fn powers_and_roots_come_out_or_not_at_all() {
        assert_eq!(n(9).power(&ratio(3, 2)), Ok(n(27)));
        assert_eq!(n(2).power(&ratio(1, 2)), Err(Missing::NotANumber));
        assert_eq!(n(2).power(&n(-2)), Ok(ratio(1, 4)));
        assert_eq!(n(0).power(&n(0)), Ok(n(1)));
        assert_eq!(n(0).power(&n(-1)), Err(Missing::NotANumber));
        assert_eq!(n(-8).power(&ratio(1, 3)), Ok(n(-2)));
        assert_eq!(n(-4).root(2), Err(Missing::NotANumber));
        assert_eq!(ratio(4, 9).root(2), Ok(ratio(2, 3)));
        assert_eq!(n(-1).power(&n(1_000_000_001)), Ok(n(-1)));
    }

    #[test]
    fn large_numbers_come_back() {
        let large = n(99).power(&n(30)).expect("60 digits");
        assert_eq!(large.over(&n(99).power(&n(28)).expect("56 digits")), Ok(n(9801)));
        assert_eq!(large.digits().map(|digits| digits.len()), Ok(60));
        assert_eq!(Number::of_digits(&large.digits().expect("whole")), Ok(large.clone()));
        assert_eq!(large.negative().negative(), large);
        assert_eq!(n(i128::MIN).negative().negative(), n(i128::MIN));
        assert_eq!(n(10).power(&n(1_000)), Err(Missing::GaveUp));
        assert_eq!(n(10).power(&large), Err(Missing::GaveUp));
    }
}
