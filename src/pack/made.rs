//! One level of a pack, as it is made and as it is written.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::PackError;
use crate::certify::{Prover, StoredCertificate, certify_in_memory};
use crate::families;
use crate::generate::{DuplicateKey, GeneratedPuzzle, Generator, Seed};
use crate::solve::{Budget, SolverSelection};
use crate::verdict::SearchResult;
use xwc_check::certificate::{Digest, ProofFormat};
use xwc_check::puzzle::Solution;

/// A line of `levels.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LevelRecord {
    /// Which level.
    pub index: u64,
    /// Which attempt at it.
    pub attempt: u32,
    /// The puzzle.
    pub puzzle: Value,
    /// Its solution.
    pub solution: Solution,
    /// The figures behind its difficulty.
    pub difficulty: Value,
    /// SHA-256 of its certificate.
    pub certificate: Option<String>,
}

impl LevelRecord {
    /// What makes it the same as others; `None` if it is damaged.
    pub(crate) fn key(&self, generator: &dyn Generator) -> Option<DuplicateKey> {
        let (_, puzzle) = families::read_value(&self.puzzle, &generator.read_options()).ok()?;
        generator.key(&*puzzle, &self.solution)
    }

    /// Its canonical text, without the end of the line.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).expect("a line is JSON")
    }
}

/// A level with all that goes into a pack.
#[derive(Clone, Debug)]
pub(super) struct PackLevel {
    /// Its line.
    pub line: LevelRecord,
    /// What makes it the same as others.
    pub key: DuplicateKey,
    /// Its certificate.
    pub stored: Option<StoredCertificate>,
}

/// Makes the levels of a pack.
pub(super) struct LevelFactory<'a> {
    /// The parameters.
    pub generator: &'a dyn Generator,
    /// The seed.
    pub seed: u64,
    /// The solver that decides uniqueness.
    pub choice: SolverSelection<'a>,
    /// Whether levels get certificates.
    pub certify: bool,
}

impl LevelFactory<'_> {
    /// Makes a level.
    ///
    /// # Errors
    ///
    /// If it cannot be made or certified.
    pub(super) fn make(&self, index: u64, attempt: u32) -> Result<PackLevel, PackError> {
        let seed = Seed { seed: self.seed, index, attempt };
        let level = self
            .generator
            .make(seed, self.choice)
            .map_err(|error| PackError::Level { index, error })?;
        let stored = self.certify.then(|| certificate(index, &level)).transpose()?;
        let line = LevelRecord {
            index,
            attempt,
            puzzle: level.puzzle.canonical(),
            solution: level.solution,
            difficulty: level.difficulty.json(),
            certificate: stored.as_ref().map(|stored| Digest::of(&stored.claim).0),
        };
        Ok(PackLevel { line, key: level.key, stored })
    }
}

/// The certificate of a level. The solver is always the same, so that its bytes are.
fn certificate(index: u64, level: &GeneratedPuzzle) -> Result<StoredCertificate, PackError> {
    let found = SearchResult::only(level.solution.clone());
    Prover::new(SolverSelection::default(), ProofFormat::Drat, false)
        .and_then(|prover| certify_in_memory(&*level.puzzle, &found, prover, Budget::default()))
        .map_err(|error| PackError::Certify { index, error })
}
