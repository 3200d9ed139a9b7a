//! A filled grid: letters and black squares, and the words that stand in it.

use std::fmt;

use serde_json::{Value, json};

use crate::puzzle::grid::Position;
use crate::puzzle::{Solution, Violation};

/// Which way a word goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// From left to right.
    Across,
    /// From top to bottom.
    Down,
}

impl Direction {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Across, Self::Down];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Across => "across",
            Self::Down => "down",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Two or more letters in a line, with no letter before and after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Where the first letter stands.
    pub start: Position,
    /// Which way it goes.
    pub direction: Direction,
    /// Its letters.
    pub word: String,
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { row, column } = self.start;
        let last = |first: usize| first + self.word.len();
        match self.direction {
            Direction::Across => {
                write!(f, "row {}, columns {} to {}", row + 1, column + 1, last(column))
            }
            Direction::Down => {
                write!(f, "column {}, rows {} to {}", column + 1, row + 1, last(row))
            }
        }
    }
}

/// A rectangle of letters and black squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterBoard {
    rows: Vec<Vec<Option<u8>>>,
}

impl LetterBoard {
    /// A board from its cells, all rows equally long.
    pub fn new(rows: Vec<Vec<Option<u8>>>) -> Self {
        Self { rows }
    }

    /// The grid of a solution that consists of a grid of this size and nothing else.
    pub(super) fn of(solution: &Solution, width: usize, height: usize) -> Result<Self, Violation> {
        let fail = |message: String| Err(Violation(message));
        let Some(fields) = solution.0.as_object() else {
            return fail("it is not an object".to_string());
        };
        if let Some(extra) = fields.keys().find(|key| *key != "grid") {
            return fail(format!("it has an unknown field `{extra}`"));
        }
        let Some(Value::Array(rows)) = fields.get("grid") else {
            return fail("it has no `grid` with a text for each row".to_string());
        };
        if rows.len() != height {
            return fail(format!("grid: it has {} rows, not {height}", rows.len()));
        }
        let mut board = Self { rows: Vec::new() };
        for (row, text) in rows.iter().enumerate() {
            let Some(text) = text.as_str() else {
                return fail(format!("row {}: it is not a text such as \"CAT#DOG\"", row + 1));
            };
            let cells = text.chars().count();
            if cells != width {
                return fail(format!("row {}: it has {cells} cells, not {width}", row + 1));
            }
            let cell = |(column, c): (usize, char)| match c {
                '#' => Ok(None),
                'A'..='Z' => Ok(Some(c as u8)),
                _ => {
                    let at = Position { row, column };
                    let allowed = "a cell is a capital from A to Z, or `#`";
                    Err(Violation(format!("{at}: {}; {allowed}", super::read::odd_letter(c))))
                }
            };
            board.rows.push(text.chars().enumerate().map(cell).collect::<Result<_, _>>()?);
        }
        Ok(board)
    }

    /// The board as a solution.
    pub fn solution(&self) -> Solution {
        let row = |row: &Vec<Option<u8>>| -> String {
            row.iter().map(|cell| cell.map_or('#', char::from)).collect()
        };
        Solution(json!({ "grid": self.rows.iter().map(row).collect::<Vec<_>>() }))
    }

    /// The rows.
    pub fn rows(&self) -> &[Vec<Option<u8>>] {
        &self.rows
    }

    /// The letter at a position; nothing on a black square and outside.
    pub fn letter(&self, position: Position) -> Option<u8> {
        *self.rows.get(position.row)?.get(position.column)?
    }

    /// All letters with their places, row by row.
    pub fn letters(&self) -> Vec<(Position, u8)> {
        let mut letters = Vec::new();
        for (row, cells) in self.rows.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                letters.extend(cell.map(|letter| (Position { row, column }, letter)));
            }
        }
        letters
    }

    /// The words in one direction, in reading order.
    pub fn runs(&self, direction: Direction) -> Vec<Run> {
        let neighbour = |at: Position, forward: bool| {
            let along = match direction {
                Direction::Across => at.column,
                Direction::Down => at.row,
            };
            let along = if forward { along.checked_add(1) } else { along.checked_sub(1) }?;
            let next = match direction {
                Direction::Across => Position { column: along, ..at },
                Direction::Down => Position { row: along, ..at },
            };
            self.letter(next).map(|letter| (next, letter))
        };
        let mut runs = Vec::new();
        for (start, first) in self.letters() {
            if neighbour(start, false).is_some() {
                continue;
            }
            let mut word = String::from(char::from(first));
            let mut at = start;
            while let Some((next, letter)) = neighbour(at, true) {
                word.push(char::from(letter));
                at = next;
            }
            if word.len() >= 2 {
                runs.push(Run { start, direction, word });
            }
        }
        runs
    }
}
