//! From a report to a certificate: formula, proof, and the claim last.
//!
//! On disk every file is written under another name first and a proof is checked before it gets its
//! own, so that a folder with a `certificate.json` holds a certificate that checks.

mod prover;
mod strip;
mod unit_search;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use thiserror::Error;
use tracing::info_span;
use xwc_encodings::Model;

pub(crate) use self::prover::Prover;
use self::prover::{GuardedWriter, Statement};
use crate::files::{self, NewFile, PART};
use crate::justify::{self, JustifyError};
use crate::prove::SearchOutcome;
use crate::solve::{Budget, Limit, SolveError, SolverSelection};
use crate::verdict::{SearchResult, Verdict};
use xwc_check::certificate::Provable;
use xwc_check::certificate::{
    Certificate, Claim, Digest, FORMAT, FORMULA, JUSTIFICATION, MANIFEST, MAX_MANIFEST,
    ProofFormat, RULES, StatementError,
};
use xwc_check::lower::{LowerError, for_formulas, lower};
use xwc_check::plain::{Rules, TooLong};
use xwc_check::support::fault::{Blame, Fault};
use xwc_check::support::files::{FileError, in_file};

/// Why there is no certificate.
#[derive(Debug, Error)]
pub enum CertifyError {
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The folder holds something else.
    #[error(
        "{folder}: it contains `{found}`, which does not belong to a certificate of ours; nothing was \
             changed"
    )]
    Foreign {
        /// The folder.
        folder: String,
        /// A file in it.
        found: String,
    },
    /// Not all solutions are there.
    #[error("the solutions were not all found, or not all kept; there is nothing to certify")]
    NotAll,
    /// A budget ran out before the proof was found.
    #[error("no certificate")]
    Unknown(#[source] Limit),
    /// The encoding does not write clauses, of which proofs are made.
    #[error("the encoding {0} does not write clauses")]
    NoClauses(String),
    /// The family has no plain rules.
    #[error("there are no plain rules for this family")]
    NoRules,
    /// The plain rules are too long.
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// The formula is not one that can be proved from the plain rules.
    #[error("{0}")]
    NotJustified(String),
    /// The proof from the plain rules failed: a defect of this program.
    #[error("{0}")]
    Justify(String),
    /// The puzzle cannot be stated as a model.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// The model has no formula.
    #[error(transparent)]
    Statement(#[from] StatementError),
    /// A solver failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The solver contradicts the verdict, or its proof does not check.
    #[error("the proof of {solver} is not valid, which is a defect of xwc: {reason}")]
    Invalid {
        /// The solver's name.
        solver: &'static str,
        /// What is wrong.
        reason: String,
    },
}

impl From<JustifyError> for CertifyError {
    fn from(error: JustifyError) -> Self {
        match error.fault() {
            Fault::Usage => Self::NotJustified(error.to_string()),
            _ => Self::Justify(error.to_string()),
        }
    }
}

impl Blame for CertifyError {
    fn fault(&self) -> Fault {
        match self {
            Self::File(error) => error.fault(),
            Self::Foreign { .. } => Fault::Input,
            Self::NoClauses(_)
            | Self::NoRules
            | Self::NotAll
            | Self::TooLong(_)
            | Self::NotJustified(_) => Fault::Usage,
            Self::Lower(error) => error.fault(),
            Self::Statement(error) => error.fault(),
            Self::Solve(error) => error.fault(),
            Self::Unknown(limit) => Fault::Budget(*limit),
            Self::Justify(_) | Self::Invalid { .. } => Fault::Defect,
        }
    }
}

/// The files of a certificate, the claim first.
const FILES: [&str; 6] =
    [MANIFEST, FORMULA, ProofFormat::Lrat.file(), ProofFormat::Drat.file(), RULES, JUSTIFICATION];

/// Marks the files beside it as ours until there is a claim.
const UNFINISHED: &str = "unfinished.json";

/// What it says.
const MARK: &str = "{\"xwc\":\"a certificate that is not complete\"}\n";

/// What the user asks of a certificate.
#[derive(Clone, Copy, Debug, Default)]
pub struct CertifyOptions<'a> {
    /// The solver, if it writes proofs; or else the default one. The encoding has to write clauses.
    pub choice: SolverSelection<'a>,
    /// How the proof is written.
    pub proof: ProofFormat,
    /// Whether to prove the formula from the plain rules as well.
    pub justify: bool,
    /// Whether to claim that the solutions are all that there are, however many.
    pub count: bool,
    /// How long.
    pub budget: Budget,
}

