//! What an atom's claim says about the ranges of its slots and choices: interval arithmetic up the
//! operations, then the claim, then down again.
//!
//! Ends are floating-point numbers, rounded outwards wherever a step is not exact, so that no value
//! that makes the claim true is ever lost. Reference: Benhamou et al., "Revising hull and box
//! consistency", ICLP 1999.

use super::atom::{Atom, Claim, Operation};
use super::functions::Relation;
use super::steps::{down, up};
use super::tree::Comparison;

/// Numbers from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The least.
    pub low: f64,
    /// The greatest.
    pub high: f64,
}

/// Whole numbers up to here are exact in floating point.
const EXACT: f64 = 9_007_199_254_740_992.0;

impl Interval {
    /// Everything that counts as a number.
    pub const LINE: Self = Self { low: -1e40, high: 1e40 };

    /// One value.
    pub fn point(value: f64) -> Self {
        if value.abs() < EXACT {
            Self { low: value, high: value }
        } else {
            Self { low: value, high: value }.wider()
        }
    }

    /// The whole numbers from `low` to `high`.
    pub fn between(low: i64, high: i64) -> Self {
        Self { low: Self::point(low as f64).low, high: Self::point(high as f64).high }
    }

    /// From `low` to `high`, rounded outwards unless both are exact whole numbers.
    pub fn of(low: f64, high: f64) -> Self {
        let exact = |end: f64| end.abs() < EXACT && (end as i64) as f64 == end;
        let interval = Self { low, high };
        if exact(low) && exact(high) { interval } else { interval.wider() }
    }

    /// A little more on both sides.
    pub fn wider(self) -> Self {
        let down = |end: f64| end - end.abs() * 1e-12 - 1e-300;
        let up = |end: f64| end + end.abs() * 1e-12 + 1e-300;
        Self { low: down(self.low), high: up(self.high) }
    }

    /// Whether nothing is in it.
    pub fn is_empty(self) -> bool {
        self.low > self.high || self.low.is_nan() || self.high.is_nan()
    }

    /// What is in both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// The least interval around both.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Whether zero is in it.
    pub fn has_zero(self) -> bool {
        self.low <= 0.0 && self.high >= 0.0
    }

    /// Whether it is one number.
    pub fn is_point(self) -> bool {
        self.low == self.high
    }

    /// The whole numbers in it, within 64 bits.
    pub fn to_whole(self) -> (i64, i64) {
        // The conversion stops at the ends of the integers.
        let whole = self.whole();
        (whole.low as i64, whole.high as i64)
    }

    /// The same without ends that are no whole numbers.
    #[must_use]
    pub fn whole(self) -> Self {
        Self { low: -floor(-self.low), high: floor(self.high) }
    }
}

/// The greatest whole number that is not greater: by conversion, which is faster than a call.
fn floor(value: f64) -> f64 {
    if value.abs() >= EXACT {
        return value;
    }
    let near = (value as i64) as f64;
    if near > value { near - 1.0 } else { near }
}

/// The bounds of one atom.
#[derive(Clone, Debug)]
pub struct Bounds {
    constants: Vec<Interval>,
}

/// A further pass is worth while if some range has become so much smaller.
const WORTH: f64 = 0.9;
const MAX_PASSES: usize = 4;

impl Bounds {
    /// Prepares the bounds of an atom.
    pub fn new(atom: &Atom) -> Self {
        let constant = |operation: &Operation| match operation {
            Operation::Number(number) => {
                let value = number.to_float();
                Interval::of(value, value)
            }
            _ => Interval::LINE,
        };
        Self { constants: atom.operations.iter().map(constant).collect() }
    }

    /// Makes the ranges of slots, then choices, as small as the claim asks; false if nothing is left.
    pub fn narrow(&self, atom: &Atom, ranges: &mut [Interval]) -> bool {
        for _ in 0..MAX_PASSES {
            let before: f64 = ranges.iter().map(|range| range.high - range.low + 1.0).product();
            if !self.pass(atom, ranges) {
                return false;
            }
            let after: f64 = ranges.iter().map(|range| range.high - range.low + 1.0).product();
            if after.is_nan() || after >= before * WORTH {
                break;
            }
        }
        true
    }

