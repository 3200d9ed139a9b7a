//! Random small mathcrosswords as JSON, each with every way of using up its pool.

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use crate::draft::{Draft, OPERATORS, spelling};

/// The first cell of an equation, and whether it goes down.
type Start = (usize, usize, bool);

const ACROSS: bool = false;
const DOWN: bool = true;

/// So many number cells a layout has at most, and so many equations.
const MAX_CELLS: usize = 9;
const MAX_EQUATIONS: usize = 4;

/// So many blanks there are at most: 720 orders of the pool.
const MAX_BLANKS: usize = 6;

/// Layouts in which every run of cells is an equation.
const LAYOUTS: &[&[Start]] = &[
    // Two equations that share first operands, an operand and a result, or other parts.
    &[(0, 0, ACROSS), (0, 0, DOWN)],
    &[(0, 0, ACROSS), (0, 2, DOWN)],
    &[(0, 0, ACROSS), (0, 4, DOWN)],
    &[(2, 0, ACROSS), (0, 2, DOWN)],
    &[(4, 0, ACROSS), (0, 0, DOWN)],
    &[(4, 0, ACROSS), (0, 4, DOWN)],
    // A U, an H, a square, a comb, stairs.
    &[(0, 0, ACROSS), (0, 0, DOWN), (4, 0, ACROSS)],
    &[(0, 0, DOWN), (2, 0, ACROSS), (0, 4, DOWN)],
    &[(0, 0, ACROSS), (0, 0, DOWN), (0, 4, DOWN), (4, 0, ACROSS)],
    &[(0, 0, ACROSS), (0, 0, DOWN), (0, 2, DOWN), (0, 4, DOWN)],
    &[(0, 0, ACROSS), (0, 4, DOWN), (4, 4, ACROSS), (4, 8, DOWN)],
];

/// Layouts with runs of nine cells, which only a list of equations explains.
const PACKED: &[&[Start]] = &[
    &[(0, 0, ACROSS), (0, 4, ACROSS)],
    &[(0, 0, ACROSS), (0, 4, ACROSS), (0, 4, DOWN)],
    &[(0, 0, DOWN), (4, 0, DOWN), (4, 0, ACROSS)],
    &[(0, 0, DOWN), (4, 0, DOWN), (0, 0, ACROSS), (0, 4, ACROSS)],
];

/// Where the pool comes from.
#[derive(Clone, Debug)]
enum Pool {
    /// The values that were in the blanks.
    Fitting,
    /// The same, but for one tile.
    Nudged(usize, i64),
    /// Anything.
    Random(Vec<i64>),
}

/// Everything that is random about a puzzle.
#[derive(Clone, Debug)]
struct Choices {
    layout: &'static [Start],
    listed: bool,
    operators: Vec<usize>,
    spellings: Vec<usize>,
    /// Where the search for values starts, by cell.
    values: Vec<i64>,
    blanks: Vec<bool>,
    pool: Pool,
    with_z3: bool,
}

/// Two to four crossing equations with at most six blanks.
pub fn mathcrossword() -> impl Strategy<Value = Draft> {
    let layout = prop_oneof![
        7 => (select(LAYOUTS), prop::bool::weighted(0.2)),
        2 => (select(PACKED), Just(true)),
    ];
    let pool = prop_oneof![
        6 => Just(Pool::Fitting),
        1 => (0..MAX_BLANKS, 0i64..=9).prop_map(|(i, value)| Pool::Nudged(i, value)),
        2 => vec(0i64..=6, MAX_BLANKS).prop_map(Pool::Random),
    ];
    let operators = vec(0usize..4, MAX_EQUATIONS);
    let spellings = vec(0usize..3, MAX_EQUATIONS);
    let values = vec(0i64..=9, MAX_CELLS);
    let blanks = vec(prop::bool::weighted(0.6), MAX_CELLS);
    let with_z3 = prop::bool::weighted(0.25);
    (layout, operators, spellings, values, blanks, pool, with_z3).prop_map(
        |((layout, listed), operators, spellings, values, blanks, pool, with_z3)| {
            let choices =
                Choices { layout, listed, operators, spellings, values, blanks, pool, with_z3 };
            draft(&choices)
        },
    )
}

/// The cell so many steps from the first one.
fn cell((row, column, down): Start, step: usize) -> (usize, usize) {
    if down { (row + step, column) } else { (row, column + step) }
}

