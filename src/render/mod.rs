//! Puzzles for people to look at.

mod crossnumber;
mod crucigram;
mod forms;
pub mod html;
pub mod paper;
pub mod sheet;
mod text;

use crate::puzzle::Solution;
use crate::puzzle::grid::Position;

pub use forms::Form;

/// A puzzle that can be drawn.
pub trait Draw {
    /// A drawing in box characters, with the solution filled in if there is one, and the marked
    /// cells set off.
    fn text(&self, solution: Option<&Solution>, marked: &[Position]) -> String;

    /// Other puzzles that say the same, this one first; nothing for a family without such forms.
    fn forms(&self, _solution: Option<&Solution>) -> Option<Vec<Form>> {
        None
    }
}
