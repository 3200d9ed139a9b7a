//! Solvers behind one contract.
//!
//! A backend reads a model or a formula and yields its solutions one by one, each different from
//! all earlier ones in the answer variables, until it can say that there are no more, or until a
//! budget runs out. `Unknown` is an outcome like any other.

mod attempt;
mod backtrack;
mod cnf;
pub mod native;
mod varisat;
mod varisat_lrat;

#[cfg(feature = "cadical")]
mod cadical;
#[cfg(feature = "z3")]
mod z3;

use std::io::Write;

use serde::Serialize;
use thiserror::Error;
use xwc_encodings::Target;
use xwc_encodings::{Assignment, Cnf, Formula, Model};

pub use attempt::{Attempt, Choice, ChoiceError, attempts, reads};
pub use xwc_check::support::budget::{Budget, Limit};
use xwc_check::support::fault::{Blame, Fault};

/// What a solver says when it is asked for the next solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A solution that has not been given before.
    Sat(Assignment),
    /// There is none left.
    Unsat,
    /// A budget ran out before the answer was known.
    Unknown(Limit),
}

/// What an answer has cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Effort {
    /// Dead ends: conflicts of a SAT solver, failures of a search.
    pub conflicts: u64,
    /// Branches of a search; 0 for solvers that do not count them.
    pub nodes: u64,
    /// Propagations as the solver counts them; `None` for solvers that do not say.
    pub propagations: Option<u64>,
}

/// Gives the solutions of one model, one after the other.
pub trait Solve {
    /// The next solution. After `Unsat` or `Unknown` there is no point in asking again.
    ///
    /// # Errors
    ///
    /// If the solver fails for a reason that is no budget.
    fn next(&mut self) -> Result<Outcome, SolveError>;

    /// The cost of all answers so far.
    fn effort(&self) -> Effort;
}

/// What a backend is given.
#[derive(Clone, Copy)]
pub enum Task<'a> {
    /// A model as it is.
    Model(&'a Model),
    /// A model, and a formula that says the same.
    Formula(&'a Model, &'a Formula),
}

/// What a backend can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Models.
    Model,
    /// Formulas in this language.
    Formula(Target),
}

/// One solver.
pub struct Backend {
    /// The name on the command line.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// Its version; ours for our own.
    pub version: &'static str,
    /// What it can read.
    pub reads: Reads,
    /// Whether it is there to be compared with, not to be used: puzzles that the others do at once
    /// can keep it busy for ever.
    pub baseline: bool,
    /// The feature that a build needs for it.
    pub feature: Option<&'static str>,
    /// Starts a search, if this build has the solver.
    start: Option<Start>,
    /// Proves a formula unsatisfiable, if the solver can write that down.
    refute: Option<Refute>,
}

/// Writes an LRAT proof that a formula is unsatisfiable.
pub type Refute = fn(&Cnf, &mut dyn Write, Budget) -> Result<Refutation, SolveError>;

/// What came of an attempt to prove a formula unsatisfiable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// The proof is written.
    Proved,
    /// The formula is satisfiable.
    Satisfiable,
    /// A budget ran out.
    Unknown(Limit),
}

/// Starts a search for solutions.
pub type Start = for<'a> fn(Task<'a>, Budget) -> Result<Box<dyn Solve + 'a>, SolveError>;

impl Backend {
    /// Whether this build has the solver.
    pub fn is_built_in(&self) -> bool {
        self.start.is_some()
    }

    /// The way to a proof, if the solver writes proofs and this build has it.
    pub fn refute(&self) -> Option<Refute> {
        self.refute
    }

    /// Starts a search for solutions of the task.
    ///
    /// # Errors
    ///
    /// If this build does not have the solver, or it cannot take the task.
    pub fn start<'a>(
        &self,
        task: Task<'a>,
        budget: Budget,
    ) -> Result<Box<dyn Solve + 'a>, SolveError> {
        self.is_there()?(task, budget)
    }

    /// The solver, if this build has it.
    ///
    /// # Errors
    ///
    /// That it has not, and how to add it.
    pub fn is_there(&self) -> Result<Start, SolveError> {
        let feature = self.feature.unwrap_or_default();
        self.start.ok_or(SolveError::NotBuiltIn { backend: self.name, feature })
    }
}

/// Every backend. A new one is its own file and one entry here.
pub static BACKENDS: &[Backend] = &[
    Backend {
        name: "native",
        summary: "propagation and search on the model itself",
        version: env!("CARGO_PKG_VERSION"),
        reads: Reads::Model,
        baseline: false,
        feature: None,
        start: Some(native::start),
        refute: None,
    },
    Backend {
        name: "backtrack",
        summary: "plain backtracking on the model: the baseline for comparisons",
        version: env!("CARGO_PKG_VERSION"),
        reads: Reads::Model,
        baseline: true,
        feature: None,
        start: Some(backtrack::start),
        refute: None,
    },
    Backend {
        name: "varisat",
        summary: "CDCL SAT solver in pure Rust",
        version: "0.2.2",
        reads: Reads::Formula(Target::Cnf),
        baseline: false,
        feature: None,
        start: Some(varisat::start),
        refute: Some(varisat_lrat::refute),
    },
    Backend {
        name: "cadical",
        summary: "CDCL SAT solver CaDiCaL",
        version: "3.0.1",
        reads: Reads::Formula(Target::Cnf),
        baseline: false,
        feature: Some("cadical"),
        #[cfg(feature = "cadical")]
        start: Some(cadical::start),
        #[cfg(not(feature = "cadical"))]
        start: None,
        #[cfg(feature = "cadical")]
        refute: Some(cadical::refute),
        #[cfg(not(feature = "cadical"))]
        refute: None,
    },
    Backend {
        name: "z3",
        summary: "SMT solver Z3",
        version: "5.4.0",
        reads: Reads::Formula(Target::Smt),
        baseline: false,
        feature: Some("z3"),
        #[cfg(feature = "z3")]
        start: Some(z3::start),
        #[cfg(not(feature = "z3"))]
        start: None,
        refute: None,
    },
];

/// The backend of that name.
pub fn find(name: &str) -> Option<&'static Backend> {
    BACKENDS.iter().find(|backend| backend.name == name)
}

/// Why a solver gives no outcome at all.
#[derive(Debug, Error)]
pub enum SolveError {
    /// This build lacks the backend.
    #[error("this build has no backend {backend}; the feature {feature} adds it")]
    NotBuiltIn {
        /// The backend's name.
        backend: &'static str,
        /// The feature that adds it.
        feature: &'static str,
    },
    /// The backend cannot take the model.
    #[error("the backend {backend} cannot take `{subject}`: {reason}")]
    Refused {
        /// The backend's name.
        backend: &'static str,
        /// The variable or constraint.
        subject: String,
        /// What about it is too much.
        reason: String,
    },
    /// A solver broke its contract, or failed.
    #[error("the backend {backend} failed: {reason}")]
    Failed {
        /// The backend's name.
        backend: &'static str,
        /// What happened.
        reason: String,
    },
}

impl Blame for SolveError {
    fn fault(&self) -> Fault {
        match self {
            Self::NotBuiltIn { feature, .. } => Fault::NotBuiltIn(feature),
            Self::Refused { .. } => Fault::Usage,
            Self::Failed { .. } => Fault::Defect,
        }
    }
}
