//! Who proves the formula of a certificate unsatisfiable, and how the proof is written.
//!
//! A search on the formula goes first, because its proofs are the smallest by far. What it cannot finish
//! within its limits is left to a solver, on the formula that this one is best at.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use tracing::debug;
use xwc_encodings::{Cnf, Encoding, Formula, Model, Variants};

use super::strip::strip;
use super::unit_search;
use super::{CertifyError, write_error};
use crate::lemma;
use crate::solve::{
    self, Backend, Budget, Refutation, SolverSelection, has_relations, search_encodings,
};
use xwc_check::certificate::propagation::Propagation;
use xwc_check::certificate::{
    Certificate, ProofFormat, Provable, StatementError, Tool, encode, lrat, rup, state,
};
use xwc_check::lower::Lowered;
use xwc_check::support::files::in_file;

/// How long the search goes on: until propagation has made this many literals true. With hints, a proof grows with
/// all of them, and long ones are better left to a solver.
const STEPS: u64 = 1_500_000;
const STEPS_WITH_HINTS: u64 = 100_000;

/// The search and the solver that follows it, the encoding that they read, and the format of the proof.
#[derive(Clone, Copy)]
pub(crate) struct Prover {
    /// The encoding that was asked for; otherwise the first one that takes the model.
    encoding: Option<&'static dyn Encoding>,
    backend: &'static Backend,
    refute: solve::Refute,
    /// Whether the search goes first: unless a solver that writes proofs was asked for.
    searches: bool,
    pub(super) format: ProofFormat,
    /// Whether the formula is to be proved from the plain rules, which not every encoding allows.
    justifies: bool,
}

/// A formula that is to be refuted, and its proof if the search has found one.
pub(super) struct Statement {
    pub(super) cnf: Cnf,
    /// As DRAT; with the formula as the checker takes it in.
    pub(super) found: Option<(Vec<u8>, Propagation)>,
}

/// One proof in two formats; the second one only if it was wanted.
pub(super) struct Proofs {
    /// In the format of the certificate.
    pub(super) proof: Vec<u8>,
    /// With hints.
    pub(super) lrat: Option<Vec<u8>>,
}

impl Prover {
    /// The solver that was asked for, if it writes proofs, or else the search and the default one.
    pub(crate) fn new(
        choice: SolverSelection<'_>,
        format: ProofFormat,
        justifies: bool,
    ) -> Result<Self, CertifyError> {
        let proves = |backend: &&'static Backend| backend.refute.is_some();
        let wanted = choice.backend.and_then(solve::find).filter(proves);
        let backend = wanted.unwrap_or_else(solve::default_prover);
        let no_clauses = |name: &str| CertifyError::NoClauses(name.to_string());
        let refute = backend.refute.ok_or_else(|| no_clauses(""))?;
        let find = |name: &str| {
            let encoding = xwc_encodings::find(name).filter(|found| backend.accepts(*found));
            encoding.ok_or_else(|| no_clauses(name))
        };
        let encoding = choice.encoding.map(find).transpose()?;
        Ok(Self { encoding, backend, refute, searches: wanted.is_none(), format, justifies })
    }

    fn invalid(&self, reason: impl Into<String>) -> CertifyError {
        CertifyError::Invalid { solver: self.backend.name, reason: reason.into() }
    }

