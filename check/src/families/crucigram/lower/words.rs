//! Which words each entry of a crucigram can be, once the other entries and the tiles are looked at.

use std::collections::{BTreeMap, BTreeSet};

use super::{BLACK, value};
use crate::families::crucigram::{Crucigram, Direction, KnownWord, WordEntry};
use crate::lower::LowerError;

/// More words than this, added up over all entries, are refused.
const MAX_WORDS: usize = 1_000_000;

/// An entry with all the words that it can be.
pub(super) struct CandidateWords {
    /// For people.
    pub name: String,
    pub direction: Direction,
    /// The words with their numbers; two entries have the same number for the same word.
    pub words: Vec<(i64, String)>,
    /// Their lengths, ascending.
    pub lengths: Vec<usize>,
    /// The letters that the word can have at each place; beyond the end that of a black square.
    letters: Vec<BTreeSet<i64>>,
    /// Whether another entry might be the same word.
    pub distinct: bool,
    /// Whether the same is known of the next entry.
    pub same_as_next: bool,
}

impl CandidateWords {
    /// The word, if there is only one.
    pub(crate) fn answer(&self) -> Option<&str> {
        match &self.words[..] {
            [(_, word)] => Some(word),
            _ => None,
        }
    }

    /// Whether the letter at a place can have the value.
    pub(crate) fn has(&self, i: usize, value: i64) -> bool {
        self.letters[i].contains(&value)
    }

    /// How many letters it can have, added up over all places.
    pub(crate) fn n_letters(&self) -> usize {
        self.letters.iter().map(BTreeSet::len).sum()
    }

    /// The values that the letter at a place can have.
    pub(crate) fn letters(&self, i: usize) -> BTreeSet<i64> {
        let mut letters = self.letters[i].clone();
        letters.remove(&BLACK);
        letters
    }
}

/// The words of all entries, across first.
pub(super) fn of(puzzle: &Crucigram) -> Result<Vec<CandidateWords>, LowerError> {
    let answers: BTreeSet<&str> = Direction::ALL
        .into_iter()
        .flat_map(|direction| puzzle.entries(direction))
        .filter_map(|entry| match &entry.known {
            KnownWord::Answer(word) => Some(&word[..]),
            _ => None,
        })
        .collect();
    let mut words = Vec::new();
    let mut total = 0;
    for direction in Direction::ALL {
        let entries = puzzle.entries(direction);
        let left = left_over(puzzle, entries);
        let mut same: Vec<&WordEntry> = entries.iter().collect();
        same.sort_by(|a, b| a.known.cmp(&b.known));
        let mut list: Vec<String> = Vec::new();
        for (i, entry) in same.iter().enumerate() {
            // Entries of which the same is known can be the same words.
            if i == 0 || same[i - 1].known != entry.known {
                list = match &entry.known {
                    KnownWord::Answer(word) => vec![word.clone()],
                    KnownWord::Candidates(words) => fitting(words.clone(), &left, &answers),
                    KnownWord::Pattern(pattern) => {
                        fitting(puzzle.dictionary().fitting(pattern), &left, &answers)
                    }
                };
            }
            total += list.len();
            if total > MAX_WORDS {
                return Err(LowerError::TooManyWords);
            }
            let known = matches!(entry.known, KnownWord::Answer(_));
            let next = same.get(i + 1);
            let same_as_next = !known && next.is_some_and(|next| next.known == entry.known);
            let shown = match &entry.known {
                KnownWord::Answer(word) => word.clone(),
                _ => (i + 1).to_string(),
            };
            let lengths: BTreeSet<usize> = list.iter().map(String::len).collect();
            let longest = lengths.last().copied().unwrap_or(0);
            let at = |word: &String, i: usize| {
                word.as_bytes().get(i).map_or(BLACK, |&letter| value(letter))
            };
            let letters =
                (0..longest).map(|i| list.iter().map(|word| at(word, i)).collect()).collect();
            words.push(CandidateWords {
                name: format!("{direction} {shown}"),
                direction,
                // The numbers follow.
                words: list.iter().map(|word| (0, word.clone())).collect(),
                lengths: lengths.into_iter().collect(),
                letters,
                distinct: false,
                same_as_next,
            });
        }
    }
    number(&mut words);
    Ok(words)
}

/// The tiles that are left when the known words in one direction, which share no cell, have theirs.
fn left_over(puzzle: &Crucigram, entries: &[WordEntry]) -> [usize; 26] {
    let mut left = [0usize; 26];
    for tile in puzzle.tiles() {
        left[usize::from(tile - b'A')] += 1;
    }
    for entry in entries {
        if let KnownWord::Answer(word) = &entry.known {
            for letter in word.bytes() {
                let count = &mut left[usize::from(letter - b'A')];
                *count = count.saturating_sub(1);
            }
        }
    }
    left
}

/// The words that can be made of these tiles and are not the answer of another entry.
fn fitting(words: Vec<String>, left: &[usize; 26], answers: &BTreeSet<&str>) -> Vec<String> {
    let fits = |word: &String| {
        let mut needed = [0; 26];
        word.bytes().for_each(|letter| needed[usize::from(letter - b'A')] += 1);
        needed.iter().zip(left).all(|(needed, left)| needed <= left) && !answers.contains(&word[..])
    };
    words.into_iter().filter(fits).collect()
}

/// Numbers the words, and finds out which entries might be the same word.
fn number(words: &mut [CandidateWords]) {
    let mut shared: BTreeMap<String, usize> = BTreeMap::new();
    for word in words.iter() {
        for (_, text) in &word.words {
            *shared.entry(text.clone()).or_default() += 1;
        }
    }
    let numbers: BTreeMap<&String, i64> = shared.keys().zip(0..).collect();
    for word in words.iter_mut() {
        word.distinct = word.words.iter().any(|(_, text)| shared[text] > 1);
        for (number, text) in &mut word.words {
            *number = numbers[&*text];
        }
    }
}
