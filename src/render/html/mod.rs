//! Pages to play puzzles in: one self-contained file with any number of levels, no network.
//!
//! A puzzle becomes data: its grid, its *slots* (what the player finds, each a short text) and what
//! its rules need. The page is hand-written script and style in `page/`, the same for all puzzles.
//! Data and program meet only in the browser, where every text becomes a text node: nothing that a
//! puzzle says is ever read as markup or script.

mod calcrostic;
mod crossmath;
mod crossnumber;
mod crucigram;
mod mathcrossword;
mod seal;
mod template;

use serde_json::{Map, Value, json};

use crate::puzzle::grid::{Cell, Grid, Position};
use crate::puzzle::{Puzzle, Solution};

use self::seal::Salt;
pub use self::template::page;
use super::sheet::OnPaper;

/// A puzzle that can be played on a page.
pub trait OnPage: Puzzle {
    /// What the page has to know; words that must stay hidden go through the salt.
    fn data(&self, salt: &Salt) -> Data;

    /// The family's own part of the page's script.
    fn script(&self) -> &'static str;

    /// What the slots hold in a solution, in their order; nothing if it is not one of this puzzle.
    fn answers(&self, solution: &Solution) -> Option<Vec<String>>;
}

/// A puzzle as the page sees it.
#[derive(Debug)]
pub struct Data {
    /// Rows of cells; `null` is a hole.
    cells: Vec<Vec<Value>>,
    /// How many slots there are.
    slots: usize,
    /// What the family's own script reads.
    rules: Map<String, Value>,
}

/// A level as it stands on a page.
#[derive(Debug)]
pub struct Level {
    data: Value,
    script: &'static str,
}

/// One level of a page: a name, the puzzle, its only solution if that is known, and what the player
/// has to be told if it is not.
pub fn level(
    name: &str,
    puzzle: &(impl OnPage + OnPaper + ?Sized),
    solution: Option<&Solution>,
    note: Option<&str>,
) -> Level {
    let canonical = puzzle.canonical();
    let salt = Salt::of(&canonical.to_string());
    let Data { cells, slots, rules } = puzzle.data(&salt);
    let mut data = json!({
        "family": canonical["family"],
        "name": name,
        "id": salt.text(),
        "width": cells.first().map_or(0, Vec::len),
        "cells": cells,
        "slots": slots,
        "task": task(puzzle),
    });
    let sealed = solution.and_then(|solution| puzzle.answers(solution));
    if let Some(answers) = sealed.filter(|answers| answers.len() == slots) {
        data["seal"] = salt.seal(&answers);
    }
    if let Some(note) = note {
        data["note"] = json!(note);
    }
    for (key, value) in rules {
        data[key] = value;
    }
    Level { data, script: puzzle.script() }
}

/// What to do, in the words of the sheet of paper, with what is particular to the puzzle.
fn task(puzzle: &(impl OnPaper + ?Sized)) -> String {
    let sheet = puzzle.sheet(None);
    std::iter::once(sheet.task.to_string()).chain(sheet.notes).collect::<Vec<_>>().join(" ")
}

/// Where a cell stands among all of them, row by row.
fn index(position: Position, width: usize) -> usize {
    position.row * width + position.column
}

/// The cells of an arithmetic grid: each blank is a slot, in reading order. Results are set off.
fn arithmetic(grid: &Grid, results: &[Position]) -> (Vec<Vec<Value>>, usize) {
    let mut slots = 0;
    let mut cell = |row: usize, column: usize| {
        let position = Position { row, column };
        let mut value = match grid.at(position) {
            Cell::Blocked => return Value::Null,
            Cell::Operator(operator) => json!({ "sign": operator.symbol() }),
            Cell::Equals => json!({ "sign": "=" }),
            Cell::Number(number) => json!({ "text": number.to_string() }),
            Cell::Blank => {
                slots += 1;
                json!({ "parts": [slots - 1] })
            }
        };
        if results.contains(&position) {
            value["result"] = json!(true);
        }
        value
    };
    let row = |row| (0..grid.width()).map(|column| cell(row, column)).collect();
    let cells = (0..grid.height()).map(row).collect();
    (cells, slots)
}

/// The numbers in a solution of an arithmetic grid that stand where the puzzle has blanks.
fn blanks(grid: &Grid, solution: &Solution) -> Option<Vec<String>> {
    let filled = solution.grid().ok()?;
    grid.filled_by(&filled).ok()?;
    Some(grid.blanks().map(|position| filled.at(position).to_string()).collect())
}
