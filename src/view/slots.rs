//! What the player finds.

/// A text that the player finds: a number, a digit, or a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The letter that stands for it in every cell that shows it; `None` if it is one cell's own.
    pub name: Option<char>,
    /// What may be written.
    pub accepts: Accepts,
    /// The cells that show it, at least one.
    pub cells: Vec<usize>,
}

impl Slot {
    /// The slot of one cell.
    pub(crate) fn of_cell(cell: usize, accepts: Accepts) -> Self {
        Self { name: None, accepts, cells: vec![cell] }
    }
}

/// What may be written into a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Accepts {
    /// A whole number.
    Number {
        /// The least; `None` if there is none.
        min: Option<i64>,
        /// The greatest; `None` if there is none.
        max: Option<i64>,
    },
    /// One of these digits.
    Digit(Vec<u8>),
    /// A capital letter, or a black square.
    Letter,
}

impl Accepts {
    /// Whether a number below zero may be written.
    pub(crate) fn is_negative(&self) -> bool {
        matches!(self, Accepts::Number { min, .. } if min.is_none_or(|min| min < 0))
    }
}
