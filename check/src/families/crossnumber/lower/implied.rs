//! What follows from several conditions together, said once more so that solvers see it at once.
//!
//! Each is a condition of the clue language over the names of the puzzle. Nothing is lost if it is
//! left out, and it is never left open: the conditions that it follows from say it already.

use num_bigint::BigInt;

use super::clue::ClueFormula;
use crate::families::crossnumber::CrossNumber;
use crate::families::crossnumber::language::{
    ClaimKind, ClueClaim, ClueComparison, ClueOperator, Condition, Function, Id, Node, Statement,
};

/// A condition that follows from others.
pub(super) struct Implied {
    /// Why it holds.
    pub text: String,
    pub formula: ClueFormula,
}

/// Everything that is seen to follow.
pub(super) fn implied(puzzle: &CrossNumber) -> Vec<Implied> {
    grid_counts(puzzle).into_iter().collect()
}

/// Every cell holds one digit, so the counts of all digits add up to the number of cells; those of
/// some digits to no more.
fn grid_counts(puzzle: &CrossNumber) -> Option<Implied> {
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
    let counts = counts.into_iter().map(|(_, count)| count);
    let statement = sum_statement(counts, comparison, puzzle.layout().cells.len());
    let formula = ClueFormula::of(&statement, puzzle.scope(None));
    Some(Implied { text: "rules: each cell counts once in $gridcount".to_string(), formula })
}

/// The name or the number of which a condition says that it is the count of a digit in the grid.
fn counted(puzzle: &CrossNumber, digit: u8) -> Option<Node> {
    puzzle.conditions().iter().find_map(|condition| {
        let nodes = &condition.statement.nodes;
        let is_digit = |id: Id| matches!(&nodes[id], Node::Number(n) if *n == BigInt::from(digit));
        let is_count = |id: Id| match &nodes[id] {
            Node::Call(Function::GridCount, arguments) => is_digit(arguments[0]),
            _ => false,
        };
        let plain = |id: Id| match &nodes[id] {
            Node::Ref(name) => Some(Node::Ref(name.bound(condition.entry))),
            Node::Number(number) => Some(Node::Number(number.clone())),
            _ => None,
        };
        let count = |(a, b): (Id, Id)| match (is_count(a), is_count(b)) {
            (true, _) => plain(b),
            (_, true) => plain(a),
            _ => None,
        };
        equations(&condition.statement.condition).into_iter().find_map(count)
    })
}

/// The pairs of numbers that are equal wherever a condition holds.
fn equations(condition: &Condition) -> Vec<(Id, Id)> {
    match condition {
        Condition::And(all) => all.iter().flat_map(equations).collect(),
        Condition::Claim(ClueClaim { kind: ClaimKind::Chain(first, rest), .. }) => {
            let mut left = *first;
            let mut pairs = Vec::new();
            for &(comparison, right) in rest {
                if comparison == ClueComparison::Equal {
                    pairs.push((left, right));
                }
                left = right;
            }
            pairs
        }
        Condition::Claim(_) | Condition::Or(_) | Condition::Not(_) => Vec::new(),
    }
}

/// That the sum of some numbers compares with a constant.
fn sum_statement(
    numbers: impl Iterator<Item = Node>,
    comparison: ClueComparison,
    constant: usize,
) -> Statement {
    let mut nodes = vec![Node::Number(BigInt::ZERO)];
    let mut sum = 0;
    for number in numbers {
        nodes.push(number);
        nodes.push(Node::Binary(ClueOperator::Plus, sum, nodes.len() - 1));
        sum = nodes.len() - 1;
    }
    nodes.push(Node::Number(BigInt::from(constant)));
    let kind = ClaimKind::Chain(sum, vec![(comparison, nodes.len() - 1)]);
    let claim = ClueClaim { nodes: 0..nodes.len(), kind };
    Statement { text: String::new(), nodes, condition: Condition::Claim(claim) }
}
