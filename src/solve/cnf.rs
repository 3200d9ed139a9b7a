//! Enumeration with any SAT solver: solve, decode, block the answers, solve again.

use xwc_encodings::{Cnf, Formula, Lit, Model};

use super::{Effort, Outcome, Solve, SolveError, Task};
use crate::solve::Limit;

/// What a SAT solver has to offer: clauses may be added between calls of `solve`.
pub(super) trait Sat {
    /// The backend's name.
    const NAME: &'static str;

    /// Adds a clause.
    fn add(&mut self, clause: &[Lit]);

    /// Decides the clauses added so far.
    fn solve(&mut self) -> Result<Answer, SolveError>;

    /// The truth value of a literal after [`Answer::Satisfiable`].
    fn is_true(&self, lit: Lit) -> bool;

    /// Conflicts so far.
    fn conflicts(&self) -> u64;

    /// Propagations so far, if the solver says.
    fn propagations(&self) -> Option<u64> {
        None
    }
}

/// The answer of a SAT solver.
pub(super) enum Answer {
    Satisfiable,
    Unsatisfiable,
    Unknown(Limit),
}

/// The solutions of a model by way of its clauses.
pub(super) struct CnfEnumeration<'a, S> {
    model: &'a Model,
    cnf: &'a Cnf,
    solver: S,
}

impl<'a, S: Sat + 'a> CnfEnumeration<'a, S> {
    /// Gives the solver all clauses of the task, which must be a CNF formula.
    pub(super) fn start(task: Task<'a>, mut solver: S) -> Result<Box<dyn Solve + 'a>, SolveError> {
        let Task::Formula(model, Formula::Cnf(cnf)) = task else {
            return Err(failed::<S>("it reads CNF formulas only"));
        };
        cnf.clauses().for_each(|clause| solver.add(clause));
        Ok(Box::new(Self { model, cnf, solver }))
    }
}

impl<S: Sat> Solve for CnfEnumeration<'_, S> {
    fn next(&mut self) -> Result<Outcome, SolveError> {
        match self.solver.solve()? {
            Answer::Unsatisfiable => Ok(Outcome::Unsat),
            Answer::Unknown(limit) => Ok(Outcome::Unknown(limit)),
            Answer::Satisfiable => {
                let assignment = self
                    .cnf
                    .decode(self.model, &|lit| self.solver.is_true(lit))
                    .ok_or_else(|| failed::<S>("its model does not decode"))?;
                let answers = self.model.answer_values(&assignment);
                self.solver.add(&self.cnf.blocking_clause(self.model, &answers));
                Ok(Outcome::Sat(assignment))
            }
        }
    }

    fn effort(&self) -> Effort {
        let (conflicts, propagations) = (self.solver.conflicts(), self.solver.propagations());
        Effort { conflicts, nodes: 0, propagations }
    }
}

fn failed<S: Sat>(reason: &str) -> SolveError {
    SolveError::Failed { backend: S::NAME, reason: reason.to_string() }
}
