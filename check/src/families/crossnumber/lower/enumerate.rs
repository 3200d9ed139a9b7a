//! All ways to make an atom true, as far as an effort allows: depth first, bounds after each choice.
//!
//! The slot or type member with the fewest candidates comes first; after each value the bounds of
//! the rest are made smaller, so that the number that a clue determines is computed rather than
//! looked for. A branch in which every value already has its support is left.

use std::collections::BTreeSet;

use xwc_encodings::{Domains, NoValue};

use super::clue::{IntegerInterval, Number, estimate, members};
use super::plan::{AtomPlan, ValueSlot};

/// The result of an attempt to narrow.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NarrowingOutcome {
    /// Whether every value left was seen to be possible.
    pub complete: bool,
    /// How much work it was.
    pub work: usize,
}

/// With more combinations than one in this many of the effort, it is not worth a start: what is given
/// up halfway costs as much and says nothing.
const HOPE: u128 = 3;

/// A slot with more values is not tried value by value.
const MAX_PROBED: usize = 64;

/// Digits are combined into numbers up to this many.
const MAX_COMBINED: u64 = 20_000;

/// A number with more values is not listed beforehand if it has the most.
const MAX_LISTED: u64 = 200;

/// Members of a type are listed up to this many.
const MAX_MEMBERS: usize = 100_000;

/// The effort ran out.
struct TooMuch;

/// What is known of one slot.
struct KnownSlot {
    /// Its values, ascending; empty for an open slot.
    values: Vec<i64>,
    /// Which of them have support.
    supported: Vec<bool>,
    unsupported: usize,
    /// Whether there are too many values to list.
    open: bool,
    /// Values of an open slot that have support.
    found: BTreeSet<i64>,
}

/// One run over an atom.
pub(crate) struct AtomEnumeration<'a> {
    plan: &'a AtomPlan,
    domains: &'a dyn Domains,
    known: Vec<KnownSlot>,
    slots: Vec<Option<i64>>,
    choices: Vec<Option<i64>>,
    left: usize,
    /// Whether some combination makes the atom true, or may do so.
    some: bool,
    /// Whether the truth of some combination was given up.
    unsure: bool,
    /// All combinations, if they are wanted.
    rows: Option<(BTreeSet<Vec<i64>>, usize)>,
    /// How many combinations have shown that a value is possible.
    learned: usize,
    /// Where slots and numbers are kept while a combination is looked at.
    filled: Vec<i64>,
    scratch: Vec<Number>,
}

