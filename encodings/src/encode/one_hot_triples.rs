//! The direct encoding in few clauses: one literal per value, and one per triple of an equation.
//!
//! Literals: `is[x][v]` is true if and only if x = v. Exactly one is true for each variable. For an
//! arithmetic constraint, `triple[t]` implies that its three variables take the values of t.
//!
//! Arithmetic `a op b = c` says only that each value needs one of its triples: a value goes once all its
//! triples have gone, and a triple once one of its values has. Unit propagation finds everything that
//! follows from one equation, as in `one-hot`, which adds support clauses for speed. At most one of some
//! literals is a ladder, unless another variant is asked for. What is not arithmetic is in
//! [`crate::parts::by_value`].
//!
//! Trade-offs: a fifth of the clauses of `one-hot`, longer chains of propagation. It is for proofs that are
//! found and checked in less time than the formula of another encoding takes to write.
//!
//! References: Bacchus, "GAC via unit propagation", CP 2007 (triples); Gent and Nightingale, "A new
//! encoding of all-different into SAT", 2004 (ladders).

use rustsat::types::Lit;

use crate::encode::one_hot::{Literals, need_a_triple};
use crate::encoding::{Encoding, Info};
use crate::formula::{Builder, Formula, Target};
use crate::model::{Constraint, Model, Op};
use crate::options::Options;
use crate::parts::by_value::{self, MAX_CLAUSES, Stated};
use crate::refusal::Refusal;
use crate::variants::Amo;

/// The encoding `one-hot-triples`.
pub(crate) struct OneHotTriples;

impl Encoding for OneHotTriples {
    fn info(&self) -> &'static Info {
        &Info {
            name: "one-hot-triples",
            version: 1,
            summary: "one literal per value and one per triple of an equation: few clauses",
            refuses: "domains over 100000 values, formulas over 10^8 literals",
            target: Target::Cnf,
            has_variants: true,
        }
    }

    fn encode_with(&self, model: &Model, options: &Options) -> Result<Formula, Refusal> {
        let mut options = options.clone();
        if options.variants.amo == Amo::Auto {
            options.variants.amo = Amo::Ladder;
        }
        let mut out = Builder::new(&options);
        let code = Literals::new(&mut out, self.info().name, model)?;
        out.end_section();
        by_value::state_all(&mut out, self.info().name, model, &code, &mut |out, constraint| {
            let Constraint::Arithmetic { op, a, b, c } = constraint else { return Ok(Stated::No) };
            triples(out, *op, [*a, *b, *c].map(|var| code.values(var)))?;
            Ok(Stated::Yes)
        })?;
        Ok(Formula::Cnf(out.finish(Box::new(code))))
    }
}

/// One literal per triple of values that fit, given the literals of all values of the three.
fn triples(out: &mut Builder, op: Op, literals: [&[(i64, Lit)]; 3]) -> Result<(), String> {
    if literals[0].len() * literals[1].len() > MAX_CLAUSES {
        return Err("its domains have too many pairs of values".to_string());
    }
    let mut triples = Vec::new();
    for (i, &(a, _)) in literals[0].iter().enumerate() {
        for (j, &(b, _)) in literals[1].iter().enumerate() {
            let Some(c) = op.apply(a, b) else { continue };
            let Ok(k) = literals[2].binary_search_by_key(&c, |&(value, _)| value) else { continue };
            triples.push([i, j, k]);
        }
    }
    need_a_triple(out, literals, &triples);
    Ok(())
}
