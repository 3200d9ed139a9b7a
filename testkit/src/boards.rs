//! Random unique puzzles of realistic size: solved boards with as many blanks as stay unique.

use std::fs;

use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};
use serde_json::{Value, json};
use xwc::{SearchOptions, Verdict, solutions};
use xwc_check::puzzle::ReadOptions;

/// A source of chance that is the same in every run.
pub fn chance(seed: u8) -> TestRng {
    TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32])
}

fn pick(chance: &mut TestRng, n: usize) -> usize {
    chance.next_u64() as usize % n
}

type Texts = Vec<Vec<String>>;

/// How many solutions the puzzle has, as far as a short search can tell.
fn is_unique(puzzle: &Value) -> bool {
    let puzzle =
        xwc::read(&puzzle.to_string(), &ReadOptions::default()).expect("a well-formed board");
    let options = SearchOptions { limit: 2, stop_at_limit: true, ..SearchOptions::default() };
    solutions(&*puzzle, options).expect("a report").found.verdict() == Verdict::Unique
}

/// Blanks cells of a solved board in random order as long as it stays unique; some stay given.
fn blanked(
    chance: &mut TestRng,
    solved: &Texts,
    results_stay: bool,
    state: impl Fn(&Texts) -> Value,
) -> Value {
    let mut grid = solved.clone();
    let number = |text: &String| text.parse::<i64>().is_ok();
    let mut cells: Vec<(usize, usize)> = (0..solved.len())
        .flat_map(|row| (0..solved[row].len()).map(move |column| (row, column)))
        .filter(|&(row, column)| number(&solved[row][column]))
        .collect();
    for i in (1..cells.len()).rev() {
        cells.swap(i, pick(chance, i + 1));
    }
    let share = 50 + pick(chance, 50);
    // Results of crossmaths stay, but for one in four of the small ones: without its result a long
    // line has more right choices of operands than a justification takes.
    let keep = |(row, column): (usize, usize), chance: &mut TestRng| {
        let result = row + 1 == solved.len() || column + 1 == solved[row].len();
        result && (solved.len().max(solved[row].len()) > 7 || pick(chance, 4) > 0)
    };
    for (row, column) in cells {
        if results_stay && keep((row, column), chance) {
            continue;
        }
        if pick(chance, 100) < share {
            grid[row][column] = "_".to_string();
            if !is_unique(&state(&grid)) {
                grid[row][column].clone_from(&solved[row][column]);
            }
        }
    }
    state(&grid)
}

/// A mathcrossword of this many equations, cut from a sample whose solution is known.
pub fn mathcrossword(chance: &mut TestRng, sample: &str, equations: usize) -> Value {
    let path = crate::root().join("tests/puzzles/mathcrossword");
    let text = fs::read_to_string(path.join(sample)).expect("a sample");
    let puzzle = xwc::read(&text, &ReadOptions::default()).expect("a well-formed sample");
    let options = SearchOptions { limit: 1, stop_at_limit: true, ..SearchOptions::default() };
    let found = solutions(&*puzzle, options).expect("a report").found;
    let board: Texts = serde_json::from_value(found.solutions[0].0["grid"].clone()).expect("texts");
    let all = slots(&board);
    let mut kept = vec![all[pick(chance, all.len())].clone()];
    while kept.len() < equations.min(all.len()) {
        let crosses = |slot: &&Vec<(usize, usize)>| {
            !kept.contains(slot) && kept.iter().flatten().any(|cell| slot.contains(cell))
        };
        let next: Vec<_> = all.iter().filter(crosses).collect();
        kept.push(next[pick(chance, next.len())].clone());
    }
    let mut solved = vec![vec!["#".to_string(); board[0].len()]; board.len()];
    for &(row, column) in kept.iter().flatten() {
        solved[row][column].clone_from(&board[row][column]);
    }
    blanked(chance, &solved, false, |grid| {
        let cells = grid.iter().flatten().zip(solved.iter().flatten());
        let tiles = cells.filter(|(shown, _)| *shown == "_");
        let pool: Vec<i64> = tiles.map(|(_, tile)| tile.parse().expect("a number")).collect();
        json!({ "family": "mathcrossword", "grid": grid, "pool": pool })
    })
}

/// The cells of each equation of a board.
fn slots(board: &Texts) -> Vec<Vec<(usize, usize)>> {
    let mut slots = Vec::new();
    for (row, texts) in board.iter().enumerate() {
        let equals = (0..texts.len()).filter(|&column| texts[column] == "=");
        for column in equals {
            let across = column >= 3 && texts[column - 1] != "#";
            slots.push(match across {
                true => (column - 3..=column + 1).map(|column| (row, column)).collect(),
                false => (row - 3..=row + 1).map(|row| (row, column)).collect(),
            });
        }
    }
    slots
}

/// A crossmath of this many rows and columns.
pub fn crossmath(chance: &mut TestRng, rows: usize, columns: usize) -> Value {
    let rational = pick(chance, 2) == 0;
    let distinct = pick(chance, 2) == 0;
    let max = (rows * columns).max(9) as i64;
    loop {
        let mut grid = vec![vec!["#".to_string(); 2 * columns + 1]; 2 * rows + 1];
        let mut values: Vec<i64> = (1..=max).collect();
        for row in 0..rows {
            for column in 0..columns {
                let i = pick(chance, values.len());
                let value = if distinct { values.swap_remove(i) } else { values[i] };
                grid[2 * row][2 * column] = value.to_string();
            }
        }
        let fits = (0..rows)
            .all(|row| line(chance, &mut grid, columns, rational, |i| (2 * row, i)))
            && (0..columns)
                .all(|column| line(chance, &mut grid, rows, rational, |i| (i, 2 * column)));
        if fits {
            return blanked(chance, &grid, true, |grid| {
                json!({
                    "family": "crossmath",
                    "grid": grid,
                    "values": { "min": 1, "max": max, "distinct": distinct },
                    "division": if rational { "rational" } else { "exact" },
                })
            });
        }
    }
}

/// Puts operators and the result into a line; false if no try comes out whole and small.
fn line(
    chance: &mut TestRng,
    grid: &mut Texts,
    operands: usize,
    rational: bool,
    at: impl Fn(usize) -> (usize, usize),
) -> bool {
    for _ in 0..50 {
        let number = |i: usize| grid[at(2 * i).0][at(2 * i).1].parse::<i64>().expect("a number");
        let (mut over, mut under) = (number(0), 1);
        let mut whole = true;
        let mut operators = Vec::new();
        for i in 1..operands {
            let value = number(i);
            let operator = ["+", "-", "×", "÷"][pick(chance, 4)];
            match operator {
                "+" => over += value * under,
                "-" => over -= value * under,
                "×" => over *= value,
                _ => under *= value,
            }
            whole &= rational || over % under == 0;
            operators.push(operator);
        }
        if whole && over % under == 0 && (over / under).abs() < 1_000 {
            for (i, operator) in operators.into_iter().enumerate() {
                grid[at(2 * i + 1).0][at(2 * i + 1).1] = operator.to_string();
            }
            grid[at(2 * operands - 1).0][at(2 * operands - 1).1] = "=".to_string();
            grid[at(2 * operands).0][at(2 * operands).1] = (over / under).to_string();
            return true;
        }
    }
    false
}