fn draft(choices: &Choices) -> Draft {
    let layout = choices.layout;
    // Number cells by position, numbered in the order of their first equation.
    let mut cells: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for &start in layout {
        for step in [0, 2, 4] {
            let next = cells.len();
            cells.entry(cell(start, step)).or_insert(next);
        }
    }
    let equations: Vec<[usize; 3]> =
        layout.iter().map(|&start| [0, 2, 4].map(|step| cells[&cell(start, step)])).collect();
    let mut filling = vec![None; cells.len()];
    fill(&equations, choices, &mut filling);
    // Where no values fit the operators, the puzzle has wrong ones.
    let value = |i: usize| filling[i].unwrap_or(choices.values[i]);
    let blanks: Vec<usize> =
        (0..cells.len()).filter(|&i| choices.blanks[i]).take(MAX_BLANKS).collect();
    let mut pool: Vec<i64> = blanks.iter().map(|&i| value(i)).collect();
    match &choices.pool {
        Pool::Fitting => {}
        Pool::Nudged(i, tile) => pool.iter_mut().skip(*i).take(1).for_each(|old| *old = *tile),
        Pool::Random(tiles) => pool.copy_from_slice(&tiles[..blanks.len()]),
    }

    let side = layout
        .iter()
        .map(|&start| cell(start, 4))
        .fold((0, 0), |(rows, columns), last| (rows.max(last.0 + 1), columns.max(last.1 + 1)));
    let mut grid = vec![vec!["#".to_string(); side.1]; side.0];
    let mut clean = grid.clone();
    for (i, &start) in layout.iter().enumerate() {
        let ((row, column), equals) = (cell(start, 1), cell(start, 3));
        grid[row][column] = spelling(choices.operators[i], choices.spellings[i]).to_string();
        clean[row][column] = OPERATORS[choices.operators[i]].to_string();
        grid[equals.0][equals.1] = "=".to_string();
        clean[equals.0][equals.1] = "=".to_string();
    }
    for (&(row, column), &i) in &cells {
        let text = if blanks.contains(&i) { "_".to_string() } else { value(i).to_string() };
        grid[row][column].clone_from(&text);
        clean[row][column] = text;
    }
    let position = |i: &usize| *cells.iter().find(|(_, cell)| *cell == i).expect("a cell").0;
    let blanks: Vec<(usize, usize)> = blanks.iter().map(position).collect();

    let mut puzzle = json!({ "family": "mathcrossword", "grid": grid, "pool": pool });
    if choices.listed {
        let listed = layout.iter().rev().map(|&(row, column, down)| {
            let direction = if down { "down" } else { "across" };
            json!({ "row": row + 1, "column": column + 1, "direction": direction })
        });
        puzzle["equations"] = listed.collect();
    }
    pool.sort_unstable();
    Draft { puzzle, candidates: candidates(&clean, &blanks, &pool), with_z3: choices.with_z3 }
}

/// Looks for values that make all equations true, near those that chance proposes. True if there
/// are any; otherwise nothing is filled in.
fn fill(equations: &[[usize; 3]], choices: &Choices, filling: &mut Vec<Option<i64>>) -> bool {
    let done = choices.layout.len() - equations.len();
    let Some((&[a, b, c], rest)) = equations.split_first() else { return true };
    let before = filling.clone();
    let tries = |i: usize| match before[i] {
        Some(value) => vec![value],
        None => (0..=12).map(|more| (choices.values[i] + more) % 13).collect(),
    };
    for x in tries(a) {
        for y in tries(b) {
            let z = match OPERATORS[choices.operators[done]] {
                "+" => x + y,
                "-" if x >= y => x - y,
                "×" => x * y,
                "÷" if y > 0 && x % y == 0 => x / y,
                _ => continue,
            };
            if before[c].is_some_and(|value| value != z) {
                continue;
            }
            (filling[a], filling[b], filling[c]) = (Some(x), Some(y), Some(z));
            if fill(rest, choices, filling) {
                return true;
            }
            filling.clone_from(&before);
        }
    }
    false
}

/// The grid with the tiles in the blanks in every distinct order.
fn candidates(grid: &[Vec<String>], blanks: &[(usize, usize)], pool: &[i64]) -> Vec<Value> {
    let Some((&(row, column), rest)) = blanks.split_first() else {
        return vec![json!({ "grid": grid })];
    };
    let mut found = Vec::new();
    for (i, tile) in pool.iter().enumerate() {
        // Equal tiles are neighbours in the sorted pool; only the first of them is tried.
        if i > 0 && pool[i - 1] == *tile {
            continue;
        }
        let mut grid = grid.to_vec();
        grid[row][column] = tile.to_string();
        found.extend(candidates(&grid, rest, &[&pool[..i], &pool[i + 1..]].concat()));
    }
    found
}
