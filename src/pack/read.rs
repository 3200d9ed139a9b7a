//! Reading the levels of a finished pack, for what is made of them.

use std::collections::BTreeSet;
use std::path::Path;

use super::lines::LevelLines;
use super::made::LevelRecord;
use super::parallel::all_in_order;
use super::verify::{Verification, level, read_level};
use super::{Manifest, PackError};
use crate::families::{self, AnyPuzzle};
use crate::generate::{DuplicateKey, ParameterSource};
use xwc_check::puzzle::{ReadOptions, Solution};

/// A level that was read from a pack.
#[derive(Debug)]
pub struct LoadedLevel {
    /// Which.
    pub index: u64,
    /// What people call it, such as "Level 1": they count from 1.
    pub name: String,
    /// The puzzle.
    pub puzzle: Box<dyn AnyPuzzle>,
    /// Its only solution.
    pub solution: Solution,
    /// The name of its difficulty, if it has one.
    pub difficulty: String,
}

/// The manifest of a finished pack, and its levels: those of the range, or all. The file is the one
/// that the manifest speaks of, each solution obeys the rules and, if `how` says how to prove it, is
/// the only one.
///
/// # Errors
///
/// If the pack does not exist, is damaged, or does not have these levels.
pub fn levels(
    folder: &Path,
    range: Option<(u64, u64)>,
    how: Option<Verification<'_>>,
    options: &ReadOptions,
) -> Result<(Manifest, Vec<LoadedLevel>), PackError> {
    let manifest = Manifest::open(folder)?;
    let order = &manifest.order;
    let (first, end) = order.range;
    let (start, stop) = range.unwrap_or((first, end));
    if start >= stop || start < first || stop > end {
        let name = folder.display();
        let message = format!("{name}: no levels {start}..{stop}; there are {first}..{end}");
        return Err(PackError::Parts(message));
    }
    let mut lines = LevelLines::open(folder, first)?;
    let mut wanted: Vec<LevelRecord> = Vec::new();
    while lines.next < stop {
        let missing = || PackError::Parts(format!("{}: a level is missing", folder.display()));
        let line = lines.read()?.ok_or_else(missing)?;
        if line.index >= start {
            wanted.push(line);
        }
    }
    if let Some(how) = how {
        let generator = families::find(&order.family).map(|family| {
            (family.generator)(ParameterSource::Manifest(&order.parameters), options)
        });
        let Some(Ok(generator)) = generator else {
            let message = format!("{}: the manifest has no parameters", folder.display());
            return Err(PackError::Parts(message));
        };
        // Certificates have their own command; here it is the proof that counts.
        let plain = |line: &LevelRecord| LevelRecord { certificate: None, ..line.clone() };
        let keys: Vec<DuplicateKey> = all_in_order(&wanted, |line| {
            level(&plain(line), &order.family, None, &*generator, None, how)
        })?;
        let different: BTreeSet<DuplicateKey> = keys.iter().cloned().collect();
        if order.is_whole() && different.len() < keys.len() {
            let message = format!("{}: two levels are the same", folder.display());
            return Err(PackError::Parts(message));
        }
    }
    let mut chosen = Vec::new();
    for line in wanted {
        let puzzle = read_level(&line, &order.family, options)?;
        let difficulty = line.difficulty.get("preset").and_then(|preset| preset.as_str());
        let difficulty = difficulty.unwrap_or_default().to_string();
        let (index, solution) = (line.index, line.solution);
        let name = format!("Level {}", index + 1);
        chosen.push(LoadedLevel { index, name, puzzle, solution, difficulty });
    }
    Ok((manifest, chosen))
}
