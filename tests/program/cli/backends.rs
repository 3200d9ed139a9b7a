//! Each backend through the command line: what it prints, how it gives up, whether it is there.

use std::path::Path;

use serde_json::{Value, json};

use super::{example, migros, read_json, square, xwc_on};
use xwc_testkit::process::{command, puzzle, reading, xwc, xwc_path};

/// The backends of this build with their default encodings.
fn backends() -> Vec<(&'static str, Option<&'static str>)> {
    let mut backends = vec![("auto", None), ("native", None), ("backtrack", None)];
    backends.push(("varisat", Some("one-hot")));
    backends.extend(cfg!(feature = "cadical").then_some(("cadical", Some("one-hot"))));
    backends.extend(cfg!(feature = "z3").then_some(("z3", Some("smt-int"))));
    backends
}

/// The fields that `prove --json` and `solve --json` share, with their types.
fn check_common_fields(object: &Value) {
    assert!(object["family"].is_string(), "{object}");
    assert!(object["backend"].is_string(), "{object}");
    let encoding = object.get("encoding").expect("encoding, if only null");
    assert!(encoding.is_string() || encoding.is_null(), "{object}");
    for name in ["variables", "clauses", "conflicts"] {
        assert!(object["stats"][name].is_u64(), "{name}: {object}");
    }
    assert!(object["stats"]["seconds"].is_f64(), "{object}");
    assert_eq!(object.get("certificate"), Some(&Value::Null), "{object}");
    for solution in object["solutions"].as_array().expect("solutions is a list") {
        let rows = solution["grid"].as_array().expect("a grid of rows");
        let cells = rows.iter().flat_map(|row| row.as_array().expect("rows of cells"));
        assert!(cells.map(|cell| cell.as_str().expect("cells of text")).all(|cell| cell != "_"));
    }
}

#[test]
fn json_objects_have_the_documented_fields() {
    let (unique, multiple, none) = (read_json(Path::new(&migros())), square("5"), square("99"));
    let none_or_several = [(&unique, "unique", 1), (&multiple, "multiple", 2), (&none, "none", 0)];
    for (backend, encoding) in backends() {
        for (puzzle, verdict, solutions) in none_or_several {
            let run = xwc_on(["prove", "--json", "--backend", backend, "-"], puzzle);
            assert_eq!(run.stdout.lines().count(), 1, "{run:?}");
            let object = run.json();
            check_common_fields(&object);
            assert_eq!(object["verdict"], verdict);
            assert_eq!(object["family"], "crossmath");
            assert_eq!(object["solutions"].as_array().map(Vec::len), Some(solutions), "{object}");
            let name = if backend == "auto" { "native" } else { backend };
            assert_eq!(object["backend"], name);
            assert_eq!(object["encoding"], json!(encoding));
            if let [one, two] = &object["solutions"].as_array().expect("a list")[..] {
                assert_ne!(one, two, "{backend} found the same solution twice");
            }

            let object = xwc_on(["solve", "--json", "--backend", backend, "-"], puzzle).json();
            check_common_fields(&object);
            assert_eq!(object.get("verdict"), None);
            assert_eq!(object["complete"], verdict != "multiple", "{object}");
            assert_eq!(object["solutions"].as_array().map(Vec::len), Some(solutions.min(1)));
        }
    }
}

