//! Crucigrams: each rule by its own message, and the two ways in which answers can stand.

mod defects;
mod levels;

use std::sync::Arc;

use serde_json::{Value, json};
use xwc_check::families::crucigram::{Crucigram, CrucigramFile};
use xwc_check::puzzle::dictionary::Dictionary;

use xwc_testkit::process::{puzzle, xwc, xwc_reading};

/// A crucigram with the words of this dictionary.
fn read(puzzle: &Value, words: &Arc<Dictionary>) -> Result<Crucigram, String> {
    let file: CrucigramFile =
        serde_json::from_value(puzzle.clone()).map_err(|error| error.to_string())?;
    Crucigram::with_dictionary(file, Arc::clone(words)).map_err(|error| error.to_string())
}

/// Entries with these answers and no clues.
fn answers(words: &[&str]) -> Value {
    words.iter().map(|word| json!({ "answer": word })).collect()
}

fn corner() -> Value {
    json!({
        "family": "crucigram", "width": 3, "height": 3, "tiles": "CATAR",
        "limits": { "letters": [5, 7] },
        "clues": { "across": answers(&["CAT"]), "down": answers(&["CAR"]) },
    })
}

#[test]
fn solved_grids_are_printed_to_the_character() {
    let run = xwc_reading(["show", "--solution", "-"], &corner().to_string());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let expected = "\
┌───┬───┬───┐
│ C │ A │ T │
├───┼───┼───┤
│ A │ ■ │ ■ │
├───┼───┼───┤
│ R │ ■ │ ■ │
└───┴───┴───┘
Words:
  ACROSS: CAT
  DOWN:   CAR
Letters:
  A×2, C×1, R×1, T×1
  Total: 5 letters
";
    assert_eq!(run.stdout, expected);
}

#[test]
fn a_puzzle_with_two_arrangements_is_shown_with_both() {
    let mut puzzle = corner();
    // Four columns leave room to shift.
    puzzle["width"] = json!(4);
    for backend in ["auto", "native", "varisat"] {
        let run = xwc_reading(["prove", "--backend", backend, "-"], &puzzle.to_string());
        assert_eq!(run.code, 10, "{}", run.stderr);
        assert!(run.stdout.starts_with("multiple: at least two solutions"), "{}", run.stdout);
        assert_eq!(run.stdout.matches("  ACROSS: CAT\n").count(), 2, "{}", run.stdout);
        assert!(run.stdout.contains("[C]") && run.stdout.contains("[■]"), "{}", run.stdout);
    }
    let run = xwc_reading(["solve", "--count", "-"], &puzzle.to_string());
    assert_eq!(run.stdout, "2\n");
}

#[test]
fn unknown_entries_are_found_by_length_and_pattern() {
    let mut puzzle: Value = serde_json::from_str(
        &std::fs::read_to_string(self::puzzle("crucigram/example.json")).expect("a file"),
    )
    .expect("JSON");
    let solution = puzzle["solution"].clone();
    let entry = &mut puzzle["clues"]["across"][0];
    let answer = entry["answer"].as_str().expect("an answer").to_string();
    *entry = json!({ "length": answer.len() });
    let entry = &mut puzzle["clues"]["down"][1];
    let answer = entry["answer"].as_str().expect("an answer").to_string();
    *entry = json!({ "clue": "?", "pattern": format!("{}{}", &answer[..1], ".".repeat(answer.len() - 1)) });
    let run = xwc_reading(["solve", "--json", "--limit", "1000", "-"], &puzzle.to_string());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let solutions = run.json()["solutions"].as_array().expect("a list").clone();
    assert!(solutions.contains(&solution), "{solutions:?}");
    let shown = xwc_reading(["show", "-"], &puzzle.to_string()).stdout;
    assert!(shown.contains(&format!("? ({}.", &answer[..1])), "{shown}");
}

#[test]
fn certificates_are_written_and_checked() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("crucigram-certificate");
    let (folder, path) = (folder.to_str().expect("UTF-8"), puzzle("crucigram/example.json"));
    let run = xwc(["prove", &path, "--certificate", folder]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let run = xwc(["check", &path, folder]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.starts_with("accepted, unique"), "{}", run.stdout);
}

#[test]
fn clues_cannot_draw_on_the_terminal() {
    let mut puzzle = corner();
    puzzle["clues"]["across"][0]["clue"] = json!("a\u{1b}[31m\nb");
    let shown = xwc_reading(["show", "-"], &puzzle.to_string()).stdout;
    assert!(shown.contains(r"a\u{1b}[31m\u{a}b (3)"), "{shown}");
}
