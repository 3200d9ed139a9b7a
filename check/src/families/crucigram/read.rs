//! From the file to a well-formed crucigram: letters, sizes, words, and what can be counted.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::file::{CrucigramFile, EntryFile, LimitsFile};
use super::{
    Crucigram, Direction, GridLimits, KnownWord, MAX_SIDE, Object, USUAL, USUAL_SIDE, WordEntry,
};
use crate::puzzle::dictionary::{Dictionary, Pattern};
use crate::puzzle::number::Count;
use crate::puzzle::{InputError, Labels};

pub(super) fn puzzle(
    file: CrucigramFile,
    dictionary: Arc<Dictionary>,
) -> Result<Crucigram, InputError> {
    let width = side("width", file.width)?;
    let height = side("height", file.height)?;
    let limits = limits(file.limits.0, width, height)?;
    let tiles = tiles(&file.tiles, limits)?;
    let Object(clues) = file.clues;
    let across = entries(clues.across, Direction::Across, width, &dictionary)?;
    let down = entries(clues.down, Direction::Down, height, &dictionary)?;
    let solution = file.solution;
    let labels = Labels { title: file.title, author: file.author, note: file.note };
    let puzzle =
        Crucigram { width, height, tiles, limits, across, down, solution, labels, dictionary };
    no_word_twice(&puzzle)?;
    short_words(&puzzle)?;
    enough_tiles(&puzzle)?;
    Ok(puzzle)
}

fn side(path: &str, Count(side): Count) -> Result<usize, InputError> {
    match (2..=MAX_SIDE).contains(&side) {
        true => Ok(side),
        false => Err(InputError::field(path, format!("{side}; sides go from 2 to {MAX_SIDE}"))),
    }
}

fn limits(file: LimitsFile, width: usize, height: usize) -> Result<GridLimits, InputError> {
    let usual = (width, height) == (USUAL_SIDE, USUAL_SIDE);
    let letters = file.letters.or(usual.then_some(USUAL.letters));
    let letters = letters.ok_or_else(|| {
        let message = format!(
            "a grid of {width}×{height} has to say how many letters it may have, such as \
             \"limits\": {{\"letters\": [12, 16]}}; only for 7×7 there is a rule, 30 to 34"
        );
        InputError::field("limits", message)
    })?;
    let cells = width * height;
    if letters.min > letters.max || letters.max > cells {
        let (min, max) = (letters.min, letters.max);
        let message = format!("{min} to {max}; they go up, and {width}×{height} is {cells} cells");
        return Err(InputError::field("limits.letters", message));
    }
    let two_letter_words = file.two_letter_words.map_or(USUAL.two_letter_words, |Count(most)| most);
    Ok(GridLimits { letters, two_letter_words })
}

/// The message about a character that is not a capital letter.
pub(super) fn odd_letter(c: char) -> String {
    let shown = c.escape_debug();
    match c {
        'a'..='z' => format!("`{shown}` is a small letter"),
        _ if c.is_alphabetic() => format!("`{shown}` is not one of the letters A to Z"),
        _ => format!("`{shown}` is not a letter"),
    }
}

fn tiles(text: &str, limits: GridLimits) -> Result<Vec<u8>, InputError> {
    if let Some((i, c)) = text.chars().enumerate().find(|(_, c)| !c.is_ascii_uppercase()) {
        let message = format!("tile {}: {}; tiles are capitals", i + 1, odd_letter(c));
        return Err(InputError::field("tiles", message));
    }
    let (min, max) = (limits.letters.min, limits.letters.max);
    if !(min..=max).contains(&text.len()) {
        let found = text.len();
        let message = format!("{found} letters; the grid has {min} to {max}");
        return Err(InputError::field("tiles", message));
    }
    let mut tiles = text.as_bytes().to_vec();
    tiles.sort_unstable();
    Ok(tiles)
}

fn entries(
    files: Vec<Object<EntryFile>>,
    direction: Direction,
    side: usize,
    dictionary: &Dictionary,
) -> Result<Vec<WordEntry>, InputError> {
    let path = format!("clues.{direction}");
    if files.is_empty() {
        let message = format!("it is empty; at least one word goes {direction}");
        return Err(InputError::field(path, message));
    }
    let mut entries = Vec::new();
    for (i, Object(file)) in files.into_iter().enumerate() {
        let reader = EntryReader { path: format!("{path}[{i}]"), direction, side, dictionary };
        entries.push(reader.entry(file)?);
    }
    entries.sort();
    Ok(entries)
}

/// Reads one entry.
struct EntryReader<'a> {
    path: String,
    direction: Direction,
    side: usize,
    dictionary: &'a Dictionary,
}

