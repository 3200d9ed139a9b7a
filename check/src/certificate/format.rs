//! `certificate.json`: the claim, and the digests of everything that it rests on.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::puzzle::{Puzzle, Solution};
use crate::support::text::hex;

/// The claim and the digests.
pub const MANIFEST: &str = "certificate.json";
/// No claim has more bytes.
pub const MAX_MANIFEST: u64 = 16 << 20;
/// The rules in DIMACS and, for a unique puzzle, "not this solution" as the last clause.
pub const FORMULA: &str = "formula.cnf";
/// The plain rules in OPB and, for a unique puzzle, "not this solution".
pub const RULES: &str = "rules.opb";
/// The VeriPB proof that the plain rules are unsatisfiable.
pub const JUSTIFICATION: &str = "proof.pbp";

/// How the proof that the formula is unsatisfiable is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProofFormat {
    /// Clauses with the numbers of those that they follow from.
    #[default]
    Lrat,
    /// Clauses alone: each follows from the formula and the earlier ones by unit propagation.
    Drat,
}

impl ProofFormat {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Lrat, Self::Drat];

    /// The name of the file.
    pub const fn file(self) -> &'static str {
        match self {
            Self::Lrat => "proof.lrat",
            Self::Drat => "proof.drat",
        }
    }
}

/// What is claimed of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Claim {
    /// The solution is the only one.
    Unique,
    /// There is no solution.
    None,
    /// The two solutions are solutions, and different.
    Multiple,
    /// The solutions are all that there are.
    Count,
}

/// A name with its version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// The name.
    pub name: String,
    /// The version.
    pub version: String,
}

impl Tool {
    /// A name and a version of any kind.
    pub fn new(name: &str, version: impl ToString) -> Self {
        Self { name: name.to_string(), version: version.to_string() }
    }
}

/// A clause of the formula that follows from one condition: these values do not go together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedLemma {
    /// The condition, and where it stands.
    pub condition: String,
    /// The names of the variables, and their values.
    pub values: Vec<(String, i64)>,
}

/// The contents of `certificate.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The version of this format.
    pub format: u32,
    /// The claim.
    pub claim: Claim,
    /// The puzzle's family.
    pub family: String,
    /// The puzzle in its canonical form.
    pub puzzle: Digest,
    /// One solution for `unique`, two for `multiple`, all for `count`.
    pub solutions: Vec<Solution>,
    /// What has to be trusted beside rule evaluator, lowering and encoding: nothing.
    pub trusts: Vec<String>,
    /// Clauses of the formula that the rules imply; a puzzle whose formula says everything has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lemmas: Vec<StatedLemma>,
    /// How the formula was written; empty for `multiple`, which needs none.
    pub encoding: Option<Tool>,
    /// The solver that found the proof.
    pub solver: Option<Tool>,
    /// The other files.
    pub files: BTreeMap<String, Digest>,
    /// All of the above.
    pub certificate: Digest,
}

/// The version of the format that this program writes and reads.
pub const FORMAT: u32 = 3;

impl Certificate {
    /// The format of its proof, by the file that it lists; `None` if it has no proof.
    pub fn proof(&self) -> Option<ProofFormat> {
        ProofFormat::ALL.into_iter().find(|format| self.files.contains_key(format.file()))
    }

    /// The certificate with its own digest filled in.
    #[must_use]
    pub fn sealed(mut self) -> Self {
        self.certificate = self.seal();
        self
    }

    /// The digest of everything but itself.
    pub(super) fn seal(&self) -> Digest {
        let mut bare = self.clone();
        bare.certificate = Digest(String::new());
        Digest::of(bare.text().as_bytes())
    }

    /// Its canonical text.
    pub fn text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("plain data");
        text.push('\n');
        text
    }
}

/// A SHA-256, in hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Digest(pub String);

impl Digest {
    /// The digest of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self::from_hash(&Sha256::digest(bytes))
    }

    /// The digest of a puzzle in its canonical form, whatever its file looked like, and of the words that it
    /// was read with.
    pub fn of_puzzle(puzzle: &(impl Puzzle + ?Sized)) -> Self {
        let mut canonical = puzzle.canonical();
        if let Some(words) = puzzle.words().filter(|words| !words.is_embedded()) {
            // No puzzle file has this field.
            canonical["dictionary"] = words.name().into();
        }
        Self::of(canonical.to_string().as_bytes())
    }

    /// The digest of all that can be read.
    ///
    /// # Errors
    ///
    /// If the reader fails.
    pub fn of_reader(mut reader: impl Read) -> io::Result<Self> {
        let mut hash = Sha256::new();
        let mut buffer = [0; 1 << 16];
        loop {
            match reader.read(&mut buffer)? {
                0 => return Ok(Self::from_hash(&hash.finalize())),
                n => hash.update(&buffer[..n]),
            }
        }
    }

    /// The digest of all that is written.
    ///
    /// # Errors
    ///
    /// If `write` fails.
    pub fn of_writing(write: impl FnOnce(&mut HashWriter) -> io::Result<()>) -> io::Result<Self> {
        let mut hash = HashWriter(Sha256::new());
        write(&mut hash)?;
        Ok(Self::from_hash(&hash.0.finalize()))
    }

    fn from_hash(hash: &[u8]) -> Self {
        Self(hex(hash))
    }
}

/// Hashes what is written to it.
pub struct HashWriter(Sha256);

impl Write for HashWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
