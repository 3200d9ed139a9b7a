//! Lists of clues.

use xwc_check::puzzle::dictionary::Pattern;

/// The clues of one direction.
#[derive(Clone, Debug)]
pub struct ClueList {
    /// Whether it is for down, and not for across.
    pub is_down: bool,
    /// The clues.
    pub clues: Vec<Clue>,
}

/// One clue, or an entry without one.
#[derive(Clone, Debug)]
pub struct Clue {
    /// How other clues speak of it, such as `A12`; empty if they do not.
    pub name: String,
    /// What is printed at its place, such as `12`; empty if it has no place.
    pub label: String,
    /// What players read; `None` if there is nothing to read.
    pub text: Option<String>,
    /// The conditions that are checked, if they are known and can be written down.
    pub code: Option<String>,
    /// The length of the answer, or what else is known about it.
    pub word: KnownAnswer,
    /// The slots of its answer; empty if it has no place.
    pub slots: Vec<usize>,
}

/// What is known of the answer to a clue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KnownAnswer {
    /// Its length.
    Length(usize),
    /// It is one of these words. If it is only one, players must not see it.
    OneOf(Vec<String>),
    /// It looks like this.
    Like(Pattern),
}

impl KnownAnswer {
    /// Whether a word can be the answer.
    pub(crate) fn allows(&self, word: &str) -> bool {
        match self {
            KnownAnswer::Length(length) => word.len() == *length,
            KnownAnswer::OneOf(words) => words.iter().any(|other| other == word),
            KnownAnswer::Like(pattern) => pattern.fits(word),
        }
    }
}
