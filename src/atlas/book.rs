//! The atlas as JSON Lines: every calcrostic in its order, one sum after the other.
//!
//! While a file is being written it is called `….part` and locked. What a run that was killed left
//! there is the beginning of every longer atlas, so the next run counts it, cuts off the sum that
//! may not be complete, and goes on.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rayon::ThreadPool;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::squares::{LEAST_SUM, MAX_SUM, standard};
use super::{Summary, is_unique};
use crate::puzzle::calcrostic::square::Square;

/// One calcrostic.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
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
pub enum BookError {
    /// The sum is out of range.
    #[error("--max-sum {0}: it goes from {LEAST_SUM} to {MAX_SUM}")]
    Sum(u64),
    /// There is such a file already.
    #[error("{0} is there already; remove it, or choose another name")]
    Exists(String),
    /// Another run is writing it.
    #[error("{0} is being written by another run")]
    Busy(String),
    /// What an earlier run left is not an atlas.
    #[error("{file}, line {line}: {problem}")]
    Malformed {
        /// The file.
        file: String,
        /// Counted from 1.
        line: u64,
        /// What is wrong.
        problem: String,
    },
    /// A file cannot be read or written.
    #[error("{file}: {error}")]
    File {
        /// The file.
        file: String,
        /// The reason.
        error: io::Error,
    },
    /// The lines cannot be written.
    #[error(transparent)]
    Out(#[from] io::Error),
}

/// How an atlas is made.
pub struct Making<'a> {
    /// The largest sum.
    pub max_sum: u64,
    /// Who makes it.
    pub threads: &'a ThreadPool,
    /// Hears of every sum that is complete.
    pub done: &'a mut dyn FnMut(u64),
}

/// Writes the atlas up to a sum.
///
/// # Errors
///
/// If the sum is out of range or the lines cannot be written.
pub fn write(making: Making<'_>, out: Option<&mut dyn Write>) -> Result<Summary, BookError> {
    check(making.max_sum)?;
    go_on(Summary::new(making.max_sum), LEAST_SUM, making, out)
}

/// Writes the atlas up to a sum to a file, or goes on where an earlier run stopped.
///
/// # Errors
///
/// If the sum is out of range, the file is there already, or cannot be written.
pub fn write_file(making: Making<'_>, path: &Path) -> Result<Summary, BookError> {
    let max_sum = making.max_sum;
    check(max_sum)?;
    let part = PathBuf::from(format!("{}.part", path.display()));
    let failed = |error| BookError::File { file: part.display().to_string(), error };
    if path.exists() {
        return Err(BookError::Exists(path.display().to_string()));
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let mut file = options.open(&part).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(BookError::Busy(part.display().to_string())),
        Err(TryLockError::Error(error)) => return Err(failed(error)),
    }
    let (summary, next, length) = take_up(max_sum, &part, &file)?;
    file.set_len(length).and_then(|()| file.seek(SeekFrom::Start(length))).map_err(failed)?;
    let mut out = BufWriter::new(file);
    let summary = match go_on(summary, next, making, Some(&mut out)) {
        Err(BookError::Out(error)) => return Err(failed(error)),
        summary => summary?,
    };
    let named = out.flush().and_then(|()| out.get_ref().sync_all());
    named.and_then(|()| fs::rename(&part, path)).map_err(failed)?;
    Ok(summary)
}

fn check(max_sum: u64) -> Result<(), BookError> {
    match (LEAST_SUM..=MAX_SUM).contains(&max_sum) {
        true => Ok(()),
        false => Err(BookError::Sum(max_sum)),
    }
}

/// All sums from `first` on.
fn go_on(
    mut summary: Summary,
    first: u64,
    making: Making<'_>,
    mut out: Option<&mut dyn Write>,
) -> Result<Summary, BookError> {
    for sum in first..=summary.max_sum {
        let of_middle = |middle: u64| {
            let decided = |square: Square<u64>| (is_unique(&square), square);
            standard(sum, middle).into_iter().map(decided).collect::<Vec<_>>()
        };
        let middles = (1..=sum - 3).into_par_iter();
        let found: Vec<Vec<_>> = making.threads.install(|| middles.map(of_middle).collect());
        for (unique, square) in found.into_iter().flatten() {
            summary.add(&square, unique);
            if let Some(out) = &mut out {
                let (numbers, grid) = (square.numbers, square.encoded().texts());
                let entry = Entry { s: sum, numbers, grid, unique };
                serde_json::to_writer(&mut *out, &entry).map_err(io::Error::from)?;
                out.write_all(b"\n")?;
            }
        }
        if let Some(out) = &mut out {
            out.flush()?;
        }
        (making.done)(sum);
    }
    Ok(summary)
}

/// Counts what an earlier run left: the counts, the next sum, and where the file goes on.
fn take_up(max_sum: u64, part: &Path, file: &File) -> Result<(Summary, u64, u64), BookError> {
    let name = part.display().to_string();
    let failed = |error| BookError::File { file: name.clone(), error };
    let mut reader = BufReader::new(file);
    let (mut before, mut summary) = (Summary::new(max_sum), Summary::new(max_sum));
    let (mut sum, mut start, mut length) = (LEAST_SUM, 0, 0);
    let mut text = Vec::new();
    for line in 1.. {
        text.clear();
        let read = reader.read_until(b'\n', &mut text).map_err(failed)?;
        if text.last() != Some(&b'\n') {
            break;
        }
        let malformed = |problem| BookError::Malformed { file: name.clone(), line, problem };
        let entry: Entry =
            serde_json::from_slice(&text).map_err(|error| malformed(error.to_string()))?;
        let square = square(&entry).ok_or_else(|| malformed("it is not a calcrostic".into()))?;
        if entry.s > max_sum {
            break;
        }
        if entry.s < sum {
            return Err(malformed(format!("sum {} after {sum}", entry.s)));
        }
        if entry.s > sum {
            (sum, before, start) = (entry.s, summary.clone(), length);
        }
        summary.add(&square, entry.unique);
        length += read as u64;
    }
    // The last sum may have lost some of its lines.
    Ok((before, sum, start))
}

/// The square of an entry, if its lines are true.
fn square(entry: &Entry) -> Option<Square<u64>> {
    let words = Square::of_texts(&entry.grid)?;
    let Square { rows, columns, diagonals, .. } = words;
    let square = Square { numbers: entry.numbers, rows, columns, diagonals };
    let fits = square.sum() == entry.s && square.encoded().texts() == entry.grid;
    fits.then_some(square)
}
