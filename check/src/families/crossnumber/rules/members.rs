//! Candidates for the members of a type in a range: all members, and perhaps other numbers of the
//! range. Who asks for members tests each candidate by the type's definition.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::interval::{End, Interval};
use super::number::{digits, natural};
use crate::families::crossnumber::language::Type;

/// The least member of a type without negative members.
pub(crate) fn least(kind: Type) -> i32 {
    if kind == Type::Prime { 2 } else { 1 }
}

/// Candidates, one after the other.
pub(crate) struct Members {
    numbers: Box<dyn Iterator<Item = BigInt>>,
    estimate: u64,
}

impl Iterator for Members {
    type Item = BigInt;

    fn next(&mut self) -> Option<BigInt> {
        self.numbers.next()
    }
}

impl Members {
    fn of(numbers: impl Iterator<Item = BigInt> + 'static, estimate: u64) -> Self {
        Self { numbers: Box::new(numbers), estimate }
    }

    /// About how many there are.
    pub(crate) fn estimate(&self) -> u64 {
        self.estimate
    }

    /// The members of a type, with its argument if it has one, in a range. Without an end on either
    /// side they do not end either.
    pub(crate) fn new(kind: Type, argument: Option<&BigRational>, range: &Interval) -> Self {
        if range.is_empty() {
            return Self::of(std::iter::empty(), 0);
        }
        let (low, high) = match (&range.low, &range.high) {
            (End::At(low), End::At(high)) => (low.ceil().to_integer(), high.floor().to_integer()),
            (End::At(low), _) => return Self::endless(low.ceil().to_integer(), 1),
            (_, End::At(high)) => return Self::endless(high.floor().to_integer(), -1),
            _ => return Self::endless(BigInt::zero(), 1),
        };
        if kind.is_signed() {
            return Self::scan(low, high);
        }
        let (low, high) = (low.max(least(kind).into()), high);
        let (Some(low), Some(high)) = (low.to_biguint(), high.to_biguint()) else {
            return Self::of(std::iter::empty(), 0);
        };
        if low > high {
            return Self::of(std::iter::empty(), 0);
        }
        // A single number is tested, not looked for.
        if low == high {
            return Self::of(std::iter::once(low.into()), 1);
        }
        match kind {
            Type::Square => Self::formula(low, high, |k| k * k),
            Type::Cube => Self::formula(low, high, |k| k.pow(3)),
            Type::Triangular => Self::formula(low, high, |k| k * (k + 1u8) / 2u8),
            Type::Pyramidal => Self::formula(low, high, |k| k * (k + 1u8) * (k * 2u8 + 1u8) / 6u8),
            Type::ConsecutiveSquares => Self::formula(low, high, |k| k * k + (k + 1u8).pow(2)),
            Type::Power => Self::powers(low, high, 2),
            Type::Power3 => Self::powers(low, high, 3),
            Type::PowerOf => match argument.and_then(natural) {
                Some(base) if base > BigUint::one() => {
                    let next = base.clone();
                    let powers =
                        std::iter::successors(Some(base), move |power| Some(power * &next));
                    Self::sequence(powers, low, high)
                }
                _ => Self::of(std::iter::empty(), 0),
            },
            Type::Fibonacci => Self::sums(1, 2, low, high),
            Type::Lucas => {
                let two = BigUint::from(2u8);
                let extra = (low <= two && two <= high).then_some(BigInt::from(2));
                let Self { numbers, estimate } = Self::sums(1, 3, low, high);
                Self::of(extra.into_iter().chain(numbers), estimate + 1)
            }
            Type::Catalan => {
                let first = (BigUint::one(), 1u32);
                let step =
                    |(catalan, k): &(BigUint, u32)| Some((catalan * (4 * k + 2) / (k + 2), k + 1));
                let all = std::iter::successors(Some(first), step).map(|(catalan, _)| catalan);
                Self::sequence(all, low, high)
            }
            Type::Palindrome => Self::palindromes(&low, &high),
            Type::Ascending => Self::by_digits(&low, &high, 600, |last, next, _| last < next),
            Type::Descending => Self::by_digits(&low, &high, 1_100, |last, next, _| last > next),
            Type::Consecutive => Self::by_digits(&low, &high, 50, |last, next, _| last + 1 == next),
            Type::Repdigit => Self::by_digits(&low, &high, 200, |last, next, _| last == next),
            Type::DistinctDigits => {
                Self::by_digits(&low, &high, 9_000_000, |_, next, used| used & (1 << next) == 0)
            }
            Type::Integer
            | Type::Even
            | Type::Odd
            | Type::Prime
            | Type::Perfect
            | Type::Happy
            | Type::Lucky
            | Type::Harshad
            | Type::Product
            | Type::TwoSquares => Self::scan(low.into(), high.into()),
        }
    }

