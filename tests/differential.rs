//! Random small puzzles: the whole set of solutions from every backend against brute force.
//!
//! Brute force puts every candidate before the rule evaluator, which has nothing in common with
//! models, encodings and solvers. What the pipeline finds must be exactly what it lets pass.

#[path = "common/calcrostics.rs"]
mod calcrostics;
#[path = "common/crossmaths.rs"]
mod crossmaths;
#[path = "common/draft.rs"]
mod draft;
#[path = "common/mathcrosswords.rs"]
mod mathcrosswords;
#[path = "common/runner.rs"]
mod runner;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use xwc::family::{self, AnyPuzzle};
use xwc::pipeline::{self, Options, PipelineError, Report};
use xwc::puzzle::Solution;
use xwc::solve::{self, Budget, Choice, Limit};
use xwc::verdict::Verdict;
use xwc_encodings::encoding::Target;
use xwc_encodings::{ENCODINGS, Encoding};

use draft::Draft;

const REGRESSIONS: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/proptest-regressions/differential.txt");

/// So many puzzles of each family.
const CASES: u32 = 2_000;

/// Each solution costs Z3 a check, so it is spared puzzles with more.
const MAX_FOR_Z3: usize = 40;

/// One puzzle of so many is solved by an encoding in CNF that is no default.
const FURTHER_CNF: u32 = 4;

/// One puzzle of so many that Z3 solves is solved by a further encoding in SMT-LIB.
const FURTHER_SMT: u32 = 10;

/// Plain backtracking may give up on a puzzle after so many branches.
const BRANCHES: u64 = 20_000;

/// How many puzzles came up, by verdict, and how many of them Z3 solved.
#[derive(Debug, Default)]
struct Seen {
    none: Cell<u32>,
    unique: Cell<u32>,
    multiple: Cell<u32>,
    with_z3: Cell<u32>,
    /// How many were compared with an encoding that is no default.
    further: RefCell<BTreeMap<&'static str, u32>>,
    by_backtracking: Cell<u32>,
}

impl Seen {
    fn count(&self, verdict: Verdict) {
        let counter = match verdict {
            Verdict::None => &self.none,
            Verdict::Unique => &self.unique,
            Verdict::Multiple => &self.multiple,
            Verdict::Unknown => unreachable!("brute force knows"),
        };
        counter.set(counter.get() + 1);
    }

    /// A test that has hardly met a kind of puzzle has not tested it.
    fn assert_enough(&self) {
        let verdicts = [&self.none, &self.unique, &self.multiple];
        assert!(verdicts.iter().all(|count| count.get() >= 100), "too few of a kind: {self:?}");
        let enough = !is_built_in("z3") || self.with_z3.get() >= CASES / 5;
        assert!(enough, "too few for Z3: {self:?}");
        let least = [(Target::Cnf, CASES / FURTHER_CNF), (Target::Smt, CASES / 5 / FURTHER_SMT)];
        for (target, puzzles) in least {
            let encodings = further(target);
            let least = puzzles / encodings.len() as u32 / 2;
            let is_read = target == Target::Cnf || is_built_in("z3");
            for encoding in encodings.into_iter().filter(|_| is_read) {
                let count = self.further.borrow().get(encoding.name()).copied().unwrap_or(0);
                assert!(count >= least, "too few for {}: {self:?}", encoding.name());
            }
        }
        assert!(self.by_backtracking.get() >= CASES / 4, "too few for backtracking: {self:?}");
    }
}

fn is_built_in(backend: &str) -> bool {
    solve::find(backend).is_some_and(|backend| backend.is_built_in())
}

/// The encodings into a language that are no default.
fn further(target: Target) -> Vec<&'static dyn Encoding> {
    ENCODINGS.iter().copied().filter(|encoding| encoding.target() == target).skip(1).collect()
}

/// All solutions by an encoding that is no default, by turns; nothing if it refuses the puzzle.
fn check_further(
    puzzle: &dyn AnyPuzzle,
    target: Target,
    turn: u32,
    expected: &BTreeSet<String>,
    seen: &Seen,
) -> Result<(), TestCaseError> {
    let encodings = further(target);
    let name = encodings[turn as usize % encodings.len()].name();
    let choice = Choice { backend: None, encoding: Some(name) };
    let options = Options { choice, limit: usize::MAX, ..Options::default() };
    let report = match pipeline::search(puzzle, options) {
        Err(PipelineError::Refused(_)) => return Ok(()),
        report => report.map_err(|error| TestCaseError::fail(format!("{name}: {error}")))?,
    };
    let found: BTreeSet<String> =
        report.found.solutions.iter().map(|solution| solution.0.to_string()).collect();
    prop_assert_eq!(&found, expected, "{}", name);
    prop_assert!(report.found.complete, "{name} does not say that these are all");
    *seen.further.borrow_mut().entry(name).or_default() += 1;
    Ok(())
}

