//! Journals: files of JSON lines that one run at a time writes, and a later run goes on with.
//!
//! A journal is locked as long as its run lives. A run that was killed leaves complete lines and
//! perhaps the beginning of one more. The next run reads the complete ones, says after which of them
//! it goes on, and what follows is cut off. Nothing is changed before that, so that a file which
//! turns out to be something else stays as it is.

mod lines;
#[cfg(test)]
mod tests;

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

pub(crate) use lines::LineReader;

use crate::files;
use xwc_check::support::files::{FileError, in_file};

/// Why a journal cannot be read or written.
#[derive(Debug)]
pub(crate) enum JournalError {
    /// A file cannot be opened, read or written.
    File(FileError),
    /// Another run has locked it.
    Busy {
        /// The file.
        file: String,
    },
    /// A line is not one of ours.
    Line {
        /// The file.
        file: String,
        /// Counted from 1.
        line: u64,
        /// What is wrong.
        problem: String,
    },
}

impl From<FileError> for JournalError {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

impl JournalError {
    /// What failed: a file, or else what is wrong, after the place where it is.
    pub(crate) fn file_or_problem(self) -> Result<FileError, (String, String)> {
        match self {
            Self::File(error) => Ok(error),
            Self::Busy { file } => Err((file, "another run is at work on it".to_string())),
            Self::Line { file, line, problem } => Err((format!("{file}, line {line}"), problem)),
        }
    }
}

/// Opens or creates a file that no other run has locked, and locks it until it is closed. A link is
/// refused.
///
/// # Errors
///
/// If it cannot be opened, or another run has locked it.
pub(crate) fn lock(path: &Path) -> Result<File, JournalError> {
    let failed = |error| in_file(path, error);
    let busy = || JournalError::Busy { file: path.display().to_string() };
    let file = files::open_or_create(path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(busy()),
        Err(TryLockError::Error(error)) => return Err(failed(error).into()),
    }
    // The run that had the lock may have finished, and the file may have got its final name.
    match is_at(&file, path).map_err(failed)? {
        true => Ok(file),
        false => Err(busy()),
    }
}

/// Whether an open file is still the one at the path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let open = file.metadata()?;
    match fs::symlink_metadata(path) {
        Ok(found) => Ok((found.dev(), found.ino()) == (open.dev(), open.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether an open file is still the one at the path: others cannot rename it while it is open.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

/// What an earlier run has left in a journal, locked and not changed yet.
#[derive(Debug)]
pub(crate) struct Earlier {
    /// Its lines.
    pub lines: LineReader,
}

impl Earlier {
    /// Goes on after the line that ends at `end`, as [`LineReader::end`] says it, or at the beginning
    /// if that is 0. What follows is cut off.
    ///
    /// # Errors
    ///
    /// If the file cannot be cut.
    pub(crate) fn resume(self, end: u64) -> Result<Journal, JournalError> {
        let (path, mut file) = self.lines.into_file();
        let cut = file.set_len(end).and_then(|()| file.seek(SeekFrom::Start(end)));
        cut.map_err(|error| in_file(&path, error))?;
        Ok(Journal { path, out: BufWriter::new(file) })
    }
}

/// A file of JSON lines to which this run appends, and no other.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    out: BufWriter<File>,
}

impl Journal {
    /// Opens or creates a journal and locks it until it is dropped. No line of ours, with its end,
    /// has more than `longest` bytes.
    ///
    /// # Errors
    ///
    /// If it cannot be opened, is a link, or another run has locked it.
    pub(crate) fn open(path: &Path, longest: u64) -> Result<Earlier, JournalError> {
        let file = lock(path)?;
        Ok(Earlier { lines: LineReader::new(path, file, longest) })
    }

    /// Appends a line, which is given without its end.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn append(&mut self, line: &str) -> Result<(), JournalError> {
        let written = self.out.write_all(line.as_bytes()).and_then(|()| self.out.write_all(b"\n"));
        self.checked(written)
    }

    /// Hands all lines to the system, so that they are not lost if this run is killed.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub(crate) fn flush(&mut self) -> Result<(), JournalError> {
        let flushed = self.out.flush();
        self.checked(flushed)
    }

    /// Waits until all lines are on disk.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub(crate) fn sync(&mut self) -> Result<(), JournalError> {
        let synced = self.out.flush().and_then(|()| self.out.get_ref().sync_all());
        self.checked(synced)
    }

    /// Gives the complete journal its final name, once it is on disk.
    ///
    /// # Errors
    ///
    /// If it cannot be written or renamed.
    pub(crate) fn finish(mut self, name: &Path) -> Result<(), JournalError> {
        self.sync()?;
        let renamed = fs::rename(&self.path, name);
        self.checked(renamed)
    }

    fn checked(&self, done: io::Result<()>) -> Result<(), JournalError> {
        Ok(done.map_err(|error| in_file(&self.path, error))?)
    }
}
