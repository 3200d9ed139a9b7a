//! A pack's folder while it is being written.
//!
//! `unfinished.json` says what the run is about and is locked as long as the run lives. Levels are
//! appended to `levels.jsonl.part`; a run that was killed left some lines there, of which the last
//! may be cut. When all are there, the file gets its name, then the manifest appears, then
//! `unfinished.json` goes.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::made::{Line, Made};
use super::manifest::{self, Manifest, Order};
use super::{CERTIFICATES, LEVELS, MANIFEST, PART, PackError, UNFINISHED, archive, in_file};
use crate::generate::{Key, Recipe};

/// A longer line is not one of ours.
const MAX_LINE: usize = 1 << 24;

/// A folder that this run may write to.
pub struct Folder {
    path: PathBuf,
    order: Order,
    /// Locked until the run ends.
    lock: File,
    out: BufWriter<File>,
    hash: Sha256,
    /// The next level.
    pub next: u64,
    replaced: u64,
    /// The levels so far, if duplicates are looked for.
    keys: BTreeSet<Key>,
}

/// A folder, as a run finds it.
pub enum Found {
    /// There is something to do.
    Open(Box<Folder>),
    /// It is done already.
    Done(Manifest),
}

impl Folder {
    /// Makes or takes up a folder for the order.
    pub fn open(path: &Path, order: &Order, recipe: &dyn Recipe) -> Result<Found, PackError> {
        let name = || path.display().to_string();
        fs::create_dir_all(path).map_err(|error| in_file(path, error))?;
        for entry in fs::read_dir(path).map_err(|error| in_file(path, error))? {
            let found = entry.map_err(|error| in_file(path, error))?.file_name();
            let found = found.to_string_lossy().into_owned();
            let ours = [MANIFEST, LEVELS, CERTIFICATES, UNFINISHED, PART, WORK];
            let part = found.strip_suffix(".part").unwrap_or(&found);
            if !ours.contains(&part) && !ours.contains(&found.as_str()) {
                return Err(PackError::Foreign { folder: name(), found });
            }
        }
        let other = |difference| PackError::Other { folder: name(), difference };
        let done = || match Manifest::read(path)? {
            None => Ok(None),
            Some(manifest) => match order.difference(&manifest.order) {
                Some(difference) => Err(other(difference)),
                None => {
                    remove(&path.join(UNFINISHED))?;
                    Ok(Some(Found::Done(manifest)))
                }
            },
        };
        if let Some(done) = done()? {
            return Ok(done);
        }
        let unfinished = path.join(UNFINISHED);
        let mut lock = open_for_both(&unfinished)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(PackError::Busy { folder: name() }),
            Err(TryLockError::Error(error)) => return Err(in_file(&unfinished, error)),
        }
        // The run that had the lock may have come to its end just now.
        if let Some(done) = done()? {
            return Ok(done);
        }
        // A run that was killed before it could say what it is about has written nothing else.
        if lock.metadata().is_ok_and(|metadata| metadata.len() > 0)
            && let Some(before) = manifest::read::<Order>(&unfinished)?
            && let Some(difference) = order.difference(&before)
        {
            return Err(other(difference));
        }
        let text = serde_json::to_string_pretty(order).expect("an order is JSON") + "\n";
        let written = lock.set_len(0).and_then(|()| lock.write_all(text.as_bytes()));
        written.and_then(|()| lock.sync_all()).map_err(|error| in_file(&unfinished, error))?;
        // All levels may have been there when the last run ended.
        let (part, whole) = (path.join(PART), path.join(LEVELS));
        if whole.exists() {
            fs::rename(&whole, &part).map_err(|error| in_file(&whole, error))?;
        }
        let file = open_for_both(&part)?;
        let mut folder = Self {
            path: path.to_path_buf(),
            order: order.clone(),
            lock,
            out: BufWriter::new(file),
            hash: Sha256::new(),
            next: order.range.0,
            replaced: 0,
            keys: BTreeSet::new(),
        };
        folder.take_up(&part, recipe)?;
        Ok(Found::Open(Box::new(folder)))
    }

    /// Goes through the lines of an earlier run and cuts off what is not whole.
    fn take_up(&mut self, part: &Path, recipe: &dyn Recipe) -> Result<(), PackError> {
        let failed = |error| in_file(part, error);
        let malformed =
            |problem: String| PackError::Malformed { file: part.display().to_string(), problem };
        let whole = self.whole_lines(part)?;
        let mut reader = BufReader::new(File::open(part).map_err(failed)?);
        let mut length = 0u64;
        let mut text = Vec::new();
        for _ in 0..whole {
            text.clear();
            reader.read_until(b'\n', &mut text).map_err(failed)?;
            let line: Line = serde_json::from_slice(&text)
                .map_err(|error| malformed(format!("level {}: {error}", self.next)))?;
            if line.index != self.next {
                return Err(malformed(format!("level {} where {} is due", line.index, self.next)));
            }
            let key = recipe.key(&line.puzzle, &line.solution);
            let key = key.ok_or_else(|| malformed(format!("level {} is damaged", line.index)))?;
            self.count(&line, key, &text);
            length += text.len() as u64;
        }
        let file = self.out.get_mut();
        file.set_len(length).and_then(|()| file.seek(SeekFrom::Start(length))).map_err(failed)?;
        Ok(())
    }

    /// How many lines of an earlier run count: those that end and, with certificates, are in an
    /// archive that was finished.
    fn whole_lines(&self, part: &Path) -> Result<u64, PackError> {
        let failed = |error| in_file(part, error);
        let mut reader = BufReader::new(File::open(part).map_err(failed)?);
        let mut lines = 0;
        let mut text = Vec::new();
        loop {
            text.clear();
            let mut bounded = io::Read::take(&mut reader, MAX_LINE as u64);
            bounded.read_until(b'\n', &mut text).map_err(failed)?;
            if text.last() != Some(&b'\n') {
                break;
            }
            lines += 1;
        }
        let (first, end) = self.order.range;
        let next = (first + lines).min(end);
        if !self.order.certified || next == end {
            return Ok(next - first);
        }
        Ok((next / archive::LEVELS * archive::LEVELS).saturating_sub(first))
    }

    /// Whether an earlier level is the same. Nothing is in a part, where that cannot be told.
    pub fn has(&self, key: Key) -> bool {
        self.keys.contains(&key)
    }

    fn count(&mut self, line: &Line, key: Key, text: &[u8]) {
        if self.order.is_whole() {
            self.keys.insert(key);
        }
        self.replaced += u64::from(line.attempt > 0);
        self.hash.update(text);
        self.next += 1;
    }

    /// Appends a level.
    pub fn append(&mut self, made: &Made) -> Result<(), PackError> {
        let mut text = serde_json::to_string(&made.line).expect("a line is JSON");
        text.push('\n');
        self.count(&made.line, made.key, text.as_bytes());
        let written = self.out.write_all(text.as_bytes());
        written.map_err(|error| in_file(&self.path.join(PART), error))
    }

    /// Hands all levels so far to the system, so that a run that is killed does not lose them.
    pub fn flush(&mut self) -> Result<(), PackError> {
        self.out.flush().map_err(|error| in_file(&self.path.join(PART), error))
    }

    /// Gives the files their names.
    pub fn finish(mut self) -> Result<Manifest, PackError> {
        self.flush()?;
        let (part, whole) = (self.path.join(PART), self.path.join(LEVELS));
        let named = self.out.get_ref().sync_all().and_then(|()| fs::rename(&part, &whole));
        named.map_err(|error| in_file(&part, error))?;
        let hash = self.hash.finalize();
        let manifest = Manifest {
            levels: self.next - self.order.range.0,
            replaced: self.replaced,
            sha256: hash.iter().map(|byte| format!("{byte:02x}")).collect(),
            order: self.order,
        };
        let text = serde_json::to_string_pretty(&manifest).expect("a manifest is JSON") + "\n";
        let (path, part) = (self.path.join(MANIFEST), self.path.join(format!("{MANIFEST}.part")));
        let written = File::create(&part).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&part, &path)
        });
        written.map_err(|error| in_file(&path, error))?;
        remove(&self.path.join(UNFINISHED))?;
        drop(self.lock);
        Ok(manifest)
    }

    /// Where certificates are written before they are stored.
    pub fn work(&self) -> PathBuf {
        self.path.join(WORK)
    }

    /// Where the pack is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Where certificates are written before they are stored.
const WORK: &str = "work";

fn open_for_both(path: &Path) -> Result<File, PackError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    options.open(path).map_err(|error| in_file(path, error))
}

fn remove(path: &Path) -> Result<(), PackError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(in_file(path, error)),
        _ => Ok(()),
    }
}
