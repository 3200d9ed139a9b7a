//! Files of others, which are read only if they are ordinary ones.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use thiserror::Error;

use crate::support::fault::{Blame, Fault};

/// A file or folder that cannot be read or written.
#[derive(Debug, Error)]
#[error("{path}: {error}")]
pub struct FileError {
    /// The file or folder.
    pub path: String,
    /// What happened.
    pub error: io::Error,
}

impl Blame for FileError {
    fn fault(&self) -> Fault {
        Fault::Input
    }
}

/// What happened, with the file or folder that it happened to.
pub fn in_file(path: impl AsRef<Path>, error: io::Error) -> FileError {
    FileError { path: path.as_ref().display().to_string(), error }
}

/// Opens an untrusted file for reading: an ordinary one, since a pipe or a device may never
/// come to an end.
///
/// # Errors
///
/// If it cannot be opened, or is not an ordinary file.
pub fn open(path: &Path) -> io::Result<File> {
    match fs::metadata(path)?.is_file() {
        true => File::open(path),
        false => Err(io::Error::other("it is not an ordinary file")),
    }
}

/// The text of an untrusted file, up to a limit.
///
/// # Errors
///
/// If it cannot be read, or is not text.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let mut text = String::new();
    open(path)?.take(most).read_to_string(&mut text)?;
    Ok(text)
}
