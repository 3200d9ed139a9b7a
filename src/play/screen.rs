//! What a player sees of a game: characters with a look, and texts beside them; as large as it is,
//! whatever shows it.

use std::collections::BTreeSet;

use super::canvas::{Canvas, Look, canvas};
use super::game::Game;
use super::side_text;
use crate::view::words;

/// A game as it is now, as a picture and as what is in its slots.
#[derive(Clone, Debug)]
pub struct Screen {
    /// The grid; all rows equally long.
    pub rows: Vec<Vec<(char, Look)>>,
    /// Row and column of the middle of the slot under the cursor.
    pub cursor: (usize, usize),
    /// The slot under the cursor, if there is any slot.
    pub slot: Option<usize>,
    /// What is written in the slots.
    pub filled: Vec<String>,
    /// Slots that the last check found wrong.
    pub marked: BTreeSet<usize>,
    /// Slots whose value is not a tile, or is a tile that is used elsewhere.
    pub without_tile: BTreeSet<usize>,
    /// How many lines are right, wrong and open.
    pub score: [usize; 3],
    /// What tiles are called.
    pub tiles_title: &'static str,
    /// The tiles, and whether they are spent.
    pub tiles: Vec<(String, bool)>,
    /// What is said beside the grid: the task, notes and clues, and whether a line is about the slot and
    /// direction at hand.
    pub side_text: Vec<(String, bool)>,
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
        let here =
            side_text.iter().position(|(_, is_here)| *is_here && self.has_begun()).unwrap_or(0);
        let start = here.saturating_sub(2).saturating_add_signed(self.read());
        Screen {
            rows,
            cursor,
            slot: self.cursor(),
            filled: self.filled().to_vec(),
            marked: self.marked().clone(),
            without_tile: self.without_tile(),
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
