//! Calcrostics: numbers written in letters; every line is an equation, or comes to zero.

mod board;
mod letters;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::fraction::Operator::{self, Divided, Minus, Plus, Times};
use super::{Case, Dice, grid_text};
use board::Board;
use letters::{hide_digits, hide_numbers, hide_tied};

/// Numbers of which every row and column admits signs, if chance finds such.
fn plant(dice: &mut Dice, board: &mut Board, sums: bool) -> Vec<i128> {
    let (cells, rows_and_columns) = (board.height * board.width, board.lines.len());
    let size = if sums { 2 } else { dice.pick(&[2, 3, 6, 9, 9]) };
    let mut numbers = Vec::new();
    for _ in 0..if dice.percent(80) { 60 } else { 1 } {
        numbers = (0..cells).map(|_| dice.between(1, size).into()).collect();
        if board.zero && (sums || dice.percent(60)) {
            differences(dice, board, &mut numbers, sums);
        } else if !board.zero {
            squares(dice, &mut numbers, sums);
        }
        board.operators.clear();
        if (0..rows_and_columns).all(|line| board.find_signs(dice, line, &numbers)) {
            return numbers;
        }
    }
    numbers
}

/// Makes the first number of every row and column the sum of the others.
fn differences(dice: &mut Dice, board: &Board, numbers: &mut [i128], sums: bool) {
    let width = board.width;
    if !sums && dice.percent(25) && (board.height, width) == (3, 3) {
        numbers.copy_from_slice(&[12, 2, 10, 2, 4, 2, 6, 2, 8]);
        return;
    }
    for row in 1..board.height {
        numbers[row * width] = numbers[row * width + 1..][..width - 1].iter().sum();
    }
    for column in 0..width {
        numbers[column] = numbers.iter().skip(width + column).step_by(width).sum();
    }
}

/// Four numbers make the other five by signs that chance draws.
fn squares(dice: &mut Dice, numbers: &mut [i128], sums: bool) {
    let signs = if sums { vec![Plus] } else { vec![Plus, Plus, Times, Minus, Divided] };
    let [across, down] = [0, 1].map(|_| dice.pick(&signs));
    let mut set = |target: usize, a: usize, b: usize, sign: Operator| {
        let (a, b) = (numbers[a], numbers[b]);
        numbers[target] = match sign {
            Plus => a + b,
            Times => a * b,
            Minus => (a - b).abs().max(1),
            Divided => (a / b).max(1),
        };
    };
    set(2, 0, 1, across);
    set(5, 3, 4, across);
    set(6, 0, 3, down);
    set(7, 1, 4, down);
    set(8, 2, 5, down);
}

/// A puzzle and its solutions.
pub(super) fn random(dice: &mut Dice) -> Case {
    let zero = dice.percent(45);
    let (height, width) = match zero {
        true => dice.weighted(&[(6, (3, 3)), (1, (3, 4)), (1, (4, 3))]),
        false => (3, 3),
    };
    let mut board = Board::new(height, width, zero);
    // Small sums leave room for several solutions.
    let sums = dice.percent(55);
    let mut numbers = plant(dice, &mut board, sums);
    let diagonals = match zero {
        true => dice.weighted(&[(5, None), (3, Some("main")), (2, Some("all"))]),
        false => None,
    };
    if dice.percent(4) {
        // Long numbers, with products far beyond 64 bits.
        let at = dice.below(numbers.len());
        numbers[at] = dice.pick(&[99_999_999, 123_456_789_012, 999_999_999_999_999_999]);
    }
    if zero {
        if let Some(diagonals) = diagonals {
            board.add_diagonals(diagonals == "all");
        }
    } else {
        // The two main diagonals, each with a sign of its own or not asked.
        for step in [1, -1] {
            let start = if step == 1 { (0, 0) } else { (0, 2) };
            board.lines.push(Board::line(3, 3, start, (1, step)));
            let holds = board.find_signs(dice, board.lines.len() - 1, &numbers);
            if !holds && !dice.percent(5) {
                board.lines.pop();
            }
        }
    }
    for line in 0..board.lines.len() {
        board.find_signs(dice, line, &numbers);
        for (i, at) in board.lines[line].signs.iter().enumerate() {
            if zero || i == 0 {
                board.operators.entry(*at).or_insert_with(|| Operator::random(dice));
            }
        }
    }
    if dice.percent(18) {
        let at = dice.pick(&board.operators.keys().copied().collect::<Vec<_>>());
        board.operators.insert(at, Operator::random(dice));
    }
    let long = numbers.iter().any(|&number| number > 1_000_000_000);
    let tied = (sums && !long).then(|| hide_tied(dice, &board, &numbers)).flatten();
    let letters = match (tied, long || dice.percent(65)) {
        (Some(letters), _) => letters,
        (None, true) => hide_digits(dice, &numbers),
        (None, false) => hide_numbers(dice, &numbers),
    };
    let mut puzzle = json!({
        "family": "calcrostic",
        "grid": board.rows(&letters.texts, |operator| operator.spelling(dice)),
        "unknowns": if letters.max.is_some() { "numbers" } else { "digits" },
        "form": if zero { "zero" } else { "equations" },
    });
    if let Some(max) = letters.max {
        puzzle["max"] = json!(max as i64);
    }
    if let Some(diagonals) = diagonals {
        puzzle["diagonals"] = json!(diagonals);
    }
    if dice.percent(10) {
        puzzle["meta"] = json!({ "source": Value::Null });
    }
    let mut solutions = BTreeSet::new();
    letters.try_all(&mut BTreeMap::new(), &mut |values| {
        let numbers: Option<Vec<i128>> =
            letters.texts.iter().map(|text| letters.number(text, values)).collect();
        let Some(numbers) = numbers else { return };
        if board.lines.iter().all(|line| board.holds(line, &numbers)) {
            let texts: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            solutions.insert(grid_text(&board.rows(&texts, Operator::text)));
        }
    });
    Case::new("calcrostic", puzzle, solutions)
}
