//! Reading a word list from a file: one word per line, any case, compressed by gzip or not.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use thiserror::Error;

use super::Dictionary;

use crate::fault::{Blame, Fault};
use crate::files::{FileError, in_file};

/// A longer list, after decompression, is refused before it fills the memory.
const MAX_BYTES: u64 = 64 << 20;

/// How a file that gzip has written begins.
const GZIP: [u8; 2] = [0x1f, 0x8b];

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

pub(super) fn read(path: &Path) -> Result<Dictionary, DictionaryError> {
    let file = path.display().to_string();
    let text = match bytes(path) {
        Ok(text) => text,
        Err(error) => return Err(in_file(path, error).into()),
    };
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

/// What is in the file, decompressed, up to a byte beyond the limit.
fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = BufReader::new(File::open(path)?);
    let mut start = Vec::new();
    file.by_ref().take(GZIP.len() as u64).read_to_end(&mut start)?;
    let compressed = start == GZIP;
    let whole = io::Cursor::new(start).chain(file);
    let mut bytes = Vec::new();
    match compressed {
        true => MultiGzDecoder::new(whole).take(MAX_BYTES + 1).read_to_end(&mut bytes)?,
        false => whole.take(MAX_BYTES + 1).read_to_end(&mut bytes)?,
    };
    Ok(bytes)
}
