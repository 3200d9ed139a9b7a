//! Formulas: a model in the language of a solver.

mod builder;
mod clauses;
mod cnf;
mod definition;
mod smt;

use std::fmt;

pub use builder::Builder;
pub use cnf::{Cnf, Code};
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

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Target::Cnf => "CNF",
            Target::Smt => "SMT-LIB",
        })
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
            Formula::Cnf(cnf) => (cnf.n_vars as usize, cnf.clauses().len()),
            Formula::Smt(smt) => (smt.declarations.len(), smt.assertions.len()),
        }
    }
}
