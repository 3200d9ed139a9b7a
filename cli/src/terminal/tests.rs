//! The screen of a game.

use serde_json::{Value, json};
use xwc::families::AnyPuzzle;
use xwc::play::{Action, Game};
use xwc::{SearchOptions, solutions};
use xwc_check::puzzle::{ReadOptions, Solution};
use xwc_testkit::process::puzzle;

use super::draw::{Line, page};

fn read(name: &str) -> Box<dyn AnyPuzzle> {
    let text = std::fs::read_to_string(puzzle(name)).expect("a file");
    xwc::read(&text, &ReadOptions::default()).expect("a puzzle")
}

/// The only solution, from a solver.
fn solve(puzzle: &dyn AnyPuzzle) -> Option<Solution> {
    let options = SearchOptions { limit: 2, stop_at_limit: true, ..SearchOptions::default() };
    let found = solutions(puzzle, options).expect("a report").found;
    found.solutions.into_iter().next().filter(|_| found.count == 1)
}

fn game(puzzle: &dyn AnyPuzzle) -> Game<'_> {
    Game::new(puzzle, Box::new(|| solve(puzzle)))
}

/// Types a text into a slot.
fn fill(game: &mut Game<'_>, slot: usize, text: &str) {
    while game.screen().slot != Some(slot) {
        game.act(Action::Next);
    }
    game.act(Action::Empty);
    text.chars().for_each(|c| game.act(Action::Type(c)));
}

/// The screen as text.
fn screen(game: &Game<'_>, width: usize, height: usize) -> String {
    let lines = page(game, (width, height), true);
    assert_eq!(lines.len(), height);
    let text = |line: &Line| line.iter().map(|(c, _)| c).collect::<String>();
    lines.iter().map(|line| text(line).trim_end().to_string() + "\n").collect()
}

#[test]
fn the_screen_shows_the_game() {
    let puzzle = read("mathcrossword/example.json");
    let mut played = game(&*puzzle);
    fill(&mut played, 0, "3");
    fill(&mut played, 1, "10");
    insta::assert_snapshot!("mathcrossword", screen(&played, 80, 16));
    for name in ["calcrostic/p1.json", "crossnumber/cubesandwich.json", "crucigram/example.json"] {
        let puzzle = read(name);
        let mut played = game(&*puzzle);
        played.act(Action::Reveal);
        let family = name.split('/').next().expect("a folder");
        insta::assert_snapshot!(family, screen(&played, 100, 24));
    }
}

/// A crossnumber that says everything that one can say, or as little as possible.
fn crossnumber(more: Value) -> Box<dyn AnyPuzzle> {
    let mut file = json!({
        "family": "crossnumber",
        "grid": ["..", ".."],
        "clues": { "A1": { "text": "Somebody's age", "if": "this > a" } },
        "variables": { "names": "ab", "values": "1..9" },
    });
    let fields = more.as_object().expect("fields");
    file.as_object_mut().expect("an object").extend(fields.clone());
    xwc::read(&file.to_string(), &ReadOptions::default()).expect("a puzzle")
}

#[test]
fn the_screen_tells_the_whole_task() {
    let loose = crossnumber(json!({
        "rules": ["a < b"], "every_entry": ["#odd"], "digits": [0, 1, 3], "leading_zeros": true,
        "distinct_entries": false, "title": "Ages", "author": "Somebody", "note": "Be kind.",
    }));
    let strict = crossnumber(json!({}));
    let both =
        ["every clue is true.", "Variables a, b: 1..9, all different.", "A1 Somebody's age (2)"];
    let loosely = [
        "Ages, by Somebody",
        "Be kind.",
        "Rules: a < b.",
        "Every entry: #odd.",
        "Digits: 0, 1, 3.",
        "Entries may start with 0.",
        "Entries may be equal.",
    ];
    let strictly = ["No number starts with 0.", "No two entries are equal."];
    for (puzzle, own) in [(loose, &loosely[..]), (strict, &strictly[..])] {
        let shown = screen(&game(&*puzzle), 200, 40);
        for text in both.iter().chain(own) {
            assert!(shown.contains(text), "{text} is missing:\n{shown}");
        }
    }
    // Where there is no room for everything, it begins with the task, which can be read again later.
    let puzzle = read("crucigram/example.json");
    let mut played = game(&*puzzle);
    let task = "Put all letters into the grid";
    assert!(screen(&played, 80, 24).contains(task));
    played.act(Action::Turn);
    assert!(!screen(&played, 80, 24).contains(task));
    (0..9).for_each(|_| played.act(Action::Read { on: false }));
    assert!(screen(&played, 80, 24).contains(task));
}

#[test]
fn any_keys_at_all_do_no_harm() {
    let mut state = 7u64;
    let mut draw = |most: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % most
    };
    let ways =
        [Action::Up, Action::Down, Action::Left, Action::Right, Action::Next, Action::Previous];
    let others = [
        Action::Erase,
        Action::Empty,
        Action::NextTile,
        Action::Turn,
        Action::Undo,
        Action::Redo,
        Action::Clear,
    ];
    let letters: Vec<char> = "0123456789-#. abzAEST√\u{0}é".chars().collect();
    for name in ["mathcrossword/example.json", "crossmath/migros.json", "calcrostic/p1.json"]
        .into_iter()
        .chain(["calcrostic/zero.json", "crossnumber/wheels.json", "crucigram/unknown.json"])
    {
        let puzzle = read(name);
        let mut game = Game::new(&*puzzle, Box::new(|| None));
        for _ in 0..400 {
            game.act(match draw(4) {
                0 => ways[draw(ways.len())],
                1 => others[draw(others.len())],
                _ => Action::Type(letters[draw(letters.len())]),
            });
            game.screen();
        }
        for (width, height) in [(80, 24), (20, 5), (1, 1), (200, 60)] {
            screen(&game, width, height);
        }
    }
}
