//! Random small crossmaths as JSON, each with every choice of operands and what results from it.
//!
//! Blank results are filled in by a small evaluation of this file's own. It only proposes: the rule
//! evaluator judges what comes out, and a wrong proposal shows as a missing solution.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use crate::draft::{Draft, OPERATORS, spelling};

/// Two by three operands and their seven operators and five results are the most.
const MAX_OPERANDS: usize = 6;
const MAX_OPERATORS: usize = 7;
const MAX_RESULTS: usize = 5;

/// Brute force tries at most so many choices of operands; more of them are given instead.
const MAX_CHOICES: usize = 1_300;

/// What stands in a result cell.
#[derive(Clone, Copy, Debug)]
enum Shown {
    /// What the planted operands result in, or a guess if that is nothing.
    True,
    /// Something near it.
    Off(i64),
    /// Nothing.
    Blank,
}

/// Everything that is random about a puzzle.
#[derive(Clone, Debug)]
struct Choices {
    rows: usize,
    columns: usize,
    min: i64,
    max: i64,
    distinct: bool,
    rational: bool,
    operators: Vec<usize>,
    spellings: Vec<usize>,
    /// The planted operands, as positions in the range of values.
    planted: Vec<usize>,
    given: Vec<bool>,
    results: Vec<Shown>,
    /// Whether divisions that do not come out for the planted operands are something else instead.
    mended: bool,
    with_z3: bool,
}

/// Two by two to two by three operands from a small range.
pub fn crossmath() -> impl Strategy<Value = Draft> {
    let sizes = select(vec![(2, 2), (2, 3), (3, 2)]);
    let ranges = select(vec![(0i64, 3i64), (1, 4), (-2, 2), (0, 5), (1, 9), (-7, -4)]);
    let kind = (any::<bool>(), any::<bool>(), prop::bool::weighted(0.8));
    let operators = vec((0usize..4, 0usize..3), MAX_OPERATORS);
    let planted = vec(0usize..10, MAX_OPERANDS);
    let given = vec(prop::bool::weighted(0.2), MAX_OPERANDS);
    let shown = prop_oneof![
        20 => Just(Shown::True),
        1 => (1i64..=3).prop_map(Shown::Off),
        4 => Just(Shown::Blank),
    ];
    let results = (vec(shown, MAX_RESULTS), prop::bool::weighted(0.25));
    (sizes, ranges, kind, operators, planted, given, results).prop_map(
        |((rows, columns), (min, max), kind, operators, planted, given, (results, with_z3))| {
            let (distinct, rational, mended) = kind;
            let (operators, spellings) = operators.into_iter().unzip();
            draft(Choices {
                rows,
                columns,
                min,
                max,
                distinct,
                rational,
                operators,
                spellings,
                planted,
                given,
                results,
                mended,
                with_z3,
            })
        },
    )
}

/// A row or column: positions of operands, with the operators between them.
struct Line {
    operands: Vec<usize>,
    operators: Vec<usize>,
    /// Row and column of the result.
    result: (usize, usize),
}

impl Line {
    /// The value of the line, strictly from left to right, if there is a whole one.
    fn value(&self, operands: &[i64], choices: &Choices) -> Option<i64> {
        let (mut over, mut under) = (operands[self.operands[0]], 1);
        for (&operator, &operand) in self.operators.iter().zip(&self.operands[1..]) {
            let operand = operands[operand];
            match OPERATORS[choices.operators[operator]] {
                "+" => over += operand * under,
                "-" => over -= operand * under,
                "×" => over *= operand,
                _ if operand == 0 => return None,
                _ if choices.rational => under *= operand,
                _ if over % operand == 0 => over /= operand,
                _ => return None,
            }
        }
        (over % under == 0).then(|| over / under)
    }
}

/// All rows, then all columns; operators are numbered row by row, then column by column.
fn lines(rows: usize, columns: usize) -> Vec<Line> {
    let across = (0..rows).map(|row| Line {
        operands: (0..columns).map(|column| row * columns + column).collect(),
        operators: (0..columns - 1).map(|i| row * (columns - 1) + i).collect(),
        result: (2 * row, 2 * columns),
    });
    let first = rows * (columns - 1);
    let down = (0..columns).map(|column| Line {
        operands: (0..rows).map(|row| row * columns + column).collect(),
        operators: (0..rows - 1).map(|i| first + column * (rows - 1) + i).collect(),
        result: (2 * rows, 2 * column),
    });
    across.chain(down).collect()
}

