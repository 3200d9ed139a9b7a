//! Small random crucigrams: all arrangements from every backend against brute force.
//!
//! Brute force fills the grid cell by cell with the tiles that are left and black squares, as long as
//! what stands in a line can still become words of the dictionary; the rule evaluator judges what
//! comes out.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value, json};
use xwc::dictionary::{Dictionary, Pattern};
use xwc::pipeline::{Options, search};
use xwc::puzzle::{Puzzle, Solution};
use xwc::solve::{BACKENDS, Choice};

use super::read;

/// So many puzzles.
const CASES: u64 = 1_600;

/// Cells that brute force fills before a puzzle is too large for it.
const STEPS: usize = 20_000;

/// Words of the dictionary.
const WORDS: usize = 200;

/// Chance enough for tests: Knuth's linear congruential generator.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }

    fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }
}

/// Two hundred words of two to four letters, of few letters so that they cross.
fn words() -> Vec<String> {
    let mut all = Vec::new();
    for length in 2..=4 {
        let fitting = Dictionary::embedded().fitting(&Pattern::any(length));
        all.extend(
            fitting.into_iter().filter(|word| word.bytes().all(|b| b"AERSTNOD".contains(&b))),
        );
    }
    let mut dice = Dice(7);
    while all.len() > WORDS {
        all.remove(dice.below(all.len()));
    }
    all
}

struct Brute<'a> {
    width: usize,
    height: usize,
    /// Beginnings of words, and whole words; one letter is both.
    beginnings: &'a BTreeSet<String>,
    whole: &'a BTreeSet<String>,
    /// Letters that may still be used, black squares as `#`.
    left: Vec<(char, usize)>,
    grid: Vec<char>,
    found: Vec<Vec<char>>,
    most: usize,
    /// In which order cells are filled: by chance if there is one.
    dice: Option<Dice>,
    /// Cells that are filled before it gives up.
    steps: usize,
}

impl Brute<'_> {
    /// The run of letters that ends before a cell, coming from the left or from above.
    fn run(&self, cell: usize, step: usize) -> String {
        let inside = |at: usize| match step {
            1 => !at.is_multiple_of(self.width),
            _ => at >= self.width,
        };
        let mut run = String::new();
        let mut at = cell;
        while inside(at) && self.grid[at - step] != '#' {
            at -= step;
            run.insert(0, self.grid[at]);
        }
        run
    }

    /// A run that ends is a word, or one letter, or nothing.
    fn may_end(&self, run: &str) -> bool {
        run.len() < 2 || self.whole.contains(run)
    }

    fn fits(&self, cell: usize, c: char) -> bool {
        [1, self.width].into_iter().all(|step| {
            let run = self.run(cell, step);
            let last = match step {
                1 => cell % self.width + 1 == self.width,
                _ => cell / self.width + 1 == self.height,
            };
            match c {
                '#' => self.may_end(&run),
                _ => {
                    let run = format!("{run}{c}");
                    self.beginnings.contains(&run) && (!last || self.may_end(&run))
                }
            }
        })
    }

    fn go_on(&mut self, cell: usize) {
        self.steps = self.steps.saturating_sub(1);
        if cell == self.width * self.height {
            self.found.push(self.grid.clone());
            return;
        }
        let mut order: Vec<usize> = (0..self.left.len()).collect();
        if let Some(dice) = &mut self.dice {
            for i in (1..order.len()).rev() {
                order.swap(i, dice.below(i + 1));
            }
        }
        for i in order {
            let (c, count) = self.left[i];
            let enough = self.steps == 0 || self.found.len() >= self.most;
            if count == 0 || enough || !self.fits(cell, c) {
                continue;
            }
            self.left[i].1 -= 1;
            self.grid.push(c);
            self.go_on(cell + 1);
            self.grid.pop();
            self.left[i].1 += 1;
        }
    }
}

fn solution(grid: &[char], width: usize) -> Value {
    let rows: Vec<String> = grid.chunks(width).map(|row| row.iter().collect()).collect();
    json!({ "grid": rows })
}

/// What a puzzle says of a word.
fn entry(dice: &mut Dice, word: &str, words: &[String], open: usize) -> Value {
    let kind = dice.below(12);
    if kind < open {
        return json!({ "length": word.len() });
    }
    if kind < 2 * open {
        let hide = |c: char| if dice.below(2) == 0 { '.' } else { c };
        return json!({ "pattern": word.chars().map(hide).collect::<String>() });
    }
    if kind < 3 * open {
        let mut candidates = BTreeSet::from([word.to_string()]);
        candidates.extend((0..3).map(|_| dice.pick(words)));
        return json!({ "candidates": candidates });
    }
    json!({ "answer": word })
}

