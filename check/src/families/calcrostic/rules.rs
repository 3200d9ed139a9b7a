//! The rule evaluator of calcrostics: values for the letters, the grid that they spell, and lines
//! in exact arithmetic.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::Zero;
use serde_json::Value;

use super::{Calcrostic, GridLine, LineForm, Unknowns, Word};
use crate::puzzle::fraction::{apply, whole};
use crate::puzzle::grid::{Operator, Position};
use crate::puzzle::{Solution, Violation};

/// Every letter has an allowed value, the grid is what they spell, every line is true.
pub(super) fn check(puzzle: &Calcrostic, solution: &Solution) -> Result<(), Violation> {
    let (_, numbers) = read(puzzle, solution)?;
    for line in &puzzle.lines {
        let values: Vec<i64> = line.cells.iter().map(|position| numbers[position]).collect();
        if !holds(line, &values, puzzle.form) {
            let (first, last) = (line.cells[0], line.cells[line.cells.len() - 1]);
            return Err(Violation(format!("the line from {first} to {last} is not true")));
        }
    }
    Ok(())
}

/// The numbers by cell.
type Numbers = BTreeMap<Position, i64>;

/// The letters' values and the numbers of a solution's grid, which is what the letters spell.
pub(super) fn read(
    puzzle: &Calcrostic,
    solution: &Solution,
) -> Result<(BTreeMap<char, i64>, Numbers), Violation> {
    let wrong = |message: String| Err(Violation(message));
    let Some(fields) = solution.0.as_object() else { return wrong("it is not an object".into()) };
    if let Some(extra) = fields.keys().find(|key| !matches!(&key[..], "letters" | "grid")) {
        return wrong(format!("it has an unknown field `{extra}`"));
    }
    let letters = letters(puzzle, fields.get("letters"))?;
    let rows = fields.get("grid").ok_or_else(|| Violation("it has no `grid`".into()))?;
    let grid: Vec<Vec<String>> = serde_json::from_value(rows.clone())
        .map_err(|error| Violation(format!("grid: {error}")))?;
    let (height, width) = (puzzle.grid.len(), puzzle.grid[0].len());
    if grid.len() != height || grid.iter().any(|row| row.len() != width) {
        return wrong(format!("its grid is not {height} by {width} like the puzzle's"));
    }
    let mut numbers = BTreeMap::new();
    for (row, cells) in grid.iter().enumerate() {
        for (column, text) in cells.iter().enumerate() {
            let position = Position { row, column };
            let Some(word) = puzzle.words.get(&position) else {
                let asked = &puzzle.grid[row][column];
                let same = Operator::parse(text).is_some_and(|op| op.to_string() == *asked);
                if text != asked && !same {
                    return wrong(format!("{position}: `{text}` where the puzzle has `{asked}`"));
                }
                continue;
            };
            let spelled = word.filled(&letters).unwrap_or_default();
            if *text != spelled {
                return wrong(format!("{position}: `{text}`; the letters spell {spelled}"));
            }
            if matches!(word, Word::Digits(_)) && spelled.starts_with('0') {
                return wrong(format!("{position}: {spelled} starts with 0"));
            }
            let number = spelled.parse::<i64>();
            let number = number.map_err(|_| Violation(format!("{position}: it is too large")))?;
            numbers.insert(position, number);
        }
    }
    Ok((letters, numbers))
}

/// The values of exactly the puzzle's letters, each of them allowed.
fn letters(puzzle: &Calcrostic, stated: Option<&Value>) -> Result<BTreeMap<char, i64>, Violation> {
    let wrong = |message: String| Err(Violation(message));
    let Some(stated) = stated.and_then(Value::as_object) else {
        return wrong("it has no object `letters`".into());
    };
    let own = |key: &String| puzzle.letters.iter().any(|letter| letter.to_string() == *key);
    if let Some(extra) = stated.keys().find(|key| !own(key)) {
        return wrong(format!("letters: `{extra}` is not in the puzzle"));
    }
    let mut values: BTreeMap<char, i64> = BTreeMap::new();
    for &letter in &puzzle.letters {
        let value = stated.get(&letter.to_string()).and_then(Value::as_i64);
        let Some(value) = value else { return wrong(format!("letters: no number for `{letter}`")) };
        let (low, high) = match puzzle.unknowns {
            Unknowns::Digits => (0, 9),
            Unknowns::Numbers => (1, puzzle.max.unwrap_or(i64::MAX)),
        };
        if !(low..=high).contains(&value) {
            return wrong(format!("letters: {letter} is {value}, which is not allowed"));
        }
        let other = values.iter().find(|(_, other)| **other == value);
        if let (Unknowns::Digits, Some((other, _))) = (puzzle.unknowns, other) {
            return wrong(format!("letters: {other} and {letter} are both {value}"));
        }
        values.insert(letter, value);
    }
    Ok(values)
}

/// Whether a line with these numbers is true.
fn holds(line: &GridLine, numbers: &[i64], form: LineForm) -> bool {
    let numbers: Vec<BigRational> = numbers.iter().map(|&number| whole(number)).collect();
    match form {
        LineForm::Equations => {
            apply(&numbers[0], line.operators[0], &numbers[1]).as_ref() == Some(&numbers[2])
        }
        LineForm::Zero => value(&line.operators, &numbers).is_some_and(|value| value.is_zero()),
    }
}

/// What numbers and operators come to, products and quotients first; `None` for a division by zero.
fn value(operators: &[Operator], numbers: &[BigRational]) -> Option<BigRational> {
    let mut total = whole(0);
    let mut sign = Operator::Plus;
    let mut term = numbers[0].clone();
    for (&operator, number) in operators.iter().zip(&numbers[1..]) {
        match operator {
            Operator::Times | Operator::Divide => term = apply(&term, operator, number)?,
            Operator::Plus | Operator::Minus => {
                total = apply(&total, sign, &term)?;
                (sign, term) = (operator, number.clone());
            }
        }
    }
    apply(&total, sign, &term)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_come_before_sums() {
        let value = |text: &str| {
            let (mut operators, mut numbers) = (Vec::new(), Vec::new());
            for part in text.split(' ') {
                match Operator::parse(part) {
                    Some(operator) => operators.push(operator),
                    None => numbers.push(whole(part.parse().expect("a number"))),
                }
            }
            super::value(&operators, &numbers)
        };
        let cases = [
            ("12 - 2 × 6", 0),
            ("2 - 4 ÷ 2", 0),
            ("2 - 4 + 2", 0),
            ("10 - 2 - 8", 0),
            ("1 ÷ 2 × 4 - 2", 0),
            ("12 ÷ 2 ÷ 3 - 1", 1),
            ("2 + 3 × 4 - 20 ÷ 5", 10),
        ];
        for (text, expected) in cases {
            assert_eq!(value(text), Some(whole(expected)), "{text}");
        }
        assert_eq!(value("1 - 2 ÷ 0"), None);
    }
}
