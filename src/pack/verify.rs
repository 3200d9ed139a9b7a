//! Verifying a pack: every level is read, proved, checked and made again.

use std::collections::BTreeSet;
use std::path::Path;

use super::lines::LevelLines;
use super::made::LevelRecord;
use super::parallel::in_order;
use super::write::MAX_ATTEMPTS;
use super::{Manifest, PackError, PackOrder, Progress, archive};
use crate::certify::StoredCertificate;
use crate::families::{self, AnyPuzzle};
use crate::generate::{DuplicateKey, Generator, ParameterSource, Seed, version};
use crate::prove::{self, SearchOptions};
use crate::solve::{Budget, SolverSelection};
use crate::verdict::Verdict;
use xwc_check::certificate::{Claim, Digest, check_stored};
use xwc_check::puzzle::ReadOptions;

/// Levels that are verified at once, at most.
const BATCH: usize = 256;

/// Bytes of certificates that are in memory at once, about.
const BATCH_BYTES: usize = 64 << 20;

/// What has been verified.
#[derive(Clone, Debug)]
pub struct Verified {
    /// Levels.
    pub levels: u64,
    /// Of these, with a certificate that checks.
    pub certified: u64,
    /// Whether every level was made again from the seed.
    pub made_again: bool,
    /// Levels of a part that are the same as an earlier one; merging replaces them.
    pub twins: u64,
    /// What was requested and not checked, and why; and what a pack cannot prove.
    pub not_checked: Vec<String>,
}

/// How to verify.
#[derive(Clone, Copy, Debug)]
pub struct Verification<'a> {
    /// The solver that proves levels.
    pub choice: SolverSelection<'a>,
    /// Whether levels are made again from the seed.
    pub again: bool,
    /// With what puzzles are read.
    pub read: &'a ReadOptions,
    /// How long, and with how much memory.
    pub budget: Budget,
}

/// Reads every level again, proves that its solution is the only one, checks its certificate,
/// compares the digests and makes it again.
///
/// # Errors
///
/// If a level has a fault; the error is that of the first such level, however many threads there are.
pub fn verify(
    path: &Path,
    how: Verification<'_>,
    progress: Progress<'_>,
) -> Result<Verified, PackError> {
    let manifest = Manifest::open(path)?;
    let malformed = |problem: String| {
        let file = path.join(super::MANIFEST).display().to_string();
        PackError::Malformed { file, problem }
    };
    let order = &manifest.order;
    let (first, end) = order.range;
    let family = families::find(&order.family)
        .ok_or_else(|| malformed("there is no such family".to_string()))?;
    let source = ParameterSource::Manifest(&order.parameters);
    let generator =
        (family.generator)(source, how.read).map_err(|error| malformed(error.to_string()))?;
    let mut not_checked = Vec::new();
    let ours = version();
    let again = how.again && order.generator == ours;
    if how.again && !again {
        let theirs = xwc_check::support::text::excerpt(&order.generator, 40);
        not_checked.push(format!(
            "whether the seed makes these levels, and their difficulty ({theirs} made them, not {ours})"
        ));
    }
    let maker = again.then_some((&*generator, order.seed));
    let mut lines = LevelLines::open(path, first)?;
    let mut certificates = archive::ArchiveReader::new(path, order.range);
    let (mut replaced, mut twins, mut done) = (0, 0, first);
    let mut keys: BTreeSet<DuplicateKey> = BTreeSet::new();
    while done < end {
        // A level that cannot be read is reported only if all levels before it are right.
        let (batch, read) = read_batch(&mut lines, &mut certificates, order, &malformed);
        let (found, verified) = in_order(&batch, |(line, stored)| {
            level(line, &order.family, stored.as_ref(), &*generator, maker, how)
        });
        for ((line, _), key) in batch.iter().zip(found) {
            replaced += u64::from(line.attempt > 0);
            earlier_attempts(line, maker, how, &keys)?;
            let is_twin = !keys.insert(key);
            twins += u64::from(is_twin);
            if is_twin && order.is_whole() {
                let problem = format!("level {} is the same as an earlier one", line.index);
                return Err(malformed(problem));
            }
        }
        verified?;
        read?;
        done = lines.next;
        progress(done - first, end - first);
    }
    if lines.read()?.is_some() || manifest.replaced != replaced {
        return Err(malformed("it counts other levels".to_string()));
    }
    let certified = if order.certified { done - first } else { 0 };
    if order.certified {
        not_checked.push("who found the proofs (`solver` in each certificate)".to_string());
    }
    let levels = done - first;
    Ok(Verified { levels, certified, made_again: again, twins, not_checked })
}

/// A level as it was read, with its certificate.
type Read = (LevelRecord, Option<StoredCertificate>);

/// The next levels, with their certificates, up to the first that cannot be read; and why it cannot.
fn read_batch(
    lines: &mut LevelLines,
    certificates: &mut archive::ArchiveReader,
    order: &PackOrder,
    malformed: &dyn Fn(String) -> PackError,
) -> (Vec<Read>, Result<(), PackError>) {
    let mut batch = Vec::new();
    let mut bytes = 0;
    while batch.len() < BATCH && bytes < BATCH_BYTES && lines.next < order.range.1 {
        match read_next(lines, certificates, order, malformed) {
            Ok((line, stored)) => {
                bytes += stored.as_ref().map_or(0, |s| s.claim.len() + s.proof.len());
                batch.push((line, stored));
            }
            Err(fault) => return (batch, Err(fault)),
        }
    }
    (batch, Ok(()))
}

