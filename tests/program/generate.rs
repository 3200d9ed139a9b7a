//! Generated puzzles: unique by every solver, legal by the evaluator, and what was asked for.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use xwc::families::{self, AnyPuzzle};
use xwc::generate::{GenerateOptions, Generator, ParameterSource, Preset, Seed};
use xwc::solve::{BACKENDS, SolverSelection};
use xwc::{SearchOptions, Verdict, solutions};
use xwc_check::puzzle::{ReadOptions, Solution};
use xwc_testkit::levels::Level;
use xwc_testkit::process::xwc;

fn generator(family: &str, options: &GenerateOptions) -> Box<dyn Generator> {
    let family = families::find(family).expect("a family");
    let source = ParameterSource::Options(options);
    (family.generator)(source, &ReadOptions::default()).expect("possible options")
}

fn level(generator: &dyn Generator, seed: u64) -> Level {
    let seed = Seed { seed, index: 0, attempt: 0 };
    let made = generator.make(seed, SolverSelection::default());
    Level::of(&made.unwrap_or_else(|error| panic!("{seed:?}: {error}")))
}

fn read(puzzle: &Value) -> Box<dyn AnyPuzzle> {
    xwc::read(&puzzle.to_string(), &ReadOptions::default())
        .unwrap_or_else(|error| panic!("{error}: {puzzle}"))
}

fn verdict(puzzle: &Value, backend: Option<&str>) -> (Verdict, Vec<Solution>) {
    let choice = SolverSelection { backend, encoding: None };
    let options =
        SearchOptions { choice, limit: 2, stop_at_limit: true, ..SearchOptions::default() };
    let found = solutions(&*read(puzzle), options).expect("a report").found;
    (found.verdict(), found.solutions)
}

/// Unique by these solvers, with the solution that the level states.
fn is_unique(level: &Level, backends: &[&str]) {
    let solution = Solution(level.solution.clone());
    read(&level.puzzle).check(&solution).expect("the rules are obeyed");
    for backend in backends {
        let found = verdict(&level.puzzle, Some(backend));
        assert_eq!(found, (Verdict::Unique, vec![solution.clone()]), "{backend}");
    }
}

fn grid(puzzle: &Value) -> Vec<Vec<String>> {
    serde_json::from_value(puzzle["grid"].clone()).expect("texts")
}

/// All given numbers, row by row.
fn givens(puzzle: &Value) -> Vec<(usize, usize)> {
    let grid = grid(puzzle);
    let cells = |row: usize| (0..grid[row].len()).map(move |column| (row, column));
    let all = (0..grid.len()).flat_map(cells);
    all.filter(|&(row, column)| grid[row][column].parse::<i64>().is_ok()).collect()
}

/// The same puzzle without one given.
fn without(level: &Level, (row, column): (usize, usize)) -> Value {
    let mut puzzle = level.puzzle.clone();
    let value: i64 = grid(&puzzle)[row][column].parse().expect("a given");
    puzzle["grid"][row][column] = json!("_");
    if let Some(pool) = puzzle.get_mut("pool").and_then(Value::as_array_mut) {
        pool.push(json!(value));
    }
    puzzle
}

#[test]
fn two_hundred_seeds_are_unique() {
    let generator = generator("mathcrossword", &GenerateOptions::default());
    for seed in 0..201 {
        is_unique(&level(&*generator, seed), &["native", "varisat"]);
    }
}

#[test]
fn every_preset_is_unique_by_every_solver() {
    let built_in: Vec<&str> = BACKENDS
        .iter()
        .filter(|backend| backend.solver.is_some() && !backend.baseline)
        .map(|b| b.name)
        .collect();
    for family in ["mathcrossword", "crossmath", "calcrostic"] {
        for difficulty in [Preset::Easy, Preset::Medium, Preset::Hard, Preset::Expert] {
            let options = GenerateOptions::from(difficulty);
            let generator = generator(family, &options);
            // Z3 takes seconds for an expert's board.
            let slow = difficulty == Preset::Expert && family == "mathcrossword";
            let backends: Vec<&str> =
                built_in.iter().copied().filter(|name| !slow || *name != "z3").collect();
            for seed in [7, 8] {
                is_unique(&level(&*generator, seed), &backends);
            }
        }
    }
}

