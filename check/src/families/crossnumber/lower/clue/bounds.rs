//! What an atom's claim says about the ranges of its slots and choices: interval arithmetic up the
//! operations, then the claim, then down again.
//!
//! Ends are whole numbers of 128 bits, rounded outwards where a step does not come out whole, and
//! without bound where they would leave 128 bits; so no value that makes the claim true is ever lost.
//! Reference: Benhamou et al., "Revising hull and box consistency", ICLP 1999.

use super::atom::{Atom, AtomClaim, Operation};
use super::functions::MAX_GAP;
use super::inverse::down;
use super::number::Missing;
use super::steps::{LIMIT, bounded, length, power_of_ten, up};
use crate::families::crossnumber::language::{ClueComparison, NumberRelation};

/// Whole numbers from `low` to `high`, and everything between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IntegerInterval {
    /// The least; [`IntegerInterval::BELOW`] if there is no bound.
    pub low: i128,
    /// The greatest; [`IntegerInterval::ABOVE`] if there is no bound.
    pub high: i128,
}

impl IntegerInterval {
    /// There is no upper bound.
    pub(crate) const ABOVE: i128 = i128::MAX;

    /// There is no lower bound.
    pub(crate) const BELOW: i128 = -i128::MAX;

    /// All numbers.
    pub(crate) const ALL: Self = Self { low: Self::BELOW, high: Self::ABOVE };

    /// No number.
    pub(crate) const EMPTY: Self = Self { low: 1, high: 0 };

    /// One value.
    pub(crate) fn point(value: i128) -> Self {
        Self { low: value, high: value }
    }

    /// The numbers from `low` to `high`.
    pub(crate) fn between(low: impl Into<i128>, high: impl Into<i128>) -> Self {
        Self { low: low.into(), high: high.into() }
    }

    /// All numbers from `low` on.
    pub(crate) fn from(low: i128) -> Self {
        Self { low, high: Self::ABOVE }
    }

    /// Whether nothing is in it.
    pub(crate) fn is_empty(self) -> bool {
        self.low > self.high
    }

    /// What is in both.
    #[must_use]
    pub(crate) fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// The least interval around both.
    #[must_use]
    pub(crate) fn hull(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Whether zero is in it.
    pub(crate) fn has_zero(self) -> bool {
        self.low <= 0 && self.high >= 0
    }

    /// Whether it is one number.
    pub(crate) fn is_point(self) -> bool {
        self.low == self.high
    }

    /// How many whole numbers are in it, at least 0.
    pub(crate) fn width(self) -> u128 {
        if self.is_empty() { 0 } else { self.high.abs_diff(self.low).saturating_add(1) }
    }

    /// The ends in 64 bits; `None` if one is beyond.
    pub(crate) fn to_small(self) -> Option<(i64, i64)> {
        Some((i64::try_from(self.low).ok()?, i64::try_from(self.high).ok()?))
    }

    /// The ends, or the end of 64 bits if one is beyond: for slots, whose values are of 64 bits.
    pub(crate) fn clamped(self) -> (i64, i64) {
        let clamp = |end: i128| end.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        (clamp(self.low), clamp(self.high))
    }
}

/// The bounds of one atom.
#[derive(Clone, Debug)]
pub(crate) struct AtomBounds {
    constants: Vec<IntegerInterval>,
}

/// A further pass is worth while if some range has become smaller by a tenth.
fn is_worth_while(before: &[IntegerInterval], after: &[IntegerInterval]) -> bool {
    let shrank = |(before, after): (&IntegerInterval, &IntegerInterval)| {
        let (before, after) = (before.width(), after.width());
        after < before - before / 10
    };
    before.iter().zip(after).any(shrank)
}

const MAX_PASSES: usize = 4;

impl AtomBounds {
    /// Prepares the bounds of an atom.
    pub(crate) fn new(atom: &Atom) -> Self {
        let constant = |operation: &Operation| match operation {
            Operation::Constant(Ok(number)) => match number.floor_and_ceiling() {
                (Some(floor), Some(ceiling)) => bounded(floor, ceiling),
                // Beyond 128 bits only the side is known.
                _ if number.is_negative() => {
                    IntegerInterval { low: IntegerInterval::BELOW, high: -LIMIT }
                }
                _ => IntegerInterval { low: LIMIT, high: IntegerInterval::ABOVE },
            },
            Operation::Constant(Err(Missing::NotANumber)) => IntegerInterval::EMPTY,
            _ => IntegerInterval::ALL,
        };
        Self { constants: atom.operations.iter().map(constant).collect() }
    }

    /// Makes the ranges of slots, then choices, as small as the claim asks; false if nothing is left.
    pub(crate) fn narrow(&self, atom: &Atom, ranges: &mut [IntegerInterval]) -> bool {
        let mut before = ranges.to_vec();
        for pass in 1..=MAX_PASSES {
            if !self.pass(atom, ranges) {
                return false;
            }
            if pass == MAX_PASSES || !is_worth_while(&before, ranges) {
                break;
            }
            before.copy_from_slice(ranges);
        }
        true
    }

