//! The lines of a pack, read strictly: each has to be the canonical text of its level.

use std::path::Path;

use super::made::LevelRecord;
use super::{LEVELS, PackError};
use crate::journal::LineReader;
use xwc_check::puzzle::json;

/// The greatest length of a line.
pub(super) const MAX_LINE: u64 = 1 << 24;

/// The lines of a file of levels, in order.
pub(super) struct LevelLines {
    reader: LineReader,
    /// The index that the next line must have.
    pub next: u64,
}

impl LevelLines {
    /// The levels of a finished pack, from the first index on.
    pub(super) fn open(folder: &Path, first: u64) -> Result<Self, PackError> {
        let reader = LineReader::open(&folder.join(LEVELS), MAX_LINE)?;
        Ok(Self { reader, next: first })
    }

    /// The next level; `None` at the end of the file.
    pub(super) fn read(&mut self) -> Result<Option<LevelRecord>, PackError> {
        if self.reader.read()? {
            let line = parse(&self.reader, self.next)?;
            self.next += 1;
            return Ok(Some(line));
        }
        match self.reader.is_cut() {
            true => Err(self.reader.malformed("the line has no end").into()),
            false => Ok(None),
        }
    }
}

/// The level of the line that was read last, which must have this index.
pub(super) fn parse(reader: &LineReader, index: u64) -> Result<LevelRecord, PackError> {
    let malformed =
        |problem: String| PackError::from(reader.malformed(format!("level {index}: {problem}")));
    let text = reader.text();
    let line: LevelRecord = json::read(text).map_err(|error| malformed(error.to_string()))?;
    if line.text() != text {
        let problem = "it is not in the one form in which levels are written";
        return Err(malformed(problem.to_string()));
    }
    match line.index == index {
        true => Ok(line),
        false => Err(malformed(format!("found level {}", line.index))),
    }
}
