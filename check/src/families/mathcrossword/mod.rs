//! mathcrossword: crossing equations `a op b = c`, blanks filled from an exact pool of numbers.

mod layout;
mod lower;
mod plain;
mod rules;

use std::fmt;

use serde::de::{Deserialize, Deserializer};
use serde_json::json;

use crate::puzzle::grid::{Grid, GridCell, Operator, Position};
use crate::puzzle::json::{Meta, Object, Shape, word};
use crate::puzzle::number::Ordinal;
use crate::puzzle::{
    Format, InputError, Labels, MAX_NUMBER, Puzzle, ReadOptions, Rejection, Solution, Tile,
    Violation,
};

/// The JSON object of a mathcrossword.
#[derive(Debug, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schemars(rename = "mathcrossword"))]
pub struct MathCrosswordFile {
    /// Always `mathcrossword`.
    #[expect(dead_code, reason = "the registry has read it")]
    family: String,
    /// Rows of cells: a number, `_` (blank), `#` (blocked), `=`, or an operator.
    grid: Vec<Vec<String>>,
    /// The numbers that the blanks use up, each exactly once.
    pool: Vec<Tile>,
    /// The equations, if runs of cells do not say what they are.
    equations: Option<Vec<Object<Listed>>>,
    /// The setter's answer; checked, never trusted.
    solution: Option<Solution>,
    /// What the puzzle is called.
    title: Option<String>,
    /// Who made it.
    author: Option<String>,
    /// Anything else that players should know.
    note: Option<String>,
    /// Free-form; not read.
    #[expect(dead_code, reason = "anything may stand in it, and nothing is done with it")]
    meta: Option<Meta>,
}

impl Shape for MathCrosswordFile {
    const SHAPE: &'static str = super::PUZZLE_SHAPE;
}

/// An equation by its first cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// Row of the first cell, from 1.
    row: Ordinal,
    /// Column of the first cell, from 1.
    column: Ordinal,
    /// Where the other four cells follow.
    direction: EquationDirection,
}

impl Shape for Listed {
    const SHAPE: &'static str =
        r#"an object such as {"row": 1, "column": 1, "direction": "across"}"#;
}

/// Reading direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum EquationDirection {
    /// Left to right.
    Across,
    /// Top to bottom.
    Down,
}

impl<'de> Deserialize<'de> for EquationDirection {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        word(
            deserializer,
            &[("across", EquationDirection::Across), ("down", EquationDirection::Down)],
        )
    }
}

impl fmt::Display for EquationDirection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EquationDirection::Across => "across",
            EquationDirection::Down => "down",
        })
    }
}

/// `a op b = c` with its three number cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equation {
    /// Left operand, right operand, result.
    pub numbers: [Position; 3],
    /// The operator.
    pub operator: Operator,
}

impl Equation {
    /// Whether the equation is true with these three numbers.
    pub fn holds(&self, [a, b, c]: [i64; 3]) -> bool {
        rules::is_true(a, self.operator, b, c)
    }
}

/// A well-formed mathcrossword.
#[derive(Debug)]
pub struct MathCrossword {
    grid: Grid,
    equations: Vec<Equation>,
    pool: Vec<i64>,
    /// Where the equations are, if the file lists them.
    listed: Option<Vec<Listed>>,
    solution: Option<Solution>,
    labels: Labels,
}

impl MathCrossword {
    /// The grid with its blanks.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The equations, across before down where the layout is by runs.
    pub fn equations(&self) -> &[Equation] {
        &self.equations
    }

    /// The tiles, ascending.
    pub fn pool(&self) -> &[i64] {
        &self.pool
    }
}

impl Format for MathCrossword {
    const FAMILY: &'static str = "mathcrossword";
    const SUMMARY: &'static str = "crossing equations, blanks filled from a pool of numbers";
    const SCHEMA: &'static str = include_str!("schema.json");
    type File = MathCrosswordFile;

    fn from_file(file: MathCrosswordFile, _: &ReadOptions) -> Result<Self, InputError> {
        let listed: Option<Vec<Listed>> =
            file.equations.map(|list| list.into_iter().map(|Object(listed)| listed).collect());
        let pool = file.pool.iter().map(|tile| tile.0).collect();
        let mut puzzle = Self::new(Grid::parse(&file.grid)?, pool, listed)?;
        puzzle.solution = file.solution.map(Solution::normal);
        puzzle.labels = Labels { title: file.title, author: file.author, note: file.note };
        Ok(puzzle)
    }
}

impl MathCrossword {
    /// The puzzle of a grid and a pool, if it is a legal one; `listed` if runs of cells do not say
    /// what the equations are.
    ///
    /// # Errors
    ///
    /// If the input is malformed; the error says what is wrong, and where.
    pub fn new(
        grid: Grid,
        mut pool: Vec<i64>,
        listed: Option<Vec<Listed>>,
    ) -> Result<Self, InputError> {
        for position in grid.positions() {
            match grid.at(position) {
                GridCell::Number(value @ ..0) => {
                    return Err(position.error(format!("found {value}; numbers are not negative")));
                }
                GridCell::Number(value) if value > MAX_NUMBER => {
                    let message = format!("found {value}; numbers go up to {MAX_NUMBER}");
                    return Err(position.error(message));
                }
                _ => {}
            }
        }
        let equations = layout::equations(&grid, listed.as_deref())?;
        let blanks = grid.blanks().count();
        if pool.len() != blanks {
            let message = format!(
                "{} numbers for {blanks} blank cells; each blank uses up exactly one",
                pool.len()
            );
            return Err(InputError::field("pool", message));
        }
        pool.sort_unstable();
        Ok(Self { grid, equations, pool, listed, solution: None, labels: Labels::default() })
    }
}

impl Puzzle for MathCrossword {
    fn family(&self) -> &'static str {
        Self::FAMILY
    }

    fn check(&self, solution: &Solution) -> Result<(), Rejection> {
        Ok(rules::check(self, solution)?)
    }

    fn canonical_solution(&self, solution: &Solution) -> Result<Solution, Violation> {
        Ok(Solution::of_grid(&rules::filled(self, solution)?))
    }

    fn labels(&self) -> &Labels {
        &self.labels
    }

    fn canonical(&self) -> serde_json::Value {
        let (grid, pool) = (self.grid.texts(), &self.pool);
        match &self.listed {
            None => json!({ "family": Self::FAMILY, "grid": grid, "pool": pool }),
            Some(listed) => {
                json!({ "family": Self::FAMILY, "grid": grid, "pool": pool, "equations": listed })
            }
        }
    }

    fn stated_solution(&self) -> Option<&Solution> {
        self.solution.as_ref()
    }
}
