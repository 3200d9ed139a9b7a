//! The state of a game and everything that can happen to it; independent of the terminal.

use std::collections::BTreeSet;

use super::table::PlayTable;
use crate::view::{Accepts, BLACK, Judged, LineState, Show, View};
use xwc_check::puzzle::Solution;
use xwc_check::puzzle::grid::Position;

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The cursor moves to a slot with a lower row number.
    Up,
    /// To one with a higher row number.
    Down,
    /// To one with a lower column number.
    Left,
    /// To one with a higher column number.
    Right,
    /// To the next slot in reading order, and after the last to the first.
    Next,
    /// To the slot before.
    Previous,
    /// A character is written.
    Type(char),
    /// The last character goes.
    Erase,
    /// The slot is emptied, which frees its tile.
    Empty,
    /// The next free tile goes into the slot.
    NextTile,
    /// Writing goes in the other direction.
    Turn,
    /// What is said beside the grid moves up, or down again, until the cursor moves.
    Read {
        /// Whether it moves up.
        on: bool,
    },
    /// The last change is taken back.
    Undo,
    /// It is made again.
    Redo,
    /// Everything goes.
    Clear,
    /// What is wrong is marked.
    Check,
    /// The slot shows its answer.
    Reveal,
    /// All slots do.
    RevealAll,
}

/// Lines that are read on at a time.
const READ: isize = 5;

/// Longer numbers are in no puzzle.
const MOST_DIGITS: usize = 10;

/// Finds the only solution, if there is one; called when it is needed.
type Oracle<'a> = Box<dyn FnMut() -> Option<Solution> + 'a>;

/// A game.
pub struct Game<'a> {
    puzzle: &'a dyn Show,
    view: View,
    table: PlayTable,
    oracle: Oracle<'a>,
    /// What the oracle said.
    answers: Option<Option<Vec<String>>>,
    filled: Vec<String>,
    past: Vec<Vec<String>>,
    future: Vec<Vec<String>>,
    cursor: usize,
    down: bool,
    /// Whether the cursor has just come, so that digits begin a new number.
    is_fresh: bool,
    marked: BTreeSet<usize>,
    message: String,
    /// How many lines beside the grid were read on, or back if it is negative.
    read: isize,
    is_solved: bool,
    /// Whether the player has done more than read.
    has_begun: bool,
}

impl<'a> Game<'a> {
    /// A game that begins.
    pub fn new(puzzle: &'a dyn Show, oracle: Oracle<'a>) -> Self {
        let view = puzzle.view();
        let filled = vec![String::new(); view.slots.len()];
        let mut game = Self {
            puzzle,
            table: PlayTable::new(&view),
            view,
            oracle,
            answers: None,
            filled,
            past: Vec::new(),
            future: Vec::new(),
            cursor: 0,
            down: false,
            is_fresh: true,
            marked: BTreeSet::new(),
            message: String::new(),
            read: 0,
            is_solved: false,
            has_begun: false,
        };
        game.judge();
        game
    }

    /// What is written in the slots.
    pub(super) fn filled(&self) -> &[String] {
        &self.filled
    }

    /// The slot under the cursor, if there is any slot.
    pub(super) fn cursor(&self) -> Option<usize> {
        (self.cursor < self.filled.len()).then_some(self.cursor)
    }

    /// Whether everything is right.
    pub(super) fn is_solved(&self) -> bool {
        self.is_solved
    }

    /// What there is to say.
    pub(super) fn message(&self) -> &str {
        &self.message
    }

    /// How many lines of what is said beside the grid were read on, or back if it is negative.
    pub(super) fn read(&self) -> isize {
        self.read
    }

    /// Whether the player has done more than read.
    pub(super) fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// Slots that the last check found wrong.
    pub(super) fn marked(&self) -> &BTreeSet<usize> {
        &self.marked
    }

    /// The puzzle as people see it.
    pub(super) fn view(&self) -> &View {
        &self.view
    }

    /// Whether writing goes down.
    pub(super) fn is_down(&self) -> bool {
        self.down
    }

    /// Where everything is drawn.
    pub(super) fn table(&self) -> &PlayTable {
        &self.table
    }

    /// Lines, entries or words, and how they are doing.
    pub(super) fn lines(&self) -> Vec<Judged> {
        self.view.judged(&self.filled, self.puzzle)
    }

