//! LRAT proofs from varisat.
//!
//! One fresh solver, the complete formula, one call: in any other use the proofs are not valid. A
//! second proof processor counts the steps and stops the solver when the budget is spent.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use anyhow::anyhow;
use varisat::Solver;
use varisat_checker::{CheckedProofStep, CheckerData, ProofProcessor};
use varisat_lrat::WriteLrat;

use super::{Budget, Limit, Refutation, SolveError};

/// The clock is looked at every so many steps.
const CLOCK_INTERVAL: u64 = 256;

pub(super) fn refute(
    formula: &Path,
    proof: &Path,
    budget: Budget,
) -> Result<Refutation, SolveError> {
    let mut lrat = WriteLrat::new(File::create(proof).map_err(|e| failed(&e))?, false);
    let mut meter = Meter { budget, learnt: 0, spent: None };
    let outcome = {
        let mut solver = Solver::new();
        solver.add_proof_processor(&mut lrat);
        solver.add_proof_processor(&mut meter);
        let formula = open(formula).map_err(|e| failed(&e))?;
        solver.add_dimacs_cnf(formula).map_err(|e| failed(&e))?;
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

fn open(path: &Path) -> io::Result<BufReader<File>> {
    File::open(path).map(BufReader::new)
}

fn failed(error: &dyn std::fmt::Display) -> SolveError {
    SolveError::Failed { backend: "varisat", reason: error.to_string() }
}

/// Counts learnt clauses.
struct Meter {
    budget: Budget,
    learnt: u64,
    spent: Option<Limit>,
}

impl ProofProcessor for Meter {
    fn process_step(&mut self, step: &CheckedProofStep, _: CheckerData) -> anyhow::Result<()> {
        if matches!(step, CheckedProofStep::AtClause { .. }) {
            self.learnt += 1;
        }
        if self.budget.conflicts.is_some_and(|limit| self.learnt > limit) {
            self.spent = Some(Limit::Conflicts);
        } else if self.learnt.is_multiple_of(CLOCK_INTERVAL) && self.budget.is_over() {
            self.spent = Some(Limit::Clock);
        }
        self.spent.map_or(Ok(()), |limit| Err(anyhow!("{limit}")))
    }
}
