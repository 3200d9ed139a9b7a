//! Statements about names and numbers, and what a puzzle's own statements say of them.

use num_bigint::BigInt;

use crate::families::crossnumber::CrossNumber;
use crate::families::crossnumber::language::{
    ClaimKind, ClueClaim, ClueComparison, ClueOperator, Condition, Id, Node, Statement,
};

/// Calls with every node that is equal to a name or a number wherever the puzzle's conditions hold: the
/// nodes of the condition, the one, the entry that is `this`, and what it is equal to.
pub(super) fn for_each_equation(
    puzzle: &CrossNumber,
    mut call: impl FnMut(&[Node], Id, Option<usize>, Node),
) {
    for condition in puzzle.conditions() {
        let nodes = &condition.statement.nodes;
        let plain = |id: Id| match &nodes[id] {
            Node::Ref(name) => Some(Node::Ref(name.bound(condition.entry))),
            Node::Number(number) => Some(Node::Number(number.clone())),
            _ => None,
        };
        for (a, b) in equations(&condition.statement.condition) {
            for (one, other) in [(a, b), (b, a)] {
                if let Some(plain) = plain(other) {
                    call(nodes, one, condition.entry, plain);
                }
            }
        }
    }
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

/// That the sums of some names and numbers compare.
pub(super) fn compared_sums(
    left: impl IntoIterator<Item = Node>,
    comparison: ClueComparison,
    right: impl IntoIterator<Item = Node>,
) -> Statement {
    let mut nodes = Vec::new();
    let left = sum(&mut nodes, left);
    let right = sum(&mut nodes, right);
    let kind = ClaimKind::Chain(left, vec![(comparison, right)]);
    let claim = ClueClaim { nodes: 0..nodes.len(), kind };
    Statement { text: String::new(), nodes, condition: Condition::Claim(claim) }
}

fn sum(nodes: &mut Vec<Node>, parts: impl IntoIterator<Item = Node>) -> Id {
    nodes.push(Node::Number(BigInt::ZERO));
    let mut sum = nodes.len() - 1;
    for part in parts {
        nodes.push(part);
        nodes.push(Node::Binary(ClueOperator::Plus, sum, nodes.len() - 1));
        sum = nodes.len() - 1;
    }
    sum
}

/// That one pair at least is equal.
pub(super) fn any_equal(pairs: impl IntoIterator<Item = (Node, Node)>) -> Statement {
    let mut nodes = Vec::new();
    let mut claims = Vec::new();
    for (one, two) in pairs {
        let at = nodes.len();
        nodes.extend([one, two]);
        let kind = ClaimKind::Chain(at, vec![(ClueComparison::Equal, at + 1)]);
        claims.push(Condition::Claim(ClueClaim { nodes: at..at + 2, kind }));
    }
    Statement { text: String::new(), nodes, condition: Condition::Or(claims) }
}
