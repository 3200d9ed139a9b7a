//! Paper: what stands on a sheet ([`super::sheet`]) becomes a drawing here, and the drawing SVG or PDF. There is one layout for both.

mod drawing;
mod font;
mod layout;
mod lists;
mod parts;
#[cfg(feature = "pdf")]
mod pdf;
pub(crate) mod style;
mod svg;
#[cfg(test)]
mod tests;
#[cfg(feature = "pdf")]
pub(crate) mod worksheet;

use self::drawing::Drawing;
use self::layout::{PageFrame, arrange};
use super::sheet::sheet;
use crate::view::{Answers, View, words};

/// The width of a picture of one puzzle, in points.
const WIDTH: f64 = 520.0;
/// Around the picture.
const MARGIN: f64 = 16.0;
/// The size of its texts.
const TEXT: f64 = 12.0;
/// The side of its cells, at least.
const LEAST_CELL: f64 = 28.0;

/// A picture of one puzzle as SVG: what to do, the puzzle, and the solution if there is one.
pub(crate) fn picture(view: &View, answers: Option<&Answers>) -> String {
    let sheet = sheet(view, answers);
    // A large grid makes a large picture rather than small cells.
    let columns = sheet.board.rows.first().map_or(0, Vec::len) as f64;
    let inner = (WIDTH - 2.0 * MARGIN).max(columns * LEAST_CELL + MARGIN);
    let frame = PageFrame { width: inner, height: f64::INFINITY, text: TEXT, cell: 44.0 };
    let drawn = arrange(&sheet, frame);
    let heading = match &sheet.heading[..] {
        "" => Drawing::default(),
        heading => parts::notes(&[heading], TEXT * 1.2, inner, 0.0),
    };
    let task = match answers {
        None => parts::notes(&[&sheet.task], TEXT * 0.9, inner, 0.35),
        Some(_) => Drawing::default(),
    };
    let above = |part: &Drawing| if part.height > 0.0 { part.height + TEXT } else { 0.0 };
    let (second, top) = (MARGIN + above(&heading), MARGIN + above(&heading) + above(&task));
    let mut picture = Drawing::new(inner + 2.0 * MARGIN, top + drawn.height + MARGIN);
    picture.place(heading, MARGIN, MARGIN);
    picture.place(task, MARGIN, second);
    picture.place(drawn, MARGIN, top);
    svg::write(&picture, if answers.is_some() { words::SOLVED_PUZZLE } else { words::PUZZLE })
}
