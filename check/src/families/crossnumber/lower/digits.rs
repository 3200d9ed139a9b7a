//! Numbers and their digits: what each says about the other while a puzzle is presolved.

use xwc_encodings::NoValue;

use super::space::{Possible, Space};

/// Numbers are listed once their digits leave no more than this many.
const MAX_LISTED: u64 = 3_000;

/// A number and the variables of its digits, most significant first.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    /// The number.
    pub number: usize,
    /// Its digits.
    pub cells: Vec<usize>,
}

/// A set of digits, one bit each.
type Mask = u16;

fn mask(possible: &Possible) -> Mask {
    match possible {
        Possible::List(list) => list.iter().fold(0, |mask, digit| mask | 1 << digit),
        Possible::Range(low, high) => (*low..=*high).fold(0, |mask, digit| mask | 1 << digit),
    }
}

impl Link {
    /// How many numbers the digits allow.
    pub(crate) fn combinations(&self, space: &Space) -> u64 {
        let sizes = self.cells.iter().map(|&cell| space.all[cell].size());
        sizes.fold(1, u64::saturating_mul).min(space.all[self.number].size())
    }

    /// Removes numbers whose digits are gone, and digits without a number.
    pub(crate) fn narrow(&self, space: &mut Space) -> Result<(), NoValue> {
        let masks: Vec<Mask> = self.cells.iter().map(|&cell| mask(&space.all[cell])).collect();
        let (low, high) = space.all[self.number].bounds();
        if is_everything(&masks, &space.all[self.number]) {
            return Ok(());
        }
        let left = match &space.all[self.number] {
            Possible::List(list) => {
                Some(list.iter().copied().filter(|&value| fits(value, &masks)).collect())
            }
            Possible::Range(..) if self.combinations(space) <= MAX_LISTED => {
                let mut numbers = Vec::new();
                list(&masks, 0, (low, high), &mut numbers);
                Some(numbers)
            }
            Possible::Range(..) => None,
        };
        let seen = match &left {
            Some(numbers) => {
                // Most of the time nothing is new.
                if numbers.len() as u64 != space.all[self.number].size() {
                    space.keep(self.number, numbers)?;
                }
                let mut seen = vec![0; masks.len()];
                for &number in numbers {
                    let mut rest = number;
                    for mask in seen.iter_mut().rev() {
                        *mask |= 1 << (rest % 10);
                        rest /= 10;
                    }
                }
                seen
            }
            None => {
                let low = at_least(&masks, low).ok_or(NoValue)?;
                let high = at_most(&masks, high).ok_or(NoValue)?;
                if (low, high) != space.all[self.number].bounds() {
                    space.set(self.number, Some(Possible::Range(low, high)))?;
                }
                between(&masks, low, high)
            }
        };
        for ((&cell, before), mask) in self.cells.iter().zip(masks).zip(seen) {
            if mask != before {
                let digits: Vec<i64> = (0..10).filter(|digit| mask & (1 << digit) != 0).collect();
                space.keep(cell, &digits)?;
            }
        }
        Ok(())
    }
}

/// Whether a range is all that the digits allow, and they are all that it allows: as long as nothing is
/// known of an entry, there is nothing to list.
fn is_everything(masks: &[Mask], possible: &Possible) -> bool {
    let Possible::Range(low, high) = *possible else { return false };
    let numbers = masks.iter().map(|mask| u64::from(mask.count_ones()));
    numbers.fold(1, u64::saturating_mul) == possible.size()
        && !masks.contains(&0)
        && masks.iter().fold(0, |number, &mask| 10 * number + lowest(mask)) == low
        && masks.iter().fold(0, |number, &mask| 10 * number + highest(mask)) == high
}

/// Whether the digits of a number are all possible.
fn fits(value: i64, masks: &[Mask]) -> bool {
    let mut rest = value;
    let all = masks.iter().rev().all(|mask| {
        let digit = rest % 10;
        rest /= 10;
        mask & (1 << digit) != 0
    });
    all && rest == 0
}

/// All numbers of the digits between two bounds, ascending.
fn list(masks: &[Mask], front: i64, bounds: (i64, i64), into: &mut Vec<i64>) {
    let Some((mask, rest)) = masks.split_first() else {
        if (bounds.0..=bounds.1).contains(&front) {
            into.push(front);
        }
        return;
    };
    for digit in (0..10).filter(|digit| mask & (1 << digit) != 0) {
        list(rest, 10 * front + digit, bounds, into);
    }
}

