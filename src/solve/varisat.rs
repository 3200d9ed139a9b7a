//! varisat: CDCL in pure Rust, deterministic.
//!
//! It has no limit of its own, but it gives up when it cannot write its proof. So the proof goes
//! to a writer that counts the learnt clauses in it, keeps nothing, and fails when the budget is
//! spent. The proof is in varisat's own format, the only one that allows clauses to be added
//! between two calls. varisat hands it over in pieces of some kilobytes, so a budget is exceeded by
//! a few conflicts, by the same few in every run.

use std::cell::Cell;
use std::io::{self, Write};
use std::rc::Rc;

use varisat::{ExtendFormula, ProofFormat, Solver};
use varisat_internal_proof::{ProofStep, binary_format::Parser};
use xwc_encodings::{Formula, Lit, Model};

use super::cnf::{Answer, CnfEnumeration, Sat};
use super::{Budget, Limit, Solve, SolveError};

pub(super) fn start<'a>(
    model: &'a Model,
    formula: Option<&'a Formula>,
    budget: Budget,
) -> Result<Box<dyn Solve + 'a>, SolveError> {
    CnfEnumeration::start(model, formula, Varisat::new(budget))
}

struct Varisat {
    solver: Solver<'static>,
    meter: Rc<ConflictMeter>,
    truth: Vec<bool>,
}

impl Varisat {
    fn new(budget: Budget) -> Self {
        let meter =
            Rc::new(ConflictMeter { budget, conflicts: Cell::new(0), spent: Cell::new(None) });
        let mut solver = Solver::new();
        let counter = Counter { meter: Rc::clone(&meter), parser: Parser::default(), rest: vec![] };
        solver.write_proof(counter, ProofFormat::Varisat);
        Self { solver, meter, truth: Vec::new() }
    }
}

/// A clause in the solver's own literals.
pub(super) fn literals(clause: &[Lit]) -> Vec<varisat::Lit> {
    let literal =
        |lit: &Lit| varisat::Lit::from_var(varisat::Var::from_index(lit.vidx()), lit.is_pos());
    clause.iter().map(literal).collect()
}

impl Sat for Varisat {
    const NAME: &'static str = "varisat";

    fn add(&mut self, clause: &[Lit]) {
        self.solver.add_clause(&literals(clause));
    }

    fn solve(&mut self) -> Result<Answer, SolveError> {
        if let Some(limit) = self.meter.budget.exceeded() {
            return Ok(Answer::Unknown(limit));
        }
        match (self.solver.solve(), self.meter.spent.get()) {
            (Ok(true), _) => {
                self.truth.clear();
                for lit in self.solver.model().unwrap_or_default() {
                    let index = lit.index();
                    if self.truth.len() <= index {
                        self.truth.resize(index + 1, false);
                    }
                    self.truth[index] = lit.is_positive();
                }
                Ok(Answer::Satisfiable)
            }
            (Ok(false), _) => Ok(Answer::Unsatisfiable),
            (Err(_), Some(limit)) => Ok(Answer::Unknown(limit)),
            (Err(error), None) => {
                Err(SolveError::Failed { backend: Self::NAME, reason: error.to_string() })
            }
        }
    }

    fn is_true(&self, lit: Lit) -> bool {
        self.truth.get(lit.vidx()).is_some_and(|&truth| truth == lit.is_pos())
    }

    fn conflicts(&self) -> u64 {
        self.meter.conflicts.get()
    }
}

/// The count, seen from both sides of the solver.
struct ConflictMeter {
    budget: Budget,
    conflicts: Cell<u64>,
    spent: Cell<Option<Limit>>,
}

/// Reads the proof as it is written and forgets it.
struct Counter {
    meter: Rc<ConflictMeter>,
    parser: Parser,
    /// The beginning of a step whose end has not been written yet.
    rest: Vec<u8>,
}

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // What could not be written is offered again when the solver is dropped.
        if let Some(limit) = self.meter.spent.get() {
            return Err(io::Error::other(limit.to_string()));
        }
        self.rest.extend_from_slice(bytes);
        let mut unread = &self.rest[..];
        let mut learnt = 0;
        loop {
            let mut ahead = unread;
            match self.parser.parse_step(&mut ahead) {
                Ok(ProofStep::AtClause { .. }) => learnt += 1,
                Ok(_) => {}
                Err(_) => break,
            }
            unread = ahead;
        }
        let read = self.rest.len() - unread.len();
        self.rest.drain(..read);
        let ConflictMeter { budget, conflicts, spent } = &*self.meter;
        conflicts.set(conflicts.get() + learnt);
        budget.report(learnt);
        if budget.conflicts.is_some_and(|limit| conflicts.get() > limit) {
            spent.set(Some(Limit::Conflicts));
        } else {
            spent.set(budget.exceeded());
        }
        match spent.get() {
            Some(limit) => Err(io::Error::other(limit.to_string())),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
