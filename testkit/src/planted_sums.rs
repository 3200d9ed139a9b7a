//! Crossnumbers whose clues are worth more together than one by one: digit sums that add up, and
//! numbers of a kind of which there are few. Each is made around a filled grid, or spoiled so that it
//! has no solution.

use serde_json::{Map, Value, json};

use crate::spec::Dice;

/// A full square grid with the digit sum of every row and of every column, but for a few, and that of
/// the grid. If it is spoiled, the last one is too large by one.
pub fn digit_sums(side: usize, seed: u64, spoiled: bool) -> Value {
    let mut dice = Dice::new(seed, side as u64);
    let digits: Vec<i64> = (0..side * side).map(|_| dice.between(1, 9)).collect();
    let sum = |cells: &mut dyn Iterator<Item = usize>| cells.map(|cell| digits[cell]).sum::<i64>();
    let mut clues = Map::new();
    for line in 0..side {
        let row = sum(&mut (0..side).map(|k| line * side + k));
        let column = sum(&mut (0..side).map(|k| k * side + line));
        let across = if line == 0 { 1 } else { side + line };
        clues.insert(format!("A{across}"), json!(format!("$ds(this) = {row}")));
        if !dice.percent(10) {
            clues.insert(format!("D{}", line + 1), json!(format!("$ds(this) = {column}")));
        }
    }
    let total = digits.iter().sum::<i64>() + i64::from(spoiled);
    json!({
        "family": "crossnumber",
        "grid": vec![".".repeat(side); side],
        "digits": "1..9",
        "clues": clues,
        "rules": [format!("$griddigitsum() = {total}")],
    })
}

/// Entries of two digits that do not cross, two in a row, each of them of one type.
pub fn crowd(entries: usize, kind: &str) -> Value {
    let mut grid = Vec::new();
    for first in (0..entries).step_by(2) {
        grid.push(if first + 1 < entries { "..#.." } else { "..###" });
        grid.push("#####");
    }
    let clues: Map<String, Value> = (1..=entries).map(|k| (format!("A{k}"), json!(kind))).collect();
    json!({ "family": "crossnumber", "grid": grid, "clues": clues })
}
