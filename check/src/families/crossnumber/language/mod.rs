//! The clue language: text, tokens and syntax.
//!
//! `parse` makes a [`Statement`] of a text, names resolved. What a statement means is said twice: by
//! the rule evaluator beside this folder, and by the lowering. They share this tree and nothing else.

#[cfg(test)]
pub mod examples;
mod operand;
mod parse;
mod suggest;
mod token;
mod tree;
pub mod vocabulary;

pub use parse::{NameResolver, parse};
pub use suggest::hint;
pub use token::{is_label, labels};
pub use tree::{
    ClaimKind, ClueClaim, ClueComparison, ClueOperator, Condition, Id, Member, Node, Ref, Statement,
};
pub use vocabulary::{Function, NumberRelation, TYPES, Type};

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
