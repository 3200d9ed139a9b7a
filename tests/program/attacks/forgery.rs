//! Forged certificates: claims that are false, sealed as if they were true.

use std::fs;
use xwc_testkit::process;

use serde_json::{Value, json};
use xwc_check::certificate::{Certificate, Claim, Digest, MANIFEST};
use xwc_check::puzzle::{ReadOptions, Solution};

use super::{entry, folder, next_folder, text};
use xwc_testkit::process::xwc_reading;

/// What `check` says of a claim of two solutions.
fn claim_multiple(puzzle: &Value, solutions: [Value; 2], change: impl Fn(&mut Certificate)) -> i32 {
    let read = xwc::read(&puzzle.to_string(), &ReadOptions::default()).expect("a puzzle");
    let mut certificate = Certificate {
        lemmas: Vec::new(),
        format: xwc_check::certificate::FORMAT,
        claim: Claim::Multiple,
        family: read.family().to_string(),
        puzzle: Digest::of_puzzle(&*read),
        solutions: solutions.map(Solution).to_vec(),
        trusts: Vec::new(),
        encoding: None,
        solver: None,
        files: Default::default(),
        certificate: Digest::of(b""),
    };
    change(&mut certificate);
    let folder = next_folder("forged");
    fs::write(folder.join(MANIFEST), certificate.sealed().text()).expect("written");
    xwc_reading(["check", "-", &text(&folder)], &puzzle.to_string()).code
}

/// The only solution of a puzzle.
fn solution(puzzle: &Value) -> Value {
    let run = xwc_reading(["prove", "--json", "-"], &puzzle.to_string());
    assert_eq!(run.code, 0, "{puzzle}: {}", run.stderr);
    run.json()["solutions"][0].clone()
}

#[test]
fn one_solution_in_two_spellings_is_one() {
    let mathcrossword = json!({
        "family": "mathcrossword",
        "grid": [
            ["_", "+", "4", "=", "7"],
            ["×", "#", "#", "#", "-"],
            ["5", "#", "#", "#", "_"],
            ["=", "#", "#", "#", "="],
            ["_", "-", "_", "=", "_"],
        ],
        "pool": [2, 3, 5, 10, 15],
    });
    let crossmath = json!({
        "family": "crossmath",
        "grid": [
            ["_", "×", "_", "=", "0"],
            ["-", "#", "-", "#", "#"],
            ["_", "-", "_", "=", "-1"],
            ["=", "#", "=", "#", "#"],
            ["1", "#", "-1", "#", "#"],
        ],
        "values": { "min": 0, "max": 2, "distinct": false },
    });
    let calcrostic: Value = serde_json::from_str(
        &fs::read_to_string(process::puzzle("calcrostic/p1.json")).expect("a file"),
    )
    .expect("JSON");
    let mut crossnumber = entry(2, &["A + 40", "#prime", "this < 42"]);
    crossnumber["variables"] = json!({ "names": "AB", "values": "1..9" });
    let respell = |value: &Value, from: &str, to: &str| -> Value {
        serde_json::from_str(&value.to_string().replace(from, to)).expect("JSON")
    };
    for (puzzle, from, to) in [
        (&mathcrossword, "\"×\"", "\"*\""),
        (&mathcrossword, "\"-\"", "\"−\""),
        (&mathcrossword, "\"3\"", "\"-0\""),
        (&crossmath, "\"×\"", "\"x\""),
        (&crossmath, "[\"0\"", "[\"-0\""),
        (&calcrostic, "\"÷\"", "\"/\""),
        (&calcrostic, "\"×\"", "\"*\""),
        (&crossnumber, "\"entries\"", "\"extra\""),
        (&crossnumber, "\"A1\":41", "\"A1\":41.0"),
        (&crossnumber, "\"B\":2", "\"B\":3"),
    ] {
        let one = solution(puzzle);
        let two = respell(&one, from, to);
        assert_eq!(claim_multiple(puzzle, [one.clone(), two.clone()], |_| {}), 40, "{two}");
        assert_eq!(claim_multiple(puzzle, [two, one], |_| {}), 40);
    }
    let mut short = solution(&crossnumber);
    short.as_object_mut().expect("an object").remove("entries");
    let one = solution(&crossnumber);
    assert_eq!(claim_multiple(&crossnumber, [one.clone(), short], |_| {}), 40);
    // Another value of a variable is another assignment, but the same grid.
    let other = respell(&respell(&one, "\"B\":2", "\"B\":7"), "\"B\":3", "\"B\":7");
    assert_eq!(claim_multiple(&crossnumber, [one, other], |_| {}), 40);
}

