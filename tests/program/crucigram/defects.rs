//! Every rule that a file or a filled grid can break, each with its own message.

use std::sync::Arc;

use serde_json::{Value, json};
use xwc_check::puzzle::dictionary::Dictionary;
use xwc_check::puzzle::{Puzzle, Solution};

use super::{answers, corner, read};
use xwc_testkit::process::{puzzle, xwc_reading};

/// A puzzle with room for anything.
fn loose(width: usize, height: usize, tiles: &str, across: &[&str], down: &[&str]) -> Value {
    json!({
        "family": "crucigram", "width": width, "height": height, "tiles": tiles,
        "limits": { "letters": [2, width * height], "two_letter_words": 3 },
        "clues": { "across": answers(across), "down": answers(down) },
    })
}

/// What the rule evaluator says of a filled grid.
fn complaint(puzzle: &Value, words: &Arc<Dictionary>, rows: &[&str]) -> String {
    let puzzle = read(puzzle, words).unwrap_or_else(|error| panic!("{error}"));
    let violation = puzzle.check(&Solution(json!({ "grid": rows })));
    violation.expect_err("a rule is broken").to_string()
}

#[test]
fn filled_grids_break_each_rule_with_its_own_message() {
    let embedded = Dictionary::embedded();
    let few: [&[u8]; 5] = [b"CAT", b"ARE", b"CAR", b"AR", b"TE"];
    let few = Arc::new(Dictionary::of(few));
    let corner = corner();
    let seeds = loose(3, 3, "CATARER", &["CAT", "ARE"], &["CAR"]);
    let invalid: &[&str] = &["CAT", "ARE", "R##"];
    let apart = loose(7, 4, "CATARDOG", &["CAT", "DOG"], &["CAR"]);
    let block = loose(5, 4, "CATARD", &["CAT"], &["CARD"]);
    let square = loose(2, 2, "ANSO", &["AN", "SO"], &["AS"]);
    let cases: &[(&Value, &Arc<Dictionary>, &[&str], &str)] = &[
        (&seeds, &embedded, invalid, "column 3, rows 1 to 2: TE is not in the dictionary"),
        (&seeds, &few, invalid, "column 2, rows 1 to 2: AR is not one of the words down"),
        (
            &corner,
            &embedded,
            &["XQZ", "A##", "R##"],
            "row 1, columns 1 to 3: XQZ is not in the dictionary",
        ),
        (
            &apart,
            &embedded,
            &["CAT####", "A######", "R##DOG#", "#######"],
            "row 3, column 4: D is not connected with the letter at row 1, column 1",
        ),
        (
            &block,
            &embedded,
            &["CAT##", "A####", "R####", "D####"],
            "rows 2 to 4, columns 2 to 4: a block of 3×3 black squares",
        ),
        (&corner, &embedded, &["CAT", "A#A", "RAT"], "8 letters; the grid has 5 to 7"),
        (
            &corner,
            &embedded,
            &["CA#", "AR#", "#E#"],
            "row 1, columns 1 to 2: CA is not in the dictionary",
        ),
        (
            &corner,
            &embedded,
            &["COT", "A##", "R##"],
            "not all tiles are used: A stands 1 times, and there are 2 of it",
        ),
        (
            &corner,
            &embedded,
            &["CAT", "A##", "RE#"],
            "a tile too few: E stands 1 times, and there are 0 tiles of it",
        ),
        (
            &corner,
            &embedded,
            &["CAR", "A##", "T##"],
            "row 1, columns 1 to 3: CAR is not one of the words across",
        ),
        (
            &corner,
            &embedded,
            &["CAT", "A##", "T##"],
            "CAT appears twice, row 1, columns 1 to 3 has it too",
        ),
        (&corner, &embedded, &["CAT", "###", "###"], "no word goes down"),
        (&corner, &embedded, &["CaT", "A##", "R##"], "row 1, column 2: `a` is a small letter"),
        (
            &corner,
            &embedded,
            &["CÂT", "A##", "R##"],
            "row 1, column 2: `Â` is not one of the letters A to Z",
        ),
        (&corner, &embedded, &["C T", "A##", "R##"], "row 1, column 2: ` ` is not a letter"),
        (&corner, &embedded, &["CAT", "A##"], "it has 2 rows, not 3"),
        (&corner, &embedded, &["CAT", "A##", "R#"], "row 3: it has 2 cells, not 3"),
        (&square, &embedded, &["AN", "SO"], "4 two-letter words (AN, AS, NO, SO); at most 3"),
    ];
    for &(puzzle, words, rows, said) in cases {
        let found = complaint(puzzle, words, rows);
        assert!(found.contains(said), "{rows:?}: {found}");
    }
    // One entry is left without a word, and one word without an entry.
    let mut either = loose(3, 3, "CATAR", &["CAT"], &["CAR"]);
    either["clues"]["down"] = json!([{ "pattern": "B.." }]);
    let found = complaint(&either, &embedded, &["CAT", "A##", "R##"]);
    assert_eq!(found, "column 1, rows 1 to 3: CAR is not one of the words down");
    either["clues"]["down"] = json!([{ "candidates": ["CAR", "BAR"] }, { "length": 2 }]);
    let found = complaint(&either, &embedded, &["CAT", "A##", "R##"]);
    assert_eq!(found, "no word like .. appears down");
    // Both words could be the first entry, none the second.
    let mut twice = loose(3, 3, "CATAREN", &["CAT"], &["CAR"]);
    twice["clues"]["down"] = json!([{ "length": 3 }, { "candidates": ["COT", "CUT"] }]);
    let found = complaint(&twice, &embedded, &["CAT", "A#E", "R#N"]);
    assert_eq!(found, "none of COT, CUT appears down");
}

