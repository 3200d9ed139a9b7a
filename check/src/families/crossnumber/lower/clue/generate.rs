//! The members of a type between two bounds, made rather than looked for wherever that is possible.

use std::sync::LazyLock;

use super::bounds::IntegerInterval;
use super::number::Number;
use super::primes;
use super::types::{PERFECT, catalans, contains, root_floor};
use crate::families::crossnumber::language::Type;

/// Types without a rule of their own are tested number by number over no longer stretches.
const MAX_TESTED: u64 = 300_000;

/// Formulas start no more steps before the first member that is wanted.
const STEPS_BEFORE: u64 = 8;

/// Primes are sieved over no longer stretches.
const MAX_SIEVED: u64 = 5_000_000;

/// Their members up to here are kept once they were tested.
const MAX_KEPT: u64 = 100_000;

/// Shorter stretches are tested each time.
const MIN_KEPT: u64 = 8_000;

/// This many tests are the work of one step.
const TESTS: usize = 16;

/// The members between two bounds, ascending; `None` if they are more than `most` or cannot be
/// listed in reasonable time. Numbers that have to be tested count against `left`.
pub(crate) fn members(
    kind: Type,
    arguments: &[Number],
    (low, high): (i64, i64),
    most: usize,
    left: &mut usize,
) -> Option<Vec<i64>> {
    if low > high {
        return Some(Vec::new());
    }
    if kind.is_signed() {
        let step = if matches!(kind, Type::Even | Type::Odd) { 2 } else { 1 };
        let start = match kind {
            Type::Even => low.checked_add(low.rem_euclid(2))?,
            Type::Odd => low.checked_add(1 - low.rem_euclid(2))?,
            _ => low,
        };
        if start > high {
            return Some(Vec::new());
        }
        let count = high.abs_diff(start) / step as u64;
        return (count < most as u64).then(|| (start..=high).step_by(step).collect());
    }
    let (low, high) = (low.max(1) as u64, high.max(0) as u64);
    if low > high {
        return Some(Vec::new());
    }
    let mut list = Collect { low, high, most, found: Vec::new() };
    let complete = match kind {
        Type::Prime => {
            // Among this many numbers of 64 bits there are more primes than are wanted.
            let surely_more = (high - low) / 64 > most as u64;
            if surely_more || high - low > MAX_SIEVED || high > 1 << 50 {
                return None;
            }
            primes::primes_between(low, high).into_iter().all(|p| list.add(p))
        }
        Type::Square => list.formula(root_floor(low, 2), |k| k.checked_mul(k)),
        Type::Cube => list.formula(root_floor(low, 3), |k| k.checked_pow(3)),
        Type::Power => list.powers(2),
        Type::Power3 => list.powers(3),
        Type::PowerOf => match arguments[0].to_whole().and_then(|base| u64::try_from(base).ok()) {
            Some(base @ 2..) => {
                let powers = std::iter::successors(Some(base), |power| power.checked_mul(base));
                list.sequence(powers)
            }
            _ => true,
        },
        Type::Triangular => {
            let start = (2 * u128::from(low)).isqrt() as u64;
            list.formula(start.saturating_sub(2), |k| {
                u64::try_from(u128::from(k) * u128::from(k + 1) / 2).ok()
            })
        }
        Type::Pyramidal => {
            let start = root_floor(low.saturating_mul(3).min(1 << 62), 3);
            list.formula(start.saturating_sub(3), |k| {
                let k = u128::from(k);
                u64::try_from(k * (k + 1) * (2 * k + 1) / 6).ok()
            })
        }
        Type::ConsecutiveSquares => {
            list.formula(root_floor(low / 2, 2).saturating_sub(2).max(1), |k| {
                let k = u128::from(k);
                u64::try_from(k * k + (k + 1) * (k + 1)).ok()
            })
        }
        Type::Fibonacci => list.recurrence(1, 2),
        Type::Lucas => list.recurrence(2, 1),
        Type::Catalan => list.sequence(catalans().map_while(|c| u64::try_from(c).ok())),
        Type::Perfect => list.sequence(PERFECT.into_iter()),
        // There are more palindromes than roots.
        Type::Palindrome if (high.isqrt() - low.isqrt()) / 10 > most as u64 => false,
        Type::Palindrome => list.palindromes(),
        Type::Ascending => list.digits(0, 0, |last, digit, _| digit > last),
        Type::Descending => list.digits(0, 0, |last, digit, used| used == 0 || digit < last),
        Type::Consecutive => list.digits(0, 0, |last, digit, used| used == 0 || digit == last + 1),
        Type::Repdigit => list.digits(0, 0, |last, digit, used| used == 0 || digit == last),
        Type::DistinctDigits => list.digits(0, 0, |_, digit, used| used & (1 << digit) == 0),
        Type::Happy | Type::Lucky | Type::Harshad | Type::Product | Type::TwoSquares => {
            if high - low > MAX_TESTED {
                return None;
            }
            *left = left.checked_sub((high - low) as usize / TESTS)?;
            if let (Type::Lucky, Some(lucky)) = (kind, primes::lucky_between(low, high)) {
                let complete = lucky.iter().all(|&n| list.add(n.into()));
                return complete.then_some(list.found);
            }
            if let Some(tested) = tested(kind, low, high) {
                let complete = tested.iter().all(|&n| list.add(n));
                return complete.then_some(list.found);
            }
            let mut complete = true;
            for n in low..=high {
                // A number of which nothing is known makes the list incomplete.
                let belongs = contains(kind, arguments, &Number::whole(i128::from(n))).ok()?;
                complete &= !belongs || list.add(n);
            }
            complete
        }
        Type::Integer | Type::Even | Type::Odd => unreachable!("done above"),
    };
    complete.then(|| {
        list.found.sort_unstable();
        list.found.dedup();
        list.found
    })
}

