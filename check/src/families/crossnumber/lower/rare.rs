//! Several conditions on one long entry: the members of the rarest type are made, and the other
//! conditions asked of each, since neither bounds nor digits would say anything of them.

use super::clue::{IntegerInterval, estimate, members};
use super::plan::NarrowingPlan;
use super::presolve::{Presolve, PresolveEnd, Rule};
use super::space::Possible;
use crate::families::crossnumber::language::Type;

/// Shorter ranges are listed anyway.
const MIN_WIDTH: u64 = 10_000;

/// Types with more members are not rare.
const MAX_MEMBERS: usize = 2_000_000;

/// More values are not kept as a list.
const MAX_KEPT: usize = 50_000;

/// How many members of further types are tried for each number.
const MAX_ASKED: usize = 50;

impl Presolve {
    /// Lists the numbers of which several conditions are known, where one of them is a rare type.
    pub(super) fn list_rare_types(&mut self) -> Result<(), PresolveEnd> {
        for number in 0..self.space.all.len() {
            let Possible::Range(low, high) = self.space.all[number] else { continue };
            if self.space.all[number].size() < MIN_WIDTH {
                continue;
            }
            let about = |rule: &&Rule| rule.only_number() == Some(number);
            let rules: Vec<&Rule> = self.rules.iter().filter(about).collect();
            if rules.len() < 2 {
                continue;
            }
            let range = IntegerInterval::between(low, high);
            let kinds = rules.iter().filter_map(|rule| match &rule.plan {
                NarrowingPlan::Atom(plan) if plan.atom.slot_in_type().is_some() => {
                    Some(plan.atom.choices[0].kind)
                }
                _ => None,
            });
            let Some(kind) = kinds.min_by_key(|&kind| estimate(kind, range)) else { continue };
            if estimate(kind, range) > MAX_MEMBERS as u128 {
                continue;
            }
            self.budget.check()?;
            let Some(mut numbers) =
                members(kind, &[], (low, high), MAX_MEMBERS, &mut { MAX_MEMBERS })
            else {
                continue;
            };
            // What bounds say is cheap, and may leave little to ask.
            if let Some((from, to)) = bounds(&rules, range) {
                numbers.truncate(numbers.partition_point(|&value| value <= to));
                numbers.drain(..numbers.partition_point(|&value| value < from));
            } else {
                numbers.clear();
            }
            // Values that could not be decided stay.
            let asked = rules.iter().filter(|rule| rule.plain_type() != Some(kind));
            let asked: Vec<&Rule> = asked.copied().collect();
            numbers.retain(|&value| {
                let fits = |rule: &&Rule| rule.plan.holds(&|_| value, &mut { MAX_ASKED });
                asked.iter().all(|rule| fits(rule) != Some(false))
            });
            if numbers.is_empty() {
                let texts: Vec<&str> = rules.iter().map(|rule| rule.text.as_str()).collect();
                self.notes.push(format!("{}: no number can do all that", texts.join("; ")));
                return Err(PresolveEnd::NoValue);
            }
            if numbers.len() <= MAX_KEPT {
                self.space.keep(number, &numbers)?;
            }
        }
        Ok(())
    }
}

/// The bounds that sums and products leave a number; `None` if they leave nothing.
fn bounds(rules: &[&Rule], range: IntegerInterval) -> Option<(i64, i64)> {
    let mut range = [range];
    for rule in rules {
        if let NarrowingPlan::Atom(plan) = &rule.plan
            && plan.atom.is_total()
            && !plan.bounds.narrow(&plan.atom, &mut range)
        {
            return None;
        }
    }
    Some(range[0].clamped())
}

impl Rule {
    /// The type of which it says that its number is a member, and nothing else.
    fn plain_type(&self) -> Option<Type> {
        match &self.plan {
            NarrowingPlan::Atom(plan) if plan.atom.slot_in_type().is_some() => {
                let choice = &plan.atom.choices[0];
                choice.bounds.is_empty().then_some(choice.kind)
            }
            _ => None,
        }
    }

    /// The number that the condition is about, if it is about one alone.
    fn only_number(&self) -> Option<usize> {
        let mut slots = self.slots.values();
        match (slots.next(), slots.next()) {
            (Some(slot), None) => Some(self.vars[slot.main]),
            _ => None,
        }
    }
}
