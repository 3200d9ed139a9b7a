//! Every cell counts once in the digit sum of the grid, once in those of the entries across, and once in
//! those of the entries down, if it belongs to one. Where most of these sums are given, the few cells that
//! are left make up the rest.

use std::collections::{BTreeMap, BTreeSet};

use super::statement::{compared_sums, for_each_equation};
use crate::families::crossnumber::CrossNumber;
use crate::families::crossnumber::language::{ClueComparison, Function, Node, Ref, Statement};

/// With more cells left, their sum says little.
const MAX_OPEN: usize = 12;

pub(super) fn statements(puzzle: &CrossNumber) -> Vec<Statement> {
    let (mut total, mut sums) = (None, BTreeMap::new());
    for_each_equation(puzzle, |nodes, id, this, equal| match &nodes[id] {
        Node::Call(Function::GridDigitSum, _) => {
            total.get_or_insert(equal);
        }
        Node::Call(Function::DigitSum, arguments) => {
            if let Node::Ref(name) = &nodes[arguments[0]] {
                sums.entry(name.bound(this)).or_insert(equal);
            }
        }
        _ => {}
    });
    let Some(across) = Side::of(puzzle, &sums, false) else { return Vec::new() };
    let Some(down) = Side::of(puzzle, &sums, true) else { return Vec::new() };
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
    /// By the entries of one direction, given digit sums by name; `None` if two of them share a cell.
    fn of(puzzle: &CrossNumber, sums: &BTreeMap<Ref, Node>, down: bool) -> Option<Self> {
        let mut side = Self { known: Vec::new(), open: (0..puzzle.layout().cells.len()).collect() };
        // What stands in the grid counts.
        let written = if puzzle.is_transformed() { Ref::Grid } else { Ref::Value };
        for (i, entry) in puzzle.entries().iter().enumerate().filter(|(_, e)| e.down == down) {
            let Some(known) = sums.get(&written(i)) else { continue };
            side.known.push(known.clone());
            if !entry.cells.iter().all(|cell| side.open.remove(cell)) {
                return None;
            }
        }
        Some(side)
    }
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
