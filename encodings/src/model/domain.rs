//! A set of integers as sorted ranges, so that `1..999999` costs as little as `{1}`.
//!
//! Invariant: ranges are non-empty, ascending, and neither overlap nor touch. Only the last one
//! may end at `i64::MAX`, which stands for "no upper bound".

use std::fmt;
use std::ops::{RangeFrom, RangeInclusive, Sub};

/// The values that a variable may take: `Domain::from(5)`, `Domain::from(1..=9)`, `Domain::from(1..)`
/// without an upper bound, or `Domain::from_iter([2, 3, 5])`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Domain {
    ranges: Vec<(i64, i64)>,
}

impl Domain {
    /// The maximal runs of consecutive values, ascending.
    pub fn ranges(&self) -> &[(i64, i64)] {
        &self.ranges
    }

    /// True if no value is possible, so that the model has no solution.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// False if there is no largest value.
    pub fn is_bounded(&self) -> bool {
        self.max() != Some(i64::MAX)
    }

    /// How many values there are; `u64::MAX` or less also for an unbounded domain.
    pub fn len(&self) -> u64 {
        self.ranges
            .iter()
            .map(|&(low, high)| high.abs_diff(low).saturating_add(1))
            .fold(0, u64::saturating_add)
    }

    /// The smallest value.
    pub fn min(&self) -> Option<i64> {
        self.ranges.first().map(|&(low, _)| low)
    }

    /// The largest value.
    pub fn max(&self) -> Option<i64> {
        self.ranges.last().map(|&(_, high)| high)
    }

    /// The value, if there is exactly one.
    pub fn only(&self) -> Option<i64> {
        match self.ranges[..] {
            [(low, high)] if low == high => Some(low),
            _ => None,
        }
    }

    /// Whether `value` is possible.
    pub fn contains(&self, value: i64) -> bool {
        let after = self.ranges.partition_point(|&(low, _)| low <= value);
        after > 0 && value <= self.ranges[after - 1].1
    }

    /// The values, ascending.
    pub fn iter(&self) -> impl Iterator<Item = i64> + '_ {
        self.ranges.iter().flat_map(|&(low, high)| low..=high)
    }
}

impl From<i64> for Domain {
    /// The one value.
    fn from(value: i64) -> Self {
        Self { ranges: vec![(value, value)] }
    }
}

impl From<RangeInclusive<i64>> for Domain {
    /// All integers of the range; empty if it is.
    fn from(range: RangeInclusive<i64>) -> Self {
        let (low, high) = range.into_inner();
        Self { ranges: if low <= high { vec![(low, high)] } else { Vec::new() } }
    }
}

impl From<RangeFrom<i64>> for Domain {
    /// All integers from one upwards. Only some encodings can take a model with such a variable.
    fn from(range: RangeFrom<i64>) -> Self {
        Self { ranges: vec![(range.start, i64::MAX)] }
    }
}

impl FromIterator<i64> for Domain {
    /// The given values, in any order, repetitions allowed.
    fn from_iter<I: IntoIterator<Item = i64>>(values: I) -> Self {
        let mut sorted: Vec<i64> = values.into_iter().collect();
        sorted.sort_unstable();
        let mut ranges: Vec<(i64, i64)> = Vec::new();
        for value in sorted {
            match ranges.last_mut() {
                Some((_, high)) if value <= *high => {}
                Some((_, high)) if value - 1 == *high => *high = value,
                _ => ranges.push((value, value)),
            }
        }
        Self { ranges }
    }
}

impl Sub<i64> for &Domain {
    type Output = Domain;

    /// The same without one value.
    fn sub(self, value: i64) -> Domain {
        let mut ranges = Vec::with_capacity(self.ranges.len() + 1);
        for &(low, high) in &self.ranges {
            if !(low..=high).contains(&value) {
                ranges.push((low, high));
                continue;
            }
            if low < value {
                ranges.push((low, value - 1));
            }
            if value < high {
                ranges.push((value + 1, high));
            }
        }
        Domain { ranges }
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{")?;
        for (i, &(low, high)) in self.ranges.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            match high {
                _ if high == low => write!(f, "{comma}{low}")?,
                i64::MAX => write!(f, "{comma}{low}..")?,
                _ => write!(f, "{comma}{low}..{high}")?,
            }
        }
        write!(f, "}}")
    }
}

impl fmt::Debug for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_become_maximal_ranges() {
        let domain = Domain::from_iter([5, 1, 2, 2, 9, 3]);
        assert_eq!(domain.to_string(), "{1..3, 5, 9}");
        assert_eq!(domain.len(), 5);
        assert_eq!(domain.iter().collect::<Vec<_>>(), [1, 2, 3, 5, 9]);
        assert!(domain.contains(2) && !domain.contains(4) && !domain.contains(10));
        assert_eq!((&domain - 2).to_string(), "{1, 3, 5, 9}");
        assert_eq!((&(&domain - 5) - 4).to_string(), "{1..3, 9}");
    }

    #[test]
    fn the_ends_of_the_integers_are_safe() {
        assert_eq!(
            Domain::from_iter([i64::MIN, i64::MIN + 1]).ranges(),
            [(i64::MIN, i64::MIN + 1)]
        );
        assert_eq!(Domain::from(i64::MIN..=i64::MAX - 1).len(), u64::MAX);
        assert!(!Domain::from(1..).is_bounded());
        assert!(Domain::from_iter([]).is_empty());
    }
}
