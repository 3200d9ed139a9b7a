//! Exact fractions up to 10^40, fast as long as they fit 128 bits.
//!
//! A result whose numerator or denominator, in lowest terms, is beyond 10^40 is no number; so is a
//! division by zero, a root that is not rational, and a factorial of anything but 0 to 20. Every
//! operation says so by returning nothing.

use std::cmp::Ordering;
use std::fmt;
use std::sync::LazyLock;

use num_bigint::{BigInt, BigUint, Sign};

use crate::puzzle::fraction::gcd;

/// Numerators and denominators go up to 10^40.
static LIMIT: LazyLock<BigInt> = LazyLock::new(|| BigInt::from(10).pow(40));

/// The largest number with a factorial.
const MAX_FACTORIAL: i128 = 20;

/// A fraction in lowest terms. The invariant of `Large` is that it does not fit `Small`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// Numerator and positive denominator in 128 bits.
    Small(i128, i128),
    /// Anything larger, up to the limit.
    Large(Box<(BigInt, BigInt)>),
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Self::Small(i128::from(value), 1)
    }
}

fn big_gcd(mut a: BigInt, mut b: BigInt) -> BigInt {
    while b.sign() != Sign::NoSign {
        let rest = &a % &b;
        a = std::mem::replace(&mut b, rest);
    }
    if a.sign() == Sign::Minus { -a } else { a }
}

impl Number {
    /// A whole number.
    pub fn whole(value: i128) -> Self {
        Self::Small(value, 1)
    }

    /// The number that a run of digits writes; nothing beyond the limit.
    pub fn parse(digits: &str) -> Option<Self> {
        if digits.trim_start_matches('0').len() > 41 {
            return None;
        }
        Self::large(digits.parse().ok()?, BigInt::from(1))
    }

    /// A fraction of 128-bit numbers, the denominator not zero.
    fn small(over: i128, under: i128) -> Option<Self> {
        if under == 1 {
            return Some(Self::Small(over, 1));
        }
        let divisor = i128::try_from(gcd(over.unsigned_abs(), under.unsigned_abs())).ok()?;
        let sign = under.signum();
        let (over, under) = (over / divisor, under / divisor);
        Some(Self::Small(over.checked_mul(sign)?, under.checked_mul(sign)?))
    }

    /// A fraction of any size, the denominator not zero; nothing beyond the limit.
    fn large(over: BigInt, under: BigInt) -> Option<Self> {
        let divisor = big_gcd(over.clone(), under.clone());
        let divisor = if under.sign() == Sign::Minus { -divisor } else { divisor };
        let (over, under) = (over / &divisor, under / &divisor);
        if let (Ok(over), Ok(under)) = (i128::try_from(&over), i128::try_from(&under)) {
            return Some(Self::Small(over, under));
        }
        let fits = over <= *LIMIT && -&over <= *LIMIT && under <= *LIMIT;
        fits.then(|| Self::Large(Box::new((over, under))))
    }

    fn parts(&self) -> (BigInt, BigInt) {
        match self {
            Self::Small(over, under) => (BigInt::from(*over), BigInt::from(*under)),
            Self::Large(parts) => (**parts).clone(),
        }
    }

    /// The value if it is whole and fits 128 bits.
    pub fn to_whole(&self) -> Option<i128> {
        match self {
            Self::Small(over, 1) => Some(*over),
            _ => None,
        }
    }

    /// The value if it is whole and not negative, of any size.
    pub fn to_natural(&self) -> Option<BigUint> {
        match self {
            Self::Small(over, 1) => u128::try_from(*over).ok().map(BigUint::from),
            Self::Small(..) => None,
            Self::Large(parts) if parts.1 == BigInt::from(1) => parts.0.to_biguint(),
            Self::Large(_) => None,
        }
    }

