//! The folder of a study, and the runs that are in it.
//!
//! `runs.jsonl` is a journal with one line per finished run, in the order in which they ended; it is
//! created first, and locked as long as the study goes on. `study.json`, which appears once the puzzles
//! are there, says what the study is.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::report::REPORT;
use super::{FinishedRun, Study, StudyError, plot, suite, table};
use crate::files;
use crate::journal::{Journal, LineReader};
use xwc_check::support::files::in_file;

const STUDY: &str = "study.json";
const RUNS: &str = "runs.jsonl";

/// The greatest length of a line.
const MAX_LINE: u64 = 1 << 24;

/// The greatest length of `study.json`.
const MAX_STUDY: u64 = 1 << 28;

type Key = (String, String, u32);

/// The folder of a study while it goes on.
pub(super) struct StudyFolder {
    /// Locked until the study ends.
    journal: Journal,
    runs: BTreeMap<Key, FinishedRun>,
}

impl StudyFolder {
    /// Makes a folder for the study, or resumes one. A folder that holds anything else is left as it
    /// is.
    pub(super) fn open(folder: &Path, study: &Study) -> Result<Self, StudyError> {
        fs::create_dir_all(folder).map_err(|error| in_file(folder, error))?;
        let names = names(folder)?;
        // Unless a study has begun here, whatever is there is not ours.
        let begun = names.iter().any(|name| name == RUNS);
        if let (false, Some(found)) = (begun, names.first()) {
            return Err(foreign(folder, found));
        }
        let path = folder.join(RUNS);
        let mut earlier = Journal::open(&path, MAX_LINE)?;
        match fs::symlink_metadata(folder.join(STUDY)) {
            Ok(_) => compare(folder, study)?,
            Err(_) => {
                // A process that was killed before it could say what the study is has run nothing.
                let found = fs::metadata(&path).map_err(|error| in_file(&path, error))?;
                if found.len() > 0 {
                    return Err(foreign(folder, RUNS));
                }
                write_study(folder, study)?;
            }
        }
        let runs = read(&mut earlier.lines, study)?;
        let end = earlier.lines.end();
        Ok(Self { journal: earlier.resume(end)?, runs })
    }

    /// Whether a run has been done.
    pub(super) fn has(&self, instance: &str, contender: &str, repetition: u32) -> bool {
        self.runs.contains_key(&(instance.to_string(), contender.to_string(), repetition))
    }

    /// Writes a run down; says how many there are now.
    pub(super) fn add(&mut self, run: FinishedRun) -> Result<usize, StudyError> {
        let line = serde_json::to_string(&run).expect("plain data");
        self.journal.append(&line)?;
        self.journal.flush()?;
        self.runs.insert(key(&run), run);
        Ok(self.runs.len())
    }

    /// All runs, in the order of the study, once they are on disk.
    pub(super) fn runs(&mut self, study: &Study) -> Result<Vec<FinishedRun>, StudyError> {
        self.journal.sync()?;
        let run =
            |(instance, contender, repetition)| self.runs.get(&(instance, contender, repetition));
        let plan = study.plan().map(|(i, c, n)| (i.name.clone(), c.name.clone(), n));
        Ok(plan.filter_map(run).cloned().collect())
    }
}

fn key(run: &FinishedRun) -> Key {
    (run.instance.clone(), run.contender.clone(), run.repetition)
}

/// The names in a folder, if all of them are ones that a study has.
fn names(folder: &Path) -> Result<Vec<String>, StudyError> {
    let others = [STUDY, RUNS, REPORT, suite::FOLDER];
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| in_file(folder, error))? {
        let entry = entry.map_err(|error| in_file(folder, error))?;
        let found = entry.file_name().to_string_lossy().into_owned();
        let kind = entry.file_type().map_err(|error| in_file(folder, error))?;
        // A process that was killed may have left a file that is not complete.
        let whole = found.strip_suffix(files::PART).unwrap_or(&found);
        let mut ours = others.iter().chain(&table::FILES).chain(&plot::FILES);
        let fits = if found == suite::FOLDER { kind.is_dir() } else { kind.is_file() };
        if !fits || !ours.any(|one| *one == whole) {
            return Err(foreign(folder, &found));
        }
        names.push(found);
    }
    names.sort();
    Ok(names)
}

fn foreign(folder: &Path, found: &str) -> StudyError {
    StudyError::Foreign { folder: folder.display().to_string(), found: found.to_string() }
}

/// Writes the puzzles of the study, then its description.
fn write_study(folder: &Path, study: &Study) -> Result<(), StudyError> {
    suite::store(folder, &study.instances)?;
    let text = serde_json::to_string_pretty(study).expect("plain data") + "\n";
    super::write(folder, STUDY, &text)
}

/// Refuses a folder whose study is another one.
fn compare(folder: &Path, study: &Study) -> Result<(), StudyError> {
    let path = folder.join(STUDY);
    let text = xwc_check::support::files::read_text(&path, MAX_STUDY)
        .map_err(|error| in_file(&path, error))?;
    let there: Study = serde_json::from_str(&text).map_err(|error| StudyError::Malformed {
        file: path.display().to_string(),
        problem: error.to_string(),
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
            Err(StudyError::Other { folder: folder.display().to_string(), difference })
        }
        None => Ok(()),
    }
}

/// The runs of an earlier process.
fn read(lines: &mut LineReader, study: &Study) -> Result<BTreeMap<Key, FinishedRun>, StudyError> {
    let mut runs = BTreeMap::new();
    while lines.read()? {
        let run: FinishedRun = lines.value()?;
        let known = (1..=study.repeat).contains(&run.repetition)
            && study.instances.iter().any(|instance| instance.name == run.instance)
            && study.contenders.iter().any(|contender| contender.name == run.contender);
        if !known {
            return Err(lines.malformed("the study has no such run").into());
        }
        if runs.insert(key(&run), run).is_some() {
            return Err(lines.malformed("the run is there already").into());
        }
    }
    Ok(runs)
}
