//! Puzzles for people to look at.

mod crossnumber;
mod text;

use crate::puzzle::Solution;
use crate::puzzle::grid::Position;

/// A puzzle that can be drawn.
pub trait Draw {
    /// A drawing in box characters, with the solution filled in if there is one, and the marked
    /// cells set off.
    fn text(&self, solution: Option<&Solution>, marked: &[Position]) -> String;
}
