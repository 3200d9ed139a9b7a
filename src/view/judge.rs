//! How far a game has come: which lines are full, and of those which are true.
//!
//! This, and `lines.js` on pages, are the two that judge lines from their data.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use super::{Lines, Show, SumLine, View};
use xwc_check::puzzle::fraction::apply;
use xwc_check::puzzle::grid::Operator;

/// How a line is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineState {
    /// Something is missing.
    Open,
    /// Full and true.
    Right,
    /// Full and false.
    Wrong,
}

impl From<Option<bool>> for LineState {
    fn from(is_true: Option<bool>) -> Self {
        match is_true {
            None => LineState::Open,
            Some(true) => LineState::Right,
            Some(false) => LineState::Wrong,
        }
    }
}

/// A line that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Judged {
    /// The cells of its numbers or letters.
    pub cells: Vec<usize>,
    /// How it is doing.
    pub state: LineState,
}

impl View {
    /// Every line, entry or word, as the slots are filled. The puzzle is asked where a view cannot
    /// tell.
    pub(crate) fn judged(&self, filled: &[String], puzzle: &dyn Show) -> Vec<Judged> {
        match &self.lines {
            Lines::Sums(sums) => sums.iter().map(|sum| self.judged_sum(sum, filled)).collect(),
            Lines::Entries => self.judged_entries(filled, puzzle),
            Lines::Words { .. } => self.judged_words(filled),
        }
    }

    fn judged_sum(&self, sum: &SumLine, filled: &[String]) -> Judged {
        let texts = sum.numbers.iter().map(|&cell| self.written(cell, filled));
        let texts: Option<Vec<String>> = texts.collect();
        let is_true = texts.and_then(|texts| {
            let number = |text: &String| text.parse::<BigInt>().ok().map(BigRational::from);
            let numbers: Vec<BigRational> = texts.iter().map(number).collect::<Option<_>>()?;
            let starts_wrong = |text: &String| !self.leading_zeros && text.starts_with('0');
            Some(!texts.iter().any(starts_wrong) && sum.is_true(&numbers))
        });
        Judged { cells: sum.numbers.clone(), state: is_true.into() }
    }

    fn judged_entries(&self, filled: &[String], puzzle: &dyn Show) -> Vec<Judged> {
        let clues = self.lists.iter().flat_map(|list| &list.clues);
        let entry = |(i, clue): (usize, &super::Clue)| {
            let cells = clue.slots.iter().map(|&slot| self.slots[slot].cells[0]);
            Judged { cells: cells.collect(), state: puzzle.is_true(i, filled).into() }
        };
        clues.enumerate().map(entry).collect()
    }

    fn judged_words(&self, filled: &[String]) -> Vec<Judged> {
        let judged = |run: super::LetterRun| {
            let lists = self.lists.iter().filter(|list| list.is_down == run.is_down);
            let mut clues = lists.flat_map(|list| &list.clues);
            let is_listed = clues.any(|clue| clue.word.allows(&run.word));
            Judged { cells: run.cells, state: Some(is_listed).into() }
        };
        self.runs(filled).into_iter().map(judged).collect()
    }
}

impl SumLine {
    /// Whether the line is true with these numbers, one for each of its cells.
    pub(crate) fn is_true(&self, numbers: &[BigRational]) -> bool {
        let (operands, expected) = match self.to_zero {
            false => {
                let (last, operands) = numbers.split_last().expect("a line has numbers");
                (operands, last.clone())
            }
            true => (numbers, BigRational::zero()),
        };
        let value = match self.by_precedence {
            false => self.in_order(operands),
            true => self.in_precedence(operands),
        };
        value == Some(expected)
    }

    fn in_order(&self, numbers: &[BigRational]) -> Option<BigRational> {
        let mut value = numbers[0].clone();
        for (&operator, number) in self.operators.iter().zip(&numbers[1..]) {
            value = self.step(&value, operator, number)?;
        }
        Some(value)
    }

    fn in_precedence(&self, numbers: &[BigRational]) -> Option<BigRational> {
        let (mut total, mut sign, mut term) =
            (BigRational::zero(), Operator::Plus, numbers[0].clone());
        for (&operator, number) in self.operators.iter().zip(&numbers[1..]) {
            match operator {
                Operator::Times | Operator::Divide => term = self.step(&term, operator, number)?,
                Operator::Plus | Operator::Minus => {
                    total = self.step(&total, sign, &term)?;
                    (sign, term) = (operator, number.clone());
                }
            }
        }
        self.step(&total, sign, &term)
    }

    fn step(&self, a: &BigRational, operator: Operator, b: &BigRational) -> Option<BigRational> {
        apply(a, operator, b).filter(|value| !self.whole_steps || value.is_integer())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line such as `2 + 3 × 4 = 20`; without `=` it comes to zero.
    fn is_true(text: &str, by_precedence: bool, whole_steps: bool) -> bool {
        let (mut operators, mut numbers) = (Vec::new(), Vec::new());
        for part in text.split(' ').filter(|part| *part != "=") {
            match Operator::parse(part) {
                Some(operator) => operators.push(operator),
                None => numbers.push(BigRational::from(part.parse::<BigInt>().expect("a number"))),
            }
        }
        let to_zero = !text.contains('=');
        let (numbers_at, signs) = (Vec::new(), Vec::new());
        SumLine { numbers: numbers_at, signs, operators, by_precedence, whole_steps, to_zero }
            .is_true(&numbers)
    }

    #[test]
    fn lines_are_worked_out_as_their_data_says() {
        let cases = [
            ("2 + 3 × 4 = 20", [true, true, false]),
            ("2 + 3 × 4 = 14", [false, false, true]),
            ("1 ÷ 2 × 4 = 2", [false, true, true]),
            ("6 ÷ 2 = 3", [true, true, true]),
            ("6 ÷ 0 = 0", [false, false, false]),
            ("1 - 2 = -1", [true, true, true]),
            ("12 - 2 × 6", [false, false, true]),
            ("10 - 2 - 8", [true, true, true]),
            ("2 - 4 ÷ 2", [false, false, true]),
        ];
        for (text, [exact, in_order, by_precedence]) in cases {
            assert_eq!(is_true(text, false, true), exact, "{text}, whole steps");
            assert_eq!(is_true(text, false, false), in_order, "{text}, in order");
            assert_eq!(is_true(text, true, false), by_precedence, "{text}");
        }
    }
}