    /// One pass of the same.
    pub fn pass(&self, atom: &Atom, ranges: &mut [Interval]) -> bool {
        let n_slots = atom.slots.len();
        let mut values = self.constants.clone();
        for (i, operation) in atom.operations.iter().enumerate() {
            let value = match operation {
                Operation::Number(_) => continue,
                Operation::Slot(slot) => ranges[*slot],
                Operation::Choice(choice) => ranges[n_slots + choice],
                other => up(other, &values, &atom.whole),
            };
            let value = if atom.whole[i] { value.whole() } else { value };
            values[i] = value.and(Interval::LINE);
            if values[i].is_empty() {
                return false;
            }
        }
        if !claim(atom, &mut values) {
            return false;
        }
        for (i, operation) in atom.operations.iter().enumerate().rev() {
            if atom.whole[i] {
                values[i] = values[i].whole();
            }
            if values[i].is_empty() {
                return false;
            }
            let range = match operation {
                Operation::Number(_) => continue,
                Operation::Slot(slot) => &mut ranges[*slot],
                Operation::Choice(choice) => &mut ranges[n_slots + choice],
                other => {
                    down(other, i, &mut values);
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
fn claim(atom: &Atom, values: &mut [Interval]) -> bool {
    match &atom.claim {
        Claim::Chain(pairs) => {
            for &(a, how, b) in pairs.iter().chain(pairs.iter().rev().skip(1)) {
                let step = if atom.whole[a] && atom.whole[b] { 1.0 } else { 0.0 };
                let (left, right) = (values[a], values[b]);
                let (left, right) = match how {
                    Comparison::Equal => (left.and(right), right.and(left)),
                    Comparison::Less => below(left, right, step),
                    Comparison::AtMost => below(left, right, 0.0),
                    Comparison::Greater => swap(below(right, left, step)),
                    Comparison::AtLeast => swap(below(right, left, 0.0)),
                    Comparison::NotEqual => {
                        let same = left.is_point() && left == right && step > 0.0;
                        if same && left.low.abs() < EXACT {
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
        Claim::NotIn(..) => {}
        Claim::Related(relation, arguments) => match relation {
            Relation::Multiple => unreachable!("it became a chain"),
            Relation::Anagram | Relation::Jumble => {
                let [a, b] = [arguments[0], arguments[1]];
                values[a] = values[a].and(same_length(values[b]));
                values[b] = values[b].and(same_length(values[a]));
            }
            Relation::AdjacentPrimes => {
                let [a, b] = [arguments[0], arguments[1]];
                let near = |other: Interval| Interval {
                    low: (other.low - 1600.0).max(2.0),
                    high: other.high + 1600.0,
                };
                values[a] = values[a].and(near(values[b]));
                values[b] = values[b].and(near(values[a]));
            }
            Relation::OneOf => {
                let others = arguments[1..].iter().map(|&id| values[id]);
                if let Some(hull) = others.reduce(Interval::hull) {
                    values[arguments[0]] = values[arguments[0]].and(hull);
                }
            }
        },
    }
    true
}

fn below(left: Interval, right: Interval, step: f64) -> (Interval, Interval) {
    (
        Interval { high: left.high.min(right.high - step), ..left },
        Interval { low: right.low.max(left.low + step), ..right },
    )
}

fn swap((a, b): (Interval, Interval)) -> (Interval, Interval) {
    (b, a)
}

/// An end that the other number certainly has is moved by one step.
fn without(range: Interval, other: Interval, step: f64) -> Interval {
    if !other.is_point() || step == 0.0 || other.low.abs() >= EXACT {
        return range;
    }
    let low = if range.low == other.low { range.low + step } else { range.low };
    let high = if range.high == other.low { range.high - step } else { range.high };
    Interval { low, high }
}

/// The numbers with as many digits as some number of the range.
fn same_length(range: Interval) -> Interval {
    let digits = |value: f64| if value < 10.0 { 1 } else { super::steps::length(value) };
    let low = digits(range.low);
    let low = if low == 1 { 0.0 } else { 10f64.powi(low - 1) };
    Interval { low, high: 10f64.powi(digits(range.high)) }
}
