//! From a puzzle to a model: the rules a second time, as constraints.

pub(crate) mod reach;

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use tracing::field::Empty;
use tracing::{Span, info_span};
use xwc_encodings::{Model, Op, VarId};

use crate::puzzle::Solution;
use crate::puzzle::grid::{Grid, GridCell, Operator, Position};
use crate::support::budget::{Budget, Limit};
use crate::support::fault::{Blame, Fault};

/// A puzzle that can be written as constraints.
pub trait Lower {
    /// The constraints, and the way back.
    ///
    /// # Errors
    ///
    /// If a model cannot express the puzzle, or a guard of the budget says stop.
    fn lower(&self, budget: Budget) -> Result<Lowered, LowerError>;

    /// The constraints as far as little effort shows them.
    ///
    /// # Errors
    ///
    /// If a model cannot express the puzzle, or a guard of the budget says stop.
    fn glance(&self, budget: Budget) -> Result<Glance, LowerError> {
        self.lower(budget).map(Glance::Whole)
    }

    /// The constraints that formulas are made of, if they are others: the same rules from nothing but
    /// what the file says, without anything found out beforehand.
    ///
    /// # Errors
    ///
    /// If a model cannot express the puzzle, or a guard of the budget says stop.
    fn close(&self, _budget: Budget) -> Result<Option<Lowered>, LowerError> {
        Ok(None)
    }
}

/// The constraints of a puzzle, as a stage of its own in the log.
///
/// # Errors
///
/// If a model cannot express the puzzle, or a guard of the budget says stop.
pub fn lower(puzzle: &(impl Lower + ?Sized), budget: Budget) -> Result<Lowered, LowerError> {
    let span = info_span!("lower", variables = Empty, constraints = Empty).entered();
    let lowered = puzzle.lower(budget)?;
    record(&span, &lowered);
    Ok(lowered)
}

/// What little effort shows of a puzzle, as a stage of its own in the log.
///
/// # Errors
///
/// If a model cannot express the puzzle, or a guard of the budget says stop.
pub fn glance(puzzle: &(impl Lower + ?Sized), budget: Budget) -> Result<Glance, LowerError> {
    let span = info_span!("lower", variables = Empty, constraints = Empty).entered();
    let glance = puzzle.glance(budget)?;
    glance.lowered().into_iter().for_each(|lowered| record(&span, lowered));
    Ok(glance)
}

fn record(span: &Span, lowered: &Lowered) {
    span.record("variables", lowered.model.variables().len());
    span.record("constraints", lowered.model.constraints().len());
}

/// The constraints of a puzzle that formulas are made of.
///
/// # Errors
///
/// If a model cannot express the puzzle, or a guard of the budget says stop.
pub fn for_formulas(puzzle: &(impl Lower + ?Sized), budget: Budget) -> Result<Lowered, LowerError> {
    match puzzle.close(budget)? {
        Some(closed) => Ok(closed),
        None => lower(puzzle, budget),
    }
}

/// A model, how its assignments read as solutions of the puzzle, and the way back.
pub struct Lowered {
    /// The constraints.
    pub model: Model,
    /// Variables of the puzzle that are not answers, by name.
    pub unknowns: Vec<(String, VarId)>,
    /// How possible values shrank before anything was compiled.
    pub steps: Vec<PresolveStep>,
    /// Reasons why there is no solution, if known.
    pub notes: Vec<String>,
    read: Box<Read>,
    answers: Box<Answers>,
}

/// What little effort shows of a puzzle.
#[derive(Debug)]
pub enum Glance {
    /// All that there is to find out beforehand.
    Whole(Lowered),
    /// The puzzle, of which more could be found out.
    Part(Lowered),
    /// Nothing that a search should begin with.
    Nothing,
}

impl Glance {
    /// The constraints, if there are any.
    pub fn lowered(&self) -> Option<&Lowered> {
        match self {
            Self::Whole(lowered) | Self::Part(lowered) => Some(lowered),
            Self::Nothing => None,
        }
    }

    /// The constraints, if there are any.
    pub fn into_lowered(self) -> Option<Lowered> {
        match self {
            Self::Whole(lowered) | Self::Part(lowered) => Some(lowered),
            Self::Nothing => None,
        }
    }
}

/// A condition made the possible values of something fewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PresolveStep {
    /// The condition, and where it stands.
    #[serde(rename = "condition")]
    pub place: String,
    /// What it is about.
    pub subject: String,
    /// How many values there were.
    pub before: u64,
    /// How many there are.
    pub after: u64,
    /// Some of them.
    pub values: String,
}

/// From an assignment to the solution that it stands for.
type Read = dyn Fn(&[i64]) -> Solution + Send + Sync;

/// From a solution to the values of the answer variables.
type Answers = dyn Fn(&Solution) -> Option<Vec<i64>> + Send + Sync;

impl Lowered {
    /// A grid whose blanks are the model's answers, in the order of `blanks`.
    pub fn of_grid(model: Model, grid: &Grid, blanks: Vec<(Position, VarId)>) -> Self {
        let positions: Vec<Position> = blanks.iter().map(|&(position, _)| position).collect();
        let grid = grid.clone();
        let read = move |assignment: &[i64]| {
            let mut filled = grid.clone();
            for &(position, var) in &blanks {
                filled.set(position, GridCell::Number(assignment[var.index()]));
            }
            Solution::of_grid(&filled)
        };
        let answers = move |solution: &Solution| {
            let filled = solution.grid().ok()?;
            let number = |&position: &Position| match filled.at(position) {
                GridCell::Number(value) => Some(value),
                _ => None,
            };
            positions.iter().map(number).collect()
        };
        Self::new(model, read, answers)
    }

    /// A model, the way from its assignments to solutions, and the way back to its answers.
    pub fn new(
        model: Model,
        read: impl Fn(&[i64]) -> Solution + Send + Sync + 'static,
        answers: impl Fn(&Solution) -> Option<Vec<i64>> + Send + Sync + 'static,
    ) -> Self {
        Self {
            model,
            unknowns: Vec::new(),
            steps: Vec::new(),
            notes: Vec::new(),
            read: Box::new(read),
            answers: Box::new(answers),
        }
    }

    /// The solution that an assignment stands for.
    pub fn solution(&self, assignment: &[i64]) -> Solution {
        (self.read)(assignment)
    }

    /// The values of the answer variables in a solution that obeys the rules.
    pub fn answers(&self, solution: &Solution) -> Option<Vec<i64>> {
        (self.answers)(solution)
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
    /// Entries can be too many words at too many places.
    #[error(
        "the entries without an answer can be too many words of the dictionary; say more of them"
    )]
    TooManyWords,
    /// Conditions are too many or too long.
    #[error("{place}: the conditions make {size} operations in all; at most {most}")]
    TooManyOperations {
        /// The condition with which they become too many.
        place: String,
        /// How many there are.
        size: usize,
        /// How many there may be.
        most: usize,
    },
    /// A guard of the budget said stop.
    #[error("stopped")]
    Stopped(#[from] Limit),
}

impl Blame for LowerError {
    fn fault(&self) -> Fault {
        match self {
            Self::TooLarge { .. } | Self::TooManyWords | Self::TooManyOperations { .. } => {
                Fault::Input
            }
            Self::Stopped(limit) => Fault::Budget(*limit),
        }
    }
}

/// The model's operator for the puzzle's.
pub fn op(operator: Operator) -> Op {
    match operator {
        Operator::Plus => Op::Add,
        Operator::Minus => Op::Sub,
        Operator::Times => Op::Mul,
        Operator::Divide => Op::Div,
    }
}
