//! The example of `docs/how-to-add/family.md` is a family like any other: it is read, solved by
//! every solver, generated, drawn and certified.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use xwc::families::{AnyPuzzle, Family};
use xwc::formats::{FORMATS, OutputLevel, WorksheetStyle};
use xwc::generate::{
    GenerateError, GenerateOptions, Generator, ParameterSource, Preset, Seed, SuiteSize,
};
use xwc::solve::SolverSelection;
use xwc::{Claim, SearchOptions, Verdict};
use xwc_check::puzzle::{self, Document, InputError, ReadOptions, Solution};
use xwc_testkit::schema;
use xwc_testkit::toys::family::check::{LARGEST, ToyLadder};

use super::differential::compare::{Pair, is_refusal};

/// The line in the list of `check`, and the one in the list of the library.
static IN_CHECK: xwc_check::families::FamilyRules =
    xwc_check::families::FamilyRules::of::<ToyLadder>();
static IN_LIBRARY: Family = Family::of::<ToyLadder>();

/// A file with this row.
fn file(row: &str) -> String {
    let cells: Vec<&str> = row.split(' ').collect();
    json!({ "family": "ladder", "grid": [cells], "title": "A sum" }).to_string()
}

fn read_text(text: &str) -> Result<Box<dyn AnyPuzzle>, InputError> {
    let value = puzzle::parse(text)?;
    (IN_LIBRARY.read)(Document { value: &value, text: Some(text) }, &ReadOptions::default())
}

fn read(row: &str) -> Box<dyn AnyPuzzle> {
    read_text(&file(row)).unwrap_or_else(|error| panic!("{row}: {error}"))
}

#[test]
fn the_toy_family_is_read_by_both_lists() {
    assert_eq!((IN_CHECK.name, IN_CHECK.summary), (IN_LIBRARY.name, IN_LIBRARY.summary));
    let text = file("_ + 2 + _ = 8");
    let value = puzzle::parse(&text).expect("JSON");
    let document = Document { value: &value, text: Some(&text) };
    let checked = IN_CHECK.read(document, &ReadOptions::default()).expect("a ladder");
    let puzzle = read("_ + 2 + _ = 8");
    assert_eq!(checked.canonical(), puzzle.canonical());
    assert_eq!(puzzle.family(), "ladder");
    assert_eq!(puzzle.labels().title.as_deref(), Some("A sum"));
    let again = read_text(&puzzle.file().to_string()).expect("what is written can be read");
    assert_eq!(again.file(), puzzle.file());
    let schema = &schema::derived(&IN_CHECK);
    assert_eq!(&serde_json::from_str::<Value>(IN_CHECK.schema).expect("JSON"), schema);
    assert_eq!(schema.pointer("/properties/family/const"), Some(&json!("ladder")));
    assert_eq!(schema.pointer("/additionalProperties"), Some(&json!(false)));
}

#[test]
fn the_toy_family_refuses_what_is_malformed_with_its_place() {
    let cases = [
        ("_ - 2 = 8", "row 1, column 2: found `-`; it must be `+`"),
        ("_ + 2 + 8", "row 1, column 4: found `+`; it must be `=`"),
        ("_ + 10 = 8", "row 1, column 3: found `10`; it must be `_` or a number from 1 to 9"),
        ("_ + 2 = _", "row 1, column 5: found `_`; it must be a total up to 1000000000"),
        ("_ + x = 4", "row 1, column 3: found `×`; it must be `_` or a number from 1 to 9"),
        ("_ = 4", "grid: 1 by 3 cells; it must be one row of 2 to 9 numbers, signs and a total"),
    ];
    for (row, message) in cases {
        let error = read_text(&file(row)).expect_err(row);
        assert_eq!(error.to_string(), message);
    }
    let unknown = r#"{ "family": "ladder", "grid": [["1"]], "pool": [] }"#;
    let error = read_text(unknown).expect_err("an unknown field").to_string();
    assert!(error.contains("unknown field `pool`") && error.contains("line 1"), "{error}");
}

/// The grids that the rule evaluator accepts, of all that have numbers from 0 to 10 in the blanks.
fn brute_force(puzzle: &dyn AnyPuzzle) -> BTreeSet<String> {
    let mut rows: Vec<Vec<String>> = vec![Vec::new()];
    for cell in puzzle.canonical()["grid"][0].as_array().expect("a row") {
        let cell = cell.as_str().expect("a text");
        let values: Vec<String> = match cell {
            "_" => (0..=LARGEST + 1).map(|value| value.to_string()).collect(),
            _ => vec![cell.to_string()],
        };
        let longer = |row: &Vec<String>| {
            let row = row.clone();
            values.clone().into_iter().map(move |value| [&row[..], &[value]].concat())
        };
        rows = rows.iter().flat_map(longer).collect();
    }
    let solutions = rows.into_iter().map(|row| Solution(json!({ "grid": [row] })));
    let right = solutions.filter(|solution| puzzle.check(solution).is_ok());
    right.map(|solution| solution.0.to_string()).collect()
}

