//! Which solvers are tried, in which order.
//!
//! The native search proves most puzzles in microseconds and has a heavy tail; SAT solvers have a
//! start-up cost and hardly any tail. So `auto` gives the search a number of branches and hands
//! over, after it has removed values that are in no solution: the formula is several times smaller
//! then. Numbers without an upper bound are for z3 alone. Every attempt is complete in itself:
//! which one answers changes the time, not the verdict.

use xwc_encodings::{ENCODINGS, Encoding, Model};

use super::{BACKENDS, Backend, NATIVE, SolveError};

/// The choice of several solvers, one after the other.
pub const AUTO: &str = "auto";

/// How many branches `auto` gives the native search before it turns to SAT.
pub(super) const AUTO_NODES: u64 = 20_000;

/// How `auto` writes the formula: the encoding with which varisat is fastest over all suites
/// (`benches/runs`).
const AUTO_ENCODING: &str = "order";

/// A model with more constraints is large: each branch looks at many of them, and a SAT solver,
/// which looks at few, is faster unless the search is done almost at once.
const LARGE: u64 = 500;

/// How many branches, times constraints, `auto` allows on large models.
const AUTO_WORK: u64 = 300_000;

/// Where relations narrow domains, a branch of the search costs as much as hundreds elsewhere, and SAT
/// has the closed form instead. The two take turns with growing limits, so that neither waits for the
/// other for long: branches, conflicts, branches, conflicts, and then branches without a limit.
const TURNS: [(u64, u64); 2] = [(10, 200_000), (500, 5_000_000)];

/// A solver, and the encoding in which it reads formulas.
type SolverPair = (&'static Backend, Option<&'static dyn Encoding>);

/// The backend and encoding that the user chose.
#[derive(Clone, Copy, Debug, Default)]
pub struct SolverSelection<'a> {
    /// A backend's name, or `None` for the default.
    pub backend: Option<&'a str>,
    /// An encoding's name, or `None` for the backend's default.
    pub encoding: Option<&'a str>,
}

impl SolverSelection<'_> {
    /// Whether questions go to the native search first.
    pub(crate) fn starts_natively(self) -> bool {
        matches!(self.backend, None | Some(AUTO)) || self.backend == Some(NATIVE.name)
    }

    /// The solvers that would be tried, with the encodings in which they would read formulas.
    ///
    /// # Errors
    ///
    /// If a name is unknown, or the backend does not read what the encoding writes.
    pub fn solvers(self) -> Result<Vec<SolverPair>, SolveError> {
        let attempts = attempts(self)?;
        Ok(attempts.iter().map(|attempt| (attempt.backend, attempt.encoding)).collect())
    }
}

/// The solver that writes proofs where none is chosen.
pub(crate) fn default_prover() -> &'static Backend {
    let mut backends = BACKENDS.iter();
    backends.find(|backend| backend.refute.is_some()).expect("varisat is in every build")
}

/// One solver on one form of the model.
#[derive(Clone, Copy)]
pub(crate) struct Attempt {
    /// The solver.
    pub backend: &'static Backend,
    /// The way of writing the formula, for solvers that read formulas.
    pub encoding: Option<&'static dyn Encoding>,
    /// Whether the native propagators first remove values that are in no solution.
    pub narrow: bool,
    /// A limit of its own, so that the next attempt gets its turn.
    pub nodes: Option<u64>,
    /// The same for solvers that count conflicts.
    pub conflicts: Option<u64>,
    /// Whether it begins with what shows of the puzzle at a glance.
    pub at_a_glance: bool,
    /// Only if the attempt before refused the model.
    pub only_after_refusal: bool,
}

impl Attempt {
    /// The limit of its own for a model: fewer branches if each costs more.
    pub(crate) fn node_limit(&self, model: &Model) -> Option<u64> {
        let constraints = model.constraints().len().max(1) as u64;
        match constraints > LARGE {
            true => self.nodes.map(|nodes| nodes.min(AUTO_WORK / constraints)),
            false => self.nodes,
        }
    }
}

