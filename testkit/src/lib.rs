//! What the tests share: random puzzles and models, brute force, running programs, browsers, and the
//! source code as data.

#![allow(missing_docs, clippy::missing_errors_doc, reason = "only tests read this")]

pub mod boards;
pub mod browser;
pub mod clock;
pub mod damage;
pub mod decide;
pub mod large;
pub mod levels;
pub mod models;
pub mod planted;
pub mod planted_sums;
pub mod process;
pub mod readers;
pub mod runner;
pub mod schema;
pub mod source;
pub mod spec;
pub mod toys;
pub mod veripb;
pub mod words;

pub use source::root;
