//! What the command line says about crossnumbers. Whether it is right, `tests/library/differential.rs` asks.

use serde_json::{Value, json};

use xwc_testkit::process::{puzzle, xwc, xwc_reading};

/// Two cells, and whatever else is wanted.
fn small(fields: Value) -> String {
    let mut puzzle = json!({ "family": "crossnumber", "grid": [".."] });
    for (name, value) in fields.as_object().expect("fields") {
        puzzle[name] = value.clone();
    }
    puzzle.to_string()
}

#[test]
fn variables_that_the_grid_does_not_determine_are_named() {
    let text = small(json!({
        "clues": { "A1": ["A + B + 40", "#prime"] },
        "variables": { "names": "ABCD", "values": "1..4" },
        "rules": ["C = 1", "A + B > 6"],
    }));
    let run = xwc_reading(["prove", "--json", "-"], &text);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.json()["undetermined"], json!(["A", "B"]));
    let run = xwc_reading(["prove", "-"], &text);
    assert!(run.stdout.contains("does not determine the variables A, B"), "{}", run.stdout);
    let run = xwc_reading(["solve", "--count", "-"], &text);
    assert_eq!(run.stdout, "1\n");
}

#[test]
fn a_value_that_cannot_fit_is_named() {
    let clues = json!({ "A1": "A + 200" });
    let variables = json!({ "names": "A", "values": "1..20" });
    let text = small(json!({ "clues": clues, "variables": variables }));
    let run = xwc_reading(["prove", "-"], &text);
    assert_eq!(run.code, 20, "{}", run.stderr);
    assert!(run.stdout.contains("A1: A + 200: no number of this length"), "{}", run.stdout);
}

#[test]
fn steps_tell_how_values_shrink() {
    let run = xwc(["solve", "--steps", &puzzle("crossnumber/cubesandwich.json")]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("D4: #triangular\n    D4: 900 → 31: 105 120"), "{}", run.stdout);
    let run = xwc(["solve", "--steps", "--json", &puzzle("crossnumber/cubesandwich.json")]);
    assert!(run.json()["steps"].as_array().is_some_and(|steps| steps.len() > 5));
}

#[test]
fn the_solution_of_a_file_is_compared_by_its_grid() {
    let solution = json!({ "grid": ["47"], "variables": { "A": 4, "B": 3, "C": 1, "D": 2 } });
    let mut puzzle = json!({
        "clues": { "A1": ["A + B + 40", "#prime"] },
        "variables": { "names": "ABCD", "values": "1..4" },
        "rules": ["C = 1", "A + B > 6"],
        "solution": solution,
    });
    for (grid, stated) in [("47", "found"), ("43", "wrong")] {
        puzzle["solution"]["grid"] = json!([grid]);
        let run = xwc_reading(["prove", "--json", "-"], &small(puzzle.clone()));
        let found = &run.json()["stated_solution"];
        assert!(found == stated || found.get(stated).is_some(), "{grid}: {found}");
    }
}
