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

/// Counts of digits add up to the number of cells, wherever they are certain to be counts.
#[test]
fn counts_of_digits_lose_no_solution() {
    let count = |rules: Value, backend: &str| {
        let variables = json!({ "names": "PQ", "values": "0..2", "distinct": false });
        let clues = json!({ "A1": "this > 0" });
        let text = small(json!({
            "digits": "1..2", "distinct_entries": false, "clues": clues, "variables": variables,
            "rules": rules,
        }));
        let run = xwc_reading(["solve", "--count", "--backend", backend, "-"], &text);
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout.trim().to_string()
    };
    for backend in ["auto", "native", "varisat"] {
        assert_eq!(count(json!(["$gridcount(1) = P", "Q = $gridcount(2)"]), backend), "4");
        assert_eq!(count(json!(["$gridcount(1) = P", "Q = $gridcount(2) = 1"]), backend), "2");
        assert_eq!(count(json!(["$gridcount(1) = P > 1", "$gridcount(3) = Q"]), backend), "1");
        // Neither a choice nor a denial says that P is the count.
        let choice = json!(["$gridcount(1) = P or P = 0", "$gridcount(2) = Q", "P + Q < 2"]);
        assert_eq!(count(choice, backend), "3");
        let denial = json!(["not ($gridcount(1) = P)", "$gridcount(2) = Q", "P + Q > 2"]);
        assert_eq!(count(denial, backend), "3");
    }
}

#[test]
fn steps_tell_how_values_shrink() {
    let run = xwc(["solve", "--steps", &puzzle("crossnumber/cubesandwich.json")]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("D4: #triangular\n    D4: 900 → 31: 105 120"), "{}", run.stdout);
    let run = xwc(["solve", "--steps", "--json", &puzzle("crossnumber/cubesandwich.json")]);
    assert!(run.json()["steps"].as_array().is_some_and(|steps| steps.len() > 5));
    // Also of a puzzle that a search would not begin with, and for a solver that does without.
    let hard = puzzle("crossnumber/chalkdust_22.json");
    for backend in ["auto", "varisat"] {
        let run = xwc(["solve", "--steps", "--json", "--backend", backend, &hard]);
        assert!(run.json()["steps"].as_array().is_some_and(|steps| steps.len() > 5), "{backend}");
    }
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