/// The words of a filled grid in lines of cells.
fn runs(grid: &[char], lines: impl Iterator<Item = Vec<usize>>) -> Vec<String> {
    let mut all = Vec::new();
    for line in lines {
        let text: String = line.into_iter().map(|cell| grid[cell]).collect();
        all.extend(text.split('#').filter(|run| run.len() > 1).map(str::to_string));
    }
    all
}

#[test]
fn every_backend_agrees_with_brute_force() {
    let list = words();
    assert_eq!(list.len(), WORDS);
    let dictionary = Arc::new(Dictionary::of(list.iter().map(String::as_bytes)));
    let whole: BTreeSet<String> = list.iter().cloned().collect();
    let mut beginnings: BTreeSet<String> = ('A'..='Z').map(String::from).collect();
    beginnings
        .extend(list.iter().flat_map(|word| (1..=word.len()).map(|end| word[..end].to_string())));
    let mut seen = [0usize; 3];
    let mut open_entries = 0;
    for case in 0..CASES {
        let mut dice = Dice(case);
        let (width, height) = dice.pick(&[(4, 4), (4, 4), (4, 3), (3, 4), (3, 3)]);
        let area = width * height;
        let letters = 4 + dice.below(5);
        // A grid that may be anything, from which the puzzle comes.
        let any = || "AERSTNOD".chars().map(|c| (c, area));
        let left = any().chain([('#', area - letters)]).collect();
        let brute = |left, most, dice| {
            let (grid, found) = (Vec::new(), Vec::new());
            let (beginnings, whole) = (&beginnings, &whole);
            Brute { width, height, beginnings, whole, left, grid, found, most, dice, steps: STEPS }
        };
        let mut planting = brute(left, 1, Some(Dice(case + 1_000)));
        planting.steps = 2_000;
        planting.go_on(0);
        let Some(grid) = planting.found.pop() else { continue };
        let across = (0..height).map(|r| (0..width).map(|c| r * width + c).collect());
        let down = (0..width).map(|c| (0..height).map(|r| r * width + c).collect());
        let (across, down) = (runs(&grid, across), runs(&grid, down));
        let mut tiles: Vec<char> = grid.iter().copied().filter(|&c| c != '#').collect();
        if tiles.is_empty() {
            continue;
        }
        if dice.below(4) == 0 {
            let i = dice.below(tiles.len());
            tiles[i] = dice.pick(&['A', 'E', 'R', 'S']);
        }
        let open = dice.below(5);
        let mut entries = |words: &[String]| -> Vec<Value> {
            words.iter().map(|word| entry(&mut dice, word, &list, open)).collect()
        };
        let file = json!({
            "family": "crucigram", "width": width, "height": height,
            "tiles": tiles.iter().collect::<String>(),
            "limits": { "letters": { "min": 1, "max": area }, "two_letter_words": 2 + case % 3 },
            "clues": { "across": entries(&across), "down": entries(&down) },
        });
        // Most grids that chance draws break some rule that can be counted; others reach the model.
        let Ok(puzzle) = read(&file, &dictionary) else { continue };
        open_entries += usize::from(open > 0);
        let mut left: Vec<(char, usize)> = Vec::new();
        for tile in 'A'..='Z' {
            let count = tiles.iter().filter(|&&other| other == tile).count();
            if count > 0 {
                left.push((tile, count));
            }
        }
        left.push(('#', area - tiles.len()));
        let mut brute = brute(left, usize::MAX, None);
        brute.go_on(0);
        if brute.steps == 0 {
            continue;
        }
        let candidates = brute.found.iter().map(|grid| solution(grid, width));
        let expected: BTreeSet<String> = candidates
            .filter(|candidate| puzzle.check(&Solution(candidate.clone())).is_ok())
            .map(|candidate| candidate.to_string())
            .collect();
        seen[expected.len().min(2)] += 1;
        let built_in = BACKENDS.iter().filter(|backend| backend.is_built_in() && !backend.baseline);
        let names = built_in.map(|backend| backend.name).chain(["auto"]);
        // Each solution costs Z3 a check.
        for name in names.filter(|name| *name != "z3" || (expected.len() < 20 && case % 4 == 0)) {
            let choice = Choice { backend: Some(name), encoding: None };
            let options = Options { choice, limit: usize::MAX, ..Options::default() };
            let found =
                search(&puzzle, options).unwrap_or_else(|e| panic!("{name}: {e}: {file}")).found;
            let solutions: BTreeSet<String> =
                found.solutions.iter().map(|solution| solution.0.to_string()).collect();
            assert_eq!(solutions, expected, "{name}: {file}");
            assert_eq!(
                (found.count, found.complete),
                (expected.len() as u64, true),
                "{name}: {file}"
            );
        }
    }
    let [none, unique, several] = seen;
    assert!(none >= 40 && unique >= 40 && several >= 15, "too few of a kind: {seen:?}");
    assert!(open_entries > 30, "too few unknown words: {open_entries}");
}
