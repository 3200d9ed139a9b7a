//! A crossnumber as a file, in one of the ways of writing it.

use serde_json::{Map, Value, json};

use super::brute::Puzzle;
use super::print::Printer;
use super::tree::Condition;
use super::variables::Group;
use crate::spec::Dice;

/// The conditions of a puzzle, by where they stand in the file.
#[derive(Clone, Default)]
pub(super) struct Written {
    /// By entry.
    pub clues: Vec<(usize, Vec<Condition>)>,
    pub rules: Vec<Condition>,
    pub every_entry: Vec<Condition>,
}

impl Written {
    /// How many conditions there are.
    pub(super) fn len(&self) -> usize {
        let clues: usize = self.clues.iter().map(|(_, conditions)| conditions.len()).sum();
        clues + self.rules.len() + self.every_entry.len()
    }

    /// All but one of them.
    pub(super) fn without(&self, index: usize) -> Self {
        let mut all = self.clone();
        let clues = all.clues.iter_mut().map(|(_, conditions)| conditions);
        let mut left = index;
        for conditions in clues.chain([&mut all.rules, &mut all.every_entry]) {
            if left < conditions.len() {
                conditions.remove(left);
                break;
            }
            left -= conditions.len();
        }
        all
    }

    /// The conditions with the entries whose clues they belong to.
    pub(super) fn by_entry(
        &self,
        n_entries: usize,
    ) -> impl Iterator<Item = (Condition, Option<usize>)> {
        let clue = |(entry, conditions): &(usize, Vec<Condition>)| {
            let entry = Some(*entry);
            conditions.iter().map(move |one| (one.clone(), entry)).collect::<Vec<_>>()
        };
        let rules = self.rules.iter().map(|rule| (rule.clone(), None));
        let every = move |condition: &Condition| {
            let condition = condition.clone();
            (0..n_entries).map(move |entry| (condition.clone(), Some(entry)))
        };
        self.clues.iter().flat_map(clue).chain(rules).chain(self.every_entry.iter().flat_map(every))
    }
}

/// The JSON object.
pub(super) fn file(dice: &mut Dice, puzzle: &Puzzle, groups: &[Group], written: &Written) -> Value {
    let variables: Vec<String> = groups.iter().flat_map(|group| group.names.clone()).collect();
    let entries = &puzzle.grid.entries;
    let mut printer = Printer { entries, variables: &variables, dice };
    let mut clues = Map::new();
    for (entry, conditions) in &written.clues {
        let entry = &entries[*entry];
        let other = entry.other_name().filter(|_| printer.dice.percent(20));
        clues.insert(other.unwrap_or_else(|| entry.name()), clue(&mut printer, conditions));
    }
    let rules = texts(&mut printer, &written.rules);
    let every_entry = texts(&mut printer, &written.every_entry);
    let transform = puzzle.transform.as_ref();
    let transform = transform.map(|transform| texts(&mut printer, &transform.conditions));
    let mut file = json!({ "family": "crossnumber", "grid": puzzle.grid.lines });
    if !clues.is_empty() || dice.percent(50) {
        file["clues"] = Value::Object(clues);
    }
    match groups {
        [] => {}
        [one] if dice.percent(80) => file["variables"] = one.json.clone(),
        _ => file["variables"] = groups.iter().map(|group| group.json.clone()).collect(),
    }
    if !written.rules.is_empty() {
        file["rules"] = rules;
    }
    if !written.every_entry.is_empty() {
        file["every_entry"] = every_entry;
    }
    if let (Some(text), Some(transform)) = (transform, &puzzle.transform) {
        file["transform"] = text;
        if let Some(digits) = transform.json(dice) {
            file["value_digits"] = digits;
        }
    }
    let mut flag = |name: &str, value: bool, default: bool| {
        if value != default || dice.percent(20) {
            file[name] = json!(value);
        }
    };
    flag("distinct_entries", puzzle.distinct_entries, true);
    flag("leading_zeros", puzzle.leading_zeros, false);
    let (first, last) = (puzzle.digits[0], puzzle.digits[puzzle.digits.len() - 1]);
    let in_order = puzzle.digits.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    if puzzle.digits.len() < 10 || dice.percent(20) {
        file["digits"] = match in_order && dice.percent(60) {
            true => json!(format!("{first}..{last}")),
            false => json!(puzzle.digits),
        };
    }
    for (name, value) in [
        ("title", json!("A title")),
        ("author", json!("Somebody")),
        ("note", json!("Read this first.")),
        ("meta", json!({ "anything": [1, Value::Null] })),
    ] {
        if dice.percent(8) {
            file[name] = value;
        }
    }
    file
}

fn clue(printer: &mut Printer<'_>, conditions: &[Condition]) -> Value {
    let texts = texts(printer, conditions);
    match printer.dice.percent(12) {
        true => json!({ "text": "Ask a bee", "if": texts }),
        false => texts,
    }
}

/// One text, or a list of texts.
fn texts(printer: &mut Printer<'_>, conditions: &[Condition]) -> Value {
    let texts: Vec<String> =
        conditions.iter().map(|condition| printer.condition(condition)).collect();
    match &texts[..] {
        [one] if printer.dice.percent(75) => json!(one),
        _ => json!(texts),
    }
}
