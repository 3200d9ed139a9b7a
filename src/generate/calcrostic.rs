//! Calcrostics from chance: a square of numbers in which all lines are true, one of its eight forms,
//! letters for its digits.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::difficulty::Mix;
use super::twins::Key;
use super::{Chance, Difficulty, GenerateError, GeneratedPuzzle, Preset, Recipe, Wishes};
use crate::atlas::{is_unique, shown, squares};
use crate::judge::{self, Judge};
use crate::solve::Choice;
use xwc_check::budget::Budget;
use xwc_check::lower::Lower;
use xwc_check::provable::Provable;
use xwc_check::puzzle::calcrostic::Calcrostic;
use xwc_check::puzzle::calcrostic::square::Square;
use xwc_check::puzzle::grid::Operator;
use xwc_check::puzzle::{Puzzle, Solution};

const FAMILY: &str = "calcrostic";

/// Numbers have at most six digits.
const MAX_NUMBER: u64 = 999_999;

/// Sums beyond this are too rarely right.
const MAX_SIZE: u64 = 800;

/// Places that are tried, and squares that are drawn at each.
const PLACES: usize = 60;
const DRAWS: usize = 10_000;

/// Unique puzzles, of which the best is taken.
const CANDIDATES: usize = 3;

/// All that a calcrostic's chance depends on.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Parameters {
    difficulty: Preset,
    max_number: u64,
    diagonals: bool,
    all_operators: bool,
    no_small: bool,
}

impl super::Parameters for Parameters {
    fn of(wishes: &Wishes) -> Result<Self, GenerateError> {
        let own = ["max-number", "diagonals", "no-diagonals", "all-operators", "no-small"];
        wishes.only(FAMILY, &own)?;
        let difficulty = wishes.difficulty.unwrap_or_default();
        let (max, diagonals) = match difficulty {
            Preset::Easy => (99, true),
            Preset::Medium => (999, true),
            Preset::Hard => (9_999, true),
            Preset::Expert => (9_999, false),
        };
        Ok(Self {
            difficulty,
            max_number: wishes.max_number.unwrap_or(max),
            diagonals: !wishes.no_diagonals && (wishes.diagonals || diagonals),
            all_operators: wishes.all_operators,
            no_small: wishes.no_small,
        })
    }

    fn check(&self) -> Result<(), GenerateError> {
        match (2..=MAX_NUMBER).contains(&self.max_number) {
            true => Ok(()),
            false => Err(GenerateError::Wish {
                option: "max-number",
                reason: format!("{}; it goes from 2 to {MAX_NUMBER}", self.max_number),
            }),
        }
    }
}

/// Where squares are looked for.
struct Place {
    /// The sum of corner, neighbours and middle or, without diagonals, the largest of them.
    size: u64,
    /// The least number.
    least: u64,
}

impl Parameters {
    /// A square as it is asked for, in one of its forms.
    fn square(&self, place: &Place, chance: &mut Chance) -> Option<Square<u64>> {
        let Place { size, least } = *place;
        let mut number = |most: u64| 1 + chance.below(most as usize) as u64;
        let found = match self.diagonals {
            true => {
                let b = number(size - 3);
                let f = number(size - b - 2);
                squares::with_total(size - b - f, b, f)
            }
            false => {
                let numbers = [0; 4].map(|_| number(size));
                let mut signs = || [0; 3].map(|_| Operator::ALL[chance.below(4)]);
                let (rows, columns, max) = (signs(), signs(), self.max_number);
                squares::without_diagonals(rows, columns, numbers, max).into_iter().collect()
            }
        };
        let fits = |square: &&Square<u64>| {
            square.numbers.iter().flatten().all(|n| (least..=self.max_number).contains(n))
        };
        let found: Vec<&Square<u64>> = found.iter().filter(fits).collect();
        let square = *found.get(chance.below(found.len().max(1)))?;
        let forms = square.forms();
        let all = |form: &&Square<u64>| !self.all_operators || shown(form).len() == 4;
        let forms: Vec<&Square<u64>> = forms.iter().filter(all).collect();
        forms.get(chance.below(forms.len().max(1))).map(|form| (*form).clone())
    }

