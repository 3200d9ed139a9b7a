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
use xwc_encodings::{Assignment, Cnf, Encoding, Formula, Model, Target};

pub use native::narrow;
pub use strategy::{AUTO, ChoiceError, SolverPair, SolverSelection};
pub(crate) use strategy::{Attempt, attempts, default_prover};
pub use xwc_check::support::budget::{Budget, Limit};
use xwc_check::support::fault::{Blame, Fault};

/// The answer of a solver to a request for the next solution.
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
    /// If the solver fails for any reason other than a budget.
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
pub enum InputKind {
    /// Models.
    Model,
    /// Formulas in this language.
    Formula(Target),
}

/// One solver.
pub struct Backend {
    /// Its name.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// Its version; ours for our own.
    pub version: &'static str,
    /// What it can read.
    pub input: InputKind,
    /// A baseline for comparisons only; it may need exponential time.
    pub baseline: bool,
    /// The feature that a build needs for it.
    pub feature: Option<&'static str>,
    /// The script that installs what has to be there before such a build.
    pub setup: Option<&'static str>,
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
    /// A solver that is not built in yet: name, a line for people, version, and what it reads.
    pub const fn new(
        name: &'static str,
        summary: &'static str,
        version: &'static str,
        input: InputKind,
    ) -> Self {
        let (baseline, feature, setup, start, refute) = (false, None, None, None, None);
        Self { name, summary, version, input, baseline, feature, setup, start, refute }
    }

    /// The same, built in: how to start a search.
    #[must_use]
    pub const fn starting(self, start: Start) -> Self {
        Self { start: Some(start), ..self }
    }

    /// The same, with a way to write proofs.
    #[must_use]
    pub const fn refuting(self, refute: Refute) -> Self {
        Self { refute: Some(refute), ..self }
    }

    /// The same, as a baseline for comparisons only.
    const fn only_for_comparison(self) -> Self {
        Self { baseline: true, ..self }
    }

    /// The same, for builds with a feature.
    const fn with_feature(self, feature: &'static str) -> Self {
        Self { feature: Some(feature), ..self }
    }

    /// The same, with a script that has to run before the first build.
    const fn with_setup(self, script: &'static str) -> Self {
        Self { setup: Some(script), ..self }
    }

    /// Whether it reads what the encoding writes.
    pub fn accepts(&self, encoding: &dyn Encoding) -> bool {
        self.input == InputKind::Formula(encoding.info().target)
    }

    /// Whether this build has the solver.
    pub fn is_built_in(&self) -> bool {
        self.start.is_some()
    }

    /// How to get a proof, if the solver writes proofs and this build has it.
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
        self.require_built_in()?(task, budget)
    }

    /// The solver, if this build has it.
    ///
    /// # Errors
    ///
    /// If it does not; the error names the feature that adds it.
    pub fn require_built_in(&self) -> Result<Start, SolveError> {
        let feature = self.feature.unwrap_or_default();
        self.start.ok_or(SolveError::NotBuiltIn { backend: self.name, feature })
    }
}

const OURS: &str = env!("CARGO_PKG_VERSION");
const CNF: InputKind = InputKind::Formula(Target::Cnf);
const SMT: InputKind = InputKind::Formula(Target::Smt);

/// Every backend. A new one is its own file and one entry here.
pub static BACKENDS: &[Backend] = &[
    NATIVE,
    Backend::new(
        "backtrack",
        "plain backtracking on the model: the baseline for comparisons",
        OURS,
        InputKind::Model,
    )
    .starting(backtrack::start)
    .only_for_comparison(),
    Backend::new("varisat", "CDCL SAT solver in pure Rust", "0.2.2", CNF)
        .starting(varisat::start)
        .refuting(varisat_lrat::refute),
    CADICAL,
    Z3,
];

/// The search of our own, which every build has.
pub(crate) const NATIVE: Backend =
    Backend::new("native", "propagation and search on the model itself", OURS, InputKind::Model)
        .starting(native::start);

const CADICAL: Backend = {
    let backend =
        Backend::new("cadical", "CDCL SAT solver CaDiCaL", "3.0.1", CNF).with_feature("cadical");
    #[cfg(feature = "cadical")]
    let backend = backend.starting(cadical::start).refuting(cadical::refute);
    backend
};

/// The one solver that decides questions about all integers.
pub(crate) const Z3: Backend = {
    let backend = Backend::new("z3", "SMT solver Z3", "5.4.0", SMT)
        .with_feature("z3")
        .with_setup("scripts/setup-z3");
    #[cfg(feature = "z3")]
    let backend = backend.starting(z3::start);
    backend
};

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
            Self::Refused { .. } => Fault::Usage,
            Self::Failed { .. } => Fault::Defect,
        }
    }
}
