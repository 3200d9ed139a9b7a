//! A crucigram for other programs: with its solution an ordinary numbered crossword, without it an
//! empty grid and clues that have no number.

use serde_json::{Value, json};

use super::{Crossword, escaped};
use crate::puzzle::Solution;
use crate::puzzle::crucigram::{Board, Crucigram, Direction, Entry, Known};

impl Crucigram {
    /// The puzzle for other programs.
    pub(in crate::puzzle) fn to_ipuz(&self, solution: Option<&Solution>) -> Value {
        let crossword = match solution.and_then(|solution| self.board(solution).ok()) {
            Some(board) => numbered(self, &board),
            None => open(self),
        };
        crossword.file(self, solution)
    }
}

fn open(puzzle: &Crucigram) -> Crossword {
    let tiles: String = puzzle.tiles().iter().copied().map(char::from).collect();
    let length = |entry: &Entry| match &entry.known {
        Known::Answer(word) => word.len().to_string(),
        Known::Candidates(words) => words.join(" or "),
        Known::Pattern(pattern) => pattern.to_string(),
    };
    let clue = |entry: &Entry| json!(escaped(&format!("{} ({})", entry.clue, length(entry))));
    Crossword {
        cells: vec![vec![json!(0); puzzle.width()]; puzzle.height()],
        clues: Direction::ALL.map(|d| puzzle.entries(d).iter().map(clue).collect()),
        solution: None,
        intro: format!(
            "Put the letters {tiles} into the grid and black out the other cells; the clues are in \
             no order."
        ),
    }
}

fn numbered(puzzle: &Crucigram, board: &Board) -> Crossword {
    let rows = board.rows();
    let mut cells: Vec<Vec<Value>> = rows
        .iter()
        .map(|row| row.iter().map(|cell| cell.map_or(json!("#"), |_| json!(0))).collect())
        .collect();
    let runs = Direction::ALL.map(|direction| board.runs(direction));
    let mut starts: Vec<_> = runs.iter().flatten().map(|run| run.start).collect();
    starts.sort_unstable();
    starts.dedup();
    for (i, start) in starts.iter().enumerate() {
        cells[start.row][start.column] = json!(i + 1);
    }
    let clues = runs.map(|runs| {
        let clue = |run: &crate::puzzle::crucigram::Run| {
            let number = 1 + starts.iter().position(|start| *start == run.start).unwrap_or(0);
            let fits = |entry: &&Entry| match &entry.known {
                Known::Answer(word) => *word == run.word,
                Known::Candidates(words) => words.contains(&run.word),
                Known::Pattern(pattern) => pattern.fits(&run.word),
            };
            let entry = puzzle.entries(run.direction).iter().find(fits);
            json!([number, escaped(entry.map_or("", |entry| &entry.clue))])
        };
        runs.iter().map(clue).collect()
    });
    let letter = |cell: &Option<u8>| cell.map_or("#".to_string(), |c| char::from(c).to_string());
    let solution = rows.iter().map(|row| row.iter().map(|c| json!(letter(c))).collect()).collect();
    Crossword { cells, clues, solution: Some(solution), intro: String::new() }
}