fn search(
    puzzle: &dyn AnyPuzzle,
    backend: &str,
    limit: usize,
    stop_at_limit: bool,
) -> Result<Report, TestCaseError> {
    let choice = Choice { backend: Some(backend), encoding: None };
    let nodes = (backend == "backtrack").then_some(BRANCHES);
    let budget = Budget { nodes, ..Budget::default() };
    let options = Options { choice, budget, limit, stop_at_limit, ..Options::default() };
    pipeline::search(puzzle, options)
        .map_err(|error| TestCaseError::fail(format!("{backend}: {error}")))
}

fn check(draft: &Draft, seen: &Seen) -> Result<(), TestCaseError> {
    let (_, puzzle) = family::read(&draft.puzzle.to_string())
        .map_err(|error| TestCaseError::fail(format!("the file is refused: {error}")))?;
    let puzzle = puzzle.as_ref();
    let expected: BTreeSet<String> = draft
        .candidates
        .iter()
        .filter(|candidate| puzzle.check(&Solution((*candidate).clone())).is_ok())
        .map(ToString::to_string)
        .collect();
    let verdict = match expected.len() {
        0 => Verdict::None,
        1 => Verdict::Unique,
        _ => Verdict::Multiple,
    };
    seen.count(verdict);
    let with_z3 = draft.with_z3 && expected.len() <= MAX_FOR_Z3 && is_built_in("z3");
    seen.with_z3.set(seen.with_z3.get() + u32::from(with_z3));
    let backends = ["auto", "native", "backtrack", "varisat"];
    let more = [("cadical", is_built_in("cadical")), ("z3", with_z3)];
    let more = more.into_iter().filter(|(_, wanted)| *wanted).map(|(name, _)| name);
    for backend in backends.into_iter().chain(more) {
        let report = search(puzzle, backend, usize::MAX, false)?;
        if backend == "backtrack" {
            if report.found.limit == Some(Limit::Nodes) {
                continue;
            }
            seen.by_backtracking.set(seen.by_backtracking.get() + 1);
        }
        let found: BTreeSet<String> =
            report.found.solutions.iter().map(|solution| solution.0.to_string()).collect();
        prop_assert_eq!(&found, &expected, "{}", backend);
        prop_assert!(report.found.complete, "{backend} does not say that these are all");
        prop_assert_eq!(report.found.count, expected.len() as u64, "{} repeats itself", backend);
        let report = search(puzzle, backend, 2, true)?;
        prop_assert_eq!(report.found.verdict(), verdict, "{}", backend);
        prop_assert_eq!(report.found.solutions.len(), expected.len().min(2), "{}", backend);
    }
    let turn = seen.none.get() + seen.unique.get() + seen.multiple.get();
    if turn.is_multiple_of(FURTHER_CNF) {
        check_further(puzzle, Target::Cnf, turn / FURTHER_CNF, &expected, seen)?;
    }
    if with_z3 && seen.with_z3.get().is_multiple_of(FURTHER_SMT) {
        check_further(puzzle, Target::Smt, seen.with_z3.get() / FURTHER_SMT, &expected, seen)?;
    }
    Ok(())
}

#[test]
fn mathcrosswords() {
    let seen = Seen::default();
    let strategy = mathcrosswords::mathcrossword();
    runner::run(CASES, REGRESSIONS, &strategy, |draft| check(&draft, &seen));
    seen.assert_enough();
}

#[test]
fn crossmaths() {
    let seen = Seen::default();
    runner::run(CASES, REGRESSIONS, &crossmaths::crossmath(), |draft| check(&draft, &seen));
    seen.assert_enough();
}

#[test]
fn calcrostics() {
    let seen = Seen::default();
    runner::run(CASES, REGRESSIONS, &calcrostics::calcrostic(), |draft| check(&draft, &seen));
    seen.assert_enough();
    assert!(!is_built_in("z3") || seen.with_z3.get() >= 1_000, "too few for Z3: {seen:?}");
}
