//! Numbers as they are written: digits and capital letters, one lower-case letter, or a numeral.

use std::collections::BTreeMap;

use super::Unknowns;
use crate::puzzle::InputError;
use crate::puzzle::grid::{Position, short};
use crate::puzzle::number::MAX_NUMBER;

/// The greatest length of a number written in letters, so that it fits 64 bits.
const MAX_DIGITS: usize = 18;

/// One place of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A digit that is given.
    Digit(u8),
    /// A digit to be found.
    Letter(char),
}

/// What stands in a number cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// Digits, known and unknown, the first place first.
    Digits(Vec<Symbol>),
    /// A whole number to be found.
    Unknown(char),
    /// A number that is given.
    Number(i64),
}

impl Word {
    pub(super) fn parse(text: &str, unknowns: Unknowns) -> Result<Self, String> {
        match unknowns {
            Unknowns::Digits => digits(text),
            Unknowns::Numbers => number(text),
        }
    }

    /// The letters, place by place.
    pub fn letters(&self) -> impl Iterator<Item = char> + '_ {
        let (symbols, unknown): (&[Symbol], _) = match self {
            Word::Digits(symbols) => (symbols, None),
            Word::Unknown(letter) => (&[], Some(*letter)),
            Word::Number(_) => (&[], None),
        };
        let letter = |symbol: &Symbol| match symbol {
            Symbol::Letter(letter) => Some(*letter),
            Symbol::Digit(_) => None,
        };
        symbols.iter().filter_map(letter).chain(unknown)
    }

    /// The word with values instead of letters; `None` if a letter has none.
    pub(super) fn filled(&self, values: &BTreeMap<char, i64>) -> Option<String> {
        let digit = |symbol: &Symbol| match symbol {
            Symbol::Digit(digit) => Some(digit.to_string()),
            Symbol::Letter(letter) => values.get(letter).map(i64::to_string),
        };
        match self {
            Word::Digits(symbols) => symbols.iter().map(digit).collect(),
            Word::Unknown(letter) => values.get(letter).map(i64::to_string),
            Word::Number(value) => Some(value.to_string()),
        }
    }
}

fn found(text: &str) -> String {
    if text.is_empty() { "an empty text".to_string() } else { format!("`{}`", short(text)) }
}

fn digits(text: &str) -> Result<Word, String> {
    let symbol = |c: char| match c {
        'A'..='Z' => Some(Symbol::Letter(c)),
        _ => c.to_digit(10).map(|digit| Symbol::Digit(digit as u8)),
    };
    let symbols: Option<Vec<Symbol>> = text.chars().take(MAX_DIGITS + 1).map(symbol).collect();
    let symbols = symbols.filter(|symbols| !symbols.is_empty()).ok_or_else(|| {
        format!("found {}; a number is written in capital letters and digits", found(text))
    })?;
    if symbols.len() > MAX_DIGITS {
        return Err(format!("found {}; at most {MAX_DIGITS} places", found(text)));
    }
    match symbols[..] {
        [Symbol::Digit(0)] => Err("found `0`; no number is zero".to_string()),
        [Symbol::Digit(0), ..] => Err(format!("found {}; no number starts with 0", found(text))),
        _ => Ok(Word::Digits(symbols)),
    }
}

fn number(text: &str) -> Result<Word, String> {
    let mut letters = text.chars();
    if let (Some(letter @ 'a'..='z'), None) = (letters.next(), letters.next()) {
        return Ok(Word::Unknown(letter));
    }
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("found {}; it must be one lower-case letter or a number", found(text)));
    }
    if text.len() > 1 && text.starts_with('0') {
        return Err(format!("found {}; write it without leading zeros", found(text)));
    }
    match text.parse() {
        Ok(value) if value <= MAX_NUMBER => Ok(Word::Number(value)),
        _ => Err(format!("found {}; numbers go up to {MAX_NUMBER}", found(text))),
    }
}

/// The letters of all words in the order in which they first appear, row by row.
pub(super) fn letters(words: &BTreeMap<Position, Word>) -> Result<Vec<char>, InputError> {
    let mut letters: Vec<char> = Vec::new();
    for (position, word) in words {
        for letter in word.letters() {
            if letters.contains(&letter) {
                continue;
            }
            if letters.len() == 10 && matches!(word, Word::Digits(_)) {
                let message = format!("`{letter}` is the eleventh letter; there are ten digits");
                return Err(position.error(message));
            }
            letters.push(letter);
        }
    }
    Ok(letters)
}
