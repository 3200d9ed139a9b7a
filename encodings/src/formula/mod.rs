//! Formulas: a model in the language of a solver.

mod builder;
mod clauses;
mod cnf;
mod definition;
mod smt;

pub use builder::Builder;
pub use cnf::{ByValue, Cnf, Code};
pub use definition::Definition;
pub(crate) use definition::Note;
pub use smt::{Smt, Sort};
pub(crate) use smt::{all, any, number, sum};

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
