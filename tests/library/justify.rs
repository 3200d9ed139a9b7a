//! VeriPB, a checker that is not ours, accepts what is written: the LRAT proof, translated line by
//! line, and the proof from the plain rules. It rejects both once a rule is relaxed.

use std::fs;
use std::path::{Path, PathBuf};
use xwc_testkit::boards;

use serde_json::Value;
use xwc::families::AnyPuzzle;
use xwc::solve::Budget;
use xwc::{CertifyOptions, SearchOptions, certify, solutions};
use xwc_check::certificate::{Claim, JUSTIFICATION, RULES, check};

use xwc_check::puzzle::ReadOptions;
use xwc_testkit::veripb::{accepts_lrat, refutes, veripb};

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("justify").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder of an earlier run goes");
    }
    folder
}

/// A certificate whose formula is proved from the plain rules.
fn justified() -> CertifyOptions<'static> {
    CertifyOptions { justify: true, ..CertifyOptions::default() }
}

/// Writes the justified certificate of a puzzle.
fn write(puzzle: &Value, folder: &Path) -> Box<dyn AnyPuzzle> {
    let puzzle =
        xwc::read(&puzzle.to_string(), &ReadOptions::default()).expect("a well-formed puzzle");
    let options = SearchOptions { limit: 2, stop_at_limit: true, ..SearchOptions::default() };
    let outcome = solutions(&*puzzle, options).expect("a report");
    certify(&*puzzle, &outcome, folder, justified()).expect("a proof");
    puzzle
}

/// The certificate is accepted here, and both proofs by VeriPB.
fn is_accepted(puzzle: &Value, claim: Claim, folder: &Path) {
    let read = write(puzzle, folder);
    let accepted = check(&*read, folder, Budget::default());
    let accepted = accepted.unwrap_or_else(|error| panic!("{error}: {puzzle}"));
    assert_eq!(accepted.claim, claim);
    assert_eq!(accepted.not_checked, ["solver", JUSTIFICATION]);
    assert!(accepts_lrat(folder), "the LRAT proof of {puzzle}");
    let rules = folder.join(RULES);
    assert!(refutes(&rules, &folder.join(JUSTIFICATION)), "the justification of {puzzle}");
}

fn sample(name: &str) -> Value {
    let path = xwc_testkit::root().join("tests/puzzles").join(name);
    serde_json::from_str(&fs::read_to_string(path).expect("a sample")).expect("JSON")
}

#[test]
fn samples() {
    for (name, claim) in [
        ("crossmath/migros.json", Claim::Unique),
        ("mathcrossword/example.json", Claim::Unique),
        ("mathcrossword/unique8.json", Claim::Unique),
        ("mathcrossword/none.json", Claim::None),
    ] {
        is_accepted(&sample(name), claim, &folder(&name.replace('/', "-")));
    }
}

#[test]
fn random_mathcrosswords() {
    mathcrosswords(1, 80);
}

#[test]
fn random_crossmaths() {
    crossmaths(2, 40);
}

/// More of the same; a few minutes, so `scripts/test-heavy` runs it.
#[test]
#[ignore = "minutes"]
fn three_hundred_random_puzzles() {
    mathcrosswords(3, 180);
    crossmaths(4, 120);
}

fn mathcrosswords(seed: u8, count: usize) {
    let mut chance = boards::chance(seed);
    let folder = folder(&format!("mathcrosswords-{seed}"));
    for i in 0..count {
        let (sample, most) = if i % 2 == 0 { ("unique12.json", 12) } else { ("unique24.json", 24) };
        let puzzle = boards::mathcrossword(&mut chance, sample, 4 + i % (most - 3));
        is_accepted(&puzzle, Claim::Unique, &folder);
    }
}

fn crossmaths(seed: u8, count: usize) {
    let mut chance = boards::chance(seed);
    let folder = folder(&format!("crossmaths-{seed}"));
    let sizes = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 3), (3, 3), (2, 3), (3, 3), (2, 4), (3, 3)];
    for i in 0..count {
        let (rows, columns) = if i % 40 == 0 {
            (4, 4)
        } else if i % 20 == 7 {
            (3, 4)
        } else {
            sizes[i % sizes.len()]
        };
        let puzzle = boards::crossmath(&mut chance, rows, columns);
        is_accepted(&puzzle, Claim::Unique, &folder);
    }
}

