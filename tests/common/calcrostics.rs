//! Random small calcrostics as JSON, each with every choice of values for its letters.
//!
//! The numbers start from a square or block in which all lines are true; then operators may be
//! replaced, and cells or digits become letters. Nothing here says what is true in the end.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use crate::draft::{Draft, OPERATORS, spelling};

/// Digits and letters of a puzzle with digits: four letters have 5,040 choices.
const MAX_LETTERS: usize = 4;

/// Numbers that letters stand for, where they stand for numbers.
const MAX_NUMBER: i64 = 8;

/// Everything that is random about a puzzle.
#[derive(Clone, Debug)]
struct Choices {
    /// Numbers that make the rest.
    free: Vec<i64>,
    /// Operators of the rows and columns, if all lines are to be sums or products.
    product: bool,
    digits: bool,
    zero: bool,
    diagonals: usize,
    /// Which digits, or cells, become letters.
    hidden: Vec<usize>,
    /// A sign that is replaced by another.
    wrong: Option<(usize, usize)>,
    spellings: Vec<usize>,
    with_z3: bool,
}

/// Calcrostics of all kinds.
pub fn calcrostic() -> impl Strategy<Value = Draft> {
    let free = prop_oneof![vec(1i64..=2, 4), vec(1i64..=12, 4)];
    let kind = (any::<bool>(), any::<bool>(), prop::bool::weighted(0.4), 0usize..4);
    // Any cells, or a number with all that depend on it.
    let tied = [[0, 2, 6, 8], [1, 2, 7, 8], [3, 5, 6, 8], [4, 5, 7, 8]];
    let tied = select(tied.map(|cells| cells.to_vec()).to_vec());
    let hidden = prop_oneof![vec(0usize..9, 1..=MAX_LETTERS), tied];
    let wrong = prop::option::weighted(0.35, (0usize..16, 0usize..4));
    let spellings = vec(0usize..3, 16);
    let planted = select(vec![None, None, Some([12, 2, 10, 2, 4, 2, 6, 2, 8])]);
    (free, kind, hidden, wrong, spellings, planted, prop::bool::weighted(0.65)).prop_map(
        |(free, (product, digits, zero, diagonals), hidden, wrong, spellings, planted, with_z3)| {
            let choices = Choices {
                free,
                product,
                digits,
                zero,
                diagonals,
                hidden,
                wrong,
                spellings,
                with_z3,
            };
            draft(&choices, planted)
        },
    )
}

/// Three by three numbers with the signs between them, as they are printed.
struct Block {
    numbers: Vec<i64>,
    /// By row and column of the grid.
    signs: Vec<(usize, usize, usize)>,
}

/// Rows and columns that are all sums or all products: the last number is determined twice.
fn square(choices: &Choices) -> Block {
    let [a, b, d, f] = choices.free[..] else { unreachable!("four numbers") };
    let (make, operator): (fn(i64, i64) -> i64, usize) =
        if choices.product { (|x, y| x * y, 2) } else { (|x, y| x + y, 0) };
    let (c, g, h, k) = (make(a, b), make(d, f), make(a, d), make(b, f));
    let numbers = vec![a, b, c, d, f, g, h, k, make(c, g)];
    let lines = [(0, 1), (2, 1), (4, 1), (1, 0), (1, 2), (1, 4)];
    Block { numbers, signs: lines.map(|(row, column)| (row, column, operator)).to_vec() }
}

/// Rows and columns whose first number is the sum of the others, or the seed's block.
fn block(choices: &Choices, planted: Option<[i64; 9]>) -> Block {
    let [f, g, k, m] = choices.free[..] else { unreachable!("four numbers") };
    let numbers = match planted {
        Some(numbers) => numbers.to_vec(),
        None => vec![f + g + k + m, f + k, g + m, f + g, f, g, k + m, k, m],
    };
    let mut signs = Vec::new();
    for row in 0..5 {
        for column in 0..5 {
            if row % 2 == 1 || column % 2 == 1 {
                signs.push((row, column, 1));
            }
        }
    }
    if planted.is_some() {
        for (row, column, operator) in [(2, 3, 3), (3, 0, 2), (3, 2, 0), (4, 1, 0)] {
            let sign = signs.iter_mut().find(|sign| (sign.0, sign.1) == (row, column));
            sign.expect("a sign").2 = operator;
        }
    }
    Block { numbers, signs }
}

