//! The folder of a study, and the runs that are in it.
//!
//! `study.json` says what the study is and is locked as long as a run lives. `runs.jsonl` has a line
//! for each finished run, in the order in which they ended; a process that was killed may have left
//! half a line at the end.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::report::REPORT;
use super::{BenchError, Study, in_file, plot, suite, table};

const STUDY: &str = "study.json";
const RUNS: &str = "runs.jsonl";

/// What a run came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Decided: exactly one solution.
    Unique,
    /// Decided: several solutions.
    Multiple,
    /// Decided: no solution.
    None,
    /// A budget of conflicts or branches ran out, or the solver gave up.
    Unknown,
    /// The clock ran out.
    Timeout,
    /// The memory was not enough.
    Memory,
    /// The encoding or the solver does not take this puzzle.
    Refused,
    /// The process failed in another way, which is a defect.
    Failed,
}

impl Outcome {
    /// Whether it says how many solutions there are.
    pub fn is_decided(self) -> bool {
        matches!(self, Outcome::Unique | Outcome::Multiple | Outcome::None)
    }

    /// The word in tables.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Unique => "unique",
            Outcome::Multiple => "multiple",
            Outcome::None => "none",
            Outcome::Unknown => "unknown",
            Outcome::Timeout => "timeout",
            Outcome::Memory => "memory",
            Outcome::Refused => "refused",
            Outcome::Failed => "failed",
        }
    }
}

/// One finished run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The instance's name.
    pub instance: String,
    /// The contender's name.
    pub contender: String,
    /// From 1.
    pub repetition: u32,
    /// What it came to.
    pub outcome: Outcome,
    /// The solver's own time, with lowering and encoding; the time of the process if it did not say.
    pub seconds: f64,
    /// Peak memory in KiB, if known.
    pub memory: Option<u64>,
    /// Variables of the formula, or of the model where there is none.
    pub variables: Option<u64>,
    /// Clauses or assertions of the formula, or constraints of the model.
    pub clauses: Option<u64>,
    /// Dead ends.
    pub conflicts: Option<u64>,
    /// Propagations as the solver counts them.
    pub propagations: Option<u64>,
    /// Branches.
    pub nodes: Option<u64>,
    /// SHA-256 of the grid of the only solution.
    pub solution: Option<String>,
    /// Why it was refused, or how it failed.
    pub note: Option<String>,
}

type Key = (String, String, u32);

/// The runs of a study while it goes on.
pub(super) struct Book {
    path: PathBuf,
    out: File,
    runs: BTreeMap<Key, Run>,
    /// Locked until the run ends.
    _lock: File,
}

impl Book {
    /// Makes a folder for the study, or takes one up.
    pub(super) fn open(folder: &Path, study: &Study) -> Result<Self, BenchError> {
        let name = || folder.display().to_string();
        fs::create_dir_all(folder).map_err(|error| in_file(folder, error))?;
        for entry in fs::read_dir(folder).map_err(|error| in_file(folder, error))? {
            let found = entry.map_err(|error| in_file(folder, error))?.file_name();
            let found = found.to_string_lossy().into_owned();
            let others = [STUDY, RUNS, REPORT, suite::FOLDER];
            let mut ours = others.iter().chain(&table::FILES).chain(&plot::FILES);
            if !ours.any(|one| *one == found) {
                return Err(BenchError::Foreign { folder: name(), found });
            }
        }
        let lock = locked(folder)?;
        take_up(folder, study)?;
        let path = folder.join(RUNS);
        let mut options = OpenOptions::new();
        let out = options.read(true).write(true).create(true).truncate(false).open(&path);
        let mut out = out.map_err(|error| in_file(&path, error))?;
        let (runs, whole) = read(&path, study)?;
        out.set_len(whole).map_err(|error| in_file(&path, error))?;
        out.seek(SeekFrom::End(0)).map_err(|error| in_file(&path, error))?;
        Ok(Self { path, out, runs, _lock: lock })
    }