/// What is claimed of a puzzle; files and seal are still missing.
fn claimed(
    puzzle: &dyn Provable,
    found: &SearchResult,
    count: bool,
) -> Result<Certificate, CertifyError> {
    let are_all = found.complete && found.solutions.len() as u64 == found.count;
    let claim = match found.verdict() {
        _ if count && are_all && found.undecided.is_none() => Claim::Count,
        _ if count => return Err(found.limit.map_or(CertifyError::NotAll, CertifyError::Unknown)),
        Verdict::Unique => Claim::Unique,
        Verdict::Multiple => Claim::Multiple,
        Verdict::None => Claim::None,
        Verdict::Unknown => {
            return Err(CertifyError::Unknown(found.limit.unwrap_or(Limit::Solver)));
        }
    };
    Ok(Certificate {
        format: FORMAT,
        claim,
        family: puzzle.family().to_string(),
        puzzle: Digest::of_puzzle(puzzle),
        solutions: found.solutions.clone(),
        trusts: Vec::new(),
        lemmas: Vec::new(),
        encoding: None,
        solver: None,
        files: Default::default(),
        certificate: Digest::of(b""),
    })
}

/// A certificate without its formula, which the puzzle says as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredCertificate {
    /// `certificate.json`
    pub claim: Vec<u8>,
    /// `proof.drat`
    pub proof: Vec<u8>,
}

/// The certificate of what was found, in memory.
///
/// # Errors
///
/// If the proof is not found within the budget.
pub(crate) fn certify_in_memory(
    puzzle: &dyn Provable,
    found: &SearchResult,
    prover: Prover,
    budget: Budget,
) -> Result<StoredCertificate, CertifyError> {
    let _span = info_span!("certify").entered();
    let mut certificate = claimed(puzzle, found, false)?;
    let mut proof = Vec::new();
    if certificate.claim != Claim::Multiple {
        let lowered = &for_formulas(puzzle, budget)?;
        let statement = prover.statement(puzzle, lowered, &mut certificate, budget)?;
        proof = prover.proofs(&statement, false, budget)?.proof;
        let formula = Digest::of_writing(|out| statement.cnf.write_dimacs(&lowered.model, out));
        let formula = formula.map_err(|error| in_file(FORMULA, error))?;
        certificate.files.insert(FORMULA.to_string(), formula);
        certificate.files.insert(prover.format.file().to_string(), Digest::of(&proof));
    }
    let claim = certificate.sealed().text().into_bytes();
    Ok(StoredCertificate { claim, proof })
}

/// Writes the certificate of what was found into a folder.
///
/// # Errors
///
/// If the proof is not found within the budget, or something cannot be written.
pub(crate) fn certify(
    puzzle: &dyn Provable,
    outcome: &SearchOutcome,
    folder: &Path,
    options: CertifyOptions<'_>,
) -> Result<Certificate, CertifyError> {
    let CertifyOptions { choice, proof, justify, count, budget } = options;
    let prover = Prover::new(choice, proof, justify)?;
    let _span = info_span!("certify").entered();
    let mut certificate = claimed(puzzle, &outcome.found, count)?;
    if certificate.claim == Claim::Multiple {
        prepare(folder)?;
    } else {
        let plain = || puzzle.plain(&certificate.solutions).ok_or(CertifyError::NoRules);
        let rules = if justify { Some(plain()??) } else { None };
        let closed = if outcome.closed.is_none() { puzzle.close(budget)? } else { None };
        let known = [&outcome.closed, &closed, &outcome.lowered];
        let lowered = match known.into_iter().find_map(Option::as_ref) {
            Some(lowered) => lowered,
            None => &lower(puzzle, budget)?,
        };
        let statement = prover.statement(puzzle, lowered, &mut certificate, budget)?;
        // Nothing is written for a puzzle that is refused.
        prepare(folder)?;
        refute((&lowered.model, &statement), rules.as_ref(), folder, &prover, budget)?;
        let all = [FORMULA, proof.file(), RULES, JUSTIFICATION];
        let files = if justify { &all[..] } else { &all[..2] };
        for name in files {
            let path = folder.join(name);
            let digest = File::open(&path).and_then(Digest::of_reader);
            certificate.files.insert(name.to_string(), digest.map_err(|e| in_file(&path, e))?);
        }
    }
    let certificate = certificate.sealed();
    write_file(folder, MANIFEST, budget, |out| out.write_all(certificate.text().as_bytes()))?;
    remove(&folder.join(UNFINISHED))?;
    Ok(certificate)
}

/// Makes the folder, marks it as ours, and clears it of an older certificate, claim first. A folder
/// with anything else is left as it is.
fn prepare(folder: &Path) -> Result<(), CertifyError> {
    fs::create_dir_all(folder).map_err(|e| in_file(folder, e))?;
    let unfinished = is_marked(folder);
    let older = older_files(folder);
    for entry in fs::read_dir(folder).map_err(|e| in_file(folder, e))? {
        let entry = entry.map_err(|e| in_file(folder, e))?;
        let kind = entry.file_type().map_err(|e| in_file(entry.path(), e))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_ours = match &older {
            _ if !kind.is_file() => false,
            _ if unfinished => FILES.contains(&name.trim_end_matches(PART)) || name == UNFINISHED,
            Some(files) => name == MANIFEST || is_listed(files, &entry.path(), &name),
            None => false,
        };
        if !is_ours {
            return Err(foreign(folder, name));
        }
    }
    let mark = folder.join(UNFINISHED);
    files::write(&mark, MARK.as_bytes()).map_err(|e| in_file(&mark, e))?;
    for name in FILES {
        remove(&folder.join(name))?;
    }
    Ok(())
}

