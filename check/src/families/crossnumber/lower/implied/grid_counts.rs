//! Every cell holds one digit, so the counts of all digits add up to the number of cells; those of some
//! digits to no more.

use num_bigint::BigInt;

use super::statement::{compared_sums, equal_to};
use crate::families::crossnumber::CrossNumber;
use crate::families::crossnumber::language::{ClueComparison, Function, Node, Statement};

pub(super) fn statement(puzzle: &CrossNumber) -> Option<Statement> {
    let counts: Vec<(u8, Node)> =
        (0..=9).filter_map(|digit| Some((digit, counted(puzzle, digit)?))).collect();
    let is_counted = |digit: &u8| counts.iter().any(|(counted, _)| counted == digit);
    let comparison = match puzzle.digits().iter().all(is_counted) {
        true => ClueComparison::Equal,
        false => ClueComparison::AtMost,
    };
    let has_names = counts.iter().any(|(_, count)| matches!(count, Node::Ref(_)));
    if counts.len() < 2 || !has_names {
        return None;
    }
    let cells = Node::Number(BigInt::from(puzzle.layout().cells.len()));
    Some(compared_sums(counts.into_iter().map(|(_, count)| count), comparison, [cells]))
}

/// The name or the number that is the count of a digit in the grid.
fn counted(puzzle: &CrossNumber, digit: u8) -> Option<Node> {
    equal_to(puzzle, |nodes, id, _| match &nodes[id] {
        Node::Call(Function::GridCount, arguments) => {
            matches!(&nodes[arguments[0]], Node::Number(n) if *n == BigInt::from(digit))
        }
        _ => false,
    })
}
