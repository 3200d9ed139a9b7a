//! Checking a certificate without any solver.
//!
//! The claim is compared with the puzzle by the rule evaluator; the formula is made again from the
//! puzzle and compared byte for byte, so that its last clause is the negation of exactly the stated
//! solution; the proof is checked step by step. So are the plain rules, if they are there, while the
//! proof from them is VeriPB's to check. Nothing larger than the formula is kept in memory.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use thiserror::Error;

use super::format::{
    Certificate, Claim, Digest, FORMAT, FORMULA, JUSTIFICATION, MANIFEST, MAX_MANIFEST,
    ProofFormat, RULES,
};
use super::lrat::{self, ProofError};
use super::rup;
use super::statement::{StatementError, statement};
use crate::certificate::Provable;
use crate::lower::{LowerError, for_formulas};
use crate::puzzle::grid::short;
use crate::puzzle::{Rejection, Solution, Violation};
use crate::support::budget::{Budget, Limit};
use crate::support::fault::{Blame, Fault};
use crate::support::files::{self, FileError, in_file};

/// Why a certificate is not accepted.
#[derive(Debug, Error)]
pub enum CheckError {
    /// A file is missing or cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// `certificate.json` is not one.
    #[error("{MANIFEST}: {0}")]
    Manifest(String),
    /// The certificate is about another puzzle.
    #[error("it belongs to another puzzle{or} (SHA-256 {stated}, this one has {found})")]
    OtherPuzzle {
        /// What else may be different.
        or: &'static str,
        /// In the certificate.
        stated: String,
        /// Of the puzzle.
        found: String,
    },
    /// A stated solution is malformed, breaks a rule, or may do so.
    #[error("solution {number} is not accepted: {rejection}")]
    Solution {
        /// Counted from 1.
        number: usize,
        /// Why.
        rejection: Rejection,
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
    /// A lemma does not follow from its condition, or that was not seen.
    #[error("lemma {number} is not accepted: {reason}")]
    Lemma {
        /// Counted from 1.
        number: usize,
        /// Why.
        reason: String,
    },
    /// The puzzle has no plain rules.
    #[error("{RULES}: this puzzle has no plain rules")]
    NoRules,
    /// A guard of the budget said stop: nothing is known of the certificate.
    #[error("stopped")]
    Stopped(#[source] Limit),
    /// The puzzle cannot be stated.
    #[error(transparent)]
    Lower(LowerError),
    /// The puzzle cannot be stated in the encoding.
    #[error(transparent)]
    Statement(StatementError),
    /// The proof proves nothing.
    #[error("{file}")]
    Proof {
        /// The file's name.
        file: &'static str,
        /// What is wrong with it.
        #[source]
        error: ProofError,
    },
    /// The claim needs no proof, so there are no hints.
    #[error("the certificate holds, but it has no proof whose hints could be written")]
    NoHints,
    /// The proof is right, but its hints cannot be written.
    #[error("the hints cannot be written")]
    Hints(#[source] io::Error),
}

impl Blame for CheckError {
    fn fault(&self) -> Fault {
        match self {
            Self::Stopped(limit) => Fault::Budget(*limit),
            Self::NoHints | Self::Hints(_) => Fault::Input,
            _ => Fault::Certificate,
        }
    }
}

impl From<LowerError> for CheckError {
    fn from(error: LowerError) -> Self {
        match error {
            LowerError::Stopped(limit) => Self::Stopped(limit),
            error => Self::Lower(error),
        }
    }
}

impl From<StatementError> for CheckError {
    fn from(error: StatementError) -> Self {
        match error {
            StatementError::Stopped(limit) => Self::Stopped(limit),
            error => Self::Statement(error),
        }
    }
}

/// What a certificate has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// What is true of the puzzle.
    pub claim: Claim,
    /// How many solutions the certificate states.
    pub solutions: usize,
    /// The fields and files of the certificate that were not checked.
    pub not_checked: Vec<&'static str>,
}

/// Checks the certificate in a folder; returns what it has shown.
///
/// # Errors
///
/// If the certificate does not hold; the error is the first reason found.
pub fn check(puzzle: &dyn Provable, folder: &Path, budget: Budget) -> Result<Accepted, CheckError> {
    check_files(puzzle, Files::Folder(folder), None, budget)
}

/// Where the LRAT form of a proof is written.
pub type Elaboration<'a> = &'a mut dyn Write;

/// Checks the certificate in a folder, and writes its proof as LRAT: as it is, or with the hints that were found.
///
/// # Errors
///
/// If the certificate does not hold or has no proof, or the other proof cannot be written.
pub fn check_and_elaborate(
    puzzle: &dyn Provable,
    folder: &Path,
    lrat: Elaboration<'_>,
    budget: Budget,
) -> Result<Accepted, CheckError> {
    check_files(puzzle, Files::Folder(folder), Some(lrat), budget)
}

/// Checks a certificate that is stored without its formula, which the puzzle says as well.
///
/// # Errors
///
/// If the certificate does not hold; the error is the first reason found.
pub fn check_stored(
    puzzle: &dyn Provable,
    claim: &[u8],
    proof: &[u8],
    budget: Budget,
) -> Result<Accepted, CheckError> {
    check_files(puzzle, Files::Stored { claim, proof }, None, budget)
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
                let opened =
                    files::open(&folder.join(file)).map_err(|error| in_file(file, error))?;
                Ok(Box::new(BufReader::new(opened)))
            }
            (Files::Stored { claim, .. }, MANIFEST) => Ok(Box::new(claim)),
            (Files::Stored { proof, .. }, file) if is_proof(file) => Ok(Box::new(proof)),
            (Files::Stored { .. }, _) => Err(in_file(file, io::ErrorKind::NotFound.into()).into()),
        }
    }
}