impl<'a> AtomEnumeration<'a> {
    fn new(
        plan: &'a AtomPlan,
        domains: &'a dyn Domains,
        ranges: &[IntegerInterval],
        left: usize,
    ) -> Self {
        // The number with the most values is as a rule computed from the others.
        let size = |slot: &ValueSlot| domains.size(slot.main);
        let largest = (0..plan.slots.len()).max_by_key(|&i| size(&plan.slots[i]));
        let largest = largest.filter(|&i| size(&plan.slots[i]) > MAX_LISTED);
        let known = |(i, slot): (usize, &ValueSlot)| {
            let listed = match largest == Some(i) {
                true => None,
                false => list(slot, domains, ranges[i], MAX_COMBINED),
            };
            let open = listed.is_none();
            let values = listed.unwrap_or_default();
            let supported = vec![false; values.len()];
            KnownSlot { unsupported: values.len(), values, supported, open, found: BTreeSet::new() }
        };
        Self {
            plan,
            domains,
            known: plan.slots.iter().enumerate().map(known).collect(),
            slots: vec![None; plan.slots.len()],
            choices: vec![None; plan.atom.choices.len()],
            left,
            some: false,
            unsure: false,
            rows: None,
            learned: 0,
            filled: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// Whether it is worth a start: at most one slot without a list, and not far too many values.
    fn is_hopeless(&self) -> bool {
        let open = self.known.iter().filter(|known| known.open).count();
        let mut sizes: Vec<u128> =
            self.known.iter().filter(|k| !k.open).map(|k| k.values.len() as u128).collect();
        sizes.sort_unstable();
        if open == 0 {
            sizes.pop();
        }
        let combinations = sizes.into_iter().fold(1, u128::saturating_mul);
        open > 1 || combinations > self.left as u128 / HOPE
    }

    /// Tries the values of each slot alone, from both ends inwards to the first that the bounds allow:
    /// what they rule out in between is rare, and asking for it would cost most of the time.
    fn probe(&self, ranges: &[IntegerInterval]) -> Vec<Option<Vec<i64>>> {
        let mut next = ranges.to_vec();
        let mut keep = |(at, known): (usize, &KnownSlot)| {
            if known.open || known.values.len() > MAX_PROBED {
                return None;
            }
            let mut fits = |value: &i64| {
                next.copy_from_slice(ranges);
                next[at] = IntegerInterval::point((*value).into());
                self.plan.bounds.pass(&self.plan.atom, &mut next)
            };
            let first = known.values.iter().position(&mut fits).unwrap_or(known.values.len());
            let last = known.values.iter().rposition(&mut fits).map_or(first, |last| last + 1);
            (last - first < known.values.len()).then(|| known.values[first..last].to_vec())
        };
        self.known.iter().enumerate().map(&mut keep).collect()
    }

    /// Removes the values without support from the domains, if the effort is enough.
    pub(crate) fn run(
        plan: &AtomPlan,
        domains: &mut dyn Domains,
        ranges: Vec<IntegerInterval>,
        effort: usize,
    ) -> Result<NarrowingOutcome, NoValue> {
        let mut run = AtomEnumeration::new(plan, domains, &ranges, effort);
        let finished = !run.is_hopeless() && run.search(&ranges).is_ok();
        let work = effort - run.left + 1;
        if !finished {
            let left = run.probe(&ranges);
            for (slot, left) in plan.slots.iter().zip(left) {
                left.map_or(Ok(()), |left| domains.keep(slot.main, &left))?;
            }
            return Ok(NarrowingOutcome { complete: false, work });
        }
        if !run.some {
            return Err(NoValue);
        }
        let (known, complete) = (run.known, !run.unsure);
        for (slot, known) in plan.slots.iter().zip(known) {
            let left: Vec<i64> = match known.open {
                true => known.found.into_iter().collect(),
                false if known.unsupported == 0 && slot.cells.is_empty() => continue,
                false => {
                    let pairs = known.values.iter().zip(&known.supported);
                    pairs.filter(|(_, supported)| **supported).map(|(&value, _)| value).collect()
                }
            };
            keep(slot, domains, &left)?;
        }
        Ok(NarrowingOutcome { complete, work })
    }

    /// All combinations of the slots' values, up to `most`; `None` if they are more, too hard to
    /// find, or not all certain.
    pub(crate) fn rows(
        plan: &AtomPlan,
        domains: &dyn Domains,
        effort: usize,
        most: usize,
    ) -> Option<Vec<Vec<i64>>> {
        let mut ranges: Vec<IntegerInterval> = Vec::new();
        for slot in &plan.slots {
            let (low, high) = domains.bounds(slot.main);
            ranges.push(IntegerInterval::between(low, high));
        }
        ranges.extend(plan.atom.choices.iter().map(|choice| choice.range));
        if !plan.bounds.narrow(&plan.atom, &mut ranges) {
            return Some(Vec::new());
        }
        let mut run = AtomEnumeration::new(plan, domains, &ranges, effort);
        run.rows = Some((BTreeSet::new(), most));
        if run.is_hopeless() || run.search(&ranges).is_err() || run.unsure {
            return None;
        }
        run.rows.map(|(rows, _)| rows.into_iter().collect())
    }

    /// How many candidates a slot, or after them a choice, has in its range: twice the number, so
    /// that a member that is as good as computed can wait for what it is computed from.
    fn count(&self, at: usize, range: IntegerInterval) -> u128 {
        if let Some(known) = self.known.get(at) {
            if known.open {
                let size = u128::from(self.domains.size(self.plan.slots[at].main));
                return range.width().min(size).saturating_mul(4);
            }
            let (low, high) = range.clamped();
            let from = known.values.partition_point(|&value| value < low);
            let to = known.values.partition_point(|&value| value <= high);
            return 2 * to.saturating_sub(from) as u128;
        }
        let choice = at - self.known.len();
        match self.arguments_known(choice) {
            true => {
                let members = estimate(self.plan.atom.choices[choice].kind, range);
                members.saturating_mul(2).saturating_add(1)
            }
            false => u128::MAX,
        }
    }

    fn arguments_known(&self, choice: usize) -> bool {
        let slots = self.plan.atom.argument_slots(choice);
        slots.iter().all(|&slot| self.slots[slot].is_some())
    }

    /// The next slot or choice to be given a value; `None` if all have one.
    fn next(&self, ranges: &[IntegerInterval]) -> Option<usize> {
        let slots = self.slots.iter().chain(&self.choices).enumerate();
        let open = slots.filter(|(_, value)| value.is_none()).map(|(at, _)| at);
        open.min_by_key(|&at| self.count(at, ranges[at]))
    }

    fn search(&mut self, ranges: &[IntegerInterval]) -> Result<(), TooMuch> {
        if self.left == 0 {
            return Err(TooMuch);
        }
        self.left -= 1;
        if self.slots.iter().all(Option::is_some) {
            self.leaf();
            return self.rows_fit();
        }
        let at = self.next(ranges).expect("a slot is open");
        let (candidates, first) = self.candidates(at, ranges[at])?;
        // Making them is work, too.
        self.left = self.left.saturating_sub(candidates.len() / 32);
        let last = at < self.slots.len() && self.slots.iter().filter(|v| v.is_none()).count() == 1;
        let mut all_useful = self.is_any_useful(at);
        for (i, candidate) in candidates.into_iter().enumerate() {
            let is_useful = all_useful
                || match first {
                    Some(first) => !self.known[at].supported[first + i],
                    None => at < self.known.len() && self.lacks(at, candidate),
                };
            if !is_useful {
                continue;
            }
            self.set(at, Some(candidate));
            let learned = self.learned;
            if last {
                self.left = self.left.saturating_sub(1);
                self.leaf();
                self.set(at, None);
                self.rows_fit()?;
                if self.left == 0 {
                    return Err(TooMuch);
                }
                if self.learned > learned {
                    all_useful = self.is_any_useful(at);
                }
                continue;
            }
            let mut next = ranges.to_vec();
            next[at] = IntegerInterval::point(candidate.into());
            let result = match self.plan.bounds.pass(&self.plan.atom, &mut next) {
                true => self.search(&next),
                false => {
                    self.left = self.left.saturating_sub(1);
                    Ok(())
                }
            };
            self.set(at, None);
            result?;
            if self.learned > learned {
                all_useful = self.is_any_useful(at);
            }
        }
        Ok(())
    }

    fn rows_fit(&self) -> Result<(), TooMuch> {
        match &self.rows {
            Some((rows, most)) if rows.len() > *most => Err(TooMuch),
            _ => Ok(()),
        }
    }

    fn set(&mut self, at: usize, value: Option<i64>) {
        match at.checked_sub(self.slots.len()) {
            Some(choice) => self.choices[choice] = value,
            None => self.slots[at] = value,
        }
    }

    /// The values to be tried, and where the first of them stands in the list of its slot, if it has one.
    fn candidates(
        &mut self,
        at: usize,
        range: IntegerInterval,
    ) -> Result<(Vec<i64>, Option<usize>), TooMuch> {
        let Some(known) = self.known.get(at) else {
            let range = range.to_small().ok_or(TooMuch)?;
            let choice = at - self.known.len();
            let slots: Vec<i64> = self.slots.iter().map(|value| value.unwrap_or(0)).collect();
            let arguments = self.plan.atom.arguments(choice, &slots, &self.choices);
            let kind = self.plan.atom.choices[choice].kind;
            let arguments = arguments.ok_or(TooMuch)?;
            let found = members(kind, &arguments, range, MAX_MEMBERS, &mut self.left);
            return found.map(|found| (found, None)).ok_or(TooMuch);
        };
        let (low, high) = range.clamped();
        if known.open {
            let most = self.left as u64;
            let candidates = list(&self.plan.slots[at], self.domains, range, most);
            return candidates.map(|candidates| (candidates, None)).ok_or(TooMuch);
        }
        let from = known.values.partition_point(|&value| value < low);
        let to = known.values.partition_point(|&value| value <= high).max(from);
        Ok((known.values[from..to].to_vec(), Some(from)))
    }

    /// Whether a value of a slot has no support yet.
    fn lacks(&self, slot: usize, value: i64) -> bool {
        let known = &self.known[slot];
        match known.open {
            true => !known.found.contains(&value),
            false => known.values.binary_search(&value).is_ok_and(|i| !known.supported[i]),
        }
    }

    /// Whether any value at all can still show support for something: for a value that another slot
    /// has, or may get. Otherwise only values that lack support themselves are worth a try.
    fn is_any_useful(&self, at: usize) -> bool {
        self.rows.is_some()
            || !self.some
            || self.slots.iter().enumerate().any(|(slot, value)| match value {
                Some(value) => self.lacks(slot, *value),
                None => slot != at && (self.known[slot].open || self.known[slot].unsupported > 0),
            })
    }

    /// Every slot has a value: ask, and remember. Choices that are made save looking for them.
    fn leaf(&mut self) {
        let mut slots = std::mem::take(&mut self.filled);
        slots.clear();
        slots.extend(self.slots.iter().flatten());
        self.judge(&slots);
        self.filled = slots;
    }

    fn judge(&mut self, slots: &[i64]) {
        let choices: Option<Vec<i64>> = self.choices.iter().copied().collect();
        let holds = match choices {
            Some(choices) => self.plan.atom.is_true_in(&mut self.scratch, slots, &choices),
            None => self.plan.atom.holds(slots, &mut self.left),
        };
        match holds {
            Some(false) => return,
            Some(true) => {}
            // What may be true is kept.
            None => self.unsure = true,
        }
        self.learned += 1;
        self.some = true;
        for (known, &value) in self.known.iter_mut().zip(slots) {
            if known.open {
                known.found.insert(value);
            } else if let Ok(i) = known.values.binary_search(&value)
                && !std::mem::replace(&mut known.supported[i], true)
            {
                known.unsupported -= 1;
            }
        }
        if let Some((rows, _)) = &mut self.rows {
            rows.insert(slots.to_vec());
        }
    }
}

/// Whether a number may have this value, by its bounds and by its digits.
pub(crate) fn possible(slot: &ValueSlot, domains: &dyn Domains, value: i64) -> bool {
    domains.contains(slot.main, value) && {
        let mut left = value;
        slot.cells.iter().rev().all(|&cell| {
            let digit = left % 10;
            left /= 10;
            domains.contains(cell, digit)
        })
    }
}

/// The values of a number in a range, unless they are more than `most`.
fn list(
    slot: &ValueSlot,
    domains: &dyn Domains,
    range: IntegerInterval,
    most: u64,
) -> Option<Vec<i64>> {
    let (low, high) = range.clamped();
    if high.saturating_sub(low) < 200 {
        return Some((low..=high).filter(|&v| possible(slot, domains, v)).collect());
    }
    if let Some(mut values) = domains.values(slot.main) {
        values.retain(|value| (low..=high).contains(value));
        return Some(values).filter(|values| values.len() as u64 <= most);
    }
    if high.saturating_sub(low) < most.min(5_000) as i64 {
        return Some((low..=high).filter(|&v| possible(slot, domains, v)).collect());
    }
    if slot.cells.is_empty() {
        return None;
    }
    let product =
        slot.cells.iter().map(|&c| domains.size(c)).try_fold(1u64, |p, n| p.checked_mul(n));
    if product.is_none_or(|product| product > most.min(MAX_COMBINED)) {
        return None;
    }
    let mut numbers = vec![0i64];
    for &cell in &slot.cells {
        let digits = domains.values(cell)?;
        let longer = numbers.iter().flat_map(|&n| digits.iter().map(move |&d| 10 * n + d));
        numbers = longer.collect();
    }
    numbers.retain(|&number| (low..=high).contains(&number) && domains.contains(slot.main, number));
    numbers.sort_unstable();
    Some(numbers)
}

/// Keeps these values of a number, and their digits.
pub(crate) fn keep(
    slot: &ValueSlot,
    domains: &mut dyn Domains,
    values: &[i64],
) -> Result<(), NoValue> {
    domains.keep(slot.main, values)?;
    let mut seen = vec![0u16; slot.cells.len()];
    for &value in values {
        let mut left = value;
        for digits in seen.iter_mut().rev() {
            *digits |= 1 << (left % 10);
            left /= 10;
        }
    }
    for (&cell, digits) in slot.cells.iter().zip(seen) {
        let digits: Vec<i64> = (0..10).filter(|digit| digits & (1 << digit) != 0).collect();
        domains.keep(cell, &digits)?;
    }
    Ok(())
}
