//! Crucigrams from a seed: a pattern of black squares, words for it, clues, and the proof that the
//! answers stand in no other way.
//!
//! Nothing in the grid is ever given, so that every crucigram is minimal, whether that was asked for
//! or not; difficulty is how common the words are.

mod clue;
mod fill;
mod lexicon;
mod shape;

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};

use self::fill::{FilledShape, fill};
pub(super) use self::lexicon::Lexicon;
use self::shape::ShapeConstraints;
use super::options::{CrucigramParameters, USUAL_LETTERS, USUAL_SIDE, least_score};
use crate::generate::{
    Difficulty, DuplicateKey, GenerateError, GeneratedPuzzle, Generator, Goal, SeededRng,
    transposed,
};
use crate::judge;
use crate::solve::SolverSelection;
use xwc_check::certificate::Provable;
use xwc_check::families::crucigram::{Crucigram, CrucigramFile, Direction, LetterBoard, Run};
use xwc_check::puzzle::{Puzzle, ReadOptions, Solution};

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

/// A word of a board, and its clue.
struct WordText {
    word: String,
    clue: String,
}

/// What a board says in words.
struct BoardTexts {
    /// The words across, then those down.
    texts: Vec<WordText>,
    /// How many go across.
    across: usize,
    tiles: String,
    solution: Solution,
}

impl BoardTexts {
    fn of(board: &LetterBoard) -> Self {
        let runs = Direction::ALL.map(|direction| board.runs(direction));
        let across = runs[0].len();
        let text = |run: Run| WordText { clue: clue::clue(&run.word), word: run.word };
        let texts = runs.into_iter().flatten().map(text).collect();
        let tiles = board.letters().iter().map(|&(_, letter)| char::from(letter)).collect();
        Self { texts, across, tiles, solution: board.solution() }
    }
}

impl CrucigramParameters {
    /// The least and the greatest number of letters: as dense as the usual grid.
    fn letters(&self) -> (usize, usize) {
        let (area, usual) = (self.width * self.height, USUAL_SIDE * USUAL_SIDE);
        let (least, most) =
            ((area * USUAL_LETTERS.0).div_ceil(usual), area * USUAL_LETTERS.1 / usual);
        (least, most.max(least))
    }

    fn lexicon(&self) -> &Lexicon {
        let longest = self.width.max(self.height);
        self.lexicon.get_or_init(|| Lexicon::new(&self.words, longest))
    }

    /// Some filled grids, the best first, whose words have at least the score `least`.
    fn grids(&self, least: u32, rng: &mut SeededRng) -> Vec<FilledShape> {
        let lexicon = self.lexicon();
        let has_words = |length: usize| lexicon.of(length).count(least) > 0;
        let wanted = ShapeConstraints {
            width: self.width,
            height: self.height,
            letters: self.letters(),
            two_letter_words: TWO_LETTER_WORDS,
            has_words: &has_words,
        };
        let mut grids = Vec::new();
        for _ in 0..SHAPES {
            let shape = wanted.draw(rng);
            grids.extend(shape.and_then(|shape| fill(&shape, lexicon, least, rng)));
            if grids.len() == GRIDS {
                break;
            }
        }
        grids.sort_by_key(|filled| filled.cost);
        grids
    }

    fn board(&self, filled: &FilledShape) -> LetterBoard {
        LetterBoard::new(filled.letters.chunks(self.width).map(<[_]>::to_vec).collect())
    }

    fn puzzle(&self, words: &BoardTexts) -> Result<Crucigram, GenerateError> {
        let (across, down) = words.texts.split_at(words.across);
        let entries = |texts: &[WordText]| -> Vec<(String, String)> {
            texts.iter().map(|text| (text.clue.clone(), text.word.clone())).collect()
        };
        let size = (self.width, self.height);
        let limits = (self.letters(), TWO_LETTER_WORDS);
        let file =
            CrucigramFile::new(size, words.tiles.clone(), limits, [entries(across), entries(down)]);
        Crucigram::with_dictionary(file, Arc::clone(&self.words)).map_err(|_| GenerateError::Board)
    }

    fn difficulty(&self, words: &BoardTexts, puzzle: &Crucigram) -> Difficulty {
        let runs: Vec<&String> = words.texts.iter().map(|text| &text.word).collect();
        let mut lengths = BTreeMap::new();
        for word in &runs {
            *lengths.entry(word.len()).or_default() += 1;
        }
        let common: u32 =
            runs.iter().map(|word| xwc_check::puzzle::dictionary::commonness(word)).sum();
        let short = lengths.get(&2).copied().unwrap_or(0);
        Difficulty {
            preset: self.difficulty,
            size: Some(format!("{}x{}", self.width, self.height)),
            letters: Some(puzzle.tiles().len()),
            words: Some(runs.len()),
            lengths: Some(lengths),
            commonness: Some(common as usize / runs.len().max(1)),
            goals: [("two_letter_words", Goal::new(0, short))].into(),
            ..Difficulty::default()
        }
    }
}

impl Generator for CrucigramParameters {
    fn parameters(&self) -> Value {
        json!(self)
    }

    fn level(
        &self,
        rng: &mut SeededRng,
        choice: SolverSelection<'_>,
    ) -> Result<GeneratedPuzzle, GenerateError> {
        let mut least = least_score(self.difficulty);
        for _ in 0..MAX_ROUNDS {
            for filled in self.grids(least, rng) {
                let board = self.board(&filled);
                let words = BoardTexts::of(&board);
                let puzzle = self.puzzle(&words)?;
                if puzzle.check(&words.solution).is_err() {
                    return Err(GenerateError::Board);
                }
                if !judge::is_unique(&puzzle, choice)? {
                    continue;
                }
                let difficulty = self.difficulty(&words, &puzzle);
                let (puzzle, solution) = (Box::new(puzzle), words.solution);
                return Ok(GeneratedPuzzle { puzzle, solution, difficulty, key: key(&board) });
            }
            least = least.saturating_sub(STEP);
        }
        let (height, width) = (self.height, self.width);
        Err(GenerateError::NotFound(format!(
            "no words were found that fill {height} rows and {width} columns in only one way"
        )))
    }

    fn read_options(&self) -> ReadOptions {
        ReadOptions { dictionary: Arc::clone(&self.words) }
    }

    fn key(&self, puzzle: &dyn Provable, solution: &Solution) -> Option<DuplicateKey> {
        let puzzle = (puzzle as &dyn Any).downcast_ref::<Crucigram>()?;
        puzzle.check(solution).ok()?;
        Some(key(&puzzle.board(solution).ok()?))
    }
}

/// The same grid, or the one mirrored on the diagonal, whatever the clues say.
fn key(board: &LetterBoard) -> DuplicateKey {
    let text = |cell: &Option<u8>| cell.map_or('#', char::from).to_string();
    let grid: Vec<Vec<String>> =
        board.rows().iter().map(|row| row.iter().map(text).collect()).collect();
    DuplicateKey::from_iter([transposed(&grid), grid])
}
