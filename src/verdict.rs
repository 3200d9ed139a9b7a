//! What the outcomes of a search say about a puzzle, and about the setter's answer.

use serde::Serialize;

use crate::puzzle::{Puzzle, Solution};
use crate::solve::Limit;

/// How many solutions a puzzle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Exactly one.
    Unique,
    /// At least two.
    Multiple,
    /// None.
    None,
    /// Not known within the budget.
    Unknown,
}

/// The solutions that a search has found, and why it stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The solutions that were kept, all different.
    pub solutions: Vec<Solution>,
    /// How many were found.
    pub count: u64,
    /// Whether there are no others.
    pub complete: bool,
    /// The budget that ran out, if one did.
    pub limit: Option<Limit>,
}

impl Found {
    /// What follows from what was found.
    pub fn verdict(&self) -> Verdict {
        match (self.count, self.complete) {
            (2.., _) => Verdict::Multiple,
            (1, true) => Verdict::Unique,
            (0, true) => Verdict::None,
            (_, false) => Verdict::Unknown,
        }
    }
}

/// What became of the setter's answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stated {
    /// It is a solution, and one of those found.
    Found,
    /// It is a solution, but not one of those found.
    Other,
    /// It breaks a rule.
    Wrong(String),
    /// It obeys the rules, but the search says that it does not exist: a defect of this program.
    Impossible,
}

/// Compares the setter's answer, if there is one, with the rules and with what was found.
pub fn stated(puzzle: &(impl Puzzle + ?Sized), found: &Found) -> Option<Stated> {
    let stated = puzzle.stated_solution()?;
    Some(match puzzle.check(stated) {
        Err(violation) => Stated::Wrong(violation.to_string()),
        Ok(()) if found.solutions.iter().any(|one| puzzle.same(one, stated)) => Stated::Found,
        Ok(()) if found.complete => Stated::Impossible,
        Ok(()) => Stated::Other,
    })
}
