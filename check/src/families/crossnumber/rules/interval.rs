//! Intervals of exact fractions, either end of which may be missing.
//!
//! Every operation returns an interval that contains all results: exact where ends are, wider where
//! an end would have too many digits.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::number::whole;

/// One end of an interval.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum End {
    /// There is no lower end.
    Below,
    /// The end belongs to the interval.
    At(BigRational),
    /// There is no upper end.
    Above,
}

impl End {
    /// A whole number as an end.
    pub(crate) fn whole(value: impl Into<BigInt>) -> Self {
        End::At(whole(value))
    }

    /// The number, if there is one.
    pub(crate) fn at(&self) -> Option<&BigRational> {
        match self {
            End::At(value) => Some(value),
            End::Below | End::Above => None,
        }
    }

    fn negative(&self) -> Self {
        match self {
            End::Below => End::Above,
            End::At(value) => End::At(-value),
            End::Above => End::Below,
        }
    }

    /// The sum of two lower ends, or of two upper ends.
    fn plus(&self, other: &Self) -> Self {
        match (self, other) {
            (End::At(a), End::At(b)) => End::At(a + b),
            (End::At(_), end) | (end, _) => end.clone(),
        }
    }

    /// The product, where nothing times anything is nothing.
    fn times(&self, other: &Self) -> Self {
        let sign = |end: &End| match end {
            End::Below => -1,
            End::At(value) if value.is_zero() => 0,
            End::At(value) if value.is_negative() => -1,
            End::At(_) | End::Above => 1,
        };
        match (self, other) {
            (End::At(a), End::At(b)) => End::At(a * b),
            _ => match sign(self) * sign(other) {
                0 => End::whole(0),
                1 => End::Above,
                _ => End::Below,
            },
        }
    }
}

/// The numbers from one end to the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    /// The lower end.
    pub low: End,
    /// The upper end.
    pub high: End,
}

/// More bits than this, and a power counts as without bound.
const MAX_BITS: u64 = 20_000;

impl Interval {
    /// All numbers.
    pub(crate) const ALL: Self = Self { low: End::Below, high: End::Above };

    /// From one end to the other.
    pub(crate) fn new(low: End, high: End) -> Self {
        Self { low, high }
    }

    /// The whole numbers between two, both included.
    pub(crate) fn between(low: impl Into<BigInt>, high: impl Into<BigInt>) -> Self {
        Self { low: End::whole(low), high: End::whole(high) }
    }

    /// All from a number on.
    pub(crate) fn from(low: impl Into<BigInt>) -> Self {
        Self { low: End::whole(low), high: End::Above }
    }

    /// All up to an end, and down to its negative.
    pub(crate) fn around_zero(high: End) -> Self {
        Self { low: high.negative(), high }
    }

    /// One number.
    pub(crate) fn point(value: BigRational) -> Self {
        Self { low: End::At(value.clone()), high: End::At(value) }
    }

    /// No number.
    pub(crate) fn empty() -> Self {
        Self::between(1, 0)
    }

