//! What a view says on paper, in words and without any place or size; the layout is in
//! [`super::paper`].

use std::borrow::Cow;

use crate::view::{self, Answers, Cell, Content, Frame, View, words};
use xwc_check::support::text::visible;

/// The parts of a puzzle, in the order in which they are read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sheet {
    /// Title and author; may be empty.
    pub heading: String,
    /// What to do, the same for all puzzles of the kind.
    pub task: String,
    /// The grid.
    pub board: SheetBoard,
    /// Letters with a field each for what they stand for.
    pub table: Vec<(String, String)>,
    /// Tiles to be used up.
    pub tiles: Vec<String>,
    /// What else has to be said of this puzzle.
    pub notes: Vec<String>,
    /// Clues.
    pub lists: Vec<SheetList>,
}

/// Clues under a title.
#[derive(Clone, Debug, Default)]
pub(crate) struct SheetList {
    /// Such as "Across".
    pub title: String,
    /// A label, such as a number, and the text.
    pub lines: Vec<(String, String)>,
}

/// Square cells, all rows equally long.
#[derive(Clone, Debug, Default)]
pub(crate) struct SheetBoard {
    /// The cells.
    pub rows: Vec<Vec<SheetSquare>>,
    /// Heavy lines: the cell's row and column, and whether it is below the cell or to its right.
    pub bars: Vec<(usize, usize, bool)>,
    /// Whether a heavy line goes all around.
    pub is_framed: bool,
}

/// One cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SheetSquare {
    /// What it is.
    pub kind: SquareKind,
    /// What is printed in its middle.
    pub text: String,
    /// What is printed small, in its corner.
    pub corner: String,
}

/// What a cell is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SquareKind {
    /// No cell.
    #[default]
    Hole,
    /// Black.
    Black,
    /// To be filled in; a text in it is an answer.
    Open,
    /// Given.
    Given,
    /// An operator or `=`.
    Sign,
}

/// The sheet of a puzzle, every text of it visible: what a solver has to see, or with answers what a
/// reader of answers wants to see.
pub(crate) fn sheet(view: &View, answers: Option<&Answers>) -> Sheet {
    let filled = answers.map_or(&[][..], |answers| &answers.slots);
    let mut sheet = Sheet {
        heading: cut(&words::heading(&view.labels).unwrap_or_default(), MOST_CLUE),
        task: words::prose(&view.task),
        board: board(view, filled),
        table: table(view, filled),
        ..Sheet::default()
    };
    match answers {
        None => {
            sheet.tiles = view.tiles.iter().map(|tile| printed(tile)).collect();
            sheet.notes = notes(view);
            sheet.lists = view.lists.iter().map(list).collect();
            sheet.lists.retain(|list| !list.lines.is_empty());
        }
        Some(answers) => sheet.notes.extend(variables(answers)),
    }
    make_visible(&mut sheet);
    sheet
}

fn make_visible(sheet: &mut Sheet) {
    let pairs = sheet.lists.iter_mut().flat_map(|list| &mut list.lines).chain(&mut sheet.table);
    let texts = pairs.flat_map(|(one, two)| [one, two]).chain(&mut sheet.notes);
    for text in texts.chain([&mut sheet.heading]) {
        if let Cow::Owned(shown) = visible(text) {
            *text = shown;
        }
    }
}

fn board(view: &View, filled: &[String]) -> SheetBoard {
    let square = |cell: usize| SheetSquare {
        kind: kind(view, cell, filled),
        text: printed(&view.text(cell, filled)),
        corner: view.board.cells[cell].label.clone(),
    };
    let bar = |cell: usize, down: bool| (cell / view.board.width, cell % view.board.width, down);
    let bars = |(i, cell): (usize, &Cell)| {
        let right = cell.bar_right.then(|| bar(i, false));
        right.into_iter().chain(cell.bar_below.then(|| bar(i, true)))
    };
    SheetBoard {
        rows: view.board.rows().map(|row| row.map(square).collect()).collect(),
        bars: view.board.cells.iter().enumerate().flat_map(bars).collect(),
        is_framed: view.board.frame != Frame::Loose,
    }
}

fn kind(view: &View, cell: usize, filled: &[String]) -> SquareKind {
    match &view.board.cells[cell].content {
        _ if view.is_black(cell, filled) => SquareKind::Black,
        Content::Hole => SquareKind::Hole,
        Content::Black => SquareKind::Black,
        Content::Operator(_) | Content::Equals => SquareKind::Sign,
        Content::Given(_) => SquareKind::Given,
        // Letters are given; what they stand for is written into the table.
        Content::Open(_) if view.is_lettered() => SquareKind::Given,
        Content::Open(_) | Content::Unused => SquareKind::Open,
    }
}

fn table(view: &View, filled: &[String]) -> Vec<(String, String)> {
    let named = view.slots.iter().enumerate().filter_map(|(i, slot)| Some((i, slot.name?)));
    let value = |slot: usize| filled.get(slot).cloned().unwrap_or_default();
    named.map(|(i, name)| (name.to_string(), value(i))).collect()
}

fn notes(view: &View) -> Vec<String> {
    let said = view.further_notes().map(|note| format!("{}.", words::sentence(note)));
    said.chain(view.labels.note.clone()).map(|note| cut(&note, MOST_RULES)).collect()
}

/// Clues with a label each; those without a number have a dot.
fn list(list: &view::ClueList) -> SheetList {
    let line = |clue: &view::Clue| {
        let hint = cut(&words::hint(&clue.word), MOST_CLUE);
        let text = match clue.text.as_deref()? {
            "" => format!("({hint})"),
            text => format!("{}\u{a0}({hint})", cut(text, MOST_CLUE)),
        };
        let label = if clue.label.is_empty() { "•" } else { &clue.label };
        Some((label.to_string(), text))
    };
    let lines = list.clues.iter().filter_map(line).collect();
    SheetList { title: words::direction(list.is_down).to_string(), lines }
}

fn variables(answers: &Answers) -> Option<String> {
    let one = |(name, value): &(String, String)| format!("{name}\u{a0}=\u{a0}{value}");
    let all: Vec<String> = answers.variables.iter().map(one).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// A text of a puzzle file, cut where no reader would follow any more. Layouts try many sizes, so
/// their time is bounded by this.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

/// The longest clue.
const MOST_CLUE: usize = 1000;
/// The longest list of rules.
const MOST_RULES: usize = 5000;

/// A number or a sign with a minus as it is printed.
fn printed(text: &str) -> String {
    text.replace('-', "−")
}