/// The planted operands: different ones, as long as the range has any, if that is asked for.
fn planted(choices: &Choices) -> Vec<i64> {
    let all: Vec<i64> = (choices.min..=choices.max).collect();
    let mut left = all.clone();
    let mut operands = Vec::new();
    for pick in &choices.planted[..choices.rows * choices.columns] {
        let value = match left.len() {
            0 => all[pick % all.len()],
            _ if choices.distinct => left.remove(pick % left.len()),
            _ => all[pick % all.len()],
        };
        operands.push(value);
    }
    operands
}

fn draft(mut choices: Choices) -> Draft {
    let Choices { rows, columns, min, max, mended, .. } = choices;
    let lines = lines(rows, columns);
    let operands = planted(&choices);
    for line in lines.iter().filter(|_| mended) {
        if line.value(&operands, &choices).is_none() {
            for &operator in &line.operators {
                choices.operators[operator] %= 3;
            }
        }
    }
    let choices = &choices;
    let values = usize::try_from(max - min + 1).expect("not empty");
    let mut blank: Vec<usize> = (0..operands.len()).filter(|&i| !choices.given[i]).collect();
    while values.pow(blank.len() as u32) > MAX_CHOICES {
        blank.pop();
    }

    let mut grid = vec![vec!["#".to_string(); 2 * columns + 1]; 2 * rows + 1];
    for (i, operand) in operands.iter().enumerate() {
        let text = if blank.contains(&i) { "_".to_string() } else { operand.to_string() };
        grid[2 * (i / columns)][2 * (i % columns)] = text;
    }
    let mut clean = grid.clone();
    for (i, line) in lines.iter().enumerate() {
        let is_row = i < rows;
        let at = |step: usize| if is_row { (2 * i, step) } else { (step, 2 * (i - rows)) };
        for (step, &operator) in line.operators.iter().enumerate() {
            let (row, column) = at(2 * step + 1);
            let number = choices.operators[operator];
            grid[row][column] = spelling(number, choices.spellings[operator]).to_string();
            clean[row][column] = OPERATORS[number].to_string();
        }
        let result = line.value(&operands, choices).unwrap_or(1);
        let text = match choices.results[i] {
            Shown::True => result.to_string(),
            Shown::Off(by) => (result - by).to_string(),
            Shown::Blank => "_".to_string(),
        };
        let equals = at(2 * line.operands.len() - 1);
        for grid in [&mut grid, &mut clean] {
            grid[equals.0][equals.1] = "=".to_string();
            grid[line.result.0][line.result.1].clone_from(&text);
        }
    }

    let division = if choices.rational { "rational" } else { "exact" };
    let puzzle = json!({
        "family": "crossmath",
        "grid": grid,
        "values": { "min": min, "max": max, "distinct": choices.distinct },
        "division": division,
    });
    let mut candidates = Vec::new();
    let mut operands = operands;
    loop_operands(choices, &blank, &mut operands, &mut |operands| {
        candidates.push(filled(choices, &clean, &lines, operands));
    });
    Draft { puzzle, candidates, with_z3: choices.with_z3 }
}

/// Every choice of the blank operands.
fn loop_operands(
    choices: &Choices,
    blank: &[usize],
    operands: &mut Vec<i64>,
    visit: &mut impl FnMut(&[i64]),
) {
    let Some((&i, rest)) = blank.split_first() else { return visit(operands) };
    for value in choices.min..=choices.max {
        operands[i] = value;
        loop_operands(choices, rest, operands, visit);
    }
}

/// The grid with these operands, and in blank results what they result in. Where they result in
/// nothing a zero stands, which the rule evaluator must not let pass.
fn filled(choices: &Choices, clean: &[Vec<String>], lines: &[Line], operands: &[i64]) -> Value {
    let mut grid = clean.to_vec();
    for (i, operand) in operands.iter().enumerate() {
        grid[2 * (i / choices.columns)][2 * (i % choices.columns)] = operand.to_string();
    }
    for line in lines {
        let cell = &mut grid[line.result.0][line.result.1];
        if cell == "_" {
            *cell = line.value(operands, choices).unwrap_or(0).to_string();
        }
    }
    json!({ "grid": grid })
}
