//! Three by three numbers with the operators of their lines, and the eight forms that say the same.
//!
//! Swapping the outer rows turns every column `a + b = c` into `c − b = a` and exchanges the
//! diagonals; swapping the outer columns and mirroring on the main diagonal do likewise. Together
//! they make eight forms, and "a calcrostic" is all of them. The standard form is the one whose
//! upper left corner is least, mirrored so that the left side is the heavier one.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::inverse;
use crate::puzzle::grid::Operator;

/// Numbers, or the words for them, and the operators of rows, columns and diagonals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Square<T> {
    /// Row by row.
    pub numbers: [[T; 3]; 3],
    /// The operators of the rows.
    pub rows: [Operator; 3],
    /// The operators of the columns.
    pub columns: [Operator; 3],
    /// The operators of the main diagonal and of the one from the upper right to the lower left,
    /// if they ask for something.
    pub diagonals: [Option<Operator>; 2],
}

impl<T: Clone> Square<T> {
    /// The outer rows swapped.
    #[must_use]
    pub fn swap_rows(&self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.numbers.clone(), self.rows);
        let [main, other] = self.diagonals;
        Self {
            numbers: [c, b, a],
            rows: [z, y, x],
            columns: self.columns.map(inverse),
            diagonals: [other, main].map(|diagonal| diagonal.map(inverse)),
        }
    }

    /// The outer columns swapped.
    #[must_use]
    pub fn swap_columns(&self) -> Self {
        self.mirror().swap_rows().mirror()
    }

    /// Mirrored on the main diagonal.
    #[must_use]
    pub fn mirror(&self) -> Self {
        let number = |row: usize, column: usize| self.numbers[column][row].clone();
        let [main, other] = self.diagonals;
        Self {
            numbers: [0, 1, 2].map(|row| [0, 1, 2].map(|column| number(row, column))),
            rows: self.columns,
            columns: self.rows,
            diagonals: [main, other.map(inverse)],
        }
    }

    /// All eight forms, this one first: rows and columns swapped in turn, the same mirrored.
    pub fn forms(&self) -> [Self; 8] {
        let four = |first: Self| {
            let second = first.swap_rows();
            let third = second.swap_columns();
            let fourth = third.swap_rows();
            [first, second, third, fourth]
        };
        let ([a, b, c, d], [e, f, g, h]) = (four(self.clone()), four(self.mirror()));
        [a, b, c, d, e, f, g, h]
    }

    /// All operators in reading order, which is also the order in which squares are compared.
    pub fn operators(&self) -> Vec<Operator> {
        let [first, second, third] = self.columns;
        let [main, other] = self.diagonals;
        let middle = [Some(first), main, Some(second), other, Some(third)];
        let rows = self.rows.map(Some);
        let all = [&rows[..1], &middle[..], &rows[1..]].concat();
        all.into_iter().flatten().collect()
    }

    /// The same operators with other numbers.
    pub fn map<U>(&self, mut word: impl FnMut(&T) -> U) -> Square<U> {
        let numbers = self.numbers.each_ref().map(|row| row.each_ref().map(&mut word));
        let &Self { rows, columns, diagonals, .. } = self;
        Square { numbers, rows, columns, diagonals }
    }
}

impl<T: ToString> Square<T> {
    /// The cells of a puzzle file.
    pub fn texts(&self) -> Vec<Vec<String>> {
        let row = |i: usize| {
            let [x, y, z] = self.numbers[i].each_ref().map(ToString::to_string);
            vec![x, self.rows[i].to_string(), y, "=".to_string(), z]
        };
        let [first, second, third] = self.columns.map(Operator::symbol);
        let [main, other] = self.diagonals.map(|diagonal| diagonal.map_or("#", Operator::symbol));
        let operators = [first, main, second, other, third];
        let equals = self.diagonals.map(|diagonal| if diagonal.is_some() { "=" } else { "#" });
        let results = ["=", equals[1], "=", equals[0], "="];
        let [operators, results] = [operators, results].map(|row| row.map(String::from).to_vec());
        vec![row(0), operators, row(1), results, row(2)]
    }
}

