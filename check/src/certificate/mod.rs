//! Certificates: what is claimed of a puzzle, and the files from which anyone can check it.
//!
//! Nothing here solves anything. A certificate is written from a claim and a proof that
//! a solver has found, and it is checked with the rule evaluator, the lowering, the encoding
//! and a small proof checker; the crate depends on no solver.

mod check;
mod format;
pub mod lrat;
pub mod proof_reader;
pub mod propagation;
mod provable;
pub mod rup;
mod statement;

pub use check::{Accepted, CheckError, Elaboration, check, check_and_elaborate, check_stored};
pub use format::{
    Certificate, Claim, Digest, FORMAT, FORMULA, JUSTIFICATION, MANIFEST, MAX_MANIFEST,
    ProofFormat, RULES, StatedLemma, Tool,
};
pub use provable::Provable;
pub use statement::{StatementError, encode, state, statement};
