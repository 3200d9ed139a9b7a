//! Crossnumbers from a seed: black cells, digits, then clues that are true of them: number types and
//! references between entries, more of them until the puzzle is unique, fewer if they can be spared.

use num_rational::BigRational;
use serde_json::{Value, json};

use super::options::CrossNumberParameters;
use super::shown::{FactJudge, Facts};
use crate::generate::{
    Difficulty, DuplicateKey, GenerateError, GeneratedPuzzle, Generator, Goal, Preset, SeededRng,
    transposed,
};
use crate::judge::{self, JudgeError};
use crate::solve::SolverSelection;
use xwc_check::certificate::Provable;
use xwc_check::families::crossnumber::language::{TYPES, Type};
use xwc_check::families::crossnumber::{CrossNumber, CrossNumberFile, Entry, belongs};
use xwc_check::puzzle::{Format, Puzzle, ReadOptions, Solution};

/// The greatest length of an entry.
const MAX_LENGTH: usize = 5;

/// Grids and fillings that are drawn until one has no flaw.
const MAX_BOARDS: usize = 20_000;

/// A filled grid, and the facts that clues may state.
struct FilledGrid {
    rows: Vec<String>,
    puzzle: CrossNumber,
    digits: Vec<u8>,
    values: Vec<i64>,
}

impl CrossNumberParameters {
    /// A symmetric grid in which every white cell is in an entry, filled with digits that make
    /// different entries without leading zeros; `None` if the drawn grid is unusable.
    fn board(&self, rng: &mut SeededRng) -> Option<FilledGrid> {
        let mut black = vec![vec![false; self.width]; self.height];
        // Long rows need more black cells, or their entries become too long.
        let share = if self.width.max(self.height) > MAX_LENGTH + 1 { 7 } else { 10 };
        for _ in 0..self.width * self.height / share {
            let (row, column) = (rng.below(self.height), rng.below(self.width));
            black[row][column] = true;
            black[self.height - 1 - row][self.width - 1 - column] = true;
        }
        let row =
            |row: &Vec<bool>| row.iter().map(|&black| if black { '#' } else { '.' }).collect();
        let rows: Vec<String> = black.iter().map(row).collect();
        let file = CrossNumberFile::new(rows.clone(), []);
        let puzzle = CrossNumber::from_file(file, &ReadOptions::default()).ok()?;
        let white = black.iter().flatten().filter(|black| !**black).count();
        let long = puzzle.entries().iter().any(|entry| entry.cells.len() > MAX_LENGTH);
        if puzzle.layout().cells.len() != white || long {
            return None;
        }
        let first = |cell: usize| puzzle.entries().iter().any(|entry| entry.cells[0] == cell);
        let digit = |cell: usize, rng: &mut SeededRng| match first(cell) {
            true => 1 + rng.below(9) as u8,
            false => rng.below(10) as u8,
        };
        let digits: Vec<u8> = (0..white).map(|cell| digit(cell, rng)).collect();
        let value =
            |entry: &Entry| entry.cells.iter().fold(0, |n, &c| 10 * n + i64::from(digits[c]));
        let values: Vec<i64> = puzzle.entries().iter().map(value).collect();
        let mut sorted = values.clone();
        sorted.sort_unstable();
        sorted.dedup();
        (sorted.len() == values.len()).then_some(FilledGrid { rows, puzzle, digits, values })
    }

