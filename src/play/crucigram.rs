//! A crucigram on the table: letters and black squares, and words that are judged once they have ends.

use super::table::{Accepts, Cell, Line, Playable, Slot, Table};
use crate::puzzle::Solution;
use crate::puzzle::crucigram::{Board, Crucigram, Direction, Entry, Known};
use crate::puzzle::grid::Position;

struct Letters<'a> {
    puzzle: &'a Crucigram,
    slots: Vec<Slot>,
    tiles: Vec<String>,
}

impl Playable for Crucigram {
    fn table(&self) -> Box<dyn Table + '_> {
        let (width, height) = (self.width(), self.height());
        let at = |i: usize| Position { row: i / width, column: i % width };
        let slot = |i: usize| Slot { at: at(i), accepts: Accepts::Letter };
        let tiles = self.tiles().iter().map(|&tile| char::from(tile).to_string()).collect();
        Box::new(Letters { puzzle: self, slots: (0..width * height).map(slot).collect(), tiles })
    }
}

/// Whether a word is one that the clues ask for.
fn is_asked(entries: &[Entry], word: &str) -> bool {
    entries.iter().any(|entry| match &entry.known {
        Known::Answer(answer) => answer == word,
        Known::Candidates(words) => words.iter().any(|candidate| candidate == word),
        Known::Pattern(pattern) => pattern.fits(word),
    })
}

fn what_is_known(entry: &Entry) -> String {
    match &entry.known {
        Known::Answer(word) => word.len().to_string(),
        Known::Candidates(words) => words.join(" or "),
        Known::Pattern(pattern) if pattern.is_open() => pattern.len().to_string(),
        Known::Pattern(pattern) => pattern.to_string(),
    }
}

impl Table for Letters<'_> {
    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn cells(&self, _filled: &[String]) -> Vec<Vec<Cell>> {
        let cells: Vec<Cell> =
            (0..self.slots.len()).map(|slot| Cell::Slot(slot, String::new())).collect();
        cells.chunks(self.puzzle.width()).map(<[Cell]>::to_vec).collect()
    }

    fn tiles(&self) -> &[String] {
        &self.tiles
    }

    fn lines(&self, filled: &[String]) -> Vec<Line> {
        let (width, height) = (self.puzzle.width(), self.puzzle.height());
        let mut lines = Vec::new();
        for direction in Direction::ALL {
            let (count, length) = match direction {
                Direction::Across => (height, width),
                Direction::Down => (width, height),
            };
            for line in 0..count {
                let at = |i: usize| match direction {
                    Direction::Across => Position { row: line, column: i },
                    Direction::Down => Position { row: i, column: line },
                };
                let text = |i: usize| {
                    let Position { row, column } = at(i);
                    filled[row * width + column].as_str()
                };
                // Pieces between black squares; one that is full has its ends.
                let mut from = 0;
                for to in 0..=length {
                    if to < length && text(to) != "#" {
                        continue;
                    }
                    let word: Vec<&str> = (from..to).map(text).collect();
                    if word.len() >= 2 && !word.contains(&"") {
                        let asked = is_asked(self.puzzle.entries(direction), &word.concat());
                        lines.push(Line::new((from..to).map(at).collect(), Some(asked)));
                    }
                    from = to + 1;
                }
            }
        }
        lines
    }

    fn words(&self, _slot: usize, down: bool) -> Vec<(bool, String)> {
        let black = self.slots.len().saturating_sub(self.tiles.len());
        let mut words = vec![(false, format!("{black} black squares: # or ."))];
        for direction in Direction::ALL {
            let title = match direction {
                Direction::Across => "Across",
                Direction::Down => "Down",
            };
            let here = (direction == Direction::Down) == down;
            words.push((here, title.to_string()));
            for entry in self.puzzle.entries(direction) {
                words.push((false, format!("{} ({})", entry.clue, what_is_known(entry))));
            }
        }
        words
    }

    fn goes_on(&self) -> bool {
        true
    }

    fn spelled(&self, filled: &[String]) -> Option<Solution> {
        let cell = |text: &String| text.bytes().next().filter(|&byte| byte != b'#');
        let cells: Vec<Option<u8>> = filled.iter().map(cell).collect();
        let rows = cells.chunks(self.puzzle.width()).map(<[Option<u8>]>::to_vec).collect();
        Some(Board::new(rows).solution())
    }

    fn answers(&self, solution: &Solution) -> Option<Vec<String>> {
        let board = self.puzzle.board(solution).ok()?;
        let text = |cell: &Option<u8>| cell.map_or("#".to_string(), |c| char::from(c).to_string());
        Some(board.rows().iter().flatten().map(text).collect())
    }
}
