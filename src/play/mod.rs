//! Playing a puzzle: the state of a game over a view, which is independent of terminals.

mod game;
mod table;

pub use game::{Action, Game, Way};
pub use table::{Table, Tile};
