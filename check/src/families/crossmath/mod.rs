//! crossmath: a block of operands in which every row and column is an expression with its result.

mod lower;
mod plain;
mod rules;

use num_bigint::BigInt;
use serde::de::{Deserialize, Deserializer};
use serde_json::json;

use crate::puzzle::grid::{Grid, GridCell, Operator, Position};
use crate::puzzle::json::{Meta, Object, Shape, word};
use crate::puzzle::number::Bound;
use crate::puzzle::{
    Format, InputError, Labels, Puzzle, ReadOptions, Rejection, Solution, Violation,
};

/// The JSON object of a crossmath.
#[derive(Debug, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schemars(rename = "crossmath"))]
pub struct CrossMathFile {
    /// Always `crossmath`.
    #[expect(dead_code, reason = "the registry has read it")]
    family: String,
    /// Operands on the odd rows and columns, operators between them, then `=` and the results.
    grid: Vec<Vec<String>>,
    /// What the operands may be; 1 to 9, each once, if nothing is said.
    #[serde(default)]
    values: Object<OperandValues>,
    /// Whether every division step must come out whole.
    #[serde(default)]
    division: Division,
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

impl Shape for CrossMathFile {
    const SHAPE: &'static str = super::PUZZLE_SHAPE;
}

/// What the operands may be.
#[derive(Clone, Copy, Debug, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OperandValues {
    /// The smallest operand.
    min: Bound,
    /// The largest operand.
    max: Bound,
    /// No operand twice.
    #[serde(default = "yes")]
    distinct: bool,
}

impl OperandValues {
    /// From 1 to the largest.
    pub fn up_to(max: i64, distinct: bool) -> Self {
        Self { min: Bound(1), max: Bound(max), distinct }
    }
}

impl Shape for OperandValues {
    const SHAPE: &'static str = r#"an object such as {"min": 1, "max": 9, "distinct": true}"#;
}

fn yes() -> bool {
    true
}

impl Default for OperandValues {
    fn default() -> Self {
        Self { min: Bound(1), max: Bound(9), distinct: true }
    }
}

/// What a division step may yield.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Division {
    /// Whole numbers only.
    #[default]
    Exact,
    /// Fractions; the result of the whole expression is whole.
    Rational,
}

impl<'de> Deserialize<'de> for Division {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        word(deserializer, &[("exact", Division::Exact), ("rational", Division::Rational)])
    }
}

/// One row or column: `((first op operand) op operand) … = result`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// The first operand.
    pub first: Position,
    /// What follows, to be applied strictly in this order.
    pub steps: Vec<(Operator, Position)>,
    /// The result.
    pub result: Position,
}

/// A well-formed crossmath.
#[derive(Debug)]
pub struct CrossMath {
    grid: Grid,
    operands: Vec<Position>,
    expressions: Vec<Expression>,
    values: OperandValues,
    division: Division,
    solution: Option<Solution>,
    labels: Labels,
}

impl CrossMath {
    /// The grid with its blanks.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The cells of the operands, row by row.
    pub fn operands(&self) -> &[Position] {
        &self.operands
    }

    /// The rows, then the columns.
    pub fn expressions(&self) -> &[Expression] {
        &self.expressions
    }

    /// The smallest and the largest operand.
    pub fn range(&self) -> (i64, i64) {
        (self.values.min.0, self.values.max.0)
    }

    /// Whether no operand may occur twice.
    pub fn distinct(&self) -> bool {
        self.values.distinct
    }

    /// What an expression comes to, if that is a whole number and every step is allowed.
    pub fn value(
        &self,
        expression: &Expression,
        number: impl Fn(Position) -> i64,
    ) -> Option<BigInt> {
        let value = rules::evaluate(expression, self.division, number)?;
        value.is_integer().then(|| value.to_integer())
    }

    /// What division steps may yield.
    pub fn division(&self) -> Division {
        self.division
    }
}

impl Format for CrossMath {
    const FAMILY: &'static str = "crossmath";
    const SUMMARY: &'static str = "a block of numbers, each row and column an expression";
    const SCHEMA: &'static str = include_str!("schema.json");
    type File = CrossMathFile;