    /// The formula of a model in the first of these encodings that takes it.
    fn formula(
        &self,
        encodings: &[&'static dyn Encoding],
        model: &Model,
        budget: Budget,
    ) -> Result<(&'static dyn Encoding, Formula), CertifyError> {
        let mut refusal = None;
        for &encoding in encodings {
            match encode(encoding, model, Variants::default(), budget) {
                Ok(formula) => return Ok((encoding, formula)),
                // The first reason is the one that the user knows the encoding of.
                Err(error @ StatementError::Refused(_)) => {
                    refusal.get_or_insert(error);
                }
                Err(error) => return Err(error.into()),
            }
        }
        Err(refusal.expect("a solver that writes proofs reads some encoding").into())
    }

    /// The formula that is to be refuted, by the search if it can. What it is made of is noted in the
    /// certificate.
    pub(super) fn statement(
        &self,
        puzzle: &dyn Provable,
        lowered: &Lowered,
        certificate: &mut Certificate,
        budget: Budget,
    ) -> Result<Statement, CertifyError> {
        let model = &lowered.model;
        // What only a program can say becomes lemmas, which take a solver to find.
        if self.searches && !has_relations(model) {
            let encodings = match self.encoding {
                Some(asked) => vec![asked],
                None => search_encodings((!self.justifies).then_some(model)),
            };
            if let Ok((encoding, formula)) = self.formula(&encodings, model, budget) {
                let cnf = state(lowered, encoding, formula, &[], &certificate.solutions)?;
                let mut proof = Vec::new();
                let steps = if self.format == ProofFormat::Drat { STEPS } else { STEPS_WITH_HINTS };
                let formula = Propagation::new(&cnf);
                let outcome =
                    unit_search::refute((model, &cnf), formula.clone(), &mut proof, steps, budget);
                match outcome.map_err(|error| in_file(self.format.file(), error))? {
                    Refutation::Proved => {
                        let version = env!("CARGO_PKG_VERSION");
                        record(certificate, encoding, Tool::new(unit_search::NAME, version));
                        return Ok(Statement { cnf, found: Some((proof, formula)) });
                    }
                    Refutation::Satisfiable => {
                        return Err(self.invalid("the search finds the formula satisfiable"));
                    }
                    Refutation::Unknown(limit) => debug!("the search for a proof: {limit}"),
                }
            }
        }
        let encodings = match self.encoding {
            Some(asked) => vec![asked],
            None => solve::proof_encodings(self.backend, self.justifies),
        };
        let (encoding, formula) = self.formula(&encodings, model, budget)?;
        let solutions = &certificate.solutions;
        let question = lemma::Question { puzzle, lowered, solutions, budget };
        let lemmas = question.lemmas(&formula, self.backend)?.map_err(CertifyError::Unknown)?;
        let cnf = state(lowered, encoding, formula, &lemmas, solutions)?;
        certificate.lemmas = lemmas;
        let tool = Tool::new(self.backend.name, self.backend.version);
        record(certificate, encoding, tool);
        Ok(Statement { cnf, found: None })
    }

    /// The proof of a statement, checked; with hints as well if that is wanted.
    pub(super) fn proofs(
        &self,
        statement: &Statement,
        with_hints: bool,
        budget: Budget,
    ) -> Result<Proofs, CertifyError> {
        let cnf = &statement.cnf;
        let wants_hints = with_hints || self.format == ProofFormat::Lrat;
        let (drat, lrat) = match &statement.found {
            Some((drat, _)) if wants_hints => {
                let mut lrat = Vec::new();
                let hinted = rup::elaborate(cnf, &drat[..], budget);
                let hinted = hinted.map_err(|error| self.invalid(error.to_string()))?;
                hinted.write(&mut lrat).map_err(|error| in_file(self.format.file(), error))?;
                (Some(drat.clone()), Some(lrat))
            }
            Some((drat, _)) => (Some(drat.clone()), None),
            None => {
                let mut lrat = Vec::new();
                self.prove(cnf, &mut lrat, budget)?;
                (None, Some(lrat))
            }
        };
        if let Some(lrat) = &lrat {
            self.check(cnf, &lrat[..])?;
        }
        let proof = match (self.format, drat, &lrat) {
            (ProofFormat::Lrat, _, Some(lrat)) => lrat.clone(),
            (_, Some(drat), _) => drat,
            (_, None, lrat) => strip(lrat.as_deref().unwrap_or_default(), cnf.n_vars as usize)
                .map_err(|error| self.invalid(error.to_string()))?,
        };
        if self.format == ProofFormat::Drat {
            let formula = match &statement.found {
                Some((_, formula)) => formula.clone(),
                None => Propagation::new(cnf),
            };
            let checked = rup::check_from(formula, &proof[..], budget);
            checked.map_err(|error| self.invalid(error.to_string()))?;
        }
        Ok(Proofs { proof, lrat: lrat.filter(|_| with_hints) })
    }

    /// Writes the LRAT proof of a solver that a formula has no solution.
    pub(super) fn prove(
        &self,
        cnf: &Cnf,
        out: &mut dyn Write,
        budget: Budget,
    ) -> Result<(), CertifyError> {
        let file = ProofFormat::Lrat.file();
        if let Some(text) = trivial_proof(cnf) {
            return out.write_all(text.as_bytes()).map_err(|error| in_file(file, error).into());
        }
        let mut guarded = GuardedWriter { out, budget, failed: None };
        let outcome = (self.refute)(cnf, &mut guarded, budget);
        match (outcome, guarded.failed) {
            // A solver may report as its own failure that it could not write.
            (_, Some(error)) => Err(write_error(Path::new(file), error, budget)),
            (Ok(Refutation::Proved), _) => Ok(()),
            (Ok(Refutation::Satisfiable), _) => {
                Err(self.invalid("it finds the formula satisfiable"))
            }
            (Ok(Refutation::Unknown(limit)), _) => Err(CertifyError::Unknown(limit)),
            (Err(error), _) => Err(error.into()),
        }
    }

    /// Whether an LRAT proof proves what it should; a solver may be wrong.
    pub(super) fn check(&self, cnf: &Cnf, proof: impl io::BufRead) -> Result<(), CertifyError> {
        lrat::check(cnf, proof).map_err(|error| self.invalid(error.to_string()))
    }
}

/// Notes in a certificate what its formula and its proof are made with.
fn record(certificate: &mut Certificate, encoding: &dyn Encoding, solver: Tool) {
    certificate.encoding = Some(Tool::new(encoding.info().name, encoding.info().version));
    certificate.solver = Some(solver);
}

/// The proof of a formula that contradicts itself in a clause or two; varisat numbers its steps
/// wrongly there.
fn trivial_proof(cnf: &Cnf) -> Option<String> {
    let next = cnf.clauses().len() + 1;
    let mut units = BTreeMap::new();
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

/// Writes until a guard of the budget says stop, and remembers why writing failed.
pub(super) struct GuardedWriter<W> {
    pub(super) out: W,
    pub(super) budget: Budget,
    pub(super) failed: Option<io::Error>,
}

impl<W: Write> GuardedWriter<W> {
    fn remember<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let kind = error.kind();
            self.failed.get_or_insert(error);
            kind.into()
        })
    }
}

impl<W: Write> Write for GuardedWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match self.budget.check() {
            Ok(()) => self.out.write(bytes),
            Err(limit) => Err(io::Error::other(limit)),
        };
        self.remember(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        self.remember(flushed)
    }
}
