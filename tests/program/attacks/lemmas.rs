//! Forged lemmas: clauses that do not follow from the condition that they name.

use std::fs;
use std::path::Path;

use xwc_check::certificate::{Certificate, MANIFEST, StatedLemma};
use xwc_testkit::process;

use super::{folder, text};

/// What `check` says of a certificate with changed lemmas, which is sealed again.
fn said_of(
    (puzzle, folder): (&str, &Path),
    genuine: &Certificate,
    change: impl Fn(&mut Vec<StatedLemma>),
) -> String {
    let mut certificate = genuine.clone();
    change(&mut certificate.lemmas);
    fs::write(folder.join(MANIFEST), certificate.sealed().text()).expect("written");
    let run = process::xwc(["check", puzzle, &text(folder)]);
    assert_eq!(run.code, 40, "{}", run.stdout);
    run.stderr
}

#[test]
fn a_lemma_follows_from_its_condition() {
    let puzzle = process::puzzle("crossnumber/powerplay.json");
    let folder = folder("lemmas");
    let run = process::xwc(["prove", &puzzle, "--certificate", &text(&folder)]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(process::xwc(["check", &puzzle, &text(&folder)]).code, 0);
    let manifest = fs::read_to_string(folder.join(MANIFEST)).expect("read");
    let genuine: Certificate = serde_json::from_str(&manifest).expect("a certificate");
    let reason =
        |change: &dyn Fn(&mut Vec<StatedLemma>)| said_of((&puzzle, &folder), &genuine, change);
    let first = genuine.lemmas.first().expect("a lemma").clone();
    let grid = genuine.solutions[0].0["grid"].clone();
    // The digits of the solution break no condition.
    let true_digits = |lemma: &mut StatedLemma| {
        for (name, value) in &mut lemma.values {
            let (row, column) = name.trim_start_matches('r').split_once('c').expect("a cell");
            let row = &grid[row.parse::<usize>().expect("a row") - 1];
            let column = column.parse::<usize>().expect("a column") - 1;
            let digit = row.as_str().expect("a row").as_bytes()[column];
            *value = i64::from(digit - b'0');
        }
    };
    let said = reason(&|lemmas: &mut Vec<StatedLemma>| true_digits(&mut lemmas[0]));
    assert!(said.contains("lemma 1 is not accepted: its condition can be true"), "{said}");
    let said = reason(&|lemmas: &mut Vec<StatedLemma>| lemmas[0].values.clear());
    assert!(said.contains("lemma 1 is not accepted"), "{said}");
    let said =
        reason(&|lemmas: &mut Vec<StatedLemma>| lemmas[0].condition = "A1: #prime".to_string());
    assert!(said.contains("there is no condition"), "{said}");
    let said = reason(&|lemmas: &mut Vec<StatedLemma>| lemmas[0].values[0].0 = "r99c1".to_string());
    assert!(said.contains("there is no single"), "{said}");
    let twice = first.values[0].clone();
    let said = reason(&|lemmas: &mut Vec<StatedLemma>| lemmas[0].values.push(twice.clone()));
    assert!(said.contains("is there twice"), "{said}");
    // A value that a cell never has would leave the rest of the clause, which is too strong.
    for never in [-1, 10, 42, 1 << 40, i64::MAX, i64::MIN] {
        let said = reason(&|lemmas: &mut Vec<StatedLemma>| lemmas[0].values[0].1 = never);
        assert!(said.contains("cannot be"), "{said}");
    }
    // Whatever else is changed, the formula is not the one of these lemmas.
    for i in 0..genuine.lemmas.len().min(20) {
        reason(&|lemmas: &mut Vec<StatedLemma>| drop(lemmas.remove(i)));
        reason(&|lemmas: &mut Vec<StatedLemma>| {
            let value = &mut lemmas[i].values[0].1;
            *value = *value % 9 + 1;
        });
    }
}

/// A variable of the puzzle may be called like a cell, or like something that the formula adds.
#[test]
fn names_of_variables_are_nobody_elses() {
    for name in ["differ11", "r1c1", "carry16", "all34", "number20.0", "x y"] {
        let puzzle = serde_json::json!({
            "family": "crossnumber", "grid": [".....", "#####", "....."],
            "clues": {
                "A1": [format!("$gcd(this, {{{name}}}) = 2"), "99990 < this < 99993"],
                "A2": "99999",
            },
            "variables": { "names": [name], "values": "0..3" },
        });
        let certificate = text(&folder("names"));
        let puzzle = puzzle.to_string();
        let args = ["prove", "-", "--certificate", &certificate];
        let run = process::xwc_reading(args, &puzzle);
        assert_eq!(run.code, 0, "{name}: {}{}", run.stdout, run.stderr);
        assert_eq!(process::xwc_reading(["check", "-", &certificate], &puzzle).code, 0, "{name}");
    }
}