/// Members of types without a rule of their own, up to `MAX_KEPT`: entries with up to five digits ask for
/// them again and again.
static TESTED: [(Type, LazyLock<Vec<u64>>); 3] = [
    (Type::Harshad, LazyLock::new(|| test_all(Type::Harshad))),
    (Type::Happy, LazyLock::new(|| test_all(Type::Happy))),
    (Type::TwoSquares, LazyLock::new(|| test_all(Type::TwoSquares))),
];

fn test_all(kind: Type) -> Vec<u64> {
    let belongs = |n: &u64| contains(kind, &[], &Number::whole(i128::from(*n))) == Ok(true);
    (1..=MAX_KEPT).filter(belongs).collect()
}

/// The members between two bounds, if they are kept and it would take long to test for them.
fn tested(kind: Type, low: u64, high: u64) -> Option<&'static [u64]> {
    if high > MAX_KEPT || high - low < MIN_KEPT {
        return None;
    }
    let (_, kept) = TESTED.iter().find(|(other, _)| *other == kind)?;
    let from = kept.partition_point(|&n| n < low);
    let to = kept.partition_point(|&n| n <= high);
    Some(&kept[from..to])
}

/// About how many members there are in a range.
pub(crate) fn estimate(kind: Type, range: IntegerInterval) -> u128 {
    let width = range.width();
    let (low, high) = (range.low.max(0) as u128, range.high.max(0) as u128);
    let roots = |k: u32| {
        let root = |n: u128| num_integer::Roots::nth_root(&n, k);
        root(high) - root(low).min(root(high)) + 1
    };
    let estimate = match kind {
        Type::Square | Type::Triangular | Type::Palindrome | Type::ConsecutiveSquares => {
            roots(2) * 3 / 2
        }
        Type::Power => roots(2) * 6 / 5,
        Type::Cube | Type::Power3 | Type::Pyramidal => roots(3) * 3 / 2,
        Type::PowerOf | Type::Fibonacci | Type::Lucas | Type::Catalan | Type::Perfect => 12,
        Type::Repdigit | Type::Consecutive => 30,
        Type::Ascending | Type::Descending => 300,
        // The natural logarithm is two thirds of that to the base of 2.
        Type::Prime => width / (u128::from((high + 3).ilog2()) * 3 / 5).max(1) + 1,
        Type::Even | Type::Odd => width / 2,
        _ => width,
    };
    estimate.min(width)
}

/// Members that have been found; each way of adding says whether all of them fitted.
struct Collect {
    low: u64,
    high: u64,
    most: usize,
    found: Vec<i64>,
}

impl Collect {
    fn add(&mut self, n: u64) -> bool {
        if (self.low..=self.high).contains(&n) {
            if self.found.len() >= self.most {
                return false;
            }
            self.found.extend(i64::try_from(n));
        }
        true
    }

    /// An ascending sequence, up to the upper bound.
    fn sequence(&mut self, sequence: impl Iterator<Item = u64>) -> bool {
        let high = self.high;
        sequence.take_while(|&n| n <= high).all(|n| self.add(n))
    }

