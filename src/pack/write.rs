//! Writing a pack: levels are made in parallel, and counted, compared and written in order.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use super::folder::{Folder, FolderState};
use super::made::{LevelFactory, PackLevel};
use super::parallel::all_in_order;
use super::{Manifest, PackError, PackOrder, Progress, archive};
use crate::generate::Generator;
use crate::parallel;
use crate::solve::{Budget, SolverSelection};

/// Levels that are made at once without certificates, for each thread.
const BATCH: u64 = 32;

/// Attempts at one level, after which a pack has too few different ones.
pub(super) const MAX_ATTEMPTS: u32 = 100;

/// Makes a pack, or the rest of one.
///
/// # Errors
///
/// If a level cannot be made, the folder holds something else, or a file cannot be written. What was
/// written stays, and the same call goes on from there.
pub fn create(
    folder: &Path,
    order: &PackOrder,
    generator: &dyn Generator,
    choice: SolverSelection<'_>,
    budget: Budget,
    progress: Progress<'_>,
) -> Result<Manifest, PackError> {
    let make_all = |maker: &LevelFactory<'_>, range: Range<u64>| {
        all_in_order(&range.collect::<Vec<_>>(), |&index| maker.make(index, 0))
    };
    write(folder, order, generator, (choice, budget), make_all, progress)
}

/// Writes a pack whose first attempts come from `levels`.
pub(super) fn write(
    folder: &Path,
    order: &PackOrder,
    generator: &dyn Generator,
    (choice, budget): (SolverSelection<'_>, Budget),
    mut levels: impl FnMut(&LevelFactory<'_>, Range<u64>) -> Result<Vec<PackLevel>, PackError>,
    progress: Progress<'_>,
) -> Result<Manifest, PackError> {
    let mut folder = match Folder::open(folder, order, generator)? {
        FolderState::Open(folder) => folder,
        FolderState::Done(manifest) => return Ok(manifest),
    };
    let maker = LevelFactory { generator, seed: order.seed, choice, certify: order.certified };
    let (first, end) = order.range;
    let batch = BATCH * parallel::threads() as u64;
    while folder.next() < end {
        budget.check()?;
        let start = folder.next();
        let stop = match order.certified {
            true => (start / archive::LEVELS + 1) * archive::LEVELS,
            false => start + batch,
        };
        let mut stored = BTreeMap::new();
        let mut accepted = Vec::new();
        for mut made in levels(&maker, start..stop.min(end))? {
            let seen =
                |key| folder.has(key) || accepted.iter().any(|made: &PackLevel| made.key == key);
            while order.is_whole() && seen(made.key) {
                let (index, attempts) = (made.line.index, made.line.attempt + 1);
                if attempts == MAX_ATTEMPTS {
                    return Err(PackError::Exhausted { index, attempts });
                }
                made = maker.make(index, attempts)?;
            }
            if let Some(certificate) = made.stored.take() {
                stored.insert(made.line.index, certificate);
            }
            accepted.push(made);
        }
        // The archive first: lines count only if their certificates are there.
        archive::write(folder.path(), &stored)?;
        for made in &accepted {
            folder.append(made)?;
        }
        folder.flush()?;
        progress(folder.next() - first, end - first);
    }
    folder.finish()
}