fn is_proof(file: &str) -> bool {
    ProofFormat::ALL.iter().any(|format| format.file() == file)
}

fn check_files(
    puzzle: &dyn Provable,
    files: Files<'_>,
    lrat: Option<Elaboration<'_>>,
    budget: Budget,
) -> Result<Accepted, CheckError> {
    let certificate = manifest(files)?;
    if certificate.family != puzzle.family() {
        let (stated, family) = (short(&certificate.family), puzzle.family());
        let message = format!("`family` is `{stated}`, and the puzzle is a {family}");
        return Err(CheckError::Manifest(message));
    }
    let found = Digest::of_puzzle(puzzle);
    if certificate.puzzle != found {
        let or = puzzle.words().map_or("", |_| ", or was made with another dictionary");
        let (stated, found) = (certificate.puzzle.0, found.0);
        return Err(CheckError::OtherPuzzle { or, stated, found });
    }
    solutions(puzzle, &certificate)?;
    let has_rules = certificate.files.contains_key(RULES);
    let format = certificate.proof().unwrap_or_default();
    let proof = format.file();
    let expected: &[&str] = match certificate.claim {
        Claim::Multiple => &[],
        _ if has_rules => &[FORMULA, proof, JUSTIFICATION, RULES],
        _ => &[FORMULA, proof],
    };
    if !certificate.files.keys().map(String::as_str).eq(expected.iter().copied()) {
        let message = format!(
            "`files` must list exactly {expected:?}; a proof is either proof.lrat or proof.drat"
        );
        return Err(CheckError::Manifest(message));
    }
    if !certificate.trusts.is_empty() {
        return Err(CheckError::Manifest("`trusts` must be empty".to_string()));
    }
    if certificate.claim == Claim::Multiple {
        let needless = [certificate.encoding.is_some(), certificate.solver.is_some()];
        if needless.contains(&true) || !certificate.lemmas.is_empty() {
            let message = "`multiple` needs neither `encoding` nor `solver` nor `lemmas`";
            return Err(CheckError::Manifest(message.to_string()));
        }
        return match lrat {
            None => Ok(certificate.accepted(Vec::new())),
            Some(_) => Err(CheckError::NoHints),
        };
    }
    for (file, digest) in &certificate.files {
        if file == FORMULA && matches!(files, Files::Stored { .. }) {
            continue;
        }
        let reader = GuardedReader { source: files.open(file)?, budget };
        let found = Digest::of_reader(reader).map_err(|error| read_error(file, error, budget))?;
        if found != *digest {
            return Err(CheckError::Changed { file: file.clone() });
        }
    }
    refutation(puzzle, files, &certificate, (format, lrat), budget)?;
    // Who found the proof is the finder's word, and the proof from the rules is for VeriPB to check.
    let mut not_checked = vec!["solver"];
    if has_rules {
        let rules = puzzle.plain(&certificate.solutions);
        let rules = rules.and_then(Result::ok).ok_or(CheckError::NoRules)?;
        compare(files.open(RULES)?, RULES, |out| rules.write(out))?;
        not_checked.push(JUSTIFICATION);
    }
    Ok(certificate.accepted(not_checked))
}

