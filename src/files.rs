//! Files that are complete or not there: written under another name first, through no link. How files
//! of others are read is in [`xwc_check::support::files`].
//!
//! Nothing is ever written through a symbolic link, so that a folder which somebody else has prepared
//! cannot lead out of itself, and nothing is replaced that the caller has not named.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use xwc_check::support::files::{FileError, in_file};

/// The ending of files that are not complete yet.
pub(crate) const PART: &str = ".part";

/// What a file is called as long as it is not complete.
pub(crate) fn part(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(PART);
    path.with_file_name(name)
}

/// Files that are half written now.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Removes every incomplete file, for a process that has to end at once.
pub fn remove_unfinished() {
    // A thread that holds the lock is about to end as well.
    if let Ok(unfinished) = UNFINISHED.try_lock() {
        unfinished.iter().for_each(|path| drop(fs::remove_file(path)));
    }
}

/// A file that gets its name when it is complete, and is removed if it is dropped before.
#[derive(Debug)]
pub(crate) struct NewFile {
    out: Option<BufWriter<File>>,
    part: PathBuf,
    path: PathBuf,
}

impl NewFile {
    /// Begins a file. What an earlier run has left under the other name is removed, unless it is not
    /// an ordinary file.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    pub(crate) fn begin(path: &Path) -> io::Result<Self> {
        let part = part(path);
        match fs::symlink_metadata(&part) {
            Ok(found) if found.is_file() => fs::remove_file(&part)?,
            Ok(_) => return Err(not_ordinary()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        is_replaceable(path)?;
        // A link that appears now makes this fail.
        let file = OpenOptions::new().write(true).create_new(true).open(&part)?;
        UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).insert(part.clone());
        Ok(Self { out: Some(BufWriter::new(file)), part, path: path.to_path_buf() })
    }

    /// Where it is as long as it is not complete.
    pub(crate) fn part(&self) -> &Path {
        &self.part
    }

    /// Gives the file its name, and if `durable`, not before it is on disk.
    ///
    /// # Errors
    ///
    /// If it cannot be completed; then it is gone.
    pub(crate) fn finish(mut self, durable: bool) -> io::Result<()> {
        let out = self.out.take().ok_or_else(not_ordinary)?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        if durable {
            file.sync_all()?;
        }
        fs::rename(&self.part, &self.path)?;
        self.forget();
        Ok(())
    }

    fn forget(&self) {
        UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.part);
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.as_mut().ok_or_else(not_ordinary)?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.as_mut().ok_or_else(not_ordinary)?.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        let known = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.part);
        if known {
            // The error cannot be reported; what is left is recognised by its name.
            let _ = fs::remove_file(&self.part);
        }
    }
}

/// Writes a whole file.
///
/// # Errors
///
/// If it cannot be written; then nothing has changed.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = NewFile::begin(path)?;
    file.write_all(bytes)?;
    file.finish(true)
}

/// Writes to what the user has named: a file is replaced in one go, through a link too, and whatever
/// else it is gets the bytes.
///
/// # Errors
///
/// If it cannot be written.
pub fn write_named(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let written = match fs::metadata(&target) {
        Ok(found) if !found.is_file() => {
            let opened = OpenOptions::new().write(true).open(&target);
            opened.and_then(|mut file| file.write_all(bytes))
        }
        _ => write(&target, bytes),
    };
    written.map_err(|error| in_file(path, error))
}

/// Opens a file for reading and writing, and makes it if it is not there; never through a link.
///
/// # Errors
///
/// If the operation fails, or something else has this name.
pub(crate) fn open_or_create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(libc::O_NOFOLLOW);
    }
    is_replaceable(path)?;
    options.open(path)
}

/// Makes a folder if it is not there; what is there must be a folder and no link to one.
///
/// # Errors
///
/// If the operation fails.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => Err(io::Error::other("it is a file or a link where a folder has to be")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => fs::create_dir(path),
        Err(error) => Err(error),
    }
}

/// Whether a path is free or an ordinary file.
fn is_replaceable(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_file() => Ok(()),
        Ok(_) => Err(not_ordinary()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

fn not_ordinary() -> io::Error {
    io::Error::other("it is a link, a folder or a device, and nothing is written through those")
}
