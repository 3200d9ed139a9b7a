//! Solvers behind one contract.
//!
//! A backend reads a model or a formula and yields its solutions one by one, each different from
//! all earlier ones in the answer variables, until it can say that there are no more, or until a
//! budget runs out. `Unknown` is an outcome like any other.

mod backtrack;
mod cnf;
pub(crate) mod native;
mod strategy;
mod varisat;
mod varisat_lrat;

#[cfg(feature = "cadical")]
mod cadical;
#[cfg(feature = "z3")]
mod z3;

use std::io::Write;

use serde::Serialize;
use thiserror::Error;
use xwc_encodings::{Cnf, Encoding, Formula, Model, Target, VarId};

pub use native::narrow;
pub use strategy::{AUTO, SolverSelection};
pub(crate) use strategy::{
    Attempt, attempts, attempts_on, default_prover, has_relations, proof_encodings,
    search_encodings,
};
pub use xwc_check::support::budget::{Budget, Limit};
use xwc_check::support::fault::{Blame, Fault};

/// The answer of a solver to a request for the next solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A solution that has not been given before.
    Sat(Vec<i64>),
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
    /// If the solver fails for any reason other than a budget.
    fn next(&mut self) -> Result<Outcome, SolveError>;

    /// Says that the last solution is none, because these values do not go together, and that they do
    /// not in any other either. False if the solver does not take such advice: then its last solution
    /// is behind it like any other.
    fn exclude(&mut self, _values: &[(VarId, i64)]) -> bool {
        false
    }

    /// Allows the search to go on after `Unknown`, within another budget; false if the solver cannot.
    fn resume(&mut self, _budget: Budget) -> bool {
        false
    }

    /// The cost of all answers so far.
    fn effort(&self) -> Effort;
}

/// One solver.
pub struct Backend {
    /// Its name.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// Its version; ours for our own.
    pub version: &'static str,
    /// The language of the formulas that it reads; `None` if it works on the model itself.
    pub reads: Option<Target>,
    /// A baseline for comparisons only; it may need exponential time.
    pub baseline: bool,
    /// The feature that a build needs for it.
    pub feature: Option<&'static str>,
    /// The script that installs what has to be there before such a build.
    pub setup: Option<&'static str>,
    /// How to start a search; `None` if this build lacks the solver.
    pub solver: Option<Start>,
    /// How to prove a formula unsatisfiable; `None` if the solver cannot write that down, or this build
    /// lacks it.
    pub refute: Option<Refute>,
}

/// Writes an LRAT proof that a formula is unsatisfiable.
pub(crate) type Refute = fn(&Cnf, &mut dyn Write, Budget) -> Result<Refutation, SolveError>;

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

/// Starts a search for solutions of a model, given a formula that says the same if the solver reads
/// formulas.
pub(crate) type Start =
    for<'a> fn(&'a Model, Option<&'a Formula>, Budget) -> Result<Box<dyn Solve + 'a>, SolveError>;

impl Backend {
    /// Whether it reads what the encoding writes.
    pub(crate) fn accepts(&self, encoding: &dyn Encoding) -> bool {
        self.reads == Some(encoding.info().target)
    }

    /// Starts a search for solutions of a model; a solver that reads formulas gets one that says the
    /// same.
    ///
    /// # Errors
    ///
    /// If this build does not have the solver, or it cannot take the model or the formula.
    pub(crate) fn start<'a>(
        &self,
        model: &'a Model,
        formula: Option<&'a Formula>,
        budget: Budget,
    ) -> Result<Box<dyn Solve + 'a>, SolveError> {
        self.require_built_in()?(model, formula, budget)
    }

    /// The solver, if this build has it.
    ///
    /// # Errors
    ///
    /// If it does not; the error names the feature that adds it.
    pub(crate) fn require_built_in(&self) -> Result<Start, SolveError> {
        let feature = self.feature.unwrap_or_default();
        self.solver.ok_or(SolveError::NotBuiltIn { backend: self.name, feature })
    }
}

const OURS: &str = env!("CARGO_PKG_VERSION");

/// Every backend. A new one is its own file and one entry here.
pub static BACKENDS: &[Backend] = &[
    NATIVE,
    Backend {
        name: "backtrack",
        summary: "plain backtracking on the model: the baseline for comparisons",
        baseline: true,
        solver: Some(backtrack::start),
        ..NATIVE
    },
    Backend {
        name: "varisat",
        summary: "CDCL SAT solver in pure Rust",
        version: "0.2.2",
        reads: Some(Target::Cnf),
        solver: Some(varisat::start),
        refute: Some(varisat_lrat::refute),
        ..NATIVE
    },
    Backend {
        name: "cadical",
        summary: "CDCL SAT solver CaDiCaL",
        version: "3.0.1",
        reads: Some(Target::Cnf),
        feature: Some("cadical"),
        #[cfg(feature = "cadical")]
        solver: Some(cadical::start),
        #[cfg(feature = "cadical")]
        refute: Some(cadical::refute),
        ..NOT_BUILT_IN
    },
    Z3,
];

/// The search of our own, which every build has.
pub(crate) const NATIVE: Backend = Backend {
    name: "native",
    summary: "propagation and search on the model itself",
    version: OURS,
    reads: None,
    baseline: false,
    feature: None,
    setup: None,
    solver: Some(native::start),
    refute: None,
};

/// What builds without a feature know of a solver.
const NOT_BUILT_IN: Backend = Backend { solver: None, ..NATIVE };

/// The one solver that decides questions about all integers.
pub(crate) const Z3: Backend = Backend {
    name: "z3",
    summary: "SMT solver Z3",
    version: "5.4.0",
    reads: Some(Target::Smt),
    feature: Some("z3"),
    setup: Some("scripts/setup-z3"),
    #[cfg(feature = "z3")]
    solver: Some(z3::start),
    ..NOT_BUILT_IN
};

/// The backend of that name.
pub(crate) fn find(name: &str) -> Option<&'static Backend> {
    BACKENDS.iter().find(|backend| backend.name == name)
}

/// Why a solver gives no outcome at all.
#[derive(Debug, Error)]
pub enum SolveError {
    /// No backend has that name.
    #[error("no backend `{found}`; there are auto, {known}")]
    NoBackend {
        /// The name asked for.
        found: String,
        /// The names there are.
        known: String,
    },
    /// No encoding has that name.
    #[error("no encoding `{found}`; there are {known}")]
    NoEncoding {
        /// The name asked for.
        found: String,
        /// The names there are.
        known: String,
    },
    /// The backend cannot read what the encoding writes.
    #[error("the backend {backend} does not read the encoding {encoding}; it reads {reads}")]
    Mismatch {
        /// The backend's name.
        backend: &'static str,
        /// The encoding's name.
        encoding: &'static str,
        /// What the backend reads.
        reads: String,
    },
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
        /// Why it is not supported.
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
            Self::NoBackend { .. }
            | Self::NoEncoding { .. }
            | Self::Mismatch { .. }
            | Self::Refused { .. } => Fault::Usage,
            Self::Failed { .. } => Fault::Defect,
        }
    }
}
