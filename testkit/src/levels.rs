//! Generated levels as JSON, as packs have them.

use serde_json::{Value, json};
use xwc::generate::{DuplicateKey, GeneratedPuzzle};

/// A level as it is written.
#[derive(Clone, Debug)]
pub struct Level {
    pub puzzle: Value,
    pub solution: Value,
    pub difficulty: Value,
    pub key: DuplicateKey,
}

impl Level {
    pub fn of(made: &GeneratedPuzzle) -> Self {
        Self {
            puzzle: made.puzzle.canonical(),
            solution: json!(made.solution),
            difficulty: json!(made.difficulty),
            key: made.key,
        }
    }
}
