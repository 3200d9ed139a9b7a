//! ipuz: our own files come back as they were, others are read or refused with a reason.

use serde_json::{Value, json};
use xwc::families::AnyPuzzle;
use xwc::formats::FORMATS;
use xwc_check::puzzle::{ReadOptions, Solution};
use xwc_testkit::process;

use super::{HOSTILE, hostile_crossnumber, hostile_crucigram};
use xwc_testkit::process::{samples, xwc, xwc_reading};

fn sayable() -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for path in samples() {
        let text = std::fs::read_to_string(&path).expect("a file");
        let file: Value = serde_json::from_str(&text).expect("JSON");
        if ["crossnumber", "crucigram"].contains(&file["family"].as_str().unwrap_or_default()) {
            found.push((path.display().to_string(), file));
        }
    }
    assert!(found.len() >= 10, "only {} files", found.len());
    found
}

/// The file that the format writes.
fn write(puzzle: &dyn AnyPuzzle, solution: Option<&Solution>) -> Value {
    let format = FORMATS.iter().find(|format| format.name == "ipuz").expect("the format");
    let write = format.puzzle.expect("a drawing");
    let text = write(puzzle, solution).expect("the format can say it");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn what_we_write_comes_back_equal() {
    let hostile = [hostile_crossnumber(), hostile_crucigram()];
    let hostile = hostile.map(|puzzle| ("hostile".to_string(), puzzle));
    for (name, file) in sayable().into_iter().chain(hostile) {
        let puzzle = xwc::read(&file.to_string(), &ReadOptions::default()).expect("a puzzle");
        let stated: Option<&Solution> = puzzle.stated_solution();
        for solution in [None, stated] {
            let written = write(&*puzzle, solution);
            assert_eq!(written["version"], "http://ipuz.org/v2");
            let back =
                xwc::read(&written.to_string(), &ReadOptions::default()).expect("our own file");
            assert_eq!(puzzle.family(), back.family(), "{name}");
            assert_eq!(puzzle.canonical(), back.canonical(), "{name}");
            assert_eq!(back.stated_solution(), solution, "{name}");
            let rows = written["puzzle"].as_array().expect("rows");
            assert_eq!(written["dimensions"]["height"], rows.len(), "{name}");
            let clues = written["clues"].to_string() + &written["intro"].to_string();
            assert!(!clues.contains(['<', '>']), "{name}: {clues}");
        }
    }
}

#[test]
fn a_solved_crucigram_is_a_numbered_crossword() {
    let path = process::puzzle("crucigram/example.json");
    let run = xwc(["show", &path, "--format", "ipuz", "--solution"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let file = run.json();
    assert_eq!(file["solution"][0], json!(["M", "I", "S", "#", "#", "#", "A"]));
    assert_eq!(file["puzzle"][0], json!([1, 2, 0, "#", "#", "#", 3]));
    assert_eq!(file["clues"]["Across"][0], json!([1, "Wrong; amiss"]));
    // Another program asks for the words that stand at the numbers.
    let down = file["clues"]["Down"].as_array().expect("clues");
    assert_eq!(down[0][0], 2);
    assert!(down[0][1].as_str().is_some_and(|clue| clue.contains("rainbow")), "{down:?}");
    // It is still the same puzzle.
    let back = xwc_reading(["prove", "-"], &file.to_string());
    assert_eq!(back.code, 0, "{}", back.stderr);
}

#[test]
fn families_that_the_format_cannot_say_are_refused() {
    for name in ["mathcrossword/example", "crossmath/migros", "calcrostic/p1"] {
        let path = process::puzzle(&format!("{name}.json"));
        let run = xwc(["show", &path, "--format", "ipuz"]);
        assert_eq!(run.code, 2, "{name}");
        assert!(run.complaint().contains("cannot be written as ipuz"), "{}", run.stderr);
    }
}

/// A crossword of numbers as another program might write it.
fn foreign() -> Value {
    json!({
        "version": "http://ipuz.org/v2",
        "kind": ["http://ipuz.org/crossword#1"],
        "title": "Squares",
        "dimensions": { "width": 3, "height": 2 },
        "styles": { "b": { "barred": "L" } },
        "puzzle": [[1, { "cell": "2" }, "#"], [{ "cell": 3 }, 0, { "cell": 0, "style": "b" }]],
        "clues": {
            "Across": [[1, "#square; this &lt; 20"], { "number": 3, "clue": "A1 + 65" }],
            "Down:Downwards": [["1", "#even or #odd"], [2, "$ds(this) = 7"]]
        },
        "solution": [["1", "6", "#"], ["8", { "value": "1" }, null]],
        "saved": [[0]]
    })
}

#[test]
fn crosswords_of_numbers_from_elsewhere_are_read() {
    let mut file = foreign();
    file["clues"]["Down:Downwards"][0][1] = json!("18");
    let run = xwc_reading(["prove", "-", "--json"], &file.to_string());
    assert_eq!(run.code, 0, "{} {}", run.stdout, run.stderr);
    assert_eq!(run.json()["family"], "crossnumber");
    let grid = run.json()["solutions"][0]["grid"].clone();
    assert_eq!(grid, json!(["16#", "81#"]));
    // Black cells and bars are where they were.
    let drawn = xwc_reading(["show", "-"], &file.to_string()).stdout;
    assert!(drawn.contains("░"), "{drawn}");
}

#[test]
fn what_cannot_be_read_is_refused_with_its_place() {
    let change = |pointer: &str, value: Value| {
        let mut file = foreign();
        *file.pointer_mut(pointer).expect("a place") = value;
        file
    };
    let cases = [
        (change("/kind", json!(["http://ipuz.org/sudoku#1"])), "kind: found"),
        (change("/kind", json!(3)), "kind: it is missing"),
        (change("/puzzle", json!("no")), "puzzle: it must be a list of rows"),
        (change("/puzzle", json!([[]])), "puzzle: it must be a list of rows"),
        (change("/puzzle/0", json!([1])), "puzzle: row 2 has 3 cells, row 1 has 1"),
        (change("/puzzle/0/1", json!("Q")), "row 1, column 2: found `Q`"),
        (change("/puzzle/0/1", json!(true)), "row 1, column 2: found `true`"),
        (change("/clues/Across/0/1", json!("A tame cat")), "A1, column 1: `A` is neither"),
        (change("/clues/Across/0", json!("#square")), "clues.Across[0]: a clue is written as"),
        (change("/clues/Across/1/number", json!(1)), "clues.Across[1]: there are two clues for A1"),
        (change("/clues/Across/1/number", json!(9)), "there is no entry `A9`"),
        (change("/clues", json!({ "Zones": [] })), "clues: found `Zones`"),
        (change("/solution/0/1", json!("X")), "row 1, column 2: the solution has `X`"),
        (change("/solution", json!({})), "solution: it must be a list of rows"),
    ];
    for (file, said) in cases {
        let run = xwc_reading(["prove", "-"], &file.to_string());
        assert_eq!(run.code, 2, "{said}: {run:?}");
        assert!(run.complaint().contains(said), "{said}: {}", run.stderr);
    }
}

#[test]
fn a_file_that_contradicts_itself_is_refused() {
    let path = process::puzzle("crossnumber/cubesandwich.json");
    let mut file = xwc(["show", &path, "--format", "ipuz"]).json();
    file["clues"]["Across"][0][1] = json!("#square");
    let run = xwc_reading(["show", "-"], &file.to_string());
    assert_eq!(run.code, 2);
    assert!(run.complaint().contains("clues: this is not the same as in `xwc:puzzle`"), "{run:?}");
    // Without the copy, what the file says counts.
    file.as_object_mut().expect("an object").remove("xwc:puzzle");
    let run = xwc_reading(["show", "-"], &file.to_string());
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("1: #square (5)"), "{}", run.stdout);
    // A copy that is not a puzzle is refused.
    for copy in [json!(1), json!({}), json!({ "family": HOSTILE })] {
        file["xwc:puzzle"] = copy;
        let run = xwc_reading(["show", "-"], &file.to_string());
        assert_eq!(run.code, 2);
        run.complaint();
    }
}
