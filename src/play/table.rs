//! What a family lays on the table: places to fill, what stands around them, and what can be said of
//! them while the game goes on.

use crate::puzzle::Solution;
use crate::puzzle::grid::Position;

/// A puzzle that can be played.
pub trait Playable {
    /// The table of a new game.
    fn table(&self) -> Box<dyn Table + '_>;
}

/// What may be written into a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepts {
    /// A whole number, perhaps with a minus.
    Number {
        /// Whether it may be below zero.
        negative: bool,
    },
    /// One digit.
    Digit,
    /// One letter, or a black square.
    Letter,
}

/// A place to fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Where it is drawn.
    pub at: Position,
    /// What fits.
    pub accepts: Accepts,
}

/// What is drawn at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Hole,
    /// A black square that is part of the puzzle.
    Black,
    /// Something that stays as it is, or follows from the slots.
    Fixed(String),
    /// A slot, and what is printed small in it.
    Slot(usize, String),
}

/// How a line of the puzzle is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Something is missing.
    Open,
    /// Full and true.
    Right,
    /// Full and false.
    Wrong,
}

/// An equation, a clue or a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its cells.
    pub cells: Vec<Position>,
    /// How it is doing.
    pub state: State,
}

impl Line {
    /// The line of cells that are all filled, or not.
    pub fn new(cells: Vec<Position>, is_true: Option<bool>) -> Self {
        let state = match is_true {
            None => State::Open,
            Some(true) => State::Right,
            Some(false) => State::Wrong,
        };
        Self { cells, state }
    }
}

/// What a family lays on the table. `filled` has a text for each slot, empty where nothing is.
pub trait Table {
    /// The places to fill.
    fn slots(&self) -> &[Slot];

    /// Rows of what is drawn, all equally long.
    fn cells(&self, filled: &[String]) -> Vec<Vec<Cell>>;

    /// Heavy lines: the cell, and whether the line is below it or to its right.
    fn bars(&self) -> &[(Position, bool)] {
        &[]
    }

    /// Tiles that the slots use up; nothing if there are none.
    fn tiles(&self) -> &[String] {
        &[]
    }

    /// What can be right or wrong.
    fn lines(&self, filled: &[String]) -> Vec<Line>;

    /// What is said beside the grid, and whether it is about the slot and direction at hand.
    fn words(&self, slot: usize, down: bool) -> Vec<(bool, String)>;

    /// Whether typing goes on to the next slot.
    fn goes_on(&self) -> bool;

    /// The solution that full slots spell, if the rules can be asked of it as it is.
    fn spelled(&self, filled: &[String]) -> Option<Solution>;

    /// What a solution has in the slots.
    fn answers(&self, solution: &Solution) -> Option<Vec<String>>;
}
