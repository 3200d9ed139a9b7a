//! A random puzzle as the differential test sees it: a text, and every filling worth judging.

use std::fmt;

use serde_json::Value;

/// The operators as they are printed.
pub const OPERATORS: [&str; 4] = ["+", "-", "×", "÷"];

/// One of the spellings in which a puzzle may have an operator.
pub fn spelling(operator: usize, which: usize) -> &'static str {
    [["+", "+", "+"], ["-", "−", "–"], ["×", "*", "x"], ["÷", "/", ":"]][operator][which]
}

/// A puzzle, and filled grids among which all of its solutions are.
#[derive(Clone)]
pub struct Draft {
    /// The puzzle file.
    pub puzzle: Value,
    /// Solutions as they would be printed; the rule evaluator judges each of them.
    pub candidates: Vec<Value>,
    /// Whether Z3, which is slow, has to solve it too. This is part of the draft so that a puzzle
    /// that fails with Z3 still does when it is smaller.
    pub with_z3: bool,
}

impl fmt::Debug for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (z3: {})", self.puzzle, self.with_z3)
    }
}
