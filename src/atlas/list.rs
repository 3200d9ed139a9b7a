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
use super::zero::{MAX, MAX_SOLUTIONS, SIDES};
use super::{AtlasSummary, is_unique};
use crate::files;
use crate::journal::{Journal, JournalError, LineReader};
use crate::parallel;
use crate::solve::SolveError;
use xwc_check::families::calcrostic::square::Square;
use xwc_check::support::fault::{Blame, Fault};
use xwc_check::support::files::FileError;

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
    /// The size of a block of numbers is out of range.
    #[error("sides go from {low} to {high}, not {0}x{1}", low = SIDES.start(), high = SIDES.end())]
    Size(usize, usize),
    /// The bound on the numbers of a block is out of range.
    #[error("the largest number is from 1 to {MAX}, not {0}")]
    Largest(i64),
    /// There are too many blocks of numbers to list.
    #[error("there are more than {MAX_SOLUTIONS} solutions; ask for smaller numbers")]
    TooMany,
    /// Only three by three numbers can be decided without a bound.
    #[error("only three by three numbers can be decided without a bound")]
    Unbounded,
    /// A solver fails, or this build lacks it.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// There is such a file already.
    #[error("{0} is there already; remove it, or choose another name")]
    Exists(String),
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Another run is writing the file, or it is not an atlas.
    #[error("{file}: {problem}")]
    Malformed {
        /// The file, and the line if that is known.
        file: String,
        /// What is wrong.
        problem: String,
    },
    /// The lines cannot be written.
    #[error(transparent)]
    Out(#[from] io::Error),
}

impl From<JournalError> for AtlasError {
    fn from(error: JournalError) -> Self {
        match error.file_or_problem() {
            Ok(error) => Self::File(error),
            Err((file, problem)) => Self::Malformed { file, problem },
        }
    }
}

impl Blame for AtlasError {
    fn fault(&self) -> Fault {
        match self {
            Self::Sum(_) | Self::Size(..) | Self::Largest(_) | Self::TooMany | Self::Unbounded => {
                Fault::Usage
            }
            Self::Solve(error) => error.fault(),
            Self::Exists(_) | Self::Malformed { .. } => Fault::Input,
            Self::File(error) => error.fault(),
            Self::Out(error) => error.fault(),
        }
    }
}

/// How an atlas is made.
pub struct AtlasOptions<'a> {
    /// The largest sum.
    pub max_sum: u64,
    /// The file for the list; a run that was stopped is resumed.
    pub file: Option<&'a Path>,
    /// Where the list goes if there is no file; without either it is only counted.
    pub out: Option<&'a mut dyn Write>,
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

/// Lists every calcrostic up to a sum, in order, or only counts them if there is nowhere to write the
/// list to.
///
/// # Errors
///
/// If the sum is out of range, the file is there already, or the list cannot be written.
pub fn list(mut options: AtlasOptions<'_>) -> Result<AtlasSummary, AtlasError> {
    if !(LEAST_SUM..=MAX_SUM).contains(&options.max_sum) {
        return Err(AtlasError::Sum(options.max_sum));
    }
    if let Some(path) = options.file {
        return list_to_file(options, path);
    }
    let out = options.out.take().map_or(Out::Nowhere, Out::Stream);
    write_sums(AtlasSummary::new(options.max_sum), LEAST_SUM, options, out)
}

/// Writes the list to a file, or resumes what an earlier run has left of it.
fn list_to_file(options: AtlasOptions<'_>, path: &Path) -> Result<AtlasSummary, AtlasError> {
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

/// Writes all sums from `first` on.
fn write_sums(
    mut summary: AtlasSummary,
    first: u64,
    options: AtlasOptions<'_>,
    mut out: Out<'_>,
) -> Result<AtlasSummary, AtlasError> {
    for sum in first..=options.max_sum {
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
