//! The solver that writes formula and proof of a certificate.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use xwc_encodings::{Cnf, Encoding, Formula, Model, Variants};

use super::{CertifyError, write_error};
use crate::lemma;
use crate::solve::{self, Backend, Budget, Refutation, SolverSelection};
use xwc_check::certificate::{
    Certificate, PROOF, Provable, StatementError, Tool, encode, lrat, state,
};
use xwc_check::lower::Lowered;
use xwc_check::support::files::in_file;

/// The solver that writes proofs, and the encoding that it reads.
#[derive(Clone, Copy)]
pub(crate) struct Prover {
    /// The encoding that was asked for; otherwise the first one that takes the model.
    encoding: Option<&'static dyn Encoding>,
    pub(super) backend: &'static Backend,
    refute: solve::Refute,
}

impl Prover {
    /// The solver that was asked for, if it writes proofs, or else the default one.
    pub(crate) fn new(choice: SolverSelection<'_>) -> Result<Self, CertifyError> {
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
        Ok(Self { encoding, backend, refute })
    }

    fn invalid(&self, reason: impl Into<String>) -> CertifyError {
        CertifyError::Invalid { solver: self.backend.name, reason: reason.into() }
    }

    /// The formula of a model, and the encoding that takes it.
    fn formula(
        &self,
        model: &Model,
        budget: Budget,
    ) -> Result<(&'static dyn Encoding, Formula), CertifyError> {
        let readable = |encoding: &&'static dyn Encoding| match self.encoding {
            Some(wanted) => wanted.info().name == encoding.info().name,
            None => self.backend.accepts(*encoding),
        };
        let mut refusal = None;
        for &encoding in xwc_encodings::ENCODINGS.iter().filter(|encoding| readable(encoding)) {
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

    /// The formula that is to be refuted. What it is made of is noted in the certificate.
    pub(super) fn statement(
        &self,
        puzzle: &dyn Provable,
        lowered: &Lowered,
        certificate: &mut Certificate,
        budget: Budget,
    ) -> Result<Cnf, CertifyError> {
        let (encoding, formula) = self.formula(&lowered.model, budget)?;
        let solution = certificate.solutions.first();
        let question = lemma::Question { puzzle, lowered, solution, budget };
        let lemmas = question.lemmas(&formula, self.backend)?.map_err(CertifyError::Unknown)?;
        let cnf = state(lowered, encoding, formula, &lemmas, solution)?;
        certificate.lemmas = lemmas;
        certificate.encoding = Some(Tool::new(encoding.info().name, encoding.info().version));
        certificate.solver = Some(Tool::new(self.backend.name, self.backend.version));
        Ok(cnf)
    }

    /// Writes the proof that a formula has no solution.
    pub(super) fn prove(
        &self,
        cnf: &Cnf,
        out: &mut dyn Write,
        budget: Budget,
    ) -> Result<(), CertifyError> {
        if let Some(text) = trivial_proof(cnf) {
            return out.write_all(text.as_bytes()).map_err(|error| in_file(PROOF, error).into());
        }
        let mut guarded = GuardedWriter { out, budget, failed: None };
        let outcome = (self.refute)(cnf, &mut guarded, budget);
        match (outcome, guarded.failed) {
            // A solver may report as its own failure that it could not write.
            (_, Some(error)) => Err(write_error(Path::new(PROOF), error, budget)),
            (Ok(Refutation::Proved), _) => Ok(()),
            (Ok(Refutation::Satisfiable), _) => {
                Err(self.invalid("it finds the formula satisfiable"))
            }
            (Ok(Refutation::Unknown(limit)), _) => Err(CertifyError::Unknown(limit)),
            (Err(error), _) => Err(error.into()),
        }
    }

    /// Whether a proof proves what it should; a solver may be wrong.
    pub(super) fn check(&self, cnf: &Cnf, proof: impl io::BufRead) -> Result<(), CertifyError> {
        lrat::check(cnf, proof).map_err(|error| self.invalid(error.to_string()))
    }
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
