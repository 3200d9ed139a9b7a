//! Verifying a pack: every level is read, proved and checked again.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use rayon::prelude::*;

use super::made::{Line, Proofs};
use super::{LEVELS, Manifest, PackError, Progress, archive, in_file};
use crate::certificate::{CheckError, Claim, Digest, check_stored};
use crate::family;
use crate::generate::Asked;
use crate::pipeline::{self, Options};
use crate::puzzle::Solution;
use crate::solve::Choice;
use crate::verdict::Verdict;

/// Levels that are verified at once.
const BATCH: usize = 256;

/// What is wrong with a pack.
#[derive(Debug)]
pub enum Fault {
    /// A file is not what the manifest says, or not readable.
    Pack(PackError),
    /// A level is not unique.
    Level {
        /// Which.
        index: u64,
        /// What it is instead.
        verdict: Verdict,
    },
    /// A certificate does not check.
    Certificate {
        /// Of which level.
        index: u64,
        /// Why.
        error: CheckError,
    },
}

impl From<PackError> for Fault {
    fn from(error: PackError) -> Self {
        Fault::Pack(error)
    }
}

/// What has been verified.
#[derive(Clone, Copy, Debug)]
pub struct Verified {
    /// Levels.
    pub levels: u64,
    /// Of these, with a certificate that checks.
    pub certified: u64,
}

/// Reads every level again, proves that its solution is the only one, checks its certificate, and
/// compares the digests.
///
/// # Errors
///
/// The first fault.
pub fn verify(
    folder: &Path,
    choice: Choice<'_>,
    progress: Progress<'_>,
) -> Result<Verified, Fault> {
    let manifest = Manifest::read(folder)?.ok_or_else(|| {
        PackError::Parts(format!("{}: there is no finished pack", folder.display()))
    })?;
    let path = folder.join(LEVELS);
    let malformed = |problem: String| {
        Fault::Pack(PackError::Malformed { file: path.display().to_string(), problem })
    };
    let failed = |error| Fault::Pack(in_file(&path, error));
    manifest.check_levels(folder)?;
    let order = &manifest.order;
    let recipe = family::find(&order.family)
        .and_then(|family| family.recipe(Asked::Parameters(&order.parameters)))
        .ok_or_else(|| malformed("the manifest has no parameters of this family".to_string()))?
        .map_err(|error| malformed(format!("the manifest: {error}")))?;
    let mut lines = BufReader::new(File::open(&path).map_err(failed)?).lines();
    let (first, end) = order.range;
    let (mut next, mut certified, mut replaced) = (first, 0, 0);
    let mut keys = std::collections::BTreeSet::new();
    let mut proofs: BTreeMap<u64, Proofs> = BTreeMap::new();
    loop {
        let mut batch = Vec::new();
        for text in lines.by_ref().take(BATCH) {
            let text = text.map_err(failed)?;
            let line: Line = serde_json::from_str(&text)
                .map_err(|error| malformed(format!("level {next}: {error}")))?;
            if line.index != next || next >= end {
                return Err(malformed(format!("level {} where {next} is due", line.index)));
            }
            let key = recipe.key(&line.puzzle, &line.solution);
            let key = key.ok_or_else(|| malformed(format!("level {next} is damaged")))?;
            if order.is_whole() && !keys.insert(key) {
                return Err(malformed(format!("level {next} is the same as an earlier one")));
            }
            replaced += u64::from(line.attempt > 0);
            if line.certificate.is_some() != order.certified {
                return Err(malformed(format!("level {next}: its certificate is missing")));
            }
            if order.certified && !proofs.contains_key(&next) {
                proofs = archive::read(folder, next)?;
            }
            batch.push((line, proofs.remove(&next)));
            next += 1;
        }
        if batch.is_empty() {
            break;
        }
        certified += batch.iter().filter(|(_, proofs)| proofs.is_some()).count() as u64;
        batch.par_iter().try_for_each(|(line, proofs)| level(line, proofs.as_ref(), choice))?;
        progress(next - first, end - first);
    }
    if next != end || manifest.levels != end - first || manifest.replaced != replaced {
        return Err(malformed("the manifest counts other levels".to_string()));
    }
    Ok(Verified { levels: next - first, certified })
}

/// One level: unique, with this solution, and its certificate says so.
fn level(line: &Line, proofs: Option<&Proofs>, choice: Choice<'_>) -> Result<(), Fault> {
    let index = line.index;
    let malformed = |problem: String| {
        let file = LEVELS.to_string();
        Fault::Pack(PackError::Malformed { file, problem: format!("level {index}: {problem}") })
    };
    let (_, puzzle) =
        family::read(&line.puzzle.to_string()).map_err(|error| malformed(error.to_string()))?;
    let options = Options { choice, limit: 2, stop_at_limit: true, ..Options::default() };
    let report =
        pipeline::search(&*puzzle, options).map_err(|error| malformed(error.to_string()))?;
    let verdict = report.found.verdict();
    if verdict != Verdict::Unique {
        return Err(Fault::Level { index, verdict });
    }
    if report.found.solutions != [Solution(line.solution.clone())] {
        return Err(malformed("its solution is not the only one that there is".to_string()));
    }
    let (Some(proofs), Some(digest)) = (proofs, &line.certificate) else {
        return match line.certificate {
            None => Ok(()),
            Some(_) => Err(malformed("its certificate is missing".to_string())),
        };
    };
    if Digest::of(&proofs.claim).0 != *digest {
        return Err(malformed("its certificate is not the one that the level names".to_string()));
    }
    let accepted = check_stored(&*puzzle, &proofs.claim, &proofs.proof)
        .map_err(|error| Fault::Certificate { index, error })?;
    if accepted.claim != Claim::Unique {
        return Err(malformed("its certificate claims something else".to_string()));
    }
    Ok(())
}
