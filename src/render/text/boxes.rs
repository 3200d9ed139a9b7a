//! Cells with borders in box characters; holes are empty space.

use super::push_line;
use crate::view::{Content, Frame, View};

/// What a square shows that a solution has made black.
const BLACK: &str = "■";

/// The board, its slots filled like this, the marked cells set off.
pub(super) fn draw(view: &View, filled: &[String], marked: &[usize]) -> String {
    let cell = |cell: usize| match view.board.cells[cell].content {
        Content::Hole => None,
        _ if view.is_black(cell, filled) => Some(set_off(BLACK, marked.contains(&cell))),
        _ => Some(set_off(&view.text(cell, filled), marked.contains(&cell))),
    };
    let cells: Vec<Vec<Option<String>>> =
        view.board.rows().map(|row| row.map(cell).collect()).collect();
    let widest = cells.iter().flatten().flatten().map(|text| text.chars().count()).max();
    let inner = match view.board.frame {
        Frame::Squares => 3,
        Frame::Loose | Frame::Barred => widest.unwrap_or(0) + 2,
    };
    boxes(&cells, inner)
}

fn set_off(text: &str, is_marked: bool) -> String {
    match is_marked && !text.is_empty() {
        true => format!("[{text}]"),
        false => text.to_string(),
    }
}

/// A rectangle of cells, each with this many characters inside; absent cells leave a hole.
fn boxes(cells: &[Vec<Option<String>>], inner: usize) -> String {
    let nothing = vec![None; cells.first().map_or(0, Vec::len)];
    let mut text = String::new();
    let mut above = &nothing;
    for (i, row) in cells.iter().enumerate() {
        let below = cells.get(i + 1).unwrap_or(&nothing);
        push_line(&mut text, &border(above, row, inner));
        push_line(&mut text, &content(row, [above, below], inner));
        above = row;
    }
    push_line(&mut text, &border(above, &nothing, inner));
    text
}

/// Whether there is a cell to the left of the `i`-th wall, and one to the right of it.
fn beside(row: &[Option<String>], i: usize) -> [bool; 2] {
    let there = |cell: Option<&Option<String>>| cell.is_some_and(Option::is_some);
    [there(i.checked_sub(1).and_then(|left| row.get(left))), there(row.get(i))]
}

/// The line between two rows.
fn border(above: &[Option<String>], below: &[Option<String>], inner: usize) -> String {
    let mut line = String::new();
    for i in 0..=above.len() {
        let ([nw, ne], [sw, se]) = (beside(above, i), beside(below, i));
        line.push(corner([nw || ne, ne || se, sw || se, nw || sw]));
        line.push_str(&if ne || se { "─" } else { " " }.repeat(inner));
    }
    line
}

/// The line through the texts of a row. A hole with walls on all sides is shaded, or it would look
/// like a cell to fill in.
fn content(row: &[Option<String>], around: [&[Option<String>]; 2], inner: usize) -> String {
    let mut line = String::new();
    for i in 0..=row.len() {
        line.push(if beside(row, i).contains(&true) { '│' } else { ' ' });
        let walls = beside(row, i)[0]
            && beside(row, i + 1)[1]
            && around.iter().all(|other| other.get(i).is_some_and(Option::is_some));
        line.push_str(&match row.get(i) {
            Some(None) if walls => "░".repeat(inner),
            cell => centred(cell.and_then(|cell| cell.as_deref()).unwrap_or_default(), inner),
        });
    }
    line
}

fn centred(text: &str, width: usize) -> String {
    let space = width - text.chars().count();
    format!("{}{text}{}", " ".repeat(space / 2), " ".repeat(space - space / 2))
}

/// The box character with lines to the north, east, south and west.
fn corner(lines: [bool; 4]) -> char {
    match lines {
        [false, false, false, false] => ' ',
        [false, true, true, false] => '┌',
        [false, false, true, true] => '┐',
        [true, true, false, false] => '└',
        [true, false, false, true] => '┘',
        [true, true, true, false] => '├',
        [true, false, true, true] => '┤',
        [false, true, true, true] => '┬',
        [true, true, false, true] => '┴',
        [true, true, true, true] => '┼',
        [_, false, _, false] => '│',
        [false, _, false, _] => '─',
    }
}
