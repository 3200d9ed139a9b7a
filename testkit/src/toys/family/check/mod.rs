//! ladder: a sum of numbers from 1 to 9 in one row, each greater than the one before.

mod lower;
mod rules;

use serde_json::json;

use xwc_check::families::PUZZLE_SHAPE;
use xwc_check::plain::Plain;
use xwc_check::puzzle::grid::{Grid, GridCell, Operator, Position};
use xwc_check::puzzle::json::{Meta, Shape};
use xwc_check::puzzle::{
    Format, InputError, Labels, MAX_NUMBER, Puzzle, ReadOptions, Rejection, Solution, Violation,
};

/// The largest number of a ladder, and so the greatest number of its steps.
pub const LARGEST: i64 = 9;

/// The JSON object of a ladder.
#[derive(Debug, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schemars(rename = "ladder"))]
pub struct ToyFile {
    /// Always `ladder`.
    #[expect(dead_code, reason = "the registry has read it")]
    family: String,
    /// One row of cells: numbers or `_`, with `+` between them, then `=` and the total.
    grid: Vec<Vec<String>>,
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

impl Shape for ToyFile {
    const SHAPE: &'static str = PUZZLE_SHAPE;
}

/// A well-formed ladder.
#[derive(Debug)]
pub struct ToyLadder {
    grid: Grid,
    steps: Vec<Position>,
    total: i64,
    solution: Option<Solution>,
    labels: Labels,
}

impl ToyLadder {
    /// The puzzle of a grid, if it is a legal one.
    ///
    /// # Errors
    ///
    /// What is malformed, and where.
    pub fn new(grid: Grid) -> Result<Self, InputError> {
        let (height, width) = (grid.height(), grid.width());
        let n_steps = width / 2;
        if height != 1 || width % 2 == 0 || !(2..=LARGEST as usize).contains(&n_steps) {
            let allowed = format!("one row of 2 to {LARGEST} numbers, signs and a total");
            let message = format!("{height} by {width} cells; it must be {allowed}");
            return Err(InputError::field("grid", message));
        }
        let (mut steps, mut total) = (Vec::new(), 0);
        for position in grid.positions() {
            let cell = grid.at(position);
            let allowed = match (position.column, cell) {
                (column, GridCell::Number(0..=MAX_NUMBER)) if column + 1 == width => continue,
                (column, _) if column + 1 == width => format!("a total up to {MAX_NUMBER}"),
                (column, GridCell::Equals) if column + 2 == width => continue,
                (column, _) if column + 2 == width => "`=`".to_string(),
                (column, GridCell::Blank | GridCell::Number(1..=LARGEST)) if column % 2 == 0 => {
                    continue;
                }
                (column, _) if column % 2 == 0 => format!("`_` or a number from 1 to {LARGEST}"),
                (_, GridCell::Operator(Operator::Plus)) => continue,
                _ => "`+`".to_string(),
            };
            return Err(position.error(format!("found `{cell}`; it must be {allowed}")));
        }
        for position in grid.positions().step_by(2) {
            match grid.at(position) {
                GridCell::Number(value) if position.column + 1 == width => total = value,
                _ => steps.push(position),
            }
        }
        Ok(Self { grid, steps, total, solution: None, labels: Labels::default() })
    }

    /// The row with its blanks.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The cells of the numbers that are added, from left to right.
    pub fn steps(&self) -> &[Position] {
        &self.steps
    }

    /// What they come to.
    pub fn total(&self) -> i64 {
        self.total
    }
}

impl Format for ToyLadder {
    const FAMILY: &'static str = "ladder";
    const SUMMARY: &'static str = "a sum of numbers, each greater than the one before";
    const SCHEMA: &'static str = include_str!("schema.json");
    type File = ToyFile;

    fn from_file(file: ToyFile, _: &ReadOptions) -> Result<Self, InputError> {
        let puzzle = Self::new(Grid::parse(&file.grid)?)?;
        let labels = Labels { title: file.title, author: file.author, note: file.note };
        Ok(Self { solution: file.solution.map(Solution::normal), labels, ..puzzle })
    }
}

impl Puzzle for ToyLadder {
    fn family(&self) -> &'static str {
        Self::FAMILY
    }

    fn check(&self, solution: &Solution) -> Result<(), Rejection> {
        Ok(rules::check(self, solution)?)
    }

    fn canonical_solution(&self, solution: &Solution) -> Result<Solution, Violation> {
        Ok(Solution::of_grid(&rules::filled(self, solution)?))
    }

    fn canonical(&self) -> serde_json::Value {
        json!({ "family": Self::FAMILY, "grid": self.grid.texts() })
    }

    fn stated_solution(&self) -> Option<&Solution> {
        self.solution.as_ref()
    }

    fn labels(&self) -> &Labels {
        &self.labels
    }
}

/// There are no plain rules; certificates rest on the lowering.
impl Plain for ToyLadder {}
