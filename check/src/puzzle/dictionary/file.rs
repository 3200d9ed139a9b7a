//! Reading a word list from a file: one word per line, any case.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use thiserror::Error;

use super::Dictionary;
use crate::support::fault::{Blame, Fault};
use crate::support::files::{FileError, in_file};

/// A longer list, after decompression, is refused before it fills the memory.
const MAX_BYTES: u64 = 64 << 20;

/// How a file that gzip has written begins.
pub const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Why there is no dictionary.
#[derive(Debug, Error)]
pub enum DictionaryError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is too long.
    #[error("{file}: it has more than {} MiB of words", MAX_BYTES >> 20)]
    TooLong {
        /// Its path.
        file: String,
    },
    /// The file is compressed.
    #[error("{file}: it is compressed by gzip; decompress it first")]
    Compressed {
        /// Its path.
        file: String,
    },
    /// The file has no words.
    #[error(
        "{file}: it has no words; a dictionary has one word per line, of two or more letters from A \
         to Z in any case"
    )]
    NoWords {
        /// Its path.
        file: String,
    },
}

impl Blame for DictionaryError {
    fn fault(&self) -> Fault {
        Fault::Input
    }
}

/// The words of a file that is not compressed.
pub(super) fn read(path: &Path) -> Result<Dictionary, DictionaryError> {
    let file = File::open(path).map_err(|error| in_file(path, error))?;
    read_from(path, file)
}

/// The words of a reader; errors name the file that it reads.
pub(super) fn read_from(path: &Path, reader: impl Read) -> Result<Dictionary, DictionaryError> {
    let file = path.display().to_string();
    let mut text = Vec::new();
    let read = reader.take(MAX_BYTES + 1).read_to_end(&mut text);
    read.map_err(|error| in_file(path, error))?;
    if text.starts_with(&GZIP) {
        return Err(DictionaryError::Compressed { file });
    }
    if text.len() as u64 > MAX_BYTES {
        return Err(DictionaryError::TooLong { file });
    }
    // Some editors begin a file with a byte order mark.
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&text);
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let dictionary = Dictionary::of(lines);
    match dictionary.is_empty() {
        true => Err(DictionaryError::NoWords { file }),
        false => Ok(dictionary),
    }
}