fn draft(choices: &Choices, planted: Option<[i64; 9]>) -> Draft {
    let mut block = if choices.zero { block(choices, planted) } else { square(choices) };
    let diagonals = ["none", "main", "all", "none"][choices.diagonals];
    // A diagonal of an equation asks for what it comes to with the first operator that does.
    if !choices.zero && choices.diagonals > 0 {
        for (column, [x, y, z]) in [(1, [0, 4, 8]), (3, [2, 4, 6])] {
            let [x, y, z] = [x, y, z].map(|i| block.numbers[i]);
            let holds = [x + y == z, x - y == z, x * y == z, x == y * z];
            if let Some(operator) = holds.iter().position(|&holds| holds) {
                block.signs.push((1, column, operator));
            } else if choices.diagonals == 3 {
                block.signs.push((1, column, choices.spellings[0]));
            }
        }
    }
    if let Some((sign, operator)) = choices.wrong {
        let sign = sign % block.signs.len();
        block.signs[sign].2 = operator;
    }
    let mut grid = vec![vec!["#".to_string(); 5]; 5];
    let mut clean = grid.clone();
    for (i, &(row, column, operator)) in block.signs.iter().enumerate() {
        let between = row % 2 == 1 && column % 2 == 1;
        grid[row][column] = spelling(operator, choices.spellings[i]).to_string();
        // What no diagonal asks for is not kept.
        if !(choices.zero && between && diagonals == "none") {
            clean[row][column] = OPERATORS[operator].to_string();
        }
        if !choices.zero {
            let equals = match (row, column) {
                (1, 1) => (3, 3),
                (1, 3) => (3, 1),
                (1, column) => (3, column),
                (row, _) => (row, 3),
            };
            for grid in [&mut grid, &mut clean] {
                grid[equals.0][equals.1] = "=".to_string();
            }
        }
    }
    let mut puzzle = json!({
        "family": "calcrostic",
        "unknowns": if choices.digits { "digits" } else { "numbers" },
        "form": if choices.zero { "zero" } else { "equations" },
    });
    if choices.zero && diagonals != "none" {
        puzzle["diagonals"] = json!(diagonals);
    }
    let words = match choices.digits {
        true => in_digits(&block.numbers, &choices.hidden),
        false => {
            puzzle["max"] = json!(MAX_NUMBER);
            in_numbers(&block.numbers, &choices.hidden)
        }
    };
    for (i, word) in words.iter().enumerate() {
        grid[2 * (i / 3)][2 * (i % 3)].clone_from(word);
    }
    puzzle["grid"] = json!(grid);
    let candidates = candidates(&words, &clean, choices.digits);
    Draft { puzzle, candidates, with_z3: choices.with_z3 }
}

/// Some digits become capital letters, wherever they occur.
fn in_digits(numbers: &[i64], hidden: &[usize]) -> Vec<String> {
    let texts: Vec<String> = numbers.iter().map(i64::to_string).collect();
    let all: Vec<char> = texts.concat().chars().collect();
    let mut digits: Vec<char> = Vec::new();
    for &i in hidden {
        let digit = all[i % all.len()];
        if !digits.contains(&digit) {
            digits.push(digit);
        }
    }
    let letter = |digit: char| {
        let position = digits.iter().position(|&other| other == digit);
        position.map_or(digit, |i| char::from(b'A' + i as u8))
    };
    texts.iter().map(|text| text.chars().map(letter).collect()).collect()
}

/// Some cells become lower-case letters; cells with the same number, half of the time, the same.
fn in_numbers(numbers: &[i64], hidden: &[usize]) -> Vec<String> {
    let mut words: Vec<String> = numbers.iter().map(i64::to_string).collect();
    let same = hidden[0].is_multiple_of(2);
    let mut next = b'a';
    for &cell in hidden {
        let number = numbers[cell].to_string();
        if words[cell] != number {
            continue;
        }
        let letter = char::from(next).to_string();
        next += 1;
        words[cell].clone_from(&letter);
        if same {
            for word in words.iter_mut().filter(|word| **word == number) {
                word.clone_from(&letter);
            }
        }
    }
    words
}

/// The solved grids for every choice of values.
fn candidates(words: &[String], clean: &[Vec<String>], digits: bool) -> Vec<Value> {
    let mut letters: Vec<char> = words.concat().chars().filter(|c| c.is_alphabetic()).collect();
    letters.sort_unstable();
    letters.dedup();
    let (low, high) = if digits { (0, 9) } else { (1, MAX_NUMBER) };
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in &letters {
        let longer = |values: &Vec<i64>, value: i64| [&values[..], &[value]].concat();
        all = all.iter().flat_map(|v| (low..=high).map(move |value| longer(v, value))).collect();
        if digits {
            all.retain(|values| !values[..values.len() - 1].contains(&values[values.len() - 1]));
        }
    }
    let solved = |values: &Vec<i64>| {
        let value = |c: char| match letters.iter().position(|&letter| letter == c) {
            Some(i) => values[i].to_string(),
            None => c.to_string(),
        };
        let mut grid = clean.to_vec();
        for (i, word) in words.iter().enumerate() {
            grid[2 * (i / 3)][2 * (i % 3)] = word.chars().map(value).collect();
        }
        let pairs = letters.iter().zip(values).map(|(letter, value)| (letter.to_string(), *value));
        let letters: serde_json::Map<String, Value> =
            pairs.map(|(letter, value)| (letter, json!(value))).collect();
        json!({ "letters": letters, "grid": grid })
    };
    all.iter().map(solved).collect()
}
