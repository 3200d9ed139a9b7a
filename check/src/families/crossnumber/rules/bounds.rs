//! Whether the open types of a statement are bounded, before anybody looks for their members.

use super::ask::{constants, member_range};
use super::contract::contract;
use super::interval::{End, Interval};
use super::truth::Reason;
use super::work::{Work, contraction};
use crate::families::crossnumber::language::{
    ClaimKind, ClueClaim, ClueComparison, Id, Located, Member, Node, Ref, Statement,
};

/// The ranges of names, as the file gives them.
pub(crate) trait Ranges {
    /// What a name can be. Never asked for `this`.
    fn range(&self, name: Ref) -> Interval;

    /// How many entries there are.
    fn n_entries(&self) -> usize;

    /// How many cells hold digits.
    fn n_cells(&self) -> usize;
}

/// Refuses the first open type that can be any number: asking for it would never end.
///
/// # Errors
///
/// If the type is unknown; the error has its column and what to write instead.
pub(crate) fn check_bounds(
    statement: &Statement,
    this: Option<usize>,
    ranges: &dyn Ranges,
    work: &Work,
) -> Result<(), Located> {
    for claim in statement.condition.claims() {
        if statement.open_members(claim).next().is_none() {
            continue;
        }
        let found = claim_ranges(statement, claim, this, ranges, work).map_err(|_| {
            let member = statement.open_members(claim).next();
            let column = member.map_or(1, |(_, member)| member.column);
            Located::new(column, "finding the bounds of the types up to here takes too long")
        })?;
        // Without a range the claim is never true, and nobody has to look.
        let Some(found) = found else { continue };
        for (id, member) in statement.open_members(claim) {
            let range = &found[id - claim.nodes.start];
            if !range.is_finite() && !is_tested(statement, claim, &found, id) {
                return Err(unbounded(member, range));
            }
        }
    }
    Ok(())
}

/// Whether a member has to be equal to something that is known once all bounded types are chosen:
/// that number is tested, and none is looked for.
fn is_tested(statement: &Statement, claim: &ClueClaim, ranges: &[Interval], id: Id) -> bool {
    let ClaimKind::Chain(first, rest) = &claim.kind else { return false };
    let is_known = |id: Id| {
        let mut parts = vec![id];
        while let Some(part) = parts.pop() {
            match &statement.nodes[part] {
                Node::Member(_) if !ranges[part - claim.nodes.start].is_finite() => return false,
                node => parts.extend(node.parts()),
            }
        }
        true
    };
    let lefts = std::iter::once(*first).chain(rest.iter().map(|&(_, right)| right));
    lefts.zip(rest).any(|(left, &(how, right))| {
        let equal = how == ClueComparison::Equal;
        equal && ((left == id && is_known(right)) || (right == id && is_known(left)))
    })
}

/// The ranges of a claim's nodes; `None` if it cannot be true.
///
/// # Errors
///
/// If there is no work left.
pub(crate) fn claim_ranges(
    statement: &Statement,
    claim: &ClueClaim,
    this: Option<usize>,
    ranges: &dyn Ranges,
    work: &Work,
) -> Result<Option<Vec<Interval>>, Reason> {
    work.spend(contraction(claim.nodes.len()))?;
    let values = constants(statement, claim, work);
    let known = |id: Id| match &statement.nodes[id] {
        Node::Ref(name) => ranges.range(name.bound(this)),
        Node::Member(member) => member_range(member, &|id| &values[id - claim.nodes.start]),
        Node::SomeEntry => {
            let others = (0..ranges.n_entries()).filter(|entry| Some(*entry) != this);
            let all = others.map(|entry| ranges.range(Ref::Value(entry)));
            all.reduce(|one, two| one.hull(&two)).unwrap_or(Interval::empty())
        }
        _ => Interval::ALL,
    };
    Ok(contract(statement, claim, ranges.n_cells(), &known))
}

fn unbounded(member: &Member, range: &Interval) -> Located {
    let name = member.kind.name();
    let (side, bounded) = match range.low {
        End::Below => ("lower", "-N < "),
        _ => ("upper", ""),
    };
    let arguments = if member.arguments.is_empty() { "" } else { "(…)" };
    let spelled = format!("`({bounded}#{name}{arguments} < N)`");
    let message = format!("`#{name}` has no {side} bound here; write {spelled}");
    Located::new(member.column, message)
}
