//! Crossnumbers that must be refused when they are read: an open type in them has no bounds.

use serde_json::json;

use crate::spec::{Case, Dice, Reading};

/// Types without a largest number.
const TYPES: [&str; 9] = [
    "#prime",
    "#square",
    "#cube",
    "#triangular",
    "#palindrome",
    "#harshad",
    "#fibonacci",
    "#repdigit",
    "#happy",
];

/// A condition on `x` in which a type has no interval.
fn endless(dice: &mut Dice, x: &str) -> String {
    let [one, two] = [0, 1].map(|_| dice.pick(&TYPES));
    let n = dice.between(2, 40);
    match dice.below(10) {
        0 => format!("$ds({one}) = {n}"),
        1 => format!("{x} = {one} - {two}"),
        2 => format!("{x} < {one}"),
        3 => format!("{x} = {one} - {two} + {n}"),
        4 => format!("$last({one}, 1) = {x} % 10"),
        5 => format!("{one} > {n} + {x}"),
        6 => format!("$gcd({one}, {x}) = 1"),
        7 => format!("{x} = {one} % {}", n + 20),
        8 => format!("$reverse({one}) = {x}"),
        _ => format!("{x} = #integer + #prime"),
    }
}

/// The condition in company, perhaps negated.
fn in_company(dice: &mut Dice, x: &str) -> String {
    let condition = endless(dice, x);
    match dice.below(6) {
        0 => format!("{x} > 20 and {condition}"),
        1 => format!("{condition} or {x} in #square"),
        2 => format!("not ({condition})"),
        3 => format!("{x} != 12 and not ({condition})"),
        _ => condition,
    }
}

/// A file that is not a puzzle.
pub(super) fn random(dice: &mut Dice) -> Case {
    let grids = [json!([".."]), json!(["..", ".."]), json!(["+--+--+", "|1 :  |", "+--+--+"])];
    let mut puzzle = json!({
        "family": "crossnumber",
        "grid": dice.pick(&grids),
        "clues": { "A1": "this > 11" },
    });
    match dice.below(7) {
        0 => puzzle["rules"] = json!([in_company(dice, "A1")]),
        1 => puzzle["every_entry"] = json!(in_company(dice, "this")),
        2 => puzzle["transform"] = json!([format!("@this = this or {}", in_company(dice, "this"))]),
        3 => {
            let conditions = ["this > 11".to_string(), in_company(dice, "this")];
            puzzle["clues"]["A1"] = json!({ "text": "Some number", "if": conditions });
        }
        4 => puzzle["clues"]["A1"] = json!(dice.pick(&["#square - #square", "#cube - #prime + 1"])),
        _ => puzzle["clues"]["A1"] = json!(in_company(dice, "this")),
    }
    let reading = Reading::MustBeRefused;
    Case { family: "crossnumber", puzzle, reading, solutions: Default::default() }
}
