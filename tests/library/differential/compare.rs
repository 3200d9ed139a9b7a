//! One case: every way to solve it must come to the solutions that brute force has found.

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use xwc_testkit::spec;

use serde_json::Value;
use xwc::families::AnyPuzzle;
use xwc::solve::{BACKENDS, Budget, SolveError, SolverSelection};
use xwc::{
    self, CertifyError, CertifyOptions, ProveError, SearchOptions, SearchOutcome, SearchResult,
    Verdict, certify,
};
use xwc_check::certificate::StatementError;
use xwc_check::certificate::{self, Claim, ProofFormat};
use xwc_check::puzzle::Solution;
use xwc_check::support::fault::{Blame, Fault};
use xwc_encodings::ENCODINGS;

use super::OPTIONS;
use super::limit::within;
use super::tally::Tally;
use xwc_testkit::clock::stop_after;
use xwc_testkit::spec::{Case, Reading, TURN};

/// One case of this many is given to every pair of backend and encoding.
const EVERY_PAIR: u64 = 20;

/// Each solution costs Z3 a check, so it is spared puzzles with more.
const MAX_FOR_Z3: usize = 40;

/// A case that takes longer is named at the end.
const SLOW: Duration = Duration::from_secs(3);

/// A case that takes longer is a failure: stages without a limit of their own may never end. The slowest
/// known case takes a minute on an idle machine, with thousands of solutions for every pair.
const MAX_TIME: Duration = Duration::from_secs(600);

/// A backend with an encoding that it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub backend: &'static str,
    pub encoding: Option<&'static str>,
}

impl Pair {
    pub(crate) const NATIVE: Pair = Pair { backend: "native", encoding: None };

    pub(crate) fn name(self) -> String {
        self.encoding.map_or(self.backend.to_string(), |e| format!("{} {e}", self.backend))
    }

    /// Every pair of this build but the native search, and what the program does by itself.
    pub(crate) fn all() -> Vec<Pair> {
        let mut pairs = vec![Pair { backend: "auto", encoding: None }];
        for backend in BACKENDS.iter().filter(|backend| backend.solver.is_some()) {
            let encodings =
                ENCODINGS.iter().filter(|encoding| backend.reads == Some(encoding.info().target));
            let names: Vec<_> = encodings.map(|encoding| encoding.info().name).collect();
            match names.is_empty() {
                true if backend.name == Pair::NATIVE.backend => {}
                true => pairs.push(Pair { backend: backend.name, encoding: None }),
                false => pairs.extend(
                    names.iter().map(|name| Pair { backend: backend.name, encoding: Some(*name) }),
                ),
            }
        }
        pairs
    }

    /// Limits, so that no single case holds up a run.
    fn budget(self) -> Budget {
        let (nodes, conflicts, milliseconds) = match self.backend {
            "backtrack" => (20_000, 0, 1_000),
            "z3" => (0, 5_000, 400),
            _ => (5_000_000, 500_000, 20_000),
        };
        let stop = stop_after(Duration::from_millis(milliseconds));
        Budget { nodes: Some(nodes), conflicts: Some(conflicts), stop: Some(stop) }
    }

    fn search(self, puzzle: &dyn AnyPuzzle, limit: usize) -> Result<SearchResult, ProveError> {
        let choice = SolverSelection { backend: Some(self.backend), encoding: self.encoding };
        let stop_at_limit = limit < usize::MAX;
        let budget = self.budget();
        let options =
            SearchOptions { choice, budget, limit, stop_at_limit, ..SearchOptions::default() };
        xwc::solutions(puzzle, options).map(|report| report.found)
    }
}

/// Whether an encoding or a backend cannot take the model, though another one may.
pub(crate) fn is_refusal(error: &ProveError) -> bool {
    matches!(
        error,
        ProveError::Statement(StatementError::Refused(_))
            | ProveError::Solve(SolveError::Refused { .. })
    )
}

/// The text of a solution's grid, as brute force writes it.
fn grid_text(solution: &Solution) -> String {
    let row = |row: &Value| match row {
        Value::Array(cells) => cells.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "),
        _ => row.as_str().unwrap_or_default().to_string(),
    };
    let rows = solution.0["grid"].as_array().map(Vec::as_slice).unwrap_or_default();
    rows.iter().map(row).collect::<Vec<_>>().join("/")
}

/// A case under examination.
struct Examination {
    seed: u64,
    index: u64,
    case: Case,
    tally: Tally,
}

