//! crucigram: words that cross in a grid whose black squares have to be found as well.

mod board;
mod file;
mod lower;
mod read;
mod rules;

use std::sync::Arc;

use serde_json::{Value, json};

pub use self::board::{Direction, LetterBoard, Run};
pub use self::file::{CrucigramFile, Letters};
use crate::plain::Plain;
use crate::puzzle::dictionary::{Dictionary, Pattern};
use crate::puzzle::json::Object;
use crate::puzzle::{
    Format, InputError, Labels, Puzzle, ReadOptions, Rejection, Solution, Violation,
};

/// No side of a grid is longer.
pub const MAX_SIDE: usize = 21;

/// The grid that the rules are made for.
const USUAL_SIDE: usize = 7;
const USUAL: GridLimits = GridLimits { letters: Letters { min: 30, max: 34 }, two_letter_words: 3 };

/// How many letters and short words a grid may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct GridLimits {
    /// The least and the greatest number of letters.
    pub letters: Letters,
    /// The greatest number of words of two letters.
    pub two_letter_words: usize,
}

/// What is known of a word.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KnownWord {
    /// The word itself.
    Answer(String),
    /// Two or more words, of which it is one; in order.
    Candidates(Vec<String>),
    /// Its length, and perhaps some letters: any such word of the dictionary.
    Pattern(Pattern),
}

/// One word of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WordEntry {
    /// The text of the clue; it may be empty.
    pub clue: String,
    /// What is known of the word.
    pub known: KnownWord,
}

impl WordEntry {
    /// The fewest letters that the word can have.
    pub fn min_length(&self) -> usize {
        match &self.known {
            KnownWord::Answer(word) => word.len(),
            KnownWord::Candidates(words) => words.iter().map(String::len).min().unwrap_or(0),
            KnownWord::Pattern(pattern) => pattern.len(),
        }
    }

    /// Whether the word, if it is in the dictionary, can be this one.
    fn allows(&self, word: &str) -> bool {
        match &self.known {
            KnownWord::Answer(answer) => answer == word,
            KnownWord::Candidates(words) => words.iter().any(|candidate| candidate == word),
            KnownWord::Pattern(pattern) => pattern.fits(word),
        }
    }

    fn canonical(&self) -> Value {
        match &self.known {
            KnownWord::Answer(word) => json!({ "clue": self.clue, "answer": word }),
            KnownWord::Candidates(words) => json!({ "clue": self.clue, "candidates": words }),
            KnownWord::Pattern(pattern) if pattern.is_open() => {
                json!({ "clue": self.clue, "length": pattern.len() })
            }
            KnownWord::Pattern(pattern) => {
                json!({ "clue": self.clue, "pattern": pattern.to_string() })
            }
        }
    }
}

/// A well-formed crucigram.
#[derive(Debug)]
pub struct Crucigram {
    width: usize,
    height: usize,
    /// In order.
    tiles: Vec<u8>,
    limits: GridLimits,
    /// In order of their clues, which gives nothing away.
    across: Vec<WordEntry>,
    down: Vec<WordEntry>,
    solution: Option<Solution>,
    labels: Labels,
    dictionary: Arc<Dictionary>,
}

impl Crucigram {
    /// The puzzle that the file describes, with the words of this dictionary.
    ///
    /// # Errors
    ///
    /// If the input is malformed; the error says what is wrong, and where.
    pub fn with_dictionary(
        file: CrucigramFile,
        words: Arc<Dictionary>,
    ) -> Result<Self, InputError> {
        read::puzzle(file, words)
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The letters of the grid, in order.
    pub fn tiles(&self) -> &[u8] {
        &self.tiles
    }

    /// How many letters and short words the grid may have.
    pub fn limits(&self) -> GridLimits {
        self.limits
    }

    /// The words in one direction.
    pub fn entries(&self, direction: Direction) -> &[WordEntry] {
        match direction {
            Direction::Across => &self.across,
            Direction::Down => &self.down,
        }
    }

    /// The words that the grid may have.
    pub fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    /// The grid of a solution, if it is one that fits.
    ///
    /// # Errors
    ///
    /// If it is malformed; the error says what is wrong.
    pub fn board(&self, solution: &Solution) -> Result<LetterBoard, Violation> {
        LetterBoard::of(solution, self.width, self.height)
    }
}

impl Format for Crucigram {
    const FAMILY: &'static str = "crucigram";
    const SUMMARY: &'static str = "words that cross, black squares to be found as well";
    const SCHEMA: &'static str = include_str!("schema.json");
    type File = CrucigramFile;

    fn from_file(file: CrucigramFile, options: &ReadOptions) -> Result<Self, InputError> {
        Self::with_dictionary(file, Arc::clone(&options.dictionary))
    }
}

impl Plain for Crucigram {}

impl Puzzle for Crucigram {
    fn family(&self) -> &'static str {
        Self::FAMILY
    }

    fn check(&self, solution: &Solution) -> Result<(), Rejection> {
        Ok(rules::check(self, solution)?)
    }

    fn canonical_solution(&self, solution: &Solution) -> Result<Solution, Violation> {
        Ok(self.board(solution)?.solution())
    }

    fn labels(&self) -> &Labels {
        &self.labels
    }

    fn canonical(&self) -> Value {
        let entries = |entries: &[WordEntry]| -> Vec<Value> {
            entries.iter().map(WordEntry::canonical).collect()
        };
        let tiles: String = self.tiles.iter().copied().map(char::from).collect();
        let mut file = json!({
            "family": Self::FAMILY,
            "width": self.width,
            "height": self.height,
            "tiles": tiles,
        });
        if (self.width, self.height, self.limits) != (USUAL_SIDE, USUAL_SIDE, USUAL) {
            file["limits"] = json!(self.limits);
        }
        file["clues"] = json!({ "across": entries(&self.across), "down": entries(&self.down) });
        file
    }

    fn words(&self) -> Option<&Dictionary> {
        Some(&self.dictionary)
    }

    fn stated_solution(&self) -> Option<&Solution> {
        self.solution.as_ref()
    }
}
