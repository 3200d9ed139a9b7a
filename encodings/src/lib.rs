//! Writing finite-domain constraint models as formulas.
//!
//! [`model`] says what a problem is; every other module is one way of writing it down for a
//! solver, listed in [`ENCODINGS`]. Nothing here solves, reads files or knows a puzzle, and the
//! same model always becomes the same bytes.

pub mod adder;
pub mod big_m;
pub mod binary;
pub mod by_value;
pub mod cnf;
pub mod codes;
pub mod counting;
mod definition;
pub mod encoding;
pub mod integers;
pub mod log;
pub mod mixed;
pub mod model;
pub mod one_hot;
pub mod one_hot_conflict;
pub mod order;
pub mod smt;
pub mod smt_bv;
pub mod smt_int;
pub mod smt_one_hot;
pub mod values;
pub mod variants;

pub use cnf::Cnf;
pub use definition::Definition;
pub use encoding::{ENCODINGS, Encoding, Formula, Refusal, find};
pub use model::{
    Assignment, Comparison, Constraint, Domain, Domains, Literal, Model, NoValue, Op, Relation,
    VarId,
};
pub use rustsat::types::{Lit, Var};
pub use smt::Smt;
pub use variants::{Amo, Card, Variants};
