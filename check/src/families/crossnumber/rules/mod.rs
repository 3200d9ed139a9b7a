//! The rule evaluator of crossnumbers: digits, entries, variables and every condition, exactly.
//!
//! It walks the syntax tree with fractions of any size, and has nothing in common with the lowering
//! but that tree. What it cannot find out it calls undecided, never false.

mod ask;
mod bounds;
mod contract;
mod functions;
mod interval;
mod lemma;
mod members;
mod number;
mod primes;
mod truth;
mod types;
mod work;

#[cfg(test)]
mod tests;

use num_bigint::BigInt;
use serde_json::{Map, Value};

pub use self::ask::{Referee, World};
pub(crate) use self::ask::{constants, member_range};
pub(crate) use self::bounds::{Ranges, check_bounds, claim_ranges};
pub use self::functions::Tally;
pub(crate) use self::interval::{End, Interval};
pub(crate) use self::lemma::check_lemma;
pub(crate) use self::members::Members;
pub(crate) use self::number::Gap;
pub use self::truth::Truth;
pub use self::types::belongs;
pub(crate) use self::work::Work;
use super::language::Ref;
use super::{CrossNumber, Entry, Layout};
use crate::puzzle::{Rejection, Solution, Violation};

fn violation<T>(message: impl Into<String>) -> Result<T, Violation> {
    Err(Violation(message.into()))
}

/// The number that stands in an entry's cells.
pub(crate) fn written(entry: &Entry, digits: &[u8]) -> i64 {
    entry.cells.iter().fold(0, |value, &cell| 10 * value + i64::from(digits[cell]))
}

/// The digits by cell of a solution's grid.
pub(crate) fn digits(layout: &Layout, solution: &Solution) -> Result<Vec<u8>, Violation> {
    let rows = solution.0.get("grid").and_then(Value::as_array);
    let Some(rows) = rows else { return violation("it has no `grid` of rows") };
    let rows: Option<Vec<&str>> = rows.iter().map(Value::as_str).collect();
    let Some(rows) = rows else { return violation("grid: a row is a text such as `12#4`") };
    let expected = layout.rows(|_| 0);
    let fits = rows.len() == expected.len()
        && rows.iter().zip(&expected).all(|(row, other)| row.chars().count() == other.len());
    if !fits {
        let (height, width) = (expected.len(), expected[0].len());
        return violation(format!("its grid is not one of {height} rows and {width} columns"));
    }
    let mut digits = Vec::with_capacity(layout.cells.len());
    for (row, (found, expected)) in rows.iter().zip(&expected).enumerate() {
        for (column, (found, expected)) in found.chars().zip(expected.chars()).enumerate() {
            let place = format!("row {}, column {}", row + 1, column + 1);
            match (expected, found.to_digit(10)) {
                ('#', _) if found == '#' => {}
                ('#', _) => return violation(format!("{place}: `{found}` where no entry is")),
                (_, Some(digit)) => digits.push(digit as u8),
                (_, None) => return violation(format!("{place}: `{found}` is not a digit")),
            }
        }
    }
    Ok(digits)
}

/// What a solution fills in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Filling {
    /// By cell.
    pub digits: Vec<u8>,
    /// By variable.
    pub variables: Vec<i64>,
    /// By entry: the values of the clues.
    pub values: Vec<i64>,
}

impl Filling {
    /// The filling of a solution that says what it has to say, and nothing else.
    pub(crate) fn read(puzzle: &CrossNumber, solution: &Solution) -> Result<Self, Violation> {
        let Some(fields) = solution.0.as_object() else { return violation("it is not an object") };
        let known = ["grid", "entries", "variables", "values"];
        if let Some(extra) = fields.keys().find(|key| !known.contains(&key.as_str())) {
            return violation(format!("it has an unknown field `{extra}`"));
        }
        let digits = digits(puzzle.layout(), solution)?;
        let entries = puzzle.entries();
        let written: Vec<i64> = entries.iter().map(|entry| written(entry, &digits)).collect();
        let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
        let stated = numbers("entries", fields.get("entries"), &names)?;
        if let Some(i) = (0..names.len()).find(|&i| stated[i] != written[i]) {
            let message =
                format!("{}: entries say {}, the grid has {}", names[i], stated[i], written[i]);
            return violation(message);
        }
        let values = match puzzle.is_transformed() {
            true => numbers("values", fields.get("values"), &names)?,
            false if fields.contains_key("values") => {
                return violation("it has `values`, but there is no transform");
            }
            false => written,
        };
        let names: Vec<&str> = puzzle.variables().iter().map(String::as_str).collect();
        let variables = numbers("variables", fields.get("variables"), &names)?;
        Ok(Self { digits, variables, values })
    }
}

