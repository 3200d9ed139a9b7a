//! Playing a puzzle: the state of a game over a view, which is independent of terminals; and, apart
//! from it, drawing and keys.

mod beside;
pub mod draw;
mod game;
mod grid;
pub mod input;
mod table;
pub mod terminal;

pub use game::{Action, Game, Way};
