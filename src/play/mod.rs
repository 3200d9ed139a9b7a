//! Playing a puzzle: the state of a game over a view, and what the player sees of it; independent of
//! terminals.

mod canvas;
mod game;
mod screen;
mod side_text;
mod table;

pub use canvas::Look;
pub use game::{Action, Game};
pub use screen::Screen;
