//! What entries, variables and cells can be, before anything is solved.

use super::file::ValueDigits;
use super::language::{Condition, Node, Ref, Statement};
use super::layout::MAX_DIGITS;
use super::rules::{End, Interval, Ranges, Work, claim_ranges};
use super::{CrossNumber, Entry};
use crate::puzzle::InputError;

/// The ranges of all names, as far as they are known.
pub(super) struct NameRanges<'a>(pub(super) &'a CrossNumber);

impl Ranges for NameRanges<'_> {
    fn range(&self, name: Ref) -> Interval {
        let between = |(low, high): (i64, i64)| Interval::between(low, high);
        match name {
            Ref::Value(entry) => match self.0.value_ranges.get(entry) {
                Some(&range) => between(range),
                None => Interval::from(0),
            },
            Ref::Grid(entry) => between(self.0.grid_range(entry)),
            Ref::Variable(variable) => {
                let mut groups = self.0.groups.iter();
                let group = groups.find(|group| group.members.contains(&variable));
                group.and_then(|group| group.values.ends()).map_or(Interval::ALL, between)
            }
            Ref::Cell(_) => Interval::between(0, 9),
            Ref::This | Ref::GridThis => Interval::ALL,
        }
    }

    fn n_entries(&self) -> usize {
        self.0.entries().len()
    }

    fn n_cells(&self) -> usize {
        self.0.layout().cells.len()
    }
}

/// The least and the greatest value of each entry's clue.
pub(super) fn value_ranges(
    puzzle: &CrossNumber,
    transform: &[Statement],
    work: &Work,
) -> Result<Vec<(i64, i64)>, InputError> {
    let of_length = |least: usize, most: usize| {
        // 0 has one digit.
        let low = if least > 1 { 10i64.pow(least as u32 - 1) } else { 0 };
        (low, 10i64.pow(most as u32) - 1)
    };
    let range = |(i, entry): (usize, &Entry)| match puzzle.value_digits {
        _ if !puzzle.is_transformed() => Ok(puzzle.grid_range(i)),
        ValueDigits::Same => Ok(of_length(entry.cells.len(), entry.cells.len())),
        ValueDigits::Between(least, most) => Ok(of_length(least as usize, most as usize)),
        ValueDigits::Any => {
            let mut range = Interval::from(0);
            for statement in transform {
                range = range.and(&readable(statement, &statement.condition, i, puzzle, work));
            }
            let number = |end: &End| i64::try_from(end.at()?.to_integer()).ok();
            let (low, high) = of_length(1, MAX_DIGITS);
            match (number(&range.low), number(&range.high)) {
                _ if range.is_empty() => Ok((low, low - 1)),
                (Some(least), Some(most)) if most <= high => Ok((least.max(low), most)),
                _ => {
                    let message = format!(
                        "`any`: the transform does not keep the values of {} below 10^{MAX_DIGITS}; \
                         write how many digits they have, such as `1..6`",
                        entry.name
                    );
                    Err(InputError::field("value_digits", message))
                }
            }
        }
    };
    puzzle.entries().iter().enumerate().map(range).collect()
}

/// The values that a transform can read at an entry.
fn readable(
    statement: &Statement,
    part: &Condition,
    entry: usize,
    puzzle: &CrossNumber,
    work: &Work,
) -> Interval {
    let each = |part: &Condition| readable(statement, part, entry, puzzle, work);
    match part {
        Condition::And(all) => all.iter().map(each).fold(Interval::ALL, |one, two| one.and(&two)),
        Condition::Or(all) => {
            all.iter().map(each).fold(Interval::empty(), |one, two| one.hull(&two))
        }
        Condition::Not(_) => Interval::ALL,
        Condition::Claim(claim) => {
            let ranges = claim_ranges(statement, claim, Some(entry), &NameRanges(puzzle), work);
            let ranges = match ranges {
                Ok(Some(ranges)) => ranges,
                Ok(None) => return Interval::empty(),
                Err(_) => return Interval::ALL,
            };
            let nodes = statement.nodes[claim.nodes.clone()].iter().zip(&ranges);
            let own = nodes.filter(|(node, _)| match node {
                Node::Ref(name) => name.bound(Some(entry)) == Ref::Value(entry),
                _ => false,
            });
            own.fold(Interval::ALL, |one, (_, two)| one.and(two))
        }
    }
}
