//! Where the cells and slots of a view stand on the screen: the board, and below it, where letters
//! stand for what is to be found, a table of the letters.

use crate::view::{CellPart, Content, View};
use xwc_check::puzzle::grid::Position;

/// Letters beside each other.
const PER_ROW: usize = 10;

/// What is drawn at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TableTile {
    /// Nothing.
    Hole,
    /// A black square that is part of the puzzle.
    Black,
    /// A cell of the board that is given, or follows from the slots.
    Cell(usize),
    /// The letter of a slot.
    Name(char),
    /// A slot.
    Slot(usize),
}

/// Everything at its place.
#[derive(Debug)]
pub(super) struct PlayTable {
    /// All rows equally long.
    pub rows: Vec<Vec<TableTile>>,
    /// Where each slot is filled in.
    pub slots: Vec<Position>,
}

impl PlayTable {
    /// The table of a view.
    pub(super) fn new(view: &View) -> Self {
        let mut rows: Vec<Vec<TableTile>> =
            view.board.rows().map(|row| row.map(|cell| tile(view, cell)).collect()).collect();
        if view.is_lettered() {
            add_letters(&mut rows, view);
        }
        let mut slots = vec![Position { row: 0, column: 0 }; view.slots.len()];
        for (row, tiles) in rows.iter().enumerate() {
            for (column, tile) in tiles.iter().enumerate() {
                if let TableTile::Slot(slot) = tile {
                    slots[*slot] = Position { row, column };
                }
            }
        }
        Self { rows, slots }
    }
}

fn tile(view: &View, cell: usize) -> TableTile {
    match &view.board.cells[cell].content {
        Content::Hole => TableTile::Hole,
        Content::Black => TableTile::Black,
        Content::Open(parts) => match parts[..] {
            [CellPart::Slot(slot)] if !view.is_lettered() => TableTile::Slot(slot),
            _ => TableTile::Cell(cell),
        },
        Content::Unused | Content::Operator(_) | Content::Equals | Content::Given(_) => {
            TableTile::Cell(cell)
        }
    }
}

/// An empty row, then rows of letters, each above a row of their slots.
fn add_letters(rows: &mut Vec<Vec<TableTile>>, view: &View) {
    let letters: Vec<char> = view.slots.iter().filter_map(|slot| slot.name).collect();
    let width = view.board.width.max(letters.len().min(PER_ROW));
    rows.push(Vec::new());
    for (i, letters) in letters.chunks(PER_ROW).enumerate() {
        rows.push(letters.iter().map(|&letter| TableTile::Name(letter)).collect());
        let first = i * PER_ROW;
        rows.push((first..first + letters.len()).map(TableTile::Slot).collect());
    }
    for row in rows {
        row.resize(width, TableTile::Hole);
    }
}
