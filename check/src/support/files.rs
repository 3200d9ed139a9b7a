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

/// Whether two paths lead to the same file or folder, which is there.
fn is_same(one: &Path, two: &Path) -> bool {
    let found = |path: &Path| path.canonicalize().ok();
    found(one).is_some_and(|one| found(two) == Some(one))
}

/// Whether writing to a path would change the puzzle or the folder of a certificate.
pub fn would_change(path: &Path, puzzle: &Path, folder: &Path) -> bool {
    let above = path.parent().filter(|above| !above.as_os_str().is_empty());
    let within = |path: &Path| is_same(path.parent().unwrap_or(Path::new(".")), folder);
    is_same(path, puzzle)
        || is_same(above.unwrap_or(Path::new(".")), folder)
        || path.canonicalize().is_ok_and(|target| within(&target))
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
