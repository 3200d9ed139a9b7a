//! Puzzles for people to look at: what a view says, as characters, on paper and on pages.

mod forms;
pub(crate) mod formula;
pub(crate) mod html;
pub(crate) mod ipuz;
pub(crate) mod paper;
pub(crate) mod sheet;
mod text;

use crate::view::{Show, words};
use xwc_check::puzzle::grid::Position;
use xwc_check::puzzle::{Labels, Solution};
use xwc_check::support::text::visible;

use text::{ClueStyle, unsolved};

/// A drawing in box characters, with the solution filled in if there is one, and the marked cells set
/// off.
pub fn drawing(
    puzzle: &(impl Show + ?Sized),
    solution: Option<&Solution>,
    marked: &[Position],
) -> String {
    let answers = solution.and_then(|solution| puzzle.answers(solution));
    text::draw(&puzzle.view(), answers.as_ref(), marked)
}

/// A drawing under its title, with clues as the conditions that are checked; `None` for families whose
/// clues are not conditions.
pub fn drawing_with_conditions(puzzle: &(impl Show + ?Sized)) -> Option<String> {
    let view = puzzle.view();
    view.has_code().then(|| with_labels(&unsolved(&view, ClueStyle::Code), &view.labels))
}

/// The drawing under its title, with its note.
pub(crate) fn with_labels(drawing: &str, labels: &Labels) -> String {
    let heading = words::heading(labels).map(|heading| visible_line(&heading)).unwrap_or_default();
    let note = labels.note.as_deref().map(visible_line).unwrap_or_default();
    format!("{heading}{drawing}{note}")
}

/// A line of text with nothing hidden in it.
fn visible_line(text: &str) -> String {
    format!("{}\n", visible(text))
}
