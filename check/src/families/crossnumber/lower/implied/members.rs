//! Entries that are all different, each of them one of the same few numbers: if there are as many entries
//! as numbers, each number stands at one of them; if there are more entries, there is no solution.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;

use super::statement::any_equal;
use crate::families::crossnumber::language::{Node, Ref, Statement};
use crate::families::crossnumber::lower::clue::{ClueFormula, ValueSource};
use crate::families::crossnumber::{CrossNumber, SourcedCondition};

/// Numbers are tried one by one for entries that may be no more than this many.
const MAX_VALUES: i64 = 1_000;

/// More numbers are hardly used up, and looking for it takes long.
pub(in super::super) const MAX_NUMBERS: usize = 40;

/// This many numbers are tried in all.
const MAX_TRIED: usize = 200_000;

/// The effort for one entry.
const EFFORT: usize = 20_000;

pub(super) fn statements(puzzle: &CrossNumber) -> Vec<Statement> {
    if !puzzle.distinct() || puzzle.is_transformed() {
        return Vec::new();
    }
    let mut own: BTreeMap<usize, Vec<ClueFormula>> = BTreeMap::new();
    for condition in puzzle.conditions() {
        if let Some(entry) = only_name(condition) {
            let formula = ClueFormula::of(&condition.statement, puzzle.scope(condition.entry));
            own.entry(entry).or_default().push(formula);
        }
    }
    let mut left = MAX_TRIED;
    let lists: Vec<(usize, Vec<i64>)> = own
        .into_iter()
        .filter_map(|(entry, formulas)| {
            Some((entry, numbers(puzzle.value_range(entry), &formulas, &mut left)?))
        })
        .collect();
    let lists: Vec<(usize, &[i64])> =
        lists.iter().map(|(entry, numbers)| (*entry, &numbers[..])).collect();
    let pair = |(entry, number)| (Node::Ref(Ref::Value(entry)), Node::Number(BigInt::from(number)));
    used_up(&lists).into_iter().map(|pairs| any_equal(pairs.into_iter().map(pair))).collect()
}

/// Things that are all different, each with the numbers that it can be, ascending: choices of a thing and
/// its number of which one at least is true.
pub(in super::super) fn used_up<T: Copy>(lists: &[(T, &[i64])]) -> Vec<Vec<(T, i64)>> {
    let kinds: BTreeSet<&[i64]> = lists.iter().map(|(_, numbers)| *numbers).collect();
    let mut choices = Vec::new();
    for numbers in kinds {
        let fits = |list: &[i64]| list.iter().all(|number| numbers.binary_search(number).is_ok());
        let things: Vec<T> =
            lists.iter().filter(|(_, list)| fits(list)).map(|&(thing, _)| thing).collect();
        if things.len() > numbers.len() {
            return vec![Vec::new()];
        }
        if things.len() == numbers.len() && numbers.len() > 1 {
            let all = |&number: &i64| things.iter().map(|&thing| (thing, number)).collect();
            choices.extend(numbers.iter().map(all));
        }
    }
    choices
}

/// The entry that a condition speaks of, if it speaks of nothing else.
fn only_name(condition: &SourcedCondition) -> Option<usize> {
    let mut only = None;
    for node in &condition.statement.nodes {
        let name = match node {
            Node::Ref(name) => name.bound(condition.entry),
            Node::SomeEntry => return None,
            Node::Call(function, _) if function.is_of_grid() => return None,
            _ => continue,
        };
        match name {
            Ref::Value(entry) if only.is_none_or(|only| only == entry) => only = Some(entry),
            _ => return None,
        }
    }
    only
}

/// The numbers that an entry's own conditions leave, if they are few; each that is tried counts.
fn numbers(
    (low, high): (i64, i64),
    formulas: &[ClueFormula],
    left: &mut usize,
) -> Option<Vec<i64>> {
    if high - low >= MAX_VALUES {
        return None;
    }
    let mut effort = EFFORT;
    let mut numbers = Vec::new();
    for number in low..=high {
        *left = left.checked_sub(formulas.len())?;
        let value = OneValue(number);
        // What was given up stays possible.
        if formulas.iter().all(|formula| formula.holds(&value, &mut effort) != Some(false)) {
            numbers.push(number);
        }
        if numbers.len() > MAX_NUMBERS {
            return None;
        }
    }
    Some(numbers)
}

/// The value of the only name.
struct OneValue(i64);

impl ValueSource for OneValue {
    fn value(&self, _: Ref) -> i64 {
        self.0
    }
}
