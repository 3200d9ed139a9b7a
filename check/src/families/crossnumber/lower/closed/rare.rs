//! Long numbers that several conditions speak of alone: the members of the rarest type are made, and
//! those that obey the other conditions are a table.

use std::collections::BTreeMap;

use xwc_encodings::Constraint;

use super::product::digits_of;
use super::{Closing, MAX_LAST_TABLE, NamedRow};
use crate::families::crossnumber::language::Ref;
use crate::families::crossnumber::lower::clue::{ClueFormula, members};
use crate::support::budget::{Budget, Limit};

/// Types with more members are not made.
const MAX_MADE: usize = 1_000_000;

/// The table has no more rows.
const MAX_ROWS: usize = 3_000;

/// Members are made and looked at with this effort.
const EFFORT: usize = 10_000_000;

impl Closing<'_> {
    /// Turns conditions on one long number alone into a table, and takes them off the list.
    pub(super) fn list_rare_types(
        &mut self,
        conditions: &mut Vec<(String, ClueFormula)>,
        budget: Budget,
    ) -> Result<(), Limit> {
        let mut alone: BTreeMap<Ref, Vec<usize>> = BTreeMap::new();
        for (i, (_, formula)) in conditions.iter().enumerate() {
            if let [name] = formula.names()[..] {
                alone.entry(name).or_default().push(i);
            }
        }
        let mut done = Vec::new();
        for (name, indices) in alone {
            let long = self.fillings(&[name]).is_ok_and(|fillings| fillings > MAX_LAST_TABLE);
            if indices.len() < 2 || !long {
                continue;
            }
            let formulas: Vec<&ClueFormula> = indices.iter().map(|&i| &conditions[i].1).collect();
            if self.list_rare(name, &formulas, budget)? {
                done.extend(indices);
            }
        }
        let mut i = 0;
        conditions.retain(|_| {
            i += 1;
            !done.contains(&(i - 1))
        });
        Ok(())
    }

    /// Whether there was such a table.
    fn list_rare(
        &mut self,
        name: Ref,
        formulas: &[&ClueFormula],
        budget: Budget,
    ) -> Result<bool, Limit> {
        let number = &self.names[&name];
        let Some(digits) = number.digits.clone() else { return Ok(false) };
        let Ok((low, high)) = number.over.bounds(&self.model) else { return Ok(false) };
        let (Ok(low), Ok(high)) = (i64::try_from(low), i64::try_from(high)) else {
            return Ok(false);
        };
        let lists = formulas.iter().filter_map(|formula| match formula {
            ClueFormula::Atom(atom) => {
                atom.slot_in_type()?;
                let kind = atom.choices[0].kind;
                members(kind, &[], (low, high), MAX_MADE, &mut { EFFORT })
            }
            _ => None,
        });
        let Some(list) = lists.min_by_key(Vec::len) else { return Ok(false) };
        let mut left = EFFORT;
        let mut rows = Vec::new();
        for (i, &value) in list.iter().enumerate() {
            if i.is_multiple_of(1 << 10) {
                budget.check()?;
            }
            let named = NamedRow { names: &[name], values: &[value] };
            let mut all = true;
            for formula in formulas {
                match formula.holds(&named, &mut left) {
                    Some(true) => {}
                    Some(false) => {
                        all = false;
                        break;
                    }
                    None => return Ok(false),
                }
            }
            if all {
                rows.push(digits_of(value.into(), digits.len()));
            }
            if rows.len() > MAX_ROWS {
                return Ok(false);
            }
        }
        self.model.require(Constraint::Table { vars: digits, rows });
        Ok(true)
    }
}