/// The digits of a number in this many places.
fn split(value: i64, places: usize) -> Vec<i64> {
    let mut digits = vec![0; places];
    let mut rest = value;
    for digit in digits.iter_mut().rev() {
        *digit = rest % 10;
        rest /= 10;
    }
    digits
}

fn lowest(mask: Mask) -> i64 {
    i64::from(mask.trailing_zeros())
}

fn highest(mask: Mask) -> i64 {
    i64::from(15 - mask.leading_zeros() as i32)
}

fn join(digits: &[i64]) -> i64 {
    digits.iter().fold(0, |value, digit| 10 * value + digit)
}

/// The least number of the digits that is at least `low`.
pub(crate) fn at_least(masks: &[Mask], low: i64) -> Option<i64> {
    if masks.contains(&0) {
        return None;
    }
    let wanted = split(low.max(0), masks.len());
    let has = |i: usize, digit: i64| masks[i] & (1 << digit) != 0;
    let same = (0..masks.len()).take_while(|&i| has(i, wanted[i])).count();
    if same == masks.len() {
        return Some(join(&wanted));
    }
    // The longest beginning that can be kept if the digit after it is raised.
    (0..=same).rev().find_map(|i| {
        let raised = (wanted[i] + 1..10).find(|&digit| has(i, digit))?;
        let rest = masks[i + 1..].iter().map(|&mask| lowest(mask));
        let digits: Vec<i64> = wanted[..i].iter().copied().chain([raised]).chain(rest).collect();
        Some(join(&digits))
    })
}

/// The greatest number of the digits that is at most `high`.
pub(crate) fn at_most(masks: &[Mask], high: i64) -> Option<i64> {
    if masks.contains(&0) || high < 0 {
        return None;
    }
    let wanted = split(high.min(10i64.pow(masks.len() as u32) - 1), masks.len());
    let has = |i: usize, digit: i64| masks[i] & (1 << digit) != 0;
    let same = (0..masks.len()).take_while(|&i| has(i, wanted[i])).count();
    if same == masks.len() {
        return Some(join(&wanted));
    }
    (0..=same).rev().find_map(|i| {
        let lowered = (0..wanted[i]).rev().find(|&digit| has(i, digit))?;
        let rest = masks[i + 1..].iter().map(|&mask| highest(mask));
        let digits: Vec<i64> = wanted[..i].iter().copied().chain([lowered]).chain(rest).collect();
        Some(join(&digits))
    })
}

/// The digits that numbers between two bounds can have, where the bounds begin alike or differ.
pub(crate) fn between(masks: &[Mask], low: i64, high: i64) -> Vec<Mask> {
    let (low, high) = (split(low, masks.len()), split(high, masks.len()));
    let mut left = masks.to_vec();
    for i in 0..masks.len() {
        let range = (low[i]..=high[i]).fold(0, |mask: Mask, digit| mask | 1 << digit);
        left[i] &= range;
        if low[i] != high[i] {
            break;
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_the_nearest_numbers_of_the_digits() {
        let digits = |list: &[i64]| list.iter().fold(0, |mask: Mask, d| mask | 1 << d);
        let masks = [digits(&[1, 3, 7]), digits(&[0, 5]), digits(&[2, 9])];
        let mut all = Vec::new();
        list(&masks, 0, (0, 999), &mut all);
        assert_eq!(all.len(), 12);
        for bound in 0..1000 {
            let above = all.iter().copied().find(|&n| n >= bound);
            let below = all.iter().rev().copied().find(|&n| n <= bound);
            assert_eq!(at_least(&masks, bound), above, "{bound}");
            assert_eq!(at_most(&masks, bound), below, "{bound}");
        }
        assert_eq!(between(&masks, 102, 359), [digits(&[1, 3]), masks[1], masks[2]]);
        let full = [digits(&[1, 2, 3, 4, 5, 6, 7, 8, 9]), digits(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9])];
        assert!(is_everything(&full, &Possible::Range(10, 99)));
        assert!(!is_everything(&full, &Possible::Range(11, 99)));
        assert!(!is_everything(&masks, &Possible::Range(102, 759)));
        // As many as there are numbers of these digits, from the first to the last, and others.
        assert!(!is_everything(&[digits(&[1, 2]), digits(&[0, 9])], &Possible::Range(10, 13)));
        assert_eq!(between(&masks, 302, 309), [digits(&[3]), digits(&[0]), masks[2]]);
    }
}
