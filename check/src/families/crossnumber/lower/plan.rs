//! How a formula is asked: its atoms with their bounds, and where their names are found.

use std::collections::{BTreeMap, BTreeSet};

use xwc_encodings::{Domains, NoValue};

use super::clue::{Atom, AtomBounds, ClueFormula, IntegerInterval, ValueSource, all, any};
use super::enumerate::{AtomEnumeration, NarrowingOutcome, keep, possible as fits};
use super::space::{Overlay, Possible};
use crate::families::crossnumber::language::Ref;

/// Atoms with more operations get less effort.
const USUAL_SIZE: usize = 40;

/// Of an atom with more names that are not known, such as a count over the grid, nothing but bounds is
/// asked.
const MAX_OPEN: usize = 20;

/// Longer ranges are not compared by their digits.
const MAX_KEYS: i64 = 20_000;

/// Where the value of a name is found among a constraint's variables.
#[derive(Clone, Debug)]
pub(crate) struct ValueSlot {
    /// The number itself.
    pub main: usize,
    /// Its digits, most significant first, where they know more than the number.
    pub cells: Vec<usize>,
}

/// A formula, ready to narrow domains.
#[derive(Clone, Debug)]
pub(crate) enum NarrowingPlan {
    /// A single claim.
    Atom(Box<AtomPlan>),
    /// All of them.
    And(Vec<NarrowingPlan>),
    /// One of them at least.
    Or(Vec<NarrowingPlan>),
    /// Not this; with every position that matters.
    Not(Box<NarrowingPlan>, Vec<usize>),
}

/// One claim.
#[derive(Clone, Debug)]
pub(crate) struct AtomPlan {
    /// The claim.
    pub atom: Atom,
    /// Its bounds.
    pub bounds: AtomBounds,
    /// Where its slots are.
    pub slots: Vec<ValueSlot>,
}

impl NarrowingPlan {
    /// The plan of a formula whose names are found at these slots.
    pub(crate) fn of(formula: &ClueFormula, slots: &BTreeMap<Ref, ValueSlot>) -> Self {
        let each =
            |formulas: &[ClueFormula]| formulas.iter().map(|one| Self::of(one, slots)).collect();
        match formula {
            ClueFormula::Atom(atom) => Self::Atom(Box::new(AtomPlan {
                bounds: AtomBounds::new(atom),
                slots: atom.slots.iter().map(|name| slots[name].clone()).collect(),
                atom: atom.clone(),
            })),
            ClueFormula::And(formulas) => Self::And(each(formulas)),
            ClueFormula::Or(formulas) => Self::Or(each(formulas)),
            ClueFormula::Not(formula) => {
                let mains = formula.names().iter().map(|name| slots[name].main).collect();
                Self::Not(Box::new(Self::of(formula, slots)), mains)
            }
        }
    }

    /// Whether some atom leaves members of types open.
    pub(crate) fn has_choices(&self) -> bool {
        match self {
            Self::Atom(plan) => !plan.atom.choices.is_empty(),
            Self::And(all) | Self::Or(all) => all.iter().any(Self::has_choices),
            Self::Not(plan, _) => plan.has_choices(),
        }
    }

    /// Whether it is true of these values, by position; `None` if that was given up, at the latest
    /// when nothing is `left`.
    pub(crate) fn holds(&self, values: &dyn Fn(usize) -> i64, left: &mut usize) -> Option<bool> {
        match self {
            Self::Atom(plan) => {
                let slots: Vec<i64> = plan.slots.iter().map(|slot| values(slot.main)).collect();
                plan.atom.holds(&slots, left)
            }
            Self::And(parts) => all(parts.iter().map(|plan| plan.holds(values, left))),
            Self::Or(parts) => any(parts.iter().map(|plan| plan.holds(values, left))),
            Self::Not(plan, _) => plan.holds(values, left).map(|truth| !truth),
        }
    }

    /// Removes values that make it false, with this much effort at each atom. Says whether the values
    /// left were looked at one by one.
    pub(crate) fn narrow(
        &self,
        domains: &mut dyn Domains,
        effort: usize,
    ) -> Result<NarrowingOutcome, NoValue> {
        match self {
            Self::Atom(plan) => plan.narrow(domains, effort),
            Self::And(all) => {
                let mut outcome = NarrowingOutcome::default();
                for plan in all {
                    let part = plan.narrow(domains, effort)?;
                    outcome.work += part.work;
                }
                Ok(outcome)
            }
            Self::Or(all) => either(all, domains, effort),
            Self::Not(plan, mains) => not(plan, mains, domains, effort),
        }
    }
}

impl AtomPlan {
    fn narrow(
        &self,
        domains: &mut dyn Domains,
        effort: usize,
    ) -> Result<NarrowingOutcome, NoValue> {
        let mut ranges: Vec<IntegerInterval> = Vec::with_capacity(self.slots.len() + 1);
        for slot in &self.slots {
            let (low, high) = domains.bounds(slot.main);
            ranges.push(IntegerInterval::between(low, high));
        }
        ranges.extend(self.atom.choices.iter().map(|choice| choice.range));
        if !self.bounds.narrow(&self.atom, &mut ranges) {
            return Err(NoValue);
        }
        for (slot, range) in self.slots.iter().zip(&ranges) {
            let (low, high) = range.clamped();
            domains.clip(slot.main, low, high)?;
        }
        if self.atom.bounds_suffice() {
            return Ok(NarrowingOutcome { complete: true, work: 1 });
        }
        if let Some(slots) = self.atom.anagram() {
            let slots = slots.map(|slot| &self.slots[slot]);
            if anagrams(slots, domains)? {
                return Ok(NarrowingOutcome { complete: false, work: 100 });
            }
        }
        let open = self.slots.iter().filter(|slot| domains.size(slot.main) > 1).count();
        if open > MAX_OPEN {
            return Ok(NarrowingOutcome {
                complete: false,
                work: 1 + self.slots.len() / USUAL_SIZE,
            });
        }
        // A step costs as much as there are operations; most atoms have few.
        let effort = (effort * USUAL_SIZE / self.atom.size().max(USUAL_SIZE)).max(10);
        AtomEnumeration::run(self, domains, ranges, effort)
    }
}