#[test]
fn exit_code_30_names_the_budget_that_ran_out() {
    let hard = puzzle("mathcrossword/unique12.json");
    for (args, budget) in [
        (&["--backend", "native", "--nodes", "0"][..], "--nodes"),
        (&["--backend", "backtrack", "--nodes", "100"], "--nodes"),
        (&["--backend", "backtrack", "--timeout", "0"], "--timeout"),
        (&["--backend", "varisat", "--conflicts", "0"], "--conflicts"),
        (&["--nodes", "0", "--conflicts", "0"], "--conflicts"),
        (&["--timeout", "0"], "--timeout"),
        (&["--backend", "native", "--timeout", "0"], "--timeout"),
        (&["--backend", "varisat", "--timeout", "0"], "--timeout"),
    ] {
        let run = xwc(["prove", &hard].iter().chain(args));
        assert_eq!(run.code, 30, "{args:?}: {run:?}");
        assert!(run.stdout.starts_with("unknown: "), "{args:?}: {run:?}");
        assert!(run.stdout.contains(budget), "{args:?}: {run:?}");
        let run = xwc(["prove", "--json", &hard].iter().chain(args));
        assert_eq!((run.code, &run.json()["verdict"]), (30, &json!("unknown")), "{args:?}");
        let run = xwc(["solve", "--limit", "2", &hard].iter().chain(args));
        assert_eq!(run.code, 30, "{args:?}: {run:?}");
        assert!(run.stderr.contains(budget), "{args:?}: {run:?}");
    }
}

#[test]
fn small_conflict_budgets_end_in_unknown() {
    let hard = puzzle("mathcrossword/unique24.json");
    for conflicts in ["0", "1", "5", "20"] {
        let run = xwc(["prove", &hard, "--backend", "varisat", "--conflicts", conflicts]);
        assert_eq!(run.code, 30, "{run:?}");
    }
}

#[test]
fn the_clock_stops_propagation_too() {
    let puzzle = json!({
        "family": "crossmath",
        "grid": [["_", "÷", "1", "+", "_", "=", "1"], ["×", "#", "×", "#", "-", "#", "#"],
                 ["_", "-", "948153598", "-", "1", "=", "1"], ["÷", "#", "÷", "#", "×", "#", "#"],
                 ["_", "÷", "_", "÷", "_", "=", "_"], ["=", "#", "=", "#", "=", "#", "#"],
                 ["_", "#", "1", "#", "1", "#", "#"]],
        "values": { "min": -1_000_000_000, "max": 1_000_000_000, "distinct": false },
    });
    let start = std::time::Instant::now();
    // The second guard is for this test: it must end even if the first one does not work.
    let mut guarded = command("timeout");
    guarded.args(["10", xwc_path(), "prove", "--timeout", "0.2", "-"]);
    let run = reading(guarded, &puzzle.to_string());
    assert!(run.code != 124 && start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
}

#[test]
fn encodings_lists_what_there_is() {
    let object = xwc(["encodings", "--json"]).json();
    let names = |list: &str| -> Vec<String> {
        let entries = object[list].as_array().expect("a list");
        entries.iter().map(|entry| entry["name"].as_str().expect("a name").to_string()).collect()
    };
    let text = xwc(["encodings"]);
    for name in names("encodings").iter().chain(&names("backends")) {
        assert!(text.stdout.contains(&format!("  {name} ")), "{name}: {}", text.stdout);
    }
    assert!(names("encodings").contains(&"one-hot".to_string()));
    let built_in = |name: &str| {
        let backends = object["backends"].as_array().expect("a list");
        let backend = backends.iter().find(|backend| backend["name"] == name);
        backend.and_then(|backend| backend["built_in"].as_bool()).expect("a known backend")
    };
    assert!(built_in("native") && built_in("backtrack") && built_in("varisat"));
    assert_eq!(built_in("z3"), cfg!(feature = "z3"));
    assert_eq!(built_in("cadical"), cfg!(feature = "cadical"));
}

#[test]
fn a_backend_that_is_not_built_in_says_how_to_get_it() {
    for (backend, built_in, recipe) in [
        ("z3", cfg!(feature = "z3"), "scripts/setup-z3 && cargo build --release --features z3"),
        ("cadical", cfg!(feature = "cadical"), "cargo build --release --features cadical"),
    ] {
        let run = xwc(["prove", "--json", "--backend", backend, &example()]);
        if built_in {
            assert_eq!((run.code, &run.json()["backend"]), (0, &json!(backend)));
        } else {
            assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
            assert!(run.complaint().ends_with(recipe), "{run:?}");
        }
    }
}
