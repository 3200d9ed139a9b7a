//! The grid: what is printed in its cells, and how they are parted.

use xwc_check::puzzle::grid::{Operator, Position};

/// How the cells of a board stand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// Each cell has a border of its own; holes are empty space.
    Loose,
    /// A rectangle of squares.
    Squares,
    /// A rectangle of squares that bars and black cells divide.
    Barred,
}

/// A rectangle of cells.
#[derive(Clone, Debug)]
pub struct Board {
    /// How its cells stand together.
    pub frame: Frame,
    /// Columns, at least one.
    pub width: usize,
    /// The cells, row by row. A cell is known by its number in this order.
    pub cells: Vec<Cell>,
}

impl Board {
    /// The rows of cells, each with their numbers.
    pub(crate) fn rows(&self) -> impl Iterator<Item = std::ops::Range<usize>> + use<> {
        let (width, height) = (self.width, self.height());
        (0..height).map(move |row| row * width..(row + 1) * width)
    }

    /// The number of rows.
    pub(crate) fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// The number of a cell.
    pub(crate) fn index(&self, position: Position) -> usize {
        position.row * self.width + position.column
    }
}

/// One cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// What is in it.
    pub content: Content,
    /// What is printed small, in its corner.
    pub label: String,
    /// Whether it holds the result of a line.
    pub is_result: bool,
    /// Whether a bar parts it from the cell to its right.
    pub bar_right: bool,
    /// Whether a bar parts it from the cell below.
    pub bar_below: bool,
}

impl From<Content> for Cell {
    fn from(content: Content) -> Self {
        Self { content, ..Self::default() }
    }
}

/// What is in a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Content {
    /// No cell at all.
    #[default]
    Hole,
    /// Black from the beginning.
    Black,
    /// White, and part of nothing.
    Unused,
    /// An operator.
    Operator(Operator),
    /// `=`
    Equals,
    /// A number that is given.
    Given(String),
    /// To be found: one slot, or a number of which digits are given or in slots.
    Open(Vec<CellPart>),
}

/// A part of what is to be found in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellPart {
    /// A digit that is given.
    Given(u8),
    /// What a slot holds.
    Slot(usize),
}