    /// Whether no number is in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.low > self.high
    }

    /// Whether both ends are there.
    pub(crate) fn is_finite(&self) -> bool {
        self.low.at().is_some() && self.high.at().is_some()
    }

    /// The number, if there is only one.
    pub(crate) fn only(&self) -> Option<&BigRational> {
        self.low.at().filter(|_| self.low == self.high)
    }

    /// Whether a whole number is in it.
    pub(crate) fn contains(&self, value: i64) -> bool {
        let value = End::whole(value);
        self.low <= value && value <= self.high
    }

    /// What is in both.
    #[must_use]
    pub(crate) fn and(&self, other: &Self) -> Self {
        let low = (&self.low).max(&other.low).clone();
        let high = (&self.high).min(&other.high).clone();
        Self { low, high }
    }

    /// The least interval around both.
    #[must_use]
    pub(crate) fn hull(&self, other: &Self) -> Self {
        if self.is_empty() {
            return other.clone();
        }
        if other.is_empty() {
            return self.clone();
        }
        let low = (&self.low).min(&other.low).clone();
        let high = (&self.high).max(&other.high).clone();
        Self { low, high }
    }

    /// The same without ends that are not whole numbers.
    #[must_use]
    pub(crate) fn rounded(&self) -> Self {
        let low = match &self.low {
            End::At(value) => End::At(value.ceil()),
            end => end.clone(),
        };
        let high = match &self.high {
            End::At(value) => End::At(value.floor()),
            end => end.clone(),
        };
        Self { low, high }
    }

    /// `-x`
    pub(crate) fn negative(&self) -> Self {
        Self { low: self.high.negative(), high: self.low.negative() }
    }

    /// `x + y`
    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self { low: self.low.plus(&other.low), high: self.high.plus(&other.high) }
    }

    /// `x − y`
    pub(crate) fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negative())
    }

    /// `x · y`
    pub(crate) fn times(&self, other: &Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return Self::empty();
        }
        let corners = [
            self.low.times(&other.low),
            self.low.times(&other.high),
            self.high.times(&other.low),
            self.high.times(&other.high),
        ];
        let low = corners.iter().min().expect("four").clone();
        let high = corners.iter().max().expect("four").clone();
        Self { low, high }
    }

    /// `x / y`, where `y` is not zero and, if `is_whole`, a whole number.
    pub(crate) fn over(&self, divisor: &Self, is_whole: bool) -> Self {
        let inverse = |part: Self| -> Self {
            // One sign only; an end that is missing, or zero, is the inverse of the other.
            let end = |end: &End, zero: End| match end {
                End::At(value) if !value.is_zero() => End::At(value.recip()),
                End::At(_) => zero,
                End::Below | End::Above => End::whole(0),
            };
            match part.low >= End::whole(0) {
                true => Self { low: end(&part.high, End::Above), high: end(&part.low, End::Above) },
                false => {
                    Self { low: end(&part.high, End::Below), high: end(&part.low, End::Below) }
                }
            }
        };
        let least = if is_whole { 1 } else { 0 };
        let positive = divisor.and(&Self::from(least));
        let negative = divisor.and(&Self { low: End::Below, high: End::whole(-least) });
        let mut result = Self::empty();
        for part in [positive, negative] {
            let is_zero = part.only().is_some_and(Zero::is_zero);
            if !part.is_empty() && !is_zero {
                result = result.hull(&self.times(&inverse(part)));
            }
        }
        result
    }

    /// `x % y`
    pub(crate) fn modulo(&self, other: &Self) -> Self {
        let zero = End::whole(0);
        if other.low >= zero {
            // Nothing is above the number itself, if that is not negative.
            let most = if self.low >= zero { (&self.high).min(&other.high) } else { &other.high };
            return Self { low: zero, high: most.clone() };
        }
        let (low, high) = ((&other.low).min(&zero), (&other.high).max(&zero));
        Self { low: low.clone(), high: high.clone() }
    }

    /// `√x`, rounded to whole ends.
    pub(crate) fn square_root(&self) -> Self {
        self.root(2)
    }

    /// The root of a number that is not negative, with whole ends.
    fn root(&self, degree: u32) -> Self {
        if self.high < End::whole(0) {
            return Self::empty();
        }
        let floor = |value: &BigRational| value.floor().to_integer().magnitude().nth_root(degree);
        let low = match &self.low {
            End::At(value) if value.is_positive() => End::whole(floor(value)),
            _ => End::whole(0),
        };
        let high = match &self.high {
            End::At(value) => End::whole(floor(value) + 1u8),
            end => end.clone(),
        };
        Self { low, high }
    }

    /// `x²` of what is not negative.
    pub(crate) fn squared(&self) -> Self {
        let part = self.and(&Self::from(0));
        if part.is_empty() { part } else { part.times(&part) }
    }

    /// `x ^ y`
    pub(crate) fn power(&self, exponent: &Self) -> Self {
        if self.is_empty() || exponent.is_empty() {
            return Self::empty();
        }
        let only = exponent.only().filter(|only| only.is_integer());
        if let Some(only) = only.and_then(|only| only.to_integer().to_i32()) {
            return self.whole_power(only);
        }
        let (one, zero) = (End::whole(1), End::whole(0));
        let least = |end: &End| end.at().map(|value| value.floor().to_integer());
        let most = |end: &End| end.at().map(|value| value.ceil().to_integer());
        if self.low >= one {
            let low = match least(&exponent.low) {
                Some(k) if !k.is_negative() => power_end(&self.low, &k, false),
                Some(k) => inverse_end(power_end(&self.high, &-k, true)),
                None => zero.clone(),
            };
            let high = match most(&exponent.high) {
                Some(k) if !k.is_negative() => power_end(&self.high, &k, true),
                Some(k) => inverse_end(power_end(&self.low, &-k, false)),
                None if self.high == one => one,
                None => End::Above,
            };
            return Self { low, high };
        }
        if exponent.low < zero {
            return Self::ALL;
        }
        // No power is further from zero than the greatest base, or 1, to the greatest exponent.
        let size = (&self.high).max(&self.low.negative()).max(&one).clone();
        let high = match most(&exponent.high) {
            Some(k) => power_end(&size, &k, true),
            None if size == one => one,
            None => End::Above,
        };
        if self.low >= zero { Self { low: zero, high } } else { Self::around_zero(high) }
    }

    fn whole_power(&self, exponent: i32) -> Self {
        let (zero, k) = (End::whole(0), BigInt::from(exponent.unsigned_abs()));
        if exponent == 0 {
            return Self::between(1, 1);
        }
        let power = if self.low >= zero {
            Self { low: power_end(&self.low, &k, false), high: power_end(&self.high, &k, true) }
        } else if self.high <= zero {
            let positive = self.negative();
            let power = Self {
                low: power_end(&positive.low, &k, false),
                high: power_end(&positive.high, &k, true),
            };
            if k.is_even() { power } else { power.negative() }
        } else {
            let below = power_end(&self.low.negative(), &k, true);
            let above = power_end(&self.high, &k, true);
            match k.is_even() {
                true => Self { low: zero, high: below.max(above) },
                false => Self { low: below.negative(), high: above },
            }
        };
        if exponent > 0 { power } else { Self::between(1, 1).over(&power, false) }
    }

    /// What `x` can be if `x ^ y` is in `power`.
    pub(crate) fn base_of(power: &Self, exponent: &Self, base: &Self, is_whole: bool) -> Self {
        let zero = End::whole(0);
        let mut result = base.clone();
        // 0 and 1 have no powers above 1.
        if is_whole && base.low >= zero && power.low > End::whole(1) {
            result = result.and(&Self::from(2));
        }
        let degree = exponent.only().filter(|only| only.is_integer() && only.is_positive());
        if let Some(degree) = degree.and_then(|degree| degree.to_integer().to_u32()) {
            let size = power.high.clone().max(power.low.negative());
            let root = Self { low: zero.clone(), high: size }.root(degree);
            result = result.and(&Self::around_zero(root.high));
            if base.low >= zero {
                result = result.and(&power.root(degree));
            }
        }
        result
    }

    /// What `y` can be if `x ^ y` is in `power`.
    pub(crate) fn exponent_of(power: &Self, base: &Self) -> Self {
        let (End::At(base), End::At(most)) = (&base.low, &power.high) else { return Self::ALL };
        if *base < whole(2) {
            return Self::ALL;
        }
        // The first power of 2, or of the base rounded down, that is too large.
        let base = base.floor().to_integer();
        let (mut k, mut value) = (0u32, BigInt::one());
        let most = most.floor().to_integer();
        while value <= most {
            value *= &base;
            k += 1;
        }
        Self { low: End::Below, high: End::whole(k) }
    }
}

