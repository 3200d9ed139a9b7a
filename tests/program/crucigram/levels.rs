//! Generated crucigrams: a hundred seeds, each by every rule and by every SAT solver.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde_json::Value;
use xwc::families::{self, AnyPuzzle};
use xwc::formats::drawing;
use xwc::generate::{GenerateOptions, Generator, ParameterSource, Preset, Seed};
use xwc::solve::{BACKENDS, SolverSelection};
use xwc::{SearchOptions, Verdict, solutions};
use xwc_check::puzzle::{ReadOptions, Solution};

use xwc_testkit::levels::Level;
use xwc_testkit::process::xwc;

fn generator(options: &GenerateOptions) -> Box<dyn Generator> {
    let family = families::find("crucigram").expect("the family");
    let source = ParameterSource::Options(options);
    (family.generator)(source, &ReadOptions::default()).expect("possible options")
}

fn level(generator: &dyn Generator, seed: u64) -> Level {
    let seed = Seed { seed, index: 0, attempt: 0 };
    let made = generator.make(seed, SolverSelection::default());
    Level::of(&made.unwrap_or_else(|error| panic!("{seed:?}: {error}")))
}

fn read(level: &Level) -> Box<dyn AnyPuzzle> {
    xwc::read(&level.puzzle.to_string(), &ReadOptions::default())
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Obeys every rule, and has no other solution.
fn assert_unique(level: &Level, backend: &str) {
    let puzzle = read(level);
    let solution = Solution(level.solution.clone());
    puzzle.check(&solution).unwrap_or_else(|violation| panic!("{violation}: {}", level.solution));
    let choice = SolverSelection { backend: Some(backend), encoding: None };
    let options =
        SearchOptions { choice, limit: 2, stop_at_limit: true, ..SearchOptions::default() };
    let found = solutions(&*puzzle, options).expect("a report").found;
    assert_eq!(found.verdict(), Verdict::Unique, "{backend}: {}", level.solution);
    assert_eq!(found.solutions, [solution], "{backend}");
}

fn answers(level: &Level) -> Vec<String> {
    let entries = ["across", "down"]
        .into_iter()
        .flat_map(|direction| level.puzzle["clues"][direction].as_array().expect("a list").clone());
    entries.map(|entry| entry["answer"].as_str().expect("an answer").to_string()).collect()
}

#[test]
fn a_hundred_seeds_are_unique_and_printed_in_the_seeds_form() {
    let generator = generator(&GenerateOptions::default());
    let cadical = BACKENDS.iter().any(|one| one.name == "cadical" && one.solver.is_some());
    let mut words = BTreeSet::new();
    let mut short = 0;
    for seed in 0..100 {
        let start = Instant::now();
        let level = level(&*generator, seed);
        assert!(start.elapsed() < Duration::from_secs(20), "seed {seed}: {:?}", start.elapsed());
        for backend in ["varisat"].into_iter().chain(cadical.then_some("cadical")) {
            assert_unique(&level, backend);
        }
        let text = drawing(&*read(&level), Some(&Solution(level.solution.clone())), &[]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 15 + 3 + 3, "{text}");
        assert_eq!(lines[0], "┌───┬───┬───┬───┬───┬───┬───┐");
        assert!(lines[1..14].iter().all(|line| line.chars().count() == 29), "{text}");
        assert_eq!(lines[14], "└───┴───┴───┴───┴───┴───┴───┘");
        assert_eq!((lines[15], lines[18]), ("Words:", "Letters:"));
        assert!(
            lines[16].starts_with("  ACROSS: ") && lines[17].starts_with("  DOWN:   "),
            "{text}"
        );
        let tiles = level.puzzle["tiles"].as_str().expect("tiles").len();
        assert_eq!(lines[20], format!("  Total: {tiles} letters"));
        let answers = answers(&level);
        short += answers.iter().filter(|word| word.len() == 2).count();
        words.extend(answers);
    }
    assert!(short <= 60, "{short} two-letter words in a hundred grids");
    assert!(words.len() > 500, "only {} different words", words.len());
}

#[test]
fn clues_keep_their_answers_to_themselves_and_are_in_order() {
    let generator = generator(&GenerateOptions::default());
    let (mut real, mut all) = (0, 0);
    for seed in 200..220 {
        let level = level(&*generator, seed);
        for direction in ["across", "down"] {
            let entries = level.puzzle["clues"][direction].as_array().expect("a list").clone();
            let clue = |entry: &Value| entry["clue"].as_str().expect("a clue").to_string();
            let clues: Vec<String> = entries.iter().map(clue).collect();
            assert!(clues.is_sorted(), "{clues:?}");
            for (entry, clue) in entries.iter().zip(&clues) {
                let answer = entry["answer"].as_str().expect("an answer");
                let mut parts = clue.split(|c: char| !c.is_alphabetic());
                assert!(!parts.any(|part| part.eq_ignore_ascii_case(answer)), "{answer}: {clue}");
                real += usize::from(!clue.starts_with("A word of"));
                all += 1;
            }
        }
    }
    assert!(2 * real > all, "{real} of {all} clues are definitions");
}

#[test]
fn presets_and_sizes_are_what_was_asked_for() {
    let mut common = Vec::new();
    for difficulty in [Preset::Easy, Preset::Hard, Preset::Expert] {
        let generator = generator(&GenerateOptions::from(difficulty));
        let mut sum = 0;
        for seed in 0..4 {
            let level = level(&*generator, seed);
            assert_unique(&level, "native");
            sum += level.difficulty["commonness"].as_u64().expect("a number");
        }
        common.push(sum);
    }
    assert!(common[0] > common[2], "{common:?}");
    for (width, height) in [(4, 4), (5, 5), (9, 6), (6, 9)] {
        let options = GenerateOptions::default().with("width", width).with("height", height);
        let level = level(&*generator(&options), 3);
        assert_unique(&level, "varisat");
        assert_eq!(
            (&level.puzzle["width"], &level.puzzle["height"]),
            (&width.into(), &height.into())
        );
    }
    let plain = level(&*generator(&GenerateOptions::default()), 5);
    let minimal =
        level(&*generator(&GenerateOptions { minimal: true, ..GenerateOptions::default() }), 5);
    assert_eq!(plain.puzzle, minimal.puzzle, "nothing is ever given");
}

#[test]
fn impossible_wishes_are_refused() {
    for (arguments, reason) in [
        ("--width 3", "--width: 3; sides go from 4 to 11"),
        ("--height 12", "--height: 12; sides go from 4 to 11"),
        ("--max 9", "unexpected argument '--max' found"),
        ("--dictionary /nonexistent", "/nonexistent: "),
    ] {
        let run =
            xwc(["generate", "crucigram", "--seed", "1"].into_iter().chain(arguments.split(' ')));
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments}: {}", run.stderr);
        assert!(run.complaint().contains(reason), "{arguments}: {}", run.stderr);
    }
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (name, text, reason) in [
        ("few-words.txt", "cat\ncar\n", "no words were found"),
        ("no-words.txt", "1\n2\n", "it has no words"),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file");
        let path = path.to_str().expect("UTF-8");
        let run = xwc(["generate", "crucigram", "--seed", "1", "--dictionary", path]);
        assert_eq!(run.code, 2, "{name}: {}", run.stderr);
        assert!(run.complaint().contains(reason), "{name}: {}", run.stderr);
    }
}
