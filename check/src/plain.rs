//! The rules a third time, as plainly as they can be written: pseudo-Boolean constraints over
//! "this cell has this value", straight from the puzzle.
//!
//! Nothing here knows the model, the lowering or an encoding, and there are no auxiliary variables:
//! a reader can compare these lines with the rules of the puzzle and see that they say the same.

use std::collections::BTreeMap;
use std::io::{self, Write};

use thiserror::Error;

use crate::puzzle::Solution;
use crate::puzzle::grid::{Grid, GridCell, Position};

/// A puzzle with more lines is refused.
pub(crate) const MAX_LINES: usize = 1_000_000;

/// A family that can state its rules plainly.
pub trait Plain {
    /// The rules, and that the solution is none of these; `None` for a family without plain rules.
    ///
    /// # Errors
    ///
    /// If they would be too long.
    fn plain(&self, _but: &[Solution]) -> Option<Result<Rules, TooLong>> {
        None
    }
}

/// There are too many lines.
#[derive(Debug, Error)]
#[error("the plain rules have over {MAX_LINES} lines; such a puzzle cannot be justified")]
pub struct TooLong;

/// "This cell has this value".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlainVariable {
    /// The cell.
    pub cell: Position,
    /// The value.
    pub value: i64,
}

impl PlainVariable {
    /// The name in files, such as `r1c3_7`.
    pub fn name(self) -> String {
        format!("r{}c{}_{}", self.cell.row + 1, self.cell.column + 1, self.value)
    }
}

/// A variable by its position in [`Rules::variables`], or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainLiteral {
    /// The position.
    pub variable: usize,
    /// Whether it stands for itself.
    pub positive: bool,
}

/// How many of some literals are true: at least `least`, or exactly that many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainLine {
    /// The literals.
    pub literals: Vec<PlainLiteral>,
    /// Whether the number is exact.
    pub exact: bool,
    /// The number.
    pub least: usize,
}

/// What some lines are about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Topic {
    /// A cell has exactly one value.
    Cell(Position),
    /// How often each value stands in the grid.
    Numbers,
    /// An equation or expression; its cells, givens included, the result last.
    Expression(Vec<Position>),
    /// Not the stated solution.
    Solution,
}

/// Lines with a comment.
#[derive(Clone, Debug)]
pub struct PlainGroup {
    /// What they are about.
    pub topic: Topic,
    /// The same in words.
    pub title: String,
    /// The lines.
    pub lines: Vec<PlainLine>,
}

/// The rules of one puzzle.
#[derive(Clone, Debug)]
pub struct Rules {
    variables: Vec<PlainVariable>,
    groups: Vec<PlainGroup>,
    /// The variables of each blank, by value.
    of: BTreeMap<Position, BTreeMap<i64, usize>>,
    grid: Grid,
    n_lines: usize,
}

impl Rules {
    pub(crate) fn new(grid: &Grid) -> Self {
        let (variables, groups) = (Vec::new(), Vec::new());
        Self { variables, groups, of: BTreeMap::new(), grid: grid.clone(), n_lines: 0 }
    }

    /// All variables.
    pub fn variables(&self) -> &[PlainVariable] {
        &self.variables
    }

    /// All lines, by what they are about.
    pub fn groups(&self) -> &[PlainGroup] {
        &self.groups
    }

    /// A blank cell has exactly one of the values.
    pub(crate) fn blank(&mut self, cell: Position, values: impl IntoIterator<Item = i64>) {
        let mut of = BTreeMap::new();
        for value in values {
            of.insert(value, self.variables.len());
            self.variables.push(PlainVariable { cell, value });
        }
        let literals =
            of.values().map(|&variable| PlainLiteral { variable, positive: true }).collect();
        self.of.insert(cell, of);
        let title = format!("{cell} has one value");
        self.group(Topic::Cell(cell), title, vec![PlainLine { literals, exact: true, least: 1 }]);
    }

    pub(crate) fn group(&mut self, topic: Topic, title: String, lines: Vec<PlainLine>) {
        self.n_lines += lines.len();
        self.groups.push(PlainGroup { topic, title, lines });
    }

    /// "The cell has the value" or its negation, if the cell is a blank with that value.
    pub(crate) fn literal(
        &self,
        cell: Position,
        value: i64,
        positive: bool,
    ) -> Option<PlainLiteral> {
        let &variable = self.of.get(&cell)?.get(&value)?;
        Some(PlainLiteral { variable, positive })
    }

    /// What a cell can be: its given, or the values of the blank.
    pub(crate) fn values(&self, cell: Position) -> Vec<i64> {
        match (self.grid.at(cell), self.of.get(&cell)) {
            (GridCell::Number(value), _) => vec![value],
            (_, Some(of)) => of.keys().copied().collect(),
            _ => Vec::new(),
        }
    }

    /// The line "if the cells have these values, the result has that one".
    ///
    /// No line if the result is given and is that one. Without a value, or with one that the result
    /// cannot have, the line says that the cells do not have these values together.
    pub(crate) fn implies(
        &self,
        cells: &[(Position, i64)],
        result: Position,
        value: Option<i64>,
    ) -> Option<PlainLine> {
        let mut literals: Vec<PlainLiteral> =
            cells.iter().filter_map(|&(cell, value)| self.literal(cell, value, false)).collect();
        match (self.grid.at(result), value) {
            (GridCell::Number(given), Some(value)) if given == value => return None,
            (_, Some(value)) => literals.extend(self.literal(result, value, true)),
            (_, None) => {}
        }
        Some(PlainLine { literals, exact: false, least: 1 })
    }

    /// Not these solutions.
    pub(crate) fn but(&mut self, solutions: &[Solution]) {
        for filled in solutions.iter().filter_map(|solution| solution.grid().ok()) {
            let differs = |cell: Position| match filled.at(cell) {
                GridCell::Number(value) => self.literal(cell, value, false),
                _ => None,
            };
            let literals = self.grid.blanks().filter_map(differs).collect();
            let line = PlainLine { literals, exact: false, least: 1 };
            self.group(Topic::Solution, "not the stated solution".to_string(), vec![line]);
        }
    }

    pub(crate) fn long(&self) -> Result<(), TooLong> {
        if self.n_lines > MAX_LINES { Err(TooLong) } else { Ok(()) }
    }

    /// Writes the OPB file.
    ///
    /// # Errors
    ///
    /// If the writer fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "* #variable= {} #constraint= {}", self.variables.len(), self.n_lines)?;
        let names: Vec<String> = self.variables.iter().map(|variable| variable.name()).collect();
        for group in &self.groups {
            writeln!(out, "* {}", group.title)?;
            for line in &group.lines {
                for literal in &line.literals {
                    let sign = if literal.positive { "" } else { "~" };
                    write!(out, "1 {sign}{} ", names[literal.variable])?;
                }
                writeln!(out, "{} {} ;", if line.exact { "=" } else { ">=" }, line.least)?;
            }
        }
        Ok(())
    }
}
