//! Compares encodings and solvers on the same puzzles.
//!
//! A *study* is a list of instances, a list of contenders, limits and a machine. Every run is a
//! proof on its own, with its own limits on memory and time; the caller has to isolate it, so that
//! every end of a run is a result, a crash included. Finished runs are kept in the study's folder, line
//! by line, and the same call resumes a study that was stopped. When all runs are there and no
//! two of them contradict each other, tables, plots and the report are written from them alone.

mod agree;
mod contender;
mod figures;
mod folder;
mod outcome;
mod plot;
mod report;
mod suite;
mod table;

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::files;
use crate::generate::{GenerateError, SuiteSize};
use crate::journal::JournalError;
use crate::report::ProveReport;
use crate::solve::SolveError;
use xwc_check::puzzle::InputError;
use xwc_check::support::fault::{Blame, Fault};
use xwc_check::support::files::{FileError, in_file};

use self::contender::Contender;
use self::figures::StudyFigures;
pub use self::figures::StudyReport;
use self::folder::StudyFolder;
use self::outcome::{FinishedRun, RunOutcome};
use self::suite::Instance;

/// What to compare, on what, and within which limits.
#[derive(Clone, Debug)]
pub struct StudyOptions {
    /// Suites of puzzles.
    pub suites: Vec<SuiteSize>,
    /// The only families of the suites; empty for all of them.
    pub families: Vec<String>,
    /// Other puzzles: names for tables, and the texts of their files.
    pub puzzles: Vec<(String, String)>,
    /// The only encodings; empty for all of them. Otherwise backends that need none take part only if
    /// they are named.
    pub encodings: Vec<String>,
    /// The only backends; empty for all of this build.
    pub backends: Vec<String>,
    /// How often each contender meets each puzzle.
    pub repeat: u32,
    /// Seconds for a run; by default what fits the largest suite.
    pub timeout: Option<f64>,
    /// MiB of address space for a run; by default what fits the largest suite.
    pub memory: Option<u64>,
    /// Conflicts of a SAT or SMT solver in a run.
    pub conflicts: Option<u64>,
    /// Branches of a search in a run.
    pub nodes: Option<u64>,
    /// How many runs at a time.
    pub jobs: usize,
    /// Where it runs.
    pub machine: Machine,
    /// How to ask for the same study again, for the report.
    pub command: String,
}

/// The machine and the build behind a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's own name.
    pub cpu: String,
    /// How many threads run at the same time.
    pub cores: usize,
    /// Memory in whole GiB, rounded.
    pub memory_gib: u64,
    /// The operating system.
    pub os: String,
    /// The version of this program.
    pub xwc: String,
    /// The compiler that built it; empty if that is not known.
    pub rustc: String,
    /// Whether it is optimised: `release` or `debug`.
    pub profile: String,
    /// The features it was built with.
    pub features: Vec<String>,
}

/// A run that is to be done: a proof of how many solutions a puzzle has.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The file of the puzzle.
    pub puzzle: &'a Path,
    /// The backend, or `auto`.
    pub backend: &'a str,
    /// The encoding, for backends that read formulas.
    pub encoding: Option<&'a str>,
    /// Seconds by the clock.
    pub timeout: f64,
    /// MiB of address space.
    pub memory: u64,
    /// Conflicts of a SAT or SMT solver.
    pub conflicts: Option<u64>,
    /// Branches of a search.
    pub nodes: Option<u64>,
}

/// What a run has used, and how it ended.
#[derive(Debug)]
pub struct RunResult {
    /// How long it took.
    pub seconds: f64,
    /// Peak memory in KiB, if known.
    pub memory: Option<u64>,
    /// How it ended.
    pub end: RunEnd,
}

/// How a run ended.
#[derive(Debug)]
pub enum RunEnd {
    /// With a report.
    Report(Box<ProveReport>),
    /// The clock ran out.
    Timeout,
    /// The memory was not enough.
    Memory,
    /// The encoding or the solver does not take this puzzle; what it said.
    Refused(String),
    /// In another way, which is a defect; what it said.
    Failed(String),
}

