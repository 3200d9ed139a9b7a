//! What stands where: numbers on the odd rows and columns, operators between them, lines through
//! them.

use std::collections::BTreeMap;

use super::{Diagonals, LineForm};
use crate::puzzle::InputError;
use crate::puzzle::grid::{MAX_SIDE, Operator, Position, short};

/// Numbers in a row, column or diagonal, with the operators between them. An equation's last
/// number is its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridLine {
    /// The cells of the numbers, in reading order.
    pub cells: Vec<Position>,
    /// The operators, one fewer than numbers; an equation has one.
    pub operators: Vec<Operator>,
}

/// A grid that was read.
#[derive(Debug)]
pub struct LineLayout<W> {
    /// The cells as texts, in one spelling.
    pub grid: Vec<Vec<String>>,
    /// The numbers, as they are written.
    pub words: BTreeMap<Position, W>,
    /// The rows, the columns, then the diagonals that ask for something.
    pub lines: Vec<GridLine>,
}

/// What may stand between numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LayoutSign {
    Operator(Operator),
    Equals,
    Blocked,
}

/// Reads a grid whose number cells are `word`s.
///
/// # Errors
///
/// If a cell does not have the content that its place requires.
pub fn read<W>(
    texts: &[Vec<String>],
    form: LineForm,
    diagonals: Option<Diagonals>,
    word: impl Fn(&str) -> Result<W, String>,
) -> Result<LineLayout<W>, InputError> {
    let (height, width) = size(texts, form)?;
    let mut reader = LayoutReader { form, diagonals, height, width, signs: BTreeMap::new() };
    let mut words = BTreeMap::new();
    let mut grid = Vec::with_capacity(height);
    for (row, texts) in texts.iter().enumerate() {
        let mut cells = Vec::with_capacity(width);
        for (column, text) in texts.iter().enumerate() {
            let position = Position { row, column };
            if row % 2 == 0 && column % 2 == 0 {
                let word = word(text).map_err(|error| position.error(error))?;
                words.insert(position, word);
                cells.push(text.clone());
            } else {
                cells.push(reader.sign(position, text)?.to_string());
            }
        }
        grid.push(cells);
    }
    let lines = reader.lines()?;
    // An operator that no diagonal asks for says nothing.
    for row in (1..height).step_by(2) {
        for column in (1..width).step_by(2) {
            if !reader.asked(Position { row, column }) {
                grid[row][column] = "#".to_string();
            }
        }
    }
    Ok(LineLayout { grid, words, lines })
}

/// Rows and columns of cells, which must be right for the form.
fn size(texts: &[Vec<String>], form: LineForm) -> Result<(usize, usize), InputError> {
    let (height, width) = (texts.len(), texts.first().map_or(0, Vec::len));
    for (row, cells) in texts.iter().enumerate() {
        if cells.len() != width {
            let found = format!("row {} has {} cells, row 1 has {width}", row + 1, cells.len());
            return Err(InputError::field("grid", format!("{found}; all rows are equally long")));
        }
    }
    let size = format!("{height} rows and {width} columns");
    let odd = |side: usize| side % 2 == 1 && (5..=MAX_SIDE).contains(&side);
    match form {
        LineForm::Equations if (height, width) != (5, 5) => {
            let message = format!("{size}; equations are 5 by 5 cells, 3 by 3 numbers");
            Err(InputError::field("grid", message))
        }
        LineForm::Zero if !odd(height) || !odd(width) => {
            let message = format!(
                "{size}; m × n numbers take 2m-1 rows and 2n-1 columns, m and n from 3 to {}",
                MAX_SIDE / 2
            );
            Err(InputError::field("grid", message))
        }
        _ => Ok((height, width)),
    }
}

struct LayoutReader {
    form: LineForm,
    diagonals: Option<Diagonals>,
    height: usize,
    width: usize,
    signs: BTreeMap<Position, LayoutSign>,
}

