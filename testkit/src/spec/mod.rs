//! Random small puzzles of every family, each with the complete set of its solutions.
//!
//! The solutions come from brute force with evaluators that are written from the specification
//! alone: nothing here reads the rules, the lowering or the plain rules of the program, so that a
//! mistake there shows as a difference.

mod calcrostic;
mod crossmath;
pub mod crossnumber;
mod crucigram;
mod dice;
mod fraction;
mod mathcrossword;
mod words;

use std::collections::BTreeSet;

use serde_json::Value;

pub use dice::Dice;
pub use words::WORDS;

/// What a reader should make of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// It is a puzzle.
    Puzzle,
    /// It is a puzzle, but an open type in it has an interval only for a reader that thinks far
    /// enough. A refusal is counted and is no failure.
    MayBeRefused,
    /// It has an open type without bounds, and must be refused.
    MustBeRefused,
}

/// A puzzle and what is true of it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The family's name.
    pub family: &'static str,
    /// The file.
    pub puzzle: Value,
    /// What a reader should make of it.
    pub reading: Reading,
    /// All solutions, each as the text of its grid: cells separated by spaces, rows by slashes.
    pub solutions: BTreeSet<String>,
}

impl Case {
    /// A puzzle that has to be read.
    pub fn new(family: &'static str, puzzle: Value, solutions: BTreeSet<String>) -> Self {
        Self { family, puzzle, reading: Reading::Puzzle, solutions }
    }
}

/// A generator of puzzles.
type Generator = fn(&mut Dice) -> Case;

/// Who makes which case, by turns. Half of the cases are crossnumbers, whose language is the
/// largest by far.
const TURNS: [Generator; 9] = [
    crossnumber::random,
    mathcrossword::random,
    crossnumber::random,
    crossmath::random,
    crossnumber::random,
    calcrostic::random,
    crossnumber::random,
    crucigram::random,
    crossnumber::random,
];

/// How many cases pass until it is the same generator's turn again.
pub const TURN: u64 = TURNS.len() as u64;

/// The case with that number; it depends on seed and number alone.
pub fn case(seed: u64, index: u64) -> Case {
    TURNS[(index % TURN) as usize](&mut Dice::new(seed, index))
}

/// The text of a grid whose rows are lists of cells.
fn grid_text(rows: &[Vec<String>]) -> String {
    rows.iter().map(|row| row.join(" ")).collect::<Vec<_>>().join("/")
}
