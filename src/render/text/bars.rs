//! Squares that bars and black cells divide: bars in heavy lines, open edges dotted.

use super::push_line;
use crate::view::{Content, View};

/// Characters inside a cell.
const INNER: usize = 4;

/// The board: labels in its cells, or what the slots are filled with, the marked cells set off.
pub(super) fn draw(view: &View, filled: &[String], marked: &[usize]) -> String {
    let board = Bars { view };
    let (height, width) = (view.board.height(), view.board.width);
    let mut text = String::new();
    for row in 0..height {
        push_line(&mut text, &board.border(row));
        let mut line = String::new();
        for column in 0..width {
            line.push(['┃', '┊', ' '][board.left(row, column) as usize]);
            let cell = row * width + column;
            line.push_str(&inside(view, cell, filled, marked.contains(&cell)));
        }
        line.push(['┃', '┊', ' '][board.left(row, width) as usize]);
        push_line(&mut text, &line);
    }
    push_line(&mut text, &board.border(height));
    text
}

fn inside(view: &View, cell: usize, filled: &[String], is_marked: bool) -> String {
    let text = view.text(cell, filled);
    let shown = match (&view.board.cells[cell].content, &text[..]) {
        (Content::Black | Content::Hole, _) => "░".repeat(INNER),
        (_, "") if filled.is_empty() => view.board.cells[cell].label.clone(),
        (_, "") => String::new(),
        (_, text) if is_marked => format!("[{text}]"),
        (_, text) => format!(" {text}"),
    };
    format!("{shown:INNER$}")
}

/// How two neighbours are parted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    Bar,
    Open,
    /// Black on both sides, or outside the grid.
    None,
}

struct Bars<'a> {
    view: &'a View,
}

impl Bars<'_> {
    /// The white cell at a place, if there is one; counting starts one before the grid.
    fn white(&self, row: Option<usize>, column: Option<usize>) -> Option<&crate::view::Cell> {
        let board = &self.view.board;
        let (row, column) = (row?, column.filter(|&column| column < board.width)?);
        let cell = board.cells.get(row * board.width + column)?;
        (!matches!(cell.content, Content::Black | Content::Hole)).then_some(cell)
    }

    /// The edge above a cell.
    fn above(&self, row: usize, column: usize) -> Edge {
        let upper = self.white(row.checked_sub(1), Some(column));
        let lower = self.white(Some(row), Some(column));
        edge(upper.map(|cell| cell.bar_below), lower.is_some())
    }

    /// The edge to the left of a cell.
    fn left(&self, row: usize, column: usize) -> Edge {
        let before = self.white(Some(row), column.checked_sub(1));
        let after = self.white(Some(row), Some(column));
        edge(before.map(|cell| cell.bar_right), after.is_some())
    }

    /// The line above a row.
    fn border(&self, row: usize) -> String {
        let width = self.view.board.width;
        let mut line = String::new();
        for column in 0..=width {
            let north = row.checked_sub(1).map_or(Edge::None, |up| self.left(up, column));
            let west = column.checked_sub(1).map_or(Edge::None, |left| self.above(row, left));
            let (east, south) = (self.above(row, column), self.left(row, column));
            line.push(corner([north, east, south, west]));
            if column < width {
                line.push_str(&["━", "┄", " "][east as usize].repeat(INNER));
            }
        }
        line
    }
}

/// The edge between a cell, if there is one, with a bar there or not, and the next one.
fn edge(bar: Option<bool>, is_next: bool) -> Edge {
    match (bar, is_next) {
        (None, false) => Edge::None,
        (Some(false), true) => Edge::Open,
        _ => Edge::Bar,
    }
}

/// The character where edges to the north, east, south and west meet.
fn corner(edges: [Edge; 4]) -> char {
    let bars = edges.map(|edge| edge == Edge::Bar);
    match bars {
        [false, false, false, false] if edges.contains(&Edge::Open) => '┼',
        [false, false, false, false] => ' ',
        [false, true, true, false] => '┏',
        [false, false, true, true] => '┓',
        [true, true, false, false] => '┗',
        [true, false, false, true] => '┛',
        [true, true, true, false] => '┣',
        [true, false, true, true] => '┫',
        [false, true, true, true] => '┳',
        [true, true, false, true] => '┻',
        [true, true, true, true] => '╋',
        [_, false, _, false] => '┃',
        [false, _, false, _] => '━',
    }
}
