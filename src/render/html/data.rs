//! A view as the page reads it.

use serde::Serialize;
use serde_json::Value;

use super::seal::Salt;
use crate::view::{
    self, Accepts, CellPart, ClueList, Content, Different, KnownAnswer, Lines, View, words,
};

/// How a level is played: which keys it has, and where the cursor goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Mode {
    /// Numbers into cells.
    Numbers,
    /// Values for letters.
    Letters,
    /// Digits along entries.
    Entries,
    /// Letters and black squares along rows and columns.
    Words,
}

impl Mode {
    /// The way that a view asks for.
    pub(super) fn of(view: &View) -> Self {
        match view.lines {
            Lines::Sums(_) if view.is_lettered() => Mode::Letters,
            Lines::Sums(_) => Mode::Numbers,
            Lines::Entries => Mode::Entries,
            Lines::Words { .. } => Mode::Words,
        }
    }
}

/// A level as the page sees it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Data<'a> {
    pub mode: Mode,
    pub title: &'static str,
    pub name: &'a str,
    pub id: String,
    pub width: usize,
    pub cells: Vec<Option<PageCell<'a>>>,
    /// What may be written: each kind once.
    pub accepts: Vec<SlotKind<'a>>,
    /// One number per slot, of its kind.
    pub slots: Vec<usize>,
    /// The names of the slots, if they are letters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letters: Option<Vec<char>>,
    pub lines: Vec<PageLine<'a>>,
    /// The greatest number of words of two letters.
    pub most_short: usize,
    pub different: Equal<'a>,
    pub leading_zeros: bool,
    pub tiles: &'a [String],
    pub lists: Vec<PageClues<'a>>,
    pub task: String,
    pub notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seal: Option<Value>,
}

/// A cell; what is in it is in one of the first five fields.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PageCell<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    sign: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<Vec<PagePart>>,
    #[serde(skip_serializing_if = "is_false")]
    black: bool,
    #[serde(skip_serializing_if = "str::is_empty")]
    label: &'a str,
    #[serde(skip_serializing_if = "is_false")]
    result: bool,
    #[serde(skip_serializing_if = "is_false")]
    bar_right: bool,
    #[serde(skip_serializing_if = "is_false")]
    bar_below: bool,
}

/// A text that is given, or the number of a slot.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum PagePart {
    Given(String),
    Slot(usize),
}

/// What may be written into a slot.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum SlotKind<'a> {
    Number { min: Option<i64>, max: Option<i64> },
    Digit { digits: &'a [u8] },
    Letter,
}

/// A line of numbers and operators.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PageLine<'a> {
    numbers: &'a [usize],
    signs: &'a [usize],
    operators: Vec<&'static str>,
    order: &'static str,
    whole_steps: bool,
    outcome: &'static str,
}

/// What must not be equal.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Equal<'a> {
    slots: bool,
    cells: &'a [usize],
    entries: bool,
}

/// Clues under a title.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PageClues<'a> {
    title: &'static str,
    down: bool,
    clues: Vec<PageClue<'a>>,
}

/// A clue; the page knows its word by digests or by a pattern, if at all.
#[derive(Debug, Serialize)]
pub(super) struct PageClue<'a> {
    label: &'a str,
    text: &'a str,
    hint: String,
    slots: &'a [usize],
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern: Option<String>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl<'a> Data<'a> {
    /// The data of a level that has no name yet; words that must stay hidden go through the salt.
    pub(super) fn new(view: &'a View, salt: &Salt) -> Self {
        let (accepts, slots) = kinds(view);
        let (sums, most_short) = match &view.lines {
            Lines::Sums(sums) => (&sums[..], 0),
            Lines::Entries => (&[][..], 0),
            Lines::Words { most_short } => (&[][..], *most_short),
        };
        let letters: Option<Vec<char>> = view.slots.iter().map(|slot| slot.name).collect();
        Self {
            mode: Mode::of(view),
            title: view.name,
            name: "",
            id: salt.text().to_string(),
            width: view.board.width,
            cells: view.board.cells.iter().map(cell).collect(),
            accepts,
            slots,
            letters: letters.filter(|_| view.is_lettered()),
            lines: sums.iter().map(line).collect(),
            most_short,
            different: different(&view.different),
            leading_zeros: view.leading_zeros,
            tiles: &view.tiles,
            lists: view.lists.iter().map(|one| clues(one, salt)).collect(),
            task: task(view),
            notes: view.further_notes().map(words::sentence).collect(),
            note: None,
            seal: None,
        }
    }
}

