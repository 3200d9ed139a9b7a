//! Words that stand in a grid of letters and black squares.

use super::{Board, View};

/// What a slot holds that is made black.
pub(crate) const BLACK: &str = "#";

/// Two or more letters in a line between black squares or borders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LetterRun {
    /// Whether it goes down.
    pub is_down: bool,
    /// Its cells.
    pub cells: Vec<usize>,
    /// Its letters.
    pub word: String,
}

impl View {
    /// The full runs of letters: across, then down, each in reading order of their first cells.
    pub(crate) fn runs(&self, filled: &[String]) -> Vec<LetterRun> {
        let mut runs = Vec::new();
        for is_down in [false, true] {
            let before = runs.len();
            for line in lines(&self.board, is_down) {
                // The border ends a run as a black square does.
                let pieces = line.split(|&cell| self.is_black(cell, filled));
                let pieces = pieces.filter(|piece| piece.len() >= 2);
                runs.extend(pieces.filter_map(|piece| self.run(piece, is_down, filled)));
            }
            runs[before..].sort_by_key(|run: &LetterRun| run.cells[0]);
        }
        runs
    }

    fn run(&self, cells: &[usize], is_down: bool, filled: &[String]) -> Option<LetterRun> {
        let word = cells.iter().map(|&cell| self.written(cell, filled)).collect::<Option<_>>()?;
        Some(LetterRun { is_down, cells: cells.to_vec(), word })
    }
}

/// All rows, or all columns.
fn lines(board: &Board, is_down: bool) -> Vec<Vec<usize>> {
    match is_down {
        false => board.rows().map(Iterator::collect).collect(),
        true => {
            let column = |column| (column..board.cells.len()).step_by(board.width).collect();
            (0..board.width).map(column).collect()
        }
    }
}
