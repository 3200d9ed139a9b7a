//! Crucigrams in box characters: solved ones as their rules ask for, to the character; others with
//! an empty grid, the tiles and the clues.

use std::fmt::Write;

use super::Draw;
use crate::puzzle::Solution;
use crate::puzzle::crucigram::{Board, Crucigram, Direction, Entry, Known};
use crate::puzzle::grid::Position;

impl Draw for Crucigram {
    fn text(&self, solution: Option<&Solution>, marked: &[Position]) -> String {
        match solution.and_then(|solution| self.board(solution).ok()) {
            Some(board) => solved(&board, marked),
            None => unsolved(self),
        }
    }
}

/// Grid, words and letters.
fn solved(board: &Board, marked: &[Position]) -> String {
    let cell = |position: Position| {
        let shown = board.letter(position).map_or('■', char::from);
        match marked.contains(&position) {
            true => format!("[{shown}]"),
            false => format!(" {shown} "),
        }
    };
    let width = board.rows().first().map_or(0, Vec::len);
    let mut text = grid(width, board.rows().len(), cell);
    let words = |direction: Direction| {
        let runs = board.runs(direction);
        runs.into_iter().map(|run| run.word).collect::<Vec<_>>().join(", ")
    };
    let letters: Vec<u8> = board.letters().into_iter().map(|(_, letter)| letter).collect();
    let counted: Vec<String> = (b'A'..=b'Z')
        .map(|letter| (letter, letters.iter().filter(|&&other| other == letter).count()))
        .filter(|(_, count)| *count > 0)
        .map(|(letter, count)| format!("{}×{count}", char::from(letter)))
        .collect();
    let lines = format!(
        "Words:\n  ACROSS: {}\n  DOWN:   {}\nLetters:\n  {}\n  Total: {} letters\n",
        words(Direction::Across),
        words(Direction::Down),
        counted.join(", "),
        letters.len(),
    );
    text.push_str(&lines);
    text
}

/// An empty grid, the tiles, and the clues without their answers.
fn unsolved(puzzle: &Crucigram) -> String {
    let mut text = grid(puzzle.width(), puzzle.height(), |_| "   ".to_string());
    let tiles: Vec<String> =
        puzzle.tiles().iter().map(|&tile| char::from(tile).to_string()).collect();
    let cells = puzzle.width() * puzzle.height();
    let black = cells - tiles.len();
    // A string takes everything.
    let _ = writeln!(text, "Tiles: {}", tiles.join(" "));
    let _ = writeln!(text, "{} letters and {black} black squares", tiles.len());
    for direction in Direction::ALL {
        let _ = writeln!(text, "{}:", direction.name().to_uppercase());
        for entry in puzzle.entries(direction) {
            let _ = writeln!(text, "  {}", clue(entry));
        }
    }
    text
}

/// The clue, and what is known without the answer.
fn clue(entry: &Entry) -> String {
    let known = match &entry.known {
        Known::Answer(word) => word.len().to_string(),
        Known::Candidates(words) => words.join(" or "),
        Known::Pattern(pattern) if pattern.is_open() => pattern.len().to_string(),
        Known::Pattern(pattern) => pattern.to_string(),
    };
    let mut text = String::new();
    for c in entry.clue.chars() {
        match c.is_control() {
            true => text.extend(c.escape_default()),
            false => text.push(c),
        }
    }
    match text.is_empty() {
        true => format!("({known})"),
        false => format!("{text} ({known})"),
    }
}

/// Cells of three characters, with lines around all of them.
fn grid(width: usize, height: usize, cell: impl Fn(Position) -> String) -> String {
    let line = |left: &str, middle: &str, right: &str| {
        format!("{left}{}{right}\n", vec!["───"; width].join(middle))
    };
    let mut text = line("┌", "┬", "┐");
    for row in 0..height {
        if row > 0 {
            text.push_str(&line("├", "┼", "┤"));
        }
        let cells: Vec<String> = (0..width).map(|column| cell(Position { row, column })).collect();
        text.push_str(&format!("│{}│\n", cells.join("│")));
    }
    text.push_str(&line("└", "┴", "┘"));
    text
}
