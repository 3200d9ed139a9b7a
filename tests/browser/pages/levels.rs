//! Levels to play, and how they are played: cell by cell with taps, or with keys.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::fresh;
use xwc_testkit::browser::key;
use xwc_testkit::process::xwc;

pub(super) const FAMILIES: [&str; 5] =
    ["mathcrossword", "crossmath", "calcrostic", "crossnumber", "crucigram"];

/// A puzzle file with its solution.
pub(super) struct Level {
    pub path: PathBuf,
    puzzle: Value,
}

impl Level {
    /// A level with few cells.
    pub(super) fn small(family: &str, seed: u32) -> Self {
        let size: &[&str] = match family {
            "mathcrossword" => &["--difficulty", "easy"],
            "crossnumber" => &["--width", "3", "--height", "3"],
            "crucigram" => &["--width", "4", "--height", "4"],
            _ => &[],
        };
        Self::new(family, seed, size)
    }

    /// A level as they usually are.
    pub(super) fn large(family: &str) -> Self {
        Self::new(family, 3, &[])
    }

    fn new(family: &str, seed: u32, options: &[&str]) -> Self {
        let seed = seed.to_string();
        let path = fresh(".json");
        let mut args = vec!["generate", family, "--seed", &seed];
        args.extend(options);
        let run = xwc(args);
        assert_eq!(run.code, 0, "{}", run.stderr);
        fs::write(&path, &run.stdout).expect("a file");
        Self { path, puzzle: run.json() }
    }

    /// The cells of the solution that the player finds, by their number in reading order.
    fn found(&self) -> Vec<(usize, String)> {
        let rows = |of: &Value| of["grid"].as_array().expect("rows").clone();
        let cells = |row: &Value| -> Vec<String> {
            match row {
                Value::String(row) => row.chars().map(String::from).collect(),
                row => serde_json::from_value(row.clone()).expect("texts"),
            }
        };
        let solved: Vec<String> = rows(&self.puzzle["solution"]).iter().flat_map(cells).collect();
        let asked: Vec<String> = match self.puzzle.get("grid") {
            Some(_) => rows(&self.puzzle).iter().flat_map(cells).collect(),
            // A crucigram shows nothing of its grid.
            None => vec!["_".to_string(); solved.len()],
        };
        let found = asked.into_iter().zip(solved).enumerate();
        found
            .filter(|(_, (asked, _))| asked == "_" || asked == ".")
            .map(|(i, (_, found))| (i, found))
            .collect()
    }

    /// The letters of a calcrostic with their digits.
    fn letters(&self) -> Option<Vec<(String, String)>> {
        let letters = self.puzzle["solution"].get("letters")?.as_object()?;
        Some(letters.iter().map(|(letter, digit)| (letter.clone(), digit.to_string())).collect())
    }

    /// What the player finds, in the order of the page.
    pub(super) fn answers(&self) -> Vec<String> {
        match self.letters() {
            Some(letters) => letters.into_iter().map(|(_, digit)| digit).collect(),
            None => self.found().into_iter().map(|(_, text)| text).collect(),
        }
    }

    /// The words of a crucigram.
    pub(super) fn words(&self) -> Vec<String> {
        let clues = ["across", "down"].map(|way| self.puzzle["clues"][way].as_array().cloned());
        let entries = clues.into_iter().flatten().flatten();
        entries.filter_map(|entry| entry["answer"].as_str().map(str::to_string)).collect()
    }

    /// What to tap, and what to tap then, as CSS selectors.
    pub(super) fn taps(&self) -> Vec<(String, String)> {
        let tile = |text: &String| format!("[data-key=\"{text}\"]:not(.spent)");
        match self.letters() {
            Some(letters) => letters
                .iter()
                .map(|(letter, digit)| (format!("[aria-label^=\"Letter {letter}\"]"), tile(digit)))
                .collect(),
            None => self
                .found()
                .iter()
                .map(|(cell, text)| (format!("[data-cell=\"{cell}\"]"), tile(text)))
                .collect(),
        }
    }

    /// What to type, in steps.
    pub(super) fn keys(&self) -> Vec<String> {
        if let Some(letters) = self.letters() {
            return letters.iter().map(|(letter, digit)| format!("{letter}{digit}")).collect();
        }
        let found = self.found();
        if self.puzzle["family"] == "mathcrossword" || self.puzzle["family"] == "crossmath" {
            return found.iter().map(|(_, text)| format!("{text}{}", key::ENTER)).collect();
        }
        let rows: Vec<&str> = self.puzzle["solution"]["grid"]
            .as_array()
            .expect("rows")
            .iter()
            .map(|row| row.as_str().expect("rows are texts"))
            .collect();
        if self.puzzle["family"] == "crossnumber" {
            return entries(&rows);
        }
        let next = format!("{HOME}{}", key::DOWN);
        rows.iter().map(|row| row.to_ascii_lowercase() + &next).collect()
    }
}

/// The entries of a solved crossnumber, across first: what of each is still to be typed from its
/// first empty cell on, and a step to the next.
fn entries(rows: &[&str]) -> Vec<String> {
    let at = |row: usize, column: usize| {
        rows.get(row).and_then(|row| row.as_bytes().get(column)).filter(|&&c| c != b'#')
    };
    let mut typed = std::collections::BTreeSet::new();
    let mut keys = Vec::new();
    for (down, right) in [(0, 1), (1, 0)] {
        for row in 0..rows.len() {
            for column in 0..rows[0].len() {
                let before = row.checked_sub(down).zip(column.checked_sub(right));
                let begins = before.is_none_or(|(row, column)| at(row, column).is_none());
                let cells: Vec<_> = (0..)
                    .map(|i| (row + i * down, column + i * right))
                    .take_while(|&(row, column)| at(row, column).is_some())
                    .collect();
                if !begins || cells.len() < 2 {
                    continue;
                }
                let first = cells.iter().position(|cell| !typed.contains(cell)).unwrap_or(0);
                let digits = cells[first..].iter().filter_map(|&(row, column)| at(row, column));
                keys.push(digits.map(|&c| char::from(c)).collect::<String>() + key::ENTER);
                typed.extend(cells);
            }
        }
    }
    keys
}

/// The private character of the protocol for this key.
const HOME: &str = "\u{e011}";