    /// The best of some squares with a unique puzzle. Each place has about as many of them as
    /// others, so places are drawn first; ones are dull, so most places are without.
    fn best(&self, chance: &mut Chance) -> Option<Square<u64>> {
        let largest = (2 * self.max_number).clamp(8, MAX_SIZE);
        let mut best: Option<(usize, Square<u64>)> = None;
        for _ in 0..PLACES {
            let size = chance.between(4, largest as i64) as u64;
            let dull = chance.below(4) == 0 && !self.no_small;
            let place = Place { size, least: if dull { 1 } else { 2 } };
            let mut candidates = 0;
            for _ in 0..DRAWS {
                let Some(square) = self.square(&place, chance) else { continue };
                if !is_unique(&square) {
                    continue;
                }
                let penalty = self.penalty(&square);
                if best.as_ref().is_none_or(|(least, _)| penalty < *least) {
                    best = Some((penalty, square));
                }
                candidates += 1;
                if candidates == CANDIDATES {
                    break;
                }
            }
            if best.is_some() {
                break;
            }
        }
        best.map(|(_, square)| square)
    }

    /// Ones, repeated numbers and missing operators make a dull puzzle; few letters, and numbers
    /// far below the largest that is allowed, an easy one.
    fn penalty(&self, square: &Square<u64>) -> usize {
        let mut numbers: Vec<u64> = square.numbers.iter().flatten().copied().collect();
        let ones = numbers.iter().filter(|&&number| number == 1).count();
        numbers.sort_unstable();
        numbers.dedup();
        let largest = numbers.last().copied().unwrap_or(1);
        let short = (self.max_number.ilog10() - largest.ilog10()) as usize;
        let dull = 8 * ones + 3 * (9 - numbers.len()) + 5 * (4 - shown(square).len());
        dull + 6 * short + (10 - digits(square))
    }
}

/// How many different digits there are, which is the number of letters.
fn digits(square: &Square<u64>) -> usize {
    let text: String = square.numbers.iter().flatten().map(u64::to_string).collect();
    ('0'..='9').filter(|&digit| text.contains(digit)).count()
}

impl Recipe for Parameters {
    fn parameters(&self) -> Value {
        json!(self)
    }

    fn level(
        &self,
        chance: &mut Chance,
        choice: Choice<'_>,
    ) -> Result<GeneratedPuzzle, GenerateError> {
        let square = self.best(chance).ok_or(GenerateError::Square { max: self.max_number })?;
        let read = || -> Calcrostic {
            Calcrostic::of_square(&square.encoded().texts()).expect("well formed by construction")
        };
        let level = read();
        let values = level.values_from(&square.texts()).ok_or(GenerateError::Board)?;
        let solution = level.solved(&values);
        // The search over digits has said so; the solver has the last word.
        if level.check(&solution).is_err() || !judge::is_unique(&level, choice)? {
            return Err(GenerateError::Board);
        }
        let lowered = level.lower(Budget::default()).map_err(|_| GenerateError::Board)?;
        let puzzle = |_: &[bool]| -> Box<dyn Provable> { Box::new(read()) };
        let letters = values.len();
        let mut judge =
            Judge::new(&lowered, values, choice, &puzzle).ok_or(GenerateError::Board)?;
        let largest = square.numbers.iter().flatten().max();
        let difficulty = Difficulty {
            preset: self.difficulty,
            letters: Some(letters),
            largest: largest.and_then(|&number| number.try_into().ok()),
            diagonals: Some(self.diagonals),
            operators: Some(Mix::of(square.operators().into_iter())),
            ..Difficulty::default()
        };
        let difficulty = difficulty.solved(judge.figures(&vec![false; letters]), letters);
        Ok(GeneratedPuzzle { puzzle: Box::new(level), solution, difficulty, key: key(&square) })
    }

    fn key(&self, puzzle: &dyn Provable, solution: &Solution) -> Option<Key> {
        puzzle.check(solution).ok()?;
        Square::of_texts(&solution.cells()).as_ref().map(key)
    }
}

/// The same for all eight forms.
fn key<T: Clone + ToString>(square: &Square<T>) -> Key {
    Key::of(square.forms().iter().map(Square::texts))
}
