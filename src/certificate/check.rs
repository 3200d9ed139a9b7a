//! Checking a certificate without any solver.
//!
//! The claim is compared with the puzzle by the rule evaluator; the formula is made again from the
//! puzzle and compared byte for byte, so that its last clause is the negation of exactly the stated
//! solution; the proof is checked step by step. Nothing larger than the formula is kept in memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use thiserror::Error;
use xwc_encodings::{Formula, Refusal};

use super::format::{Certificate, Claim, Digest, FORMAT, FORMULA, MANIFEST, PROOF};
use super::lrat::{self, ProofError};
use crate::family::AnyPuzzle;
use crate::lower::LowerError;
use crate::puzzle::Violation;

/// A longer `certificate.json` is not one.
const MAX_MANIFEST: u64 = 16 << 20;

/// Why a certificate is not accepted.
#[derive(Debug, Error)]
pub enum CheckError {
    /// A file is missing or cannot be read.
    #[error("{file}: {error}")]
    File {
        /// The file's name.
        file: String,
        /// What happened.
        error: io::Error,
    },
    /// `certificate.json` is not one.
    #[error("{MANIFEST}: {0}")]
    Manifest(String),
    /// The certificate is about another puzzle.
    #[error("it belongs to another puzzle (SHA-256 {stated}, this one has {found})")]
    OtherPuzzle {
        /// In the certificate.
        stated: String,
        /// Of the puzzle.
        found: String,
    },
    /// A stated solution breaks a rule.
    #[error("solution {number} is wrong: {violation}")]
    Solution {
        /// Counted from 1.
        number: usize,
        /// The rule.
        violation: Violation,
    },
    /// A file is not the one that the certificate was made with.
    #[error("{file} was changed: its SHA-256 is not the one in {MANIFEST}")]
    Changed {
        /// The file's name.
        file: String,
    },
    /// The formula is not the puzzle's.
    #[error("{FORMULA} is not the formula of this puzzle and solution: line {line} differs")]
    Formula {
        /// Counted from 1.
        line: usize,
    },
    /// The puzzle cannot be stated.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// The puzzle cannot be stated in the encoding.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The proof proves nothing.
    #[error("{PROOF}")]
    Proof(#[from] ProofError),
}

/// Checks the certificate in a folder; returns what it has shown.
///
/// # Errors
///
/// The first reason not to believe it.
pub fn check(puzzle: &dyn AnyPuzzle, folder: &Path) -> Result<Claim, CheckError> {
    let certificate = manifest(folder)?;
    let found = Digest::of_puzzle(puzzle);
    if certificate.puzzle != found {
        return Err(CheckError::OtherPuzzle { stated: certificate.puzzle.0, found: found.0 });
    }
    for (solution, number) in certificate.solutions.iter().zip(1..) {
        puzzle.check(solution).map_err(|violation| CheckError::Solution { number, violation })?;
    }
    let expected: &[&str] = match certificate.claim {
        Claim::Multiple => &[],
        Claim::Unique | Claim::None => &[FORMULA, PROOF],
    };
    if !certificate.files.keys().map(String::as_str).eq(expected.iter().copied()) {
        return Err(CheckError::Manifest(format!("`files` must list exactly {expected:?}")));
    }
    match (certificate.claim, &certificate.solutions[..]) {
        (Claim::Multiple, [one, two]) if one != two => return Ok(Claim::Multiple),
        (Claim::Unique, [_]) | (Claim::None, []) => {}
        _ => return Err(CheckError::Manifest("`solutions` do not fit the claim".to_string())),
    }
    for (file, digest) in &certificate.files {
        let reader = open(folder, file)?;
        let found = Digest::of_reader(reader).map_err(|error| in_file(file, error))?;
        if found != *digest {
            return Err(CheckError::Changed { file: file.clone() });
        }
    }
    refutation(puzzle, folder, &certificate)?;
    Ok(certificate.claim)
}

/// The formula is the puzzle's, and the proof refutes it.
fn refutation(
    puzzle: &dyn AnyPuzzle,
    folder: &Path,
    certificate: &Certificate,
) -> Result<(), CheckError> {
    let named = certificate.encoding.as_ref();
    let encoding = named.and_then(|tool| xwc_encodings::find(&tool.name)).filter(|encoding| {
        named.is_some_and(|tool| tool.version == encoding.version().to_string())
    });
    let Some(encoding) = encoding else {
        let message = "its `encoding` is not one of this program's, or of another version";
        return Err(CheckError::Manifest(message.to_string()));
    };
    let lowered = puzzle.lower()?;
    let Formula::Cnf(mut cnf) = encoding.encode(&lowered.model)? else {
        return Err(CheckError::Manifest("its `encoding` does not write clauses".to_string()));
    };
    if let [solution] = &certificate.solutions[..] {
        let answers = lowered.answers(solution).ok_or_else(|| {
            CheckError::Manifest("its solution does not read as answers".to_string())
        })?;
        cnf.block(&lowered.model, &answers);
    }
    let mut formula = Vec::new();
    cnf.write_dimacs(&lowered.model, &mut formula).map_err(|error| in_file(FORMULA, error))?;
    compare(&formula, open(folder, FORMULA)?).map_err(|error| in_file(FORMULA, error))??;
    drop(formula);
    lrat::check(&cnf, open(folder, PROOF)?)?;
    Ok(())
}

fn manifest(folder: &Path) -> Result<Certificate, CheckError> {
    let mut text = String::new();
    let read = open(folder, MANIFEST)?.take(MAX_MANIFEST).read_to_string(&mut text);
    read.map_err(|error| in_file(MANIFEST, error))?;
    let certificate: Certificate =
        serde_json::from_str(&text).map_err(|error| CheckError::Manifest(error.to_string()))?;
    if certificate.format != FORMAT {
        let message = format!("format {} is not {FORMAT}", certificate.format);
        return Err(CheckError::Manifest(message));
    }
    if certificate.text() != text || certificate.seal() != certificate.certificate {
        return Err(CheckError::Manifest("it was changed: its own SHA-256 differs".to_string()));
    }
    Ok(certificate)
}

/// Whether the file has exactly these bytes; if not, the line in which they differ.
fn compare(expected: &[u8], mut file: impl BufRead) -> io::Result<Result<(), CheckError>> {
    let mut rest = expected;
    let line = |rest: &[u8]| {
        let before = &expected[..expected.len() - rest.len()];
        1 + before.iter().filter(|&&byte| byte == b'\n').count()
    };
    loop {
        let found = file.fill_buf()?;
        if found.is_empty() || rest.is_empty() {
            let same = found.is_empty() && rest.is_empty();
            return Ok(if same { Ok(()) } else { Err(CheckError::Formula { line: line(rest) }) });
        }
        let n = found.len().min(rest.len());
        if let Some(i) = (0..n).find(|&i| found[i] != rest[i]) {
            return Ok(Err(CheckError::Formula { line: line(&rest[i..]) }));
        }
        file.consume(n);
        rest = &rest[n..];
    }
}

fn open(folder: &Path, file: &str) -> Result<BufReader<File>, CheckError> {
    File::open(folder.join(file)).map(BufReader::new).map_err(|error| in_file(file, error))
}

fn in_file(file: &str, error: io::Error) -> CheckError {
    CheckError::File { file: file.to_string(), error }
}
