//! The grid of a game as characters, each with a look; as large as it is, whatever the screen.

use std::collections::BTreeSet;

use super::game::Game;
use super::table::{Cell, State};
use crate::puzzle::grid::Position;

/// What a character is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Lines and empty space.
    Frame,
    /// What is given.
    Given,
    /// What a player wrote.
    Written,
    /// A number in the corner of a slot.
    Label,
    /// In a line that is full and true.
    Right,
    /// In a line that is full and false, not a tile, or found wrong.
    Wrong,
    /// Under the cursor.
    Cursor,
    /// A black square.
    Black,
}

/// Characters in rows, and where the cursor's slot is.
#[derive(Debug)]
pub struct Canvas {
    /// All rows equally long.
    pub rows: Vec<Vec<(char, Look)>>,
    /// Row and column of the middle of the slot under the cursor.
    pub cursor: (usize, usize),
}

/// The grid of a game.
pub fn canvas(game: &Game<'_>) -> Canvas {
    let cells = game.cells();
    let (height, width) = (cells.len(), cells.first().map_or(0, Vec::len));
    let inner = inner(game, &cells);
    let mut rows = vec![vec![(' ', Look::Frame); (inner + 1) * width + 1]; 2 * height + 1];
    frame(&mut rows, game, &cells, inner);
    let looks = Looks::of(game);
    let mut cursor = (0, 0);
    for (row, line) in cells.iter().enumerate() {
        for (column, cell) in line.iter().enumerate() {
            let at = Position { row, column };
            let (text, look) = looks.cell(game, cell, at);
            let left = (inner + 1) * column + 1;
            let target = &mut rows[2 * row + 1][left..left + inner];
            if look == Look::Cursor {
                cursor = (2 * row + 1, left + inner / 2);
            }
            if matches!(look, Look::Cursor | Look::Black) {
                target.fill((if look == Look::Black { '█' } else { ' ' }, look));
            }
            let label = match cell {
                Cell::Slot(_, label) => label.as_str(),
                _ => "",
            };
            let space = inner.saturating_sub(text.chars().count());
            // A label takes the left of the cell, and the text the right of it.
            let before = if label.is_empty() { space / 2 } else { space.saturating_sub(1) };
            for (i, c) in label.chars().enumerate().take(inner) {
                let small = if look == Look::Cursor { look } else { Look::Label };
                target[i] = (c, small);
            }
            for (i, c) in text.chars().enumerate() {
                if let Some(place) = target.get_mut(before + i) {
                    *place = (c, look);
                }
            }
        }
    }
    Canvas { rows, cursor }
}

/// The width of cells: of the widest text that is there or may come.
fn inner(game: &Game<'_>, cells: &[Vec<Cell>]) -> usize {
    let mut widest = 1;
    for cell in cells.iter().flatten() {
        widest = widest.max(match cell {
            Cell::Fixed(text) => text.chars().count(),
            Cell::Slot(_, label) if !label.is_empty() => label.chars().count() + 1,
            _ => 0,
        });
    }
    let written = game.filled().iter().map(|text| text.chars().count());
    let tiles = game.tiles();
    let tiles = tiles.iter().map(|(tile, _)| tile.chars().count());
    written.chain(tiles).fold(widest, usize::max) + 2
}

/// What is known of cells before they are drawn.
struct Looks {
    right: BTreeSet<Position>,
    wrong: BTreeSet<Position>,
    slots: BTreeSet<usize>,
}

impl Looks {
    fn of(game: &Game<'_>) -> Self {
        let lines = game.lines();
        let cells = |state: State| -> BTreeSet<Position> {
            let lines = lines.iter().filter(|line| line.state == state);
            lines.flat_map(|line| line.cells.iter().copied()).collect()
        };
        let slots = game.marked().union(&game.without_tile()).copied().collect();
        Self { right: cells(State::Right), wrong: cells(State::Wrong), slots }
    }

