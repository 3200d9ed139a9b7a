//! Crucigrams from chance: a pattern of black squares, words for it, clues, and the proof that the
//! answers stand in no other way.
//!
//! Nothing in the grid is ever given, so that every crucigram is minimal, whether that was asked for
//! or not; difficulty is how common the words are.

mod clue;
mod fill;
mod lexicon;
mod shape;

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use self::fill::{Filled, fill};
use self::lexicon::Lexicon;
use self::shape::Wanted;
use super::difficulty::goal;
use super::twins::{Key, transposed};
use super::{Chance, Difficulty, GenerateError, Level, Recipe, Wishes};
use crate::dictionary::Dictionary;
use crate::judge;
use crate::puzzle::crucigram::{Board, Crucigram, Direction, File, Run};
use crate::puzzle::{self, Puzzle, Solution};
use crate::solve::Choice;

const FAMILY: &str = "crucigram";

/// Sides of the grids that can be made.
const SIDES: std::ops::RangeInclusive<usize> = 4..=11;

/// The side of the usual grid, and its letters.
const USUAL_SIDE: usize = 7;
const USUAL_LETTERS: (usize, usize) = (30, 34);

/// The greatest number of words of two letters.
const TWO_LETTER_WORDS: usize = 3;

/// Filled grids of which the best are looked at first.
const GRIDS: usize = 6;

/// Shapes that are drawn for them before worse words are taken as well.
const SHAPES: usize = 30;

/// Rounds after which there is no level.
const MAX_ROUNDS: usize = 24;

/// By how much words may be worse after a round that was not enough.
const STEP: u32 = 2;

/// All that a crucigram's chance depends on.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Parameters {
    difficulty: Difficulty,
    width: usize,
    height: usize,
    /// Which words: `embedded`, or their SHA-256.
    dictionary: String,
    #[serde(skip)]
    lexicon: OnceLock<Lexicon>,
}

impl super::Parameters for Parameters {
    fn of(wishes: &Wishes) -> Result<Self, GenerateError> {
        wishes.only(FAMILY, &["width", "height", "dictionary"])?;
        let words = match &wishes.dictionary {
            Some(path) => Dictionary::choose(path)?,
            None => Dictionary::chosen(),
        };
        let difficulty = wishes.difficulty.unwrap_or_default();
        Ok(Self {
            difficulty,
            width: wishes.width.unwrap_or(USUAL_SIDE),
            height: wishes.height.unwrap_or(USUAL_SIDE),
            dictionary: words.name().to_string(),
            lexicon: OnceLock::new(),
        })
    }

    fn check(&self) -> Result<(), GenerateError> {
        for (option, side) in [("width", self.width), ("height", self.height)] {
            if !SIDES.contains(&side) {
                let (least, most) = (SIDES.start(), SIDES.end());
                let reason = format!("{side}; sides go from {least} to {most}");
                return Err(GenerateError::Wish { option, reason });
            }
        }
        let chosen = Dictionary::chosen();
        if self.dictionary != chosen.name() {
            let reason = format!("the words are {}, not {}", chosen.name(), self.dictionary);
            return Err(GenerateError::Wish { option: "dictionary", reason });
        }
        Ok(())
    }
}

/// A word of a board, and its clue.
struct Text {
    word: String,
    clue: String,
}

/// What a board says in words.
struct Texts {
    /// The words across, then those down.
    texts: Vec<Text>,
    /// How many go across.
    across: usize,
    tiles: String,
    solution: Solution,
}

impl Texts {
    fn of(board: &Board) -> Self {
        let runs = Direction::ALL.map(|direction| board.runs(direction));
        let across = runs[0].len();
        let text = |run: Run| Text { clue: clue::clue(&run.word), word: run.word };
        let texts = runs.into_iter().flatten().map(text).collect();
        let tiles = board.letters().iter().map(|&(_, letter)| char::from(letter)).collect();
        Self { texts, across, tiles, solution: board.solution() }
    }
}

impl Parameters {
    /// The least and the greatest number of letters: as dense as the usual grid.
    fn letters(&self) -> (usize, usize) {
        let (area, usual) = (self.width * self.height, USUAL_SIDE * USUAL_SIDE);
        let (least, most) =
            ((area * USUAL_LETTERS.0).div_ceil(usual), area * USUAL_LETTERS.1 / usual);
        (least, most.max(least))
    }

    fn lexicon(&self) -> &Lexicon {
        let longest = self.width.max(self.height);
        self.lexicon.get_or_init(|| Lexicon::new(&Dictionary::chosen(), longest))
    }