    /// Some divisors, and their negatives if they count, that lie in a range.
    pub(crate) fn divisors(divisors: Vec<BigUint>, signed: bool, range: &Interval) -> Self {
        let range = range.clone();
        let signs: &'static [i8] = if signed { &[1, -1] } else { &[1] };
        let estimate = (divisors.len() * signs.len()) as u64;
        let all = divisors.into_iter().flat_map(|divisor| {
            signs.iter().map(move |&sign| BigInt::from(divisor.clone()) * sign)
        });
        let inside = move |value: &BigInt| {
            let end = End::whole(value.clone());
            range.low <= end && end <= range.high
        };
        Self::of(all.filter(inside), estimate)
    }

    /// One whole number after the other.
    fn scan(low: BigInt, high: BigInt) -> Self {
        let estimate = (&high - &low).to_u64().unwrap_or(u64::MAX);
        let up = std::iter::successors(Some(low), |value| Some(value + 1));
        Self::of(up.take_while(move |value| *value <= high), estimate)
    }

    fn endless(from: BigInt, step: i32) -> Self {
        Self::of(std::iter::successors(Some(from), move |value| Some(value + step)), u64::MAX)
    }

    /// An ascending formula of 1, 2, 3, …
    fn formula(low: BigUint, high: BigUint, formula: fn(&BigUint) -> BigUint) -> Self {
        // The first place whose value is not below the bound.
        let place_of = |bound: &BigUint| {
            let mut most = BigUint::one();
            while formula(&most) < *bound {
                most <<= 1;
            }
            let mut least: BigUint = &most >> 1;
            while &most - &least > BigUint::one() {
                let middle: BigUint = (&least + &most) >> 1;
                match formula(&middle) < *bound {
                    true => least = middle,
                    false => most = middle,
                }
            }
            most
        };
        let (first, last) = (place_of(&low), place_of(&high));
        let estimate = (&last - &first).to_u64().unwrap_or(u64::MAX).saturating_add(1);
        let places = std::iter::successors(Some(first), |place| Some(place + 1u8));
        let values = places.map(move |place| formula(&place));
        Self::of(values.take_while(move |value| *value <= high).map(BigInt::from), estimate)
    }

    /// An ascending sequence.
    fn sequence(all: impl Iterator<Item = BigUint> + 'static, low: BigUint, high: BigUint) -> Self {
        let inside = all.take_while(move |value| *value <= high).filter(move |v| *v >= low);
        Self::of(inside.map(BigInt::from), 100)
    }

    /// Two numbers, and the sums of neighbours.
    fn sums(first: u8, second: u8, low: BigUint, high: BigUint) -> Self {
        let start = (BigUint::from(first), BigUint::from(second));
        let next = |(a, b): &(BigUint, BigUint)| Some((b.clone(), a + b));
        let all = std::iter::successors(Some(start), next).map(|(a, _)| a);
        Self::sequence(all, low, high)
    }

    /// Powers with that exponent or a greater one, some of them more than once.
    fn powers(low: BigUint, high: BigUint, least: u32) -> Self {
        let most = u32::try_from(high.bits()).unwrap_or(u32::MAX).max(least);
        let estimate = (high.nth_root(least) - low.nth_root(least)).to_u64();
        let all = (least..=most).flat_map(move |k| {
            let first = low.nth_root(k).max(BigUint::from(2u8));
            let (low, high) = (low.clone(), high.clone());
            let bases = std::iter::successors(Some(first), |base| Some(base + 1u8));
            let powers = bases.map(move |base| base.pow(k)).take_while(move |p| *p <= high);
            powers.filter(move |power| *power >= low)
        });
        Self::of(all.map(BigInt::from), estimate.unwrap_or(u64::MAX).saturating_add(100))
    }

