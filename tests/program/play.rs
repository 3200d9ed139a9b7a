//! Playing: the game without a terminal, and a session in a real terminal. Screens are tested where they are
//! drawn.

mod session;

use xwc::families::AnyPuzzle;
use xwc::play::{Action, Game};
use xwc::{SearchOptions, solutions};
use xwc_check::puzzle::{ReadOptions, Solution};

use xwc_testkit::process::{puzzle, xwc};

/// A unique puzzle of each family, one of them with variables.
const UNIQUE: [&str; 8] = [
    "mathcrossword/example.json",
    "mathcrossword/unique12.json",
    "crossmath/migros.json",
    "calcrostic/p1.json",
    "calcrostic/known.json",
    "crossnumber/cubesandwich.json",
    "crossnumber/letters.json",
    "crucigram/example.json",
];

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

fn answers(puzzle: &dyn AnyPuzzle) -> Vec<String> {
    let solution = solve(puzzle).expect("a unique puzzle");
    puzzle.answers(&solution).expect("answers").slots
}

/// Types a text into a slot.
fn fill(game: &mut Game<'_>, slot: usize, text: &str) {
    while game.screen().slot != Some(slot) {
        game.act(Action::Next);
    }
    game.act(Action::Empty);
    text.chars().for_each(|c| game.act(Action::Type(c)));
}

#[test]
fn every_family_is_played_to_the_end_by_typing() {
    for name in UNIQUE {
        let puzzle = read(name);
        let answers = answers(&*puzzle);
        let mut game = game(&*puzzle);
        let [right, wrong, _] = game.screen().score;
        assert_eq!((right, wrong), (0, 0), "{name}: it begins with something judged");
        for (slot, answer) in answers.iter().enumerate() {
            assert!(!game.screen().is_solved, "{name}: solved too early");
            fill(&mut game, slot, answer);
        }
        assert_eq!(game.screen().filled, answers, "{name}");
        assert!(game.screen().is_solved, "{name}: {}", game.screen().message);
        assert_eq!(game.screen().message, "Solved!");
        assert_eq!(game.screen().score[1], 0, "{name}: something is wrong in the solution");
        assert!(game.screen().tiles.iter().all(|(_, spent)| *spent), "{name}: tiles are left");
        assert!(game.screen().without_tile.is_empty(), "{name}");
        // All the way back, and forth again.
        let mut steps = 0;
        while game.screen().filled.iter().any(|text| !text.is_empty()) {
            game.act(Action::Undo);
            steps += 1;
        }
        assert!(
            !game.screen().is_solved && game.screen().tiles.iter().all(|(_, spent)| !spent),
            "{name}"
        );
        (0..steps).for_each(|_| game.act(Action::Redo));
        assert!(game.screen().is_solved, "{name}: redo does not bring it back");
    }
}

#[test]
fn wrong_numbers_are_told_once_a_line_is_full() {
    // 3 + 4 = 7 across, 3 × 5 = 15 down; 7 - 2 = 5 down, 15 - 10 = 5 across.
    let puzzle = read("mathcrossword/example.json");
    let mut game = game(&*puzzle);
    fill(&mut game, 0, "2");
    assert_eq!(game.screen().score, [0, 1, 3], "2 + 4 = 7 is wrong, nothing else is full");
    fill(&mut game, 0, "3");
    assert_eq!(game.screen().score, [1, 0, 3]);
    game.act(Action::Erase);
    assert_eq!(game.screen().score, [0, 0, 4]);
}

#[test]
fn tiles_are_spent_and_freed() {
    let puzzle = read("mathcrossword/example.json");
    let mut game = game(&*puzzle);
    let free = |game: &Game<'_>| -> Vec<String> {
        game.screen().tiles.into_iter().filter(|(_, spent)| !spent).map(|(tile, _)| tile).collect()
    };
    assert_eq!(free(&game), ["2", "3", "5", "10", "15"]);
    fill(&mut game, 0, "10");
    assert_eq!(free(&game), ["2", "3", "5", "15"]);
    // A number that is spent elsewhere, or was never there, is not a tile.
    fill(&mut game, 1, "10");
    fill(&mut game, 2, "7");
    assert_eq!(game.screen().without_tile.into_iter().collect::<Vec<_>>(), [1, 2]);
    game.act(Action::Empty);
    while game.screen().slot != Some(0) {
        game.act(Action::Previous);
    }
    game.act(Action::Empty);
    assert_eq!(free(&game), ["2", "3", "5", "15"], "slot 1 has the 10 now");
    // Tiles one after the other, without typing; then around.
    let mut seen = Vec::new();
    for _ in 0..5 {
        game.act(Action::NextTile);
        seen.push(game.screen().filled[0].clone());
    }
    assert_eq!(seen, ["2", "3", "5", "15", "2"]);
    game.act(Action::Clear);
    assert_eq!(free(&game).len(), 5);
    game.act(Action::Undo);
    assert_eq!(game.screen().filled[0], "2");
}

#[test]
fn letters_that_are_spent_are_refused() {
    let puzzle = read("crucigram/example.json");
    let mut game = game(&*puzzle);
    // There is one N and one U; Z is not a tile at all.
    for (text, kept) in [("n", "N"), ("N", ""), ("z", ""), ("#", "#"), ("u", "U"), ("U", "")] {
        let slot = game.screen().filled.iter().position(String::is_empty).expect("an empty cell");
        fill(&mut game, slot, text);
        let found = &game.screen().filled[slot].clone();
        let refused = kept.is_empty() && !game.screen().message.is_empty();
        assert!(found == kept && (refused || !kept.is_empty()), "{text}: {found}");
        game.act(Action::Next);
    }
}

#[test]
fn check_and_reveal_know_the_solution() {
    for name in UNIQUE {
        let puzzle = read(name);
        let answers = answers(&*puzzle);
        let mut game = game(&*puzzle);
        game.act(Action::Check);
        assert_eq!(game.screen().message, "All that is filled in is right.", "{name}");
        game.act(Action::Reveal);
        assert_eq!(game.screen().filled[0], answers[0], "{name}");
        let wrong = answers.iter().skip(1).position(|a| *a != answers[0]).map(|i| i + 1);
        let wrong = wrong.expect("not all the same");
        game.act(Action::Undo);
        fill(&mut game, wrong, &answers[0]);
        game.act(Action::Check);
        assert_eq!(game.screen().marked.iter().copied().collect::<Vec<_>>(), [wrong], "{name}");
        assert_eq!(game.screen().message, "One is wrong.", "{name}");
        game.act(Action::RevealAll);
        assert!(game.screen().is_solved && game.screen().marked.is_empty(), "{name}");
    }
    // Where there are several solutions, none of them is the answer.
    let puzzle = read("mathcrossword/multiple24.json");
    let mut game = game(&*puzzle);
    game.act(Action::Check);
    assert!(game.screen().message.contains("not known to have exactly one solution"));
    game.act(Action::RevealAll);
    assert!(game.screen().filled.iter().all(String::is_empty));
}

#[test]
fn without_a_terminal_there_is_no_game() {
    let run = xwc(["play", &puzzle("mathcrossword/example.json")]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.complaint().contains("needs an interactive terminal"), "{}", run.stderr);
}
