//! The atlas as JSON lines: every calcrostic in its order, one sum after the other.
//!
//! While a file is being written it is a journal called `….part`. What a run that was killed left
//! there is the beginning of every longer atlas, so the next run counts it, drops the last sum, which
//! may not be complete, and goes on.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::squares::{LEAST_SUM, MAX_SUM, standard};
use super::{AtlasSummary, is_unique};
use crate::files;
use crate::journal::{Journal, JournalError, LineReader};
use crate::parallel;
use xwc_check::families::calcrostic::square::Square;
use xwc_check::support::fault::{Blame, Fault};

/// The greatest length of a line.
const MAX_LINE: u64 = 1 << 16;

/// One calcrostic.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ListEntry {
    /// The sum of the upper left corner, its neighbours and the middle.
    s: u64,
    numbers: [[u64; 3]; 3],
    /// The puzzle.
    grid: Vec<Vec<String>>,
    /// Whether the puzzle has only one solution.
    unique: bool,
}

/// Why there is no atlas.
#[derive(Debug, Error)]
pub enum AtlasError {
    /// The sum is out of range.
    #[error("a sum is from {LEAST_SUM} to {MAX_SUM}, not {0}")]
    Sum(u64),
    /// There is such a file already.
    #[error("{0} is there already; remove it, or choose another name")]
    Exists(String),
    /// The file cannot be read or written, another run is writing it, or it is not an atlas.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The lines cannot be written.
    #[error(transparent)]
    Out(#[from] io::Error),
}

impl Blame for AtlasError {
    fn fault(&self) -> Fault {
        match self {
            Self::Sum(_) => Fault::Usage,
            Self::Exists(_) => Fault::Input,
            Self::Journal(error) => error.fault(),
            Self::Out(error) => error.fault(),
        }
    }
}

/// How an atlas is made.
pub struct AtlasOptions<'a> {
    /// The largest sum.
    pub max_sum: u64,
    /// Called after each completed sum.
    pub done: &'a mut dyn FnMut(u64),
}

/// Where the lines go.
enum Out<'a> {
    Nowhere,
    Stream(&'a mut dyn Write),
    Journal(&'a mut Journal),
}

impl Out<'_> {
    fn append(&mut self, square: &Square<u64>, unique: bool) -> Result<(), AtlasError> {
        if let Self::Nowhere = self {
            return Ok(());
        }
        let (numbers, grid) = (square.numbers, square.encoded().texts());
        let entry = ListEntry { s: square.sum(), numbers, grid, unique };
        let line = serde_json::to_string(&entry).map_err(io::Error::from)?;
        match self {
            Self::Nowhere => Ok(()),
            Self::Stream(out) => Ok(writeln!(out, "{line}")?),
            Self::Journal(journal) => Ok(journal.append(&line)?),
        }
    }

    fn flush(&mut self) -> Result<(), AtlasError> {
        match self {
            Self::Nowhere => Ok(()),
            Self::Stream(out) => Ok(out.flush()?),
            Self::Journal(journal) => Ok(journal.flush()?),
        }
    }
}

/// Writes the atlas up to a sum, or only counts it if there is nowhere to write it to.
///
/// # Errors
///
/// If the sum is out of range or the lines cannot be written.
pub fn write(
    options: AtlasOptions<'_>,
    out: Option<&mut dyn Write>,
) -> Result<AtlasSummary, AtlasError> {
    check(options.max_sum)?;
    let out = out.map_or(Out::Nowhere, Out::Stream);
    write_sums(AtlasSummary::new(options.max_sum), LEAST_SUM, options, out)
}

/// Writes the atlas up to a sum to a file, or resumes what an earlier run has left of it.
///
/// # Errors
///
/// If the sum is out of range, the file is there already, or cannot be written.
pub fn write_file(options: AtlasOptions<'_>, path: &Path) -> Result<AtlasSummary, AtlasError> {
    check(options.max_sum)?;
    let is_there = || fs::symlink_metadata(path).is_ok();
    let exists = || AtlasError::Exists(path.display().to_string());
    if is_there() {
        return Err(exists());
    }
    let part = files::part(path);
    let mut earlier = Journal::open(&part, MAX_LINE)?;
    let (summary, next, end) = count_earlier(options.max_sum, &mut earlier.lines)?;
    let mut journal = earlier.resume(end)?;
    // Another run may have finished the file between the two looks at it.
    if is_there() {
        if end == 0 {
            // It is empty; if it stays, the next run resumes it.
            let _ = fs::remove_file(&part);
        }
        return Err(exists());
    }
    let summary = write_sums(summary, next, options, Out::Journal(&mut journal))?;
    journal.finish(path)?;
    Ok(summary)
}

fn check(max_sum: u64) -> Result<(), AtlasError> {
    match (LEAST_SUM..=MAX_SUM).contains(&max_sum) {
        true => Ok(()),
        false => Err(AtlasError::Sum(max_sum)),
    }
}

/// Writes all sums from `first` on.
fn write_sums(
    mut summary: AtlasSummary,
    first: u64,
    options: AtlasOptions<'_>,
    mut out: Out<'_>,
) -> Result<AtlasSummary, AtlasError> {
    for sum in first..=summary.max_sum {
        let middles: Vec<u64> = (1..=sum - 3).collect();
        let found = parallel::map(&middles, |&middle| {
            let decided = |square: Square<u64>| (is_unique(&square), square);
            standard(sum, middle).into_iter().map(decided).collect::<Vec<_>>()
        });
        for (unique, square) in found.into_iter().flatten() {
            summary.add(&square, unique);
            out.append(&square, unique)?;
        }
        out.flush()?;
        (options.done)(sum);
    }
    Ok(summary)
}

/// Counts what an earlier run has left: the counts, the next sum, and where the journal goes on.
fn count_earlier(
    max_sum: u64,
    lines: &mut LineReader,
) -> Result<(AtlasSummary, u64, u64), AtlasError> {
    let (mut before, mut summary) = (AtlasSummary::new(max_sum), AtlasSummary::new(max_sum));
    let (mut sum, mut start, mut end) = (LEAST_SUM, 0, 0);
    while lines.read()? {
        let entry: ListEntry = lines.value()?;
        let square = square(&entry).ok_or_else(|| lines.malformed("it is not a calcrostic"))?;
        if entry.s > max_sum {
            break;
        }
        if entry.s < sum {
            return Err(lines.malformed(format!("sum {} after {sum}", entry.s)).into());
        }
        if entry.s > sum {
            (sum, before, start) = (entry.s, summary.clone(), end);
        }
        summary.add(&square, entry.unique);
        end = lines.end();
    }
    // The last sum may have lost some of its lines.
    Ok((before, sum, start))
}

/// The square of an entry, if its lines are true.
fn square(entry: &ListEntry) -> Option<Square<u64>> {
    let words = Square::of_texts(&entry.grid)?;
    let Square { rows, columns, diagonals, .. } = words;
    let square = Square { numbers: entry.numbers, rows, columns, diagonals };
    let fits = square.sum() == entry.s && square.encoded().texts() == entry.grid;
    fits.then_some(square)
}
