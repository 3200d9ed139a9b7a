//! One level of a pack, as it is made and as it is written.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::PackError;
use crate::certificate::{Digest, MANIFEST as CLAIM, PROOF};
use crate::certify::{Prover, certify};
use crate::family;
use crate::generate::{Key, Level, Recipe, Seed};
use crate::puzzle::Solution;
use crate::solve::{Budget, Choice};
use crate::verdict::Found;

/// A line of `levels.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Which level.
    pub index: u64,
    /// Which attempt at it.
    pub attempt: u32,
    /// The puzzle.
    pub puzzle: Value,
    /// Its solution.
    pub solution: Value,
    /// The figures behind its difficulty.
    pub difficulty: Value,
    /// SHA-256 of its certificate.
    pub certificate: Option<String>,
}

/// The files of a certificate that are stored; the formula is made again from the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proofs {
    /// `certificate.json`
    pub claim: Vec<u8>,
    /// `proof.lrat`
    pub proof: Vec<u8>,
}

/// A level with all that goes into a pack.
#[derive(Clone, Debug)]
pub struct Made {
    /// Its line.
    pub line: Line,
    /// What makes it the same as others.
    pub key: Key,
    /// Its certificate.
    pub proofs: Option<Proofs>,
}

/// Who makes levels.
pub struct Maker<'a> {
    /// The parameters.
    pub recipe: &'a dyn Recipe,
    /// The seed.
    pub seed: u64,
    /// Who judges.
    pub choice: Choice<'a>,
    /// Where certificates are written before they are stored; nothing without certificates.
    pub work: Option<&'a Path>,
}

impl Maker<'_> {
    /// Makes a level.
    ///
    /// # Errors
    ///
    /// If it cannot be made or certified.
    pub fn make(&self, index: u64, attempt: u32) -> Result<Made, PackError> {
        let seed = Seed { seed: self.seed, index, attempt };
        let level = Level::new(self.recipe, seed, self.choice)
            .map_err(|error| PackError::Level { index, error })?;
        let proofs = self.work.map(|work| prove(work, index, &level)).transpose()?;
        let certificate = proofs.as_ref().map(|proofs| Digest::of(&proofs.claim).0);
        let Level { puzzle, solution, difficulty, key } = level;
        let line = Line { index, attempt, puzzle, solution, difficulty, certificate };
        Ok(Made { line, key, proofs })
    }
}

/// The certificate of a level. The solver is always the same, so that its bytes are.
fn prove(work: &Path, index: u64, level: &Level) -> Result<Proofs, PackError> {
    let failed = |error| PackError::Certify { index, error };
    let folder = work.join(index.to_string());
    let (family, puzzle) =
        family::read(&level.puzzle.to_string()).expect("a level was read before it was handed out");
    let found = Found {
        solutions: vec![Solution(level.solution.clone())],
        count: 1,
        complete: true,
        ..Found::default()
    };
    let mut prover = Prover::new(None, None).expect("varisat is always there");
    // The archive will be.
    prover.durable = false;
    certify(&*puzzle, family.name, &found, &folder, prover, Budget::default()).map_err(failed)?;
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read(&path).map_err(|error| super::in_file(&path, error))
    };
    let proofs = Proofs { claim: read(CLAIM)?, proof: read(PROOF)? };
    fs::remove_dir_all(&folder).map_err(|error| super::in_file(&folder, error))?;
    Ok(proofs)
}
