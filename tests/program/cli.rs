//! The contracts of the command line: exit codes, JSON fields, formats, streams.

mod backends;
mod formats;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::{Value, json};

use xwc_testkit::process::{Run, command, puzzle, samples, xwc, xwc_path, xwc_reading};

fn example() -> String {
    puzzle("mathcrossword/example.json")
}

fn migros() -> String {
    puzzle("crossmath/migros.json")
}

fn read_json(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Two rows and two columns that add up to `sum`: six solutions for 5, none for 99.
fn square(sum: &str) -> Value {
    json!({
        "family": "crossmath",
        "grid": [["_", "+", "_", "=", sum], ["+", "#", "+", "#", "#"],
                 ["_", "+", "_", "=", sum], ["=", "#", "=", "#", "#"],
                 [sum, "#", sum, "#", "#"]],
        "values": { "min": 0, "max": 5, "distinct": false },
    })
}

fn xwc_on<const N: usize>(args: [&str; N], puzzle: &Value) -> Run {
    xwc_reading(args, &puzzle.to_string())
}

#[test]
fn exit_codes_tell_the_verdict() {
    let unique = xwc(["prove", &example()]);
    assert_eq!(unique.code, 0);
    assert!(unique.stdout.starts_with("unique: exactly one solution"), "{unique:?}");
    let multiple = xwc_on(["prove", "-"], &square("5"));
    assert_eq!(multiple.code, 10);
    assert!(multiple.stdout.starts_with("multiple: at least two solutions"), "{multiple:?}");
    let none = xwc_on(["prove", "-"], &square("99"));
    assert_eq!(none.code, 20);
    assert!(none.stdout.starts_with("none: no solution"), "{none:?}");
    // The verdict is all there is to say; nothing of it is a warning.
    assert_eq!([unique.stderr, multiple.stderr, none.stderr], ["", "", ""]);

    assert_eq!(xwc(["solve", &example()]).code, 0);
    assert_eq!(xwc_on(["solve", "-"], &square("5")).code, 0);
    let none = xwc_on(["solve", "-"], &square("99"));
    assert_eq!((none.code, none.stdout.as_str()), (20, ""));
    assert_eq!(xwc(["show", "--solution", &example()]).code, 0);
    assert_eq!(xwc_on(["show", "--solution", "-"], &square("5")).code, 10);
    assert_eq!(xwc_on(["show", "--solution", "-"], &square("99")).code, 20);
}

#[test]
fn exit_code_2_for_bad_usage() {
    let example = example();
    for (args, said) in [
        (&[][..], "Usage"),
        (&["prove"], "<PUZZLE>"),
        (&["improve", &example], "improve"),
        (&["prove", &example, "--nope"], "--nope"),
        (&["prove", &example, &example], "unexpected"),
        (&["prove", &example, "--backend", "nope"], "native, backtrack, varisat, cadical, z3"),
        (&["prove", &example, "--encoding", "nope"], "one-hot"),
        (&["prove", &example, "--backend", "native", "--encoding", "one-hot"], "native"),
        (&["prove", &example, "--backend", "varisat", "--encoding", "smt-int"], "smt-int"),
        (&["prove", &example, "--nodes", "-1"], "-1"),
        (&["prove", &example, "--conflicts", "many"], "many"),
        (&["prove", &example, "--timeout", "soon"], "soon"),
        (&["prove", &example, "--timeout=-1"], "--timeout"),
        (&["prove", &example, "--timeout", "nan"], "--timeout"),
        (&["prove", &example, "--timeout", "1e300"], "--timeout"),
        (&["prove", &example, "-q", "-v"], "--quiet"),
        (&["solve", &example, "--limit", "0"], "--limit"),
        (&["compile", &example, "--format", "nope"], "dimacs"),
        (&["compile", &example, "--encoding", "nope"], "one-hot"),
        (&["compile", &example, "--format", "smt2", "--encoding", "one-hot"], "smt-int"),
        (&["compile", &example, "--format", "opb", "--encoding", "smt-int"], "one-hot"),
        (&["compile", &example, "--format", "smt2", "--amo", "ladder"], "--amo"),
        (&["compile", &example, "--format", "model", "--card", "adder"], "--card"),
        (&["compile", &example, "--amo", "nope"], "commander"),
        (&["prove", &example, "--card", "nope"], "sequential"),
        (&["prove", &example, "--backend", "native", "--amo", "ladder"], "--amo"),
        (&["solve", &example, "--encoding", "smt-int", "--card", "adder"], "--card"),
        (&["prove", &example, "--certificate", "nowhere", "--amo", "ladder"], "--certificate"),
        (&["compile", &example, "--format", "model", "--encoding", "one-hot"], "model"),
        (&["show", &example, "--format", "nope"], "text"),
        (&["schema", "nope"], "mathcrossword, crossmath"),
        (&["completions", "nope"], "bash"),
    ] {
        let run = xwc(args);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}: {run:?}");
        assert!(run.stderr.contains(said), "{args:?}: {run:?}");
    }
}

