//! The grid of a crossnumber: its cells, bars and entries, from either form of drawing.

use std::collections::{BTreeMap, BTreeSet};

use super::barred;
use super::blocked;
use crate::puzzle::InputError;
use crate::puzzle::grid::Position;

/// No side of a grid is longer.
pub(crate) const MAX_SIDE: usize = 40;

/// No entry has more digits: values fit 64 bits.
pub(crate) const MAX_DIGITS: usize = 18;

/// Direction and number of an entry; down is true.
pub(crate) type Label = (bool, u32);

/// A number to be written into cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// `A12`, `D3`, or a letter.
    pub name: String,
    /// Whether it goes down.
    pub down: bool,
    /// Its number; `None` for an entry with a letter.
    pub number: Option<u32>,
    /// Its cells, by position in [`Layout::cells`], most significant first.
    pub cells: Vec<usize>,
}

/// What a drawing says: which neighbours are joined, and what is printed in the cells.
#[derive(Clone, Debug)]
pub struct GridDrawing {
    /// Rows.
    pub height: usize,
    /// Columns.
    pub width: usize,
    /// Whether the cell is black.
    pub black: Vec<Vec<bool>>,
    /// Whether a cell and the one to its right are joined.
    pub right: Vec<Vec<bool>>,
    /// Whether a cell and the one below it are joined.
    pub below: Vec<Vec<bool>>,
    /// Entries by where they begin, their direction, and their names.
    pub starts: Vec<Start>,
    /// The lines of the file.
    pub lines: Vec<String>,
}

/// Where an entry begins.
#[derive(Clone, Debug)]
pub struct Start {
    /// The first cell.
    pub at: Position,
    /// Whether it goes down.
    pub down: bool,
    /// Its name.
    pub name: String,
    /// Its number, if it has one.
    pub number: Option<u32>,
}

/// A grid whose entries are known.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The drawing.
    pub drawing: GridDrawing,
    /// The cells that belong to entries, row by row.
    pub cells: Vec<Position>,
    /// The entries, by where they begin, across first.
    pub entries: Vec<Entry>,
}

impl GridDrawing {
    /// The cells from one on, as far as they are joined.
    pub fn run(&self, at: Position, down: bool) -> Vec<Position> {
        let mut cells = vec![at];
        let Position { mut row, mut column } = at;
        loop {
            let joined = if down { self.below[row][column] } else { self.right[row][column] };
            if !joined {
                return cells;
            }
            if down {
                row += 1;
            } else {
                column += 1;
            }
            cells.push(Position { row, column });
        }
    }

    /// Whether a run of that direction begins at a cell, however short it is.
    pub fn begins(&self, at: Position, down: bool) -> bool {
        let Position { row, column } = at;
        match down {
            true => row == 0 || !self.below[row - 1][column],
            false => column == 0 || !self.right[row][column - 1],
        }
    }
}

impl Layout {
    /// The layout of the lines; `named` are the entries that the clues speak of.
    ///
    /// # Errors
    ///
    /// If the input is malformed; the error says what is wrong, and where.
    pub fn parse(lines: &[String], named: &BTreeSet<Label>) -> Result<Self, InputError> {
        if lines.is_empty() {
            return Err(InputError::field("grid", "it has no rows"));
        }
        let drawing = match lines[0].starts_with('+') {
            true => barred::parse(lines, named)?,
            false => blocked::parse(lines, named)?,
        };
        Self::of(drawing)
    }

    fn of(mut drawing: GridDrawing) -> Result<Self, InputError> {
        let starts = std::mem::take(&mut drawing.starts);
        let mut used: BTreeSet<Position> = BTreeSet::new();
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for start in &starts {
            let run = drawing.run(start.at, start.down);
            if run.len() > MAX_DIGITS {
                let message = format!(
                    "the entry {} has {} cells; at most {MAX_DIGITS}",
                    start.name,
                    run.len()
                );
                return Err(start.at.error(message));
            }
            if !seen.insert(&start.name) {
                return Err(start.at.error(format!("there are two entries `{}`", start.name)));
            }
            used.extend(run);
        }
        if starts.is_empty() {
            return Err(InputError::field("grid", "it has no entry of two or more cells"));
        }
        let cells: Vec<Position> = used.into_iter().collect();
        let index: BTreeMap<Position, usize> =
            cells.iter().enumerate().map(|(i, &position)| (position, i)).collect();
        let mut ordered: Vec<&Start> = starts.iter().collect();
        ordered.sort_by_key(|start| (start.number, start.at, start.down));
        let entry = |start: &&Start| Entry {
            name: start.name.clone(),
            down: start.down,
            number: start.number,
            cells: drawing.run(start.at, start.down).iter().map(|at| index[at]).collect(),
        };
        let entries = ordered.iter().map(entry).collect();
        Ok(Self { cells, entries, drawing: GridDrawing { starts, ..drawing } })
    }

    /// The rows of a filled grid: a digit in each cell of an entry, `#` elsewhere.
    pub fn rows(&self, digit: impl Fn(usize) -> u8) -> Vec<String> {
        let mut rows = vec![vec!['#'; self.drawing.width]; self.drawing.height];
        for (i, position) in self.cells.iter().enumerate() {
            rows[position.row][position.column] = char::from(b'0' + digit(i));
        }
        rows.into_iter().map(|row| row.into_iter().collect()).collect()
    }
}

/// Refuses a grid with a side that is too long, before anything is done with it.
pub(crate) fn check_size(height: usize, width: usize) -> Result<(), InputError> {
    if height <= MAX_SIDE && width <= MAX_SIDE {
        return Ok(());
    }
    let message = format!("{height} rows and {width} columns; at most {MAX_SIDE} of each");
    Err(InputError::field("grid", message))
}
