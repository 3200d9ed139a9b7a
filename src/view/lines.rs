//! What has to be true, as far as a view can express it without the puzzle.

use serde::Serialize;

use xwc_check::puzzle::grid::Operator;

/// What has to be true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lines {
    /// Numbers and operators through the grid.
    Sums(Vec<SumLine>),
    /// Entries with a place in the grid, those of the lists; only the puzzle can judge their clues.
    Entries,
    /// Runs of letters between black squares: exactly the words of the lists stand in the grid, and all
    /// letters hang together.
    Words {
        /// The greatest number of words of two letters.
        most_short: usize,
    },
}

/// A line of numbers and operators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumLine {
    /// The cells of its numbers.
    pub numbers: Vec<usize>,
    /// The cells between them.
    pub signs: Vec<usize>,
    /// What is to be done, one fewer than there are operands.
    pub operators: Vec<Operator>,
    /// Which operators go first.
    pub order: OperatorOrder,
    /// Whether every step has to come out whole.
    pub whole_steps: bool,
    /// What the line comes to.
    pub outcome: LineTotal,
}

/// Which operators go first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum OperatorOrder {
    /// Strictly one after the other.
    InOrder,
    /// `×` and `÷` before `+` and `-`.
    ByPrecedence,
}

/// What a line comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum LineTotal {
    /// Its last number, which is not an operand.
    LastNumber,
    /// Zero; all of its numbers are operands.
    Zero,
}

/// What must not be equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Different {
    /// Everything may be.
    Nothing,
    /// No two slots.
    Slots,
    /// No two of these cells.
    Cells(Vec<usize>),
    /// No two entries of the lists.
    Entries,
}
