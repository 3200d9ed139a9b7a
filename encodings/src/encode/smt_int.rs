//! SMT-LIB over unbounded integers: the model almost word for word.
//!
//! Constants: `v7` is the variable with index 7. Domains are bounds, or a disjunction of ranges
//! where they have gaps; a variable without an upper bound has none here either. `a ÷ b = c` is
//! `b ≠ 0 ∧ a = b·c`, so that no division occurs. A pool is one sum of `ite` per value.
//! Connectedness uses one level per node: each node that is there, but the first, has a neighbour
//! that is there on a lower level.
//!
//! Reference: Barrett, Fontaine, Tinelli, "The SMT-LIB Standard", version 2.6.

use crate::encoding::{Encoding, Info};
use crate::formula::{Formula, Smt, Sort, Target};
use crate::model::{Constraint, Model};
use crate::options::Options;
use crate::parts::integers;
use crate::refusal::Refusal;

/// The encoding `smt-int`.
pub(crate) struct SmtInt;

impl Encoding for SmtInt {
    fn info(&self) -> &'static Info {
        &Info {
            name: "smt-int",
            version: 1,
            summary: "integer constants, arithmetic as it stands",
            refuses: "nothing",
            target: Target::Smt,
            has_variants: false,
        }
    }

    fn encode_with(&self, model: &Model, options: &Options) -> Result<Formula, Refusal> {
        let mut out = Smt::new("QF_NIA", vec![Sort::Int; model.variables().len()]);
        for var in model.ids() {
            let term = integers::in_domain(&out.constants[var.index()], &model[var].domain);
            out.assert(term);
        }
        for (i, constraint) in model.constraints().iter().enumerate() {
            if options.stops() {
                return Err(Refusal::stopped(self.info().name));
            }
            if let Constraint::Relation { .. } = constraint {
                // What only a program can say is left open.
                continue;
            }
            integers::state(&mut out, model, i, constraint);
        }
        Ok(Formula::Smt(out))
    }
}