/// The next level, with its certificate.
fn read_next(
    lines: &mut LevelLines,
    certificates: &mut archive::ArchiveReader,
    order: &PackOrder,
    malformed: &dyn Fn(String) -> PackError,
) -> Result<Read, PackError> {
    let index = lines.next;
    let wrong = |problem: &str| malformed(format!("level {index}: {problem}"));
    let line = lines.read()?.ok_or_else(|| wrong("it is missing"))?;
    if line.certificate.is_some() != order.certified {
        return Err(wrong("it has a certificate, or none, unlike the pack"));
    }
    if line.attempt >= MAX_ATTEMPTS || (!order.is_whole() && line.attempt > 0) {
        return Err(wrong("no level has that many attempts"));
    }
    let stored = order.certified.then(|| certificates.read(index)).transpose()?;
    Ok((line, stored))
}

/// A level of a pack that was read again, in its one form.
pub(super) fn read_level(
    line: &LevelRecord,
    family: &str,
    options: &ReadOptions,
) -> Result<Box<dyn AnyPuzzle>, PackError> {
    let malformed = |problem: String| malformed(line.index, problem);
    let read = families::read_value(&line.puzzle, options);
    let (found, puzzle) = read.map_err(|error| malformed(error.to_string()))?;
    if found.name != family {
        return Err(malformed(format!("it is a {}, and the pack has {family}", found.name)));
    }
    if puzzle.canonical() != line.puzzle {
        return Err(malformed("its puzzle is not in its one form".to_string()));
    }
    let solution = &line.solution;
    let canonical = puzzle.canonical_solution(solution);
    if canonical.map_err(|error| malformed(error.to_string()))? != *solution {
        return Err(malformed("its solution is not in its one form".to_string()));
    }
    puzzle.check(solution).map_err(|rejection| malformed(rejection.to_string()))?;
    Ok(puzzle)
}

fn malformed(index: u64, problem: String) -> PackError {
    let file = super::LEVELS.to_string();
    PackError::Malformed { file, problem: format!("level {index}: {problem}") }
}

/// One level: unique, with this solution, its certificate says so, and the seed makes it. Returns
/// what makes it the same as others.
pub(super) fn level(
    line: &LevelRecord,
    family: &str,
    stored: Option<&StoredCertificate>,
    generator: &dyn Generator,
    maker: Option<(&dyn Generator, u64)>,
    how: Verification<'_>,
) -> Result<DuplicateKey, PackError> {
    let index = line.index;
    let malformed = |problem: &str| malformed(index, problem.to_string());
    let puzzle = read_level(line, family, how.read)?;
    let options = SearchOptions {
        choice: how.choice,
        budget: how.budget,
        limit: 2,
        stop_at_limit: true,
        ..SearchOptions::default()
    };
    let report =
        prove::search(&*puzzle, options).map_err(|error| PackError::Search { index, error })?;
    let verdict = report.found.verdict();
    if verdict != Verdict::Unique {
        return Err(PackError::NotUnique { index, verdict });
    }
    if report.found.solutions != [line.solution.clone()] {
        return Err(malformed("its solution is not the only one that there is"));
    }
    match (stored, &line.certificate) {
        (None, None) => {}
        (Some(stored), Some(digest)) if Digest::of(&stored.claim).0 == *digest => {
            let accepted = check_stored(&*puzzle, &stored.claim, &stored.proof, how.budget);
            let accepted = accepted.map_err(|error| PackError::Certificate { index, error })?;
            if accepted.claim != Claim::Unique {
                return Err(malformed("its certificate claims something else"));
            }
        }
        _ => return Err(malformed("its certificate is not the one that the level names")),
    }
    if let Some((generator, seed)) = maker {
        let seed = Seed { seed, index, attempt: line.attempt };
        let made =
            generator.make(seed, how.choice).map_err(|error| PackError::Level { index, error })?;
        let same = [
            ("puzzle", made.puzzle.canonical() == line.puzzle),
            ("solution", made.solution == line.solution),
            ("difficulty", made.difficulty.json() == line.difficulty),
        ];
        if let Some((field, _)) = same.iter().find(|(_, same)| !same) {
            return Err(malformed(&format!("its {field} is not the one that the seed makes")));
        }
    }
    let key = generator.key(&*puzzle, &line.solution);
    key.ok_or_else(|| malformed("it is damaged"))
}

/// A later attempt is there because all earlier ones are levels that the pack has already.
fn earlier_attempts(
    line: &LevelRecord,
    maker: Option<(&dyn Generator, u64)>,
    how: Verification<'_>,
    keys: &BTreeSet<DuplicateKey>,
) -> Result<(), PackError> {
    let Some((generator, seed)) = maker else { return Ok(()) };
    for attempt in 0..line.attempt {
        let index = line.index;
        let made = generator
            .make(Seed { seed, index, attempt }, how.choice)
            .map_err(|error| PackError::Level { index, error })?;
        if !keys.contains(&made.key) {
            let problem = format!("attempt {attempt} would have been a level of its own");
            return Err(malformed(index, problem));
        }
    }
    Ok(())
}