    /// Facts about an entry, the more interesting ones first.
    fn facts(&self, board: &FilledGrid, entry: usize, rng: &mut SeededRng) -> Vec<String> {
        let value = board.values[entry];
        let number = BigRational::from_integer(value.into());
        let asked = TYPES.iter().filter(|(name, ..)| self.types.iter().any(|type_| type_ == name));
        let belongs = |kind: Type| belongs(kind, &[], &number) == Ok(true);
        let mut types: Vec<String> = asked
            .filter(|(_, kind, _)| belongs(*kind))
            .map(|(name, ..)| format!("#{name}"))
            .collect();
        rng.shuffle(&mut types);
        let mut links = Vec::new();
        for (other, &next) in board.values.iter().enumerate().filter(|(other, _)| *other != entry) {
            let name = &board.puzzle.entries()[other].name;
            let reversed = next.to_string().chars().rev().collect::<String>().parse().unwrap_or(0);
            let difference = value - next;
            if value == reversed {
                links.push(format!("$reverse({name})"));
            }
            if value % next == 0 {
                links.push(match value / next {
                    2..=9 => format!("{} * {name}", value / next),
                    _ => format!("$multiple(this, {name})"),
                });
            }
            match difference {
                1..=150 => links.push(format!("{name} + {difference}")),
                -150..=-1 => links.push(format!("{name} - {}", -difference)),
                _ => {}
            }
            for (third, &last) in board.values.iter().enumerate().filter(|(i, _)| *i != entry) {
                let third_name = &board.puzzle.entries()[third].name;
                if third > other && next + last == value {
                    links.push(format!("{name} + {third_name}"));
                }
                if third != other && next - last == value {
                    links.push(format!("{name} - {third_name}"));
                }
            }
        }
        rng.shuffle(&mut links);
        links.truncate(3);
        let digits = value.to_string();
        let sum: u32 = digits.bytes().map(|digit| u32::from(digit - b'0')).sum();
        let divisor = [7, 9, 11, 13, 17, 19][rng.below(6)];
        let mut plain = vec![
            format!("$ds(this) = {sum}"),
            format!("this % {divisor} = {}", value % divisor),
            format!("{} < this < {}", value - value % 10 - 1, value - value % 10 + 10),
        ];
        rng.shuffle(&mut plain);
        let (mut first, second) = match rng.below(3) {
            0 => (links, types),
            _ => (types, links),
        };
        first.extend(second);
        first.extend(plain);
        first
    }
}

/// The puzzle in which each entry has the facts that are shown as its clue.
fn puzzle(
    board: &FilledGrid,
    facts: &[Vec<String>],
    shown: &Facts,
) -> Result<CrossNumber, GenerateError> {
    let clue = |i: usize| -> Vec<String> {
        facts[i]
            .iter()
            .zip(&shown[i])
            .filter(|(_, shown)| **shown)
            .map(|(f, _)| f.clone())
            .collect()
    };
    let names = board.puzzle.entries().iter().map(|entry| entry.name.clone());
    let clues = names.enumerate().map(|(i, name)| (name, clue(i)));
    let file = CrossNumberFile::new(board.rows.clone(), clues.filter(|(_, clue)| !clue.is_empty()));
    CrossNumber::from_file(file, &ReadOptions::default()).map_err(|_| GenerateError::Board)
}

/// Whether the chosen solver agrees that a puzzle, which has a solution, has only one; it need not if
/// it cannot take the model.
fn is_confirmed(puzzle: &CrossNumber, choice: SolverSelection<'_>) -> Result<bool, JudgeError> {
    match judge::is_unique(puzzle, choice) {
        Err(JudgeError::Pipeline(error)) if error.is_refusal() => Ok(true),
        answer => answer,
    }
}

impl Generator for CrossNumberParameters {
    fn parameters(&self) -> Value {
        json!(self)
    }

