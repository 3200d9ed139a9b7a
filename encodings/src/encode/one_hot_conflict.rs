//! The direct encoding with conflict clauses: one literal per value, and a clause for each
//! combination that is wrong.
//!
//! Literals: `is[x][v]` is true if and only if x = v. Exactly one is true for each variable.
//!
//! Arithmetic `a op b = c` is a clause for each two values that nothing completes, and one for each
//! wrong triple of the rest. What is not arithmetic is in [`crate::parts::by_value`].
//!
//! Trade-offs: the simplest of all, without auxiliary literals for arithmetic, and as strong as
//! forward checking: something follows only once two of the three are known. `one-hot` says the same
//! by supports, in fewer and longer clauses, and sees more. The number of clauses is that of all
//! triples, so this one is for small domains.
//!
//! References: de Kleer, "A comparison of ATMS and CSP techniques", IJCAI 1989; Walsh, "SAT v CSP",
//! CP 2000 (conflict clauses, and what unit propagation makes of them).

use rustsat::types::Lit;

use crate::encode::one_hot::Literals;
use crate::encoding::{Encoding, Info};
use crate::formula::{Builder, Formula, Target};
use crate::model::{Constraint, Model, Op};
use crate::options::Options;
use crate::parts::by_value::{self, MAX_CLAUSES, Stated};
use crate::refusal::Refusal;

/// The encoding `one-hot-conflict`.
pub(crate) struct OneHotConflict;

impl Encoding for OneHotConflict {
    fn info(&self) -> &'static Info {
        &Info {
            name: "one-hot-conflict",
            version: 1,
            summary: "one literal per value, arithmetic as a clause for each wrong triple",
            refuses: "domains over 100000 values, arithmetic over 4·10^6 triples, formulas over 10^8 literals",
            target: Target::Cnf,
            has_variants: true,
        }
    }

    fn encode_with(&self, model: &Model, options: &Options) -> Result<Formula, Refusal> {
        let mut out = Builder::new(options);
        let code = Literals::new(&mut out, self.info().name, model)?;
        out.end_section();
        by_value::state_all(&mut out, self.info().name, model, &code, &mut |out, constraint| {
            let Constraint::Arithmetic { op, a, b, c } = constraint else { return Ok(Stated::No) };
            conflicts(out, *op, [*a, *b, *c].map(|var| code.values(var)))?;
            Ok(Stated::Yes)
        })?;
        Ok(Formula::Cnf(out.finish(Box::new(code))))
    }
}

/// A clause for each combination of values that is wrong.
fn conflicts(out: &mut Builder, op: Op, literals: [&[(i64, Lit)]; 3]) -> Result<(), String> {
    let [of_a, of_b, of_c] = literals;
    let triples = of_a.len().checked_mul(of_b.len()).and_then(|n| n.checked_mul(of_c.len()));
    if triples.is_none_or(|n| n > MAX_CLAUSES) {
        return Err("its domains have too many triples of values".to_string());
    }
    for &(a, is_a) in of_a {
        for &(b, is_b) in of_b {
            let result = op.apply(a, b);
            let right = of_c.iter().find(|&&(c, _)| Some(c) == result);
            if right.is_none() {
                out.add([!is_a, !is_b]);
                continue;
            }
            for &(c, is_c) in of_c {
                if Some(c) != result {
                    out.add([!is_a, !is_b, !is_c]);
                }
            }
        }
    }
    Ok(())
}
