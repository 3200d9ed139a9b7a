//! The example of `docs/how-to-add/format.md` writes puzzles and packs of every family.

use std::collections::BTreeSet;
use std::fs;

use xwc::families::{AnyPuzzle, FAMILIES};
use xwc::formats::{FORMATS, OutputLevel, WorksheetStyle};
use xwc_check::puzzle::{ReadOptions, Solution};
use xwc_testkit::process::samples;
use xwc_testkit::toys::format::TOY_FORMAT;

/// Every sample of every family.
fn puzzles() -> Vec<Box<dyn AnyPuzzle>> {
    let read = |path| {
        let text = fs::read_to_string(path).expect("a sample");
        xwc::read(&text, &ReadOptions::default()).expect("it is well-formed")
    };
    samples().into_iter().map(read).collect()
}

fn written(puzzle: &dyn AnyPuzzle, solution: Option<&Solution>) -> String {
    let write = TOY_FORMAT.puzzle.expect("it draws");
    write(puzzle, solution).expect("it takes every puzzle")
}

#[test]
fn the_toy_format_writes_every_familys_samples() {
    let mut families = BTreeSet::new();
    for puzzle in puzzles() {
        let view = puzzle.view();
        let csv = written(&*puzzle, None);
        let cells: Vec<&str> = csv.lines().flat_map(|line| line.split(',')).collect();
        assert_eq!(cells.len(), view.board.cells.len(), "{csv}");
        assert_eq!(csv.lines().count() * view.board.width, cells.len(), "{csv}");
        assert!(cells.iter().all(|cell| cell.starts_with('"') && cell.ends_with('"')), "{csv}");
        if let Some(solution) = puzzle.stated_solution() {
            assert_ne!(written(&*puzzle, Some(solution)), csv, "the solution is filled in");
        }
        families.insert(puzzle.family());
    }
    assert_eq!(families, FAMILIES.iter().map(|family| family.name).collect());
}

#[test]
fn the_toy_format_writes_packs() {
    let puzzles = puzzles();
    let names: Vec<String> = (1..=puzzles.len()).map(|n| format!("Level \"{n}\"")).collect();
    let levels = puzzles.iter().zip(&names).map(|(puzzle, name)| OutputLevel {
        name,
        difficulty: "easy",
        puzzle: &**puzzle,
        solution: puzzle.stated_solution(),
        note: None,
    });
    let levels: Vec<OutputLevel<'_>> = levels.collect();
    let pack = TOY_FORMAT.pack.expect("it is for packs");
    let (bytes, _) = pack(&levels, &WorksheetStyle::default()).expect("it takes every pack");
    let text = String::from_utf8(bytes).expect("text");
    assert_eq!(text.matches("\n\n").count(), levels.len());
    assert!(text.starts_with("\"Level \"\"1\"\"\"\n"), "{}", &text[..40]);
    assert!(FORMATS.iter().all(|format| format.name != TOY_FORMAT.name), "it has its own name");
}
