//! Crucigrams on a page: a slot is a cell, black or a letter. Answers are there as digests only.

use serde_json::{Map, Value, json};

use super::seal::Salt;
use super::{Data, OnPage};
use crate::puzzle::Solution;
use crate::puzzle::crucigram::{Crucigram, Direction, Entry, Known};

/// What a slot holds that is black.
const BLACK: &str = "#";

impl OnPage for Crucigram {
    fn data(&self, salt: &Salt) -> Data {
        let (width, height) = (self.width(), self.height());
        let cell = |row: usize, column: usize| json!({ "parts": [row * width + column] });
        let row = |row| (0..width).map(|column| cell(row, column)).collect();
        let clues = |direction: Direction| -> Vec<Value> {
            self.entries(direction).iter().map(|entry| clue(entry, direction, salt)).collect()
        };
        let tiles: Vec<String> = self.tiles().iter().map(|&t| char::from(t).to_string()).collect();
        let mut rules = Map::new();
        rules.insert("tiles".into(), json!(tiles));
        rules.insert("across".into(), json!(clues(Direction::Across)));
        rules.insert("down".into(), json!(clues(Direction::Down)));
        rules.insert("short".into(), json!(self.limits().two_letter_words));
        Data { cells: (0..height).map(row).collect(), slots: width * height, rules }
    }

    fn script(&self) -> &'static str {
        include_str!("page/crucigram.js")
    }

    fn answers(&self, solution: &Solution) -> Option<Vec<String>> {
        let board = self.board(solution).ok()?;
        let cell = |cell: &Option<u8>| cell.map_or(BLACK.into(), |l| char::from(l).to_string());
        Some(board.rows().iter().flatten().map(cell).collect())
    }
}

/// The clue, what is shown of the word, and how the page knows it: by digests or by a pattern.
fn clue(entry: &Entry, direction: Direction, salt: &Salt) -> Value {
    let digest = |word: &String| salt.word(direction.name(), word);
    match &entry.known {
        Known::Answer(word) => {
            json!({ "clue": entry.clue, "shown": word.len().to_string(), "words": [digest(word)] })
        }
        Known::Candidates(words) => {
            let digests: Vec<String> = words.iter().map(digest).collect();
            json!({ "clue": entry.clue, "shown": words.join(" or "), "words": digests })
        }
        Known::Pattern(pattern) if pattern.is_open() => {
            let text = pattern.to_string();
            json!({ "clue": entry.clue, "shown": pattern.len().to_string(), "pattern": text })
        }
        Known::Pattern(pattern) => {
            let text = pattern.to_string();
            json!({ "clue": entry.clue, "shown": text, "pattern": text })
        }
    }
}