    /// How good a word has to be.
    fn least_score(&self) -> u32 {
        match self.difficulty {
            Difficulty::Easy => 15,
            Difficulty::Medium => 12,
            Difficulty::Hard => 8,
            Difficulty::Expert => 4,
        }
    }

    /// Some filled grids, the best first, with words that are at least so good.
    fn grids(&self, least: u32, chance: &mut Chance) -> Vec<Filled> {
        let lexicon = self.lexicon();
        let has_words = |length: usize| lexicon.of(length).count(least) > 0;
        let wanted = Wanted {
            width: self.width,
            height: self.height,
            letters: self.letters(),
            two_letter_words: TWO_LETTER_WORDS,
            has_words: &has_words,
        };
        let mut grids = Vec::new();
        for _ in 0..SHAPES {
            let shape = wanted.draw(chance);
            grids.extend(shape.and_then(|shape| fill(&shape, lexicon, least, chance)));
            if grids.len() == GRIDS {
                break;
            }
        }
        grids.sort_by_key(|filled| filled.cost);
        grids
    }

    fn board(&self, filled: &Filled) -> Board {
        Board::new(filled.letters.chunks(self.width).map(<[_]>::to_vec).collect())
    }

    fn puzzle(&self, words: &Texts) -> Result<Crucigram, GenerateError> {
        let entry = |text: &Text| json!({ "clue": text.clue, "answer": text.word });
        let entries = |texts: &[Text]| texts.iter().map(entry).collect::<Vec<_>>();
        let (across, down) = words.texts.split_at(words.across);
        let file: File = serde_json::from_value(json!({
            "family": FAMILY,
            "width": self.width,
            "height": self.height,
            "tiles": words.tiles,
            "limits": { "letters": self.letters(), "two_letter_words": TWO_LETTER_WORDS },
            "clues": { "across": entries(across), "down": entries(down) },
        }))
        .map_err(|_| GenerateError::Board)?;
        Crucigram::with_dictionary(file, Dictionary::chosen()).map_err(|_| GenerateError::Board)
    }

    fn figures(&self, words: &Texts, puzzle: &Crucigram) -> Value {
        let runs: Vec<&String> = words.texts.iter().map(|text| &text.word).collect();
        let mut lengths = json!({});
        for length in 2..=self.width.max(self.height) {
            let count = runs.iter().filter(|word| word.len() == length).count();
            if count > 0 {
                lengths[length.to_string()] = json!(count);
            }
        }
        let common: u32 = runs.iter().map(|word| crate::dictionary::commonness(word)).sum();
        json!({
            "preset": self.difficulty,
            "size": format!("{}x{}", self.width, self.height),
            "letters": puzzle.tiles().len(),
            "words": runs.len(),
            "lengths": lengths,
            "commonness": common as usize / runs.len().max(1),
            "goals": { "two_letter_words": goal(0, runs.iter().filter(|w| w.len() == 2).count()) },
        })
    }
}

impl Recipe for Parameters {
    fn parameters(&self) -> Value {
        json!(self)
    }

    fn level(&self, chance: &mut Chance, choice: Choice<'_>) -> Result<Level, GenerateError> {
        let mut least = self.least_score();
        for _ in 0..MAX_ROUNDS {
            for filled in self.grids(least, chance) {
                let board = self.board(&filled);
                let words = Texts::of(&board);
                let puzzle = self.puzzle(&words)?;
                if puzzle.check(&words.solution).is_err() {
                    return Err(GenerateError::Board);
                }
                if !judge::is_unique(&puzzle, choice)? {
                    continue;
                }
                let difficulty = self.figures(&words, &puzzle);
                let (puzzle, solution) = (puzzle.canonical(), words.solution.0);
                return Ok(Level { puzzle, solution, difficulty, key: key(&board) });
            }
            least = least.saturating_sub(STEP);
        }
        Err(GenerateError::Words { width: self.width, height: self.height })
    }

    fn key(&self, puzzle: &Value, solution: &Value) -> Option<Key> {
        let puzzle: Crucigram = puzzle::read(&puzzle.to_string()).ok()?;
        let solution = Solution(solution.clone());
        puzzle.check(&solution).ok()?;
        Some(key(&puzzle.board(&solution).ok()?))
    }
}

/// The same grid, or the one mirrored on the diagonal, whatever the clues say.
fn key(board: &Board) -> Key {
    let text = |cell: &Option<u8>| cell.map_or('#', char::from).to_string();
    let grid: Vec<Vec<String>> =
        board.rows().iter().map(|row| row.iter().map(text).collect()).collect();
    Key::of([transposed(&grid), grid])
}
