//! Whether a few values break a condition whatever the rest of the grid is.
//!
//! The numbers of the condition are completed in every possible way. If there are too many ways, only
//! numbers with a known digit are completed, and the referee is told that the others are not filled in.

use std::collections::BTreeMap;

use num_bigint::BigInt;

use super::{Referee, Tally, Truth, World};
use crate::families::crossnumber::language::{Node, Ref};
use crate::families::crossnumber::{CrossNumber, Set, SourcedCondition};
use crate::puzzle::grid::short;
use crate::support::budget::Budget;

/// A lemma that leaves more completions open is refused.
const MAX_COMPLETIONS: usize = 10_000;

/// A thing with a value of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// The digit in a cell.
    Cell(usize),
    /// With a transform: the digit of an entry's value, counted from the end.
    ValueDigit(usize, usize),
    /// A variable.
    Variable(usize),
}

/// What is known.
struct PartialWorld<'a> {
    puzzle: &'a CrossNumber,
    known: BTreeMap<Place, i64>,
    tally: Tally,
}

/// The places of a name with their factors.
fn places(puzzle: &CrossNumber, name: Ref) -> Vec<(Place, i64)> {
    let powers = || (0..).map(|k| 10i64.pow(k));
    let written = |entry: usize| {
        let cells = puzzle.entries()[entry].cells.iter().rev();
        cells.map(|&cell| Place::Cell(cell)).zip(powers()).collect()
    };
    match name {
        Ref::Value(entry) if puzzle.is_transformed() => {
            let (_, high) = puzzle.value_range(entry);
            let length = high.max(1).ilog10() as usize + 1;
            (0..length).map(|k| Place::ValueDigit(entry, k)).zip(powers()).collect()
        }
        Ref::Value(entry) | Ref::Grid(entry) => written(entry),
        Ref::Cell(cell) => vec![(Place::Cell(cell), 1)],
        Ref::Variable(variable) => vec![(Place::Variable(variable), 1)],
        Ref::This | Ref::GridThis => Vec::new(),
    }
}

impl World for PartialWorld<'_> {
    fn value(&self, name: Ref) -> Option<BigInt> {
        let digits = places(self.puzzle, name).into_iter();
        let digits = digits.map(|(place, factor)| Some(self.known.get(&place)? * factor));
        digits.sum::<Option<i64>>().map(BigInt::from)
    }

    fn n_entries(&self) -> usize {
        self.puzzle.entries().len()
    }

    fn n_cells(&self) -> usize {
        self.puzzle.layout().cells.len()
    }

    fn tally(&self) -> &Tally {
        &self.tally
    }
}

/// The place behind a name of the model: `r2c3`, `A1.0`, or a variable as clues write it.
fn place(puzzle: &CrossNumber, name: &str) -> Option<Place> {
    let mut found = Vec::new();
    for (i, cell) in puzzle.layout().cells.iter().enumerate() {
        if name == format!("r{}c{}", cell.row + 1, cell.column + 1) {
            found.push(Place::Cell(i));
        }
    }
    for i in 0..puzzle.variables().len() {
        if name == puzzle.written_variable(i) {
            found.push(Place::Variable(i));
        }
    }
    for (i, entry) in puzzle.entries().iter().enumerate().filter(|_| puzzle.is_transformed()) {
        for (place, _) in places(puzzle, Ref::Value(i)) {
            if let Place::ValueDigit(_, k) = place
                && name == format!("{}.{k}", entry.name)
            {
                found.push(place);
            }
        }
    }
    match found[..] {
        [place] => Some(place),
        _ => None,
    }
}

/// Whether the values break the condition, which is named as `A1: #prime`.
///
/// # Errors
///
/// If they do not, or that cannot be seen.
pub(crate) fn check_lemma(
    puzzle: &CrossNumber,
    condition: &str,
    values: &[(String, i64)],
    budget: Budget,
) -> Result<(), String> {
    let meant = puzzle.conditions().iter().find(|one| puzzle.named(one) == condition);
    let meant = meant.ok_or_else(|| format!("there is no condition `{}`", short(condition)))?;
    let mut known = BTreeMap::new();
    for (name, value) in values {
        let place = place(puzzle, name);
        let place = place.ok_or_else(|| format!("there is no single `{}`", short(name)))?;
        if !may_be(puzzle, place, *value) {
            return Err(format!("`{}` cannot be {value}", short(name)));
        }
        if known.insert(place, *value).is_some() {
            return Err(format!("`{}` is there twice", short(name)));
        }
    }
    let count = |open: &[Place]| {
        let sizes = open.iter().map(|&place| completions(puzzle, place).len());
        sizes.fold(1, usize::saturating_mul)
    };
    let all = open_places(puzzle, meant, &known, false);
    let begun = || open_places(puzzle, meant, &known, true);
    let open = if count(&all) <= MAX_COMPLETIONS { all } else { begun() };
    if count(&open) > MAX_COMPLETIONS {
        return Err(format!("it leaves more than {MAX_COMPLETIONS} completions open"));
    }
    let tally = Tally { counts: None };
    let mut world = PartialWorld { puzzle, known, tally };
    complete(meant, &mut world, &open, budget)
}