impl Certificate {
    fn accepted(&self, not_checked: Vec<&'static str>) -> Accepted {
        Accepted { claim: self.claim, solutions: self.solutions.len(), not_checked }
    }
}

/// The solutions are as many as the claim asks for, in their one form, right, and different.
fn solutions(puzzle: &dyn Provable, certificate: &Certificate) -> Result<(), CheckError> {
    for (solution, number) in certificate.solutions.iter().zip(1..) {
        let rejected = |rejection| CheckError::Solution { number, rejection };
        let canonical = puzzle.canonical_solution(solution).map_err(|v| rejected(v.into()))?;
        if canonical != *solution {
            let message = "it is not in the one form in which solutions are written";
            return Err(rejected(Violation(message.to_string()).into()));
        }
        puzzle.check(solution).map_err(rejected)?;
    }
    match (certificate.claim, &certificate.solutions[..]) {
        (Claim::Multiple | Claim::Count, all) if !are_different(puzzle, all) => {
            Err(CheckError::Manifest("two solutions have the same grid".to_string()))
        }
        (Claim::Multiple, [_, _]) | (Claim::Unique, [_]) | (Claim::None, []) => Ok(()),
        (Claim::Count, _) => Ok(()),
        _ => Err(CheckError::Manifest("`solutions` do not fit the claim".to_string())),
    }
}

/// Whether no two solutions count as one.
fn are_different(puzzle: &dyn Provable, solutions: &[Solution]) -> bool {
    let mut seen = BTreeSet::new();
    solutions.iter().all(|solution| {
        puzzle.answer(solution).is_some_and(|answer| seen.insert(answer.to_string()))
    })
}

/// The formula is the puzzle's, and the proof refutes it.
fn refutation(
    puzzle: &dyn Provable,
    files: Files<'_>,
    certificate: &Certificate,
    (format, elaborated): (ProofFormat, Option<Elaboration<'_>>),
    budget: Budget,
) -> Result<(), CheckError> {
    let named = certificate.encoding.as_ref();
    let encoding = named.and_then(|tool| xwc_encodings::find(&tool.name)).filter(|encoding| {
        named.is_some_and(|tool| tool.version == encoding.info().version.to_string())
    });
    let Some(encoding) = encoding else {
        let message = "its `encoding` is not one of this program's, or of another version";
        return Err(CheckError::Manifest(message.to_string()));
    };
    let lowered = for_formulas(puzzle, budget)?;
    for (lemma, number) in certificate.lemmas.iter().zip(1..) {
        puzzle.check_lemma(&lemma.condition, &lemma.values, budget).map_err(|reason| {
            budget.exceeded().map_or(CheckError::Lemma { number, reason }, CheckError::Stopped)
        })?;
    }
    let (lemmas, solutions) = (&certificate.lemmas, &certificate.solutions);
    let cnf = statement(&lowered, encoding, lemmas, solutions, budget)?;
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
    let file = format.file();
    let open = || -> Result<_, CheckError> {
        Ok(BufReader::new(GuardedReader { source: files.open(file)?, budget }))
    };
    let checked = match (format, &elaborated) {
        (ProofFormat::Lrat, _) => lrat::check(&cnf, open()?),
        (ProofFormat::Drat, None) => rup::check(&cnf, open()?, budget),
        (ProofFormat::Drat, Some(_)) => Ok(()),
    };
    let failed = |error| match budget.exceeded() {
        Some(limit) => CheckError::Stopped(limit),
        None => CheckError::Proof { file, error },
    };
    checked.map_err(failed)?;
    match (elaborated, format) {
        (None, _) => Ok(()),
        (Some(out), ProofFormat::Lrat) => {
            io::copy(&mut open()?, out).map(|_| ()).map_err(CheckError::Hints)
        }
        (Some(out), ProofFormat::Drat) => {
            let hinted = rup::elaborate(&cnf, open()?, budget).map_err(failed)?;
            hinted.write(out).map_err(CheckError::Hints)
        }
    }
}

/// Reads until a guard of the budget says stop.
struct GuardedReader<R> {
    source: R,
    budget: Budget,
}

impl<R: Read> Read for GuardedReader<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.budget.check().map_err(io::Error::other)?;
        self.source.read(bytes)
    }
}

