//! Which settings of operators let every row, column and diagonal of some numbers come to zero.
//!
//! Numbers are positive, so every line needs a minus; that fixes the operators between the four
//! numbers of each corner, where a diagonal of two passes. The search goes through numbers, not
//! through settings: the last number of a line follows from the others and the operators, and once
//! the diagonals are chosen, rows and columns choose their operators independently of each other.
//! Beyond three by three numbers almost any numbers have very many settings; one of them is listed.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use serde::Serialize;

use super::AtlasError;
use crate::parallel;
use xwc_check::puzzle::grid::Operator::{self, Divide, Minus, Plus, Times};

/// Sides of the block of numbers.
pub(super) const SIDES: std::ops::RangeInclusive<usize> = 3..=5;

/// The numbers go up to this.
pub(super) const MAX: i64 = 10_000;

/// More solutions are not listed.
pub(super) const MAX_SOLUTIONS: usize = 100_000;

/// The operators of a block of numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Setting {
    /// Along each row.
    pub rows: Vec<Vec<Operator>>,
    /// Down each column.
    pub columns: Vec<Vec<Operator>>,
    /// Between four numbers, row by row.
    pub between: Vec<Vec<Operator>>,
}

impl Setting {
    /// Whether all four operators occur.
    pub(super) fn uses_all(&self) -> bool {
        let lines = [&self.rows, &self.columns, &self.between];
        let all = lines.into_iter().flatten().flatten();
        Operator::ALL.iter().all(|operator| all.clone().any(|other| other == operator))
    }
}

/// Numbers and operators with which all lines come to zero.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Solved {
    /// Row by row.
    pub numbers: Vec<Vec<i64>>,
    /// The cells of a puzzle file.
    pub grid: Vec<Vec<String>>,
    /// The operators.
    #[serde(skip)]
    pub setting: Setting,
}

impl Solved {
    pub(super) fn new(numbers: &[i64], setting: Setting) -> Self {
        let columns = setting.columns.len();
        let mut grid = Vec::new();
        for (row, numbers) in numbers.chunks(columns).enumerate() {
            let mut cells = vec![numbers[0].to_string()];
            for (number, operator) in numbers[1..].iter().zip(&setting.rows[row]) {
                cells.extend([operator.to_string(), number.to_string()]);
            }
            grid.push(cells);
            if let Some(between) = setting.between.get(row) {
                let mut cells = vec![setting.columns[0][row].to_string()];
                for (operators, between) in setting.columns[1..].iter().zip(between) {
                    cells.extend([between.to_string(), operators[row].to_string()]);
                }
                grid.push(cells);
            }
        }
        let numbers = numbers.chunks(columns).map(<[i64]>::to_vec).collect();
        Self { numbers, grid, setting }
    }
}

/// How many settings have a minus in every line and all four operators.
///
/// # Errors
///
/// If the size is out of range.
pub(super) fn settings(rows: usize, columns: usize) -> Result<u128, AtlasError> {
    let board = NumberBlock::new(rows, columns)?;
    // All, less those without a certain operator, and so on; a minus is always there.
    let others = [Plus, Times, Divide];
    let mut total = 0_i128;
    for without in 0..8_u32 {
        let left = |i: &usize| without & 1 << i == 0;
        let mut allowed: Vec<Operator> = (0..3).filter(left).map(|i| others[i]).collect();
        allowed.push(Minus);
        let along = |length: usize| lines(length, &allowed).len() as i128;
        let lines = along(columns).pow(rows as u32) * along(rows).pow(columns as u32);
        let count = lines * board.between(&allowed).len() as i128;
        total += if without.count_ones() % 2 == 0 { count } else { -count };
    }
    Ok(total as u128)
}

/// Whether every setting is listed, or one for each choice of numbers and diagonals.
pub(super) fn lists_all(rows: usize, columns: usize) -> bool {
    (rows, columns) == (3, 3)
}

/// Solutions with numbers up to `max` in which all four operators are used, in the order of their
/// numbers: all of them, or one setting for each choice of numbers and diagonals.
///
/// # Errors
///
/// If the size or the bound is out of range, or there are too many.
pub(super) fn search(rows: usize, columns: usize, max: i64) -> Result<Vec<Solved>, AtlasError> {
    let board = NumberBlock::new(rows, columns)?;
    if !(1..=MAX).contains(&max) {
        return Err(AtlasError::Largest(max));
    }
    let starts: Vec<(i64, Vec<Operator>)> = (1..=max)
        .flat_map(|first| board.between(&Operator::ALL).into_iter().map(move |ops| (first, ops)))
        .collect();
    let total = AtomicUsize::new(0);
    let found = parallel::map(&starts, |(first, between)| {
        let (board, total) = (&board, &total);
        let numbers = vec![*first];
        let mut search = ZeroSearch { board, max, between, numbers, found: Vec::new(), total };
        search.go();
        search.found
    });
    match total.into_inner() > MAX_SOLUTIONS {
        true => Err(AtlasError::TooMany),
        false => Ok(found.into_iter().flatten().collect()),
    }
}