#[test]
fn minimal_means_that_no_given_can_go() {
    let minimal = || GenerateOptions { minimal: true, ..GenerateOptions::default() };
    let cases = [
        ("mathcrossword", minimal().with("equations", 8)),
        ("mathcrossword", minimal().with("max", 12).with("ops", "+")),
        ("crossmath", minimal().with("max", 30)),
        ("crossmath", minimal().with("ops", "+-")),
    ];
    let mut removed = 0;
    for (family, options) in cases {
        let generator = generator(family, &options);
        for seed in 0..12 {
            let level = level(&*generator, seed);
            is_unique(&level, &["native"]);
            let shape = grid(&level.puzzle);
            let last = (shape.len() - 1, shape[0].len() - 1);
            // The results of a crossmath are part of the question.
            let operand = |&(row, column): &(usize, usize)| {
                family == "mathcrossword" || (row != last.0 && column != last.1)
            };
            for cell in givens(&level.puzzle).into_iter().filter(operand) {
                let (found, _) = verdict(&without(&level, cell), None);
                assert_eq!(found, Verdict::Multiple, "{cell:?} can go: {}", level.puzzle);
                removed += 1;
            }
        }
    }
    assert!(removed > 20, "only {removed} givens were looked at");
}

#[test]
fn levels_are_what_was_asked_for() {
    let options = GenerateOptions::default()
        .with("equations", 14)
        .with("width", 15)
        .with("height", 11)
        .with("max", 30)
        .with("ops", "+×")
        .with("blanks", "40%")
        .with("show-results", true);
    let generator = generator("mathcrossword", &options);
    for seed in 0..30 {
        let level = level(&*generator, seed);
        let (shown, solved) = (grid(&level.puzzle), grid(&level.solution));
        assert!(shown.len() <= 11 && shown[0].len() <= 15);
        assert_eq!(shown.iter().flatten().filter(|text| *text == "=").count(), 14);
        let text = level.puzzle.to_string();
        assert!(!text.contains("\"-\"") && !text.contains('÷'), "{text}");
        let mut numbers = 0;
        for (row, texts) in solved.iter().enumerate() {
            for (column, text) in texts.iter().enumerate() {
                let Ok(value) = text.parse::<i64>() else { continue };
                numbers += 1;
                assert!((1..=30).contains(&value));
                let after = |row: usize, column: usize| shown[row][column] == "=";
                let result =
                    (column > 0 && after(row, column - 1)) || (row > 0 && after(row - 1, column));
                assert!(!result || shown[row][column] != "_", "a result is blank");
            }
        }
        let blanks = shown.iter().flatten().filter(|text| *text == "_").count();
        assert!(blanks <= (numbers * 40usize).div_ceil(100), "{blanks} of {numbers}");
        assert_eq!(level.difficulty["goals"]["blanks"]["asked"], 40);
    }
    let options = GenerateOptions::default().with("size", "2x4").with("givens", 3).with("max", 20);
    let generator = self::generator("crossmath", &options);
    for seed in 0..30 {
        let level = level(&*generator, seed);
        let shown = grid(&level.puzzle);
        assert_eq!((shown.len(), shown[0].len()), (5, 9));
        assert!(level.difficulty["givens"].as_u64() >= Some(3));
    }
}

/// A level made of ones and repeated numbers is a bad level.
#[test]
fn levels_are_varied() {
    let generator = generator("mathcrossword", &GenerateOptions::default());
    let (mut numbers, mut repeated, mut ones) = (0, 0, 0);
    let mut operators = [0; 4];
    for seed in 0..100 {
        let level = level(&*generator, seed);
        let solved = grid(&level.solution);
        let mut values: Vec<i64> =
            solved.iter().flatten().filter_map(|text| text.parse().ok()).collect();
        numbers += values.len();
        ones += values.iter().filter(|&&value| value == 1).count();
        let all = values.len();
        values.sort_unstable();
        values.dedup();
        repeated += all - values.len();
        for (count, sign) in operators.iter_mut().zip(["+", "-", "×", "÷"]) {
            *count += solved.iter().flatten().filter(|text| *text == sign).count();
        }
    }
    assert!(10 * repeated < numbers, "{repeated} of {numbers} numbers are repeated");
    assert!(20 * ones < numbers, "{ones} of {numbers} numbers are 1");
    let least = operators.iter().min().expect("four");
    assert!(5 * least > operators.iter().max().expect("four") * 2, "{operators:?}");
}