/// Why a file could not be read: it was stopped, or something else.
fn read_error(file: &str, error: io::Error, budget: Budget) -> CheckError {
    budget.exceeded().map_or_else(|| in_file(file, error).into(), CheckError::Stopped)
}

/// What a certificate of any version says of itself.
#[derive(serde::Deserialize)]
struct Version {
    format: u32,
}

fn manifest(files: Files<'_>) -> Result<Certificate, CheckError> {
    let mut text = String::new();
    let read = files.open(MANIFEST)?.take(MAX_MANIFEST + 1).read_to_string(&mut text);
    read.map_err(|error| in_file(MANIFEST, error))?;
    if text.len() as u64 > MAX_MANIFEST {
        let message = format!("it has more than {} MiB", MAX_MANIFEST >> 20);
        return Err(CheckError::Manifest(message));
    }
    let malformed = |error: serde_json::Error| CheckError::Manifest(error.to_string());
    let Version { format } = serde_json::from_str(&text).map_err(malformed)?;
    if format != FORMAT {
        let message = format!(
            "its format is {format}, and this program reads {FORMAT}: it was written by another \
             version, and has to be written again"
        );
        return Err(CheckError::Manifest(message));
    }
    let certificate: Certificate = serde_json::from_str(&text).map_err(malformed)?;
    if certificate.text() != text || certificate.seal() != certificate.certificate {
        return Err(CheckError::Manifest("it was changed: its own SHA-256 differs".to_string()));
    }
    Ok(certificate)
}

/// Compares what is written to it with a file, byte for byte, without keeping either.
struct ByteComparison<R> {
    file: R,
    line: usize,
}

impl<R: BufRead> ByteComparison<R> {
    /// Whether the file is over as well; if not, the line that goes beyond what was expected.
    fn finish(mut self) -> io::Result<Result<(), usize>> {
        Ok(if self.file.fill_buf()?.is_empty() { Ok(()) } else { Err(self.line) })
    }
}

impl<R: BufRead> Write for ByteComparison<R> {
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
    write: impl FnOnce(&mut BufWriter<&mut ByteComparison<R>>) -> io::Result<()>,
) -> Result<(), CheckError> {
    let differs = |line: usize| CheckError::Differs { file: file.to_string(), line };
    let mut comparison = ByteComparison { file: found, line: 1 };
    let mut out = BufWriter::new(&mut comparison);
    let written = write(&mut out).and_then(|()| out.flush());
    // What is left in the buffer was compared, or it differs.
    let _ = out.into_parts();
    match written {
        Ok(()) => {}
        Err(error) if error.get_ref().is_some_and(|error| error.is::<Differs>()) => {
            return Err(differs(comparison.line));
        }
        Err(error) => return Err(in_file(file, error).into()),
    }
    comparison.finish().map_err(|error| in_file(file, error))?.map_err(differs)
}
