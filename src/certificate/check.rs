//! Checking a certificate without any solver.
//!
//! The claim is compared with the puzzle by the rule evaluator; the formula is made again from the
//! puzzle and compared byte for byte, so that its last clause is the negation of exactly the stated
//! solution; the proof is checked step by step. So are the plain rules, if they are there, while the
//! proof from them is VeriPB's to check. Nothing larger than the formula is kept in memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use thiserror::Error;
use xwc_encodings::{Formula, Refusal};

use super::format::{
    Certificate, Claim, Digest, FORMAT, FORMULA, JUSTIFICATION, MANIFEST, PROOF, RULES,
};
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
    /// The formula or the plain rules are not the puzzle's.
    #[error("{file} is not the one of this puzzle and solution: line {line} differs")]
    Differs {
        /// The file's name.
        file: String,
        /// Counted from 1.
        line: usize,
    },
    /// The puzzle has no plain rules.
    #[error("{RULES}: this puzzle has no plain rules")]
    NoRules,
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

/// What a certificate has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// What is true of the puzzle.
    pub claim: Claim,
    /// Whether the folder holds the plain rules of this puzzle, and a proof for VeriPB to check.
    pub justified: bool,
}

/// Checks the certificate in a folder; returns what it has shown.
///
/// # Errors
///
/// The first reason not to believe it.
pub fn check(puzzle: &dyn AnyPuzzle, folder: &Path) -> Result<Accepted, CheckError> {
    check_files(puzzle, Files::Folder(folder))
}

/// Checks a certificate that is stored without its formula, which the puzzle says as well.
///
/// # Errors
///
/// The first reason not to believe it.
pub fn check_stored(
    puzzle: &dyn AnyPuzzle,
    claim: &[u8],
    proof: &[u8],
) -> Result<Accepted, CheckError> {
    check_files(puzzle, Files::Stored { claim, proof })
}

/// Where the files of a certificate are.
#[derive(Clone, Copy)]
enum Files<'a> {
    /// All of them in a folder.
    Folder(&'a Path),
    /// Two of them in memory.
    Stored { claim: &'a [u8], proof: &'a [u8] },
}

impl<'a> Files<'a> {
    fn open(self, file: &str) -> Result<Box<dyn BufRead + 'a>, CheckError> {
        match (self, file) {
            (Files::Folder(folder), _) => {
                let file = File::open(folder.join(file)).map_err(|error| in_file(file, error))?;
                Ok(Box::new(BufReader::new(file)))
            }
            (Files::Stored { claim, .. }, MANIFEST) => Ok(Box::new(claim)),
            (Files::Stored { proof, .. }, PROOF) => Ok(Box::new(proof)),
            (Files::Stored { .. }, _) => Err(in_file(file, io::ErrorKind::NotFound.into())),
        }
    }
}

fn check_files(puzzle: &dyn AnyPuzzle, files: Files<'_>) -> Result<Accepted, CheckError> {
    let certificate = manifest(files)?;
    let found = Digest::of_puzzle(puzzle);
    if certificate.puzzle != found {
        return Err(CheckError::OtherPuzzle { stated: certificate.puzzle.0, found: found.0 });
    }
    for (solution, number) in certificate.solutions.iter().zip(1..) {
        puzzle.check(solution).map_err(|violation| CheckError::Solution { number, violation })?;
    }
    let justified = certificate.files.contains_key(RULES);
    let expected: &[&str] = match certificate.claim {
        Claim::Multiple => &[],
        Claim::Unique | Claim::None if justified => &[FORMULA, PROOF, JUSTIFICATION, RULES],
        Claim::Unique | Claim::None => &[FORMULA, PROOF],
    };
    if !certificate.files.keys().map(String::as_str).eq(expected.iter().copied()) {
        return Err(CheckError::Manifest(format!("`files` must list exactly {expected:?}")));
    }
    let accepted = Accepted { claim: certificate.claim, justified };
    match (certificate.claim, &certificate.solutions[..]) {
        (Claim::Multiple, [one, two]) if one != two => return Ok(accepted),
        (Claim::Unique, [_]) | (Claim::None, []) => {}
        _ => return Err(CheckError::Manifest("`solutions` do not fit the claim".to_string())),
    }
    for (file, digest) in &certificate.files {
        if file == FORMULA && matches!(files, Files::Stored { .. }) {
            continue;
        }
        let reader = files.open(file)?;
        let found = Digest::of_reader(reader).map_err(|error| in_file(file, error))?;
        if found != *digest {
            return Err(CheckError::Changed { file: file.clone() });
        }
    }
    refutation(puzzle, files, &certificate)?;
    if justified {
        let rules = puzzle.plain(certificate.solutions.first());
        let rules = rules.and_then(Result::ok).ok_or(CheckError::NoRules)?;
        compare(files.open(RULES)?, RULES, |out| rules.write(out))?;
    }
    Ok(accepted)
}