#[test]
fn a_template_is_kept() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("template");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("square.txt");
    let template = "_+_=_\n?...×\n_..._\n=...=\n_?_=_\n";
    fs::write(&path, template).expect("a file");
    let options = GenerateOptions::default().with("template", template);
    let generator = generator("mathcrossword", &options);
    for seed in 0..20 {
        let level = level(&*generator, seed);
        is_unique(&level, &["native"]);
        let shown = grid(&level.puzzle);
        assert_eq!((shown[0][1].as_str(), shown[1][4].as_str()), ("+", "×"));
        assert_eq!((shown.len(), shown[0].len()), (5, 5));
    }
    let path = path.to_str().expect("UTF-8");
    let run = xwc(["generate", "mathcrossword", "--seed", "1", "--template", path, "--width", "9"]);
    assert_eq!((run.code, run.complaint()), (2, "xwc: --width: the template says that already"));
    fs::write(path, "_+_=_\n_....\n").expect("a file");
    let run = xwc(["generate", "mathcrossword", "--seed", "1", "--template", path]);
    assert_eq!(run.code, 2);
    assert!(run.complaint().contains("row 1, column 1"), "{}", run.complaint());
}

/// One line, exit code 2, and soon.
#[test]
fn impossible_wishes_are_refused() {
    let cases = [
        ("mathcrossword --equations 50 --width 7 --height 7", "cannot place 50 equations"),
        ("mathcrossword --equations 8 --width 5 --height 5", "cannot place 8 equations"),
        ("mathcrossword --equations 1", "there are 2 to 200 equations"),
        ("mathcrossword --max 3 --ops +-×÷", "with × at least 4 is needed"),
        ("mathcrossword --max 1 --ops +", "with + at least 2 is needed"),
        ("mathcrossword --max 2 --ops + --equations 20", "no numbers from 1 to 2"),
        ("mathcrossword --ops %", "`%` is not one of"),
        ("mathcrossword --size 3x3", "unexpected argument '--size'"),
        ("mathcrossword --blanks 1.5", "a share is"),
        ("mathcrossword --width 0", "a side has 1 to 255 cells"),
        ("mathcrossword --width 1000000", "a side has 1 to 255 cells"),
        ("mathcrossword --equations 18446744073709551615", "there are 2 to 200"),
        ("mathcrossword --template /nonexistent", "--template: /nonexistent"),
        ("crossmath --size 1x3", "sides go from 2"),
        ("crossmath --size 3", "such as 3x3"),
        ("crossmath --givens 10", "there are 9 operands"),
        ("crossmath --ops ÷ --max 40", "no numbers from 1 to 40"),
        ("crossmath --equations 4", "unexpected argument '--equations'"),
        ("calcrostic --max 4", "unexpected argument '--max'"),
        ("crossnumber --width 2", "sides go from 3"),
        ("crossnumber --types prime,sqare", "did you mean"),
        ("crossnumber --types powerof", "no type `powerof`"),
        ("calcrostic --max-number 1", "it must be from 2"),
        ("calcrostic --max-number 3 --no-small --all-operators", "no unique calcrostic"),
        ("sudoku", "unrecognized subcommand 'sudoku'"),
        ("mathcrossword --backend minisat", "no backend `minisat`"),
    ];
    for (arguments, reason) in cases {
        let run = xwc(["generate"].into_iter().chain(arguments.split(' ')).chain(["--seed", "1"]));
        assert_eq!(run.code, 2, "{arguments}: {}", run.stderr);
        assert!(run.stderr.contains(reason), "{arguments}: {}", run.stderr);
    }
}