/// The numbers of an object with exactly these names.
fn numbers(field: &str, value: Option<&Value>, names: &[&str]) -> Result<Vec<i64>, Violation> {
    let Some(object) = value.and_then(Value::as_object) else {
        return violation(format!("it has no object `{field}`"));
    };
    let unknown = |object: &Map<String, Value>| {
        object.keys().find(|key| !names.contains(&key.as_str())).cloned()
    };
    if object.len() > names.len()
        && let Some(extra) = unknown(object)
    {
        return violation(format!("{field}: there is no `{extra}`"));
    }
    let number = |name: &&str| {
        let number = object.get(*name).and_then(Value::as_i64);
        number.ok_or_else(|| Violation(format!("{field}: no whole number for `{name}`")))
    };
    names.iter().map(number).collect()
}

/// A filling as conditions see it.
struct FilledWorld<'a> {
    filling: &'a Filling,
    written: Vec<i64>,
    tally: Tally,
}

impl World for FilledWorld<'_> {
    fn value(&self, name: Ref) -> Option<BigInt> {
        Some(match name {
            Ref::Value(entry) => self.filling.values[entry].into(),
            Ref::Grid(entry) => self.written[entry].into(),
            Ref::Variable(variable) => self.filling.variables[variable].into(),
            Ref::Cell(cell) => self.filling.digits[cell].into(),
            Ref::This | Ref::GridThis => unreachable!("`this` is refused where there is none"),
        })
    }

    fn n_entries(&self) -> usize {
        self.written.len()
    }

    fn n_cells(&self) -> usize {
        self.filling.digits.len()
    }

    fn tally(&self) -> &Tally {
        &self.tally
    }
}

/// Whether a solution, as it is printed, obeys every rule.
pub(crate) fn check(puzzle: &CrossNumber, solution: &Solution) -> Result<(), Rejection> {
    let filling = Filling::read(puzzle, solution)?;
    let written = entries(puzzle, &filling.digits)?;
    values(puzzle, &filling.values)?;
    variables(puzzle, &filling.variables)?;
    let mut counts = [0; 10];
    filling.digits.iter().for_each(|&digit| counts[usize::from(digit)] += 1);
    let filled = FilledWorld { filling: &filling, written, tally: Tally { counts: Some(counts) } };
    let referee = Referee::new(&filled);
    let mut undecided = None;
    for condition in puzzle.conditions() {
        let place = || match condition.entry {
            Some(entry) => &puzzle.entries()[entry].name,
            None => "rules",
        };
        let text = &condition.statement.text;
        match referee.truth(&condition.statement, condition.entry) {
            Truth::True => {}
            Truth::False => {
                return Err(Violation(format!("{}: `{text}` is not true", place())).into());
            }
            Truth::Undecided(reason) => {
                let message = || format!("{}: `{text}` is undecided: {reason}", place());
                undecided.get_or_insert_with(message);
            }
        }
    }
    undecided.map_or(Ok(()), |message| Err(Rejection::Undecided(message)))
}

/// What stands in the entries, if the digits are allowed, no entry starts with 0 that must not, and
/// all are different that have to be.
fn entries(puzzle: &CrossNumber, digits: &[u8]) -> Result<Vec<i64>, Violation> {
    let entries = puzzle.entries();
    let written: Vec<i64> = entries.iter().map(|entry| written(entry, digits)).collect();
    for (i, entry) in entries.iter().enumerate() {
        let name = &entry.name;
        let mut own = entry.cells.iter().map(|&cell| digits[cell]);
        if let Some(digit) = own.find(|digit| !puzzle.digits().contains(digit)) {
            return violation(format!("{name}: the digit {digit} is not allowed"));
        }
        if !puzzle.leading_zeros() && digits[entry.cells[0]] == 0 {
            return violation(format!("{name}: it starts with 0"));
        }
        let equal = (0..i).find(|&other| written[other] == written[i]);
        if let Some(equal) = equal.filter(|_| puzzle.distinct()) {
            let message = format!("{name}: {} stands at {} too", written[i], entries[equal].name);
            return violation(message);
        }
    }
    Ok(written)
}

/// With a transform, values have as many digits as they may have.
fn values(puzzle: &CrossNumber, values: &[i64]) -> Result<(), Violation> {
    for (i, entry) in puzzle.entries().iter().enumerate().filter(|_| puzzle.is_transformed()) {
        let (low, high) = puzzle.value_range(i);
        if !(low..=high).contains(&values[i]) {
            let (name, value) = (&entry.name, values[i]);
            return violation(format!("{name}: the value {value} is not from {low} to {high}"));
        }
    }
    Ok(())
}

/// The variables' values: each possible, and different where they have to be.
fn variables(puzzle: &CrossNumber, values: &[i64]) -> Result<(), Violation> {
    let names = puzzle.variables();
    for group in puzzle.groups() {
        for (i, &variable) in group.members.iter().enumerate() {
            let (name, value) = (&names[variable], values[variable]);
            if !group.values.contains(value) {
                return violation(format!("variables: {name} cannot be {value}"));
            }
            let equal = group.members[..i].iter().find(|&&other| values[other] == value);
            if let Some(&equal) = equal.filter(|_| group.distinct) {
                let message = format!("variables: {name} and {} are both {value}", names[equal]);
                return violation(message);
            }
        }
    }
    Ok(())
}
