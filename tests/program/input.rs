//! Malformed puzzles, hostile inputs and random damage: one clear line and exit code 2, no panic.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;
use xwc::formats::drawing;

use xwc_check::puzzle::ReadOptions;
use xwc_testkit::damage::{WORDS, alike, anything, damaged};
use xwc_testkit::process::{
    Run, command, files, puzzle, puzzles, samples, xwc, xwc_path, xwc_reading,
};

/// The address space, in KiB, that no input may make xwc exceed.
const MEMORY: &str = "204800";

/// What `xwc prove` says about a file that is not a puzzle: one line that begins with the file.
fn complaint_about(path: &Path) -> String {
    let path = path.to_str().expect("the path is UTF-8");
    complaint(xwc(["prove", path]), path)
}

fn complaint(run: Run, name: &str) -> String {
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{name}: {}", run.stderr);
    let line = run.complaint();
    assert!(line.starts_with(&format!("xwc: {name}: ")), "{name}: {line}");
    line.to_string()
}

/// Files that are better made than kept, because they are large.
fn generated() -> Vec<(&'static str, String)> {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let family = r#"{"family": "mathcrossword""#;
    let large = vec![vec!["#"; 300]; 300];
    let large = json!({ "family": "mathcrossword", "grid": large, "pool": [] });
    vec![
        ("grid-300-by-300.json", large.to_string()),
        ("nesting-arrays.json", deep.clone()),
        ("nesting-before-family.json", format!(r#"{{"meta": {deep}}}"#)),
        ("nesting-in-family.json", format!(r#"{{"family": {deep}}}"#)),
        ("nesting-in-grid.json", format!(r#"{family}, "grid": {deep}}}"#)),
        ("nesting-in-meta.json", format!(r#"{family}, "meta": {{"a": {deep}}}}}"#)),
        ("nesting-in-solution.json", format!(r#"{family}, "solution": {deep}}}"#)),
        ("nesting-in-unknown-field.json", format!(r#"{family}, "extra": {deep}}}"#)),
        ("nesting-objects.json", r#"{"meta": "#.repeat(100_000)),
    ]
}

#[test]
fn malformed_puzzles_are_refused_in_one_line() {
    // The folder is this process's own: another test run may be under way.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(std::process::id().to_string());
    fs::create_dir_all(&folder).expect("a folder for generated files");
    for (name, text) in generated() {
        fs::write(folder.join(name), text).expect("the generated file is written");
    }
    let mut paths: Vec<PathBuf> = files(&puzzles().join("invalid"));
    assert!(paths.len() > 100, "the malformed puzzles are gone");
    paths.extend(files(&folder));
    paths.sort_by_key(|path| path.file_name().map(ToOwned::to_owned));
    let mut listing = String::new();
    for path in paths {
        let line = complaint_about(&path);
        let folder = path.parent().expect("a file is in a folder").display().to_string();
        let name = path.file_name().expect("a file has a name").to_string_lossy();
        let line = line.replace(&format!("{folder}/"), "");
        writeln!(listing, "{name} -> 2\n    {line}").expect("a string takes everything");
    }
    fs::remove_dir_all(&folder).expect("the generated files are removed");
    insta::assert_snapshot!(listing);
}

#[test]
fn a_folder_is_no_puzzle() {
    let line = complaint_about(&puzzles());
    assert!(line.contains("Is a directory"), "{line}");
    let folder = fs::File::open(puzzles()).expect("folders can be opened");
    let output =
        command(xwc_path()).args(["prove", "-"]).stdin(folder).output().expect("xwc starts");
    complaint(Run::of(output), "standard input");
}

#[test]
fn a_missing_file_is_named() {
    let line = complaint_about(&puzzles().join("there is no such file.json"));
    assert!(line.contains("No such file"), "{line}");
}

#[test]
fn a_closed_standard_input_is_an_empty_one() {
    let script = r#"exec "$0" prove - <&-"#;
    let output = command("sh").args(["-c", script, xwc_path()]).output().expect("sh starts");
    complaint(Run::of(output), "standard input");
}

/// Runs `xwc prove` with little memory; gives it up to `total` bytes, and says how many it took.
fn prove_in_little_memory(path: &str, total: usize) -> (Run, usize) {
    let script = format!(r#"ulimit -v {MEMORY} && exec "$0" prove "$1""#);
    let mut command = command("sh");
    command.args(["-c", &script, xwc_path(), path]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("sh starts");
    let mut stdin = child.stdin.take().expect("it was piped");
    let writer = std::thread::spawn(move || {
        let mut chunk = vec![b'1'; 1 << 16];
        chunk[0] = b'[';
        let mut taken = 0;
        // The pipe breaks as soon as xwc has seen enough.
        while taken < total {
            match stdin.write(&chunk) {
                Ok(bytes) => taken += bytes,
                Err(error) => {
                    assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe);
                    break;
                }
            }
            chunk[0] = b'1';
        }
        taken
    });
    let run = Run::of(child.wait_with_output().expect("xwc ends"));
    (run, writer.join().expect("the writer ends"))
}

#[test]
fn endless_input_is_cut_off_early() {
    let start = Instant::now();
    let (run, taken) = prove_in_little_memory("-", 2 << 30);
    let line = complaint(run, "standard input");
    assert!(line.contains("4 MiB"), "{line}");
    assert!((4 << 20..5 << 20).contains(&taken), "{taken} bytes were taken");
    let (run, _) = prove_in_little_memory("/dev/zero", 0);
    let line = complaint(run, "/dev/zero");
    assert!(line.contains("4 MiB"), "{line}");
    assert!(start.elapsed() < Duration::from_secs(20), "it took {:?}", start.elapsed());
}

#[test]
fn the_largest_meta_fits_in_little_memory() {
    let text = fs::read_to_string(puzzle("mathcrossword/example.json")).expect("the example");
    let meta = format!("{{\"meta\": {{\"a\": [{}1]}}, ", "1,".repeat(2_000_000));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("meta-4-mib.json");
    fs::write(&path, text.replacen('{', &meta, 1)).expect("the generated file is written");
    let (run, _) = prove_in_little_memory(path.to_str().expect("the path is UTF-8"), 0);
    assert_eq!(run.code, 0, "{}", run.stderr);
}

/// The example with one field replaced or added.
fn example_with(field: &str, value: serde_json::Value) -> String {
    let text = fs::read_to_string(puzzle("mathcrossword/example.json")).expect("the example");
    let mut object: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    object[field] = value;
    object.to_string()
}

#[test]
fn names_with_line_breaks_stay_in_one_line() {
    let direction = json!([{ "row": 1, "column": 1, "direction": "a\nb" }]);
    for text in [
        example_with("family", json!("a\nb\u{1b}[31m")),
        example_with("a\nb", json!(1)),
        example_with("equations", direction),
    ] {
        let line = complaint(xwc_reading(["prove", "-"], &text), "standard input");
        assert!(!line.contains(char::is_control), "{line:?}");
    }
}

#[test]
fn messages_stay_short() {
    let long = "x".repeat(100_000);
    for text in [
        example_with("family", json!(long)),
        example_with("pool", json!(long)),
        example_with(&long, json!(1)),
    ] {
        let line = complaint(xwc_reading(["prove", "-"], &text), "standard input");
        assert!(line.len() < 500, "{} characters", line.len());
    }
}

#[test]
fn arrays_are_no_objects() {
    let listed = json!([[1, 1, "across"], [1, 1, "down"], [1, 5, "down"], [5, 1, "across"]]);
    let keyed = json!([
        { "row": 1, "column": 1, "direction": "across" },
        { "row": 1, "column": 1, "direction": { "down": null } },
        { "row": 1, "column": 5, "direction": "down" },
        { "row": 5, "column": 1, "direction": "across" },
    ]);
    for text in [example_with("equations", listed), example_with("equations", keyed)] {
        complaint(xwc_reading(["prove", "-"], &text), "standard input");
    }
}

#[test]
fn numbers_that_grow_too_large_are_the_fault_of_a_file() {
    let text = json!({
        "family": "crossmath",
        "grid": [["_", "×", "_", "×", "_", "=", "6"], ["+", "#", "+", "#", "+", "#", "#"],
                 ["_", "×", "_", "×", "_", "=", "6"], ["=", "#", "=", "#", "=", "#", "#"],
                 ["2", "#", "4", "#", "6", "#", "#"]],
        "values": { "min": 1, "max": 1_000_000_000, "distinct": false },
    });
    complaint(xwc_reading(["prove", "-"], &text.to_string()), "standard input");
}

/// Sums and products of very many long numbers leave the 64-bit integers.
#[test]
fn long_lines_of_long_numbers_are_survived() {
    let words = ["A".repeat(18), "9".repeat(18), format!("A{}", "0".repeat(17)), "BA".repeat(9)];
    for (word, operator) in words.iter().flat_map(|word| ["+", "-", "×", "÷"].map(|op| (word, op)))
    {
        let cell = |row: usize, column: usize| match (row % 2, column % 2) {
            (0, 0) => word.as_str(),
            (1, 1) => "#",
            _ => operator,
        };
        let rows = (0..5).map(|row| (0..253).map(|column| cell(row, column)).collect::<Vec<_>>());
        let grid: Vec<Vec<&str>> = rows.collect();
        let text = json!({ "family": "calcrostic", "form": "zero", "grid": grid }).to_string();
        for backend in ["native", "varisat"] {
            let run = xwc_reading(["prove", "-", "--backend", backend], &text);
            assert!(matches!(run.code, 2 | 20), "{word} {operator}: {run:?}");
        }
    }
}

/// Reads the text; if it is a puzzle, does with it all that does not need a solver.
fn survive(text: &str) {
    if let Ok(puzzle) = xwc::read(text, &ReadOptions::default()) {
        // What comes of it is other tests' business; here it must come back at all.
        let _ = puzzle.lower(xwc_check::support::budget::Budget::default());
        let _ = drawing(&*puzzle, None, &[]);
        if let Some(solution) = puzzle.stated_solution() {
            let _ = puzzle.check(solution);
            let _ = drawing(&*puzzle, Some(solution), &[]);
        }
    }
}

/// The valid puzzles, and two that use every field.
fn originals() -> Vec<String> {
    let read = |path: PathBuf| fs::read_to_string(path).expect("samples are readable");
    let mut texts: Vec<String> = samples().into_iter().map(read).collect();
    assert!(
        texts.iter().all(|text| xwc::read(text, &ReadOptions::default()).is_ok()),
        "a sample is malformed"
    );
    texts.push(example_with(
        "equations",
        json!([{ "row": 1, "column": 1, "direction": "across" },
               { "row": 1, "column": 1, "direction": "down" },
               { "row": 1, "column": 5, "direction": "down" },
               { "row": 5, "column": 1, "direction": "across" }]),
    ));
    texts.push(crossmath([["_"; 3]; 2], ["÷", "-", "×", "÷", "+", "-", "×"], (-3, 12), true));
    texts
}

/// A crossmath of two rows and three columns: operands, operators and blank results.
fn crossmath(operands: [[&str; 3]; 2], op: [&str; 7], range: (i64, i64), rational: bool) -> String {
    let [[a, b, c], [d, e, f]] = operands;
    let grid = json!([
        [a, op[0], b, op[1], c, "=", "_"],
        [op[2], "#", op[3], "#", op[4], "#", "#"],
        [d, op[5], e, op[6], f, "=", "_"],
        ["=", "#", "=", "#", "=", "#", "#"],
        ["_", "#", "_", "#", "_", "#", "#"],
    ]);
    let division = if rational { "rational" } else { "exact" };
    let values = json!({ "min": range.0, "max": range.1, "distinct": false });
    let family = "crossmath";
    json!({ "family": family, "grid": grid, "values": values, "division": division }).to_string()
}

/// Numbers at which arithmetic likes to go wrong.
fn bound() -> impl Strategy<Value = i64> {
    prop_oneof![-12..12i64, select(&[-1_000_000_000, -100_000, 100_000, 1_000_000_000][..])]
}

fn cases(cases: u32) -> ProptestConfig {
    // A failing case is printed in full, and belongs into a test of its own.
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(2_000))]

    #[test]
    fn random_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        survive(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn random_words_are_survived(words in prop::collection::vec(select(WORDS), 0..60)) {
        survive(&words.concat());
    }
}

proptest! {
    #![proptest_config(cases(6_000))]

    #[test]
    fn damaged_puzzles_are_survived(
        text in select(originals()),
        damage in prop::collection::vec(anything(), 1..5),
    ) {
        survive(&damaged(&text, &damage));
    }

    /// Most of these are still puzzles, though hardly any has a solution.
    #[test]
    fn changed_puzzles_are_survived(
        text in select(originals()),
        damage in prop::collection::vec(alike(), 1..20),
    ) {
        survive(&damaged(&text, &damage));
    }
}

proptest! {
    #![proptest_config(cases(1_000))]

    /// Every one of these is well-formed, so all of them reach the model.
    #[test]
    fn extreme_ranges_are_survived(
        operators in prop::array::uniform7(select(&["+", "-", "×", "÷"][..])),
        (one, two) in (bound(), bound()),
        rational in any::<bool>(),
    ) {
        let text = crossmath([["_"; 3]; 2], operators, (one.min(two), one.max(two)), rational);
        prop_assert!(xwc::read(&text, &ReadOptions::default()).is_ok(), "{}", text);
        survive(&text);
    }
}
