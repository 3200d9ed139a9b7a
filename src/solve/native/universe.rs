//! Which variables are bit sets, and over which values.
//!
//! Variables that are counted together share a universe, so that the same bit means the same
//! value; equal universes are the same universe, so that constraints on them share tables.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use xwc_encodings::{Constraint, Domain, Model};

/// A variable with more values is kept as an interval.
const MAX_SET: u64 = 1 << 14;

/// The values of each variable that a pool or a table leaves it at once.
pub(super) fn effective_domains(model: &Model) -> Vec<Domain> {
    let mut domains: Vec<Domain> = model.variables().iter().map(|var| var.domain.clone()).collect();
    let mut restrict = |var: usize, values: BTreeSet<i64>| {
        let domain = &mut domains[var];
        *domain = Domain::from_iter(values.into_iter().filter(|&value| domain.contains(value)));
    };
    for constraint in model.constraints() {
        match constraint {
            Constraint::Multiset { vars, counts } => {
                let values: BTreeSet<i64> = counts.iter().map(|&(value, _)| value).collect();
                vars.iter().for_each(|var| restrict(var.index(), values.clone()));
            }
            Constraint::Table { vars, rows } => {
                for (i, var) in vars.iter().enumerate() {
                    restrict(var.index(), rows.iter().map(|row| row[i]).collect());
                }
            }
            _ => {}
        }
    }
    domains
}

/// The universe of each variable.
pub(super) struct Universes {
    lists: Vec<Rc<[i64]>>,
    of: Vec<Option<usize>>,
}

impl Universes {
    /// Groups the variables that are counted together and gives each group its values.
    pub(super) fn new(model: &Model, domains: &[Domain]) -> Self {
        let group = groups(model);
        let mut largest: BTreeMap<usize, u64> = BTreeMap::new();
        for (&group, domain) in group.iter().zip(domains) {
            let size = largest.entry(group).or_default();
            *size = (*size).max(domain.len());
        }
        let mut members: BTreeMap<usize, BTreeSet<&[(i64, i64)]>> = BTreeMap::new();
        for (group, domain) in group.iter().zip(domains) {
            if largest[group] <= MAX_SET {
                members.entry(*group).or_default().insert(domain.ranges());
            }
        }
        let mut lists = Vec::new();
        let mut ids: BTreeMap<Vec<i64>, usize> = BTreeMap::new();
        let mut of_group: BTreeMap<usize, usize> = BTreeMap::new();
        for (group, members) in members {
            let ranges = members.iter().copied().flatten();
            let values: BTreeSet<i64> = ranges.flat_map(|&(low, high)| low..=high).collect();
            let values: Vec<i64> = values.into_iter().collect();
            let id = *ids.entry(values).or_insert_with_key(|values| {
                lists.push(Rc::from(values.as_slice()));
                lists.len() - 1
            });
            of_group.insert(group, id);
        }
        let of = group.iter().map(|group| of_group.get(group).copied()).collect();
        Self { lists, of }
    }

    /// The universe of a variable; `None` if it is kept as an interval.
    pub(super) fn of(&self, var: usize) -> Option<&Rc<[i64]>> {
        self.of[var].map(|id| &self.lists[id])
    }

    /// The number of a variable's universe.
    pub(super) fn id(&self, var: usize) -> Option<usize> {
        self.of[var]
    }

    /// The universe of that number.
    pub(super) fn get(&self, id: usize) -> &[i64] {
        &self.lists[id]
    }
}

/// For each variable, the first variable of those that are counted together with it.
fn groups(model: &Model) -> Vec<usize> {
    let mut parent: Vec<usize> = (0..model.variables().len()).collect();
    fn root(parent: &mut [usize], mut var: usize) -> usize {
        while parent[var] != var {
            parent[var] = parent[parent[var]];
            var = parent[var];
        }
        var
    }
    for constraint in model.constraints() {
        if let Constraint::AllDifferent(vars) | Constraint::Multiset { vars, .. } = constraint {
            for pair in vars.windows(2) {
                let [a, b] = [pair[0], pair[1]].map(|var| root(&mut parent, var.index()));
                parent[a.max(b)] = a.min(b);
            }
        }
    }
    (0..parent.len()).map(|var| root(&mut parent, var)).collect()
}