    /// The tiles, and whether they are spent.
    pub(super) fn tiles(&self) -> Vec<(String, bool)> {
        let mut used: Vec<&String> = self.filled.iter().collect();
        let spent = |tile: &String| {
            let found = used.iter().position(|value| *value == tile);
            found.map(|i| used.swap_remove(i)).is_some()
        };
        let spent: Vec<bool> = self.view.tiles.iter().map(spent).collect();
        self.view.tiles.iter().cloned().zip(spent).collect()
    }

    /// Slots whose value is not a tile, or is a tile that is used elsewhere.
    pub(super) fn without_tile(&self) -> BTreeSet<usize> {
        if self.view.tiles.is_empty() {
            return BTreeSet::new();
        }
        let mut free: Vec<&String> = self.view.tiles.iter().collect();
        let mut without = BTreeSet::new();
        for (i, value) in self.filled.iter().enumerate() {
            match free.iter().position(|tile| *tile == value) {
                Some(tile) => drop(free.swap_remove(tile)),
                None if value.is_empty() || value == BLACK => {}
                None => drop(without.insert(i)),
            }
        }
        without
    }

    /// Does what the player does.
    pub fn act(&mut self, action: Action) {
        self.message.clear();
        self.has_begun |= !matches!(action, Action::Read { .. });
        match action {
            Action::Up
            | Action::Down
            | Action::Left
            | Action::Right
            | Action::Next
            | Action::Previous => self.go(action),
            Action::Turn => self.down = !self.down,
            Action::Read { on: true } => self.read += READ,
            Action::Read { on: false } => self.read -= READ,
            Action::Type(c) => self.write(c),
            Action::Erase => {
                let mut text = self.here().to_string();
                text.pop();
                self.put(text);
                self.is_fresh = false;
            }
            Action::Empty => self.put(String::new()),
            Action::NextTile => self.next_tile(),
            Action::Undo => self.travel(true),
            Action::Redo => self.travel(false),
            Action::Clear => self.set(vec![String::new(); self.filled.len()]),
            Action::Check => self.check(),
            Action::Reveal | Action::RevealAll => self.reveal(action == Action::RevealAll),
        }
    }

    fn here(&self) -> &str {
        self.filled.get(self.cursor).map_or("", String::as_str)
    }

    /// The nearest slot in a direction; those in the same row or column first.
    fn go(&mut self, way: Action) {
        let count = self.filled.len();
        self.is_fresh = true;
        self.read = 0;
        let Some(&at) = self.table.slots.get(self.cursor) else { return };
        let distance = |slot: &Position| {
            let (rows, columns) =
                (slot.row as i64 - at.row as i64, slot.column as i64 - at.column as i64);
            let (ahead, aside) = match way {
                Action::Up => (-rows, columns),
                Action::Down => (rows, columns),
                Action::Left => (-columns, rows),
                Action::Right => (columns, rows),
                _ => return None,
            };
            (ahead > 0).then_some((aside != 0, ahead + 2 * aside.abs(), ahead))
        };
        let slots = self.table.slots.iter().enumerate();
        let next = slots.filter_map(|(i, slot)| Some((distance(slot)?, i))).min();
        self.cursor = match (way, next) {
            (Action::Next, _) => (self.cursor + 1) % count,
            (Action::Previous, _) => (self.cursor + count - 1) % count,
            (_, Some((_, slot))) => slot,
            (_, None) => self.cursor,
        };
        match way {
            Action::Up | Action::Down => self.down = true,
            Action::Left | Action::Right => self.down = false,
            _ => {}
        }
    }

    fn write(&mut self, c: char) {
        let Some(accepts) = self.view.slots.get(self.cursor).map(|slot| slot.accepts.clone())
        else {
            return;
        };
        let before = if self.is_fresh { "" } else { self.here() };
        let text = match (&accepts, c) {
            (Accepts::Number { .. }, '0'..='9') if before.len() < MOST_DIGITS => match before {
                "0" => c.to_string(),
                "-" if c == '0' => before.to_string(),
                _ => format!("{before}{c}"),
            },
            (Accepts::Number { .. }, '-') if before.is_empty() && accepts.is_negative() => {
                c.to_string()
            }
            (Accepts::Digit(digits), '0'..='9') if digits.contains(&(c as u8 - b'0')) => {
                c.to_string()
            }
            (Accepts::Letter, '#' | '.' | ' ') => BLACK.to_string(),
            (Accepts::Letter, c) if c.is_ascii_alphabetic() => {
                let letter = c.to_ascii_uppercase().to_string();
                let free = |(tile, spent): &(String, bool)| *tile == letter && !spent;
                if self.here() != letter && !self.tiles().iter().any(free) {
                    self.message = format!("There is no tile {letter} left.");
                    return;
                }
                letter
            }
            _ => return,
        };
        self.put(text);
        self.is_fresh = false;
        // One sign fills these, so that writing goes on.
        if !matches!(accepts, Accepts::Number { .. }) {
            let Position { row, column } = self.table.slots[self.cursor];
            let next = match self.down {
                true => Position { row: row + 1, column },
                false => Position { row, column: column + 1 },
            };
            let slots = &self.table.slots;
            self.cursor = slots.iter().position(|&at| at == next).unwrap_or(self.cursor);
            self.is_fresh = true;
        }
    }