/// The settings among the solutions, each once.
pub(super) fn distinct(solutions: &[Solved]) -> BTreeSet<&Setting> {
    solutions.iter().map(|solved| &solved.setting).collect()
}

/// All operators along a line of this many numbers, a minus among them.
fn lines(length: usize, allowed: &[Operator]) -> Vec<Vec<Operator>> {
    let mut all = vec![Vec::new()];
    for _ in 1..length {
        let longer = |line: &Vec<Operator>, operator: &Operator| {
            line.iter().copied().chain([*operator]).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(|l| allowed.iter().map(move |op| longer(l, op))).collect();
    }
    all.retain(|line| line.contains(&Minus));
    all
}

/// A block of numbers with its diagonals.
struct NumberBlock {
    rows: usize,
    columns: usize,
    along: Vec<Vec<Operator>>,
    down: Vec<Vec<Operator>>,
    diagonals: Vec<Diagonal>,
}

/// Positions of numbers, and of the operators between them.
struct Diagonal {
    numbers: Vec<usize>,
    between: Vec<usize>,
}

impl NumberBlock {
    fn new(rows: usize, columns: usize) -> Result<Self, AtlasError> {
        if !SIDES.contains(&rows) || !SIDES.contains(&columns) {
            return Err(AtlasError::Size(rows, columns));
        }
        let mut diagonals = Vec::new();
        let top = (0..columns).map(|column| (0, column));
        let falling = top.clone().chain((1..rows).map(|row| (row, 0))).map(|start| (start, 1));
        let rising = top.chain((1..rows).map(|row| (row, columns - 1))).map(|start| (start, -1));
        for ((row, column), step) in falling.chain(rising) {
            let mut diagonal = Diagonal { numbers: Vec::new(), between: Vec::new() };
            let (mut row, mut column) = (row, Some(column));
            while let Some(at) = column.filter(|&at| at < columns && row < rows) {
                diagonal.numbers.push(row * columns + at);
                column = at.checked_add_signed(step);
                row += 1;
                if let Some(next) = column.filter(|&next| next < columns && row < rows) {
                    diagonal.between.push((row - 1) * (columns - 1) + at.min(next));
                }
            }
            if diagonal.numbers.len() > 1 {
                diagonals.push(diagonal);
            }
        }
        let (along, down) = (lines(columns, &Operator::ALL), lines(rows, &Operator::ALL));
        Ok(Self { rows, columns, along, down, diagonals })
    }

    /// All operators between four numbers that give every diagonal a minus.
    fn between(&self, allowed: &[Operator]) -> Vec<Vec<Operator>> {
        let corner = |i: usize| self.diagonals.iter().any(|diagonal| diagonal.between[..] == [i]);
        let mut all = vec![Vec::new()];
        for i in 0..(self.rows - 1) * (self.columns - 1) {
            let choices: &[Operator] = if corner(i) { &[Minus] } else { allowed };
            let longer = |between: &Vec<Operator>, operator: &Operator| {
                between.iter().copied().chain([*operator]).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(|b| choices.iter().map(move |op| longer(b, op))).collect();
        }
        let minus = |between: &[Operator]| {
            self.diagonals.iter().all(|d| d.between.iter().any(|&i| between[i] == Minus))
        };
        all.retain(|between| minus(between));
        all
    }
}

struct ZeroSearch<'a> {
    board: &'a NumberBlock,
    max: i64,
    between: &'a [Operator],
    numbers: Vec<i64>,
    found: Vec<Solved>,
    /// Solutions of all searches.
    total: &'a AtomicUsize,
}

impl ZeroSearch<'_> {
    fn go(&mut self) {
        let (at, columns) = (self.numbers.len(), self.board.columns);
        if at == self.board.rows * columns {
            return self.solved();
        }
        let (row, column) = (at / columns, at % columns);
        let mut choices: Option<Vec<i64>> = None;
        let mut narrow = |allowed: Vec<i64>| match &mut choices {
            None => choices = Some(allowed),
            Some(choices) => choices.retain(|choice| allowed.contains(choice)),
        };
        for diagonal in self.board.diagonals.iter().filter(|d| d.numbers.last() == Some(&at)) {
            let operators: Vec<Operator> =
                diagonal.between.iter().map(|&i| self.between[i]).collect();
            let before = &diagonal.numbers[..diagonal.numbers.len() - 1];
            let before: Vec<i64> = before.iter().map(|&i| self.numbers[i]).collect();
            narrow(last(&operators, &before).into_iter().collect());
        }
        if column + 1 == columns {
            let before = &self.numbers[row * columns..];
            narrow(self.board.along.iter().filter_map(|line| last(line, before)).collect());
        }
        if row + 1 == self.board.rows {
            let before: Vec<i64> = (0..row).map(|i| self.numbers[i * columns + column]).collect();
            narrow(self.board.down.iter().filter_map(|line| last(line, &before)).collect());
        }
        match choices {
            Some(mut choices) => {
                choices.sort_unstable();
                choices.dedup();
                choices.into_iter().for_each(|number| self.place(number));
            }
            None => (1..=self.max).for_each(|number| self.place(number)),
        }
    }

    fn place(&mut self, number: i64) {
        if (1..=self.max).contains(&number) && self.total.load(Relaxed) <= MAX_SOLUTIONS {
            self.numbers.push(number);
            self.go();
            self.numbers.pop();
        }
    }

    /// Puts all operators to the numbers with which every line comes to zero.
    fn solved(&mut self) {
        let columns = self.board.columns;
        let fitting = |lines: &[Vec<Operator>], numbers: &[i64]| -> Vec<Vec<Operator>> {
            let (&end, before) = numbers.split_last().expect("three or more");
            lines.iter().filter(|line| last(line, before) == Some(end)).cloned().collect()
        };
        let rows = self.numbers.chunks(columns).map(|row| fitting(&self.board.along, row));
        let down = (0..columns).map(|column| {
            let numbers: Vec<i64> =
                self.numbers.iter().copied().skip(column).step_by(columns).collect();
            fitting(&self.board.down, &numbers)
        });
        let choices: Vec<Vec<Vec<Operator>>> = rows.chain(down).collect();
        self.choose(&choices, &mut Vec::new());
    }

    /// Goes on with the operators of the next row or column; false when there are enough.
    fn choose(&mut self, choices: &[Vec<Vec<Operator>>], lines: &mut Vec<Vec<Operator>>) -> bool {
        let Some(next) = choices.get(lines.len()) else {
            let (rows, columns) = lines.split_at(self.board.rows);
            let between = self.between.chunks(columns.len() - 1).map(<[Operator]>::to_vec);
            let (rows, columns, between) = (rows.to_vec(), columns.to_vec(), between.collect());
            let setting = Setting { rows, columns, between };
            if !setting.uses_all() {
                return true;
            }
            self.found.push(Solved::new(&self.numbers, setting));
            self.total.fetch_add(1, Relaxed);
            return lists_all(self.board.rows, self.board.columns);
        };
        next.iter().all(|line| {
            lines.push(line.clone());
            let go_on = self.choose(choices, lines);
            lines.pop();
            go_on
        })
    }
}

