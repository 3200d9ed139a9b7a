//! The grid of a game as characters, each with a look; as large as it is, whatever the screen.

use std::collections::BTreeSet;

use super::game::Game;
use super::table::TableTile;
use crate::view::{BLACK, Cell, LineState};

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
pub(super) struct Canvas {
    /// All rows equally long.
    pub rows: Vec<Vec<(char, Look)>>,
    /// Row and column of the middle of the slot under the cursor.
    pub cursor: (usize, usize),
}

/// The grid of a game.
pub(super) fn canvas(game: &Game<'_>) -> Canvas {
    let tiles = &game.table().rows;
    let (height, width) = (tiles.len(), tiles.first().map_or(0, Vec::len));
    let inner = inner(game);
    let mut rows = vec![vec![(' ', Look::Frame); (inner + 1) * width + 1]; 2 * height + 1];
    frame(&mut rows, game, inner);
    let looks = Looks::of(game);
    let mut cursor = (0, 0);
    for (row, line) in tiles.iter().enumerate() {
        for (column, tile) in line.iter().enumerate() {
            let (text, look) = looks.tile(game, tile);
            let left = (inner + 1) * column + 1;
            if look == Look::Cursor {
                cursor = (2 * row + 1, left + inner / 2);
            }
            write(&mut rows[2 * row + 1][left..left + inner], &text, label(game, tile), look);
        }
    }
    Canvas { rows, cursor }
}

/// Writes a cell: a label takes its left, and the text the right of that.
fn write(target: &mut [(char, Look)], text: &str, label: &str, look: Look) {
    let inner = target.len();
    if matches!(look, Look::Cursor | Look::Black) {
        target.fill((if look == Look::Black { '█' } else { ' ' }, look));
    }
    let space = inner.saturating_sub(text.chars().count());
    let before = if label.is_empty() { space / 2 } else { space.saturating_sub(1) };
    for (place, c) in target.iter_mut().zip(label.chars()) {
        *place = (c, if look == Look::Cursor { look } else { Look::Label });
    }
    for (i, c) in text.chars().enumerate() {
        if let Some(place) = target.get_mut(before + i) {
            *place = (c, look);
        }
    }
}

/// What is printed small in a slot of the board.
fn label<'a>(game: &'a Game<'_>, tile: &TableTile) -> &'a str {
    let view = game.view();
    match tile {
        TableTile::Slot(slot) if !view.is_lettered() => {
            &view.board.cells[view.slots[*slot].cells[0]].label
        }
        _ => "",
    }
}

/// The width of cells: of the widest text that is there or may come.
fn inner(game: &Game<'_>) -> usize {
    let count = |text: &str| text.chars().count();
    let wide = |tile: &TableTile| match tile {
        TableTile::Cell(cell) => count(&game.view().text(*cell, game.filled())),
        TableTile::Slot(_) => match count(label(game, tile)) {
            0 => 0,
            label => label + 1,
        },
        TableTile::Hole | TableTile::Black | TableTile::Name(_) => 1,
    };
    let tiles = game.table().rows.iter().flatten().map(wide);
    let written = game.filled().iter().chain(&game.view().tiles).map(|text| count(text));
    tiles.chain(written).fold(1, usize::max) + 2
}

/// What is known of cells before they are drawn.
struct Looks {
    right: BTreeSet<usize>,
    wrong: BTreeSet<usize>,
    slots: BTreeSet<usize>,
}

impl Looks {
    fn of(game: &Game<'_>) -> Self {
        let lines = game.lines();
        let cells = |state: LineState| -> BTreeSet<usize> {
            let lines = lines.iter().filter(|line| line.state == state);
            lines.flat_map(|line| line.cells.iter().copied()).collect()
        };
        let slots = game.marked().union(&game.without_tile()).copied().collect();
        Self { right: cells(LineState::Right), wrong: cells(LineState::Wrong), slots }
    }

    /// The look of a cell of the board; `otherwise` if no line says more.
    fn judged(&self, cell: usize, otherwise: Look) -> Look {
        match (self.wrong.contains(&cell), self.right.contains(&cell)) {
            (true, _) => Look::Wrong,
            (false, true) => Look::Right,
            (false, false) => otherwise,
        }
    }

    /// The text at a place and its look.
    fn tile(&self, game: &Game<'_>, tile: &TableTile) -> (String, Look) {
        match tile {
            TableTile::Hole => (String::new(), Look::Frame),
            TableTile::Black => (String::new(), Look::Black),
            TableTile::Name(letter) => (letter.to_string(), Look::Given),
            TableTile::Cell(cell) => {
                let text = game.view().text(*cell, game.filled());
                (text, self.judged(*cell, Look::Given))
            }
            TableTile::Slot(slot) => self.slot(game, *slot),
        }
    }

    fn slot(&self, game: &Game<'_>, slot: usize) -> (String, Look) {
        let text = game.filled()[slot].clone();
        let look = match game.cursor() {
            Some(cursor) if cursor == slot => Look::Cursor,
            _ if text == BLACK => return (String::new(), Look::Black),
            _ if self.slots.contains(&slot) => Look::Wrong,
            _ if game.view().is_lettered() => Look::Written,
            _ => self.judged(game.view().slots[slot].cells[0], Look::Written),
        };
        (text, look)
    }
}

/// Lines around all cells; heavy ones where the puzzle has bars.
fn frame(rows: &mut [Vec<(char, Look)>], game: &Game<'_>, inner: usize) {
    let tiles = &game.table().rows;
    let (height, width) = (tiles.len(), tiles.first().map_or(0, Vec::len));
    let there = |row: Option<usize>, column: Option<usize>| {
        let tile = row.zip(column).and_then(|(row, column)| tiles.get(row)?.get(column));
        tile.is_some_and(|tile| *tile != TableTile::Hole)
    };
    let board = &game.view().board;
    let barred = |row: Option<usize>, column: Option<usize>, has_bar: fn(&Cell) -> bool| {
        let column = column.filter(|&column| column < board.width);
        let cell =
            row.zip(column).and_then(|(row, column)| board.cells.get(row * board.width + column));
        cell.is_some_and(has_bar)
    };
    // An edge: nothing, thin or heavy. Above a cell, and to the left of one.
    let above = |row: usize, column: usize| {
        let upper = row.checked_sub(1);
        let here = there(Some(row), Some(column)) || there(upper, Some(column));
        u8::from(here && column < width)
            + u8::from(barred(upper, Some(column), |cell| cell.bar_below))
    };
    let left = |row: usize, column: usize| {
        let before = column.checked_sub(1);
        let here = there(Some(row), Some(column)) || there(Some(row), before);
        u8::from(here && row < height) + u8::from(barred(Some(row), before, |cell| cell.bar_right))
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