/// Keeps the numbers whose digits are those of some number on the other side; says whether both could
/// be listed and are not known yet.
fn anagrams(slots: [&ValueSlot; 2], domains: &mut dyn Domains) -> Result<bool, NoValue> {
    if slots.iter().any(|slot| domains.size(slot.main) == 1) {
        return Ok(false);
    }
    let lists = slots.map(|slot| {
        let (low, high) = domains.bounds(slot.main);
        let short = high - low < MAX_KEYS;
        let values = domains.values(slot.main);
        values.or_else(|| short.then(|| (low..=high).filter(|&v| fits(slot, domains, v)).collect()))
    });
    let [Some(one), Some(two)] = lists else { return Ok(false) };
    let keys = [&one, &two].map(|list| list.iter().map(|&v| digits(v)).collect::<BTreeSet<_>>());
    for (slot, list, others) in [(slots[0], one, &keys[1]), (slots[1], two, &keys[0])] {
        let left: Vec<i64> = list.into_iter().filter(|&v| others.contains(&digits(v))).collect();
        keep(slot, domains, &left)?;
    }
    Ok(true)
}

/// The same for numbers with the same digits: how often each occurs, six bits a digit.
fn digits(value: i64) -> u64 {
    let mut rest = value.unsigned_abs();
    let mut key = 0;
    loop {
        key += 1 << (6 * (rest % 10));
        rest /= 10;
        if rest == 0 {
            return key;
        }
    }
}

/// What every disjunct that is still possible rules out is ruled out.
fn either(
    all: &[NarrowingPlan],
    domains: &mut dyn Domains,
    effort: usize,
) -> Result<NarrowingOutcome, NoValue> {
    let mut union: Option<BTreeMap<usize, Possible>> = None;
    let mut outcome = NarrowingOutcome { complete: true, work: 0 };
    for plan in all {
        let mut overlay = Overlay { base: domains, changes: BTreeMap::new() };
        // Each disjunct has its share, so that many of them do not cost much more than one.
        let share = (effort / all.len()).max(50);
        let Ok(part) = plan.narrow(&mut overlay, share) else { continue };
        outcome.work += part.work;
        outcome.complete &= part.complete;
        let changes = overlay.changes;
        union = Some(match union {
            None => changes,
            Some(before) => {
                let mut both = BTreeMap::new();
                for (at, one) in before {
                    let Some(two) = changes.get(&at) else { continue };
                    let (all, exact) = one.union(two);
                    outcome.complete &= exact;
                    both.insert(at, all);
                }
                both
            }
        });
        if union.as_ref().is_some_and(BTreeMap::is_empty) {
            return Ok(outcome);
        }
    }
    for (at, possible) in union.ok_or(NoValue)? {
        match possible {
            Possible::List(list) => domains.keep(at, &list)?,
            Possible::Range(low, high) => domains.clip(at, low, high)?,
        }
    }
    Ok(outcome)
}

/// Asked once all values but those of one position are known.
fn not(
    plan: &NarrowingPlan,
    mains: &[usize],
    domains: &mut dyn Domains,
    mut effort: usize,
) -> Result<NarrowingOutcome, NoValue> {
    let mut open = mains.iter().copied().filter(|&at| domains.size(at) > 1);
    let (first, more) = (open.next(), open.next().is_some());
    if more {
        return Ok(NarrowingOutcome::default());
    }
    // What is neither true nor false stays.
    let fails = |at: usize, value: i64, effort: &mut usize| {
        let values = |other| if other == at { value } else { domains.bounds(other).0 };
        plan.holds(&values, effort)
    };
    let Some(at) = first else {
        return match fails(usize::MAX, 0, &mut effort) {
            Some(true) => Err(NoValue),
            Some(false) => Ok(NarrowingOutcome { complete: true, work: 1 }),
            None => Ok(NarrowingOutcome { complete: false, work: 1 }),
        };
    };
    let Some(values) = domains.values(at) else { return Ok(NarrowingOutcome::default()) };
    let work = values.len() + effort;
    let mut complete = true;
    let mut left = Vec::with_capacity(work);
    for value in values {
        let fails = fails(at, value, &mut effort);
        complete &= fails.is_some();
        if fails != Some(true) {
            left.push(value);
        }
    }
    domains.keep(at, &left)?;
    Ok(NarrowingOutcome { complete, work: work - effort })
}

/// Values by name, found by position.
pub(crate) struct NamedValues<'a> {
    /// Where names are found.
    pub slots: &'a BTreeMap<Ref, ValueSlot>,
    /// Values by position.
    pub values: &'a [i64],
}

impl ValueSource for NamedValues<'_> {
    fn value(&self, name: Ref) -> i64 {
        self.values[self.slots[&name].main]
    }
}
