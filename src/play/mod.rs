//! Playing a puzzle: the state of a game, which knows nothing of terminals; what each family lays on the
//! table; and, apart from both, drawing and keys.

mod arithmetic;
mod calcrostic;
mod crossnumber;
mod crucigram;
pub mod draw;
mod game;
mod grid;
pub mod input;
mod table;
pub mod terminal;

pub use game::{Action, Game, Way};
pub use table::{Accepts, Cell, Line, Playable, Slot, State, Table};
