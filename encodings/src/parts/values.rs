//! Which single values of its variables a model speaks of.
//!
//! An encoding that does not have a literal for each value makes one where it is needed: for
//! pools, tables, clauses, connectedness, and all-different over small domains. Values that a pool
//! or a table rules out by itself go from the domains first, so that what is left of a large
//! domain is as short as the list.

use std::collections::BTreeSet;

use crate::model::{Constraint, Domain, Literal, Model, VarId};

/// The same solutions, with domains that have no value which a pool or a table does not list.
pub(crate) fn with_tightened_domains(model: &Model) -> Model {
    let mut domains: Vec<Domain> = model.ids().map(|var| model[var].domain.clone()).collect();
    let mut keep = |var: VarId, listed: &BTreeSet<i64>| {
        let domain = &mut domains[var.index()];
        *domain = Domain::from_iter(listed.iter().copied().filter(|&value| domain.contains(value)));
    };
    for constraint in model.constraints() {
        match constraint {
            Constraint::Multiset { vars, counts } => {
                let listed = counts.iter().filter(|(_, n)| *n > 0).map(|&(value, _)| value);
                let listed = listed.collect();
                vars.iter().for_each(|&var| keep(var, &listed));
            }
            Constraint::Table { vars, rows } => {
                for (at, &var) in vars.iter().enumerate() {
                    keep(var, &rows.iter().map(|row| row[at]).collect());
                }
            }
            _ => {}
        }
    }
    model.with(domains, model.answers().to_vec())
}

/// Whether all-different is stated value by value: none of the domains has more values than this.
pub(crate) fn differ_by_value(model: &Model, vars: &[VarId], most: u64) -> bool {
    vars.iter().all(|&var| model[var].domain.len() <= most)
}

/// The values of each variable that a literal is needed for, given that all-different is stated
/// value by value up to this many values.
pub(crate) fn values_needing_literals(model: &Model, most: u64) -> Vec<BTreeSet<i64>> {
    let mut spoken: Vec<BTreeSet<i64>> = model.ids().map(|_| BTreeSet::new()).collect();
    let mut all_of = |vars: &[VarId]| {
        vars.iter().for_each(|&var| spoken[var.index()] = model[var].domain.iter().collect());
    };
    for constraint in model.constraints() {
        match constraint {
            Constraint::AllDifferent(vars) if differ_by_value(model, vars, most) => all_of(vars),
            Constraint::Multiset { vars, .. } | Constraint::Table { vars, .. } => all_of(vars),
            _ => {}
        }
    }
    let mut one = |var: VarId, value: i64| {
        if model[var].domain.contains(value) {
            spoken[var.index()].insert(value);
        }
    };
    for constraint in model.constraints() {
        match constraint {
            Constraint::Clause(literals) => {
                literals.iter().for_each(|&Literal { var, value, .. }| one(var, value));
            }
            Constraint::Connected { nodes, off, .. } => {
                nodes.iter().for_each(|&node| one(node, *off));
            }
            _ => {}
        }
    }
    spoken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_pools_shorten_domains_and_are_spoken_of() {
        let mut model = Model::default();
        let [x, y] = ["x", "y"].map(|name| model.answer(name, Domain::from(0..=1_000_000)));
        let rows = vec![vec![7, 2], vec![-1, 3]];
        model.require(Constraint::Table { vars: vec![x, y], rows });
        model.require(Constraint::Multiset { vars: vec![y], counts: vec![(2, 1), (3, 0)] });
        model.require(Constraint::AllDifferent(vec![x, y]));
        let tight = with_tightened_domains(&model);
        assert_eq!(tight[x].domain.to_string(), "{7}");
        assert_eq!(tight[y].domain.to_string(), "{2}");
        assert_eq!(values_needing_literals(&tight, 10), [BTreeSet::from([7]), BTreeSet::from([2])]);
    }
}