impl Square<String> {
    /// The square of the cells of a puzzle file with equations.
    pub fn of_texts(grid: &[Vec<String>]) -> Option<Self> {
        if grid.len() != 5 || grid.iter().any(|row| row.len() != 5) {
            return None;
        }
        let operator = |row: usize, column: usize| Operator::parse(&grid[row][column]);
        let three = |at: &dyn Fn(usize) -> Option<Operator>| Some([at(0)?, at(1)?, at(2)?]);
        let number = |row: usize, column: usize| grid[2 * row][2 * column].clone();
        Some(Self {
            numbers: [0, 1, 2].map(|row| [0, 1, 2].map(|column| number(row, column))),
            rows: three(&|i| operator(2 * i, 1))?,
            columns: three(&|i| operator(1, 2 * i))?,
            diagonals: [operator(1, 1), operator(1, 3)],
        })
    }

    /// The same puzzle with its letters renamed to A, B, C … in the order in which they appear.
    #[must_use]
    pub fn relabelled(&self) -> Self {
        let mut names = BTreeMap::new();
        let first = if self.numbers.iter().flatten().any(|word| word.contains(char::is_uppercase)) {
            b'A'
        } else {
            b'a'
        };
        self.map(|word| {
            let rename = |c: char| {
                if !c.is_ascii_alphabetic() {
                    return c;
                }
                let next = char::from(first + names.len() as u8);
                *names.entry(c).or_insert(next)
            };
            word.chars().map(rename).collect()
        })
    }
}

impl Square<u64> {
    /// The puzzle: digits become letters in the order in which they appear.
    pub fn encoded(&self) -> Square<String> {
        let mut letters = [None; 10];
        let mut next = b'A';
        self.map(|number| {
            let letter = |digit: u8| {
                let letter = letters[usize::from(digit - b'0')].get_or_insert_with(|| {
                    next += 1;
                    char::from(next - 1)
                });
                *letter
            };
            number.to_string().bytes().map(letter).collect()
        })
    }

    /// The sum of the corner, its two neighbours and the middle.
    pub fn sum(&self) -> u64 {
        let [[a, b, _], [d, f, _], _] = self.numbers;
        a + b + d + f
    }

    /// Whether this is the form that stands for all eight.
    pub fn is_standard(&self) -> bool {
        self.has_least_corner() && self.is_turned() && {
            let rivals = self.forms();
            let rivals = rivals.iter().filter(|form| form.has_least_corner() && form.is_turned());
            rivals.into_iter().all(|form| self.order(form) != Ordering::Greater)
        }
    }

    /// The total order of calcrostics in their standard form: by sum, then by the numbers that
    /// determine the rest, then by operators.
    pub fn order(&self, other: &Self) -> Ordering {
        let key = |square: &Self| {
            let [[_, b, _], [d, f, _], _] = square.numbers;
            (square.sum(), f, b, d)
        };
        let numbers = key(self).cmp(&key(other));
        numbers.then_with(|| self.operators().cmp(&other.operators()))
    }

    /// No corner is less than the upper left one.
    fn has_least_corner(&self) -> bool {
        let [[a, b, c], [d, _, g], [h, k, m]] = self.numbers;
        let key = |corner: u64, x: u64, y: u64| (corner + x + y, corner, x.min(y));
        let own = key(a, b, d);
        own <= key(c, b, g) && own <= key(h, d, k) && own <= key(m, g, k)
    }

    /// The left side is not lighter than the upper one.
    fn is_turned(&self) -> bool {
        let [[_, b, c], [d, _, g], [h, k, _]] = self.numbers;
        d > b || (d == b && (h > c || (h == c && k >= g)))
    }
}
