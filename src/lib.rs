//! Reads arithmetic and word grid puzzles, compiles their rules into constraints, and **proves** how
//! many solutions they have.
//!
//! ```
//! use xwc::Verdict;
//!
//! let text = r##"{
//!     "family": "mathcrossword",
//!     "grid": [["_", "+", "4", "=", "7"],
//!              ["×", "#", "#", "#", "-"],
//!              ["5", "#", "#", "#", "_"],
//!              ["=", "#", "#", "#", "="],
//!              ["_", "-", "_", "=", "_"]],
//!     "pool": [2, 3, 5, 10, 15]
//! }"##;
//! let puzzle = xwc::read(text, &xwc::ReadOptions::default())?;
//! let outcome = xwc::prove(&*puzzle, xwc::SearchOptions::default())?;
//! assert_eq!(outcome.found.verdict(), Verdict::Unique);
//! println!("{}", xwc::formats::drawing(&*puzzle, outcome.found.solutions.first(), &[]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | question | function |
//! |---|---|
//! | what does this file say? | [`read`] |
//! | is there exactly one solution? | [`prove()`] |
//! | which solutions are there? | [`solutions`] |
//! | how many? | [`count`] |
//! | a new puzzle, please | [`generate()`], and [`pack`] for many |
//! | how can others be convinced? | [`certify()`] |
//! | is this certificate right? | [`check`] |
//!
//! Around these: the list of [`families`], of [solvers](solve), and of [output formats](formats);
//! [`play`] is a game by hand, [`view`] what people see of a puzzle, [`atlas`] lists whole families of
//! calcrostics, and [`study`] compares solvers. The library has no clock, no terminal and no global settings; a [`Budget`] has counts and
//! a flag that somebody else may raise. Errors know whose fault they are ([`Blame`]).
//!
//! All that a verdict rests on is in the crate [`xwc_check`], which depends on no solver.

pub mod atlas;
mod certify;
mod dictionary;
pub mod families;
mod files;
pub mod formats;
mod forms;
mod front;
pub mod generate;
mod journal;
mod judge;
mod justify;
mod lemma;
pub mod pack;
mod parallel;
pub mod play;
mod prove;
mod render;
mod report;
pub mod solve;
pub mod study;
mod verdict;
pub mod view;

pub use certify::{CertifyError, CertifyOptions};
pub use dictionary::read_dictionary;
pub use files::{remove_unfinished, write_named};
pub use front::{certify, check, count, generate, prove, read, solutions};
pub use prove::{ProveError, SearchOptions, SearchOutcome, compile};
pub use report::{ProveReport, SolveReport};
pub use verdict::{SearchResult, StatedSolution, Verdict};
pub use xwc_check::certificate::{Accepted, CheckError, Claim, ProofFormat, Provable};
pub use xwc_check::puzzle::{InputError, ReadOptions, Solution};
pub use xwc_check::support::budget::{Budget, Limit, StopFlag};
pub use xwc_check::support::fault::{Blame, Fault};
