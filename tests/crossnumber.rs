//! Crossnumbers: random small puzzles with every construct of the language against brute force over
//! digits, on every backend that takes them; and what the command line says about this family.

#[path = "common/crossnumbers.rs"]
mod crossnumbers;
#[path = "common/process.rs"]
mod process;
#[path = "common/runner.rs"]
mod runner;

use std::cell::Cell;
use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use serde_json::{Value, json};
use xwc::family;
use xwc::pipeline::{self, Options, PipelineError};
use xwc::puzzle::Solution;
use xwc::solve::{self, Choice};

use crossnumbers::{Draft, draft};
use process::{puzzle, xwc, xwc_reading};

const REGRESSIONS: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/proptest-regressions/crossnumber.txt");

const CASES: u32 = 400;

/// What came up, so that a test of nothing is noticed.
#[derive(Default)]
struct Seen {
    none: Cell<u32>,
    some: Cell<u32>,
    by_formula: Cell<u32>,
    by_z3: Cell<u32>,
}

/// Z3 is asked only if it need not look for more solutions than these.
const MAX_FOR_Z3: usize = 4;

fn grids<'a>(solutions: impl IntoIterator<Item = &'a Value>) -> BTreeSet<String> {
    solutions.into_iter().map(|solution| solution["grid"].to_string()).collect()
}

fn check(draft: &Draft, seen: &Seen) -> TestCaseResult {
    let text = draft.puzzle.to_string();
    let puzzle = match family::read(&text) {
        Ok((_, puzzle)) => puzzle,
        // Chance may write 3 / 0, which is a mistake.
        Err(error) if error.to_string().contains("this is no number") => return Ok(()),
        Err(error) => return Err(TestCaseError::fail(format!("refused: {error}; {text}"))),
    };
    let right = |candidate: &&Value| puzzle.check(&Solution((*candidate).clone())).is_ok();
    let expected = grids(draft.candidates.iter().filter(right));
    let count = if expected.is_empty() { &seen.none } else { &seen.some };
    count.set(count.get() + 1);
    for backend in ["auto", "native", "varisat", "cadical", "z3"] {
        let missing = solve::find(backend).is_some_and(|backend| !backend.is_built_in());
        if missing || (backend == "z3" && expected.len() > MAX_FOR_Z3) {
            continue;
        }
        let choice = Choice { backend: Some(backend), encoding: None };
        let options = Options { choice, limit: usize::MAX, ..Options::default() };
        let report = match pipeline::search(&*puzzle, options) {
            Ok(report) => report,
            Err(PipelineError::Refused(_)) if backend != "auto" && backend != "native" => {
                continue;
            }
            Err(error) => return Err(TestCaseError::fail(format!("{backend}: {error}; {text}"))),
        };
        let found = grids(report.found.solutions.iter().map(|solution| &solution.0));
        prop_assert_eq!(&found, &expected, "{}: {}", backend, &text);
        prop_assert_eq!(report.found.count, expected.len() as u64, "{} repeats itself", backend);
        prop_assert!(report.found.complete);
        match backend {
            "varisat" => seen.by_formula.set(seen.by_formula.get() + 1),
            "z3" => seen.by_z3.set(seen.by_z3.get() + 1),
            _ => {}
        }
    }
    Ok(())
}

#[test]
fn random_puzzles_agree_with_brute_force() {
    let seen = Seen::default();
    let strategy = any::<u64>().prop_map(draft);
    runner::run(CASES, REGRESSIONS, &strategy, |draft| check(&draft, &seen));
    let mut counts = vec![&seen.none, &seen.some, &seen.by_formula];
    counts.extend(cfg!(feature = "z3").then_some(&seen.by_z3));
    let counts: Vec<u32> = counts.into_iter().map(Cell::get).collect();
    assert!(counts.iter().all(|&count| count > CASES / 10), "{counts:?}");
}

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