impl EntryReader<'_> {
    fn entry(&self, file: EntryFile) -> Result<WordEntry, InputError> {
        let EntryFile { clue, answer, candidates, length, pattern } = file;
        let known = match (answer, candidates, length, pattern) {
            (Some(answer), None, None, None) => KnownWord::Answer(self.word("answer", answer)?),
            (None, Some(candidates), None, None) => self.candidates(candidates)?,
            (None, None, Some(Count(length)), None) => {
                self.length("length", length, &length.to_string())?;
                KnownWord::Pattern(Pattern::any(length))
            }
            (None, None, None, Some(pattern)) => self.pattern(&pattern)?,
            _ => {
                let message =
                    "it has exactly one of `answer`, `candidates`, `length` and `pattern`";
                return Err(InputError::field(&*self.path, message));
            }
        };
        Ok(WordEntry { clue, known })
    }

    fn error(&self, field: &str, message: String) -> InputError {
        InputError::field(format!("{}.{field}", self.path), message)
    }

    /// A word that fits the grid and is in the dictionary.
    fn word(&self, field: &str, word: String) -> Result<String, InputError> {
        let shown = word.escape_debug();
        if let Some(c) = word.chars().find(|c| !c.is_ascii_uppercase()) {
            let message = format!("found `{shown}`: {}; words are in capitals", odd_letter(c));
            return Err(self.error(field, message));
        }
        self.length(field, word.len(), &word)?;
        match self.dictionary.contains(&word) {
            true => Ok(word),
            false => Err(self.error(field, format!("`{word}` is not in the dictionary"))),
        }
    }

    fn length(&self, field: &str, length: usize, found: &str) -> Result<(), InputError> {
        let (side, direction) = (self.side, self.direction);
        match (2..=side).contains(&length) {
            true => Ok(()),
            false => {
                let message =
                    format!("found `{found}`; a word {direction} has 2 to {side} letters");
                Err(self.error(field, message))
            }
        }
    }

    fn candidates(&self, words: Vec<String>) -> Result<KnownWord, InputError> {
        let mut kept = Vec::new();
        for (i, word) in words.into_iter().enumerate() {
            kept.push(self.word(&format!("candidates[{i}]"), word)?);
        }
        kept.sort();
        if let Some(pair) = kept.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(self.error("candidates", format!("`{}` is listed twice", pair[0])));
        }
        match (kept.len(), kept.pop()) {
            (_, None) => Err(self.error("candidates", "it is empty".to_string())),
            (1, Some(only)) => Ok(KnownWord::Answer(only)),
            (_, Some(last)) => {
                kept.push(last);
                Ok(KnownWord::Candidates(kept))
            }
        }
    }

    fn pattern(&self, text: &str) -> Result<KnownWord, InputError> {
        let pattern = Pattern::parse(text).ok_or_else(|| {
            let shown = text.escape_debug();
            let message = format!(
                "found `{shown}`; a pattern has capitals, and `.` for letters that are not known"
            );
            self.error("pattern", message)
        })?;
        self.length("pattern", pattern.len(), text)?;
        Ok(KnownWord::Pattern(pattern))
    }
}

/// The words that are known, with their direction.
fn answers(puzzle: &Crucigram) -> impl Iterator<Item = (Direction, &String)> {
    Direction::ALL.into_iter().flat_map(|direction| {
        puzzle.entries(direction).iter().filter_map(move |entry| match &entry.known {
            KnownWord::Answer(word) => Some((direction, word)),
            _ => None,
        })
    })
}

fn no_word_twice(puzzle: &Crucigram) -> Result<(), InputError> {
    let mut seen: BTreeMap<&String, Direction> = BTreeMap::new();
    for (direction, word) in answers(puzzle) {
        if let Some(before) = seen.insert(word, direction) {
            let place = match before == direction {
                true => format!("twice {direction}"),
                false => format!("{before} and {direction}"),
            };
            let message = format!("`{word}` is listed {place}; no word appears twice");
            return Err(InputError::field("clues", message));
        }
    }
    Ok(())
}

fn short_words(puzzle: &Crucigram) -> Result<(), InputError> {
    let surely_short = |entry: &&WordEntry| match &entry.known {
        KnownWord::Answer(word) => word.len() == 2,
        KnownWord::Candidates(words) => words.iter().all(|word| word.len() == 2),
        KnownWord::Pattern(pattern) => pattern.len() == 2,
    };
    let entries = puzzle.across.iter().chain(&puzzle.down);
    let found = entries.filter(surely_short).count();
    let most = puzzle.limits.two_letter_words;
    if found > most {
        let message = format!("{found} two-letter words; there are at most {most}");
        return Err(InputError::field("clues", message));
    }
    Ok(())
}

/// Words in one direction share no cell, so each needs its own tiles; and every letter is in a
/// word, so with all answers known no more tiles are needed than all of them have letters.
fn enough_tiles(puzzle: &Crucigram) -> Result<(), InputError> {
    let count = |letters: &[u8], letter: u8| letters.iter().filter(|&&l| l == letter).count();
    let mut most = [0; 26];
    for direction in Direction::ALL {
        let words: Vec<&String> =
            answers(puzzle).filter(|(d, _)| *d == direction).map(|(_, word)| word).collect();
        let joined: Vec<u8> = words.iter().flat_map(|word| word.bytes()).collect();
        for (i, letter) in (b'A'..=b'Z').enumerate() {
            let (needed, there) = (count(&joined, letter), count(&puzzle.tiles, letter));
            if needed > there {
                let letter = char::from(letter);
                let message = format!(
                    "a tile too few: {letter} is there {there} times, and the words {direction} \
                     need it {needed} times"
                );
                return Err(InputError::field("tiles", message));
            }
            most[i] += needed;
        }
        let least: usize = puzzle.entries(direction).iter().map(WordEntry::min_length).sum();
        if least > puzzle.tiles.len() {
            let there = puzzle.tiles.len();
            let message =
                format!("too few: there are {there}, and the words {direction} need {least}");
            return Err(InputError::field("tiles", message));
        }
    }
    let all_known = answers(puzzle).count() == puzzle.across.len() + puzzle.down.len();
    for (most, letter) in most.into_iter().zip(b'A'..=b'Z').filter(|_| all_known) {
        let there = count(&puzzle.tiles, letter);
        if there > most {
            let letter = char::from(letter);
            let message = format!(
                "a tile too many: {letter} is there {there} times, and all words have it {most} \
                 times"
            );
            return Err(InputError::field("tiles", message));
        }
    }
    Ok(())
}
