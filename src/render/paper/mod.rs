//! Paper: what a family says on a sheet ([`super::sheet`]) becomes a drawing here, and the drawing SVG
//! or PDF. There is one layout for both.

pub mod drawing;
pub mod font;
mod layout;
mod lists;
mod parts;
pub mod pdf;
pub mod svg;
pub mod worksheet;

pub use layout::{Frame, arrange};

use self::drawing::Drawing;
use super::sheet::OnPaper;
use crate::puzzle::Solution;

/// The width of a picture of one puzzle, in points.
const WIDTH: f64 = 520.0;
/// Around the picture.
const MARGIN: f64 = 16.0;
/// The size of its texts.
const TEXT: f64 = 12.0;
/// The side of its cells, at least.
const LEAST_CELL: f64 = 28.0;

/// A picture of one puzzle as SVG: what to do, the puzzle, and the solution if there is one.
pub fn picture<P: OnPaper + ?Sized>(puzzle: &P, solution: Option<&Solution>) -> String {
    let sheet = puzzle.sheet(solution);
    // A large grid makes a large picture rather than small cells.
    let columns = sheet.board.rows.first().map_or(0, Vec::len) as f64;
    let inner = (WIDTH - 2.0 * MARGIN).max(columns * LEAST_CELL + MARGIN);
    let frame = Frame { width: inner, height: f64::INFINITY, text: TEXT, cell: 44.0 };
    let drawn = arrange(&sheet, frame);
    let task = match solution {
        None => parts::notes(&[sheet.task], TEXT * 0.9, inner, 0.35),
        Some(_) => Drawing::default(),
    };
    let gap = if solution.is_none() { TEXT } else { 0.0 };
    let height = task.height + gap + drawn.height + 2.0 * MARGIN;
    let mut picture = Drawing::new(inner + 2.0 * MARGIN, height);
    let top = MARGIN + task.height + gap;
    picture.place(task, MARGIN, MARGIN);
    picture.place(drawn, MARGIN, top);
    svg::write(&picture, if solution.is_some() { "A solved puzzle" } else { "A puzzle" })
}
