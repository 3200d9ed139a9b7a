//! Statements about names and numbers, and what a puzzle's own statements say of them.

use num_bigint::BigInt;

use crate::families::crossnumber::CrossNumber;
use crate::families::crossnumber::language::{
    ClaimKind, ClueClaim, ClueComparison, ClueOperator, Condition, Id, Node, Statement,
};

/// The name or the number that is equal to something wherever the puzzle's conditions hold. Whether a
/// node is that something is asked with the nodes before it, and with the entry that is `this`.
pub(super) fn equal_to(
    puzzle: &CrossNumber,
    is_wanted: impl Fn(&[Node], Id, Option<usize>) -> bool,
) -> Option<Node> {
    puzzle.conditions().iter().find_map(|condition| {
        let nodes = &condition.statement.nodes;
        let is_wanted = |id: Id| is_wanted(nodes, id, condition.entry);
        let plain = |id: Id| match &nodes[id] {
            Node::Ref(name) => Some(Node::Ref(name.bound(condition.entry))),
            Node::Number(number) => Some(Node::Number(number.clone())),
            _ => None,
        };
        let equal = |(a, b): (Id, Id)| match (is_wanted(a), is_wanted(b)) {
            (true, _) => plain(b),
            (_, true) => plain(a),
            _ => None,
        };
        equations(&condition.statement.condition).into_iter().find_map(equal)
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