/// The whole number that makes a line come to zero as its last one.
fn last(operators: &[Operator], before: &[i64]) -> Option<i64> {
    // The sum of all terms but the last, and the last so far, as fractions.
    let (mut total, mut term) = ((0_i128, 1_i128), (i128::from(before[0]), 1_i128));
    let add = |(a, b): (i128, i128), (c, d): (i128, i128)| (a * d + c * b, b * d);
    for (operator, &number) in operators.iter().zip(&before[1..]) {
        let number = i128::from(number);
        match operator {
            Times => term.0 *= number,
            Divide => term.1 *= number,
            Plus | Minus => {
                total = add(total, term);
                term = (if *operator == Plus { number } else { -number }, 1);
            }
        }
    }
    let (over, under) = match operators.last()? {
        Plus => add((-total.0, total.1), (-term.0, term.1)),
        Minus => add(total, term),
        Times => (-total.0 * term.1, total.1 * term.0),
        Divide => (-term.0 * total.1, term.1 * total.0),
    };
    (under != 0 && over % under == 0).then(|| i64::try_from(over / under).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_number_follows() {
        let cases: [(&[Operator], &[i64], Option<i64>); 7] = [
            (&[Minus, Times], &[12, 2], Some(6)),
            (&[Minus, Divide], &[2, 4], Some(2)),
            (&[Minus, Plus], &[2, 4], Some(2)),
            (&[Minus, Minus], &[10, 2], Some(8)),
            (&[Divide, Minus], &[7, 2], None),
            (&[Minus], &[5], Some(5)),
            (&[Divide, Minus, Times], &[1, 2, 1], None),
        ];
        for (operators, before, expected) in cases {
            assert_eq!(last(operators, before), expected, "{operators:?} {before:?}");
        }
    }

    #[test]
    fn three_by_three_has_a_closed_form() {
        // Seven pairs of operators have a minus; five without one of the others, and so on.
        assert_eq!(
            settings(3, 3).ok(),
            Some(7_u128.pow(6) - 3 * 5_u128.pow(6) + 3 * 3_u128.pow(6) - 1)
        );
    }
}
