//! Compares encodings and solvers on the same puzzles.
//!
//! A *study* is a list of instances, a list of contenders, limits and a machine. Every run is a
//! process of its own, `xwc prove --json`, with its own limits on memory and time, so that every
//! end of a run is a result, a crash included. Finished runs are kept in the study's folder, line by
//! line, and the same command resumes a study that was stopped. When all runs are there and no
//! two of them contradict each other, tables, plots and the report are written from them alone.

mod agree;
mod child;
mod contender;
mod figures;
mod folder;
mod machine;
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

use xwc::files;
use xwc::generate::GenerateError;
use xwc::journal::JournalError;
use xwc::solve::{ChoiceError, SolveError};
use xwc_check::puzzle::InputError;
use xwc_check::support::fault::{Blame, Fault};
use xwc_check::support::files::{FileError, in_file};

use self::folder::StudyFolder;

pub(crate) use self::contender::{Contender, contenders};
pub(crate) use self::figures::{ContenderSummary, StudyFigures};
pub(crate) use self::machine::{Machine, peak_memory};
pub(crate) use self::outcome::{FinishedRun, RunOutcome};
pub(crate) use self::report::REPORT;
pub(crate) use self::suite::{Instance, instances, limits, make_names_unique};

/// What is compared, on what, and within which limits. Two runs of `xwc bench` belong together if
/// these are the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Study {
    /// Where it runs.
    pub machine: Machine,
    /// The limits of each run.
    pub limits: RunLimits,
    /// How often each contender meets each instance.
    pub repeat: u32,
    /// Encodings and solvers.
    pub contenders: Vec<Contender>,
    /// Puzzles.
    pub instances: Vec<Instance>,
}

/// What a run may use.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RunLimits {
    /// Seconds by the clock.
    pub timeout: f64,
    /// MiB of address space.
    pub memory: u64,
    /// Conflicts of a SAT or SMT solver.
    pub conflicts: Option<u64>,
    /// Branches of a search.
    pub nodes: Option<u64>,
}

impl Study {
    /// The number of runs.
    pub(crate) fn len(&self) -> usize {
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

/// Called with the number of finished runs and of all runs.
pub(crate) type Progress<'a> = &'a mut (dyn FnMut(u64, u64) + Send);

/// Runs what is left of a study, this many processes at a time, and writes the report.
///
/// # Errors
///
/// If the folder belongs to another study, a process cannot be started, or two contenders contradict
/// each other.
pub(crate) fn run(
    study: &Study,
    command: &str,
    folder: &Path,
    jobs: usize,
    progress: Progress<'_>,
) -> Result<StudyFigures, BenchError> {
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
        for _ in 0..jobs.clamp(1, waiting.len().max(1)) {
            scope.spawn(|| {
                while let Some((instance, contender, repetition)) =
                    waiting.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let run = child::run(folder, instance, contender, *repetition, study.limits);
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
    table::write_all(&figures, command, folder)?;
    plot::write(&figures, folder)?;
    report::write(&figures, command, folder)?;
    Ok(figures)
}

/// Why there is no report.
#[derive(Debug, Error)]
pub(crate) enum BenchError {
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
    /// The runs cannot be read or written, or another process is at work on them.
    #[error(transparent)]
    Journal(#[from] JournalError),
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
    /// Names that make no sense.
    #[error(transparent)]
    Choice(#[from] ChoiceError),
    /// The build lacks a backend that was asked for.
    #[error(transparent)]
    Backend(#[from] SolveError),
    /// There is nothing to do.
    #[error("{0}")]
    Nothing(&'static str),
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

impl Blame for BenchError {
    fn fault(&self) -> Fault {
        match self {
            Self::File(error) => error.fault(),
            Self::Journal(error) => error.fault(),
            Self::Foreign { .. } | Self::Other { .. } | Self::Malformed { .. } => Fault::Input,
            Self::Puzzle { error, .. } => error.fault(),
            Self::Choice(error) => error.fault(),
            Self::Backend(error) => error.fault(),
            Self::Nothing(_) => Fault::Usage,
            Self::Suite { .. } | Self::Start(_) | Self::Disagreement { .. } => Fault::Defect,
        }
    }
}

/// Writes a file of the report.
fn write(folder: &Path, name: &str, text: &str) -> Result<(), BenchError> {
    let path = folder.join(name);
    files::write(&path, text.as_bytes()).map_err(|error| in_file(&path, error).into())
}
