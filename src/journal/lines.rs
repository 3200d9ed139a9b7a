//! Lines of bounded length, read one after the other; errors say which line it was.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::mem;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::JournalError;
use xwc_check::support::files::in_file;

/// The complete lines of a file of JSON lines.
#[derive(Debug)]
pub(crate) struct LineReader {
    path: PathBuf,
    reader: BufReader<File>,
    longest: u64,
    /// The line that was read last, without its end.
    text: String,
    /// The number of that line, counted from 1.
    number: u64,
    end: u64,
    is_cut: bool,
}

impl LineReader {
    /// The lines of a file that is only read. None of them, with its end, may have more than
    /// `longest` bytes.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened, or is not an ordinary file.
    pub(crate) fn open(path: &Path, longest: u64) -> Result<Self, JournalError> {
        let file = xwc_check::support::files::open(path).map_err(|error| in_file(path, error))?;
        Ok(Self::new(path, file, longest))
    }

    pub(super) fn new(path: &Path, file: File, longest: u64) -> Self {
        let (path, reader) = (path.to_path_buf(), BufReader::new(file));
        Self { path, reader, longest, text: String::new(), number: 0, end: 0, is_cut: false }
    }

    /// Reads the next complete line; `false` if there is none.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or the line is too long or not UTF-8.
    pub(crate) fn read(&mut self) -> Result<bool, JournalError> {
        let mut bytes = mem::take(&mut self.text).into_bytes();
        bytes.clear();
        let read = (&mut self.reader).take(self.longest).read_until(b'\n', &mut bytes);
        let length = read.map_err(|error| in_file(&self.path, error))? as u64;
        if length == 0 {
            return Ok(false);
        }
        self.number += 1;
        if bytes.pop_if(|byte| *byte == b'\n').is_none() {
            if length == self.longest {
                return Err(self.malformed(format!("it has more than {length} bytes")));
            }
            // What was cut by a run of ours began as one of its lines.
            if self.number == 1 && bytes[0] != b'{' {
                return Err(self.malformed("it is not JSON"));
            }
            self.is_cut = true;
            return Ok(false);
        }
        self.text = String::from_utf8(bytes).map_err(|_| self.malformed("it is not UTF-8"))?;
        self.end += length;
        Ok(true)
    }

    /// The line that was read last, without its end.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The value of the line that was read last.
    ///
    /// # Errors
    ///
    /// If the line is not the JSON of such a value.
    pub(crate) fn value<T: DeserializeOwned>(&self) -> Result<T, JournalError> {
        serde_json::from_str(&self.text).map_err(|error| {
            let (text, column) = (error.to_string(), error.column());
            // The line is known better here.
            let place = format!(" at line {} column {column}", error.line());
            let problem = text.strip_suffix(&place).unwrap_or(&text);
            self.malformed(format!("column {column}: {problem}"))
        })
    }

    /// Where the last complete line ends, in bytes from the beginning of the file.
    pub(crate) fn end(&self) -> u64 {
        self.end
    }

    /// Whether the file has an incomplete line after its complete ones; known once all are read.
    pub(crate) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The error that something is wrong with the line that was read last.
    pub(crate) fn malformed(&self, problem: impl Into<String>) -> JournalError {
        let (file, line) = (self.path.display().to_string(), self.number);
        JournalError::Line { file, line, problem: problem.into() }
    }

    pub(super) fn into_file(self) -> (PathBuf, File) {
        (self.path, self.reader.into_inner())
    }
}
