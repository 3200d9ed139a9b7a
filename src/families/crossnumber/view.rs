//! A crossnumber for people: a slot is a cell with a digit; bars, black cells, clues and all else that
//! is said are computed here, and nowhere else.

use serde_json::Value;

use super::partial::Partial;
use crate::view::{
    Accepts, Answers, Board, Cell, CellPart, Clue, ClueList, Content, Different, Frame,
    KnownAnswer, Lines, Sentence, Show, Slot, View,
};
use xwc_check::families::crossnumber::{
    CrossNumber, GridDrawing, Source, ValueDigits, VariableGroup,
};
use xwc_check::puzzle::grid::Position;
use xwc_check::puzzle::{Puzzle, Solution};

impl Show for CrossNumber {
    fn view(&self) -> View {
        let board = board(self);
        let slot = |&position: &Position| {
            Slot::of_cell(board.index(position), Accepts::Digit(self.digits().to_vec()))
        };
        View {
            name: "CrossNumber",
            labels: self.labels().clone(),
            slots: self.layout().cells.iter().map(slot).collect(),
            board,
            lines: Lines::Entries,
            different: if self.distinct() { Different::Entries } else { Different::Nothing },
            leading_zeros: self.leading_zeros(),
            tiles: Vec::new(),
            lists: [false, true].map(|is_down| list(self, is_down)).to_vec(),
            task: task(self),
            notes: notes(self),
        }
    }

    fn answers(&self, solution: &Solution) -> Option<Answers> {
        let digits = self.form().digits(solution).ok()?;
        let named = solution.0.get("variables").and_then(Value::as_object);
        let variables =
            named.into_iter().flatten().map(|(n, value)| (n.clone(), value.to_string()));
        Some(Answers {
            slots: digits.iter().map(u8::to_string).collect(),
            variables: variables.collect(),
        })
    }

    fn solution(&self, filled: &[String]) -> Option<Solution> {
        if self.is_transformed() || !self.variables().is_empty() {
            return None;
        }
        let digits: Option<Vec<u8>> = filled.iter().map(|text| text.parse().ok()).collect();
        Some(self.form().solution(&digits?, &[], &[]))
    }

    fn is_true(&self, entry: usize, filled: &[String]) -> Option<bool> {
        let [across, down] = [false, true].map(|is_down| entries(self, is_down));
        let entry = *across.iter().chain(&down).nth(entry)?;
        Partial::new(self, filled).is_true(self, entry)
    }
}

/// The entries of a direction.
fn entries(puzzle: &CrossNumber, is_down: bool) -> Vec<usize> {
    let all = puzzle.entries().iter().enumerate();
    all.filter(|(_, entry)| entry.down == is_down).map(|(i, _)| i).collect()
}

fn board(puzzle: &CrossNumber) -> Board {
    let drawing = &puzzle.layout().drawing;
    let mut cells = Vec::with_capacity(drawing.height * drawing.width);
    for row in 0..drawing.height {
        for column in 0..drawing.width {
            cells.push(cell(drawing, Position { row, column }));
        }
    }
    let mut board = Board { frame: Frame::Barred, width: drawing.width, cells };
    for (slot, &position) in puzzle.layout().cells.iter().enumerate() {
        let cell = board.index(position);
        board.cells[cell].content = Content::Open(vec![CellPart::Slot(slot)]);
    }
    board
}

/// A cell without its slot. There is a bar between two white cells that are not joined.
fn cell(drawing: &GridDrawing, at: Position) -> Cell {
    let Position { row, column } = at;
    let is_white = |row: usize, column: usize| {
        row < drawing.height && column < drawing.width && !drawing.black[row][column]
    };
    if !is_white(row, column) {
        return Content::Black.into();
    }
    let mut label = String::new();
    for start in drawing.starts.iter().filter(|start| start.at == at) {
        match start.number {
            Some(number) => label = number.to_string(),
            None => label.push_str(&start.name),
        }
    }
    Cell {
        content: Content::Unused,
        label,
        is_result: false,
        bar_right: is_white(row, column + 1) && !drawing.right[row][column],
        bar_below: is_white(row + 1, column) && !drawing.below[row][column],
    }
}

/// Conditions in one line; `;` does not occur in their language.
fn joined(conditions: &[&str]) -> Option<String> {
    (!conditions.is_empty()).then(|| conditions.join("; "))
}

fn list(puzzle: &CrossNumber, is_down: bool) -> ClueList {
    let clue = |i: usize| {
        let entry = &puzzle.entries()[i];
        let code = joined(&puzzle.clue_conditions(i));
        Clue {
            name: entry.name.clone(),
            label: entry.number.map_or(entry.name.clone(), |number| number.to_string()),
            text: puzzle.clue_text(i).map(str::to_string).or_else(|| code.clone()),
            code,
            word: KnownAnswer::Length(entry.cells.len()),
            slots: entry.cells.clone(),
        }
    };
    ClueList { is_down, clues: entries(puzzle, is_down).into_iter().map(clue).collect() }
}

fn task(puzzle: &CrossNumber) -> Vec<Sentence> {
    let zeros = (!puzzle.leading_zeros()).then_some(Sentence::NoLeadingZeros);
    let equal = puzzle.distinct().then_some(Sentence::EntriesDiffer);
    let rules = zeros.into_iter().chain(equal);
    [Sentence::FindDigits].into_iter().chain(rules).chain([Sentence::ClueLanguage]).collect()
}

fn notes(puzzle: &CrossNumber) -> Vec<Sentence> {
    let mut notes: Vec<Sentence> =
        puzzle.groups().iter().map(|group| variables(puzzle, group)).collect();
    let rules = |source| joined(&puzzle.rule_conditions(source));
    notes.extend(rules(Source::Rules).map(Sentence::Rules));
    notes.extend(rules(Source::EveryEntry).map(Sentence::EveryEntry));
    notes.extend(rules(Source::Transform).map(Sentence::InTheGrid));
    if puzzle.value_digits() != ValueDigits::Same {
        notes.push(Sentence::ValueDigits(puzzle.value_digits().to_string()));
    }
    if puzzle.digits().len() < 10 {
        notes.push(Sentence::Digits(puzzle.digits().to_vec()));
    }
    notes.extend(puzzle.leading_zeros().then_some(Sentence::LeadingZerosAllowed));
    notes.extend((!puzzle.distinct()).then_some(Sentence::EqualEntriesAllowed));
    notes
}

fn variables(puzzle: &CrossNumber, group: &VariableGroup) -> Sentence {
    Sentence::Variables {
        names: group.members.iter().map(|&i| puzzle.variables()[i].clone()).collect(),
        values: group.written.to_string(),
        different: group.distinct && group.members.len() > 1,
    }
}
