//! Writing a pack: levels are made in parallel, and counted, compared and written in order.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use rayon::prelude::*;

use super::folder::{Folder, Found};
use super::made::{Made, Maker};
use super::{Manifest, Order, PackError, Progress, archive, in_file};
use crate::generate::Recipe;
use crate::solve::Choice;

/// Levels that are made at once without certificates, for each thread.
const BATCH: u64 = 32;

/// Attempts at one level, after which a pack has too few different ones.
const MAX_ATTEMPTS: u32 = 100;

/// Makes a pack, or the rest of one.
///
/// # Errors
///
/// If a level cannot be made, the folder holds something else, or a file cannot be written. What was
/// written stays, and the same call goes on from there.
pub fn create(
    folder: &Path,
    order: &Order,
    recipe: &dyn Recipe,
    choice: Choice<'_>,
    progress: Progress<'_>,
) -> Result<Manifest, PackError> {
    let make_all = |maker: &Maker<'_>, range: Range<u64>| {
        range.into_par_iter().map(|index| maker.make(index, 0)).collect()
    };
    write(folder, order, recipe, choice, make_all, progress)
}

/// Writes a pack whose first attempts come from `levels`.
pub(super) fn write(
    folder: &Path,
    order: &Order,
    recipe: &dyn Recipe,
    choice: Choice<'_>,
    mut levels: impl FnMut(&Maker<'_>, Range<u64>) -> Result<Vec<Made>, PackError>,
    progress: Progress<'_>,
) -> Result<Manifest, PackError> {
    let mut folder = match Folder::open(folder, order, recipe)? {
        Found::Open(folder) => folder,
        Found::Done(manifest) => return Ok(manifest),
    };
    let work = folder.work();
    let clear = |work: &Path| match fs::remove_dir_all(work) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(in_file(work, error)),
        _ => Ok(()),
    };
    clear(&work)?;
    let maker = Maker { recipe, seed: order.seed, choice, work: order.certified.then_some(&*work) };
    let (first, end) = order.range;
    let batch = BATCH * rayon::current_num_threads() as u64;
    while folder.next < end {
        let start = folder.next;
        let stop = match order.certified {
            true => (start / archive::LEVELS + 1) * archive::LEVELS,
            false => start + batch,
        };
        let mut proofs = BTreeMap::new();
        let mut accepted = Vec::new();
        for mut made in levels(&maker, start..stop.min(end))? {
            let seen = |key| folder.has(key) || accepted.iter().any(|made: &Made| made.key == key);
            while order.is_whole() && seen(made.key) {
                let (index, attempts) = (made.line.index, made.line.attempt + 1);
                if attempts == MAX_ATTEMPTS {
                    return Err(PackError::Exhausted { index, attempts });
                }
                made = maker.make(index, attempts)?;
            }
            if let Some(proof) = made.proofs.take() {
                proofs.insert(made.line.index, proof);
            }
            accepted.push(made);
        }
        // The archive first: lines count only if their certificates are there.
        archive::write(folder.path(), &proofs)?;
        for made in &accepted {
            folder.append(made)?;
        }
        folder.flush()?;
        progress(folder.next - first, end - first);
    }
    clear(&work)?;
    folder.finish()
}