/// A power of an end that is not negative, rounded up or down where it has too many digits.
fn power_end(end: &End, exponent: &BigInt, up: bool) -> End {
    let End::At(base) = end else { return end.clone() };
    if base.is_zero() || base.is_one() || exponent.is_one() {
        return end.clone();
    }
    let bits = base.numer().bits().max(base.denom().bits());
    let exact = exponent.to_u32().filter(|&k| bits.saturating_mul(k.into()) <= MAX_BITS);
    match exact {
        Some(k) => End::At(BigRational::new(base.numer().pow(k), base.denom().pow(k))),
        // Powers go away from 1.
        None if *base > BigRational::one() => {
            if up {
                End::Above
            } else {
                end.clone()
            }
        }
        None => {
            if up {
                end.clone()
            } else {
                End::whole(0)
            }
        }
    }
}

/// 1 over an end that is 1 or more.
fn inverse_end(end: End) -> End {
    match end {
        End::At(value) => End::At(value.recip()),
        End::Below | End::Above => End::whole(0),
    }
}

/// How many digits a number that is not negative has.
pub(crate) fn length(value: &BigRational) -> u32 {
    let natural: BigUint = value.floor().to_integer().magnitude().clone();
    u32::try_from(natural.to_radix_le(10).len()).unwrap_or(u32::MAX)
}

