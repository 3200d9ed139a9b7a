//! Reads arithmetic and word grid puzzles, compiles their rules into constraints, and proves how
//! many solutions they have.
//!
//! The modules follow the way of a puzzle: it is read and judged in [`puzzle`], becomes a model in
//! [`lower`] and a formula in [`xwc_encodings`], is solved in [`solve`], and [`verdict`] says what
//! the outcomes mean. A [`certificate`] says so to others; [`plain`] and [`justify`] are its stronger
//! tier. [`generate`] makes puzzles from a seed, a [`judge`] at its side, and [`pack`] many of them.
//! [`atlas`] lists whole families of calcrostics, [`mod@bench`] compares encodings and solvers.
//! [`render`] draws a puzzle, [`play`] is for solving it by hand, [`family`] lists what families there
//! are, and [`pipeline`] runs every stage in order.

pub mod atlas;
pub mod bench;
pub mod certify;
mod families;
pub mod family;
pub mod files;
pub mod generate;
pub mod journal;
pub mod judge;
pub mod justify;
pub mod pack;
pub mod pipeline;
pub mod play;
pub mod render;
pub mod report;
pub mod solve;
pub mod verdict;
pub mod view;

pub mod cli;
