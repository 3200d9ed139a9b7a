//! SMT-LIB with a binary matrix: one 0/1 integer per value, and a linear link to the number.
//!
//! Constants: `v7` is the variable with index 7, and `v7_2` (`v7_m2` for −2) is 1 if v7 = 2 and 0
//! otherwise. For each variable that has a row in the matrix, the row adds up to 1 and the variable
//! is the sum of value times entry, which is the link. Variables have a row if a constraint speaks
//! of their values, or if they are answers with few values; the others are plain integers.
//!
//! All-different is "each column adds up to at most 1", or to 1 if there are as many values as
//! variables; a pool is the sums of its columns; a clause and a table are sums of entries.
//! Arithmetic and linear constraints are over the variables as in `smt-int`.
//!
//! Trade-offs: everything but products is linear, the form that solvers for integer programs want,
//! and counting is natural in it. For an SMT solver each 0/1 constant is one more integer, and the
//! matrix grows with the domains.
//!
//! References: Lüscher, "Migros Cross-Math Solver", 2020, section 2.2; Dantzig, "On the significance
//! of solving linear programming problems with some integer variables", Econometrica 28 (1960).

use std::collections::{BTreeMap, BTreeSet};

use crate::encoding::{Encoding, Info};
use crate::formula::{Formula, Smt, Sort, Target, number, sum};
use crate::model::{Constraint, Model, VarId};
use crate::options::Options;
use crate::parts::integers;
use crate::parts::values;
use crate::refusal::Refusal;

/// A row of the matrix has at most this many values.
const MAX_ROW: u64 = 1_000;

/// Answers with at most this many values have a row even if no constraint speaks of their values.
const SMALL: u64 = 40;

/// The encoding `smt-one-hot`.
pub(crate) struct SmtOneHot;

impl Encoding for SmtOneHot {
    fn info(&self) -> &'static Info {
        &Info {
            name: "smt-one-hot",
            version: 1,
            summary: "a matrix of 0/1 integers with a linear link to the numbers",
            refuses: "over 1000 values where a constraint speaks of values",
            target: Target::Smt,
            has_variants: false,
        }
    }

    fn encode_with(&self, model: &Model, options: &Options) -> Result<Formula, Refusal> {
        let model = &values::with_tightened_domains(model);
        let mut out = Smt::new("QF_NIA", vec![Sort::Int; model.variables().len()]);
        let matrix = Matrix::new(&mut out, self.info().name, model)?;
        for (i, constraint) in model.constraints().iter().enumerate() {
            if options.stops() {
                return Err(Refusal::stopped(self.info().name));
            }
            match constraint {
                // What only a program can say is left open.
                Constraint::Relation { .. } => {}
                Constraint::Arithmetic { .. } | Constraint::Linear { .. } => {
                    integers::state(&mut out, model, i, constraint);
                }
                _ => matrix.state(&mut out, model, i, constraint),
            }
        }
        Ok(Formula::Smt(out))
    }
}

/// The entries of each variable that has a row.
struct Matrix(BTreeMap<VarId, BTreeMap<i64, String>>);

impl Matrix {
    fn new(out: &mut Smt, encoding: &'static str, model: &Model) -> Result<Self, Refusal> {
        let mut with_row: BTreeSet<VarId> = model.answers().iter().copied().collect();
        with_row.retain(|&var| model[var].domain.len() <= SMALL);
        for constraint in model.constraints() {
            if !matches!(constraint, Constraint::Arithmetic { .. } | Constraint::Linear { .. }) {
                with_row.extend(constraint.vars());
            }
        }
        let mut matrix = BTreeMap::new();
        for var in model.ids() {
            let (name, domain) = (format!("v{}", var.index()), &model[var].domain);
            if !with_row.contains(&var) {
                out.assert(integers::in_domain(&name, domain));
                continue;
            }
            if domain.len() > MAX_ROW {
                let subject = format!("{} in {domain}", &model[var].name);
                let reason = format!("a row of over {MAX_ROW} binaries is too many");
                return Err(Refusal::new(encoding, subject, reason));
            }
            let entry = |value: i64| {
                let sign = if value < 0 { "m" } else { "" };
                (value, format!("{name}_{sign}{}", value.unsigned_abs()))
            };
            let row: BTreeMap<i64, String> = domain.iter().map(entry).collect();
            for entry in row.values() {
                out.declare(entry, Sort::Int);
                out.assert(format!("(<= 0 {entry} 1)"));
            }
            out.assert(format!("(= {} 1)", added(row.values())));
            let link: Vec<String> = row
                .iter()
                .map(|(&value, entry)| format!("(* {} {entry})", number(value)))
                .collect();
            out.assert(format!("(= {name} {})", sum(&link)));
            matrix.insert(var, row);
        }
        Ok(Self(matrix))
    }