#[test]
fn every_solver_finds_what_the_rules_of_the_toy_family_accept() {
    let rows = [
        ("_ + 2 + _ = 8", 1),
        ("_ + _ + _ = 6", 1),
        ("_ + _ + _ + _ = 20", 12),
        ("_ + 9 + _ = 20", 0),
        ("3 + 2 = 5", 0),
        ("2 + 3 = 5", 1),
        ("_ + _ = 1000000000", 0),
    ];
    let mut taken = BTreeSet::new();
    for (row, n) in rows {
        let puzzle = read(row);
        let expected = brute_force(&*puzzle);
        assert_eq!(expected.len(), n, "{row}");
        for pair in Pair::all().into_iter().chain([Pair::NATIVE]) {
            let choice = SolverSelection { backend: Some(pair.backend), encoding: pair.encoding };
            let options = SearchOptions { choice, ..SearchOptions::default() };
            match xwc::solutions(&*puzzle, options).map(|outcome| outcome.found) {
                Ok(found) => {
                    let grids = found.solutions.iter().map(|solution| solution.0.to_string());
                    assert_eq!(grids.collect::<BTreeSet<_>>(), expected, "{row}: {pair:?}");
                    assert!(found.complete, "{row}: {pair:?}");
                    taken.insert(pair.name());
                }
                Err(error) => assert!(is_refusal(&error), "{row}: {pair:?}: {error}"),
            }
        }
    }
    let all = Pair::all().into_iter().chain([Pair::NATIVE]).map(Pair::name);
    assert_eq!(taken, all.collect(), "every pair takes some");
}

fn generator(options: &GenerateOptions) -> Result<Box<dyn Generator>, GenerateError> {
    (IN_LIBRARY.generator)(ParameterSource::Options(options), &ReadOptions::default())
}

fn verdict(puzzle: &dyn AnyPuzzle) -> Verdict {
    xwc::prove(puzzle, SearchOptions::default()).expect("a search").found.verdict()
}

#[test]
fn the_toy_family_generates_unique_levels() {
    let suites = SuiteSize::ALL.into_iter().flat_map(|size| (IN_LIBRARY.suite)(size));
    let presets = Preset::ALL.map(GenerateOptions::from);
    for options in suites.chain(presets) {
        let made = generator(&options).expect("options that can be met");
        for seed in 1..=5 {
            let level = |backend| {
                let choice = SolverSelection { backend, encoding: None };
                made.make(Seed::from(seed), choice).expect("a level")
            };
            let file = level(None).file(Seed::from(seed));
            assert_eq!(
                level(Some("varisat")).file(Seed::from(seed)),
                file,
                "solvers do not choose"
            );
            let puzzle = read_text(&file.to_string()).expect("what is generated can be read");
            assert_eq!(verdict(&*puzzle), Verdict::Unique, "{file}");
            let stated = puzzle.stated_solution().expect("a level has its solution");
            assert!(puzzle.check(stated).is_ok(), "{file}");
            assert_eq!(made.key(&*puzzle, stated), Some(level(None).key));
        }
        let manifest = made.parameters();
        let source = ParameterSource::Manifest(&manifest);
        let again = (IN_LIBRARY.generator)(source, &ReadOptions::default()).expect("a generator");
        assert_eq!(again.parameters(), manifest);
    }
    let easy = || GenerateOptions::from(Preset::Easy);
    for (options, message) in [
        (easy().with("steps", 1), "steps: 1; there are 2 to 9 steps"),
        (easy().with("steps", "many"), "steps: `many`: invalid digit found in string"),
        (easy().with("givens", 3), "givens: 3; there are only 3 steps, and one is to be found"),
        (easy().with("size", 3), "size is not for ladder"),
    ] {
        let error = generator(&options).err().expect("a refusal");
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn every_format_draws_the_toy_family() {
    let puzzle = read("_ + 2 + _ = 8");
    let solution = Solution(json!({ "grid": [["1", "+", "2", "+", "5", "=", "8"]] }));
    let level = OutputLevel {
        name: "Level 1",
        difficulty: "easy",
        puzzle: &*puzzle,
        solution: Some(&solution),
        note: None,
    };
    let mut drawn = Vec::new();
    for format in FORMATS {
        if let Some(write) = format.puzzle {
            let Ok(text) = write(&*puzzle, Some(&solution)) else { continue };
            assert_ne!(
                write(&*puzzle, None).expect("as before"),
                text,
                "the solution is filled in"
            );
            drawn.push(format.name);
        }
        if let Some(pack) = format.pack {
            let (bytes, _) = pack(&[level], &WorksheetStyle::default()).expect("a pack");
            assert!(!bytes.is_empty());
            drawn.push(format.name);
        }
    }
    assert_eq!(drawn, ["text", "svg", "html", "pdf"], "ipuz is for crosswords");
    let drawing = xwc::formats::drawing(&*puzzle, Some(&solution), &[]);
    assert!(drawing.contains("│ 1 │ + │ 2 │ + │ 5 │ = │ 8 │"), "{drawing}");
    let filled = ["1", "5"].map(String::from);
    assert_eq!(puzzle.solution(&filled), Some(solution));
}

#[test]
fn the_toy_family_is_certified() {
    for (row, claim) in [
        ("_ + 2 + _ = 8", Claim::Unique),
        ("_ + _ + _ = 10", Claim::Multiple),
        ("_ + 9 + _ = 20", Claim::None),
    ] {
        let puzzle = read(row);
        let outcome = xwc::prove(&*puzzle, SearchOptions::default()).expect("a search");
        let folder = format!("toy-family-{claim:?}");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        let _ = fs::remove_dir_all(&folder);
        xwc::certify(&*puzzle, &outcome, &folder, Default::default()).expect("a certificate");
        assert_eq!(xwc::check(&*puzzle, &folder).expect("it is accepted").claim, claim);
        let other = read("_ + 2 + _ = 9");
        assert!(xwc::check(&*other, &folder).is_err(), "it is about another puzzle");
        let manifest = fs::read_to_string(folder.join("certificate.json")).expect("the claim");
        let manifest: Value = serde_json::from_str(&manifest).expect("JSON");
        assert_eq!(manifest["family"], "ladder", "{manifest}");
    }
}
