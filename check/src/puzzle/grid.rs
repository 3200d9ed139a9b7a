//! The grid of the arithmetic families: cells of numbers, operators, `=` and `#`.

use std::fmt;

use super::InputError;

/// No side of a grid is longer.
pub const MAX_SIDE: usize = 256;

/// The four operators of puzzle files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operator {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `×`
    Times,
    /// `÷`
    Divide,
}

impl Operator {
    /// All four, in their order.
    pub const ALL: [Operator; 4] =
        [Operator::Plus, Operator::Minus, Operator::Times, Operator::Divide];

    /// The operator behind any of its spellings.
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "+" => Operator::Plus,
            "-" | "−" | "–" => Operator::Minus,
            "×" | "*" | "x" => Operator::Times,
            "÷" | "/" | ":" => Operator::Divide,
            _ => return None,
        })
    }

    /// The operator in its first spelling.
    pub fn symbol(self) -> &'static str {
        match self {
            Operator::Plus => "+",
            Operator::Minus => "-",
            Operator::Times => "×",
            Operator::Divide => "÷",
        }
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}

/// What stands in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridCell {
    /// `#`
    Blocked,
    /// `_`, a number to be found.
    Blank,
    /// A given number.
    Number(i64),
    /// An operator.
    Operator(Operator),
    /// `=`
    Equals,
}

impl GridCell {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "#" => return Ok(GridCell::Blocked),
            "_" => return Ok(GridCell::Blank),
            "=" => return Ok(GridCell::Equals),
            _ => {}
        }
        if let Some(operator) = Operator::parse(text) {
            return Ok(GridCell::Operator(operator));
        }
        let digits = text.strip_prefix(['-', '−', '–']).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            let found = match text {
                "" => "an empty text".to_string(),
                _ => format!("`{}`", short(text)),
            };
            let allowed = "a cell is a number, `_`, `#`, `=` or one of + - × ÷";
            return Err(format!("found {found}; {allowed}"));
        }
        if digits.len() > 1 && digits.starts_with('0') {
            return Err(format!("found `{}`; write it without leading zeros", short(text)));
        }
        // What a family can do with so large a number is for the family to say.
        match digits.parse::<i64>() {
            Ok(value) => {
                Ok(GridCell::Number(if digits.len() < text.len() { -value } else { value }))
            }
            Err(_) => Err(format!("found {}; numbers go up to {}", short(text), i64::MAX)),
        }
    }

    /// A number cell, given or not.
    pub fn is_number(self) -> bool {
        matches!(self, GridCell::Blank | GridCell::Number(_))
    }
}

impl fmt::Display for GridCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GridCell::Blocked => f.write_str("#"),
            GridCell::Blank => f.write_str("_"),
            GridCell::Number(value) => value.fmt(f),
            GridCell::Operator(operator) => operator.fmt(f),
            GridCell::Equals => f.write_str("="),
        }
    }
}

/// The beginning of a text, for messages.
pub fn short(text: &str) -> String {
    let found: String = text.chars().take(20).collect();
    let more = if found.len() < text.len() { "…" } else { "" };
    format!("{}{more}", found.escape_debug())
}

/// A cell's place, counted from 0; printed as "row 1, column 1", counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// From the top.
    pub row: usize,
    /// From the left.
    pub column: usize,
}

impl Position {
    /// An error about this cell.
    pub fn error(self, message: impl Into<String>) -> InputError {
        InputError::Cell { row: self.row + 1, column: self.column + 1, message: message.into() }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row + 1, self.column + 1)
    }
}

/// A rectangle of cells, at least one by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    rows: Vec<Vec<GridCell>>,
}

impl Grid {
    /// The grid that the cells' texts describe.
    ///
    /// # Errors
    ///
    /// If rows differ in length, a side is empty or too long, or a text is not a cell.
    pub fn parse(texts: &[Vec<String>]) -> Result<Self, InputError> {
        let Some(width) = texts.first().map(Vec::len) else {
            return Err(InputError::field("grid", "it has no rows"));
        };
        if width == 0 {
            return Err(InputError::field("grid", "row 1 has no cells"));
        }
        if texts.len() > MAX_SIDE || width > MAX_SIDE {
            let size = format!("{} by {width} cells", texts.len());
            let message = format!("{size}; at most {MAX_SIDE} rows and {MAX_SIDE} columns");
            return Err(InputError::field("grid", message));
        }
        let mut rows = Vec::with_capacity(texts.len());
        for (row, texts) in texts.iter().enumerate() {
            if texts.len() != width {
                let message = format!(
                    "row {} has {} cells, row 1 has {width}; all rows are equally long",
                    row + 1,
                    texts.len()
                );
                return Err(InputError::field("grid", message));
            }
            let cell = |(column, text): (usize, &String)| {
                GridCell::parse(text).map_err(|message| Position { row, column }.error(message))
            };
            rows.push(texts.iter().enumerate().map(cell).collect::<Result<_, _>>()?);
        }
        Ok(Self { rows })
    }

    /// A grid of blocked cells, at least one by one.
    pub fn blocked(height: usize, width: usize) -> Self {
        Self { rows: vec![vec![GridCell::Blocked; width.max(1)]; height.max(1)] }
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.rows[0].len()
    }

    /// What stands at a position inside the grid.
    pub fn at(&self, position: Position) -> GridCell {
        self.rows[position.row][position.column]
    }

    /// Replaces what stands at a position inside the grid.
    pub fn set(&mut self, position: Position, cell: GridCell) {
        self.rows[position.row][position.column] = cell;
    }

    /// All positions, row by row.
    pub fn positions(&self) -> impl Iterator<Item = Position> + use<> {
        let (height, width) = (self.height(), self.width());
        (0..height).flat_map(move |row| (0..width).map(move |column| Position { row, column }))
    }

    /// The positions of blank cells, row by row.
    pub fn blanks(&self) -> impl Iterator<Item = Position> {
        self.positions().filter(|&position| self.at(position) == GridCell::Blank)
    }

    /// The cells as texts, operators in their first spelling.
    pub fn texts(&self) -> Vec<Vec<String>> {
        self.rows.iter().map(|row| row.iter().map(GridCell::to_string).collect()).collect()
    }

    /// Whether `filled` is this grid with a number in each blank.
    ///
    /// # Errors
    ///
    /// If a cell is different; the error describes the first such cell.
    pub fn filled_by(&self, filled: &Grid) -> Result<(), String> {
        let (height, width) = (filled.height(), filled.width());
        if (height, width) != (self.height(), self.width()) {
            let expected = format!("{} by {}", self.height(), self.width());
            return Err(format!("its grid is {height} by {width}, the puzzle's {expected}"));
        }
        for position in self.positions() {
            let (asked, found) = (self.at(position), filled.at(position));
            let fits = match asked {
                GridCell::Blank => matches!(found, GridCell::Number(_)),
                _ => asked == found,
            };
            if !fits {
                return Err(format!("{position}: `{found}` where the puzzle has `{asked}`"));
            }
        }
        Ok(())
    }
}
