//! Every cell counts once in the digit sum of the grid, once in those of the entries across, and once in
//! those of the entries down, if it belongs to one. Where most of these sums are given, the few cells that
//! are left make up the rest.

use std::collections::BTreeSet;

use super::statement::{compared_sums, equal_to};
use crate::families::crossnumber::CrossNumber;
use crate::families::crossnumber::language::{ClueComparison, Function, Node, Ref, Statement};

/// With more cells left, their sum says little.
const MAX_OPEN: usize = 12;

pub(super) fn statements(puzzle: &CrossNumber) -> Vec<Statement> {
    let Some(across) = Side::of(puzzle, false) else { return Vec::new() };
    let Some(down) = Side::of(puzzle, true) else { return Vec::new() };
    let total = equal_to(puzzle, |nodes, id, _| {
        matches!(&nodes[id], Node::Call(Function::GridDigitSum, _))
    });
    let total = total.map(|total| Side { known: vec![total], open: BTreeSet::new() });
    let pairs = match &total {
        Some(total) => vec![(&across, total), (&down, total)],
        None => vec![(&across, &down)],
    };
    pairs.into_iter().filter_map(|(one, two)| equal(one, two)).collect()
}

/// The digit sum of the grid as a sum of known ones and of cells.
struct Side {
    known: Vec<Node>,
    open: BTreeSet<usize>,
}

impl Side {
    /// By the entries of one direction; `None` if two of them share a cell.
    fn of(puzzle: &CrossNumber, down: bool) -> Option<Self> {
        let mut side = Self { known: Vec::new(), open: (0..puzzle.layout().cells.len()).collect() };
        let entries = puzzle.entries().iter().enumerate().filter(|(_, entry)| entry.down == down);
        for (entry, known) in entries.filter_map(|(i, e)| Some((e, digit_sum(puzzle, i)?))) {
            side.known.push(known);
            if !entry.cells.iter().all(|cell| side.open.remove(cell)) {
                return None;
            }
        }
        Some(side)
    }
}

/// The name or the number that is the digit sum of what stands in the grid at an entry.
fn digit_sum(puzzle: &CrossNumber, entry: usize) -> Option<Node> {
    let written = match puzzle.is_transformed() {
        true => Ref::Grid(entry),
        false => Ref::Value(entry),
    };
    equal_to(puzzle, |nodes, id, this| match &nodes[id] {
        Node::Call(Function::DigitSum, arguments) => {
            matches!(&nodes[arguments[0]], Node::Ref(name) if name.bound(this) == written)
        }
        _ => false,
    })
}

/// That two ways to add up the grid agree, if that says more than that a cell is equal to itself.
fn equal(one: &Side, two: &Side) -> Option<Statement> {
    let parts = |side: &Side, other: &Side| -> Vec<Node> {
        let cells = side.open.difference(&other.open).map(|&cell| Node::Ref(Ref::Cell(cell)));
        side.known.iter().cloned().chain(cells).collect()
    };
    let open = one.open.symmetric_difference(&two.open).count();
    if one.known.is_empty() || two.known.is_empty() || open > MAX_OPEN {
        return None;
    }
    Some(compared_sums(parts(one, two), ClueComparison::Equal, parts(two, one)))
}