    /// Front halves, mirrored.
    fn palindromes(low: &BigUint, high: &BigUint) -> Self {
        let lengths = digits(low).len()..=digits(high).len();
        let half = lengths.end().div_ceil(2);
        let estimate = 10u64.checked_pow(u32::try_from(half).unwrap_or(u32::MAX));
        let (low, high) = (low.clone(), high.clone());
        let (least, most) = (low.clone(), high.clone());
        let all = lengths.flat_map(move |length| {
            let half = length.div_ceil(2);
            let ten = BigUint::from(10u8).pow(u32::try_from(half).unwrap_or(u32::MAX));
            // Fronts outside the bounds need not be looked at.
            let front = |bound: &BigUint, else_front: BigUint| match digits(bound) {
                all if all.len() == length => {
                    BigUint::from_radix_be(&all[..half], 10).unwrap_or_default()
                }
                _ => else_front,
            };
            let first = front(&least, &ten / 10u8);
            let last = front(&most, ten - 1u8);
            let fronts = std::iter::successors(Some(first), |front| Some(front + 1u8));
            fronts.take_while(move |front| *front <= last).map(move |front| {
                let front = digits(&front);
                let back = front.iter().rev().skip(length % 2);
                let all: Vec<u8> = front.iter().chain(back).copied().collect();
                BigUint::from_radix_be(&all, 10).unwrap_or_default()
            })
        });
        let inside = move |value: &BigUint| (&low..=&high).contains(&value);
        Self::of(all.filter(inside).map(BigInt::from), estimate.unwrap_or(u64::MAX))
    }

    /// Numbers that grow digit by digit; the rule has the last digit, the next, and the set of those
    /// that were used.
    fn by_digits(
        low: &BigUint,
        high: &BigUint,
        estimate: u64,
        fits: fn(u8, u8, u16) -> bool,
    ) -> Self {
        let longest = digits(high).len();
        let (low, high) = (BigInt::from(low.clone()), BigInt::from(high.clone()));
        let mut open: Vec<(BigInt, u8, u16, usize)> =
            (1..=9u8).map(|digit| (digit.into(), digit, 1 << digit, 1)).collect();
        let all = std::iter::from_fn(move || {
            let (value, last, used, length) = open.pop()?;
            if length < longest {
                let next = (0..=9u8).filter(|&next| fits(last, next, used));
                let longer =
                    next.map(|next| (&value * 10 + next, next, used | 1 << next, length + 1));
                open.extend(longer);
            }
            Some(value)
        });
        Self::of(all.filter(move |value| (&low..=&high).contains(&value)), estimate)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::number::whole;
    use super::super::types::belongs;
    use super::*;
    use crate::families::crossnumber::language::TYPES;

    #[test]
    fn no_member_is_missing() {
        for (name, kind, arity) in TYPES {
            for argument in if arity == 0 { 0..1 } else { 2..4 } {
                let arguments = vec![whole(argument); arity];
                for (low, high) in [(-20, 1500), (9_990, 10_150), (99_900, 101_500)] {
                    let is_member = |value: &BigInt| {
                        belongs(kind, &arguments, &whole(value.clone())).expect("small")
                    };
                    let range = Interval::between(low, high);
                    let made: BTreeSet<BigInt> =
                        Members::new(kind, arguments.first(), &range).filter(is_member).collect();
                    let all = (low..=high).map(BigInt::from);
                    let tested: BTreeSet<BigInt> = all.filter(is_member).collect();
                    assert_eq!(made, tested, "{name}({argument}) from {low} to {high}");
                }
            }
        }
    }

    #[test]
    fn long_ranges_of_rare_types_are_short() {
        let far = Interval::between(10i64.pow(17), 10i64.pow(18));
        assert_eq!(Members::new(Type::Cube, None, &far).count(), 535_842);
        assert_eq!(Members::new(Type::Fibonacci, None, &far).count(), 4);
        assert_eq!(Members::new(Type::Prime, None, &Interval::from(5)).take(3).count(), 3);
    }
}