impl LayoutReader {
    /// Reads what stands between numbers, and keeps it.
    fn sign(&mut self, position: Position, text: &str) -> Result<&'static str, InputError> {
        let Position { row, column } = position;
        let diagonal = row % 2 == 1 && column % 2 == 1;
        let sign = match text {
            "=" => Some(LayoutSign::Equals),
            "#" => Some(LayoutSign::Blocked),
            _ => Operator::parse(text).map(LayoutSign::Operator),
        };
        // The second sign along a row, column or diagonal of an equation.
        let last = if row % 2 == 1 { row } else { column } == 3;
        let (fits, allowed) = match (self.form, diagonal) {
            (LineForm::Equations, false) if last => (sign == Some(LayoutSign::Equals), "`=`"),
            (LineForm::Equations, true) if last => (
                matches!(sign, Some(LayoutSign::Equals | LayoutSign::Blocked)),
                "`=`, or `#` for no diagonal",
            ),
            (LineForm::Zero, true) if self.asked(position) => (
                matches!(sign, Some(LayoutSign::Operator(_))),
                "one of + - × ÷, a diagonal needs it",
            ),
            (_, true) => {
                let fits = matches!(sign, Some(LayoutSign::Operator(_) | LayoutSign::Blocked));
                (fits, "one of + - × ÷, or `#` for no diagonal")
            }
            (_, false) => (matches!(sign, Some(LayoutSign::Operator(_))), "one of + - × ÷"),
        };
        let Some(sign) = sign.filter(|_| fits) else {
            let found = match text {
                "" => "an empty text".to_string(),
                _ => format!("`{}`", short(text)),
            };
            return Err(position.error(format!("found {found}; it must be {allowed}")));
        };
        self.signs.insert(position, sign);
        Ok(match sign {
            LayoutSign::Operator(operator) => operator.symbol(),
            LayoutSign::Equals => "=",
            LayoutSign::Blocked => "#",
        })
    }

    /// Whether a diagonal goes through the cell between four numbers, for all we know.
    fn asked(&self, Position { row, column }: Position) -> bool {
        match (self.form, self.diagonals) {
            (LineForm::Equations, _) | (LineForm::Zero, Some(Diagonals::All)) => true,
            (LineForm::Zero, Some(Diagonals::Main)) => {
                row == column || row + column == self.width - 1
            }
            (LineForm::Zero, None) => false,
        }
    }

    fn lines(&self) -> Result<Vec<GridLine>, InputError> {
        let at = |row: usize, column: usize| Position { row, column };
        let rows = (0..self.height).step_by(2).map(|row| self.along(at(row, 0), (0, 1)));
        let columns = (0..self.width).step_by(2).map(|column| self.along(at(0, column), (1, 0)));
        let mut lines: Vec<GridLine> = rows.chain(columns).collect();
        let upper_right = at(0, self.width - 1);
        let main = [(at(0, 0), (1, 1)), (upper_right, (1, -1))];
        let diagonals: Vec<(Position, (isize, isize))> = match (self.form, self.diagonals) {
            (LineForm::Equations, _) => {
                for (start, step) in main {
                    lines.extend(self.equation(start, step)?);
                }
                return Ok(lines);
            }
            (LineForm::Zero, None) => Vec::new(),
            (LineForm::Zero, Some(Diagonals::Main)) => main.to_vec(),
            (LineForm::Zero, Some(Diagonals::All)) => {
                let top = (0..self.width).step_by(2).map(|column| at(0, column));
                let left = (2..self.height).step_by(2).map(|row| at(row, 0));
                let right = (2..self.height).step_by(2).map(|row| at(row, self.width - 1));
                let falling = top.clone().chain(left).map(|start| (start, (1, 1)));
                falling.chain(top.chain(right).map(|start| (start, (1, -1)))).collect()
            }
        };
        let diagonals = diagonals.into_iter().map(|(start, step)| self.along(start, step));
        lines.extend(diagonals.filter(|line| line.cells.len() > 1));
        Ok(lines)
    }

    /// The line from a number to the border.
    fn along(&self, start: Position, (down, right): (isize, isize)) -> GridLine {
        let mut line = GridLine { cells: Vec::new(), operators: Vec::new() };
        let mut next = Some(start);
        let inside = |p: &Position| p.row < self.height && p.column < self.width;
        while let Some(position) = next.filter(inside) {
            match self.signs.get(&position) {
                Some(LayoutSign::Operator(operator)) => line.operators.push(*operator),
                Some(_) => {}
                None => line.cells.push(position),
            }
            let row = position.row.checked_add_signed(down);
            let column = position.column.checked_add_signed(right);
            next = row.zip(column).map(|(row, column)| Position { row, column });
        }
        line
    }

    /// The diagonal of an equation, if it asks for something.
    fn equation(
        &self,
        start: Position,
        step: (isize, isize),
    ) -> Result<Option<GridLine>, InputError> {
        let cell = |i: usize| Position {
            row: i,
            column: start.column.saturating_add_signed(step.1 * i as isize),
        };
        match (self.signs[&cell(1)], self.signs[&cell(3)]) {
            (LayoutSign::Blocked, LayoutSign::Blocked) => Ok(None),
            (LayoutSign::Blocked, _) => Err(cell(1)
                .error(format!("found `#`; this diagonal has `=` at {} and no operator", cell(3)))),
            (_, LayoutSign::Blocked) => Err(cell(3).error(format!(
                "found `#`; this diagonal has an operator at {} and no `=`",
                cell(1)
            ))),
            _ => Ok(Some(self.along(start, step))),
        }
    }
}
