//! What a solution fills in.

use super::{BLACK, CellPart, Content, View};

/// What a solution has to say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// One text per slot.
    pub slots: Vec<String>,
    /// Names and values of what is in no slot.
    pub variables: Vec<(String, String)>,
}

impl Answers {
    /// Answers for slots alone.
    pub(crate) fn of_slots(slots: Vec<String>) -> Self {
        Self { slots, variables: Vec::new() }
    }
}

impl View {
    /// What stands in a cell if the slots are filled like this: an empty slot shows its letter, if it
    /// has one. Black squares, and cells in which nothing is written, are empty.
    pub fn text(&self, cell: usize, filled: &[String]) -> String {
        let slot = |slot: usize| match filled.get(slot).map(String::as_str) {
            None | Some("") => self.slots[slot].name.map(String::from).unwrap_or_default(),
            Some(BLACK) => String::new(),
            Some(text) => text.to_string(),
        };
        let part = |part: &CellPart| match part {
            CellPart::Given(digit) => digit.to_string(),
            CellPart::Slot(i) => slot(*i),
        };
        match &self.board.cells[cell].content {
            Content::Given(text) => text.clone(),
            Content::Operator(operator) => operator.to_string(),
            Content::Equals => "=".to_string(),
            Content::Open(parts) => parts.iter().map(part).collect(),
            Content::Hole | Content::Black | Content::Unused => String::new(),
        }
    }

    /// The number in a cell as it is written; `None` if a part of it is missing.
    pub(crate) fn written(&self, cell: usize, filled: &[String]) -> Option<String> {
        let part = |part: &CellPart| match part {
            CellPart::Given(digit) => Some(digit.to_string()),
            CellPart::Slot(i) => filled.get(*i).filter(|text| !text.is_empty()).cloned(),
        };
        match &self.board.cells[cell].content {
            Content::Given(text) => Some(text.clone()),
            Content::Open(parts) => parts.iter().map(part).collect(),
            _ => None,
        }
    }

    /// Whether a cell is black, or has been made so.
    pub(crate) fn is_black(&self, cell: usize, filled: &[String]) -> bool {
        match &self.board.cells[cell].content {
            Content::Black => true,
            Content::Open(parts) => match parts[..] {
                [CellPart::Slot(slot)] => filled.get(slot).is_some_and(|text| text == BLACK),
                _ => false,
            },
            _ => false,
        }
    }
}
