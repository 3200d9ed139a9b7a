//! The sentences about a puzzle. Their meaning is an enum; their wording is in one file per
//! language, of which there is one.

mod en;

pub(crate) use en::{
    LETTERS, PUZZLE, SOLVED_PUZZLE, TILES, VARIABLES, WORDS, clue, direction, heading, hint, prose,
    sentence, total_letters,
};
#[cfg(feature = "pdf")]
pub(crate) use en::{SIGNED, answers, page};

/// A sentence about a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sentence {
    /// Numbers on tiles go into the empty cells and make equations true.
    PlaceNumberTiles,
    /// Each tile is used once.
    UseEachTileOnce,
    /// Missing numbers are to be found.
    FindNumbers,
    /// Lines are worked out strictly in order.
    WorkInOrder,
    /// Letters are digits, different ones are different.
    LettersAreDigits,
    /// Letters are whole numbers.
    LettersAreNumbers,
    /// All lines are equations.
    LinesAreEquations,
    /// All lines come to zero.
    LinesComeToZero,
    /// No number has a zero first.
    NoLeadingZeros,
    /// Clues are about the digits to be found.
    FindDigits,
    /// No two entries may be the same.
    EntriesDiffer,
    /// How clues are to be read that are conditions.
    ClueLanguage,
    /// Letters and black squares are to be placed.
    PlaceLetters,
    /// Clues are in no order.
    CluesInNoOrder,
    /// Letters are connected, black squares not too many in one place.
    LettersConnected,

    /// What may be written.
    NumberRange {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
        /// Whether each may be used only once.
        once: bool,
    },
    /// Divisions need not come out whole.
    FractionsOnTheWay,
    /// What letters may stand for.
    LetterRange {
        /// The greatest; `None` if there is none.
        max: Option<i64>,
    },
    /// Unknown numbers that clues speak of.
    Variables {
        /// Their names.
        names: Vec<String>,
        /// Their values, as the setter wrote them.
        values: String,
        /// Whether they are pairwise different.
        different: bool,
    },
    /// Conditions about no entry.
    Rules(String),
    /// Conditions about each entry.
    EveryEntry(String),
    /// How what stands in the grid follows from a clue's value.
    InTheGrid(String),
    /// How many digits the value of a clue has.
    ValueDigits(String),
    /// The only digits that may be used.
    Digits(Vec<u8>),
    /// Entries may have a zero first.
    LeadingZerosAllowed,
    /// Entries may be the same.
    EqualEntriesAllowed,
    /// How many of each there are.
    LettersAndBlack {
        /// Letters.
        letters: usize,
        /// Black squares.
        black: usize,
    },
}
