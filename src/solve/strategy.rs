//! Which solvers are tried, in which order.
//!
//! Every attempt is complete in itself: which one answers changes the time, not the verdict. Limits are
//! counts, so the order is the same everywhere.
//!
//! - On most models the native search wins, and where it does not SAT may. So the two take turns with
//!   growing limits, in which SAT has the smaller share at first, and always on small models. The search
//!   goes on where it paused; SAT begins anew on a formula that the search's own propagators have made
//!   several times smaller.
//! - On models with very many constraints a branch costs much, and SAT has hardly any start-up cost in
//!   comparison: after a few branches it has the last word.
//! - Where relations narrow domains, a branch costs as much as hundreds elsewhere, and SAT has the closed
//!   form instead. The two take turns, and the search ends them.
//! - Numbers without an upper bound are for z3 alone.

use xwc_encodings::{Constraint, ENCODINGS, Encoding, Model};

use super::{BACKENDS, Backend, Budget, Limit, NATIVE, SolveError};

/// The choice of several solvers, one after the other.
pub const AUTO: &str = "auto";

/// How `auto` writes the formula: the encoding with which varisat is fastest over all suites
/// (`benches/runs`).
const AUTO_ENCODING: &str = "order";

/// The turns of the search and of SAT on small models: branches, counted from the beginning, and
/// conflicts. Each turn is ten times as long as the one before, so that what SAT does anew adds up to
/// little. A conflict takes about as long as five branches.
const TURNS: [(u64, u64); 4] =
    [(20_000, 2_000), (200_000, 20_000), (2_000_000, 200_000), (20_000_000, 2_000_000)];

/// The turns on models with more constraints than this. A conflict takes as long as fifteen branches
/// there. Where the search is not soon done, SAT sometimes is; its turns are then about twice as long as
/// those of the search.
const MEDIUM: u64 = 40;
const TURNS_ON_MEDIUM: [(u64, u64); 4] =
    [(20_000, 2_000), (500_000, 150_000), (5_000_000, 1_500_000), (50_000_000, 15_000_000)];

/// The turns on models with relations.
const TURNS_WITH_RELATIONS: [(u64, u64); 2] = [(10, 200_000), (500, 5_000_000)];

/// The first turn of the search on models with relations whose answers have no more fillings than this:
/// it soon has looked at all of them, and their closed form may be as large as any.
const FEW: u64 = 1_000;

/// A model with more constraints is large.
const LARGE: u64 = 500;

/// How many branches, times constraints, the search has on large models.
const WORK_ON_LARGE: u64 = 300_000;

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
    /// Whether the choice is left to the program.
    pub(crate) fn is_auto(self) -> bool {
        matches!(self.backend, None | Some(AUTO)) && self.encoding.is_none()
    }

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

/// The encodings in which a solver reads a formula that it is to refute: the one with which proofs are the
/// shortest, unless the formula is to be proved from plain rules, then the others.
pub(crate) fn proof_encodings(backend: &Backend, justifies: bool) -> Vec<&'static dyn Encoding> {
    let mut encodings: Vec<&'static dyn Encoding> =
        ENCODINGS.iter().copied().filter(|encoding| backend.accepts(*encoding)).collect();
    encodings.sort_by_key(|encoding| justifies || encoding.info().name != AUTO_ENCODING);
    encodings
}

/// The encodings in which a search for a small proof reads a model, the best one first: triples where all
/// is arithmetic and counting, or no model is given, and elsewhere the encoding in which unit propagation sees
/// the most of sums.
pub(crate) fn search_encodings(model: Option<&Model>) -> Vec<&'static dyn Encoding> {
    let by_triples = |constraint: &Constraint| {
        use Constraint::{AllDifferent, Arithmetic, Clause, Multiset};
        matches!(constraint, AllDifferent(_) | Arithmetic { .. } | Clause(_) | Multiset { .. })
    };
    let by_triples = model.is_none_or(|model| model.constraints().iter().all(by_triples));
    let names = match by_triples {
        true => ["one-hot-triples", AUTO_ENCODING],
        false => [AUTO_ENCODING, "one-hot-triples"],
    };
    names.into_iter().filter_map(xwc_encodings::find).collect()
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
    /// What its limit counts.
    pub(crate) fn counts(&self) -> Limit {
        if self.encoding.is_some() { Limit::Conflicts } else { Limit::Nodes }
    }

    /// Whether its own limit leaves it all that a budget allows, so that a later turn of its kind would
    /// have no more.
    pub(crate) fn allows_all(&self, budget: Budget) -> bool {
        let (own, all) = match self.encoding {
            Some(_) => (self.conflicts, budget.conflicts),
            None => (self.nodes, budget.nodes),
        };
        own.is_none_or(|own| all.is_some_and(|all| all <= own))
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
        (None, None) => take_turns(&TURNS),
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

/// The attempts of `auto` on a model; `None` if it is one that a search should not begin with.
///
/// # Errors
///
/// Only if a solver that is always there is not.
pub(crate) fn attempts_on(model: Option<&Model>) -> Result<Vec<Attempt>, SolveError> {
    let constraints = model.map_or(0, |model| model.constraints().len() as u64);
    match model {
        None => Ok(take_turns(&TURNS_WITH_RELATIONS)?.split_off(1)),
        Some(model) if has_relations(model) => {
            let mut attempts = take_turns(&TURNS_WITH_RELATIONS)?;
            if fillings(model) <= FEW {
                attempts[0].nodes = Some(FEW);
            }
            Ok(attempts)
        }
        Some(_) if constraints > LARGE => {
            let mut attempts = take_turns(&[(WORK_ON_LARGE / constraints, 0)])?;
            attempts[1].conflicts = None;
            attempts[2].only_after_refusal = true;
            Ok(attempts)
        }
        Some(_) if constraints > MEDIUM => take_turns(&TURNS_ON_MEDIUM),
        Some(_) => take_turns(&TURNS),
    }
}

/// How many values the answers have together.
fn fillings(model: &Model) -> u64 {
    let sizes = model.answers().iter().map(|&var| model[var].domain.len());
    sizes.fold(1, u64::saturating_mul)
}

/// Whether there is a relation that only a program can say.
pub(crate) fn has_relations(model: &Model) -> bool {
    model.constraints().iter().any(|one| matches!(one, Constraint::Relation { .. }))
}

/// The search and SAT with these limits, then the search without a limit, and z3 for what all of them
/// refuse.
fn take_turns(turns: &[(u64, u64)]) -> Result<Vec<Attempt>, SolveError> {
    let [native, varisat, z3] = ["native", "varisat", "z3"].map(backend_named);
    let (native, varisat, z3) = (native?, varisat?, z3?);
    let order = encoding_named(AUTO_ENCODING)?;
    let mut attempts = Vec::new();
    for &(nodes, conflicts) in turns {
        attempts.push(Attempt { nodes: Some(nodes), ..attempt(native, None) });
        let (conflicts, narrow) = (Some(conflicts), true);
        attempts.push(Attempt { conflicts, narrow, ..attempt(varisat, Some(order)) });
    }
    attempts[0].at_a_glance = true;
    attempts.push(attempt(native, None));
    if z3.solver.is_some() {
        let last = attempt(z3, default_encoding(z3));
        attempts.push(Attempt { only_after_refusal: true, ..last });
    }
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
