//! Pages to play puzzles in: one self-contained file with any number of levels, no network.
//!
//! A view becomes data: its grid, its *slots* (what the player finds, each a short text) and its lines.
//! The page is hand-written script and style in `page/`, the same for all puzzles, and judges lines by
//! that data. Data and program meet only in the browser, where every text becomes a text node: nothing
//! that a puzzle says is ever read as markup or script.

mod data;
mod seal;
mod template;

use serde_json::Value;

use self::data::{Data, Mode};
use self::seal::Salt;
pub(crate) use self::template::page;
use crate::view::{Show, words};
use xwc_check::puzzle::Solution;
use xwc_check::support::text;

/// A level as it stands on a page.
#[derive(Debug)]
pub(crate) struct PageLevel {
    data: Value,
    mode: Mode,
}

/// One level of a page: a name, the puzzle, its only solution if that is known, and what the player
/// has to be told if it is not.
pub(crate) fn level(
    name: &str,
    puzzle: &(impl Show + ?Sized),
    solution: Option<&Solution>,
    note: Option<&str>,
) -> PageLevel {
    let view = puzzle.view();
    let salt = Salt::of(&puzzle.canonical().to_string());
    let answers = solution.and_then(|solution| puzzle.answers(solution));
    let answers = answers.filter(|answers| answers.slots.len() == view.slots.len());
    let data = Data {
        name: &words::heading(&view.labels).unwrap_or_else(|| name.to_string()),
        seal: answers.map(|answers| salt.seal(&answers.slots)),
        note,
        ..Data::new(&view, &salt)
    };
    let mut data = serde_json::to_value(data).expect("texts, numbers and lists of them");
    text::make_visible(&mut data);
    PageLevel { data, mode: Mode::of(&view) }
}
