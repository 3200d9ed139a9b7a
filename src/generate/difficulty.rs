//! The figures behind a level's difficulty.
//!
//! Families share one list of figures, in one order; each fills in its own. A new figure is a field
//! here and a line in the generators that know it.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::Preset;
use crate::solve::native::SearchFigures;
use xwc_check::puzzle::grid::Operator;

/// The figures of one level. Whole numbers only: they are part of packs.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Difficulty {
    /// What was asked for.
    pub preset: Preset,
    /// Rows and columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// Equations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equations: Option<usize>,
    /// Cells that belong to two equations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crossings: Option<usize>,
    /// Different letters, or letters in the grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letters: Option<usize>,
    /// Words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<usize>,
    /// Words by their length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lengths: Option<BTreeMap<usize, usize>>,
    /// How common the words are, on average.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commonness: Option<usize>,
    /// Entries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entries: Option<usize>,
    /// Entries with a clue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clues: Option<usize>,
    /// Conditions of all clues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conditions: Option<usize>,
    /// Cells that are blank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blanks: Option<usize>,
    /// Operands that are given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub givens: Option<usize>,
    /// The largest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest: Option<i64>,
    /// Whether diagonals count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diagonals: Option<bool>,
    /// How often each operator is used, by its sign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operators: Option<BTreeMap<&'static str, usize>>,
    /// The share that propagation alone finds, in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub propagation: Option<usize>,
    /// Branches of a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guesses: Option<u64>,
    /// Soft goals, and how far they were met.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub goals: BTreeMap<&'static str, Goal>,
}

impl Difficulty {
    /// The same with what solving takes: what propagation finds of the blanks, and the branches.
    #[must_use]
    pub(crate) fn solved(self, figures: SearchFigures, blanks: usize) -> Self {
        let propagation = Some(percent(figures.found, blanks));
        Self { propagation, guesses: Some(figures.guesses), ..self }
    }

    /// The figures as they are written.
    pub(crate) fn json(&self) -> Value {
        serde_json::to_value(self).expect("numbers and texts are JSON")
    }
}

/// A soft goal, and how far it was met.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Goal {
    /// What was asked for.
    pub asked: i64,
    /// What came of it.
    pub got: i64,
}

impl Goal {
    /// A goal of numbers that are not large.
    pub(crate) fn new(asked: usize, got: usize) -> Self {
        Self { asked: asked as i64, got: got as i64 }
    }
}

/// How often each operator is used, by its sign. The order of the signs is that of the operators.
pub(crate) fn count_operators(
    operators: impl Iterator<Item = Operator> + Clone,
) -> BTreeMap<&'static str, usize> {
    let count = |operator| operators.clone().filter(|&other| other == operator).count();
    Operator::ALL.map(|operator| (operator.symbol(), count(operator))).into()
}

/// What share of the whole a part is, in percent, rounded.
pub(crate) fn percent(part: usize, whole: usize) -> usize {
    if whole == 0 { 100 } else { (200 * part + whole) / (2 * whole) }
}
