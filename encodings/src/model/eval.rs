//! What each constraint means: the referee for every encoding and every solver.

use std::collections::BTreeMap;

use super::{Comparison, Constraint, Literal, Model, VarId};

impl Model {
    /// Whether every value is in its domain and every constraint holds.
    pub fn holds(&self, assignment: &[i64]) -> bool {
        assignment.len() == self.variables().len()
            && self.variables().iter().zip(assignment).all(|(var, &v)| var.domain.contains(v))
            && self.constraints().iter().all(|constraint| constraint.holds(assignment))
    }
}

impl Literal {
    /// Whether the literal is true.
    pub(crate) fn holds(&self, assignment: &[i64]) -> bool {
        (assignment[self.var.index()] == self.value) == self.equal
    }
}

impl Comparison {
    /// Whether the two numbers compare in this way.
    pub(crate) fn holds(self, left: i128, right: i128) -> bool {
        match self {
            Comparison::Equal => left == right,
            Comparison::NotEqual => left != right,
            Comparison::AtMost => left <= right,
            Comparison::AtLeast => left >= right,
        }
    }
}

impl Constraint {
    /// Whether the constraint is true under the assignment.
    pub fn holds(&self, assignment: &[i64]) -> bool {
        let value = |var: VarId| assignment[var.index()];
        match self {
            Constraint::Arithmetic { op, a, b, c } => {
                op.apply(value(*a), value(*b)) == Some(value(*c))
            }
            Constraint::Linear { terms, comparison, constant } => {
                let sum = terms.iter().map(|&(k, var)| i128::from(k) * i128::from(value(var)));
                comparison.holds(sum.sum(), i128::from(*constant))
            }
            Constraint::AllDifferent(vars) => {
                let mut values: Vec<i64> = vars.iter().map(|&var| value(var)).collect();
                values.sort_unstable();
                values.windows(2).all(|pair| pair[0] != pair[1])
            }
            Constraint::Multiset { vars, counts } => {
                let mut left: BTreeMap<i64, usize> = BTreeMap::new();
                for &var in vars {
                    *left.entry(value(var)).or_default() += 1;
                }
                left == counts.iter().copied().filter(|&(_, n)| n > 0).collect()
            }
            Constraint::Table { vars, rows } => {
                rows.iter().any(|row| vars.iter().zip(row).all(|(&var, &v)| value(var) == v))
            }
            Constraint::Clause(literals) => literals.iter().any(|l| l.holds(assignment)),
            Constraint::Connected { nodes, edges, off } => {
                let there: Vec<bool> = nodes.iter().map(|&var| value(var) != *off).collect();
                hangs_together(&there, edges)
            }
            Constraint::Relation { vars, relation } => {
                relation.holds(&vars.iter().map(|&var| value(var)).collect::<Vec<_>>())
            }
        }
    }
}

/// Whether the nodes that are there form one group; true if there is none.
fn hangs_together(there: &[bool], edges: &[(usize, usize)]) -> bool {
    let Some(first) = there.iter().position(|&t| t) else { return true };
    let mut reached = vec![false; there.len()];
    reached[first] = true;
    loop {
        let mut grew = false;
        for &(i, j) in edges {
            if there[i] && there[j] && reached[i] != reached[j] {
                reached[i] = true;
                reached[j] = true;
                grew = true;
            }
        }
        if !grew {
            return reached == there;
        }
    }
}
