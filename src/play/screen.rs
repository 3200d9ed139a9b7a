//! What a player sees of a game: characters with a look, and texts beside them; as large as it is,
//! whatever shows it.

use super::canvas::{Canvas, Look, canvas};
use super::game::Game;
use super::side_text::{self, SideLine};
use crate::view::words;

/// One picture of a game.
#[derive(Clone, Debug)]
pub struct Screen {
    /// The grid; all rows equally long.
    pub rows: Vec<Vec<(char, Look)>>,
    /// Row and column of the middle of the slot under the cursor.
    pub cursor: (usize, usize),
    /// How many lines are right, wrong and open.
    pub score: [usize; 3],
    /// What tiles are called.
    pub tiles_title: &'static str,
    /// The tiles, and whether they are spent.
    pub tiles: Vec<(String, bool)>,
    /// What is said beside the grid: the task, notes and clues.
    pub side_text: Vec<SideLine>,
    /// Where that begins if not all of it fits: at the clue at hand, from where the player reads on or back.
    pub side_start: usize,
    /// What the game has to say.
    pub message: String,
    /// Whether the puzzle is solved.
    pub is_solved: bool,
}

impl Game<'_> {
    /// What the player sees now.
    pub fn screen(&self) -> Screen {
        let Canvas { rows, cursor } = canvas(self);
        let side_text = side_text::lines(self);
        let here = side_text.iter().position(|line| line.is_here && self.has_begun()).unwrap_or(0);
        let start = here.saturating_sub(2).saturating_add_signed(self.read());
        Screen {
            rows,
            cursor,
            score: self.score(),
            tiles_title: words::TILES,
            tiles: self.tiles(),
            side_start: start.min(side_text.len().saturating_sub(1)),
            side_text,
            message: self.message().to_string(),
            is_solved: self.is_solved(),
        }
    }
}
