//! Untrusted names and texts: they are shown, and neither obeyed nor taken for a part of a formula.

use serde_json::{Value, json};
use xwc_check::support::text::is_hidden;
use xwc_testkit::process;

use super::{folder, text};
use xwc_testkit::process::xwc_reading;

const HOSTILE: &str = "x\np cnf 1 2\n1 0\n-1 0\n(assert false)\n+1 x1 >= 2 ;\n\u{1b}[31m\u{7}\u{202e}\u{200b}\r\u{9b}2J";

/// A crossnumber whose names and texts are hostile wherever they can be.
fn hostile() -> Value {
    json!({
        "family": "crossnumber",
        "grid": ["..", ".."],
        "title": HOSTILE,
        "author": HOSTILE,
        "note": HOSTILE,
        "clues": {
            "A1": { "text": HOSTILE, "if": format!("{{{HOSTILE}}} + 10") },
            "D2": format!("#prime or this = {{{HOSTILE}}} or this \t\n > 5"),
        },
        "variables": { "names": [HOSTILE, "other\u{202e}"], "values": "1..2" },
        "rules": [format!("{{{HOSTILE}}} < {{other\u{202e}}}")],
    })
}

/// Nothing that is printed moves a cursor or hides; line ends and tabs are ours.
fn is_visible(text: &str) {
    let hidden = text.chars().find(|&c| is_hidden(c) && c != '\n' && c != '\t');
    assert_eq!(hidden, None, "{text:?}");
}

#[test]
fn nothing_hidden_reaches_a_reader() {
    let puzzle = hostile().to_string();
    let mut wrong = hostile();
    wrong["clues"]["A1"] = json!(format!("{{{HOSTILE}}} + #nonsense"));
    let certificate = folder("texts");
    for args in [
        &["prove", "-"][..],
        &["prove", "--json", "-"],
        &["prove", "-", "--certificate", &text(&certificate)],
        &["solve", "-"],
        &["solve", "--json", "--limit", "3", "-"],
        &["solve", "--steps", "-"],
        &["solve", "--steps", "--json", "-"],
        &["show", "-"],
        &["show", "--clues", "code", "-"],
        &["show", "--solution", "-"],
        &["show", "--format", "svg", "-"],
        &["show", "--format", "html", "-"],
        &["show", "--format", "ipuz", "-"],
        &["compile", "-"],
        &["compile", "--format", "opb", "-"],
        &["compile", "--format", "smt2", "-"],
        &["compile", "--format", "model", "-"],
        &["-vvv", "prove", "--backend", "varisat", "-"],
    ] {
        for puzzle in [&puzzle, &wrong.to_string()] {
            let run = xwc_reading(args, puzzle);
            assert!([0, 2, 10, 20].contains(&run.code), "{args:?}: {}", run.stderr);
            is_visible(&run.stdout);
            is_visible(&run.stderr);
        }
    }
}

#[test]
fn names_stay_in_their_comments() {
    let puzzle = hostile().to_string();
    let lines = |args: &[&str]| {
        let run = xwc_reading(args, &puzzle);
        assert_eq!(run.code, 0, "{args:?}: {}", run.stderr);
        run.stdout.lines().map(String::from).collect::<Vec<_>>()
    };
    let dimacs = lines(&["compile", "-"]);
    assert_eq!(dimacs.iter().filter(|line| line.starts_with('p')).count(), 1);
    let is_clause = |line: &String| line.starts_with(|c: char| c == '-' || c.is_ascii_digit());
    assert!(
        dimacs
            .iter()
            .all(|line| line.starts_with("c ") || line.starts_with("p ") || is_clause(line))
    );
    let opb = lines(&["compile", "--format", "opb", "-"]);
    let constraints = opb.iter().filter(|line| !line.starts_with('*')).count();
    assert!(opb[0].ends_with(&format!("#constraint= {constraints}")), "{}", opb[0]);
    for encoding in ["smt-int", "smt-bv", "big-m", "smt-one-hot"] {
        let smt = lines(&["compile", "--format", "smt2", "--encoding", encoding, "-"]);
        assert!(smt.iter().all(|line| !line.starts_with("(assert false)")), "{encoding}");
        assert!(smt.iter().all(|line| line.starts_with([';', '('])), "{encoding}");
    }
    assert!(dimacs.iter().all(|line| line.len() < 1000), "names are bounded");
}

#[test]
fn names_of_folders_are_shown() {
    let odd = folder("texts-folder").join("a\u{1b}[31m\u{202e}b\nc");
    let run = process::xwc(["pack", "verify", &text(&odd)]);
    assert_eq!(run.code, 2);
    is_visible(run.complaint());
    let args = ["pack", "create", "crossmath", "--seed", "1", "--count", "1", "--out", &text(&odd)];
    let run = process::xwc(args);
    assert_eq!(run.code, 0, "{}", run.stderr);
    is_visible(&run.stdout);
    let run = process::xwc(["pack", "verify", &text(&odd)]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    is_visible(&run.stdout);
}