#[test]
fn four_short_words_are_too_many() {
    let mut puzzle = loose(2, 2, "ANSO", &["SO"], &["AS", "NO"]);
    assert!(read(&puzzle, &Dictionary::embedded()).is_ok());
    let candidates = json!([{ "candidates": ["AN", "AT"] }, { "answer": "SO" }]);
    puzzle["clues"]["across"] = candidates;
    let said = read(&puzzle, &Dictionary::embedded()).expect_err("four words");
    assert_eq!(said, "clues: 4 two-letter words; there are at most 3");
}

#[test]
fn files_break_each_rule_with_its_own_message() {
    let text = std::fs::read_to_string(puzzle("crucigram/example.json")).expect("a file");
    let example: Value = serde_json::from_str(&text).expect("JSON");
    let tiles = example["tiles"].as_str().expect("tiles").to_string();
    let with = |path: &str, value: Value| {
        let mut puzzle = example.clone();
        *puzzle.pointer_mut(path).expect("a field") = value;
        puzzle
    };
    let answer = |word: &str| with("/clues/across/0", json!({ "answer": word }));
    let other = example["clues"]["down"][0]["answer"].clone();
    let first = tiles.chars().next().expect("a tile");
    let cases = [
        (with("/tiles", json!(&tiles[..29])), "tiles: 29 letters; the grid has 30 to 34"),
        (
            with("/tiles", json!(format!("{tiles}AAAAA")[..35])),
            "tiles: 35 letters; the grid has 30 to 34",
        ),
        (with("/tiles", json!(tiles.replacen(first, "Z", 1))), "tiles: a tile too few: "),
        (with("/tiles", json!(tiles.to_lowercase())), "is a small letter; tiles are capitals"),
        (
            with("/tiles", json!(tiles.replacen(first, "É", 1))),
            "tile 1: `É` is not one of the letters A to Z",
        ),
        (answer("cat"), "clues.across[0].answer: found `cat`: `c` is a small letter"),
        (
            answer("CÂT"),
            "clues.across[0].answer: found `CÂT`: `Â` is not one of the letters A to Z",
        ),
        (answer("C4T"), "found `C4T`: `4` is not a letter"),
        (answer("ZZXQ"), "clues.across[0].answer: `ZZXQ` is not in the dictionary"),
        (answer("A"), "found `A`; a word across has 2 to 7 letters"),
        (answer("STRENGTH"), "found `STRENGTH`; a word across has 2 to 7 letters"),
        (with("/clues/across/0/answer", other), "is listed across and down; no word appears twice"),
        (
            with("/clues/across", answers(&["AN", "AT", "ON", "TO"])),
            "clues: 4 two-letter words; there are at most 3",
        ),
        (with("/clues/down", json!([])), "clues.down: it is empty; at least one word goes down"),
        (
            with("/clues/across/0", json!({ "clue": "x" })),
            "exactly one of `answer`, `candidates`, `length` and `pattern`",
        ),
        (with("/clues/across/0", json!({ "answer": "CAT", "length": 3 })), "exactly one of"),
        (
            with("/clues/across/0", json!({ "candidates": [] })),
            "clues.across[0].candidates: it is empty",
        ),
        (with("/clues/across/0", json!({ "candidates": ["CAT", "CAT"] })), "`CAT` is listed twice"),
        (
            with("/clues/across/0", json!({ "candidates": ["CAT", "XQZ"] })),
            "candidates[1]: `XQZ` is not in",
        ),
        (
            with("/clues/across/0", json!({ "pattern": "c.t" })),
            "clues.across[0].pattern: found `c.t`",
        ),
        (
            with("/clues/across/0", json!({ "length": 8 })),
            "found `8`; a word across has 2 to 7 letters",
        ),
        (with("/width", json!(5)), "limits: a grid of 5×7 has to say how many letters"),
        (with("/width", json!(22)), "width: 22; sides go from 2 to 21"),
        (with("/height", json!(1)), "height: 1; sides go from 2 to 21"),
    ];
    for (puzzle, said) in cases {
        let run = xwc_reading(["prove", "-"], &puzzle.to_string());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{said}: {}", run.stderr);
        assert!(run.complaint().contains(said), "{said}: {}", run.complaint());
    }
}

#[test]
fn a_wrong_stated_solution_is_named() {
    let mut puzzle = corner();
    puzzle["solution"] = json!({ "grid": ["CAT", "AR#", "R##"] });
    let run = xwc_reading(["prove", "-"], &puzzle.to_string());
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("the stated solution is wrong: "), "{}", run.stderr);
}
