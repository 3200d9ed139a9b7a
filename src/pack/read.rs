//! Reading the levels of a finished pack, for what is made of them.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use super::made::Line;
use super::{LEVELS, Manifest, PackError, in_file};
use crate::family::{self, AnyPuzzle};
use crate::puzzle::Solution;

/// A level that was read from a pack.
#[derive(Debug)]
pub struct Chosen {
    /// Which.
    pub index: u64,
    /// The puzzle.
    pub puzzle: Box<dyn AnyPuzzle>,
    /// Its only solution.
    pub solution: Solution,
    /// The name of its difficulty, if it has one.
    pub difficulty: String,
}

impl Chosen {
    /// What people call it: they count from 1.
    pub fn name(&self) -> String {
        format!("Level {}", self.index + 1)
    }
}

/// The manifest of a finished pack, and its levels: those of the range, or all. The file is the one
/// that the manifest speaks of, and each solution obeys the rules.
///
/// # Errors
///
/// If there is no such pack, or it is damaged, or has no such levels.
pub fn levels(
    folder: &Path,
    range: Option<(u64, u64)>,
) -> Result<(Manifest, Vec<Chosen>), PackError> {
    let manifest = Manifest::read(folder)?.ok_or_else(|| {
        PackError::Parts(format!("{}: there is no finished pack", folder.display()))
    })?;
    manifest.check_levels(folder)?;
    let path = folder.join(LEVELS);
    let malformed =
        |problem: String| PackError::Malformed { file: path.display().to_string(), problem };
    let (first, end) = manifest.order.range;
    let (start, stop) = range.unwrap_or((first, end));
    if start >= stop || start < first || stop > end {
        let name = folder.display();
        let message = format!("{name}: no levels {start}..{stop}; there are {first}..{end}");
        return Err(PackError::Parts(message));
    }
    let lines = BufReader::new(File::open(&path).map_err(|error| in_file(&path, error))?).lines();
    let mut chosen = Vec::new();
    for text in lines.skip((start - first) as usize).take((stop - start) as usize) {
        let text = text.map_err(|error| in_file(&path, error))?;
        let line: Line =
            serde_json::from_str(&text).map_err(|error| malformed(error.to_string()))?;
        let index = line.index;
        let damaged = |problem: String| malformed(format!("level {index}: {problem}"));
        let (_, puzzle) =
            family::read(&line.puzzle.to_string()).map_err(|error| damaged(error.to_string()))?;
        let solution = Solution(line.solution);
        puzzle.check(&solution).map_err(|violation| damaged(violation.to_string()))?;
        let difficulty = line.difficulty.get("preset").and_then(|preset| preset.as_str());
        let difficulty = difficulty.unwrap_or_default().to_string();
        chosen.push(Chosen { index, puzzle, solution, difficulty });
    }
    Ok((manifest, chosen))
}
