//! A pack's folder while it is being written.
//!
//! `unfinished.json` says what the run is about and is locked as long as the run lives. Levels are
//! appended to `levels.jsonl.part`, a journal that a later run resumes. When all are there, the file
//! gets its name, then the manifest appears, then `unfinished.json` goes.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::lines::MAX_LINE;
use super::made::PackLevel;
use super::manifest::{self, Manifest, PackOrder};
use super::tally::LevelTally;
use super::{CERTIFICATES, LEVELS, MANIFEST, PART, PackError, UNFINISHED, archive};
use crate::files;
use crate::generate::{DuplicateKey, Generator};
use crate::journal::{self, Journal};
use xwc_check::support::files::in_file;

/// A folder that this run may write to.
pub(super) struct Folder {
    path: PathBuf,
    order: PackOrder,
    /// Locked until the run ends.
    lock: File,
    journal: Journal,
    tally: LevelTally,
}

/// A folder, as a run finds it.
pub(super) enum FolderState {
    /// There is something to do.
    Open(Box<Folder>),
    /// It is done already.
    Done(Manifest),
}

/// What the folder of a finished pack holds.
const FINISHED: [&str; 3] = [MANIFEST, LEVELS, CERTIFICATES];

/// The names in a folder, if all of them are ones that a pack has while it is being written.
fn names(path: &Path) -> Result<Vec<String>, PackError> {
    let mut names = Vec::new();
    for entry in fs::read_dir(path).map_err(|error| in_file(path, error))? {
        let entry = entry.map_err(|error| in_file(path, error))?;
        let found = entry.file_name().to_string_lossy().into_owned();
        let kind = entry.file_type().map_err(|error| in_file(path, error))?;
        let whole = found.strip_suffix(files::PART).unwrap_or(&found);
        let known = FINISHED.contains(&whole) || [UNFINISHED, PART].contains(&whole);
        let fits = if found == CERTIFICATES { kind.is_dir() } else { kind.is_file() };
        if !known || !fits {
            return Err(foreign(path, found));
        }
        names.push(found);
    }
    names.sort();
    Ok(names)
}

fn foreign(path: &Path, found: String) -> PackError {
    PackError::Foreign { folder: path.display().to_string(), found }
}

/// Refuses a folder that is not one of a finished pack, or holds anything else.
pub(super) fn check_finished(path: &Path) -> Result<(), PackError> {
    let names = names(path)?;
    if names.iter().any(|name| name == UNFINISHED) {
        return Err(PackError::Unfinished { folder: path.display().to_string() });
    }
    match names.into_iter().find(|name| !FINISHED.contains(&name.as_str())) {
        Some(found) => Err(foreign(path, found)),
        None => Ok(()),
    }
}

impl Folder {
    /// Makes a folder for the order, or resumes one. A folder that holds anything that is not of this
    /// order is left as it is.
    pub(super) fn open(
        path: &Path,
        order: &PackOrder,
        generator: &dyn Generator,
    ) -> Result<FolderState, PackError> {
        fs::create_dir_all(path).map_err(|error| in_file(path, error))?;
        let names = names(path)?;
        archive::check_names(path, order.range, true)?;
        if let Some(manifest) = done(path, order)? {
            return Ok(FolderState::Done(manifest));
        }
        // Unless an earlier run says so, whatever is there is not ours.
        let begun = names.iter().any(|name| name == UNFINISHED);
        if let (false, Some(found)) = (begun, names.first()) {
            return Err(foreign(path, found.clone()));
        }
        let mut lock = journal::lock(&path.join(UNFINISHED))?;
        // The run that had the lock may have come to its end just now.
        if let Some(manifest) = done(path, order)? {
            return Ok(FolderState::Done(manifest));
        }
        say_order(path, order, &mut lock, &names)?;
        // All levels may have been there when the last run ended.
        let (part, whole) = (path.join(PART), path.join(LEVELS));
        if whole.exists() {
            fs::rename(&whole, &part).map_err(|error| in_file(&whole, error))?;
        }
        let mut earlier = Journal::open(&part, MAX_LINE)?;
        let mut tally = LevelTally::new(order);
        let end = tally.add_earlier(&mut earlier.lines, order, generator)?;
        let (path, order, journal) = (path.to_path_buf(), order.clone(), earlier.resume(end)?);
        Ok(FolderState::Open(Box::new(Self { path, order, lock, journal, tally })))
    }

    /// The next level.
    pub(super) fn next(&self) -> u64 {
        self.tally.next
    }

    /// Whether an earlier level has this key. Always false in a partial pack.
    pub(super) fn has(&self, key: DuplicateKey) -> bool {
        self.tally.has(key)
    }

    /// Appends a level.
    pub(super) fn append(&mut self, made: &PackLevel) -> Result<(), PackError> {
        let text = made.line.text();
        self.tally.add(&made.line, made.key, &text);
        Ok(self.journal.append(&text)?)
    }

    /// Hands all levels so far to the system, so that a run that is killed does not lose them.
    pub(super) fn flush(&mut self) -> Result<(), PackError> {
        Ok(self.journal.flush()?)
    }

    /// Gives the files their names.
    pub(super) fn finish(self) -> Result<Manifest, PackError> {
        self.journal.finish(&self.path.join(LEVELS))?;
        let manifest = Manifest {
            levels: self.tally.next - self.order.range.0,
            replaced: self.tally.replaced,
            sha256: self.tally.sha256(),
            order: self.order,
        };
        let text = serde_json::to_string_pretty(&manifest).expect("a manifest is JSON") + "\n";
        let path = self.path.join(MANIFEST);
        files::write(&path, text.as_bytes()).map_err(|error| in_file(&path, error))?;
        remove(&self.path.join(UNFINISHED))?;
        drop(self.lock);
        Ok(manifest)
    }

    /// Where the pack is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

fn other(path: &Path, difference: String) -> PackError {
    PackError::Other { folder: path.display().to_string(), difference }
}

/// The manifest if the pack is finished; `None` if it is not.
fn done(path: &Path, order: &PackOrder) -> Result<Option<Manifest>, PackError> {
    let Some(manifest) = Manifest::read(path)? else { return Ok(None) };
    if let Some(difference) = order.difference(&manifest.order) {
        return Err(other(path, difference));
    }
    remove(&path.join(UNFINISHED))?;
    Ok(Some(manifest))
}

/// Writes down what this run is about, or compares it with what an earlier run was about.
fn say_order(
    path: &Path,
    order: &PackOrder,
    lock: &mut File,
    names: &[String],
) -> Result<(), PackError> {
    let unfinished = path.join(UNFINISHED);
    if lock.metadata().is_ok_and(|metadata| metadata.len() == 0) {
        // A run that was killed before it could say what it is about has written nothing else.
        if let Some(found) = names.iter().find(|name| *name != UNFINISHED) {
            return Err(foreign(path, found.clone()));
        }
        let text = serde_json::to_string_pretty(order).expect("an order is JSON") + "\n";
        let written = lock.write_all(text.as_bytes()).and_then(|()| lock.sync_all());
        written.map_err(|error| in_file(&unfinished, error))?;
    } else if let Some(before) = manifest::read::<PackOrder>(&unfinished)?
        && let Some(difference) = order.difference(&before)
    {
        return Err(other(path, difference));
    }
    Ok(())
}

fn remove(path: &Path) -> Result<(), PackError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(in_file(path, error).into()),
        _ => Ok(()),
    }
}
