//! The meaning of conditions for the lowering: formulas that can be asked, and bounds on them.
//!
//! It says the rules a second time and shares nothing with the rule evaluator but the syntax tree.
//! It is made to be fast, and may give up: an answer is yes, no, or nothing, and who gets nothing
//! keeps every value. What is let through is put before the rule evaluator in the end.

mod atom;
mod bounds;
mod formula;
mod functions;
mod generate;
mod inverse;
mod number;
mod primes;
mod steps;
#[cfg(test)]
mod tests;
mod types;

pub(crate) use atom::{Atom, AtomClaim, Operation, TypeChoice, ValueSource};
pub(crate) use bounds::{AtomBounds, IntegerInterval};
pub(crate) use formula::{ClueFormula, Scope, all, any};
pub(crate) use generate::{estimate, members};
pub(crate) use number::{Missing, Number};
