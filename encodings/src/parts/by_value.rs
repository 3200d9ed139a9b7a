//! Constraints that any CNF encoding can state once it has a literal for `x = v`.
//!
//! Counting is in [`crate::parts::counting`], in the variant that was chosen. References:
//! - tables: one selector per row, Bacchus, "GAC via unit propagation", CP 2007;
//! - linear constraints: partial sums as the layers of a decision diagram, Abío and Stuckey,
//!   "Encoding linear constraints into SAT", CP 2014;
//! - connectedness: reachability from the first node that is there, one layer per step.

use std::collections::{BTreeMap, BTreeSet};

use rustsat::types::Lit;

use crate::formula::{Builder, Code};
use crate::model::{Comparison, Constraint, Domain, Literal, Model, VarId};
use crate::parts::counting::{at_most_one, exactly};
use crate::refusal::Refusal;

/// No single constraint may cost more clauses than this.
pub(crate) const MAX_CLAUSES: usize = 4_000_000;

/// A larger formula is refused.
pub(crate) const MAX_LITERALS: usize = 100_000_000;

/// Whether an encoding has stated a constraint in its own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stated {
    /// It has.
    Yes,
    /// It leaves that to [`state_all`].
    No,
}

/// An encoding's own way of stating some constraints, or the reason why it cannot.
pub(crate) type Own<'a> = &'a mut dyn FnMut(&mut Builder, &Constraint) -> Result<Stated, String>;

/// States every constraint of the model, each in a section: in the encoding's own way if it has
/// one, and by value otherwise.
///
/// # Errors
///
/// If a constraint cannot be stated, or only in too large a formula.
pub(crate) fn state_all(
    out: &mut Builder,
    encoding: &'static str,
    model: &Model,
    by: &dyn Code,
    own: Own<'_>,
) -> Result<(), Refusal> {
    for constraint in model.constraints() {
        let refuse = |reason: String| Refusal::constraint(encoding, model, constraint, reason);
        if own(out, constraint).map_err(refuse)? == Stated::No {
            state(out, model, by, constraint).map_err(refuse)?;
        }
        out.end_section();
        if out.is_stopped() {
            return Err(Refusal::stopped(encoding));
        }
        if out.n_literals() > MAX_LITERALS {
            return Err(refuse("with it the formula has over 10^8 literals".to_string()));
        }
    }
    Ok(())
}

/// States a constraint by value.
fn state(
    out: &mut Builder,
    model: &Model,
    by: &dyn Code,
    constraint: &Constraint,
) -> Result<(), String> {
    match constraint {
        Constraint::Linear { terms, comparison, constant } => {
            if !linear(out, model, by, terms, *comparison, *constant) {
                return Err("it has too many partial sums".to_string());
            }
        }
        Constraint::AllDifferent(vars) => all_different(out, model, by, vars),
        Constraint::Multiset { vars, counts } => multiset(out, model, by, vars, counts),
        Constraint::Table { vars, rows } => table(out, model, by, vars, rows),
        Constraint::Clause(literals) => clause(out, by, literals),
        Constraint::Connected { nodes, edges, off } => connected(out, by, nodes, edges, *off),
        Constraint::Arithmetic { .. } => {
            return Err("it has no arithmetic of its own".to_string());
        }
        // What only a program can say is left open.
        Constraint::Relation { .. } => {}
    }
    Ok(())
}

/// Literals `x = v` of the variables that can take the value.
fn takers(by: &dyn Code, vars: &[VarId], value: i64) -> Vec<Lit> {
    vars.iter().filter_map(|&var| by.literal(var, value)).collect()
}

/// All values that one of the variables can take.
fn union(model: &Model, vars: &[VarId]) -> BTreeSet<i64> {
    vars.iter().flat_map(|&var| model[var].domain.iter()).collect()
}

/// Pairwise different variables. If there are as many values as variables, each value is taken.
fn all_different(out: &mut Builder, model: &Model, by: &dyn Code, vars: &[VarId]) {
    let values = union(model, vars);
    let each_is_taken = values.len() == vars.len();
    for value in values {
        let literals = takers(by, vars, value);
        if each_is_taken {
            out.add(literals.iter().copied());
        }
        at_most_one(out, literals);
    }
}

/// Each value occurs exactly as often as stated, other values never.
fn multiset(
    out: &mut Builder,
    model: &Model,
    by: &dyn Code,
    vars: &[VarId],
    counts: &[(i64, usize)],
) {
    let listed: BTreeMap<i64, usize> = counts.iter().copied().collect();
    for value in union(model, vars) {
        if !listed.contains_key(&value) {
            takers(by, vars, value).into_iter().for_each(|lit| out.add([!lit]));
        }
    }
    for (&value, &count) in &listed {
        exactly(out, takers(by, vars, value), count);
    }
}

/// At least one of the literals.
fn clause(out: &mut Builder, by: &dyn Code, literals: &[Literal]) {
    let mut lits = Vec::new();
    for l in literals {
        match (by.literal(l.var, l.value), l.equal) {
            (Some(lit), true) => lits.push(lit),
            (Some(lit), false) => lits.push(!lit),
            (None, true) => {}
            (None, false) => return,
        }
    }
    out.add(lits);
}

