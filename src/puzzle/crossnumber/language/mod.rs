//! The clue language: text, tokens, syntax, and what it means.
//!
//! `parse` makes a [`Statement`] of a text, names resolved and constants computed; `Formula::of` binds
//! `this` and gives the form that can be asked: exact values, and bounds on them.

mod atom;
mod bounds;
mod formula;
mod functions;
mod generate;
mod number;
mod operand;
mod parse;
mod primes;
mod steps;
mod suggest;
#[cfg(test)]
mod tables;
mod token;
mod tree;
mod types;

pub use atom::{Atom, Choice, Values};
pub use bounds::{Bounds, Interval};
pub use formula::{Formula, Scope};
pub use generate::members;
pub use number::Number;
pub use parse::{Context, parse, parse_type};
pub use suggest::hint;
pub use token::{is_label, labels};
pub use tree::{Comparison, Ref, Statement};
pub use types::{TYPES, Type};

/// A mistake in a text, and the column where it stands, counted in characters from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// From 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl Located {
    /// A mistake at a column.
    pub fn new(column: usize, message: impl Into<String>) -> Self {
        Self { column, message: message.into() }
    }
}
