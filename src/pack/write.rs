//! Writing a pack: levels are made in parallel, and counted, compared and written in order.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use super::folder::{Folder, FolderState};
use super::made::{Made, Maker};
use super::parallel::all_in_order;
use super::{Manifest, Order, PackError, Progress, archive};
use crate::generate::Generator;
use crate::solve::{Budget, Choice};

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
    order: &Order,
    generator: &dyn Generator,
    choice: Choice<'_>,
    budget: Budget,
    progress: Progress<'_>,
) -> Result<Manifest, PackError> {
    let make_all = |maker: &Maker<'_>, range: Range<u64>| {
        all_in_order(&range.collect::<Vec<_>>(), |&index| maker.make(index, 0))
    };
    write(folder, order, generator, (choice, budget), make_all, progress)
}

/// Writes a pack whose first attempts come from `levels`.
pub(super) fn write(
    folder: &Path,
    order: &Order,
    generator: &dyn Generator,
    (choice, budget): (Choice<'_>, Budget),
    mut levels: impl FnMut(&Maker<'_>, Range<u64>) -> Result<Vec<Made>, PackError>,
    progress: Progress<'_>,
) -> Result<Manifest, PackError> {
    let mut folder = match Folder::open(folder, order, generator)? {
        FolderState::Open(folder) => folder,
        FolderState::Done(manifest) => return Ok(manifest),
    };
    let maker = Maker { generator, seed: order.seed, choice, certify: order.certified };
    let (first, end) = order.range;
    let batch = BATCH * rayon::current_num_threads() as u64;
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
            let seen = |key| folder.has(key) || accepted.iter().any(|made: &Made| made.key == key);
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
