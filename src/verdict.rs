//! What the outcomes of a search say about a puzzle, and about the setter's answer.

use serde::{Deserialize, Serialize};

use crate::solve::Limit;
use xwc_check::certificate::Provable;
use xwc_check::puzzle::{Rejection, Solution};

/// How many solutions a puzzle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
pub struct SearchResult {
    /// The solutions that were kept, all different.
    pub solutions: Vec<Solution>,
    /// How many were found.
    pub count: u64,
    /// Whether there are no others.
    pub complete: bool,
    /// The budget that ran out, if one did.
    pub limit: Option<Limit>,
    /// A candidate for which the rules could not be decided, if there is one: which rule, and
    /// why not.
    pub undecided: Option<String>,
}

impl SearchResult {
    /// What is found of a puzzle that is known to have this solution and no other.
    pub(crate) fn only(solution: Solution) -> Self {
        Self { solutions: vec![solution], count: 1, complete: true, ..Self::default() }
    }

    /// What follows from what was found.
    pub fn verdict(&self) -> Verdict {
        match (self.count, self.complete) {
            (2.., _) => Verdict::Multiple,
            _ if self.undecided.is_some() => Verdict::Unknown,
            (1, true) => Verdict::Unique,
            (0, true) => Verdict::None,
            (_, false) => Verdict::Unknown,
        }
    }
}

/// How the stated solution compares with those found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StatedSolution {
    /// It is a solution, and one of those found.
    Found,
    /// It is a solution, but not one of those found.
    Other,
    /// It breaks a rule.
    Wrong(String),
    /// Whether it obeys the rules could not be decided.
    Undecided(String),
    /// It obeys the rules, but the search says that it does not exist: a defect of this program.
    Impossible,
}

/// Compares the setter's answer, if there is one, with the rules and with what was found.
pub(crate) fn compare_stated_solution(
    puzzle: &dyn Provable,
    found: &SearchResult,
) -> Option<StatedSolution> {
    let stated = puzzle.stated_solution()?;
    Some(match puzzle.check(stated) {
        Err(Rejection::Violation(violation)) => StatedSolution::Wrong(violation.to_string()),
        Err(Rejection::Undecided(reason)) => StatedSolution::Undecided(reason),
        Ok(()) if found.solutions.iter().any(|one| puzzle.same(one, stated)) => {
            StatedSolution::Found
        }
        Ok(()) if found.complete => StatedSolution::Impossible,
        Ok(()) => StatedSolution::Other,
    })
}
