//! From a report to a certificate on disk: formula, proof, and the claim last.
//!
//! Every file is written under another name first and a proof is checked before it gets its own,
//! so that a folder with a `certificate.json` holds a certificate that checks.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;

use thiserror::Error;
use xwc_encodings::{Cnf, Encoding, Formula, Model};

use crate::certificate::{
    Certificate, Claim, Digest, FORMAT, FORMULA, JUSTIFICATION, MANIFEST, PROOF, RULES, Tool, lrat,
};
use crate::family::AnyPuzzle;
use crate::justify::{JustifyError, justify};
use crate::pipeline::PipelineError;
use crate::plain::TooLong;
use crate::puzzle::Solution;
use crate::solve::{self, Backend, Budget, Limit, Refutation, SolveError};
use crate::verdict::{Found, Verdict};

/// Why there is no certificate.
#[derive(Debug, Error)]
pub enum CertifyError {
    /// A file cannot be written.
    #[error("{file}: {error}")]
    File {
        /// The file or folder.
        file: String,
        /// What happened.
        error: io::Error,
    },
    /// The folder holds something else.
    #[error("{folder}: it holds `{found}`, which is no part of a certificate")]
    Foreign {
        /// The folder.
        folder: String,
        /// A file in it.
        found: String,
    },
    /// A budget ran out before the proof was found.
    #[error("no certificate: {0}")]
    Unknown(Limit),
    /// The family has no plain rules.
    #[error("--justify: there are no plain rules for this family")]
    NoRules,
    /// The plain rules are too long.
    #[error("--justify: {0}")]
    TooLong(#[from] TooLong),
    /// The formula could not be proved from the plain rules.
    #[error("--justify: {0}")]
    Justify(JustifyError),
    /// The formula cannot be written.
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
    /// The solver contradicts the verdict, or its proof does not check.
    #[error("the proof of {solver} is not valid, which is a defect of xwc: {reason}")]
    Invalid {
        /// The solver's name.
        solver: &'static str,
        /// What is wrong.
        reason: String,
    },
}

/// The files of a certificate, the claim first.
const FILES: [&str; 5] = [MANIFEST, FORMULA, PROOF, RULES, JUSTIFICATION];

/// Who writes formula and proof.
#[derive(Clone, Copy)]
pub struct Prover {
    encoding: &'static dyn Encoding,
    backend: &'static Backend,
    refute: solve::Refute,
    /// Whether to prove the formula from the plain rules as well.
    pub justify: bool,
    /// Whether files must be on disk when the certificate is there, and not only in the system's
    /// hands.
    pub durable: bool,
}

impl Prover {
    /// The solver that was asked for, if it writes proofs, or else varisat.
    pub fn new(backend: Option<&str>, encoding: Option<&str>) -> Option<Self> {
        let wanted = backend.and_then(solve::find).filter(|backend| backend.refute().is_some());
        let backend = wanted.or_else(|| solve::find("varisat"))?;
        let encoding = match encoding {
            Some(name) => xwc_encodings::find(name),
            None => xwc_encodings::ENCODINGS.first().copied(),
        };
        let encoding = encoding.filter(|encoding| solve::reads(backend, *encoding))?;
        Some(Self { encoding, backend, refute: backend.refute()?, justify: false, durable: true })
    }
}

/// Writes the certificate of what was found into a folder.
///
/// # Errors
///
/// If the proof is not found within the budget, or something cannot be written.
pub fn certify(
    puzzle: &dyn AnyPuzzle,
    family: &str,
    found: &Found,
    folder: &Path,
    prover: Prover,
    budget: Budget,
) -> Result<Certificate, CertifyError> {
    let claim = match found.verdict() {
        Verdict::Unique => Claim::Unique,
        Verdict::Multiple => Claim::Multiple,
        Verdict::None => Claim::None,
        Verdict::Unknown => {
            return Err(CertifyError::Unknown(found.limit.unwrap_or(Limit::Solver)));
        }
    };
    prepare(folder)?;
    let mut certificate = Certificate {
        format: FORMAT,
        claim,
        family: family.to_string(),
        puzzle: Digest::of_puzzle(puzzle),
        solutions: found.solutions.clone(),
        encoding: None,
        solver: None,
        files: Default::default(),
        certificate: Digest::of(b""),
    };
    if claim != Claim::Multiple {
        refute(puzzle, certificate.solutions.first(), folder, prover, budget)?;
        let (encoding, backend) = (prover.encoding, prover.backend);
        certificate.encoding = Some(Tool::new(encoding.name(), encoding.version()));
        certificate.solver = Some(Tool::new(backend.name, backend.version));
        let files: &[&str] = if prover.justify { &FILES[1..] } else { &[FORMULA, PROOF] };
        for name in files {
            let path = folder.join(name);
            let digest = File::open(&path).and_then(Digest::of_reader);
            certificate.files.insert(name.to_string(), digest.map_err(|e| in_file(&path, e))?);
        }
    }
    let certificate = certificate.sealed();
    write_as(folder, MANIFEST, prover.durable, |out| out.write_all(certificate.text().as_bytes()))?;
    Ok(certificate)
}

/// Makes the folder, and clears it of an older certificate, claim first.
fn prepare(folder: &Path) -> Result<(), CertifyError> {
    fs::create_dir_all(folder).map_err(|e| in_file(folder, e))?;
    for entry in fs::read_dir(folder).map_err(|e| in_file(folder, e))? {
        let name = entry.map_err(|e| in_file(folder, e))?.file_name();
        let name = name.to_string_lossy();
        if !FILES.contains(&name.trim_end_matches(".part")) {
            let (folder, found) = (folder.display().to_string(), name.into_owned());
            return Err(CertifyError::Foreign { folder, found });
        }
    }
    for name in FILES {
        match fs::remove_file(folder.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(in_file(&folder.join(name), error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Writes formula and proof, the proof only once it has been checked.
fn refute(
    puzzle: &dyn AnyPuzzle,
    solution: Option<&Solution>,
    folder: &Path,
    prover: Prover,
    budget: Budget,
) -> Result<(), CertifyError> {
    let lowered = puzzle.lower().map_err(PipelineError::from)?;
    let formula = prover.encoding.encode(&lowered.model).map_err(PipelineError::from)?;
    let invalid = |reason: String| CertifyError::Invalid { solver: prover.backend.name, reason };
    let Formula::Cnf(mut cnf) = formula else {
        return Err(invalid("its encoding writes no clauses".to_string()));
    };
    if let Some(solution) = solution {
        let answers = lowered.answers(solution);
        let answers = answers.ok_or_else(|| invalid("the solution has no answers".to_string()))?;
        cnf.block(&lowered.model, &answers);
    }
    let model = &lowered.model;
    write_as(folder, FORMULA, prover.durable, |out| cnf.write_dimacs(model, out))?;
    let part = folder.join(format!("{PROOF}.part"));
    match trivial_proof(&cnf) {
        Some(text) => fs::write(&part, text).map_err(|e| in_file(&part, e))?,
        None => match (prover.refute)(&folder.join(FORMULA), &part, budget) {
            Ok(Refutation::Proved) => {}
            Ok(Refutation::Satisfiable) => {
                return Err(invalid("it finds the formula satisfiable".to_string()));
            }
            Ok(Refutation::Unknown(limit)) => return Err(CertifyError::Unknown(limit)),
            Err(error) => return Err(PipelineError::from(error).into()),
        },
    }
    let proof = File::open(&part).map(BufReader::new).map_err(|e| in_file(&part, e))?;
    lrat::check(&cnf, proof).map_err(|error| invalid(error.to_string()))?;
    let proof = folder.join(PROOF);
    fs::rename(&part, &proof).map_err(|e| in_file(&proof, e))?;
    if prover.justify {
        from_plain_rules(puzzle, solution, folder, model, &cnf)?;
    }
    Ok(())
}

/// Writes the plain rules, and the proof from them to the contradiction.
fn from_plain_rules(
    puzzle: &dyn AnyPuzzle,
    solution: Option<&Solution>,
    folder: &Path,
    model: &Model,
    cnf: &Cnf,
) -> Result<(), CertifyError> {
    let rules = puzzle.plain(solution).ok_or(CertifyError::NoRules)??;
    write_as(folder, RULES, true, |out| rules.write(out))?;
    let path = folder.join(PROOF);
    let lrat = File::open(&path).map(BufReader::new).map_err(|e| in_file(&path, e))?;
    let mut failed = None;
    write_as(folder, JUSTIFICATION, true, |out| match justify(&rules, model, cnf, lrat, out) {
        Ok(()) => Ok(()),
        Err(JustifyError::Io(error)) => Err(error),
        Err(error) => {
            failed = Some(error);
            Err(io::ErrorKind::InvalidData.into())
        }
    })
    .map_err(|error| failed.map_or(error, CertifyError::Justify))
}

/// The proof of a formula that contradicts itself in a clause or two; varisat numbers its steps
/// wrongly there.
fn trivial_proof(cnf: &Cnf) -> Option<String> {
    let next = cnf.n_clauses() + 1;
    let mut units = std::collections::BTreeMap::new();
    for (clause, id) in cnf.clauses().zip(1..) {
        match clause {
            [] => return Some(format!("{next} 0 {id} 0\n")),
            [lit] => {
                if let Some(other) = units.get(&!*lit) {
                    return Some(format!("{next} 0 {other} {id} 0\n"));
                }
                units.insert(*lit, id);
            }
            _ => {}
        }
    }
    None
}

/// Writes a file under another name, and then gives it its own.
fn write_as(
    folder: &Path,
    name: &str,
    durable: bool,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), CertifyError> {
    let part = folder.join(format!("{name}.part"));
    let written = File::create(&part).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        if durable {
            file.sync_all()?;
        }
        fs::rename(&part, folder.join(name))
    });
    written.map_err(|error| in_file(&part, error))
}

fn in_file(path: &Path, error: io::Error) -> CertifyError {
    CertifyError::File { file: path.display().to_string(), error }
}

impl From<SolveError> for CertifyError {
    fn from(error: SolveError) -> Self {
        PipelineError::from(error).into()
    }
}