/// One of the rows. `selector[r]` implies that row `r` is taken; some selector is true.
fn table(out: &mut Builder, model: &Model, by: &dyn Code, vars: &[VarId], rows: &[Vec<i64>]) {
    let mut supports: Vec<BTreeMap<i64, Vec<Lit>>> = vars
        .iter()
        .map(|&var| model[var].domain.iter().map(|value| (value, Vec::new())).collect())
        .collect();
    let mut selectors = Vec::new();
    for row in rows.iter().collect::<BTreeSet<_>>() {
        let cells: Option<Vec<Lit>> =
            vars.iter().zip(row).map(|(&var, &value)| by.literal(var, value)).collect();
        let Some(cells) = cells else { continue };
        let selector = out.new_lit();
        selectors.push(selector);
        for ((cell, value), support) in cells.into_iter().zip(row).zip(&mut supports) {
            out.add([!selector, cell]);
            support.entry(*value).or_default().push(selector);
        }
    }
    out.add(selectors);
    for (&var, support) in vars.iter().zip(supports) {
        for (value, selectors) in support {
            let lit = by.literal(var, value).expect("a value of the domain");
            out.add(selectors.into_iter().chain([!lit]));
        }
    }
}

/// Which partial sums each prefix of a linear constraint can reach such that the rest can still
/// end well; `None` if there are too many.
pub(crate) fn partial_sums(
    terms: &[(i64, &Domain)],
    comparison: Comparison,
    constant: i64,
) -> Option<Vec<BTreeSet<i128>>> {
    let mut layers = vec![BTreeSet::from([0i128])];
    let mut work = 0usize;
    for (k, domain) in terms {
        let last = &layers[layers.len() - 1];
        work = work.checked_add(last.len().checked_mul(usize::try_from(domain.len()).ok()?)?)?;
        if work > MAX_CLAUSES {
            return None;
        }
        let step = |sum: &i128| {
            let sum = *sum;
            domain.iter().map(move |v| sum + i128::from(*k) * i128::from(v))
        };
        layers.push(last.iter().flat_map(step).collect());
    }
    let last = layers.len() - 1;
    layers[last].retain(|&sum| comparison.holds(sum, i128::from(constant)));
    for i in (0..last).rev() {
        let (k, domain) = &terms[i];
        let (before, after) = layers.split_at_mut(i + 1);
        before[i].retain(|sum| {
            domain.iter().any(|v| after[0].contains(&(sum + i128::from(*k) * i128::from(v))))
        });
    }
    Some(layers)
}

/// A linear constraint. `sum[i][s]` is true if and only if the first `i` terms add up to `s`.
/// Returns false, and adds nothing, if there are too many partial sums.
#[must_use]
fn linear(
    out: &mut Builder,
    model: &Model,
    by: &dyn Code,
    terms: &[(i64, VarId)],
    comparison: Comparison,
    constant: i64,
) -> bool {
    let domains: Vec<_> = terms.iter().map(|&(k, var)| (k, &model[var].domain)).collect();
    let Some(layers) = partial_sums(&domains, comparison, constant) else { return false };
    let mut before: BTreeMap<i128, Lit> =
        layers[0].iter().map(|&sum| (sum, out.new_lit())).collect();
    out.add(before.values().copied());
    for (&(k, var), layer) in terms.iter().zip(&layers[1..]) {
        let after: BTreeMap<i128, Lit> = layer.iter().map(|&sum| (sum, out.new_lit())).collect();
        let mut sources: BTreeMap<i128, Vec<Lit>> = BTreeMap::new();
        for value in model[var].domain.iter() {
            let step = i128::from(k) * i128::from(value);
            let is_value = by.literal(var, value).expect("a value of the domain");
            for (&sum, &here) in &before {
                match after.get(&(sum + step)) {
                    Some(&there) => {
                        out.add([!here, !is_value, there]);
                        sources.entry(sum + step).or_default().push(here);
                    }
                    None => out.add([!here, !is_value]),
                }
            }
            for (&sum, &there) in &after {
                match before.get(&(sum - step)) {
                    Some(&here) => out.add([!there, !is_value, here]),
                    None => out.add([!there, !is_value]),
                }
            }
        }
        for (sum, &there) in &after {
            out.add(sources.remove(sum).unwrap_or_default().into_iter().chain([!there]));
        }
        before = after;
    }
    out.add(before.values().copied());
    true
}

/// The nodes that are there hang together. `near[i][d]` implies that node `i` is there and at most
/// `d` steps from the first node that is there.
fn connected(
    out: &mut Builder,
    by: &dyn Code,
    nodes: &[VarId],
    edges: &[(usize, usize)],
    off: i64,
) {
    // `away[i]` is true if and only if node i is not there; a node that always is has no literal.
    let away: Vec<Option<Lit>> = nodes.iter().map(|&var| by.literal(var, off)).collect();
    let mut neighbours = vec![Vec::new(); nodes.len()];
    for &(i, j) in edges {
        neighbours[i].push(j);
        neighbours[j].push(i);
    }
    let mut near: Vec<Lit> = Vec::with_capacity(nodes.len());
    for i in 0..nodes.len() {
        let root = out.new_lit();
        if let Some(away) = away[i] {
            out.add([!root, !away]);
        }
        for earlier in &away[..i] {
            out.add([!root].into_iter().chain(*earlier));
        }
        near.push(root);
    }
    for _ in 1..nodes.len() {
        let next: Vec<Lit> = nodes.iter().map(|_| out.new_lit()).collect();
        for i in 0..nodes.len() {
            out.add(neighbours[i].iter().map(|&j| near[j]).chain([near[i], !next[i]]));
            if let Some(away) = away[i] {
                out.add([!next[i], !away]);
            }
        }
        near = next;
    }
    for (near, away) in near.into_iter().zip(away) {
        out.add([near].into_iter().chain(away));
    }
}
