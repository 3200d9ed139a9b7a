//! A representation for each variable: one literal per value where values are few, bits where they are
//! many, and both, channelled, where the two kinds meet.
//!
//! Literals: `is[x][v]` is true if and only if x = v; every variable of at most 40 values has them,
//! and exactly one is true. `bit[x][k]` is true if and only if x − offset(x) has the bit 2^k; every
//! larger variable has bits, and so has a smaller one that stands in a constraint with a larger
//! one. A variable that has both has `is[x][v]` as the conjunction of the bits of v.
//!
//! Arithmetic over small variables is stated by supports as in `one-hot`, and small sums as there;
//! what has a large variable in it, or too many partial sums, by adders as in `log`.
//!
//! Trade-offs: cells of a puzzle are small and propagate by value, intermediate results are large
//! and cost few literals. Between the two, propagation is that of the adders.
//!
//! References: Soh, Banbara and Tamura, "Proposal and evaluation of hybrid encoding of CSP to SAT
//! integrating order and log encodings", IJAIT 2017 (choosing by domain size); Zhou and Kjellerstrand,
//! "Optimizing SAT encodings for arithmetic constraints", CP 2017 (log arithmetic in practice).

use crate::encode::one_hot;
use crate::encoding::{Encoding, Info};
use crate::formula::{Builder, Formula, Target};
use crate::model::{Constraint, Model};
use crate::options::Options;
use crate::parts::by_value::{self, Stated};
use crate::parts::codes::{CodePlan, Codes};
use crate::parts::values;
use crate::refusal::Refusal;

/// This many values have a literal each.
const SMALL: u64 = 40;

/// All-different is stated value by value up to this many values, and bit by bit beyond.
const VALUES: u64 = 1_000;

/// A linear constraint whose sums spread over more numbers is stated by adders.
const SPREAD: i128 = 2_000;

/// The encoding `mixed`.
pub(crate) struct Mixed;

impl Encoding for Mixed {
    fn info(&self) -> &'static Info {
        &Info {
            name: "mixed",
            version: 1,
            summary: "one literal per value for small domains, binary numbers for large ones",
            refuses: "unbounded domains, sums beyond 126 bits, over 10^6 listed values",
            target: Target::Cnf,
            has_variants: true,
        }
    }

    fn encode_with(&self, model: &Model, options: &Options) -> Result<Formula, Refusal> {
        let model = &values::with_tightened_domains(model);
        let mut out = Builder::new(options);
        let codes = Codes::new(&mut out, self.info().name, model, &plan(model))?;
        out.end_section();
        by_value::state_all(&mut out, self.info().name, model, &codes, &mut |out, constraint| {
            match constraint {
                _ if is_by_value(model, constraint) => match constraint {
                    Constraint::Arithmetic { op, a, b, c } => {
                        let literals = [*a, *b, *c].map(|var| codes.values(var));
                        one_hot::supports(out, *op, literals)?;
                    }
                    _ => return Ok(Stated::No),
                },
                Constraint::Arithmetic { op, a, b, c } => {
                    codes.arithmetic(out, *op, [*a, *b, *c])?;
                }
                Constraint::Linear { terms, comparison, constant } => {
                    codes.linear(out, terms, *comparison, *constant)?;
                }
                Constraint::AllDifferent(vars) => codes.all_different(out, vars)?,
                _ => return Ok(Stated::No),
            }
            Ok(Stated::Yes)
        })?;
        Ok(Formula::Cnf(out.finish(Box::new(codes))))
    }
}

/// Values for small variables and where they are spoken of; bits for large variables and for all
/// that meet in a constraint which is not stated by value.
fn plan(model: &Model) -> Vec<CodePlan> {
    let spoken = values::values_needing_literals(model, VALUES);
    let mut plan: Vec<CodePlan> = spoken
        .into_iter()
        .zip(model.ids())
        .map(|(values, var)| match &model[var].domain {
            domain if domain.len() <= SMALL => {
                CodePlan { bits: false, values: domain.iter().collect() }
            }
            _ => CodePlan { bits: true, values },
        })
        .collect();
    for constraint in model.constraints() {
        if !is_by_value(model, constraint) {
            constraint.vars().iter().for_each(|var| plan[var.index()].bits = true);
        }
    }
    plan
}

/// Whether a constraint is stated with literals of values alone.
fn is_by_value(model: &Model, constraint: &Constraint) -> bool {
    let is_small = |var| model[var].domain.len() <= SMALL;
    match constraint {
        Constraint::Arithmetic { a, b, c, .. } => [*a, *b, *c].into_iter().all(is_small),
        Constraint::Linear { terms, .. } => {
            let spread = terms.iter().map(|&(k, var)| {
                let domain = &model[var].domain;
                let (min, max) = (domain.min().unwrap_or(0), domain.max().unwrap_or(0));
                i128::from(k.unsigned_abs()) * i128::from(max.abs_diff(min))
            });
            let spread = spread.fold(0, i128::saturating_add);
            terms.iter().all(|&(_, var)| is_small(var)) && spread <= SPREAD
        }
        Constraint::AllDifferent(vars) => values::differ_by_value(model, vars, VALUES),
        _ => true,
    }
}
