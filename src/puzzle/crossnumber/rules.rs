//! The rule evaluator: digits, entries, variables and every condition, exactly.

use serde_json::{Map, Value};

use super::language::{Ref, Values};
use super::{CrossNumber, Entry, Layout};
use crate::puzzle::{Solution, Violation};

fn violation<T>(message: impl Into<String>) -> Result<T, Violation> {
    Err(Violation(message.into()))
}

/// The number that stands in an entry's cells.
pub fn written(entry: &Entry, digits: &[u8]) -> i64 {
    entry.cells.iter().fold(0, |value, &cell| 10 * value + i64::from(digits[cell]))
}

/// The digits by cell of a solution's grid.
pub fn digits(layout: &Layout, solution: &Solution) -> Result<Vec<u8>, Violation> {
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
                (_, None) => return violation(format!("{place}: `{found}` is no digit")),
            }
        }
    }
    Ok(digits)
}

/// Values by name, as a solution has them.
struct Filled {
    digits: Vec<u8>,
    written: Vec<i64>,
    values: Vec<i64>,
    variables: Vec<i64>,
}

impl Values for Filled {
    fn value(&self, name: Ref) -> i64 {
        match name {
            Ref::Value(entry) => self.values[entry],
            Ref::Grid(entry) => self.written[entry],
            Ref::Variable(variable) => self.variables[variable],
            Ref::Cell(cell) => i64::from(self.digits[cell]),
            Ref::This | Ref::GridThis => unreachable!("formulas are bound"),
        }
    }
}

/// Whether a solution, as it is printed, obeys every rule.
pub fn check(puzzle: &CrossNumber, solution: &Solution) -> Result<(), Violation> {
    let Some(fields) = solution.0.as_object() else { return violation("it is not an object") };
    let known = ["grid", "entries", "variables", "values"];
    if let Some(extra) = fields.keys().find(|key| !known.contains(&key.as_str())) {
        return violation(format!("it has an unknown field `{extra}`"));
    }
    let digits = digits(puzzle.layout(), solution)?;
    let entries = puzzle.entries();
    let written: Vec<i64> = entries.iter().map(|entry| written(entry, &digits)).collect();
    for (i, entry) in entries.iter().enumerate() {
        let name = &entry.name;
        if let Some(digit) =
            entry.cells.iter().map(|&cell| digits[cell]).find(|d| !puzzle.digits.contains(d))
        {
            return violation(format!("{name}: the digit {digit} is not allowed"));
        }
        if !puzzle.leading_zeros && digits[entry.cells[0]] == 0 {
            return violation(format!("{name}: it starts with 0"));
        }
        let equal = (0..i).find(|&other| written[other] == written[i]);
        if let Some(equal) = equal.filter(|_| puzzle.distinct) {
            let message = format!("{name}: {} stands at {} too", written[i], entries[equal].name);
            return violation(message);
        }
    }
    let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    if let Some(stated) = fields.get("entries") {
        let stated = numbers("entries", Some(stated), &names)?;
        if let Some(i) = (0..names.len()).find(|&i| stated[i] != written[i]) {
            let message =
                format!("{}: entries say {}, the grid has {}", names[i], stated[i], written[i]);
            return violation(message);
        }
    }
    let values = match puzzle.is_transformed() {
        true => numbers("values", fields.get("values"), &names)?,
        false if fields.contains_key("values") => {
            return violation("it has `values`, but there is no transform");
        }
        false => written.clone(),
    };
    for (i, name) in names.iter().enumerate().filter(|_| puzzle.is_transformed()) {
        let (low, high) = puzzle.value_range(i);
        if !(low..=high).contains(&values[i]) {
            return violation(format!("{name}: the value {} has not its length", values[i]));
        }
    }
    let variables = variables(puzzle, fields)?;
    let filled = Filled { digits, written, values, variables };
    for condition in &puzzle.conditions {
        if !condition.formula.holds(&filled) {
            let place = condition.entry.map_or("rules", |entry| names[entry]);
            return violation(format!("{place}: `{}` is not true", condition.statement.text));
        }
    }
    Ok(())
}

/// The variables' values: all there, each possible, and different where they have to be.
fn variables(puzzle: &CrossNumber, fields: &Map<String, Value>) -> Result<Vec<i64>, Violation> {
    if puzzle.variables().is_empty() && !fields.contains_key("variables") {
        return Ok(Vec::new());
    }
    let names: Vec<&str> = puzzle.variables().iter().map(String::as_str).collect();
    let values = numbers("variables", fields.get("variables"), &names)?;
    for group in &puzzle.groups {
        for (i, &variable) in group.members.iter().enumerate() {
            let (name, value) = (names[variable], values[variable]);
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
    Ok(values)
}

/// The numbers of an object with exactly these names.
fn numbers(field: &str, value: Option<&Value>, names: &[&str]) -> Result<Vec<i64>, Violation> {
    let Some(object) = value.and_then(Value::as_object) else {
        return violation(format!("it has no object `{field}`"));
    };
    if let Some(extra) = object.keys().find(|key| !names.contains(&key.as_str())) {
        return violation(format!("{field}: there is no `{extra}`"));
    }
    let number = |name: &&str| {
        let number = object.get(*name).and_then(Value::as_i64);
        number.ok_or_else(|| Violation(format!("{field}: no whole number for `{name}`")))
    };
    names.iter().map(number).collect()
}
