//! The answer to the question which operators let every line of some numbers come to zero.

use std::fmt;

use serde::Serialize;

use super::AtlasError;
use super::systems::{Counts, counts};
use super::unbounded::{Decided, decide};
use super::zero::{Solved, distinct, lists_all, search, settings};
use crate::solve::Budget;

/// The answer, as text for people and as an object for programs.
#[derive(Debug, Serialize)]
struct ZeroReport {
    size: String,
    max: Option<i64>,
    settings_examined: Option<u64>,
    settings_with_solutions: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    systems: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    systems_up_to_mirror: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    settings_without_solutions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    settings_unknown: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    questions: Option<u64>,
    solutions: Vec<Solved>,
    #[serde(skip)]
    settings: u128,
    #[serde(skip)]
    sides: (usize, usize),
}

/// Finds out which operators let every row, column and diagonal of a block of numbers come to zero, with
/// numbers up to `max`, or decides every setting without a bound if there is none. The answer has the
/// counts and the solutions: a text with grids for people, an object for programs.
///
/// `done` is called with the number of systems decided so far, of 46,656.
///
/// # Errors
///
/// If the size or the bound is out of range, there are too many solutions, or this build cannot decide
/// questions without a bound.
pub fn zero(
    (rows, columns): (usize, usize),
    max: Option<i64>,
    done: &mut dyn FnMut(u64),
) -> Result<impl fmt::Display + Serialize + Send + use<>, AtlasError> {
    let settings = settings(rows, columns)?;
    let counts = ((rows, columns) == (3, 3)).then(counts);
    let decided = match max {
        Some(max) => Decided { solutions: search(rows, columns, max)?, ..Decided::default() },
        None if counts.is_some() => decide(Budget::default(), done)?,
        None => return Err(AtlasError::Unbounded),
    };
    let Decided { solutions, refuted, unknown, questions } = decided;
    // Where not every setting is listed, their number is not known.
    let with_solutions = lists_all(rows, columns).then(|| distinct(&solutions).len());
    let unbounded = |count: u64| max.is_none().then_some(count);
    Ok(ZeroReport {
        size: format!("{rows}x{columns}"),
        max,
        settings_examined: u64::try_from(settings).ok(),
        settings_with_solutions: with_solutions,
        systems: counts.map(|Counts { systems, .. }| systems),
        systems_up_to_mirror: counts.map(|Counts { up_to_mirror, .. }| up_to_mirror),
        settings_without_solutions: unbounded(refuted),
        settings_unknown: unbounded(unknown),
        questions: unbounded(questions),
        solutions,
        settings,
        sides: (rows, columns),
    })
}

impl fmt::Display for ZeroReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, columns) = self.sides;
        writeln!(f, "Settings of {rows} by {columns} numbers with a minus in every line and all")?;
        writeln!(f, "four operators: {}", self.settings)?;
        if let (Some(systems), Some(up_to_mirror)) = (self.systems, self.systems_up_to_mirror) {
            write!(f, "Different systems of equations among them: {systems}, ")?;
            writeln!(f, "{up_to_mirror} up to mirroring left and right")?;
        }
        if let (Some(refuted), Some(unknown)) =
            (self.settings_without_solutions, self.settings_unknown)
        {
            writeln!(f, "Without solutions, whatever the numbers: {refuted}")?;
            writeln!(f, "Unknown: {unknown}")?;
        }
        let bound = self.max.map(|max| format!(" up to {max}")).unwrap_or_default();
        match self.settings_with_solutions {
            Some(number) => writeln!(f, "With solutions{bound}: {number}")?,
            None => writeln!(f, "Numbers{bound}, each with one of its settings:")?,
        }
        self.solutions.iter().try_for_each(|solved| draw(f, &solved.grid))
    }
}

/// Numbers and operators in columns.
fn draw(f: &mut fmt::Formatter<'_>, grid: &[Vec<String>]) -> fmt::Result {
    let cells = grid.iter().flatten();
    let width = cells.map(|text| text.chars().count()).max().unwrap_or(1);
    writeln!(f)?;
    for row in grid {
        let row: Vec<String> = row.iter().map(|text| format!("{text:>width$}")).collect();
        writeln!(f, "{}", row.join(" "))?;
    }
    Ok(())
}
