//! What an encoding is, and the list of them all.

use thiserror::Error;

use crate::model::{Constraint, Model};
use crate::variants::Variants;
use crate::{
    Cnf, Smt, big_m, log, mixed, one_hot, one_hot_conflict, order, smt_bv, smt_int, smt_one_hot,
};

/// Every encoding. A new one is its own file and one line here. The first of a language is its
/// default.
pub static ENCODINGS: &[&dyn Encoding] = &[
    &one_hot::OneHot,
    &one_hot_conflict::OneHotConflict,
    &order::Order,
    &log::Log,
    &mixed::Mixed,
    &smt_int::SmtInt,
    &smt_bv::SmtBv,
    &big_m::BigM,
    &smt_one_hot::SmtOneHot,
];

/// The encoding of that name.
pub fn find(name: &str) -> Option<&'static dyn Encoding> {
    ENCODINGS.iter().copied().find(|encoding| encoding.name() == name)
}

/// A way of writing a model as a formula.
///
/// The same model gives the same formula, byte for byte, and every constraint of the model is in
/// it: what an encoding cannot say, it refuses.
pub trait Encoding: Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// Raised whenever the formula for some model changes, so that stored proofs can tell.
    fn version(&self) -> u32;

    /// One line for people.
    fn summary(&self) -> &'static str;

    /// What it cannot take, for people.
    fn refuses(&self) -> &'static str;

    /// What comes out.
    fn target(&self) -> Target;

    /// Whether it counts with clauses, so that the variants of counting change its formulas.
    fn has_variants(&self) -> bool {
        self.target() == Target::Cnf
    }

    /// Writes the model as a formula, counting in the given variants if it has any.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] that names what cannot be said in this encoding, and why.
    fn encode_with(&self, model: &Model, variants: Variants) -> Result<Formula, Refusal>;

    /// Writes the model as a formula, in the default variants.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] that names what cannot be said in this encoding, and why.
    fn encode(&self, model: &Model) -> Result<Formula, Refusal> {
        self.encode_with(model, Variants::default())
    }
}

/// The language of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Propositional clauses.
    Cnf,
    /// SMT-LIB.
    Smt,
}

impl Target {
    /// The name of the language.
    pub fn name(self) -> &'static str {
        match self {
            Target::Cnf => "CNF",
            Target::Smt => "SMT-LIB",
        }
    }
}

/// A model in the language of a solver.
pub enum Formula {
    /// Clauses, with the code of the model's variables.
    Cnf(Cnf),
    /// SMT-LIB declarations and assertions.
    Smt(Smt),
}

impl Formula {
    /// How many variables and clauses (or declarations and assertions) there are.
    pub fn size(&self) -> (usize, usize) {
        match self {
            Formula::Cnf(cnf) => (cnf.n_vars() as usize, cnf.n_clauses()),
            Formula::Smt(smt) => (smt.declarations().len(), smt.assertions().len()),
        }
    }
}

/// Why an encoding does not take a model.
#[derive(Debug, Error)]
#[error("the encoding {encoding} cannot take `{subject}`: {reason}")]
pub struct Refusal {
    /// The encoding's name.
    pub encoding: &'static str,
    /// The constraint or variable, in the model's text form.
    pub subject: String,
    /// What about it is too much.
    pub reason: String,
}

impl Refusal {
    /// A refusal because of a constraint, whose text is cut if it is long.
    pub fn constraint(
        encoding: &'static str,
        model: &Model,
        constraint: &Constraint,
        reason: impl Into<String>,
    ) -> Self {
        let mut subject = model.describe(constraint);
        if let Some((cut, _)) = subject.char_indices().nth(120) {
            subject.truncate(cut);
            subject.push('…');
        }
        Self { encoding, subject, reason: reason.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_found() {
        for encoding in ENCODINGS {
            assert_eq!(find(encoding.name()).map(|e| e.name()), Some(encoding.name()));
            assert_eq!(ENCODINGS.iter().filter(|e| e.name() == encoding.name()).count(), 1);
        }
        assert!(find("no such encoding").is_none());
    }
}