    /// The text of a cell and its look.
    fn cell(&self, game: &Game<'_>, cell: &Cell, at: Position) -> (String, Look) {
        let judged = |otherwise: Look| match (self.wrong.contains(&at), self.right.contains(&at)) {
            (true, _) => Look::Wrong,
            (false, true) => Look::Right,
            (false, false) => otherwise,
        };
        match cell {
            Cell::Hole => (String::new(), Look::Frame),
            Cell::Black => (String::new(), Look::Black),
            Cell::Fixed(text) => (text.clone(), judged(Look::Given)),
            Cell::Slot(slot, _) => {
                let text = game.filled()[*slot].clone();
                let look = match game.cursor() {
                    Some(cursor) if cursor == *slot => Look::Cursor,
                    _ if text == "#" => return (String::new(), Look::Black),
                    _ if self.slots.contains(slot) => Look::Wrong,
                    _ => judged(Look::Written),
                };
                (text, look)
            }
        }
    }
}

/// Lines around all cells; heavy ones where the puzzle has bars.
fn frame(rows: &mut [Vec<(char, Look)>], game: &Game<'_>, cells: &[Vec<Cell>], inner: usize) {
    let (height, width) = (cells.len(), cells.first().map_or(0, Vec::len));
    let there = |row: Option<usize>, column: Option<usize>| {
        let cell = row.zip(column).and_then(|(row, column)| cells.get(row)?.get(column));
        cell.is_some_and(|cell| *cell != Cell::Hole)
    };
    let bars: BTreeSet<(Position, bool)> = game.bars().iter().copied().collect();
    let barred = |row: Option<usize>, column: Option<usize>, down: bool| {
        let at = row.zip(column).map(|(row, column)| Position { row, column });
        at.is_some_and(|at| bars.contains(&(at, down)))
    };
    // An edge: nothing, thin or heavy. Above a cell, and to the left of one.
    let above = |row: usize, column: usize| {
        let here = there(Some(row), Some(column)) || there(row.checked_sub(1), Some(column));
        u8::from(here && column < width) + u8::from(barred(row.checked_sub(1), Some(column), true))
    };
    let left = |row: usize, column: usize| {
        let here = there(Some(row), Some(column)) || there(Some(row), column.checked_sub(1));
        u8::from(here && row < height) + u8::from(barred(Some(row), column.checked_sub(1), false))
    };
    for row in 0..=height {
        for column in 0..=width {
            let x = (inner + 1) * column;
            let north = row.checked_sub(1).map_or(0, |up| left(up, column));
            let west = column.checked_sub(1).map_or(0, |before| above(row, before));
            let edges = [north, above(row, column), left(row, column), west];
            rows[2 * row][x].0 = corner(edges);
            if column < width {
                let piece = [' ', '─', '━'][usize::from(above(row, column))];
                rows[2 * row][x + 1..=x + inner].fill((piece, Look::Frame));
            }
            if row < height {
                rows[2 * row + 1][x].0 = [' ', '│', '┃'][usize::from(left(row, column))];
            }
        }
    }
}

/// The character where edges to the north, east, south and west meet.
fn corner(edges: [u8; 4]) -> char {
    let heavy = edges.contains(&2);
    let lines = edges.map(|edge| edge > 0);
    let pair = match lines {
        [false, false, false, false] => [' ', ' '],
        [false, true, true, false] => ['┌', '┏'],
        [false, false, true, true] => ['┐', '┓'],
        [true, true, false, false] => ['└', '┗'],
        [true, false, false, true] => ['┘', '┛'],
        [true, true, true, false] => ['├', '┣'],
        [true, false, true, true] => ['┤', '┫'],
        [false, true, true, true] => ['┬', '┳'],
        [true, true, false, true] => ['┴', '┻'],
        [true, true, true, true] => ['┼', '╋'],
        [_, false, _, false] => ['│', '┃'],
        [false, _, false, _] => ['─', '━'],
    };
    pair[usize::from(heavy)]
}
