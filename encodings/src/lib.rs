//! Writing finite-domain constraint models as formulas.
//!
//! A [`Model`] says what a problem is; an [`Encoding`] is one way of writing it down for a solver.
//! All of them are listed in [`ENCODINGS`]. Nothing here solves, reads files or knows a puzzle, and the
//! same model always becomes the same bytes.

mod encode;
mod encoding;
mod formula;
mod model;
mod options;
mod parts;
mod refusal;
mod registry;
mod variants;

pub use encoding::{Encoding, Info};
pub use formula::{Builder, Cnf, Code, Definition, Formula, Smt, Sort, Target};
pub use model::{
    Comparison, Constraint, Domain, Domains, Literal, Model, NoValue, Op, Relation, VarId, Variable,
};
pub use options::Options;
pub use refusal::Refusal;
pub use registry::{ENCODINGS, find};
pub use rustsat::types::{Lit, Var};
pub use variants::{Amo, Card, Variants};