#[test]
fn a_generated_file_can_be_proved_and_says_where_it_comes_from() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated.json");
    let path = file.to_str().expect("UTF-8");
    for family in ["mathcrossword", "crossmath", "calcrostic", "crossnumber"] {
        let level = ["generate", family, "--seed", "7", "--index", "3", "--difficulty", "easy"];
        let run = xwc(level.into_iter().chain(["-o", path]));
        assert_eq!((run.code, &run.stdout[..]), (0, ""), "{}", run.stderr);
        let text = fs::read_to_string(&file).expect("the file");
        assert_eq!(xwc(level).stdout, text);
        let puzzle: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!((&puzzle["meta"]["seed"], &puzzle["meta"]["index"]), (&json!(7), &json!(3)));
        let golden = include_str!("../packs/golden.txt").lines().next().expect("a generator");
        assert_eq!(puzzle["meta"]["generator"], format!("xwc {golden}"));
        assert!(puzzle["meta"]["difficulty"]["guesses"].is_u64());
        let run = xwc(["prove", path, "--json"]);
        assert_eq!(run.code, 0);
        assert_eq!(run.json()["solutions"][0], puzzle["solution"]);
        assert_eq!(run.json()["stated_solution"], "found", "{}", run.stdout);
    }
}

#[test]
fn calcrostics_are_as_asked_for() {
    let numbers = |level: &Level| -> Vec<u64> {
        let cells = grid(&level.solution).concat();
        cells.iter().filter_map(|text| text.parse().ok()).collect()
    };
    for (diagonals, max) in [(true, 200), (false, 2_000)] {
        let options = GenerateOptions::default()
            .with("max-number", max)
            .with("diagonals", diagonals)
            .with("no-diagonals", !diagonals)
            .with("all-operators", true)
            .with("no-small", true);
        let generator = generator("calcrostic", &options);
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..20 {
            let level = level(&*generator, seed);
            is_unique(&level, &["native", "varisat"]);
            let shown = grid(&level.puzzle);
            assert!(
                ["+", "-", "×", "÷"].iter().all(|sign| shown.concat().contains(&sign.to_string()))
            );
            let blocked = if diagonals { 0 } else { 4 };
            assert_eq!(shown.concat().iter().filter(|cell| *cell == "#").count(), blocked);
            let numbers = numbers(&level);
            assert_eq!(numbers.len(), 9);
            assert!(numbers.iter().all(|number| (2..=max).contains(number)), "{numbers:?}");
            seen.insert(level.key);
        }
        assert!(seen.len() > 15, "only {} different ones", seen.len());
    }
}

/// Backends that read formulas may refuse a level; those that take it must agree.
#[test]
fn crossnumbers_are_unique_and_no_condition_can_go() {
    for (difficulty, minimal, seeds) in [
        (Preset::Easy, false, 0..6),
        (Preset::Medium, false, 0..4),
        (Preset::Easy, true, 0..3),
        (Preset::Hard, false, 0..1),
    ] {
        let options = GenerateOptions { minimal, ..GenerateOptions::from(difficulty) };
        let generator = generator("crossnumber", &options);
        for seed in seeds {
            let level = level(&*generator, seed);
            let solution = Solution(level.solution.clone());
            read(&level.puzzle).check(&solution).expect("the rules are obeyed");
            for backend in
                BACKENDS.iter().filter(|backend| backend.solver.is_some() && !backend.baseline)
            {
                let choice = SolverSelection { backend: Some(backend.name), encoding: None };
                let options = SearchOptions {
                    choice,
                    limit: 2,
                    stop_at_limit: true,
                    ..SearchOptions::default()
                };
                match solutions(&*read(&level.puzzle), options) {
                    Ok(report) => {
                        assert_eq!(report.found.verdict(), Verdict::Unique, "{}", backend.name);
                        assert_eq!(report.found.solutions[0].0["grid"], level.solution["grid"]);
                    }
                    Err(error) => assert_ne!(backend.name, "native", "{error}"),
                }
            }
            let clues = level.puzzle["clues"].as_object().expect("clues").clone();
            for name in clues.keys().filter(|_| minimal) {
                let conditions = match &clues[name] {
                    Value::Array(conditions) => conditions.clone(),
                    one => vec![one.clone()],
                };
                for i in 0..conditions.len() {
                    let mut fewer = conditions.clone();
                    fewer.remove(i);
                    let mut puzzle = level.puzzle.clone();
                    puzzle["clues"][name] = json!(fewer);
                    let (found, _) = verdict(&puzzle, None);
                    assert_eq!(found, Verdict::Multiple, "{name}: {conditions:?} without {i}");
                }
            }
        }
    }
}