    fn from_file(file: CrossMathFile, _: &ReadOptions) -> Result<Self, InputError> {
        let mut puzzle = Self::new(Grid::parse(&file.grid)?, file.values.0, file.division)?;
        puzzle.solution = file.solution.map(Solution::normal);
        puzzle.labels = Labels { title: file.title, author: file.author, note: file.note };
        Ok(puzzle)
    }
}

impl CrossMath {
    /// The puzzle of a grid, if it is a legal one.
    ///
    /// # Errors
    ///
    /// If the input is malformed; the error says what is wrong, and where.
    pub fn new(grid: Grid, values: OperandValues, division: Division) -> Result<Self, InputError> {
        let OperandValues { min: Bound(min), max: Bound(max), .. } = values;
        if min > max {
            return Err(InputError::field("values", format!("min {min} is above max {max}")));
        }
        check_shape(&grid)?;
        let (rows, columns) = ((grid.height() - 1) / 2, (grid.width() - 1) / 2);
        let at = |row: usize, column: usize| Position { row, column };
        let operands: Vec<Position> = (0..rows)
            .flat_map(|row| (0..columns).map(move |column| at(2 * row, 2 * column)))
            .collect();
        for &position in &operands {
            if let GridCell::Number(value) = grid.at(position)
                && !(min..=max).contains(&value)
            {
                let message = format!("found {value}; `values` allows {min} to {max}");
                return Err(position.error(message));
            }
        }
        let across = (0..rows).map(|row| expression(&grid, columns, |i| at(2 * row, i)));
        let down = (0..columns).map(|column| expression(&grid, rows, |i| at(i, 2 * column)));
        let expressions = across.chain(down).collect();
        let (solution, labels) = (None, Labels::default());
        Ok(Self { grid, operands, expressions, values, division, solution, labels })
    }
}

/// The expression with this many operands along a line of cells.
fn expression(grid: &Grid, operands: usize, cell: impl Fn(usize) -> Position) -> Expression {
    let step = |i: usize| match grid.at(cell(2 * i - 1)) {
        GridCell::Operator(operator) => (operator, cell(2 * i)),
        _ => unreachable!("the shape was checked"),
    };
    Expression {
        first: cell(0),
        steps: (1..operands).map(step).collect(),
        result: cell(2 * operands),
    }
}

/// The grid is 2m+1 by 2n+1 and every cell is of the kind that its place asks for.
fn check_shape(grid: &Grid) -> Result<(), InputError> {
    let (height, width) = (grid.height(), grid.width());
    if height < 5 || width < 5 || height % 2 == 0 || width % 2 == 0 {
        return Err(InputError::field(
            "grid",
            format!(
                "{height} rows and {width} columns; m × n operands take 2m+1 rows and 2n+1 \
                 columns, m and n at least 2"
            ),
        ));
    }
    let (equals_row, equals_column) = (height - 2, width - 2);
    for position in grid.positions() {
        let Position { row, column } = position;
        let operand_line = |i: usize, equals: usize| i.is_multiple_of(2) && i < equals;
        let (across, down) = (operand_line(row, equals_row), operand_line(column, equals_column));
        let cell = grid.at(position);
        let (fits, allowed) = match (across, down) {
            (true, true) => (cell.is_number(), "a number or `_`"),
            (true, false) | (false, true) => {
                let (along, equals) =
                    if across { (column, equals_column) } else { (row, equals_row) };
                match along {
                    _ if along < equals => {
                        (matches!(cell, GridCell::Operator(_)), "one of + - × ÷")
                    }
                    _ if along == equals => (cell == GridCell::Equals, "`=`"),
                    _ => (cell.is_number(), "the result, a number or `_`"),
                }
            }
            (false, false) => (cell == GridCell::Blocked, "`#`"),
        };
        if !fits {
            return Err(position.error(format!("found `{cell}`; it must be {allowed}")));
        }
    }
    Ok(())
}

impl Puzzle for CrossMath {
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
        let (min, max) = self.range();
        json!({
            "family": Self::FAMILY,
            "grid": self.grid.texts(),
            "values": { "min": min, "max": max, "distinct": self.distinct() },
            "division": self.division,
        })
    }

    fn stated_solution(&self) -> Option<&Solution> {
        self.solution.as_ref()
    }
}