    /// Whether it is a whole number.
    pub fn is_whole(&self) -> bool {
        match self {
            Self::Small(_, under) => *under == 1,
            Self::Large(parts) => parts.1 == BigInt::from(1),
        }
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self, Self::Small(0, _))
    }

    /// Whether it is below zero.
    pub fn is_negative(&self) -> bool {
        match self {
            Self::Small(over, _) => *over < 0,
            Self::Large(parts) => parts.0.sign() == Sign::Minus,
        }
    }

    /// The nearest floating-point number, for bounds that are widened afterwards.
    pub fn to_float(&self) -> f64 {
        match self {
            Self::Small(over, 1) => *over as f64,
            Self::Small(over, under) => *over as f64 / *under as f64,
            Self::Large(parts) => {
                let float = |number: &BigInt| number.to_string().parse().unwrap_or(f64::MAX);
                float(&parts.0) / float(&parts.1)
            }
        }
    }

    /// `-x`
    pub fn negative(&self) -> Option<Self> {
        match self {
            Self::Small(over, under) if *over != i128::MIN => Some(Self::Small(-over, *under)),
            _ => {
                let (over, under) = self.parts();
                Self::large(-over, under)
            }
        }
    }

    /// `|x|`
    pub fn absolute(&self) -> Option<Self> {
        if self.is_negative() { self.negative() } else { Some(self.clone()) }
    }

    /// `x + y`
    pub fn plus(&self, other: &Self) -> Option<Self> {
        if let (Self::Small(a, b), Self::Small(c, d)) = (self, other) {
            if (*b, *d) == (1, 1) {
                if let Some(sum) = a.checked_add(*c) {
                    return Some(Self::Small(sum, 1));
                }
            } else if let Some(sum) = small_sum(*a, *b, *c, *d) {
                return Self::small(sum.0, sum.1);
            }
        }
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        Self::large(a * &d + c * &b, b * d)
    }

    /// `x - y`
    pub fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(&other.negative()?)
    }

    /// `x · y`
    pub fn times(&self, other: &Self) -> Option<Self> {
        if let (Self::Small(a, b), Self::Small(c, d)) = (self, other)
            && let (Some(over), Some(under)) = (a.checked_mul(*c), b.checked_mul(*d))
        {
            return Self::small(over, under);
        }
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        Self::large(a * c, b * d)
    }

    /// `x / y`
    pub fn over(&self, other: &Self) -> Option<Self> {
        if other.is_zero() {
            return None;
        }
        if let (Self::Small(a, b), Self::Small(c, d)) = (self, other)
            && let (Some(over), Some(under)) = (a.checked_mul(*d), b.checked_mul(*c))
            && let Some(quotient) = Self::small(over, under)
        {
            return Some(quotient);
        }
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        Self::large(a * d, b * c)
    }

    /// `⌊x⌋`
    fn floor(&self) -> Option<Self> {
        match self {
            Self::Small(over, under) => Some(Self::Small(over.div_euclid(*under), 1)),
            Self::Large(parts) => {
                let (over, under) = &**parts;
                let rest = ((over % under) + under) % under;
                Self::large((over - rest) / under, BigInt::from(1))
            }
        }
    }

    /// `x % y`, which is `x − y·⌊x/y⌋`
    pub fn modulo(&self, other: &Self) -> Option<Self> {
        if let (Self::Small(a, 1), Self::Small(c, 1)) = (self, other)
            && *c > 0
        {
            return Some(Self::Small(a.rem_euclid(*c), 1));
        }
        self.minus(&other.times(&self.over(other)?.floor()?)?)
    }

    /// `x ^ y`; a fractional exponent takes a root, which has to be rational.
    pub fn power(&self, exponent: &Self) -> Option<Self> {
        let (over, under) = match exponent {
            Self::Small(over, under) => (*over, *under),
            // Only 0, 1 and -1 have such powers, and then it is not clear which root is meant.
            Self::Large(_) => return None,
        };
        let base = if under == 1 { self.clone() } else { self.root(u32::try_from(under).ok()?)? };
        let base = if over < 0 { Self::whole(1).over(&base)? } else { base };
        let mut left = over.unsigned_abs();
        if base.is_zero() || base == Self::whole(1) {
            return Some(if left == 0 { Self::whole(1) } else { base });
        }
        if base == Self::whole(-1) {
            return Some(Self::whole(if left.is_multiple_of(2) { 1 } else { -1 }));
        }
        if left > 200 {
            return None;
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
        Some(result)
    }

    /// The root of that degree, if it is rational; of a negative number only for odd degrees.
    pub fn root(&self, degree: u32) -> Option<Self> {
        if degree == 0 || (self.is_negative() && degree.is_multiple_of(2)) {
            return None;
        }
        let (over, under) = self.parts();
        let exact = |number: &BigInt| {
            let root = number.nth_root(degree);
            // A degree beyond 140 leaves only 0 and 1, whose powers are cheap.
            (root.pow(degree) == *number).then_some(root)
        };
        Self::large(exact(&over)?, exact(&under)?)
    }

    /// `x!`
    pub fn factorial(&self) -> Option<Self> {
        let n = self.to_whole().filter(|n| (0..=MAX_FACTORIAL).contains(n))?;
        Some(Self::whole((1..=n).product()))
    }

    /// The decimal digits, most significant first, of a whole number that is not negative.
    pub fn digits(&self) -> Option<Vec<u8>> {
        match self {
            Self::Small(over, 1) => {
                let mut left = u128::try_from(*over).ok()?;
                let mut digits = Vec::with_capacity(20);
                loop {
                    digits.push((left % 10) as u8);
                    left /= 10;
                    if left == 0 {
                        break;
                    }
                }
                digits.reverse();
                Some(digits)
            }
            _ => Some(self.to_natural()?.to_string().bytes().map(|byte| byte - b'0').collect()),
        }
    }

    /// The number with these decimal digits; nothing beyond the limit.
    pub fn of_digits(digits: &[u8]) -> Option<Self> {
        let mut value: i128 = 0;
        for &digit in digits {
            match value.checked_mul(10).and_then(|v| v.checked_add(i128::from(digit))) {
                Some(next) => value = next,
                None => {
                    let text: String = digits.iter().map(|&d| char::from(b'0' + d)).collect();
                    return Self::parse(&text);
                }
            }
        }
        Some(Self::Small(value, 1))
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

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (over, under) = self.parts();
        if under == BigInt::from(1) { write!(f, "{over}") } else { write!(f, "{over}/{under}") }
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
        assert_eq!(ratio(1, 3).plus(&ratio(1, 6)), Some(ratio(1, 2)));
        assert_eq!(ratio(1, 3).minus(&ratio(1, 3)), Some(n(0)));
        assert_eq!(n(7).over(&n(0)), None);
        assert_eq!(n(-7).modulo(&n(3)), Some(n(2)));
        assert_eq!(n(7).modulo(&n(-3)), Some(n(-2)));
        assert_eq!(ratio(7, 2).modulo(&n(2)), Some(ratio(3, 2)));
        assert_eq!(n(7).modulo(&n(0)), None);
        assert_eq!(n(20).factorial(), Some(n(2_432_902_008_176_640_000)));
        assert_eq!((n(21).factorial(), n(-1).factorial()), (None, None));
        assert_eq!(ratio(1, 2).factorial(), None);
    }

    #[test]
    fn powers_and_roots_come_out_or_not_at_all() {
        assert_eq!(n(9).power(&ratio(3, 2)), Some(n(27)));
        assert_eq!(n(2).power(&ratio(1, 2)), None);
        assert_eq!(n(2).power(&n(-2)), Some(ratio(1, 4)));
        assert_eq!((n(0).power(&n(0)), n(0).power(&n(-1))), (Some(n(1)), None));
        assert_eq!(n(-8).power(&ratio(1, 3)), Some(n(-2)));
        assert_eq!(n(-4).root(2), None);
        assert_eq!(ratio(4, 9).root(2), Some(ratio(2, 3)));
        assert_eq!(n(-1).power(&n(1_000_000_001)), Some(n(-1)));
    }

    #[test]
    fn the_limit_is_ten_to_the_forty() {
        let ten_to = |k| n(10).power(&n(k));
        let limit = ten_to(40).expect("just within");
        assert_eq!(ten_to(41), None);
        assert_eq!(limit.plus(&n(1)), None);
        assert_eq!(limit.minus(&ten_to(39).expect("smaller")).map(|x| x < limit), Some(true));
        assert_eq!(limit.digits().map(|digits| digits.len()), Some(41));
        assert_eq!(n(2).power(&n(130)).and_then(|x| x.over(&n(1 << 100))), Some(n(1 << 30)));
        assert_eq!(n(10).power(&n(100)), None);
        assert_eq!(Number::parse(&"9".repeat(41)), None);
        assert_eq!(Number::of_digits(&[0, 1, 2]), Some(n(12)));
    }
}