/// A result with more values than are compared pair by pair, and with some that the plain rules rule
/// out; and a puzzle that is too much.
#[test]
fn many_values() {
    let wide = r##"{"family": "crossmath", "grid": [["18", "+", "_", "=", "40"],
        ["÷", "#", "+", "#", "#"], ["_", "+", "_", "=", "25"], ["+", "#", "÷", "#", "#"],
        ["_", "+", "_", "=", "7"], ["=", "#", "=", "#", "#"], ["_", "#", "19", "#", "#"]],
        "values": {"min": 1, "max": 22, "distinct": false}, "division": "rational"}"##;
    is_accepted(&serde_json::from_str(wide).expect("JSON"), Claim::Unique, &folder("wide"));
    let puzzle = xwc::read(
        r##"{"family": "crossmath", "grid": [["_", "×", "_", "×", "_", "×", "_", "=", "136"],
        ["×", "#", "×", "#", "×", "#", "×", "#", "#"],
        ["_", "×", "_", "×", "_", "×", "_", "=", "0"],
        ["=", "#", "=", "#", "=", "#", "=", "#", "#"],
        ["0", "#", "_", "#", "2", "#", "-4", "#", "#"]], "values": {"min": -6, "max": 4}}"##,
        &ReadOptions::default(),
    )
    .expect("a well-formed puzzle");
    let options = SearchOptions { limit: 2, ..SearchOptions::default() };
    let outcome = solutions(&*puzzle, options).expect("a report");
    let folder = folder("too-much");
    let refused = certify(&*puzzle, &outcome, &folder, justified());
    let refused = refused.expect_err("it is too much").to_string();
    assert!(refused.contains("too many choices of operands"), "{refused}");
    assert!(!folder.join("certificate.json").exists(), "there is no claim without its proof");
}

/// Puzzles without a solution, in all the ways in which the formula says so.
#[test]
fn none_at_all() {
    let contradictions = [
        // A given equation is false.
        r##"{"family": "mathcrossword", "grid": [["1", "+", "1", "=", "3"],
            ["+", "#", "#", "#", "#"], ["_", "#", "#", "#", "#"], ["=", "#", "#", "#", "#"],
            ["_", "#", "#", "#", "#"]], "pool": [1, 2]}"##,
        // One tile only.
        r##"{"family": "mathcrossword", "grid": [["_", "+", "_", "=", "_"],
            ["+", "#", "#", "#", "#"], ["_", "#", "#", "#", "#"], ["=", "#", "#", "#", "#"],
            ["_", "#", "#", "#", "#"]], "pool": [5, 5, 5, 5, 5]}"##,
        // Results that nothing comes to.
        r##"{"family": "crossmath", "grid": [["_", "÷", "_", "=", "_"], ["+", "#", "+", "#", "#"],
            ["_", "+", "_", "=", "3"], ["=", "#", "=", "#", "#"], ["_", "#", "_", "#", "#"]],
            "values": {"min": 0, "max": 0, "distinct": false}}"##,
        r##"{"family": "crossmath", "grid": [["_", "+", "_", "+", "_", "=", "900"],
            ["+", "#", "+", "#", "+", "#", "#"], ["_", "×", "_", "÷", "_", "=", "_"],
            ["=", "#", "=", "#", "=", "#", "#"], ["_", "#", "_", "#", "_", "#", "#"]],
            "division": "rational"}"##,
        // A value given twice.
        r##"{"family": "crossmath", "grid": [["1", "+", "1", "=", "2"], ["+", "#", "+", "#", "#"],
            ["_", "+", "_", "=", "_"], ["=", "#", "=", "#", "#"], ["_", "#", "_", "#", "#"]]}"##,
    ];
    let folder = folder("none");
    for text in contradictions {
        is_accepted(&serde_json::from_str(text).expect("JSON"), Claim::None, &folder);
    }
}

/// The proof does not survive a weaker rule: neither the blocking clause nor a count can go.
#[test]
fn relaxed_rules_are_not_refuted() {
    if veripb().is_none() {
        return;
    }
    for name in ["mathcrossword/unique12.json", "crossmath/migros.json"] {
        let folder = folder(&format!("relaxed-{}", name.replace('/', "-")));
        write(&sample(name), &folder);
        let text = fs::read_to_string(folder.join(RULES)).expect("rules");
        let lines: Vec<&str> = text.lines().collect();
        let constraints: Vec<usize> =
            (0..lines.len()).filter(|&i| !lines[i].starts_with('*')).collect();
        let last = *constraints.last().expect("the blocking clause");
        let count = constraints.iter().copied().find(|&i| {
            i > 0 && (lines[i - 1].contains("pool") || lines[i - 1].contains("no operand twice"))
        });
        for relaxed in [last, count.expect("a count")] {
            // As many constraints as before; this one says nothing.
            let literal = lines[relaxed].split(' ').nth(1).expect("a literal");
            let relation = if lines[relaxed].contains(" = ") { "1 ~x1 = 1" } else { ">= 0" };
            let nothing = format!("1 {literal} {relation} ;").replace("x1", literal);
            let changed: Vec<&str> = (0..lines.len())
                .map(|i| if i == relaxed { &nothing[..] } else { lines[i] })
                .collect();
            let rules = folder.join("relaxed.opb");
            fs::write(&rules, changed.join("\n") + "\n").expect("a file");
            assert!(!refutes(&rules, &folder.join(JUSTIFICATION)), "{name} without {relaxed}");
        }
    }
}
