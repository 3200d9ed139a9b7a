//! Every cell holds one digit, so the counts of all digits add up to the number of cells; those of some
//! digits to no more.

use std::collections::BTreeMap;

use num_bigint::BigInt;

use super::statement::{compared_sums, for_each_equation};
use crate::families::crossnumber::CrossNumber;
use crate::families::crossnumber::language::{ClueComparison, Function, Node, Statement};

pub(super) fn statement(puzzle: &CrossNumber) -> Option<Statement> {
    let mut counts: BTreeMap<u8, Node> = BTreeMap::new();
    for_each_equation(puzzle, |nodes, id, _, equal| {
        if let Node::Call(Function::GridCount, arguments) = &nodes[id]
            && let Node::Number(digit) = &nodes[arguments[0]]
            && let Ok(digit) = u8::try_from(digit)
        {
            counts.entry(digit).or_insert(equal);
        }
    });
    let is_counted = |digit: &u8| counts.contains_key(digit);
    let comparison = match puzzle.digits().iter().all(is_counted) {
        true => ClueComparison::Equal,
        false => ClueComparison::AtMost,
    };
    let has_names = counts.values().any(|count| matches!(count, Node::Ref(_)));
    if counts.len() < 2 || !has_names {
        return None;
    }
    let cells = Node::Number(BigInt::from(puzzle.layout().cells.len()));
    Some(compared_sums(counts.into_values(), comparison, [cells]))
}
