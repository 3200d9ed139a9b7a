//! A solution in the very form in which it is printed.
//!
//! The rule evaluators read this form and nothing else, so what they approve of is what the user
//! gets to see.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Violation;
use super::grid::{Grid, Position};

/// The JSON object under `solution` or `solutions`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Solution(pub Value);

impl Solution {
    /// `{"grid": …}`
    pub fn of_grid(grid: &Grid) -> Self {
        Self(json!({ "grid": grid.texts() }))
    }

    /// The same solution in the spelling in which it would be printed, if it can be read at all.
    #[must_use]
    pub fn normal(self) -> Self {
        match self.grid() {
            Ok(grid) => Self::of_grid(&grid),
            Err(_) => self,
        }
    }

    /// The grid of a solution that consists of a grid and nothing else.
    ///
    /// # Errors
    ///
    /// If it is malformed; the error says what is wrong.
    pub fn grid(&self) -> Result<Grid, Violation> {
        let fields = self.0.as_object().ok_or_else(|| Violation("it is not an object".into()))?;
        if let Some(extra) = fields.keys().find(|key| *key != "grid") {
            return Err(Violation(format!("it has an unknown field `{extra}`")));
        }
        let rows = fields.get("grid").ok_or_else(|| Violation("it has no `grid`".into()))?;
        let rows: Vec<Vec<String>> = serde_json::from_value(rows.clone())
            .map_err(|error| Violation(format!("grid: {error}")))?;
        Grid::parse(&rows).map_err(|error| Violation(error.to_string()))
    }

    /// The cells in which two solutions of the same puzzle differ.
    pub fn differences(&self, other: &Self) -> Vec<Difference> {
        let (mine, theirs) = (self.cells(), other.cells());
        let mut differences = Vec::new();
        for (row, (left, right)) in mine.iter().zip(&theirs).enumerate() {
            for (column, (one, two)) in left.iter().zip(right).enumerate() {
                if one != two {
                    let values = [one.clone(), two.clone()];
                    differences.push(Difference { row: row + 1, column: column + 1, values });
                }
            }
        }
        differences
    }

    /// The texts of the cells; rows may be lists or, one character per cell, strings.
    pub fn cells(&self) -> Vec<Vec<String>> {
        let rows = self.0.get("grid").and_then(Value::as_array).map(Vec::as_slice);
        let cells = |row: &Value| match row {
            Value::String(row) => row.chars().map(String::from).collect(),
            Value::Array(row) => {
                row.iter().map(|cell| cell.as_str().unwrap_or_default().to_string()).collect()
            }
            _ => Vec::new(),
        };
        rows.unwrap_or_default().iter().map(cells).collect()
    }
}

/// A cell in which two solutions differ; row and column count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// Counted from 1.
    pub row: usize,
    /// Counted from 1.
    pub column: usize,
    /// What the two solutions have there.
    pub values: [String; 2],
}

impl Difference {
    /// The cell, counted from 0.
    pub fn position(&self) -> Position {
        Position { row: self.row - 1, column: self.column - 1 }
    }
}