/// 10 to that power.
pub(crate) fn power_of_ten(exponent: u32) -> BigInt {
    BigInt::from(10).pow(exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(over: i64, under: i64) -> BigRational {
        whole(over) / whole(under)
    }

    fn all_in(interval: &Interval, values: impl IntoIterator<Item = BigRational>) {
        for value in values {
            let end = End::At(value.clone());
            assert!(interval.low <= end && end <= interval.high, "{value} in {interval:?}");
        }
    }

    #[test]
    fn every_result_is_inside() {
        let ends = -4i64..=4;
        for (a, b) in ends.clone().flat_map(|a| (a..=4).map(move |b| (a, b))) {
            for (c, d) in ends.clone().flat_map(|c| (c..=4).map(move |d| (c, d))) {
                let (x, y) = (Interval::between(a, b), Interval::between(c, d));
                let pairs = || (a..=b).flat_map(|x| (c..=d).map(move |y| (whole(x), whole(y))));
                all_in(&x.plus(&y), pairs().map(|(x, y)| x + y));
                all_in(&x.minus(&y), pairs().map(|(x, y)| x - y));
                all_in(&x.times(&y), pairs().map(|(x, y)| x * y));
                let divisible = || pairs().filter(|(_, y)| !y.is_zero());
                all_in(&x.over(&y, true), divisible().map(|(x, y)| x / y));
                all_in(&x.over(&y, false), divisible().map(|(x, y)| x / y));
                all_in(&x.modulo(&y), divisible().map(|(x, y)| &x - &y * (&x / &y).floor()));
                let power = |(x, y): (BigRational, BigRational)| {
                    let k = y.to_integer().to_i32()?;
                    (k >= 0 || !x.is_zero()).then(|| x.pow(k))
                };
                let powers = x.power(&y);
                all_in(&powers, pairs().filter_map(power));
                for (x, y) in pairs().filter(|pair| power(pair.clone()).is_some()) {
                    let value = Interval::point(power((x.clone(), y.clone())).expect("a power"));
                    let base =
                        Interval::base_of(&value, &y_range(&y), &Interval::between(a, b), true);
                    all_in(&base, [x.clone()]);
                    all_in(&Interval::exponent_of(&value, &Interval::point(x)), [y]);
                }
            }
        }
        fn y_range(y: &BigRational) -> Interval {
            Interval::point(y.clone())
        }
    }

    #[test]
    fn missing_ends_stay_missing_where_they_must() {
        let natural = Interval::from(1);
        assert_eq!(natural.times(&natural), natural);
        assert_eq!(natural.plus(&natural), Interval::from(2));
        assert_eq!(natural.minus(&natural), Interval::ALL);
        let quotient = Interval::between(10, 99).over(&natural, true);
        assert_eq!((quotient.low, quotient.high), (End::whole(0), End::whole(99)));
        let signed = Interval::between(10, 99).over(&Interval::ALL, true);
        assert_eq!(signed, Interval::between(-99, 99));
        assert!(Interval::between(0, 9).over(&Interval::between(0, 0), true).is_empty());
        assert_eq!(Interval::from(2).power(&Interval::from(2)).high, End::Above);
        let huge = Interval::point(whole(10)).power(&Interval::between(0, 1_000_000));
        assert_eq!((huge.low, huge.high), (End::whole(1), End::Above));
    }

    #[test]
    fn roots_and_fractions() {
        assert_eq!(Interval::between(10, 99).square_root(), Interval::between(3, 10));
        assert!(Interval::between(-9, -1).square_root().is_empty());
        let half = Interval::new(End::At(ratio(1, 2)), End::At(ratio(7, 2)));
        assert_eq!(half.rounded(), Interval::between(1, 3));
        assert_eq!(half.hull(&Interval::empty()), half);
        assert_eq!(length(&whole(0)), 1);
        assert_eq!(length(&whole(1000)), 4);
    }
}