#[test]
fn help_and_version_go_to_standard_output() {
    for args in [&["--help"][..], &["--version"], &["prove", "--help"], &["help", "solve"]] {
        let run = xwc(args);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{args:?}");
        assert!(!run.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn solve_lists_and_counts() {
    for (limit, complete) in [("5", false), ("6", true), ("7", true)] {
        let object = xwc_on(["solve", "--json", "--limit", limit, "-"], &square("5")).json();
        assert_eq!(object["complete"], complete, "{limit}");
        let solutions = object["solutions"].as_array().expect("a list");
        let different: BTreeSet<String> = solutions.iter().map(Value::to_string).collect();
        assert_eq!(different.len(), solutions.len(), "a solution was listed twice");
        assert_eq!(solutions.len(), limit.parse::<usize>().expect("a number").min(6));
    }
    assert_eq!(xwc_on(["solve", "--count", "-"], &square("5")).stdout, "6\n");
    assert_eq!(xwc_on(["solve", "--count", "-"], &square("99")).stdout, "0\n");
    let cut = xwc_on(["solve", "--count", "--limit", "4", "-"], &square("5"));
    assert_eq!((cut.code, cut.stdout.as_str()), (0, "4 or more\n"));
    let drawn = xwc_on(["solve", "--limit", "3", "-"], &square("5"));
    let tops = drawn.stdout.lines().filter(|line| line.starts_with('┌')).count();
    assert_eq!((drawn.code, tops), (0, 3), "{}", drawn.stdout);
}

/// The puzzles that have their verdict beside them.
fn expectations() -> Vec<(PathBuf, Value)> {
    let expected = |path: PathBuf| {
        let beside = path.with_extension("expect.json");
        beside.exists().then(|| (path, read_json(&beside)))
    };
    samples().into_iter().filter_map(expected).collect()
}

fn check_expectation(path: &Path, expected: &Value) {
    let code = match expected["verdict"].as_str() {
        Some("unique") => 0,
        Some("multiple") => 10,
        Some("none") => 20,
        other => panic!("{}: the verdict {other:?} is not one to expect", path.display()),
    };
    let run = xwc(["prove".as_ref(), "--json".as_ref(), path.as_os_str()]);
    assert_eq!(run.code, code, "{}: {}", path.display(), run.stderr);
    let object = run.json();
    assert_eq!(object["verdict"], expected["verdict"], "{}", path.display());
    if let Some(grid) = expected.get("grid") {
        let solutions = object["solutions"].as_array().expect("a list");
        let found = solutions.iter().any(|solution| &solution["grid"] == grid);
        assert!(found, "{}: {solutions:?}", path.display());
    }
}

/// The boards of 48 equations take from seconds to minutes.
fn is_slow(path: &Path) -> bool {
    path.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with("48"))
}

#[test]
fn samples_have_the_expected_verdicts() {
    let all = expectations();
    assert!(all.len() > 5, "the samples are gone");
    for (path, expected) in all.iter().filter(|(path, _)| !is_slow(path)) {
        check_expectation(path, expected);
    }
}

#[test]
#[ignore = "48 equations take up to minutes in an unoptimised build"]
fn large_samples_have_the_expected_verdicts() {
    for (path, expected) in expectations().iter().filter(|(path, _)| is_slow(path)) {
        check_expectation(path, expected);
    }
}

#[test]
fn two_solutions_are_shown_with_their_differences_marked() {
    let object = xwc_on(["prove", "--json", "-"], &square("5")).json();
    let differences = object["differences"].as_array().expect("a list of cells");
    assert!(!differences.is_empty());
    let text = xwc_on(["prove", "-"], &square("5")).stdout;
    assert!(text.contains(&format!("differ in {} cells", differences.len())), "{text}");
    for difference in differences {
        let at = |name: &str| difference[name].as_u64().expect("counted from 1") as usize;
        let (row, column) = (at("row"), at("column"));
        let values: Vec<&Value> =
            (0..2).map(|i| &object["solutions"][i]["grid"][row - 1][column - 1]).collect();
        assert_eq!(json!(values), difference["values"]);
        assert_ne!(values[0], values[1]);
        let [one, two] = [0, 1].map(|i| values[i].as_str().expect("cells of text"));
        assert!(text.contains(&format!("row {row}, column {column}: {one} or {two}\n")), "{text}");
        assert!(text.contains(&format!("[{one}]")) && text.contains(&format!("[{two}]")), "{text}");
    }
    // In each of the two drawings, and nowhere else but in the heading.
    assert_eq!(text.matches('[').count(), 2 * differences.len() + 1, "{text}");
}

fn with_solution(mut puzzle: Value, solution: &Value) -> Value {
    puzzle["solution"] = solution.clone();
    puzzle
}

#[test]
fn the_stated_solution_is_checked() {
    let solved = xwc_on(["solve", "--json", "--limit", "9", "-"], &square("5")).json();
    let proved = xwc_on(["prove", "--json", "-"], &square("5")).json();
    let shown = proved["solutions"].as_array().expect("two solutions");
    let all = solved["solutions"].as_array().expect("six solutions");
    let other = all.iter().find(|solution| !shown.contains(solution)).expect("six are not two");
    let mut wrong = other.clone();
    wrong["grid"][0][0] = json!("17");
    let prove = |solution: &Value, args: [&str; 2]| {
        xwc_on(["prove", args[0], args[1], "-"], &with_solution(square("5"), solution))
    };
    for (solution, said) in [
        (&shown[0], None),
        (&shown[1], None),
        (other, Some("right, but not the one found")),
        (&wrong, Some("wrong: row 1, column 1: 17 is not in the range 0 to 5")),
        (&json!("2"), Some("wrong: it is not an object")),
        (&json!({}), Some("wrong: it has no `grid`")),
        (&json!({ "grid": [["1"]] }), Some("wrong: its grid is 1 by 1, the puzzle's 5 by 5")),
    ] {
        let run = prove(solution, ["--nodes", "1000"]);
        assert_eq!(run.code, 10, "the stated solution never changes the verdict");
        match said {
            None => assert_eq!(run.stderr, ""),
            Some(said) => assert!(run.complaint().contains(said), "{}", run.stderr),
        }
        let quiet = prove(solution, ["--quiet", "--json"]);
        assert_eq!((quiet.code, quiet.stderr.as_str()), (10, ""), "--quiet silences warnings");
        let stated = &quiet.json()["stated_solution"];
        match said {
            None => assert_eq!(stated, "found"),
            Some(said) if said.starts_with("right") => assert_eq!(stated, "other"),
            Some(said) => assert_eq!(stated["wrong"], said["wrong: ".len()..]),
        }
    }
    let silent = xwc_on(["prove", "--json", "-"], &square("5")).json();
    assert_eq!(silent.get("stated_solution"), None, "nothing was stated");
}

#[test]
fn a_stated_solution_may_spell_operators_its_own_way() {
    let solved = xwc(["prove", "--json", &example()]).json();
    let mut solution = solved["solutions"][0].clone();
    solution["grid"][1][0] = json!("*");
    let puzzle = with_solution(read_json(Path::new(&example())), &solution);
    let run = xwc_on(["prove", "--json", "-"], &puzzle);
    assert_eq!((run.code, &run.json()["stated_solution"]), (0, &json!("found")));
}

#[test]
fn a_dash_reads_standard_input() {
    let text = fs::read_to_string(example()).expect("the example");
    for args in [["show", "-"], ["solve", "-"], ["compile", "-"]] {
        let (piped, named) = (xwc_reading(args, &text), xwc([args[0], &example()]));
        assert_eq!((piped.code, piped.stdout), (named.code, named.stdout), "{args:?}");
    }
    // Some editors begin a file with a byte order mark.
    assert_eq!(xwc_reading(["prove", "-"], &format!("\u{feff}{text}")).code, 0);
}

/// Runs xwc with a standard output that nobody reads any more.
fn xwc_unread(args: &[&str]) -> Run {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = command(xwc_path());
    command.args(args).stdin(Stdio::null()).stdout(writer);
    Run::of(command.output().expect("xwc starts"))
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let large = puzzle("mathcrossword/unique24.json");
    for args in [
        &["prove", &large][..],
        &["prove", "--json", &large],
        &["solve", &large],
        &["show", &large],
        &["compile", &large],
        &["compile", "--format", "smt2", &large],
        &["compile", "--format", "model", &large],
        &["encodings"],
        &["schema"],
        &["--help"],
    ] {
        let run = xwc_unread(args);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{args:?}");
    }
    let script = r#""$0" compile "$1" | head -1"#;
    let output =
        command("sh").args(["-c", script, xwc_path(), &large]).output().expect("sh starts");
    let run = Run::of(output);
    assert_eq!(run.stderr, "");
    assert!(run.stdout.starts_with("c 1 "), "{run:?}");
}

#[test]
fn a_reader_of_completions_may_go_away_too() {
    assert_eq!(xwc_unread(&["completions", "bash"]).code, 0);
}

#[test]
fn a_full_disk_is_a_failure() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let output =
        command(xwc_path()).args(["show", &example()]).stdout(full).output().expect("it starts");
    let run = Run::of(output);
    assert_eq!(run.code, 1);
    assert!(run.complaint().starts_with("xwc: No space left"), "{run:?}");
}

#[test]
fn the_model_of_the_example() {
    let run = xwc(["compile", "--format", "model", &example()]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(run.stdout);
}

#[test]
fn drawings() {
    for (name, args) in [
        ("example", ["show", &example()].as_slice()),
        ("example_solved", &["show", "--solution", &example()]),
        ("migros", &["show", &migros()]),
        ("migros_solved", &["show", "--solution", &migros()]),
    ] {
        let run = xwc(args);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        assert!(run.stdout.lines().all(|line| line == line.trim_end()));
        insta::assert_snapshot!(format!("drawing_{name}"), run.stdout);
    }
}

#[test]
fn logs_go_to_standard_error_as_loud_as_asked() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("loud.json");
    fs::write(&path, square("5").to_string()).expect("a temporary file");
    let noise = |args: &[&str], log: Option<&str>| {
        let mut command = command(xwc_path());
        command.args(args).args(["show", "--solution"]).arg(&path);
        command.envs(log.map(|log| ("XWC_LOG", log)));
        Run::of(command.output().expect("xwc starts")).stderr
    };
    assert!(noise(&[], None).contains("WARN"));
    assert_eq!(noise(&["--quiet"], None), "");
    assert_eq!(noise(&[], Some("error")), "");
    assert!(noise(&["--quiet"], Some("warn")).contains("WARN"), "XWC_LOG overrides the flags");
}

/// The stages that a log names, in the order in which they end.
fn stages(arguments: &[&str]) -> Vec<String> {
    let log = xwc(arguments.iter().copied().chain(["-v", "--log-json"])).stderr;
    let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let name = |line: Value| {
        assert!(line["fields"]["time.busy"].is_string(), "{line}");
        line["span"]["name"].as_str().expect("a stage").to_string()
    };
    lines.filter(|line| line["fields"]["message"] == "close").map(name).collect()
}

/// A file is read once and lowered once, whatever is done with it.
#[test]
fn every_stage_is_in_the_log_and_none_is_done_twice() {
    let (example, migros) = (example(), migros());
    assert_eq!(stages(&["prove", &example]), ["read", "lower", "solve"]);
    let varisat = ["prove", &migros, "--backend", "varisat"];
    assert_eq!(stages(&varisat), ["read", "lower", "encode", "solve"]);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stages");
    let folder = folder.to_str().expect("UTF-8");
    let certified = ["prove", &migros, "--certificate", folder];
    assert_eq!(stages(&certified), ["read", "lower", "solve", "encode", "certify"]);
    assert_eq!(stages(&["check", &migros, folder]), ["read", "lower", "encode"]);
    let numbers = puzzle("crossnumber/cubesandwich.json");
    assert_eq!(stages(&["prove", &numbers]), ["read", "presolve", "lower", "solve"]);
    let run = xwc(["-v", "prove", &migros]);
    assert!(run.stderr.contains("lower{variables="), "{}", run.stderr);
}

#[test]
fn colour_is_for_terminals_and_no_color_is_honoured() {
    let none = square("99");
    let plain = xwc_on(["show", "--solution", "-"], &none).stderr;
    assert!(plain.contains("WARN") && !plain.contains('\u{1b}'), "{plain:?}");
    // A terminal takes the program `script`; where there is none, the rest cannot be tested.
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("colour.json");
    fs::write(&path, none.to_string()).expect("a temporary file");
    let xwc = xwc_path();
    let line = format!("'{xwc}' show --solution '{}'", path.display());
    let on_terminal = |no_color: Option<&str>| {
        let mut command = command("script");
        command.args(["-qec", &line, "/dev/null"]).stdin(Stdio::null());
        command.envs(no_color.map(|value| ("NO_COLOR", value)));
        command.output().ok().map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    if let Some(coloured) = on_terminal(None).filter(|text| text.contains("WARN")) {
        assert!(coloured.contains("\u{1b}["), "{coloured:?}");
        let plain = on_terminal(Some("1")).expect("script ran before");
        assert!(plain.contains("WARN") && !plain.contains("\u{1b}["), "{plain:?}");
    }
}
