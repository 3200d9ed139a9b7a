//! Groups of variables with their possible values, in every way of writing them.

use num_bigint::BigInt;
use serde_json::{Value, json};

use super::members::members;
use super::types::Kind;
use crate::spec::Dice;

#[derive(Clone)]
pub(super) struct Group {
    pub names: Vec<String>,
    pub values: Vec<i64>,
    pub distinct: bool,
    pub json: Value,
}

impl Group {
    /// A group of one to three variables whose names are not in use yet.
    pub(super) fn random(dice: &mut Dice, used: &mut Vec<String>) -> Self {
        let mut letters: Vec<String> = "ABCDEFGHIJNOXYZxyzg".chars().map(String::from).collect();
        letters.retain(|letter| !used.contains(letter));
        dice.shuffle(&mut letters);
        let count = dice.weighted(&[(4, 1), (4, 2), (1, 3)]);
        let mut names = letters[..count].to_vec();
        let mut as_text = dice.percent(60);
        if dice.percent(20) {
            let free = ["aA", "total", "X1", "Ab"].map(String::from);
            names[0] = dice.pick(&free);
            as_text = false;
            if used.contains(&names[0]) {
                names[0] = letters[count].clone();
            }
        }
        used.extend(names.iter().cloned());
        let distinct = dice.percent(65);
        let (values, text) = values(dice, names.len());
        let names_json = if as_text { json!(names.concat()) } else { json!(names) };
        let mut json = json!({ "names": names_json, "values": text });
        if !distinct || dice.percent(40) {
            json["distinct"] = json!(distinct);
        }
        Self { names, values, distinct, json }
    }

    /// Every way to give the variables values.
    pub(super) fn assignments(&self) -> Vec<Vec<i64>> {
        let mut all = vec![Vec::new()];
        for _ in &self.names {
            let longer = |chosen: &Vec<i64>| -> Vec<Vec<i64>> {
                let fits = |value: &&i64| !self.distinct || !chosen.contains(value);
                let with = |value: &i64| [&chosen[..], &[*value]].concat();
                self.values.iter().filter(fits).map(with).collect()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }
}

/// Values, and how the file says them.
fn values(dice: &mut Dice, least: usize) -> (Vec<i64>, Value) {
    let least = least as i64;
    match dice.below(6) {
        0 | 1 => {
            let low = dice.pick(&[1, 1, 2, 3, 5, 10, 0, -2]);
            let high = low + dice.between(least, 5);
            ((low..=high).collect(), json!(format!("{low}..{high}")))
        }
        2 => {
            let mut list: Vec<i64> = Vec::new();
            let count = dice.between(least, 6) as usize;
            while list.len() < count {
                let value = dice.pick(&[1, 2, 3, 4, 5, 6, 7, 9, 12, 20, 0, -1, -3, 100, 1_000_000]);
                if !list.contains(&value) {
                    list.push(value);
                }
            }
            (list.clone(), json!(list))
        }
        3 => {
            let high = dice.pick(&[8, 10, 14]);
            let kind = dice.pick(&[Kind::Prime, Kind::Odd, Kind::Fibonacci, Kind::Lucky]);
            let low = if matches!(kind, Kind::Odd) { dice.between(0, 3) } else { 1 };
            let name = kind.names()[dice.below(2)];
            let values = listed(&kind, low, high - 1);
            let text = match matches!(kind, Kind::Odd) {
                true => format!("{low} <= #{name} < {high}"),
                false => format!("#{name} < {high}"),
            };
            (values, json!(text))
        }
        4 => {
            let kind = dice.pick(&[Kind::Cube, Kind::Square, Kind::Triangular]);
            let (low, high) = (dice.between(1, 8), dice.pick(&[100, 125, 130]));
            let mut values = listed(&kind, low, high);
            let last = values[values.len().min(5) - 1];
            values.retain(|value| *value <= last);
            (values, json!(format!("{low} <= #{} <= {last}", kind.names()[0])))
        }
        _ => {
            let kind = dice.pick(&[Kind::Prime, Kind::Square, Kind::Catalan, Kind::Palindrome]);
            let count = dice.between(least.max(2), 5) as usize;
            let mut values = listed(&kind, 1, 1_000);
            values.truncate(count);
            (values, json!(format!("first {count} #{}", kind.names()[dice.below(2)])))
        }
    }
}

fn listed(kind: &Kind, low: i64, high: i64) -> Vec<i64> {
    let found = members(kind, None, &BigInt::from(low), &BigInt::from(high));
    let found = found.expect("small numbers");
    found.iter().map(|n| i64::try_from(n).expect("small numbers")).collect()
}
