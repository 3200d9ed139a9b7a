//! What people see of a puzzle, as data.
//!
//! A family says once what stands on its board, what the player finds, and what has to be true. Text,
//! paper, pages, the terminal and files for other programs all read that, and know of no family.

mod answers;
pub(crate) mod arithmetic;
mod board;
mod judge;
mod lines;
mod lists;
mod runs;
mod slots;
pub(crate) mod words;

use serde::Serialize;

use xwc_check::puzzle::{Labels, Puzzle, Solution};

pub use answers::Answers;
pub use board::{Board, Cell, CellPart, Content, Frame};
pub(crate) use judge::{Judged, LineState};
pub use lines::{Different, Lines, SumLine};
pub use lists::{Clue, ClueList, KnownAnswer};
pub(crate) use runs::BLACK;
pub(crate) use runs::LetterRun;
pub use slots::{Accepts, Slot};
pub use words::Sentence;

/// A puzzle that people can look at and play.
pub trait Show: Puzzle {
    /// Everything that there is to see.
    fn view(&self) -> View;

    /// What a solution fills in; `None` if it is not one of this puzzle.
    fn answers(&self, solution: &Solution) -> Option<Answers>;

    /// The solution that full slots spell; `None` if it has parts that are in no slot.
    fn solution(&self, filled: &[String]) -> Option<Solution>;

    /// Whether the clues of an entry are true, for [`Lines::Entries`]; `None` as long as that cannot
    /// be told from what is filled in.
    fn is_true(&self, _entry: usize, _filled: &[String]) -> Option<bool> {
        None
    }

    /// Other puzzles that say the same, this one first; `None` for a family without such forms.
    fn forms(&self, _solution: Option<&Solution>) -> Option<Vec<PuzzleForm>> {
        None
    }
}

/// One of several forms of a puzzle that say the same. Its text is a drawing of both.
#[derive(Debug, Serialize)]
pub struct PuzzleForm {
    /// Counted from 1.
    #[serde(rename = "form")]
    pub number: usize,
    /// Whether it stands for all forms.
    #[serde(rename = "standard")]
    pub is_standard: bool,
    /// The puzzle as a file.
    pub puzzle: serde_json::Value,
    /// Its solution, if that is known.
    pub solution: Option<Solution>,
}

/// Everything that people see of one puzzle.
#[derive(Clone, Debug)]
pub struct View {
    /// The name of the family as people write it.
    pub name: &'static str,
    /// Title, author and note.
    pub labels: Labels,
    /// The grid.
    pub board: Board,
    /// What the player finds.
    pub slots: Vec<Slot>,
    /// What has to be true.
    pub lines: Lines,
    /// What must not be equal.
    pub different: Different,
    /// Whether a number may start with the digit 0.
    pub leading_zeros: bool,
    /// What the slots use up, each exactly once; empty if anything may be written.
    pub tiles: Vec<String>,
    /// Clues, across before down.
    pub lists: Vec<ClueList>,
    /// What to do, the same for all puzzles of the kind.
    pub task: Vec<Sentence>,
    /// What else has to be said of this puzzle; may repeat a sentence of the task that matters most.
    pub notes: Vec<Sentence>,
}

impl View {
    /// The notes that the task has not said yet.
    pub(crate) fn further_notes(&self) -> impl Iterator<Item = &Sentence> {
        self.notes.iter().filter(|note| !self.task.contains(note))
    }

    /// Whether clues are conditions that can be shown as they are checked.
    pub(crate) fn has_code(&self) -> bool {
        self.lines == Lines::Entries
    }

    /// Whether letters stand for what the player finds.
    pub(crate) fn is_lettered(&self) -> bool {
        self.slots.iter().any(|slot| slot.name.is_some())
    }
}
