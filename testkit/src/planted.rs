//! Crossnumbers in letters, made around a filled grid: each clue is an expression of letters that has
//! the value of its entry, and there are as many clues as letters. Such puzzles are what published ones
//! with letters look like; how many solutions they have is for the solvers to say.

use serde_json::{Map, Value, json};

use crate::spec::Dice;

/// How a puzzle is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Entries of up to four digits; clues speak of letters.
    Letters,
    /// More black cells, so that entries cross little.
    Loose,
    /// Every second clue speaks of another entry.
    References,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Letters, Self::Loose, Self::References];
}

/// The largest number of digits in an entry.
const MAX_LENGTH: usize = 4;

/// Expressions that are tried for one entry before the next one gets its turn.
const MAX_TRIES: usize = 20_000;

/// A run of white cells, with its name.
struct Run {
    name: String,
    cells: Vec<usize>,
}

/// The across and down entries of a grid, numbered as in a crossword.
fn runs(black: &[Vec<bool>]) -> Vec<Run> {
    let side = black.len();
    let is_white = |row: usize, column: usize| row < side && column < side && !black[row][column];
    let mut runs = Vec::new();
    let mut number = 0;
    for row in 0..side {
        for column in 0..side {
            let starts = |step: (usize, usize)| {
                let before = (row.checked_sub(step.0), column.checked_sub(step.1));
                let open = matches!(before, (Some(row), Some(column)) if is_white(row, column));
                is_white(row, column) && !open && is_white(row + step.0, column + step.1)
            };
            let steps =
                [("A", (0, 1)), ("D", (1, 0))].into_iter().filter(|(_, step)| starts(*step));
            let steps: Vec<_> = steps.collect();
            number += usize::from(!steps.is_empty());
            for (direction, (down, right)) in steps {
                let places = (0..).map(|k| (row + k * down, column + k * right));
                let places = places.take_while(|&(row, column)| is_white(row, column));
                let cells = places.map(|(row, column)| row * side + column).collect();
                runs.push(Run { name: format!("{direction}{number}"), cells });
            }
        }
    }
    runs
}

/// A symmetric grid whose entries are not too long, and the entries.
fn grid(dice: &mut Dice, side: usize, kind: Kind) -> (Vec<Vec<bool>>, Vec<Run>) {
    let share = if kind == Kind::Loose { 3 } else { 5 };
    loop {
        let mut black = vec![vec![false; side]; side];
        let blacken = |black: &mut Vec<Vec<bool>>, cell: usize| {
            for cell in [cell, side * side - 1 - cell] {
                black[cell / side][cell % side] = true;
            }
        };
        for _ in 0..side * side / (2 * share) {
            blacken(&mut black, dice.below(side * side));
        }
        // Long runs are cut until none is left.
        while let Some(long) = runs(&black).iter().find(|run| run.cells.len() > MAX_LENGTH) {
            blacken(&mut black, long.cells[1 + dice.below(long.cells.len() - 2)]);
        }
        let runs = runs(&black);
        if runs.len() >= side {
            return (black, runs);
        }
    }
}

/// An expression of letters, and its value.
fn expression(dice: &mut Dice, letters: &[(char, i64)]) -> (String, i64) {
    let mut letter = || letters[dice.below(letters.len())];
    let [(a, x), (b, y), (c, z), (d, w)] = [letter(), letter(), letter(), letter()];
    match dice.below(7) {
        0 => (format!("{a}{b} + {c}"), x * y + z),
        1 => (format!("{a}{b} - {c}"), x * y - z),
        2 => (format!("{a}{b}{c} + {d}"), x * y * z + w),
        3 => (format!("{a}{b} + {c}{d}"), x * y + z * w),
        4 => (format!("{a}({b} + {c}) - {d}"), x * (y + z) - w),
        5 => (format!("{a}^2 + {b}{c}"), x * x + y * z),
        _ => (format!("{a}{b}({c} + {d})"), x * y * (z + w)),
    }
}

/// A puzzle of that many rows, with that many letters.
pub fn puzzle(side: usize, letters: usize, kind: Kind, seed: u64) -> Value {
    let mut dice = Dice::new(seed, (side * 100 + letters) as u64);
    loop {
        if let Some(puzzle) = attempt(&mut dice, side, letters, kind) {
            return puzzle;
        }
    }
}

fn attempt(dice: &mut Dice, side: usize, letters: usize, kind: Kind) -> Option<Value> {
    let (black, runs) = grid(dice, side, kind);
    let is_first = |cell: usize| runs.iter().any(|run| run.cells[0] == cell);
    let digits: Vec<i64> =
        (0..side * side).map(|cell| dice.between(i64::from(is_first(cell)), 9)).collect();
    let value = |run: &Run| run.cells.iter().fold(0, |value, &cell| 10 * value + digits[cell]);
    let values: Vec<i64> = runs.iter().map(value).collect();
    if (1..values.len()).any(|i| values[..i].contains(&values[i])) {
        return None;
    }
    let most = letters as i64 + 8;
    let mut numbers: Vec<i64> = (1..=most).collect();
    dice.shuffle(&mut numbers);
    let names: Vec<char> = ('E'..='Z').take(letters).collect();
    let chosen: Vec<(char, i64)> = names.iter().copied().zip(numbers).collect();
    let mut order: Vec<usize> = (0..runs.len()).collect();
    dice.shuffle(&mut order);
    let mut clues = Map::new();
    for entry in order {
        let other = dice.below(runs.len());
        let refers = kind == Kind::References && clues.len() % 2 == 1 && other != entry;
        let fits = (0..MAX_TRIES).find_map(|_| {
            let (text, number) = expression(dice, &chosen);
            match refers {
                true if values[other] + number == values[entry] => {
                    Some(format!("{} + {text}", runs[other].name))
                }
                true if values[other] - number == values[entry] => {
                    Some(format!("{} - ({text})", runs[other].name))
                }
                false if number == values[entry] => Some(text),
                _ => None,
            }
        });
        if let Some(text) = fits {
            clues.insert(runs[entry].name.clone(), json!(text));
        }
        if clues.len() == letters {
            break;
        }
    }
    let row = |row: &Vec<bool>| row.iter().map(|&black| if black { '#' } else { '.' }).collect();
    let grid: Vec<String> = black.iter().map(row).collect();
    (clues.len() == letters).then(|| {
        json!({
            "family": "crossnumber",
            "grid": grid,
            "clues": clues,
            "variables": { "names": names.iter().collect::<String>(), "values": format!("1..{most}") },
        })
    })
}