/// What to do, with what is particular to the puzzle.
fn task(view: &View) -> String {
    let said = words::prose(view.task.iter().chain(view.further_notes()));
    std::iter::once(said).chain(view.labels.note.clone()).collect::<Vec<_>>().join(" ")
}

fn kinds(view: &View) -> (Vec<SlotKind<'_>>, Vec<usize>) {
    let mut kinds: Vec<SlotKind<'_>> = Vec::new();
    let mut slots = Vec::new();
    for slot in &view.slots {
        let kind = match &slot.accepts {
            Accepts::Number { min, max } => SlotKind::Number { min: *min, max: *max },
            Accepts::Digit(digits) => SlotKind::Digit { digits },
            Accepts::Letter => SlotKind::Letter,
        };
        let known = kinds.iter().position(|other| *other == kind);
        slots.push(known.unwrap_or(kinds.len()));
        if known.is_none() {
            kinds.push(kind);
        }
    }
    (kinds, slots)
}

fn cell(cell: &view::Cell) -> Option<PageCell<'_>> {
    let mut data = PageCell {
        label: &cell.label,
        result: cell.is_result,
        bar_right: cell.bar_right,
        bar_below: cell.bar_below,
        ..PageCell::default()
    };
    let part = |part: &CellPart| match part {
        CellPart::Given(digit) => PagePart::Given(digit.to_string()),
        CellPart::Slot(slot) => PagePart::Slot(*slot),
    };
    match &cell.content {
        Content::Hole => return None,
        Content::Black => data.black = true,
        Content::Unused => {}
        Content::Operator(operator) => data.sign = Some(operator.symbol()),
        Content::Equals => data.sign = Some("="),
        Content::Given(text) => data.text = Some(text),
        Content::Open(parts) => data.parts = Some(parts.iter().map(part).collect()),
    }
    Some(data)
}

fn line(sum: &view::SumLine) -> PageLine<'_> {
    PageLine {
        numbers: &sum.numbers,
        signs: &sum.signs,
        operators: sum.operators.iter().map(|operator| operator.symbol()).collect(),
        order: if sum.by_precedence { "byPrecedence" } else { "inOrder" },
        whole_steps: sum.whole_steps,
        outcome: if sum.to_zero { "zero" } else { "lastNumber" },
    }
}

fn different(different: &Different) -> Equal<'_> {
    Equal {
        slots: *different == Different::Slots,
        cells: match different {
            Different::Cells(cells) => cells,
            _ => &[],
        },
        entries: *different == Different::Entries,
    }
}

fn clues<'a>(list: &'a ClueList, salt: &Salt) -> PageClues<'a> {
    let clue = |clue: &'a view::Clue| {
        let (words, pattern) = match &clue.word {
            KnownAnswer::Length(_) => (None, None),
            KnownAnswer::OneOf(words) => {
                (Some(words.iter().map(|word| salt.word(list.is_down, word)).collect()), None)
            }
            KnownAnswer::Like(pattern) => (None, Some(pattern.to_string())),
        };
        PageClue {
            label: &clue.label,
            text: clue.text.as_deref().unwrap_or_default(),
            hint: words::hint(&clue.word),
            slots: &clue.slots,
            words,
            pattern,
        }
    };
    let clues = list.clues.iter().map(clue).collect();
    PageClues { title: words::direction(list.is_down), down: list.is_down, clues }
}
