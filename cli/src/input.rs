//! Reading a puzzle from a file or from standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::exit::{Context, Failure};
use xwc::families::AnyPuzzle;
use xwc::read_dictionary;
use xwc_check::puzzle::ReadOptions;
use xwc_check::support::fault::{Blame, Fault};
use xwc_check::support::text::visible;

/// Larger inputs are refused before they fill the memory.
const MAX_BYTES: u64 = 4 << 20;

/// A puzzle file on the command line.
#[derive(Debug, clap::Args)]
pub(crate) struct Input {
    /// The puzzle: a JSON file, or `-` for standard input
    #[arg(value_name = "PUZZLE")]
    path: PathBuf,

    #[command(flatten)]
    words: DictionaryOptions,
}

impl Input {
    /// A file that another argument named.
    pub(crate) fn file(path: PathBuf) -> Self {
        Self { path, words: DictionaryOptions { dictionary: None } }
    }

    /// Reads the puzzle; errors begin with the file's name.
    pub(crate) fn read(&self) -> Result<Box<dyn AnyPuzzle>, Failure> {
        let options = self.words.read_options()?;
        let text = self.text().context(|| self.name())?;
        let puzzle = xwc::read(&text, &options).context(|| self.name())?;
        for warning in puzzle.warnings() {
            tracing::warn!("{}: {}", visible(&self.name()), visible(warning));
        }
        Ok(puzzle)
    }

    /// The name in messages.
    pub(crate) fn name(&self) -> String {
        match self.path == Path::new("-") {
            true => "standard input".to_string(),
            false => self.path.display().to_string(),
        }
    }

    /// The name for people who play it: that of the file, without folders and ending.
    pub(crate) fn title(&self) -> String {
        match self.path.file_stem() {
            Some(stem) if self.path != Path::new("-") => stem.to_string_lossy().into_owned(),
            _ => "Puzzle".to_string(),
        }
    }

    /// The name in tables: without the folder.
    pub(crate) fn short_name(&self) -> String {
        match self.path.file_name() {
            Some(name) if self.path != Path::new("-") => name.to_string_lossy().into_owned(),
            _ => self.name(),
        }
    }

    /// The text, whatever it says.
    pub(crate) fn text(&self) -> Result<String, ReadError> {
        let bytes = if self.path == Path::new("-") {
            read_some(io::stdin().lock())?
        } else {
            read_some(File::open(&self.path)?)?
        };
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
            // What other encodings begin with.
            let utf_16 = matches!(error.as_bytes(), [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
            let hint = if utf_16 { "; it looks like UTF-16" } else { "" };
            ReadError::NotUtf8 { line, byte: valid.len() + 1, hint }
        })?;
        // Some editors begin a file with a byte order mark.
        Ok(text.strip_prefix('\u{feff}').map(str::to_string).unwrap_or(text))
    }
}

/// The dictionary of word puzzles.
#[derive(Debug, clap::Args)]
pub(crate) struct DictionaryOptions {
    /// crucigram: a word list with one word per line, plain or compressed by gzip [default: an embedded list]
    #[arg(long, value_name = "FILE")]
    pub(crate) dictionary: Option<PathBuf>,
}

impl DictionaryOptions {
    /// How puzzles are read: with the words of the file, if one was named.
    pub(crate) fn read_options(&self) -> Result<ReadOptions, Failure> {
        let Some(path) = &self.dictionary else { return Ok(ReadOptions::default()) };
        let dictionary = read_dictionary(path)?;
        let skipped = dictionary.skipped();
        if skipped > 0 {
            let name = path.display().to_string();
            let name = visible(&name);
            tracing::warn!(
                "{name}: skipped {skipped} lines that are not words of the letters A to Z"
            );
        }
        Ok(ReadOptions { dictionary })
    }
}

fn read_some(source: impl Read) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    source.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES { Err(ReadError::TooLarge) } else { Ok(bytes) }
}

impl Blame for ReadError {
    fn fault(&self) -> Fault {
        Fault::Input
    }
}

/// Why an input cannot be read.
#[derive(Debug, Error)]
pub(crate) enum ReadError {
    #[error("cannot read it")]
    Io(#[from] io::Error),
    #[error("the file is larger than {} MiB, the limit for puzzle files", MAX_BYTES >> 20)]
    TooLarge,
    #[error("it is not UTF-8 text: line {line}, byte {byte} of the file{hint}")]
    NotUtf8 { line: usize, byte: usize, hint: &'static str },
}