/// Makes the case with this number and examines it.
pub(super) fn examine(seed: u64, index: u64) -> Tally {
    let start = Instant::now();
    let case = spec::case(seed, index);
    let brute = start.elapsed();
    let new = |case: Case| Examination { seed, index, case, tally: Tally::default() };
    let mut examination = new(case.clone());
    let done = within(MAX_TIME, move || {
        if catch_unwind(AssertUnwindSafe(|| examination.run())).is_err() {
            examination.fail("the program panics");
        }
        examination.tally
    });
    let mut tally = done.unwrap_or_else(|| {
        let mut examination = new(case.clone());
        examination.fail(&format!("it is not done after {MAX_TIME:?}"));
        examination.tally
    });
    tally.add("microseconds", "brute force", brute.as_micros() as u64);
    let time = start.elapsed();
    if time > SLOW {
        let (family, puzzle) = (case.family, &case.puzzle);
        tally.slow.push((time.as_secs_f64(), format!("case {index}, {family}: {puzzle}")));
    }
    tally
}

impl Examination {
    fn fail(&mut self, what: &str) {
        let Case { family, puzzle, solutions, reading } = &self.case;
        let (seed, index) = (self.seed, self.index);
        let shown: Vec<&String> = solutions.iter().take(20).collect();
        self.tally.count("failures", *family);
        self.tally.failures.push(format!(
            "seed {seed}, case {index}, {family}: {what}\n  puzzle: {puzzle}\n  reading: \
             {reading:?}\n  expected ({}): {shown:?}",
            solutions.len(),
        ));
    }

    fn time(&mut self, name: &str, start: Instant) {
        self.tally.add("microseconds", name, start.elapsed().as_micros() as u64);
    }

    fn run(&mut self) {
        let family = self.case.family;
        let read = xwc::read(&self.case.puzzle.to_string(), &OPTIONS);
        let puzzle = match (read, self.case.reading) {
            (Err(error), Reading::MustBeRefused) => {
                self.tally.count("refused as it must be", family);
                if !error.to_string().contains("bound") {
                    self.fail(&format!("the refusal does not speak of bounds: {error}"));
                }
                return;
            }
            (Ok(_), Reading::MustBeRefused) => return self.fail("it is read, and has no bounds"),
            (Err(error), Reading::MayBeRefused) if error.to_string().contains("bound") => {
                return self.tally.count("refused, an open type", family);
            }
            // Crucigrams that contradict themselves on paper need not be read.
            (Err(error), _) if family == "crucigram" && self.case.solutions.is_empty() => {
                let what = error.to_string().split(':').next().unwrap_or_default().to_string();
                return self.tally.count("refused, no solution either", format!("{family} {what}"));
            }
            (Err(error), _) => return self.fail(&format!("it is refused: {error}")),
            (Ok(puzzle), _) => puzzle,
        };
        let verdict = match self.case.solutions.len() {
            0 => Verdict::None,
            1 => Verdict::Unique,
            _ => Verdict::Multiple,
        };
        self.tally.count("cases", format!("{family} {verdict:?}").to_lowercase());
        let Some(found) = self.native(&*puzzle) else { return };
        let turn = self.index / TURN;
        let pairs = Pair::all();
        match turn.is_multiple_of(EVERY_PAIR) {
            true => pairs.iter().for_each(|pair| self.compare(&*puzzle, *pair)),
            false => self.compare(&*puzzle, pairs[(turn % pairs.len() as u64) as usize]),
        }
        self.first_two(&*puzzle, verdict);
        self.certify(&*puzzle, &found, verdict, turn);
    }

    /// What the native search finds; `None` if there is no point in going on.
    fn native(&mut self, puzzle: &dyn AnyPuzzle) -> Option<SearchResult> {
        let start = Instant::now();
        let found = Pair::NATIVE.search(puzzle, usize::MAX);
        self.time("native", start);
        match found {
            Err(ProveError::Lower(error)) => {
                let text = error.to_string();
                match text.contains("64 bits") {
                    true => self.tally.count("refused, beyond 64 bits", self.case.family),
                    false => self.fail(&format!("it cannot be stated: {error}")),
                }
                None
            }
            Err(error) => {
                self.fail(&format!("native: {error}"));
                None
            }
            Ok(found) if !found.complete => {
                let (index, family, puzzle) = (self.index, self.case.family, &self.case.puzzle);
                let why = found.undecided.clone().unwrap_or(format!("{:?}", found.limit));
                let expected = self.case.solutions.len();
                let what = format!("case {index}, {family}, {expected} solutions, {why}: {puzzle}");
                self.tally.count("undecided", family);
                self.tally.undecided.push(what);
                // What it has found must be right all the same.
                let texts: BTreeSet<String> = found.solutions.iter().map(grid_text).collect();
                if !texts.is_subset(&self.case.solutions) {
                    self.fail(&format!("native, undecided, found {texts:?}"));
                }
                None
            }
            Ok(found) => {
                let right = self.agrees(Pair::NATIVE, &found);
                right.then_some(found)
            }
        }
    }

