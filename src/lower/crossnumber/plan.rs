//! How a formula is asked: its atoms with their bounds, and where their names are found.

use std::collections::BTreeMap;

use xwc_encodings::{Domains, NoValue};

use super::enumerate::{Enumeration, Outcome};
use super::space::{Overlay, Possible};
use crate::puzzle::crossnumber::language::{Atom, Bounds, Formula, Interval, Ref, Values};

/// Where the value of a name is found among a constraint's variables.
#[derive(Clone, Debug)]
pub struct Slot {
    /// The number itself.
    pub main: usize,
    /// Its digits, most significant first, where they know more than the number.
    pub cells: Vec<usize>,
}

/// A formula, ready to narrow domains.
#[derive(Clone, Debug)]
pub enum Plan {
    /// A single claim.
    Atom(Box<AtomPlan>),
    /// All of them.
    And(Vec<Plan>),
    /// One of them at least.
    Or(Vec<Plan>),
    /// Not this; with every position that matters.
    Not(Box<Plan>, Vec<usize>),
}

/// One claim.
#[derive(Clone, Debug)]
pub struct AtomPlan {
    /// The claim.
    pub atom: Atom,
    /// Its bounds.
    pub bounds: Bounds,
    /// Where its slots are.
    pub slots: Vec<Slot>,
}

impl Plan {
    /// The plan of a formula whose names are found at these slots.
    pub fn of(formula: &Formula, slots: &BTreeMap<Ref, Slot>) -> Self {
        let all = |formulas: &[Formula]| formulas.iter().map(|one| Self::of(one, slots)).collect();
        match formula {
            Formula::Atom(atom) => Self::Atom(Box::new(AtomPlan {
                bounds: Bounds::new(atom),
                slots: atom.slots.iter().map(|name| slots[name].clone()).collect(),
                atom: atom.clone(),
            })),
            Formula::And(formulas) => Self::And(all(formulas)),
            Formula::Or(formulas) => Self::Or(all(formulas)),
            Formula::Not(formula) => {
                let mains = formula.names().iter().map(|name| slots[name].main).collect();
                Self::Not(Box::new(Self::of(formula, slots)), mains)
            }
        }
    }

    /// Whether it is true of these values, by position.
    pub fn holds(&self, values: &dyn Fn(usize) -> i64) -> bool {
        match self {
            Self::Atom(plan) => {
                let slots: Vec<i64> = plan.slots.iter().map(|slot| values(slot.main)).collect();
                plan.atom.holds(&slots)
            }
            Self::And(all) => all.iter().all(|plan| plan.holds(values)),
            Self::Or(all) => all.iter().any(|plan| plan.holds(values)),
            Self::Not(plan, _) => !plan.holds(values),
        }
    }

    /// Removes values that make it false, with so much effort at each atom. Says whether the values
    /// left were looked at one by one.
    pub fn narrow(&self, domains: &mut dyn Domains, effort: usize) -> Result<Outcome, NoValue> {
        match self {
            Self::Atom(plan) => plan.narrow(domains, effort),
            Self::And(all) => {
                let mut outcome = Outcome::default();
                for plan in all {
                    let part = plan.narrow(domains, effort)?;
                    outcome.work += part.work;
                }
                Ok(outcome)
            }
            Self::Or(all) => either(all, domains, effort),
            Self::Not(plan, mains) => not(plan, mains, domains),
        }
    }
}

impl AtomPlan {
    fn narrow(&self, domains: &mut dyn Domains, effort: usize) -> Result<Outcome, NoValue> {
        let mut ranges: Vec<Interval> = Vec::with_capacity(self.slots.len() + 1);
        for slot in &self.slots {
            let (low, high) = domains.bounds(slot.main);
            ranges.push(Interval::between(low, high));
        }
        ranges.extend(self.atom.choices.iter().map(|choice| choice.kind.range()));
        if !self.bounds.narrow(&self.atom, &mut ranges) {
            return Err(NoValue);
        }
        for (slot, range) in self.slots.iter().zip(&ranges) {
            let (low, high) = range.to_whole();
            domains.clip(slot.main, low, high)?;
        }
        if self.atom.bounds_suffice() {
            return Ok(Outcome { complete: true, work: 1 });
        }
        Enumeration::run(self, domains, ranges, effort)
    }
}

/// What every disjunct that is still possible rules out is ruled out.
fn either(all: &[Plan], domains: &mut dyn Domains, effort: usize) -> Result<Outcome, NoValue> {
    let mut union: Option<BTreeMap<usize, Possible>> = None;
    let mut outcome = Outcome { complete: true, work: 0 };
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
                let both = |(at, one): (usize, Possible)| {
                    changes.get(&at).map(|two| (at, one.union(two)))
                };
                before.into_iter().filter_map(both).collect()
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
fn not(plan: &Plan, mains: &[usize], domains: &mut dyn Domains) -> Result<Outcome, NoValue> {
    let mut open = mains.iter().copied().filter(|&at| domains.size(at) > 1);
    let (first, more) = (open.next(), open.next().is_some());
    if more {
        return Ok(Outcome::default());
    }
    let asked = |at: usize, value: i64| {
        plan.holds(&|other| if other == at { value } else { domains.bounds(other).0 })
    };
    let Some(at) = first else {
        let truth = !asked(usize::MAX, 0);
        return if truth { Ok(Outcome { complete: true, work: 1 }) } else { Err(NoValue) };
    };
    let Some(values) = domains.values(at) else { return Ok(Outcome::default()) };
    let left: Vec<i64> = values.iter().copied().filter(|&value| !asked(at, value)).collect();
    domains.keep(at, &left)?;
    Ok(Outcome { complete: true, work: values.len() })
}

/// Values by name, found by position.
pub struct Named<'a> {
    /// Where names are found.
    pub slots: &'a BTreeMap<Ref, Slot>,
    /// Values by position.
    pub values: &'a [i64],
}

impl Values for Named<'_> {
    fn value(&self, name: Ref) -> i64 {
        self.values[self.slots[&name].main]
    }
}
