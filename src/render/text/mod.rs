//! Drawing with characters: the board, then everything that is said in words.

mod bars;
mod boxes;

use super::visible_line;
use crate::view::{Answers, ClueList, Frame, Lines, View, words};
use xwc_check::puzzle::grid::Position;

/// Which text of a clue is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClueStyle {
    /// What players read.
    Words,
    /// The conditions that are checked.
    Code,
}

/// The puzzle, or its solution with the marked cells set off.
pub(super) fn draw(view: &View, answers: Option<&Answers>, marked: &[Position]) -> String {
    match answers {
        None => unsolved(view, ClueStyle::Words),
        Some(answers) => board(view, &answers.slots, marked) + &solved(view, answers),
    }
}

/// The puzzle with its board empty.
pub(super) fn unsolved(view: &View, style: ClueStyle) -> String {
    let mut text = board(view, &[], &[]);
    if !view.tiles.is_empty() {
        text += &format!("{}: {}\n", words::TILES, view.tiles.join(" "));
    }
    for list in &view.lists {
        text += &clues(list, style);
    }
    for note in &view.notes {
        text += &visible_line(&words::sentence(note));
    }
    text
}

fn board(view: &View, filled: &[String], marked: &[Position]) -> String {
    let marked: Vec<usize> = marked.iter().map(|&at| view.board.index(at)).collect();
    match view.board.frame {
        Frame::Loose | Frame::Squares => boxes::draw(view, filled, &marked),
        Frame::Barred => bars::draw(view, filled, &marked),
    }
}

/// A list of clues under its title; empty if there are none.
fn clues(list: &ClueList, style: ClueStyle) -> String {
    let mut lines = String::new();
    for clue in &list.clues {
        let text = match style {
            ClueStyle::Words => words::clue(clue.text.as_deref(), &clue.word),
            ClueStyle::Code => words::clue(clue.code.as_deref(), &clue.word),
        };
        let label = match &clue.label[..] {
            "" => String::new(),
            label => format!("{label}: "),
        };
        lines.extend(text.map(|text| visible_line(&format!("  {label}{text}"))));
    }
    match &lines[..] {
        "" => lines,
        _ => format!("{}\n{lines}", words::direction(list.is_down)),
    }
}

/// What else a solution says.
fn solved(view: &View, answers: &Answers) -> String {
    let mut text = String::new();
    if !answers.variables.is_empty() {
        let all = answers.variables.iter().map(|(name, value)| format!("{name}={value}"));
        let all: Vec<String> = all.collect();
        text += &visible_line(&format!("{}: {}", words::VARIABLES, all.join(" ")));
    }
    if matches!(view.lines, Lines::Words { .. }) {
        text += &found_words(view, &answers.slots);
    }
    text
}

/// The words that stand in a grid, and its letters, as crucigrams are asked to be printed.
fn found_words(view: &View, filled: &[String]) -> String {
    let runs = view.runs(filled);
    let found = |is_down: bool| {
        let found = runs.iter().filter(|run| run.is_down == is_down);
        found.map(|run| run.word.as_str()).collect::<Vec<_>>().join(", ")
    };
    let all: Vec<char> = (0..view.board.cells.len())
        .filter_map(|cell| view.text(cell, filled).chars().next())
        .collect();
    let counted: Vec<String> = ('A'..='Z')
        .map(|letter| (letter, all.iter().filter(|&&other| other == letter).count()))
        .filter(|(_, count)| *count > 0)
        .map(|(letter, count)| format!("{letter}×{count}"))
        .collect();
    let [across, down] =
        [false, true].map(|is_down| words::direction(is_down).to_uppercase() + ":");
    format!(
        "{}:\n  {across:7} {}\n  {down:7} {}\n{}:\n  {}\n  {}\n",
        words::WORDS,
        found(false),
        found(true),
        words::LETTERS,
        counted.join(", "),
        words::total_letters(all.len()),
    )
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}
