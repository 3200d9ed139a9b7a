//! Calcrostics from a seed: a square of numbers in which all lines are true, one of its eight forms,
//! letters for its digits.

use serde_json::{Value, json};

use super::options::CalcrosticParameters;
use crate::atlas::{is_unique, shown, squares};
use crate::generate::{
    Difficulty, DuplicateKey, GenerateError, GeneratedPuzzle, Generator, SeededRng, count_operators,
};
use crate::judge::{self, Judge};
use crate::solve::SolverSelection;
use xwc_check::certificate::Provable;
use xwc_check::families::calcrostic::Calcrostic;
use xwc_check::families::calcrostic::square::Square;
use xwc_check::lower::Lower;
use xwc_check::puzzle::grid::Operator;
use xwc_check::puzzle::{Puzzle, Solution};
use xwc_check::support::budget::Budget;

/// Sums beyond this are too rarely right.
const MAX_SIZE: u64 = 800;

/// Places that are tried, and squares that are drawn at each.
const PLACES: usize = 60;
const DRAWS: usize = 10_000;

/// Unique puzzles, of which the best is taken.
const CANDIDATES: usize = 3;

/// Where squares are looked for.
struct SquareRegion {
    /// The sum of corner, neighbours and middle or, without diagonals, the largest of them.
    size: u64,
    /// The least number.
    least: u64,
}

impl CalcrosticParameters {
    /// A square that meets the parameters, in one of its forms.
    fn square(&self, place: &SquareRegion, rng: &mut SeededRng) -> Option<Square<u64>> {
        let SquareRegion { size, least } = *place;
        let mut number = |most: u64| 1 + rng.below(most as usize) as u64;
        let found = match self.diagonals {
            true => {
                let b = number(size - 3);
                let f = number(size - b - 2);
                squares::with_total(size - b - f, b, f)
            }
            false => {
                let numbers = [0; 4].map(|_| number(size));
                let mut signs = || [0; 3].map(|_| Operator::ALL[rng.below(4)]);
                let (rows, columns, max) = (signs(), signs(), self.max_number);
                squares::without_diagonals(rows, columns, numbers, max).into_iter().collect()
            }
        };
        let fits = |square: &&Square<u64>| {
            square.numbers.iter().flatten().all(|n| (least..=self.max_number).contains(n))
        };
        let found: Vec<&Square<u64>> = found.iter().filter(fits).collect();
        let square = *found.get(rng.below(found.len().max(1)))?;
        let forms = square.forms();
        let all = |form: &&Square<u64>| !self.all_operators || shown(form).len() == 4;
        let forms: Vec<&Square<u64>> = forms.iter().filter(all).collect();
        forms.get(rng.below(forms.len().max(1))).map(|form| (*form).clone())
    }

    /// The best of some squares with a unique puzzle. Each place has about as many of them as
    /// others, so places are drawn first; ones are dull, so most places are without.
    fn best(&self, rng: &mut SeededRng) -> Option<Square<u64>> {
        let largest = (2 * self.max_number).clamp(8, MAX_SIZE);
        let mut best: Option<(usize, Square<u64>)> = None;
        for _ in 0..PLACES {
            let size = rng.between(4, largest as i64) as u64;
            let dull = rng.below(4) == 0 && !self.no_small;
            let place = SquareRegion { size, least: if dull { 1 } else { 2 } };
            let mut candidates = 0;
            for _ in 0..DRAWS {
                let Some(square) = self.square(&place, rng) else { continue };
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

/// No square of numbers was found.
fn no_square(max: u64) -> GenerateError {
    GenerateError::NotFound(format!(
        "no unique calcrostic with numbers up to {max} was found that is as asked for"
    ))
}

/// How many different digits there are, which is the number of letters.
fn digits(square: &Square<u64>) -> usize {
    let text: String = square.numbers.iter().flatten().map(u64::to_string).collect();
    ('0'..='9').filter(|&digit| text.contains(digit)).count()
}

impl Generator for CalcrosticParameters {
    fn parameters(&self) -> Value {
        json!(self)
    }

    fn level(
        &self,
        rng: &mut SeededRng,
        choice: SolverSelection<'_>,
    ) -> Result<GeneratedPuzzle, GenerateError> {
        let square = self.best(rng).ok_or_else(|| no_square(self.max_number))?;
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
            operators: Some(count_operators(square.operators().into_iter())),
            ..Difficulty::default()
        };
        let difficulty = difficulty.solved(judge.figures(&vec![false; letters]), letters);
        Ok(GeneratedPuzzle { puzzle: Box::new(level), solution, difficulty, key: key(&square) })
    }

    fn key(&self, puzzle: &dyn Provable, solution: &Solution) -> Option<DuplicateKey> {
        puzzle.check(solution).ok()?;
        Square::of_texts(&solution.cells()).as_ref().map(key)
    }
}

/// The same for all eight forms.
fn key<T: Clone + ToString>(square: &Square<T>) -> DuplicateKey {
    DuplicateKey::from_iter(square.forms().iter().map(Square::texts))
}