fn foreign(folder: &Path, found: String) -> CertifyError {
    CertifyError::Foreign { folder: folder.display().to_string(), found }
}

/// The files that a claim in the folder lists, with their digests; `None` if there is no claim of ours, of any
/// version.
fn older_files(folder: &Path) -> Option<BTreeMap<String, Digest>> {
    let text = xwc_check::support::files::read_text(&folder.join(MANIFEST), MAX_MANIFEST).ok()?;
    let mut claim: serde_json::Value = serde_json::from_str(&text).ok()?;
    let fields = ["format", "claim", "puzzle", "certificate"];
    let files = claim.get_mut("files").map(serde_json::Value::take).unwrap_or_default();
    let is_claim = fields.iter().all(|field| claim.get(field).is_some());
    is_claim.then(|| serde_json::from_value(files).unwrap_or_default())
}

/// Whether a file is the one that was written for the older certificate. One that somebody has put in its place
/// is not ours to remove.
fn is_listed(files: &BTreeMap<String, Digest>, path: &Path, name: &str) -> bool {
    let stated = files.get(name).filter(|_| FILES.contains(&name));
    stated.is_some_and(|stated| {
        File::open(path).and_then(Digest::of_reader).is_ok_and(|found| found == *stated)
    })
}

/// Whether an earlier run of ours was not finished here.
fn is_marked(folder: &Path) -> bool {
    let found =
        xwc_check::support::files::read_text(&folder.join(UNFINISHED), 2 * MARK.len() as u64);
    found.is_ok_and(|text| text == MARK)
}

fn remove(path: &Path) -> Result<(), CertifyError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(in_file(path, error).into()),
        _ => Ok(()),
    }
}

/// Writes formula and proof, the proof only once it has been checked, and with plain rules the proof
/// from those.
fn refute(
    (model, statement): (&Model, &Statement),
    rules: Option<&Rules>,
    folder: &Path,
    prover: &Prover,
    budget: Budget,
) -> Result<(), CertifyError> {
    let cnf = &statement.cnf;
    write_file(folder, FORMULA, budget, |mut out| cnf.write_dimacs(model, &mut out))?;
    let path = folder.join(prover.format.file());
    let failed = |error| in_file(&path, error);
    let mut file = NewFile::begin(&path).map_err(failed)?;
    // Proofs of solvers can be larger than the memory; others are small.
    let lrat = match (&statement.found, prover.format) {
        (None, ProofFormat::Lrat) => {
            prover.prove(cnf, &mut file, budget)?;
            file.flush().map_err(failed)?;
            prover.check(cnf, open_part(&file).map_err(failed)?)?;
            None
        }
        _ => {
            let proofs = prover.proofs(statement, rules.is_some(), budget)?;
            file.write_all(&proofs.proof).and_then(|()| file.flush()).map_err(failed)?;
            proofs.lrat
        }
    };
    if let Some(rules) = rules {
        write_file(folder, RULES, budget, |mut out| rules.write(&mut out))?;
        let lrat: Box<dyn BufRead> = match &lrat {
            Some(lrat) => Box::new(&lrat[..]),
            None => Box::new(open_part(&file).map_err(failed)?),
        };
        let mut reason = None;
        let written = write_file(folder, JUSTIFICATION, budget, |out| {
            match justify::justify(rules, model, cnf, lrat, out) {
                Ok(()) => Ok(()),
                Err(JustifyError::Io(error)) => Err(error),
                Err(error) => {
                    reason = Some(error);
                    Err(io::ErrorKind::InvalidData.into())
                }
            }
        });
        written.map_err(|error| reason.map_or(error, CertifyError::from))?;
    }
    Ok(file.finish(true).map_err(failed)?)
}

/// Reads a file that has not got its name yet.
fn open_part(file: &NewFile) -> io::Result<BufReader<File>> {
    File::open(file.part()).map(BufReader::new)
}

/// Writes a file under another name, and then gives it its own.
fn write_file(
    folder: &Path,
    name: &str,
    budget: Budget,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CertifyError> {
    let path = folder.join(name);
    let written = NewFile::begin(&path).and_then(|mut file| {
        // Asking the guard is for large pieces.
        let mut out = io::BufWriter::with_capacity(
            1 << 16,
            GuardedWriter { out: &mut file, budget, failed: None },
        );
        write(&mut out)?;
        out.flush()?;
        drop(out);
        file.finish(true)
    });
    written.map_err(|error| write_error(&path, error, budget))
}

/// Why a file could not be written: it was stopped, or something else.
fn write_error(path: &Path, error: io::Error, budget: Budget) -> CertifyError {
    budget.exceeded().map_or_else(|| in_file(path, error).into(), CertifyError::Unknown)
}