    /// Puts the free tile that comes after the present one.
    fn next_tile(&mut self) {
        let tiles = self.tiles();
        let here = self.here();
        let at = tiles.iter().rposition(|(tile, spent)| *spent && tile == here);
        let start = at.map_or(0, |i| i + 1);
        let order = (0..tiles.len()).map(|i| (start + i) % tiles.len());
        let next = order.map(|i| &tiles[i]).find(|(tile, spent)| !spent && tile != here);
        match next {
            Some((tile, _)) => self.put(tile.clone()),
            None if tiles.is_empty() => self.message = "There are no tiles.".to_string(),
            None => self.message = "There is no other tile left.".to_string(),
        }
        self.is_fresh = true;
    }

    fn put(&mut self, text: String) {
        let mut filled = self.filled.clone();
        if let Some(slot) = filled.get_mut(self.cursor) {
            *slot = text;
        }
        self.set(filled);
    }

    fn set(&mut self, filled: Vec<String>) {
        if filled != self.filled {
            self.past.push(std::mem::replace(&mut self.filled, filled));
            self.future.clear();
            self.changed();
        }
    }

    fn travel(&mut self, back: bool) {
        let (from, to) = match back {
            true => (&mut self.past, &mut self.future),
            false => (&mut self.future, &mut self.past),
        };
        match from.pop() {
            Some(filled) => {
                to.push(std::mem::replace(&mut self.filled, filled));
                self.is_fresh = true;
                self.changed();
            }
            None => self.message = "There is nothing more.".to_string(),
        }
    }

    fn changed(&mut self) {
        self.marked.clear();
        self.judge();
    }

    /// Whether it is done.
    fn judge(&mut self) {
        self.is_solved = false;
        if self.filled.iter().any(String::is_empty) {
            return;
        }
        self.is_solved = match self.puzzle.solution(&self.filled) {
            Some(solution) => self.puzzle.check(&solution).is_ok(),
            None => {
                self.ask();
                self.answers.as_ref().and_then(Option::as_ref) == Some(&self.filled)
            }
        };
        let said = if self.is_solved { "Solved!" } else { "Full, but not right yet." };
        self.message = said.to_string();
    }

    /// Makes sure that the oracle was asked.
    fn ask(&mut self) {
        if self.answers.is_none() {
            let solution = (self.oracle)();
            let answers = solution.and_then(|solution| self.puzzle.answers(&solution));
            self.answers = Some(answers.map(|answers| answers.slots));
        }
    }

    /// The answers, or a word about why there are none.
    fn known(&mut self) -> Option<Vec<String>> {
        self.ask();
        let answers = self.answers.clone().flatten();
        if answers.is_none() {
            self.message = "The puzzle is not known to have exactly one solution.".to_string();
        }
        answers
    }

    fn check(&mut self) {
        let Some(answers) = self.known() else { return };
        let differs = |(i, (found, answer)): (usize, (&String, &String))| {
            (!found.is_empty() && found != answer).then_some(i)
        };
        self.marked = self.filled.iter().zip(&answers).enumerate().filter_map(differs).collect();
        self.message = match (self.marked.len(), self.is_solved) {
            (_, true) => "Solved!".to_string(),
            (0, false) => "All that is filled in is right.".to_string(),
            (1, false) => "One is wrong.".to_string(),
            (wrong, false) => format!("{wrong} are wrong."),
        };
    }

    fn reveal(&mut self, all: bool) {
        let Some(answers) = self.known() else { return };
        match (all, answers.get(self.cursor)) {
            (true, _) => self.set(answers),
            (false, Some(answer)) => self.put(answer.clone()),
            (false, None) => {}
        }
        self.is_fresh = true;
    }

    /// How many lines are right, wrong and open.
    pub(super) fn score(&self) -> [usize; 3] {
        let lines = self.lines();
        let count = |state: LineState| lines.iter().filter(|line| line.state == state).count();
        [LineState::Right, LineState::Wrong, LineState::Open].map(count)
    }
}
