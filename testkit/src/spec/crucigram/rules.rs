//! What a filled crucigram has to be.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::filling::Lexicon;
use crate::spec::Dice;

/// A black square.
pub(super) const BLACK: char = '#';

/// The runs of two or more letters in one direction.
pub(super) fn runs(cells: &[char], width: usize, down: bool) -> Vec<String> {
    let height = cells.len() / width;
    let (outer, inner) = if down { (width, height) } else { (height, width) };
    let at = |i: usize, j: usize| if down { cells[j * width + i] } else { cells[i * width + j] };
    let lines = (0..outer).map(|i| (0..inner).map(|j| at(i, j)).collect::<String>());
    let all: Vec<String> = lines.collect();
    let parts = all.iter().flat_map(|line| line.split(BLACK));
    parts.filter(|run| run.len() >= 2).map(str::to_string).collect()
}

/// Whether the letters hang together, side by side.
pub(super) fn is_connected(cells: &[char], width: usize) -> bool {
    let letters = (0..cells.len()).filter(|&at| cells[at] != BLACK);
    let mut reached: BTreeSet<usize> = letters.clone().take(1).collect();
    let mut open: Vec<usize> = reached.iter().copied().collect();
    while let Some(at) = open.pop() {
        let right = (at % width + 1 < width).then_some(at + 1);
        let left = (at % width > 0).then(|| at - 1);
        let neighbours = [right, left, at.checked_sub(width), Some(at + width)];
        for next in neighbours.into_iter().flatten() {
            if cells.get(next).is_some_and(|&c| c != BLACK) && reached.insert(next) {
                open.push(next);
            }
        }
    }
    reached.len() == letters.count()
}

pub(super) fn has_black_block(cells: &[char], width: usize) -> bool {
    let black = |row: usize, column: usize| cells[row * width + column] == BLACK;
    let height = cells.len() / width;
    (0..height.saturating_sub(2)).any(|row| {
        (0..width.saturating_sub(2))
            .any(|column| (0..9).all(|i| black(row + i / 3, column + i % 3)))
    })
}

/// What a clue says of its word.
#[derive(Clone)]
pub(super) enum Entry {
    Answer(String),
    Candidates(Vec<String>),
    Length(usize),
    Pattern(String),
}

impl Entry {
    pub(super) fn random(dice: &mut Dice, word: &str, open: usize) -> Self {
        if !dice.percent(open) {
            return Entry::Answer(word.to_string());
        }
        match dice.below(6) {
            0..=3 => Entry::Length(word.len()),
            4 => {
                let hide = |c: char| if dice.percent(50) { '.' } else { c };
                Entry::Pattern(word.chars().map(hide).collect())
            }
            _ => {
                let mut words = BTreeSet::from([word.to_string()]);
                for _ in 0..dice.between(1, 3) {
                    let other = dice.pick(&Lexicon::all().words);
                    words.extend((other.len() <= word.len()).then(|| other.to_string()));
                }
                Entry::Candidates(words.into_iter().collect())
            }
        }
    }

    pub(super) fn fits(&self, word: &str) -> bool {
        match self {
            Entry::Answer(answer) => answer == word,
            Entry::Candidates(words) => words.iter().any(|candidate| candidate == word),
            Entry::Length(length) => *length == word.len(),
            Entry::Pattern(pattern) => {
                pattern.len() == word.len()
                    && pattern.chars().zip(word.chars()).all(|(p, c)| p == '.' || p == c)
            }
        }
    }

    pub(super) fn json(&self, dice: &mut Dice) -> Value {
        let mut entry = match self {
            Entry::Answer(answer) => json!({ "answer": answer }),
            Entry::Candidates(words) => json!({ "candidates": words }),
            Entry::Length(length) => json!({ "length": length }),
            Entry::Pattern(pattern) => json!({ "pattern": pattern }),
        };
        if dice.percent(30) {
            entry["clue"] = json!("A word");
        }
        entry
    }
}

/// Whether each word can be given to an entry of its own so that none is left over.
pub(super) fn matches(entries: &[Entry], words: &[String]) -> bool {
    let Some((first, rest)) = entries.split_first() else { return words.is_empty() };
    (0..words.len()).any(|i| {
        let mut others = words.to_vec();
        let word = others.remove(i);
        first.fits(&word) && matches(rest, &others)
    })
}

/// Everything that a filled grid has to be.
pub(super) struct Rules {
    pub width: usize,
    pub letters: (usize, usize),
    pub two_letter_words: usize,
    pub across: Vec<Entry>,
    pub down: Vec<Entry>,
}

impl Rules {
    pub(super) fn allow(&self, cells: &[char]) -> bool {
        let n_letters = cells.iter().filter(|&&c| c != BLACK).count();
        (self.letters.0..=self.letters.1).contains(&n_letters)
            && is_sound(cells, self.width, self.two_letter_words)
            && matches(&self.across, &runs(cells, self.width, false))
            && matches(&self.down, &runs(cells, self.width, true))
    }
}

/// The rules that do not depend on the clues.
pub(super) fn is_sound(cells: &[char], width: usize, two_letter_words: usize) -> bool {
    let [across, down] = [false, true].map(|down| runs(cells, width, down));
    let words: Vec<&String> = across.iter().chain(&down).collect();
    let different: BTreeSet<&String> = words.iter().copied().collect();
    words.iter().all(|word| Lexicon::all().has(word))
        && different.len() == words.len()
        && words.iter().filter(|word| word.len() == 2).count() <= two_letter_words
        && !across.is_empty()
        && !down.is_empty()
        && is_connected(cells, width)
        && !has_black_block(cells, width)
}