    fn entry(&self, var: VarId, value: i64) -> Option<&String> {
        self.0[&var].get(&value)
    }

    /// The entries of a value in the rows of the variables.
    fn column(&self, vars: &[VarId], value: i64) -> String {
        added(vars.iter().filter_map(|&var| self.entry(var, value)))
    }

    /// A constraint that speaks of values, the model's `i`-th.
    fn state(&self, out: &mut Smt, model: &Model, i: usize, constraint: &Constraint) {
        match constraint {
            Constraint::AllDifferent(vars) => {
                let values: BTreeSet<i64> =
                    vars.iter().flat_map(|&var| model[var].domain.iter()).collect();
                let relation = if values.len() == vars.len() { "=" } else { "<=" };
                for value in values {
                    out.assert(format!("({relation} {} 1)", self.column(vars, value)));
                }
            }
            Constraint::Multiset { vars, counts } => {
                for &(value, count) in counts {
                    out.assert(format!("(= {} {count})", self.column(vars, value)));
                }
            }
            Constraint::Table { vars, rows } => self.table(out, i, vars, rows),
            Constraint::Clause(literals) => {
                let terms: Vec<String> = literals
                    .iter()
                    .map(|l| match (self.entry(l.var, l.value), l.equal) {
                        (Some(entry), true) => entry.clone(),
                        (Some(entry), false) => format!("(- 1 {entry})"),
                        (None, true) => "0".to_string(),
                        (None, false) => "1".to_string(),
                    })
                    .collect();
                out.assert(format!("(>= {} 1)", sum(&terms)));
            }
            Constraint::Connected { nodes, edges, off } => {
                let there = |&node: &VarId| match self.entry(node, *off) {
                    Some(entry) => format!("(= {entry} 0)"),
                    None => "true".to_string(),
                };
                integers::connected(out, i, &nodes.iter().map(there).collect::<Vec<_>>(), edges);
            }
            Constraint::Arithmetic { .. }
            | Constraint::Linear { .. }
            | Constraint::Relation { .. } => unreachable!("stated or refused before"),
        }
    }

    /// `row3_5` is 1 if the 5th row of the constraint with number 3 is taken.
    fn table(&self, out: &mut Smt, i: usize, vars: &[VarId], rows: &[Vec<i64>]) {
        let mut selectors = Vec::new();
        for (r, row) in rows.iter().collect::<BTreeSet<_>>().into_iter().enumerate() {
            let cells = vars.iter().zip(row).map(|(&var, &value)| self.entry(var, value));
            let Some(cells) = cells.collect::<Option<Vec<_>>>() else { continue };
            let selector = format!("row{i}_{r}");
            out.declare(&selector, Sort::Int);
            out.assert(format!("(<= 0 {selector} 1)"));
            for cell in cells {
                out.assert(format!("(<= {selector} {cell})"));
            }
            selectors.push(selector);
        }
        out.assert(format!("(= {} 1)", sum(&selectors)));
    }
}

fn added<'a>(terms: impl Iterator<Item = &'a String>) -> String {
    sum(&terms.cloned().collect::<Vec<_>>())
}