/// The formula is the puzzle's, and the proof refutes it.
fn refutation(
    puzzle: &dyn AnyPuzzle,
    files: Files<'_>,
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
    match files {
        Files::Folder(_) => {
            compare(files.open(FORMULA)?, FORMULA, |out| cnf.write_dimacs(&lowered.model, out))?
        }
        Files::Stored { .. } => {
            let found = Digest::of_writing(|out| cnf.write_dimacs(&lowered.model, out));
            let found = found.map_err(|error| in_file(FORMULA, error))?;
            if certificate.files.get(FORMULA) != Some(&found) {
                return Err(CheckError::Changed { file: FORMULA.to_string() });
            }
        }
    }
    lrat::check(&cnf, files.open(PROOF)?)?;
    Ok(())
}

fn manifest(files: Files<'_>) -> Result<Certificate, CheckError> {
    let mut text = String::new();
    let read = files.open(MANIFEST)?.take(MAX_MANIFEST).read_to_string(&mut text);
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

/// Compares what is written to it with a file, byte for byte, without keeping either.
struct Comparison<R> {
    file: R,
    line: usize,
}

impl<R: BufRead> Comparison<R> {
    /// Whether the file is over as well; if not, the line that goes beyond what was expected.
    fn finish(mut self) -> io::Result<Result<(), usize>> {
        Ok(if self.file.fill_buf()?.is_empty() { Ok(()) } else { Err(self.line) })
    }
}

impl<R: BufRead> Write for Comparison<R> {
    fn write(&mut self, expected: &[u8]) -> io::Result<usize> {
        let found = self.file.fill_buf()?;
        let n = found.len().min(expected.len());
        let same = (0..n).take_while(|&i| found[i] == expected[i]).count();
        self.line += expected[..same].iter().filter(|&&byte| byte == b'\n').count();
        self.file.consume(same);
        if same < n || n == 0 {
            return Err(io::Error::other(Differs));
        }
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The file differs from what is written.
#[derive(Debug, Error)]
#[error("it differs")]
struct Differs;

/// Compares a file with what `write` writes; if it differs, in which line.
fn compare<R: BufRead>(
    found: R,
    file: &str,
    write: impl FnOnce(&mut BufWriter<&mut Comparison<R>>) -> io::Result<()>,
) -> Result<(), CheckError> {
    let differs = |line: usize| CheckError::Differs { file: file.to_string(), line };
    let mut comparison = Comparison { file: found, line: 1 };
    let mut out = BufWriter::new(&mut comparison);
    let written = write(&mut out).and_then(|()| out.flush());
    // What is left in the buffer was compared, or it differs.
    let _ = out.into_parts();
    match written {
        Ok(()) => {}
        Err(error) if error.get_ref().is_some_and(|error| error.is::<Differs>()) => {
            return Err(differs(comparison.line));
        }
        Err(error) => return Err(in_file(file, error)),
    }
    comparison.finish().map_err(|error| in_file(file, error))?.map_err(differs)
}

fn in_file(file: &str, error: io::Error) -> CheckError {
    CheckError::File { file: file.to_string(), error }
}
