//! The logarithmic encoding: variables are binary numbers, arithmetic is circuits.
//!
//! Literals: `bit[x][k]` is true if and only if x − offset(x) has the bit 2^k. `is[x][v]` is made
//! only where a constraint speaks of single values (a pool, a table, a clause, connectedness,
//! all-different over small domains) and is the conjunction of the bits of v. Bits beyond the
//! domain, and its gaps, are excluded by comparisons.
//!
//! Arithmetic and linear constraints are one weighted sum of bits each (a product has a literal
//! for each pair of bits), added up by full and half adders and compared with a constant. No width
//! is fixed, so nothing overflows.
//!
//! Trade-offs: the formula grows with the logarithm of the domains, so it takes numbers of many
//! digits, which could not have one literal per value. The price is propagation: adders know little before most
//! of their inputs are known, so on small domains `one-hot` and `order` are mostly faster.
//!
//! References: Iwama and Miyazaki, "SAT-variable complexity of hard combinatorial problems", IFIP
//! 1994 (log encoding); Walsh, "SAT v CSP", CP 2000; Eén and Sörensson, "Translating pseudo-Boolean
//! constraints into SAT", JSAT 2006 (adders).

use crate::encoding::{Encoding, Info};
use crate::formula::{Builder, Formula, Target};
use crate::model::{Constraint, Model};
use crate::options::Options;
use crate::parts::by_value::{self, Stated};
use crate::parts::codes::{CodePlan, Codes};
use crate::parts::values;
use crate::refusal::Refusal;

/// All-different is stated value by value up to this many values, and bit by bit beyond.
const VALUES: u64 = 1_000;

/// The encoding `log`.
pub(crate) struct Log;

impl Encoding for Log {
    fn info(&self) -> &'static Info {
        &Info {
            name: "log",
            version: 1,
            summary: "binary numbers, arithmetic by adders and multipliers",
            refuses: "unbounded domains, sums beyond 126 bits, over 10^6 listed values",
            target: Target::Cnf,
            has_variants: true,
        }
    }

    fn encode_with(&self, model: &Model, options: &Options) -> Result<Formula, Refusal> {
        let model = &values::with_tightened_domains(model);
        let spoken = values::values_needing_literals(model, VALUES);
        let plan: Vec<CodePlan> =
            spoken.into_iter().map(|values| CodePlan { bits: true, values }).collect();
        let mut out = Builder::new(options);
        let codes = Codes::new(&mut out, self.info().name, model, &plan)?;
        out.end_section();
        by_value::state_all(&mut out, self.info().name, model, &codes, &mut |out, constraint| {
            match constraint {
                Constraint::Arithmetic { op, a, b, c } => {
                    codes.arithmetic(out, *op, [*a, *b, *c])?;
                }
                Constraint::Linear { terms, comparison, constant } => {
                    codes.linear(out, terms, *comparison, *constant)?;
                }
                Constraint::AllDifferent(vars) if !values::differ_by_value(model, vars, VALUES) => {
                    codes.all_different(out, vars)?;
                }
                _ => return Ok(Stated::No),
            }
            Ok(Stated::Yes)
        })?;
        Ok(Formula::Cnf(out.finish(Box::new(codes))))
    }
}
