//! Enumeration with any SAT solver: solve, decode, block the answers, solve again.

use xwc_encodings::{Cnf, Formula, Lit, Model, VarId};

use super::{Effort, Outcome, Solve, SolveError};
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
    /// The last solution, if it is still to be blocked.
    last: Option<Vec<i64>>,
}

impl<'a, S: Sat + 'a> CnfEnumeration<'a, S> {
    /// Gives the solver all clauses of the formula, which must be in CNF.
    pub(super) fn start(
        model: &'a Model,
        formula: Option<&'a Formula>,
        mut solver: S,
    ) -> Result<Box<dyn Solve + 'a>, SolveError> {
        let Some(Formula::Cnf(cnf)) = formula else {
            return Err(failed::<S>("it reads CNF formulas only"));
        };
        cnf.clauses().for_each(|clause| solver.add(clause));
        Ok(Box::new(Self { model, cnf, solver, last: None }))
    }
}

impl<S: Sat> CnfEnumeration<'_, S> {
    /// Adds the clause that not all of these variables have these values.
    fn add_other(&mut self, values: impl Iterator<Item = (VarId, i64)>) {
        let other = self.cnf.other(&values.collect::<Vec<_>>());
        self.solver.add(&other);
    }
}

impl<S: Sat> Solve for CnfEnumeration<'_, S> {
    fn next(&mut self) -> Result<Outcome, SolveError> {
        if let Some(last) = self.last.take() {
            let answers = self.model.answers().iter();
            self.add_other(answers.map(|&var| (var, last[var.index()])));
        }
        match self.solver.solve()? {
            Answer::Unsatisfiable => Ok(Outcome::Unsat),
            Answer::Unknown(limit) => Ok(Outcome::Unknown(limit)),
            Answer::Satisfiable => {
                let value = |var| self.cnf.code.value(var, &|lit| self.solver.is_true(lit));
                let assignment: Option<Vec<i64>> = self.model.ids().map(value).collect();
                let assignment =
                    assignment.ok_or_else(|| failed::<S>("its model does not decode"))?;
                self.last = Some(assignment.clone());
                Ok(Outcome::Sat(assignment))
            }
        }
    }

    fn exclude(&mut self, values: &[(VarId, i64)]) -> bool {
        self.last = None;
        self.add_other(values.iter().copied());
        true
    }

    fn effort(&self) -> Effort {
        let (conflicts, propagations) = (self.solver.conflicts(), self.solver.propagations());
        Effort { conflicts, nodes: 0, propagations }
    }
}

fn failed<S: Sat>(reason: &str) -> SolveError {
    SolveError::Failed { backend: S::NAME, reason: reason.to_string() }
}
