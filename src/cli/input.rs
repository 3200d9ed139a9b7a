//! Reading a puzzle from a file or from standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use thiserror::Error;

use crate::family::{self, AnyPuzzle, Family};

/// Larger inputs are refused before they fill the memory.
const MAX_BYTES: u64 = 16 << 20;

/// A puzzle file on the command line.
#[derive(Debug, clap::Args)]
pub(super) struct Input {
    /// The puzzle: a JSON file, or `-` for standard input
    #[arg(value_name = "PUZZLE")]
    path: PathBuf,
}

impl Input {
    /// Reads the puzzle; errors begin with the file's name.
    pub(super) fn read(&self) -> anyhow::Result<(&'static Family, Box<dyn AnyPuzzle>)> {
        let name = match self.path == Path::new("-") {
            true => "standard input".to_string(),
            false => self.path.display().to_string(),
        };
        let text = self.text().with_context(|| name.clone())?;
        family::read(&text).with_context(|| name)
    }

    fn text(&self) -> Result<String, ReadError> {
        let bytes = if self.path == Path::new("-") {
            read_some(io::stdin().lock())?
        } else {
            read_some(File::open(&self.path)?)?
        };
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
            ReadError::NotUtf8 { line, byte: valid.len() + 1 }
        })?;
        // Some editors begin a file with a byte order mark.
        Ok(text.strip_prefix('\u{feff}').map(str::to_string).unwrap_or(text))
    }
}

fn read_some(source: impl Read) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    source.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES { Err(ReadError::TooLarge) } else { Ok(bytes) }
}

/// Why an input cannot be read.
#[derive(Debug, Error)]
pub(super) enum ReadError {
    #[error("cannot read it: {0}")]
    Io(#[from] io::Error),
    #[error("it is larger than {} MiB, which no puzzle is", MAX_BYTES >> 20)]
    TooLarge,
    #[error("it is not UTF-8 text: line {line}, byte {byte} of the file")]
    NotUtf8 { line: usize, byte: usize },
}
