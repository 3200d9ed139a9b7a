//! Certificates: what is claimed of a puzzle, and the files from which anyone can check it.
//!
//! Nothing in this room solves anything. A certificate is written from a claim and a proof that
//! somebody else has found, and it is checked with the rule evaluator, the lowering, the encoding
//! and a small proof checker; no solver crate is in sight (`tests/tidy.rs` looks).

mod check;
mod format;
pub mod lrat;
pub(crate) mod lrat_reader;

pub use check::{Accepted, CheckError, check, check_stored};
pub use format::{
    Certificate, Claim, Digest, FORMAT, FORMULA, JUSTIFICATION, MANIFEST, PROOF, RULES, Tool,
};