/// What has to be completed: whatever is missing in numbers, or in those of which a digit is known.
fn open_places(
    puzzle: &CrossNumber,
    condition: &SourcedCondition,
    known: &BTreeMap<Place, i64>,
    only_begun: bool,
) -> Vec<Place> {
    let mut open = Vec::new();
    for node in &condition.statement.nodes {
        let names: Vec<Ref> = match node {
            Node::Ref(name) => vec![name.bound(condition.entry)],
            Node::SomeEntry => (0..puzzle.entries().len()).map(Ref::Value).collect(),
            _ => continue,
        };
        for name in names {
            let places = places(puzzle, name);
            let is_known = |(place, _): &(Place, i64)| known.contains_key(place);
            if !only_begun || places.iter().any(is_known) {
                open.extend(
                    places.into_iter().filter(|one| !is_known(one)).map(|(place, _)| place),
                );
            }
        }
    }
    open.sort_unstable();
    open.dedup();
    open
}

/// What may stand at a place; more than can be tried if nobody knows.
fn completions(puzzle: &CrossNumber, place: Place) -> Vec<i64> {
    match place {
        Place::Cell(cell) => {
            let is_first = puzzle.entries().iter().any(|entry| entry.cells[0] == cell);
            let zero = puzzle.leading_zeros() || !is_first;
            let digits = puzzle.digits().iter().map(|&digit| i64::from(digit));
            digits.filter(|&digit| zero || digit != 0).collect()
        }
        Place::ValueDigit(entry, k) => {
            let (low, high) = puzzle.value_range(entry);
            let place = 10i64.pow(k as u32);
            // Only the first digit is held by the bounds whatever the others are.
            if high / place < 10 {
                (low / place..=high / place).collect()
            } else {
                (0..10).collect()
            }
        }
        Place::Variable(variable) => match values(puzzle, variable) {
            Some(Set::Range(low, high)) => (*low..=*high).take(MAX_COMPLETIONS + 1).collect(),
            Some(Set::List(list)) => list.to_vec(),
            None => Vec::new(),
        },
    }
}

/// The values of a variable's group.
fn values(puzzle: &CrossNumber, variable: usize) -> Option<&Set> {
    let mut groups = puzzle.groups().iter();
    groups.find(|group| group.members.contains(&variable)).map(|group| &group.values)
}

/// Whether a value may stand at a place.
fn may_be(puzzle: &CrossNumber, place: Place, value: i64) -> bool {
    match place {
        Place::Variable(variable) => {
            values(puzzle, variable).is_some_and(|values| values.contains(value))
        }
        _ => completions(puzzle, place).contains(&value),
    }
}

fn complete(
    condition: &SourcedCondition,
    world: &mut PartialWorld<'_>,
    open: &[Place],
    budget: Budget,
) -> Result<(), String> {
    let Some((&next, rest)) = open.split_first() else {
        budget.check().map_err(|limit| limit.to_string())?;
        world.tally.counts = counts(world);
        return match Referee::new(world).truth(&condition.statement, condition.entry) {
            Truth::False => Ok(()),
            Truth::True => Err("its condition can be true".to_string()),
            Truth::Undecided(reason) => Err(format!("its condition is undecided: {reason}")),
        };
    };
    for value in completions(world.puzzle, next) {
        world.known.insert(next, value);
        complete(condition, world, rest, budget)?;
    }
    world.known.remove(&next);
    Ok(())
}

/// How often each digit occurs, if all cells are known.
fn counts(world: &PartialWorld<'_>) -> Option<[u32; 10]> {
    let mut counts = [0; 10];
    for cell in 0..world.n_cells() {
        let digit = usize::try_from(*world.known.get(&Place::Cell(cell))?).ok()?;
        *counts.get_mut(digit)? += 1;
    }
    Some(counts)
}
