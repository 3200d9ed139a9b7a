//! What has to be true, as far as a view can express it without the puzzle.

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
    /// Whether `×` and `÷` go before `+` and `-`, and not strictly one after the other.
    pub by_precedence: bool,
    /// Whether every step has to come out whole.
    pub whole_steps: bool,
    /// Whether the line comes to zero, so that all of its numbers are operands, and not to its last
    /// number.
    pub to_zero: bool,
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
