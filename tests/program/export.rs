//! What leaves the program for people and other programs: SVG, PDF and ipuz.

mod ipuz;
mod pdf;
mod svg;

use serde_json::{Value, json};
use xwc_testkit::process;

/// A text that would be markup, script or another entity, if it were let through.
const HOSTILE: &str = "</text><script>alert('1')</script>&lt;\"]]>\u{202e}--><!--";

/// A crucigram whose clue is hostile.
fn hostile_crucigram() -> Value {
    let text = std::fs::read_to_string(process::puzzle("crucigram/example.json")).expect("a file");
    let mut puzzle: Value = serde_json::from_str(&text).expect("JSON");
    puzzle["clues"]["across"][0]["clue"] = json!(HOSTILE);
    puzzle["meta"] = json!({ "name": HOSTILE });
    puzzle
}

/// A crossnumber with hostile names of variables, and comparisons that look like tags.
fn hostile_crossnumber() -> Value {
    json!({
        "family": "crossnumber",
        "grid": ["..", ".."],
        "clues": { "A1": "this<a and this>a or {</text><script>&amp;} = 1", "D1": "#prime" },
        "variables": { "names": ["a", "</text><script>&amp;"], "values": "1..9" },
        "rules": ["a<a+1"],
        "meta": { "title": HOSTILE },
    })
}

/// Puzzles of each family with as much hostile text as its reader takes, and one that it refuses.
fn hostile() -> Vec<(Value, bool)> {
    let cells = |family: &str| json!({ "family": family, "grid": [[HOSTILE]], "pool": [] });
    vec![
        (hostile_crucigram(), true),
        (hostile_crossnumber(), true),
        (cells("mathcrossword"), false),
        (json!({ "family": "crossmath", "grid": [[HOSTILE]] }), false),
        (json!({ "family": "calcrostic", "grid": [[HOSTILE]] }), false),
        (json!({ "family": "crossnumber", "grid": [HOSTILE] }), false),
    ]
}