/// What is compared, on what, and within which limits. Two calls belong together if these are the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Study {
    /// Where it runs.
    machine: Machine,
    /// The limits of each run.
    limits: RunLimits,
    /// How often each contender meets each instance.
    repeat: u32,
    /// Encodings and solvers.
    contenders: Vec<Contender>,
    /// Puzzles.
    instances: Vec<Instance>,
}

/// What a run may use.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct RunLimits {
    /// Seconds by the clock.
    timeout: f64,
    /// MiB of address space.
    memory: u64,
    /// Conflicts of a SAT or SMT solver.
    conflicts: Option<u64>,
    /// Branches of a search.
    nodes: Option<u64>,
}

impl Study {
    /// The study that the options ask for.
    fn new(options: &StudyOptions) -> Result<Self, StudyError> {
        let contenders = contender::contenders(&options.encodings, &options.backends)?;
        let mut suites = options.suites.clone();
        suites.sort_unstable();
        suites.dedup();
        let usual = suite::limits(suites.last().copied().unwrap_or(SuiteSize::Medium));
        // Files first: a mistake in one of them is found before suites are made.
        let mut given = Vec::new();
        for (name, text) in &options.puzzles {
            given.push(Instance::new(name, text.clone())?);
        }
        let mut instances = Vec::new();
        for size in suites {
            instances.extend(suite::instances(size, &options.families)?);
        }
        instances.extend(given);
        suite::make_names_unique(&mut instances);
        if instances.is_empty() {
            return Err(StudyError::NoPuzzle);
        }
        let limits = RunLimits {
            timeout: options.timeout.unwrap_or(usual.timeout),
            memory: options.memory.unwrap_or(usual.memory),
            conflicts: options.conflicts,
            nodes: options.nodes,
        };
        let (machine, repeat) = (options.machine.clone(), options.repeat);
        Ok(Self { machine, limits, repeat, contenders, instances })
    }

    /// The number of runs.
    fn len(&self) -> usize {
        self.instances.len() * self.contenders.len() * self.repeat as usize
    }

    /// All runs in the order of the tables: instance, contender, repetition.
    fn plan(&self) -> impl Iterator<Item = (&Instance, &Contender, u32)> {
        self.instances.iter().flat_map(move |instance| {
            self.contenders.iter().flat_map(move |contender| {
                (1..=self.repeat).map(move |repetition| (instance, contender, repetition))
            })
        })
    }
}

/// Does a run in isolation.
type Runner<'a> = &'a (dyn Fn(Run<'_>) -> std::io::Result<RunResult> + Sync);

/// Runs what is left of a study and writes the report into the folder. `progress` is called with the
/// number of finished runs and of all runs.
///
/// # Errors
///
/// If the options make no sense, the folder belongs to another study, a run cannot be started, or two
/// contenders contradict each other.
pub fn run(
    options: &StudyOptions,
    folder: &Path,
    runner: Runner<'_>,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<StudyReport, StudyError> {
    let study = &Study::new(options)?;
    let kept = StudyFolder::open(folder, study)?;
    let waiting: Vec<_> = study
        .plan()
        .filter(|(instance, contender, n)| !kept.has(&instance.name, &contender.name, *n))
        .collect();
    let total = study.len() as u64;
    progress(total - waiting.len() as u64, total);
    let next = AtomicUsize::new(0);
    let shared = Mutex::new((kept, progress, Ok(())));
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.clamp(1, waiting.len().max(1)) {
            scope.spawn(|| {
                while let Some((instance, contender, repetition)) =
                    waiting.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let run = run_one(folder, instance, contender, study.limits, runner);
                    let run = run.map(|result| {
                        outcome::finished(instance, contender, *repetition, study.limits, result)
                    });
                    let mut shared = shared.lock().unwrap_or_else(|error| error.into_inner());
                    let (kept, progress, result) = &mut *shared;
                    match run.and_then(|run| kept.add(run)) {
                        Ok(done) => progress(done as u64, total),
                        Err(error) => {
                            // What is left is not worth starting.
                            next.store(waiting.len(), Ordering::Relaxed);
                            *result = Err(error);
                        }
                    }
                }
            });
        }
    });
    let (mut kept, _, result) = shared.into_inner().unwrap_or_else(|error| error.into_inner());
    result?;
    // The folder stays locked until the report is there.
    let runs = kept.runs(study)?;
    report::remove(folder)?;
    agree::check(&runs)?;
    let figures = StudyFigures::new(study, runs);
    table::write_all(&figures, &options.command, folder)?;
    plot::write(&figures, folder)?;
    report::write(&figures, &options.command, folder)?;
    Ok(figures.report(folder.join(report::REPORT)))
}

