//! A crucigram on paper: an empty grid, the tiles, and clues without places.

use super::{Board, Kind, List, MOST_CLUE, OnPaper, Sheet, Square, cut};
use crate::puzzle::Solution;
use crate::puzzle::crucigram::{Crucigram, Direction, Entry, Known};

impl OnPaper for Crucigram {
    fn sheet(&self, solution: Option<&Solution>) -> Sheet {
        let solved = solution.and_then(|solution| self.board(solution).ok());
        let open = vec![vec![Square::new(Kind::Open, ""); self.width()]; self.height()];
        let square = |cell: &Option<u8>| match cell {
            Some(letter) => Square::new(Kind::Open, char::from(*letter)),
            None => Square::new(Kind::Black, ""),
        };
        let rows = solved.as_ref().map_or(open, |board| {
            board.rows().iter().map(|row| row.iter().map(square).collect()).collect()
        });
        let mut sheet = Sheet {
            task: "Put all letters into the grid and black out the other cells, so that exactly the \
                   words of the clues stand in it, across and down. The order of the clues gives \
                   nothing away. All letters hang together, and no 3×3 block is all black.",
            board: Board { rows, bars: Vec::new(), is_framed: true },
            ..Sheet::default()
        };
        if solved.is_none() {
            let black = self.width() * self.height() - self.tiles().len();
            sheet.tiles = self.tiles().iter().map(|&tile| char::from(tile).to_string()).collect();
            sheet.notes = vec![format!("{} letters, {black} black cells.", self.tiles().len())];
            sheet.lists = Direction::ALL.map(|direction| list(self, direction)).to_vec();
        }
        sheet
    }
}

fn list(puzzle: &Crucigram, direction: Direction) -> List {
    let title = match direction {
        Direction::Across => "Across",
        Direction::Down => "Down",
    };
    let lines = puzzle.entries(direction).iter().map(|entry| ("•".to_string(), clue(entry)));
    List { title: title.to_string(), lines: lines.collect() }
}

/// The clue, and what is known without the answer.
fn clue(entry: &Entry) -> String {
    let known = match &entry.known {
        Known::Answer(word) => word.len().to_string(),
        Known::Candidates(words) => words.join(" or "),
        Known::Pattern(pattern) if pattern.is_open() => pattern.len().to_string(),
        Known::Pattern(pattern) => pattern.to_string(),
    };
    let known = cut(&known, MOST_CLUE);
    match entry.clue.is_empty() {
        true => format!("({known})"),
        false => format!("{}\u{a0}({known})", cut(&entry.clue, MOST_CLUE)),
    }
}
