//! From a puzzle to a model: the rules a second time, as constraints. One file a family.

mod crossmath;
mod mathcrossword;
mod reach;

use std::fmt;

use thiserror::Error;
use xwc_encodings::{Assignment, Model, Op};

use crate::puzzle::Solution;
use crate::puzzle::grid::Operator;

/// A puzzle that can be written as constraints.
pub trait Lower {
    /// The constraints, and the way back.
    ///
    /// # Errors
    ///
    /// If some number in between can grow beyond what a model can say.
    fn lower(&self) -> Result<Lowered, LowerError>;
}

/// A model and how its assignments read as solutions of the puzzle.
pub struct Lowered {
    /// The constraints.
    pub model: Model,
    read: Box<dyn Fn(&Assignment) -> Solution + Send + Sync>,
}

impl Lowered {
    fn new(model: Model, read: impl Fn(&Assignment) -> Solution + Send + Sync + 'static) -> Self {
        Self { model, read: Box::new(read) }
    }

    /// The solution that an assignment stands for.
    pub fn solution(&self, assignment: &Assignment) -> Solution {
        (self.read)(assignment)
    }
}

impl fmt::Debug for Lowered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.model.fmt(f)
    }
}

/// Why a puzzle has no model.
#[derive(Debug, Error)]
pub enum LowerError {
    /// Intermediate values leave the 64-bit integers.
    #[error("{place}: values in between can grow beyond 64 bits; use a smaller range of values")]
    TooLarge {
        /// Row and column of the expression.
        place: String,
    },
}

/// The model's operator for the puzzle's.
fn op(operator: Operator) -> Op {
    match operator {
        Operator::Plus => Op::Add,
        Operator::Minus => Op::Sub,
        Operator::Times => Op::Mul,
        Operator::Divide => Op::Div,
    }
}