/// Has one run done by the caller, who isolates it.
fn run_one(
    folder: &Path,
    instance: &Instance,
    contender: &Contender,
    limits: RunLimits,
    runner: Runner<'_>,
) -> Result<RunResult, StudyError> {
    let RunLimits { timeout, memory, conflicts, nodes } = limits;
    let (puzzle, encoding) = (&folder.join(&instance.file), contender.encoding.as_deref());
    let backend = &contender.backend;
    let run = Run { puzzle, backend, encoding, timeout, memory, conflicts, nodes };
    runner(run).map_err(StudyError::Start)
}

/// Why there is no report.
#[derive(Debug, Error)]
pub enum StudyError {
    /// A file or folder cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The folder has something else in it.
    #[error(
        "{folder}: it contains `{found}`, which does not belong to a study; choose another folder"
    )]
    Foreign {
        /// The folder.
        folder: String,
        /// What was found there.
        found: String,
    },
    /// The folder has another study.
    #[error("{folder}: it holds another study ({difference} differ); choose another folder")]
    Other {
        /// The folder.
        folder: String,
        /// What differs.
        difference: &'static str,
    },
    /// The file that says what the study is says something else.
    #[error("{file}: {problem}")]
    Malformed {
        /// The file.
        file: String,
        /// What is wrong, and where.
        problem: String,
    },
    /// A puzzle cannot be read.
    #[error("{name}: {error}")]
    Puzzle {
        /// The file.
        name: String,
        /// What is wrong.
        error: InputError,
    },
    /// A suite cannot be made: a defect of this program.
    #[error("the instance {name} cannot be made: {error}")]
    Suite {
        /// The instance.
        name: String,
        /// What happened.
        error: GenerateError,
    },
    /// Names that make no sense, or this build lacks a backend that was asked for.
    #[error(transparent)]
    Backend(#[from] SolveError),
    /// No backend of those named reads an encoding of those named.
    #[error("none of the backends reads one of the encodings")]
    NoContender,
    /// There is nothing to run on.
    #[error("there is no puzzle to run on")]
    NoPuzzle,
    /// A process cannot be started.
    #[error("a run cannot be started: {0}")]
    Start(std::io::Error),
    /// Two contenders contradict each other: one of them is wrong.
    #[error(
        "{instance}: {one} finds {first}, but {other} finds {second}; \
         one of them is wrong, so there is no report"
    )]
    Disagreement {
        /// The instance.
        instance: String,
        /// A contender.
        one: String,
        /// What it found.
        first: String,
        /// Another.
        other: String,
        /// What that found.
        second: String,
    },
}

impl From<JournalError> for StudyError {
    fn from(error: JournalError) -> Self {
        match error.file_or_problem() {
            Ok(error) => Self::File(error),
            Err((file, problem)) => Self::Malformed { file, problem },
        }
    }
}

impl Blame for StudyError {
    fn fault(&self) -> Fault {
        match self {
            Self::File(error) => error.fault(),
            Self::Foreign { .. } | Self::Other { .. } | Self::Malformed { .. } => Fault::Input,
            Self::Puzzle { error, .. } => error.fault(),
            Self::Backend(error) => error.fault(),
            Self::NoContender | Self::NoPuzzle => Fault::Usage,
            Self::Suite { .. } | Self::Start(_) | Self::Disagreement { .. } => Fault::Defect,
        }
    }
}

/// Writes a file of the report.
fn write(folder: &Path, name: &str, text: &str) -> Result<(), StudyError> {
    let path = folder.join(name);
    files::write(&path, text.as_bytes()).map_err(|error| in_file(&path, error).into())
}
