//! The judge of the generator: it answers yes or no, and never chooses.
//!
//! The question is always the same: these answers are given, is that one forced? Givens are fixed to
//! their planted values, so "the blanks use up the pool" is the same as "all cells use up all
//! values", and one set of propagators serves all questions about a board. What the native search
//! cannot settle in a few branches, and all of it if another solver was asked for, is a puzzle like
//! any other.

use crate::prove::{self, ProveError, SearchOptions};
use crate::solve::native::{IncrementalSearch, SearchFigures};
use crate::solve::{NATIVE, SolverSelection};
use crate::verdict::Verdict;
use xwc_check::certificate::Provable;
use xwc_check::lower::Lowered;
use xwc_check::puzzle::Solution;

/// Branch limit of the incremental search; beyond it the puzzle is solved from scratch. The search is
/// faster than SAT on every board that was tried, and starting anew throws away all that it has done, so
/// the limit is only there for boards unlike any of them: all questions of the hardest known level took 313,000.
const NODES: u64 = 20_000_000;

/// Branches that the figures of a level count at most.
const MAX_GUESSES: u64 = 1_000;

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum JudgeError {
    /// The solver cannot decide.
    Undecided,
    /// The solver finds no solution, though one is known.
    Lost,
    /// A solver failed.
    Pipeline(ProveError),
}

impl From<ProveError> for JudgeError {
    fn from(error: ProveError) -> Self {
        Self::Pipeline(error)
    }
}

/// Whether a puzzle, which has a solution, has only one.
///
/// # Errors
///
/// If a solver fails.
pub(crate) fn is_unique(
    puzzle: &dyn Provable,
    choice: SolverSelection<'_>,
) -> Result<bool, JudgeError> {
    let options =
        SearchOptions { choice, limit: 2, stop_at_limit: true, ..SearchOptions::default() };
    match prove::search(puzzle, options)?.found.verdict() {
        Verdict::Unique => Ok(true),
        Verdict::Multiple => Ok(false),
        Verdict::Unknown => Err(JudgeError::Undecided),
        Verdict::None => Err(JudgeError::Lost),
    }
}

/// A solution of a puzzle that is not the known one; `None` if there is no other.
///
/// # Errors
///
/// If a solver fails.
pub(crate) fn another(
    puzzle: &dyn Provable,
    known: &Solution,
) -> Result<Option<Solution>, JudgeError> {
    let options = SearchOptions { limit: 2, stop_at_limit: true, ..SearchOptions::default() };
    let found = prove::search(puzzle, options)?.found;
    match found.verdict() {
        Verdict::Unique => Ok(None),
        Verdict::Unknown => Err(JudgeError::Undecided),
        Verdict::None => Err(JudgeError::Lost),
        Verdict::Multiple => {
            let other = found.solutions.into_iter().find(|found| !puzzle.same(found, known));
            other.map(Some).ok_or(JudgeError::Lost)
        }
    }
}

/// How many branches the native search needs to know that a puzzle, which has a solution, has only
/// one.
///
/// # Errors
///
/// If the solver fails.
pub(crate) fn guesses(puzzle: &dyn Provable) -> Result<u64, JudgeError> {
    let choice = SolverSelection { backend: Some(NATIVE.name), encoding: None };
    let options =
        SearchOptions { choice, limit: 2, stop_at_limit: true, ..SearchOptions::default() };
    Ok(prove::search(puzzle, options)?.effort.nodes)
}

/// A filled board whose givens are being hidden, for `hide_with`.
pub(crate) struct Judge<'a> {
    native: IncrementalSearch,
    choice: SolverSelection<'a>,
    puzzle: &'a dyn Fn(&[bool]) -> Box<dyn Provable>,
}

impl<'a> Judge<'a> {
    /// A judge of the board behind a model with everything blank; `puzzle` has the board with these
    /// answers given. `None` if the planted answers do not obey the model.
    pub(crate) fn new(
        board: &Lowered,
        planted: Vec<i64>,
        choice: SolverSelection<'a>,
        puzzle: &'a dyn Fn(&[bool]) -> Box<dyn Provable>,
    ) -> Option<Self> {
        let native = IncrementalSearch::new(&board.model, planted)?;
        Some(Self { native, choice, puzzle })
    }

    /// Whether an answer follows from the known ones, if it did from these and itself.
    ///
    /// # Errors
    ///
    /// If a solver fails.
    pub(crate) fn is_forced(&mut self, known: &[bool], answer: usize) -> Result<bool, JudgeError> {
        let native = self.choice.starts_natively();
        if native && let Some(another) = self.native.has_other_value(known, answer, NODES) {
            return Ok(!another);
        }
        is_unique(&*(self.puzzle)(known), self.choice)
    }

    /// How hard it is to find the answers from the known ones.
    pub(crate) fn figures(&mut self, known: &[bool]) -> SearchFigures {
        self.native.figures(known, MAX_GUESSES)
    }
}