    fn level(
        &self,
        rng: &mut SeededRng,
        choice: SolverSelection<'_>,
    ) -> Result<GeneratedPuzzle, GenerateError> {
        let board = (0..MAX_BOARDS).find_map(|_| self.board(rng));
        let board = board.ok_or_else(|| {
            let reason = format!("no grid of {} by {} was found", self.height, self.width);
            GenerateError::option("width", reason)
        })?;
        let n = board.values.len();
        let facts: Vec<Vec<String>> = (0..n)
            .map(|entry| {
                let mut facts = self.facts(&board, entry, rng);
                // The last resort says the number itself.
                facts.push(board.values[entry].to_string());
                facts
            })
            .collect();
        let mut shown: Facts = facts.iter().map(|facts| vec![false; facts.len()]).collect();
        let start = if self.difficulty == Preset::Easy { 2 } else { 1 };
        shown.iter_mut().for_each(|shown| shown.iter_mut().take(start).for_each(|s| *s = true));
        let planted = board.puzzle.form().solution(&board.digits, &[], &[]);
        let with = |shown: &Facts| puzzle(&board, &facts, shown);
        let all: Facts = facts.iter().map(|facts| vec![true; facts.len()]).collect();
        let mut judge = FactJudge::new(&with, &planted, &all)?;
        // One more fact for an entry at random, until nothing else fits.
        let more = |shown: &Facts, count: usize, rng: &mut SeededRng| {
            let mut shown = shown.clone();
            for _ in 0..count {
                let open: Vec<usize> = (0..n).filter(|&i| shown[i].contains(&false)).collect();
                let entry = open[rng.below(open.len())];
                let next = shown[entry].iter().position(|shown| !shown).unwrap_or(0);
                shown[entry][next] = true;
            }
            shown
        };
        let hidden = shown.iter().flatten().filter(|shown| !**shown).count();
        // With two facts each, hardly any more are needed.
        let guess = if start > 1 { 0 } else { hidden };
        let with_more = |count: usize| more(&shown, count, &mut rng.clone());
        let count = judge.enough(guess, hidden, with_more)?;
        shown = more(&shown, count, rng);
        // What was added and can be spared goes again; the first facts too, if that was asked for.
        let kept = if self.minimal { 0 } else { start };
        let added = |i: usize| (kept..facts[i].len()).map(move |j| (i, j));
        let mut order: Vec<(usize, usize)> = (0..n).flat_map(added).collect();
        rng.shuffle(&mut order);
        order.retain(|&(entry, fact)| shown[entry][fact]);
        judge.spare(&mut shown, &order)?;
        let level = with(&shown)?;
        let solution = planted;
        if level.check(&solution).is_err() || !is_confirmed(&level, choice)? {
            return Err(GenerateError::Board);
        }
        let conditions = shown.iter().flatten().filter(|shown| **shown).count();
        let clues = shown.iter().filter(|shown| shown.contains(&true)).count();
        let difficulty = Difficulty {
            preset: self.difficulty,
            size: Some(format!("{}x{}", self.height, self.width)),
            entries: Some(n),
            clues: Some(clues),
            conditions: Some(conditions),
            guesses: Some(judge::guesses(&level)?),
            goals: [("conditions", Goal::new(start * n, conditions))].into(),
            ..Difficulty::default()
        };
        let key = key(&solution);
        Ok(GeneratedPuzzle { puzzle: Box::new(level), solution, difficulty, key })
    }

    fn key(&self, puzzle: &dyn Provable, solution: &Solution) -> Option<DuplicateKey> {
        puzzle.check(solution).ok()?;
        Some(key(solution))
    }
}

/// Levels with the same digits at the same places, perhaps transposed, are twins.
fn key(solution: &Solution) -> DuplicateKey {
    let cells = solution.cells();
    DuplicateKey::from_iter([transposed(&cells), cells])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_what_asking_after_each_fact_would_show() {
        let types =
            ["prime", "square", "lucky", "harshad", "palindrome"].map(String::from).to_vec();
        let parameters = CrossNumberParameters {
            difficulty: Preset::Medium,
            width: 4,
            height: 4,
            types,
            minimal: true,
        };
        for seed in 0..5 {
            let mut rng = SeededRng::new("test", seed.into());
            let board = (0..MAX_BOARDS).find_map(|_| parameters.board(&mut rng)).expect("a board");
            let planted = board.puzzle.form().solution(&board.digits, &[], &[]);
            let facts: Vec<Vec<String>> = (0..board.values.len())
                .map(|entry| {
                    let mut facts = parameters.facts(&board, entry, &mut rng);
                    facts.push(board.values[entry].to_string());
                    facts
                })
                .collect();
            let with = |shown: &Facts| puzzle(&board, &facts, shown);
            let unique = |shown: &Facts| {
                let puzzle = with(shown).expect("a puzzle");
                judge::another(&puzzle, &planted).expect("an answer").is_none()
            };
            let each = |i: usize| (0..facts[i].len()).map(move |j| (i, j));
            let mut order: Vec<(usize, usize)> = (0..facts.len()).flat_map(each).collect();
            rng.shuffle(&mut order);
            let first = |count: usize| {
                let mut shown: Facts = facts.iter().map(|facts| vec![false; facts.len()]).collect();
                order[..count].iter().for_each(|&(entry, fact)| shown[entry][fact] = true);
                shown
            };
            let all = first(order.len());
            let enough = (0..order.len()).find(|&count| unique(&first(count)));
            for guess in [0, 3, order.len()] {
                let mut judge = FactJudge::new(&with, &planted, &all).expect("a judge");
                let found = judge.enough(guess, order.len(), first).expect("an answer");
                assert_eq!(Some(found), enough, "{seed} {guess}");
            }
            let mut shown = all.clone();
            for &(entry, fact) in &order {
                shown[entry][fact] = false;
                shown[entry][fact] = !unique(&shown);
            }
            let mut spared = all.clone();
            let mut judge = FactJudge::new(&with, &planted, &all).expect("a judge");
            judge.spare(&mut spared, &order).expect("an answer");
            assert_eq!(spared, shown, "{seed}");
        }
    }
}