/// The attempts for a choice, in order. An encoding alone chooses the first backend of this build
/// that reads it.
///
/// # Errors
///
/// If a name is unknown, or the backend does not read what the encoding writes.
pub(crate) fn attempts(choice: SolverSelection<'_>) -> Result<Vec<Attempt>, SolveError> {
    let encoding = choice.encoding.map(encoding_named).transpose()?;
    let backend = match choice.backend {
        None | Some(AUTO) => None,
        Some(name) => Some(backend_named(name)?),
    };
    match (backend, encoding) {
        (None, None) => {
            let [native, varisat, z3] = ["native", "varisat", "z3"].map(backend_named);
            let (native, varisat, z3) = (native?, varisat?, z3?);
            let order = encoding_named(AUTO_ENCODING)?;
            let mut attempts = vec![
                Attempt { nodes: Some(AUTO_NODES), at_a_glance: true, ..attempt(native, None) },
                Attempt { narrow: true, ..attempt(varisat, Some(order)) },
                Attempt { only_after_refusal: true, ..attempt(native, None) },
            ];
            if z3.solver.is_some() {
                let last = attempt(z3, default_encoding(z3));
                attempts.push(Attempt { only_after_refusal: true, ..last });
            }
            Ok(attempts)
        }
        (Some(backend), None) => Ok(vec![attempt(backend, default_encoding(backend))]),
        (None, Some(encoding)) => {
            let mut readers = BACKENDS.iter().filter(|backend| backend.accepts(encoding));
            let built_in = readers.clone().find(|backend| backend.solver.is_some());
            let backend = built_in.or_else(|| readers.next());
            let backend = backend.expect("some backend reads each encoding");
            Ok(vec![attempt(backend, Some(encoding))])
        }
        (Some(backend), Some(encoding)) if backend.accepts(encoding) => {
            Ok(vec![attempt(backend, Some(encoding))])
        }
        (Some(backend), Some(encoding)) => {
            let fitting = ENCODINGS.iter().filter(|encoding| backend.accepts(**encoding));
            let names: Vec<_> = fitting.map(|encoding| encoding.info().name).collect();
            Err(SolveError::Mismatch {
                backend: backend.name,
                encoding: encoding.info().name,
                reads: if names.is_empty() { "none".to_string() } else { names.join(", ") },
            })
        }
    }
}

/// The attempts of `auto` on a model with relations.
pub(crate) fn turns() -> Result<Vec<Attempt>, SolveError> {
    let (native, varisat) = (backend_named("native")?, backend_named("varisat")?);
    let order = encoding_named(AUTO_ENCODING)?;
    let mut attempts = Vec::new();
    for (nodes, conflicts) in TURNS {
        attempts.push(Attempt { nodes: Some(nodes), ..attempt(native, None) });
        let (conflicts, narrow) = (Some(conflicts), true);
        attempts.push(Attempt { conflicts, narrow, ..attempt(varisat, Some(order)) });
    }
    attempts.push(attempt(native, None));
    attempts[0].at_a_glance = true;
    Ok(attempts)
}

fn attempt(backend: &'static Backend, encoding: Option<&'static dyn Encoding>) -> Attempt {
    let (nodes, conflicts) = (None, None);
    let (narrow, at_a_glance, only_after_refusal) = (false, false, false);
    Attempt { backend, encoding, narrow, nodes, conflicts, at_a_glance, only_after_refusal }
}

/// The first encoding in the registry that the backend reads.
fn default_encoding(backend: &Backend) -> Option<&'static dyn Encoding> {
    ENCODINGS.iter().copied().find(|encoding| backend.accepts(*encoding))
}

fn backend_named(name: &str) -> Result<&'static Backend, SolveError> {
    super::find(name).ok_or_else(|| SolveError::NoBackend {
        found: name.to_string(),
        known: BACKENDS.iter().map(|backend| backend.name).collect::<Vec<_>>().join(", "),
    })
}

fn encoding_named(name: &str) -> Result<&'static dyn Encoding, SolveError> {
    xwc_encodings::find(name).ok_or_else(|| SolveError::NoEncoding {
        found: name.to_string(),
        known: ENCODINGS.iter().map(|encoding| encoding.info().name).collect::<Vec<_>>().join(", "),
    })
}