    /// An ascending formula, from a place at most a few steps before the lower bound. That there are
    /// too many members is seen before they are made.
    fn formula(&mut self, start: u64, formula: impl Fn(u64) -> Option<u64>) -> bool {
        let beyond = start.saturating_add(self.most as u64 + STEPS_BEFORE);
        if formula(beyond).is_some_and(|n| n <= self.high) {
            return false;
        }
        self.sequence((start.max(1)..).map_while(formula))
    }

    fn powers(&mut self, least: u32) -> bool {
        (least..64).all(|k| self.formula(root_floor(self.low, k).max(2), |n| n.checked_pow(k)))
    }

    fn recurrence(&mut self, first: u64, second: u64) -> bool {
        let next = |&(a, b): &(u64, u64)| Some((b, a.checked_add(b)?));
        let pairs = std::iter::successors(Some((first, second)), next);
        // The Lucas numbers begin with 2, 1.
        let high = self.high;
        pairs.map(|(a, _)| a).take_while(|&n| n <= high.max(2)).all(|n| self.add(n))
    }

    fn palindromes(&mut self) -> bool {
        let lengths = self.low.ilog10() + 1..=self.high.ilog10() + 1;
        for length in lengths {
            let half = length.div_ceil(2);
            let (first, last) = (10u64.pow(half - 1), 10u64.pow(half) - 1);
            // Halves of numbers outside the bounds need not be looked at.
            let cut = 10u128.pow(length - half);
            let first = first.max((u128::from(self.low) / cut).min(u128::from(last)) as u64);
            let last = last.min((u128::from(self.high) / cut) as u64);
            for front in first..=last {
                let mut value = front;
                let mut left = if length % 2 == 1 { front / 10 } else { front };
                while left > 0 {
                    match value.checked_mul(10) {
                        Some(next) => value = next + left % 10,
                        None => break,
                    }
                    left /= 10;
                }
                if !self.add(value) {
                    return false;
                }
            }
        }
        true
    }

    /// Numbers that grow digit by digit; the rule has the last digit, the next one and the set of
    /// those used.
    fn digits(&mut self, value: u64, used: u16, fits: fn(u8, u8, u16) -> bool) -> bool {
        let last = (value % 10) as u8;
        for digit in 0..10u8 {
            if (value == 0 && digit == 0) || !fits(last, digit, used) {
                continue;
            }
            let next = value.checked_mul(10).and_then(|v| v.checked_add(u64::from(digit)));
            let Some(next) = next.filter(|&next| self.begins_one(next)) else { continue };
            if !self.add(next) || !self.digits(next, used | 1 << digit, fits) {
                return false;
            }
        }
        true
    }

    /// Whether some number between the bounds begins with these digits.
    fn begins_one(&self, digits: u64) -> bool {
        let (mut least, mut beyond) = (u128::from(digits), u128::from(digits) + 1);
        while least <= self.high.into() {
            if beyond > self.low.into() {
                return true;
            }
            (least, beyond) = (least * 10, beyond * 10);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families::crossnumber::language::TYPES;

    #[test]
    fn what_is_made_is_what_belongs() {
        let bounds = [
            (-50, 3000),
            (980, 1_240),
            (9_990, 10_150),
            (12_340, 23_450),
            (99_000, 101_500),
            (1_000_000, 1_000_400),
        ];
        for (name, kind, arity) in TYPES {
            for argument in if arity == 0 { 0..1 } else { 2..5 } {
                let arguments = vec![Number::from(argument); arity];
                for (low, high) in bounds {
                    let made = members(kind, &arguments, (low, high), 1_000_000, &mut 100_000);
                    let belongs =
                        |n: &i64| contains(kind, &arguments, &Number::from(*n)) == Ok(true);
                    let tested: Vec<i64> = (low..=high).filter(belongs).collect();
                    assert_eq!(made, Some(tested), "{name} {argument} {low} {high}");
                }
            }
        }
        assert_eq!(members(Type::Integer, &[], (1, 1000), 10, &mut 10), None);
        assert_eq!(members(Type::Prime, &[], (1, i64::MAX), 10, &mut 10), None);
        let cubes = members(Type::Cube, &[], (1, 999_999_999_999_999_999), 2_000_000, &mut 10);
        assert_eq!(cubes.map(|cubes| cubes.len()), Some(999_999));
    }
}