    /// One pass of the same.
    pub(crate) fn pass(&self, atom: &Atom, ranges: &mut [IntegerInterval]) -> bool {
        let n_slots = atom.slots.len();
        let mut values = self.constants.clone();
        for (i, operation) in atom.operations.iter().enumerate() {
            values[i] = match operation {
                Operation::Constant(_) => values[i],
                Operation::Slot(slot) => ranges[*slot],
                Operation::Choice(choice) => ranges[n_slots + choice],
                other => up(other, &values, &atom.whole),
            };
            if values[i].is_empty() {
                return false;
            }
        }
        if !claim(atom, &mut values) {
            return false;
        }
        for (i, operation) in atom.operations.iter().enumerate().rev() {
            if values[i].is_empty() {
                return false;
            }
            let range = match operation {
                Operation::Constant(_) => continue,
                Operation::Slot(slot) => &mut ranges[*slot],
                Operation::Choice(choice) => &mut ranges[n_slots + choice],
                other => {
                    down(other, i, &mut values, &atom.whole);
                    continue;
                }
            };
            *range = range.and(values[i]);
            if range.is_empty() {
                return false;
            }
        }
        true
    }
}

/// What the claim itself says about its numbers.
fn claim(atom: &Atom, values: &mut [IntegerInterval]) -> bool {
    match &atom.claim {
        AtomClaim::Chain(pairs) => {
            for &(a, how, b) in pairs.iter().chain(pairs.iter().rev().skip(1)) {
                let step = i128::from(atom.whole[a] && atom.whole[b]);
                let (left, right) = (values[a], values[b]);
                let (left, right) = match how {
                    ClueComparison::Equal => (left.and(right), right.and(left)),
                    ClueComparison::Less => below(left, right, step),
                    ClueComparison::AtMost => below(left, right, 0),
                    ClueComparison::Greater => swap(below(right, left, step)),
                    ClueComparison::AtLeast => swap(below(right, left, 0)),
                    ClueComparison::NotEqual => {
                        if left.is_point() && left == right && step > 0 {
                            return false;
                        }
                        (without(left, right, step), without(right, left, step))
                    }
                };
                if left.is_empty() || right.is_empty() {
                    return false;
                }
                values[a] = left;
                values[b] = right;
            }
        }
        AtomClaim::Related(relation, arguments) => match relation {
            NumberRelation::Multiple => unreachable!("it became a chain"),
            NumberRelation::Anagram | NumberRelation::Jumble => {
                let [a, b] = [arguments[0], arguments[1]];
                values[a] = values[a].and(same_length(values[b]));
                values[b] = values[b].and(same_length(values[a]));
            }
            NumberRelation::AdjacentPrimes => {
                let [a, b] = [arguments[0], arguments[1]];
                // Beyond 64 bits nothing is known of gaps.
                let near = |other: IntegerInterval| match u64::try_from(other.high) {
                    Ok(high) => IntegerInterval {
                        low: other.low.saturating_sub(MAX_GAP.into()).max(2),
                        high: i128::from(high) + i128::from(MAX_GAP),
                    },
                    Err(_) => IntegerInterval::from(2),
                };
                values[a] = values[a].and(near(values[b]));
                values[b] = values[b].and(near(values[a]));
            }
            NumberRelation::OneOf => {
                let others = arguments[1..].iter().map(|&id| values[id]);
                if let Some(hull) = others.reduce(IntegerInterval::hull) {
                    values[arguments[0]] = values[arguments[0]].and(hull);
                }
            }
        },
    }
    true
}

fn below(
    left: IntegerInterval,
    right: IntegerInterval,
    step: i128,
) -> (IntegerInterval, IntegerInterval) {
    let most = if right.high == IntegerInterval::ABOVE { right.high } else { right.high - step };
    let least = if left.low == IntegerInterval::BELOW { left.low } else { left.low + step };
    (
        IntegerInterval { high: left.high.min(most), ..left },
        IntegerInterval { low: right.low.max(least), ..right },
    )
}

fn swap((a, b): (IntegerInterval, IntegerInterval)) -> (IntegerInterval, IntegerInterval) {
    (b, a)
}

/// An end that the other number certainly has is moved by one step.
fn without(range: IntegerInterval, other: IntegerInterval, step: i128) -> IntegerInterval {
    if !other.is_point() || step == 0 {
        return range;
    }
    let low = if range.low == other.low { range.low + step } else { range.low };
    let high = if range.high == other.low { range.high - step } else { range.high };
    IntegerInterval { low, high }
}

/// The numbers with as many digits as some number of the range, none of them negative.
fn same_length(range: IntegerInterval) -> IntegerInterval {
    let low = match length(range.low.max(0)) {
        1 => 0,
        digits => power_of_ten(digits - 1),
    };
    let high = match range.high {
        IntegerInterval::ABOVE => IntegerInterval::ABOVE,
        high => power_of_ten(length(high.max(0))),
    };
    IntegerInterval { low, high }
}
