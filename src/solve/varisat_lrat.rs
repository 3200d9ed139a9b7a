//! LRAT proofs from varisat.
//!
//! One fresh solver, the complete formula, one call: in any other use the proofs are not valid. A
//! second proof processor counts the steps and stops the solver when the budget is spent.

use std::io::Write;

use anyhow::anyhow;
use varisat::{ExtendFormula, Solver};
use varisat_checker::{CheckedProofStep, CheckerData, ProofProcessor};
use varisat_lrat::WriteLrat;
use xwc_encodings::Cnf;

use super::varisat::literals;
use super::{Budget, Limit, Refutation, SolveError};

/// The clock is looked at once per this many steps.
const CLOCK_INTERVAL: u64 = 256;

pub(super) fn refute(
    cnf: &Cnf,
    proof: &mut dyn Write,
    budget: Budget,
) -> Result<Refutation, SolveError> {
    let mut lrat = WriteLrat::new(proof, false);
    let mut meter = LearntClauseMeter { budget, learnt: 0, spent: None };
    let outcome = {
        let mut solver = Solver::new();
        solver.add_proof_processor(&mut lrat);
        solver.add_proof_processor(&mut meter);
        cnf.clauses().for_each(|clause| solver.add_clause(&literals(clause)));
        solver.solve()
    };
    lrat.flush().map_err(|e| failed(&e))?;
    match (outcome, meter.spent) {
        (Ok(false), _) => Ok(Refutation::Proved),
        (Ok(true), _) => Ok(Refutation::Satisfiable),
        (Err(_), Some(limit)) => Ok(Refutation::Unknown(limit)),
        (Err(error), None) => Err(failed(&error)),
    }
}

fn failed(error: &dyn std::fmt::Display) -> SolveError {
    SolveError::Failed { backend: "varisat", reason: error.to_string() }
}

/// Counts learnt clauses.
struct LearntClauseMeter {
    budget: Budget,
    learnt: u64,
    spent: Option<Limit>,
}

impl ProofProcessor for LearntClauseMeter {
    fn process_step(&mut self, step: &CheckedProofStep, _: CheckerData) -> anyhow::Result<()> {
        if matches!(step, CheckedProofStep::AtClause { .. }) {
            self.learnt += 1;
        }
        if self.budget.conflicts.is_some_and(|limit| self.learnt > limit) {
            self.spent = Some(Limit::Conflicts);
        } else if self.learnt.is_multiple_of(CLOCK_INTERVAL) {
            self.spent = self.budget.exceeded();
        }
        self.spent.map_or(Ok(()), |limit| Err(anyhow!("{limit}")))
    }
}