    /// Whether a run has been done.
    pub(super) fn has(&self, instance: &str, contender: &str, repetition: u32) -> bool {
        self.runs.contains_key(&(instance.to_string(), contender.to_string(), repetition))
    }

    /// Writes a run down; says how many there are now.
    pub(super) fn add(&mut self, run: Run) -> Result<usize, BenchError> {
        let line = serde_json::to_string(&run).expect("plain data") + "\n";
        let written = self.out.write_all(line.as_bytes());
        written.map_err(|error| in_file(&self.path, error))?;
        self.runs.insert(key(&run), run);
        Ok(self.runs.len())
    }

    /// All runs, in the order of the study.
    pub(super) fn finish(mut self, study: &Study) -> Vec<Run> {
        study
            .plan()
            .filter_map(|(i, c, n)| self.runs.remove(&(i.name.clone(), c.name.clone(), n)))
            .collect()
    }
}

fn key(run: &Run) -> Key {
    (run.instance.clone(), run.contender.clone(), run.repetition)
}

/// The file of the study, which nobody else may hold.
fn locked(folder: &Path) -> Result<File, BenchError> {
    let path = folder.join(STUDY);
    let mut options = OpenOptions::new();
    let lock = options.read(true).write(true).create(true).truncate(false).open(&path);
    let lock = lock.map_err(|error| in_file(&path, error))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => {
            Err(BenchError::Busy { folder: folder.display().to_string() })
        }
        Err(TryLockError::Error(error)) => Err(in_file(&path, error)),
    }
}

/// Compares the study with the one in the folder, or writes it there with its puzzles.
fn take_up(folder: &Path, study: &Study) -> Result<(), BenchError> {
    let path = folder.join(STUDY);
    let text = fs::read_to_string(&path).map_err(|error| in_file(&path, error))?;
    if !folder.join(RUNS).exists() {
        // The study has not begun: whatever is there is from a process that was killed on the way.
        suite::store(folder, &study.instances)?;
        let text = serde_json::to_string_pretty(study).expect("plain data") + "\n";
        return fs::write(&path, text).map_err(|error| in_file(&path, error));
    }
    let there: Study = serde_json::from_str(&text).map_err(|error| BenchError::Line {
        name: path.display().to_string(),
        line: error.line(),
        reason: error.to_string(),
    })?;
    let differences = [
        ("the machines or builds", there.machine != study.machine),
        ("the limits", there.limits != study.limits),
        ("the repetitions", there.repeat != study.repeat),
        ("the contenders", there.contenders != study.contenders),
        ("the instances", there.instances != study.instances),
    ];
    match differences.into_iter().find(|(_, differs)| *differs) {
        Some((difference, _)) => {
            Err(BenchError::Other { folder: folder.display().to_string(), difference })
        }
        None => Ok(()),
    }
}

/// The runs of an earlier process, and the length of their lines; what follows them is half a line.
fn read(path: &Path, study: &Study) -> Result<(BTreeMap<Key, Run>, u64), BenchError> {
    let bytes = fs::read(path).map_err(|error| in_file(path, error))?;
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let mut runs = BTreeMap::new();
    for (i, line) in bytes[..whole].split_inclusive(|&byte| byte == b'\n').enumerate() {
        let wrong = |reason: String| BenchError::Line {
            name: path.display().to_string(),
            line: i + 1,
            reason,
        };
        let run: Run = serde_json::from_slice(line).map_err(|error| wrong(error.to_string()))?;
        let known = (1..=study.repeat).contains(&run.repetition)
            && study.instances.iter().any(|instance| instance.name == run.instance)
            && study.contenders.iter().any(|contender| contender.name == run.contender);
        if !known {
            return Err(wrong("the study has no such run".to_string()));
        }
        if runs.insert(key(&run), run).is_some() {
            return Err(wrong("the run is there already".to_string()));
        }
    }
    Ok((runs, whole as u64))
}
