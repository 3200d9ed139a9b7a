//! A block of numbers with operators between them: its lines, and whether they hold.

use std::collections::BTreeMap;

use crate::spec::Dice;
use crate::spec::fraction::{Fraction, Operator, by_precedence};

/// Positions of the numbers of a line, with the positions of the operators between them.
pub(super) struct Line {
    pub numbers: Vec<usize>,
    /// In the grid of the file: row and column.
    pub signs: Vec<(usize, usize)>,
}

/// A block of numbers with operators between them.
pub(super) struct Board {
    pub height: usize,
    pub width: usize,
    pub zero: bool,
    pub lines: Vec<Line>,
    pub operators: BTreeMap<(usize, usize), Operator>,
}

impl Board {
    /// The line from a number on, as long as it stays in the block.
    pub(super) fn line(
        height: usize,
        width: usize,
        start: (usize, usize),
        step: (i64, i64),
    ) -> Line {
        let (mut numbers, mut signs) = (Vec::new(), Vec::new());
        let (mut row, mut column) = (start.0 as i64, start.1 as i64);
        while (0..height as i64).contains(&row) && (0..width as i64).contains(&column) {
            numbers.push(row as usize * width + column as usize);
            signs.push(((2 * row + step.0) as usize, (2 * column + step.1) as usize));
            (row, column) = (row + step.0, column + step.1);
        }
        signs.pop();
        Line { numbers, signs }
    }

    /// Rows and columns.
    pub(super) fn new(height: usize, width: usize, zero: bool) -> Self {
        let mut lines = Vec::new();
        lines.extend((0..height).map(|row| Self::line(height, width, (row, 0), (0, 1))));
        lines.extend((0..width).map(|column| Self::line(height, width, (0, column), (1, 0))));
        Self { height, width, zero, lines, operators: BTreeMap::new() }
    }

    /// The diagonals from the two upper corners; with `all` every other one of at least two numbers
    /// too. Both directions are read downwards: from the top left to the bottom right, and from the
    /// top right to the bottom left.
    pub(super) fn add_diagonals(&mut self, all: bool) {
        let (height, width) = (self.height, self.width);
        for (sideways, first) in [(1, 0), (-1, width - 1)] {
            let border = (0..width).map(|column| (0, column));
            let border = border.chain((1..height).map(|row| (row, first)));
            for start in border.filter(|start| all || *start == (0, first)) {
                let line = Self::line(height, width, start, (1, sideways));
                if line.numbers.len() >= 2 {
                    self.lines.push(line);
                }
            }
        }
    }

    /// Whether a line holds. In an equation the last sign is `=`.
    pub(super) fn holds(&self, line: &Line, numbers: &[i128]) -> bool {
        let values: Vec<i128> = line.numbers.iter().map(|&at| numbers[at]).collect();
        let signs: Vec<Operator> =
            line.signs.iter().filter_map(|at| self.operators.get(at).copied()).collect();
        match self.zero {
            true => by_precedence(&values, &signs) == Some(Fraction::from(0)),
            false => by_precedence(&values[..2], &signs) == Some(values[2].into()),
        }
    }

    /// Signs with which the line holds, if chance finds some that agree with those that stand there.
    pub(super) fn find_signs(&mut self, dice: &mut Dice, line: usize, numbers: &[i128]) -> bool {
        let line = &self.lines[line];
        let signs = &line.signs[..if self.zero { line.signs.len() } else { 1 }];
        let known: Vec<_> = signs.iter().map(|at| self.operators.get(at).copied()).collect();
        let values: Vec<i128> = line.numbers.iter().map(|&at| numbers[at]).collect();
        for _ in 0..24 {
            let drawn: Vec<Operator> =
                known.iter().map(|sign| sign.unwrap_or_else(|| Operator::random(dice))).collect();
            let holds = match self.zero {
                true => by_precedence(&values, &drawn) == Some(Fraction::from(0)),
                false => by_precedence(&values[..2], &drawn) == Some(values[2].into()),
            };
            if holds {
                self.operators.extend(signs.iter().copied().zip(drawn));
                return true;
            }
        }
        false
    }

    /// The grid with these texts for its numbers.
    pub(super) fn rows(
        &self,
        texts: &[String],
        mut operator: impl FnMut(Operator) -> &'static str,
    ) -> Vec<Vec<String>> {
        let mut rows = vec![vec!["#".to_string(); 2 * self.width - 1]; 2 * self.height - 1];
        for (i, text) in texts.iter().enumerate() {
            rows[2 * (i / self.width)][2 * (i % self.width)] = text.clone();
        }
        for (&(row, column), &sign) in &self.operators {
            rows[row][column] = operator(sign).to_string();
        }
        let equals = self.lines.iter().filter(|_| !self.zero).filter_map(|line| line.signs.last());
        for &(row, column) in equals {
            rows[row][column] = "=".to_string();
        }
        rows
    }
}