#[test]
fn every_field_of_a_claim_counts() {
    let puzzle = entry(2, &["this < 12"]);
    let run = xwc_reading(["prove", "--json", "-"], &puzzle.to_string());
    let solutions = run.json()["solutions"].clone();
    let both = || [solutions[0].clone(), solutions[1].clone()];
    assert_eq!(claim_multiple(&puzzle, both(), |_| {}), 0, "it is true");
    assert_eq!(claim_multiple(&puzzle, both(), |c| c.family = "crossmath".into()), 40);
    assert_eq!(claim_multiple(&puzzle, both(), |c| c.trusts = vec!["me".into()]), 40);
    assert_eq!(claim_multiple(&puzzle, both(), |c| c.claim = Claim::Unique), 40);
    assert_eq!(claim_multiple(&puzzle, both(), |c| c.format = 1), 40);
    let tool = || Some(xwc_check::certificate::Tool::new("one-hot", 1));
    assert_eq!(claim_multiple(&puzzle, both(), |c| c.encoding = tool()), 40);
    let twice = |c: &mut Certificate| c.solutions[1] = c.solutions[0].clone();
    assert_eq!(claim_multiple(&puzzle, both(), twice), 40);
}

/// What holds with one list of words need not hold with another: the certificates are not about the same.
#[test]
fn a_certificate_belongs_to_its_dictionary() {
    let puzzle = json!({
        "family": "crucigram", "width": 2, "height": 2, "tiles": "ABC",
        "clues": {
            "across": [{ "clue": "x", "answer": "AB" }], "down": [{ "clue": "z", "length": 2 }],
        },
        "limits": { "letters": [1, 4], "two_letter_words": 9 },
    });
    let puzzle = puzzle.to_string();
    let root = folder("dictionaries");
    let lists = [("none", 20, "AB\n"), ("unique", 0, "AB\nAC\n"), ("multiple", 10, "AB\nAC\nCB\n")];
    let list = |name: &str| text(&root.join(format!("{name}.txt")));
    for (name, code, words) in lists {
        fs::write(list(name), words).expect("written");
        let certificate = text(&root.join(name));
        let dictionary = list(name);
        let prove = ["prove", "-", "--dictionary", &dictionary, "--certificate", &certificate];
        assert_eq!(xwc_reading(prove, &puzzle).code, code, "{name}");
    }
    for (name, ..) in lists {
        let certificate = text(&root.join(name));
        for (other, ..) in lists {
            let dictionary = list(other);
            let check = ["check", "-", &certificate, "--dictionary", &dictionary];
            let run = xwc_reading(check, &puzzle);
            assert_eq!(run.code, if name == other { 0 } else { 40 }, "{name}, {other}");
            assert!(name == other || run.stderr.contains("another dictionary"), "{}", run.stderr);
        }
    }
}

#[test]
fn what_is_not_checked_is_said() {
    let puzzle = fs::read_to_string(process::puzzle("mathcrossword/example.json"));
    let puzzle = puzzle.expect("a file");
    let folder = folder("not-checked");
    let args = ["prove", "--certificate", &text(&folder), "--justify", "-"];
    assert_eq!(xwc_reading(args, &puzzle).code, 0);
    // Garbage that is sealed well: what a program that cannot check it says must not sound like yes.
    fs::write(folder.join("proof.pbp"), "garbage\n").expect("written");
    let manifest = fs::read_to_string(folder.join(MANIFEST)).expect("read");
    let mut certificate: Certificate = serde_json::from_str(&manifest).expect("ours");
    certificate.files.insert("proof.pbp".into(), Digest::of(b"garbage\n"));
    fs::write(folder.join(MANIFEST), certificate.sealed().text()).expect("written");
    let run = xwc_reading(["check", "--json", "-", &text(&folder)], &puzzle);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let said = run.json();
    assert_eq!(said["justified"], "not checked");
    assert_eq!(said["not_checked"], json!(["solver", "proof.pbp"]));
    let run = xwc_reading(["check", "-", &text(&folder)], &puzzle);
    assert!(run.stdout.contains("not checked: proof.pbp"), "{}", run.stdout);
    assert!(run.stdout.contains("not checked: `solver`"), "{}", run.stdout);
    // A crossnumber's certificate starts from the rules.
    let crossnumber = entry(2, &["#prime", "this < 12"]).to_string();
    let folder = super::folder("trusts");
    assert_eq!(xwc_reading(["prove", "--certificate", &text(&folder), "-"], &crossnumber).code, 0);
    let manifest = fs::read_to_string(folder.join(MANIFEST)).expect("read");
    let manifest: Value = serde_json::from_str(&manifest).expect("JSON");
    assert_eq!(manifest["trusts"], json!([]));
    let run = xwc_reading(["check", "-", &text(&folder)], &crossnumber);
    assert!(!run.stdout.contains("trusts"), "{}", run.stdout);
}