    /// Whether these are all solutions, each once.
    fn agrees(&mut self, pair: Pair, found: &SearchResult) -> bool {
        let texts: BTreeSet<String> = found.solutions.iter().map(grid_text).collect();
        let right = texts == self.case.solutions && found.count == texts.len() as u64;
        self.tally.count("compared", pair.name());
        if !right {
            let missing: Vec<_> = self.case.solutions.difference(&texts).take(5).collect();
            let wrong: Vec<_> = texts.difference(&self.case.solutions).take(5).collect();
            let count = found.count;
            self.fail(&format!(
                "{}: {count} solutions; missing {missing:?}; too much {wrong:?}",
                pair.name()
            ));
        }
        right
    }

    fn compare(&mut self, puzzle: &dyn AnyPuzzle, pair: Pair) {
        if pair.backend == "z3" && self.case.solutions.len() > MAX_FOR_Z3 {
            return self.tally.count("skipped, many solutions", pair.name());
        }
        let start = Instant::now();
        let found = pair.search(puzzle, usize::MAX);
        self.time(&pair.name(), start);
        match found {
            Err(error) if is_refusal(&error) && pair.backend != "auto" => {
                self.tally.count("refused by a pair", pair.name());
            }
            Err(error) => self.fail(&format!("{}: {error}", pair.name())),
            Ok(found) if !found.complete => self.tally.count("out of budget", pair.name()),
            Ok(found) => {
                self.agrees(pair, &found);
            }
        }
    }

    /// A search that stops at the second solution comes to the verdict.
    fn first_two(&mut self, puzzle: &dyn AnyPuzzle, verdict: Verdict) {
        let start = Instant::now();
        let found = Pair { backend: "auto", encoding: None }.search(puzzle, 2);
        self.time("auto", start);
        match found {
            Ok(found) if found.verdict() == verdict => {}
            Ok(found) => self.fail(&format!("the verdict is {:?}", found.verdict())),
            Err(error) => self.fail(&format!("auto: {error}")),
        }
    }

    /// Writes a certificate, and checks it: of the verdict or of the number of solutions, by the search and by
    /// every solver in turn, in both formats.
    fn certify(
        &mut self,
        puzzle: &dyn AnyPuzzle,
        found: &SearchResult,
        verdict: Verdict,
        turn: u64,
    ) {
        let mut found = found.clone();
        let count = turn.is_multiple_of(5) && found.solutions.len() <= MAX_COUNTED;
        if !count {
            found.solutions.truncate(2);
        }
        let provers: Vec<Pair> = Pair::all()
            .into_iter()
            .filter(|pair| {
                BACKENDS.iter().any(|one| one.name == pair.backend && one.refute.is_some())
            })
            .collect();
        let search = Pair { backend: "auto", encoding: None };
        let pair = match turn % 2 {
            0 => search,
            _ => provers[(turn / 2 % provers.len() as u64) as usize],
        };
        let choice = SolverSelection { backend: Some(pair.backend), encoding: pair.encoding };
        let proof = ProofFormat::ALL[(turn / 4 % 2) as usize];
        let options =
            CertifyOptions { choice, proof, count, justify: false, budget: pair.budget() };
        let outcome = SearchOutcome { found, ..SearchOutcome::default() };
        let folder = folder(self.index);
        let family = self.case.family;
        let start = Instant::now();
        let written = certify(puzzle, &outcome, &folder, options);
        self.time("certificates", start);
        match written {
            Err(CertifyError::Statement(StatementError::Refused(_))) => {
                self.tally.count("certificates refused", format!("{family} {}", pair.name()));
            }
            Err(error) if matches!(error.fault(), Fault::Budget(_)) => {
                self.tally.count("certificates unknown", family);
            }
            Err(error) => self.fail(&format!("no certificate from {}: {error}", pair.name())),
            Ok(_) => {
                let claim = match verdict {
                    _ if count => Claim::Count,
                    Verdict::None => Claim::None,
                    Verdict::Unique => Claim::Unique,
                    _ => Claim::Multiple,
                };
                match certificate::check(puzzle, &folder, Budget::default()) {
                    Ok(accepted) if count && accepted.solutions != self.case.solutions.len() => {
                        self.fail(&format!("{} solutions are certified", accepted.solutions));
                    }
                    Ok(accepted) if accepted.claim == claim => {
                        let name = format!("{family} {claim:?}").to_lowercase();
                        self.tally.count("certificates written and checked", name);
                    }
                    Ok(accepted) => self.fail(&format!("it is certified as {:?}", accepted.claim)),
                    Err(error) => {
                        self.fail(&format!("the certificate of {}: {error}", pair.name()))
                    }
                }
            }
        }
        // Left-overs of one case do no harm.
        let _ = fs::remove_dir_all(folder);
    }
}

/// More solutions are not certified one by one.
const MAX_COUNTED: usize = 200;

/// A folder for the files of one case.
fn folder(index: u64) -> PathBuf {
    let process = std::process::id();
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("differential-{process}-{index}"))
}
