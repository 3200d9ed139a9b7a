//! Sets of whole numbers in puzzle files: ranges, lists, and types with bounds.

use std::sync::Arc;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};

use super::language::{
    ClaimKind, Condition, Located, NameResolver, Node, Ref, Statement, Type, parse,
};
use super::rules::{End, Gap, Interval, Members, Work, belongs, constants};

/// Bounds go so far from zero.
pub(crate) const MAX_VALUE: i64 = 1_000_000_000_000;

/// Numbers that are looked at, for all sets of a file together.
pub(crate) const MAX_TESTED: u64 = 600_000;

/// Work for the bounds of one set.
const MAX_WORK: u64 = 1_000_000;

/// A set of whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Set {
    /// From the first to the second.
    Range(i64, i64),
    /// Ascending, each once.
    List(Arc<[i64]>),
}

impl Set {
    /// The set of a list, in any order.
    pub fn list(mut values: Vec<i64>) -> Self {
        values.sort_unstable();
        values.dedup();
        Self::List(values.into())
    }

    /// Whether a number is in it.
    pub fn contains(&self, value: i64) -> bool {
        match self {
            Self::Range(low, high) => (*low..=*high).contains(&value),
            Self::List(list) => list.binary_search(&value).is_ok(),
        }
    }

    /// The least and the greatest number; `None` if there is none.
    pub fn ends(&self) -> Option<(i64, i64)> {
        match self {
            Self::Range(low, high) => (low <= high).then_some((*low, *high)),
            Self::List(list) => Some((*list.first()?, *list.last()?)),
        }
    }

    /// How many numbers are listed one by one.
    pub fn n_listed(&self) -> usize {
        match self {
            Self::Range(..) => 0,
            Self::List(list) => list.len(),
        }
    }

    /// The set that a text describes: `1..26`, `#prime < 100`, `8 <= #cube < 100000`,
    /// `first 10 #prime`. Each number that is looked at counts against `left`.
    ///
    /// # Errors
    ///
    /// If it is malformed; the error says what is wrong.
    pub fn parse(text: &str, left: &mut u64) -> Result<Self, Located> {
        if let Some((low, high)) = text.split_once("..") {
            let column = low.chars().count() + 3;
            let (low, high) = (bound(low, 1)?, bound(high, column)?);
            return Ok(Self::Range(low, high));
        }
        if let Some(rest) = text.trim_start().strip_prefix("first") {
            let rest = rest.trim_start();
            let column = text.chars().count() - rest.chars().count() + 1;
            let (count, kind) = rest.split_at(rest.find('#').unwrap_or(rest.len()));
            let at = column + count.chars().count();
            let count = bound(count, column)?;
            let count = usize::try_from(count).ok().filter(|&count| count as u64 <= MAX_TESTED);
            let count = count.ok_or_else(|| Located::new(column, "this count is not possible"))?;
            return Bounded::parse(kind, at)?.first(count, left);
        }
        let bounded = Bounded::parse(text, 1)?;
        if bounded.range.high == End::Above {
            let message = "the type needs an upper bound such as `< 100`";
            return Err(Located::new(text.chars().count() + 1, message));
        }
        let low = match &bounded.range.low {
            End::Below => End::whole(bounded.least()),
            end => end.clone(),
        };
        let range = Interval::new(low, bounded.range.high.clone()).rounded();
        let most =
            |end: &End| end.at().is_none_or(|end| end.abs() > BigInt::from(MAX_VALUE).into());
        if most(&range.low) || most(&range.high) {
            return Err(Located::new(1, "the bounds of values go up to 10^12"));
        }
        bounded.list(range, left)
    }
}

/// A type with its arguments and what is said of its bounds.
struct Bounded {
    kind: Type,
    arguments: Vec<BigRational>,
    range: Interval,
    column: usize,
}

/// In sets of values there are no names.
struct NoNames;

impl NameResolver for NoNames {
    fn entry(&self, _: bool, _: u32) -> Option<usize> {
        None
    }

    fn name(&self, _: &str) -> Option<Ref> {
        None
    }

    fn known(&self) -> Vec<String> {
        Vec::new()
    }

    fn has_this(&self) -> bool {
        true
    }
}

impl Bounded {
    /// The type of a text that begins at that column.
    fn parse(text: &str, column: usize) -> Result<Self, Located> {
        let unclear = || {
            let message = "values are a range such as 1..26, a list, or a type with a bound such as \
                           `#prime < 100`";
            Located::new(column, message)
        };
        if !text.contains('#') {
            return Err(unclear());
        }
        // In parentheses it is a type with bounds, as in a clue.
        let statement = parse(&format!("({text})"), &NoNames).map_err(|error| Located {
            column: (error.column + column).saturating_sub(2).max(1),
            ..error
        })?;
        Self::of(&statement, column).ok_or_else(unclear)
    }

    fn of(statement: &Statement, column: usize) -> Option<Self> {
        let Condition::Claim(claim) = &statement.condition else { return None };
        let ClaimKind::Chain(_, rest) = &claim.kind else { return None };
        let [(_, id)] = rest[..] else { return None };
        let Node::Member(member) = &statement.nodes[id] else { return None };
        let values = constants(statement, claim, &Work::new(MAX_WORK));
        let value = |id: &usize| values[*id].clone();
        let arguments: Result<Vec<BigRational>, Gap> = member.arguments.iter().map(value).collect();
        let range = super::rules::member_range(member, &|id| &values[id]);
        Some(Self { kind: member.kind, arguments: arguments.ok()?, range, column })
    }

    /// Where a list begins if nothing is said.
    fn least(&self) -> i32 {
        i32::from(!self.kind.is_signed())
    }

    /// The least members, this many of them.
    fn first(&self, count: usize, left: &mut u64) -> Result<Set, Located> {
        let mut high = 16;
        while high < MAX_VALUE {
            match self.list(Interval::between(self.least(), high), left)? {
                Set::List(list) if list.len() >= count => {
                    return Ok(Set::List(list[..count].into()));
                }
                Set::Range(low, high) if (low..=high).count() >= count => {
                    return Ok(Set::Range(low, low + count as i64 - 1));
                }
                _ => high *= 4,
            }
        }
        Err(Located::new(self.column, format!("there are no {count} members up to 10^12")))
    }

    /// The members in a range.
    fn list(&self, range: Interval, left: &mut u64) -> Result<Set, Located> {
        let whole = |end: &End| end.at().and_then(|end| end.to_integer().to_i64());
        if self.kind == Type::Integer
            && let (Some(low), Some(high)) = (whole(&range.low), whole(&range.high))
        {
            return Ok(Set::Range(low, high));
        }
        let mut values = Vec::new();
        for candidate in Members::new(self.kind, self.arguments.first(), &range) {
            *left = left.checked_sub(1).ok_or_else(|| {
                let message = format!("more than {MAX_TESTED} numbers would have to be looked at");
                Located::new(self.column, message)
            })?;
            let number = BigRational::from_integer(candidate.clone());
            match belongs(self.kind, &self.arguments, &number) {
                Ok(true) => values.extend(candidate.to_i64()),
                Ok(false) => {}
                Err(reason) => return Err(Located::new(self.column, reason.to_string())),
            }
        }
        Ok(Set::list(values))
    }
}

fn bound(text: &str, column: usize) -> Result<i64, Located> {
    let shown: String = text.trim().chars().take(20).collect();
    let value = text.trim().replace('−', "-").parse::<i64>().ok();
    value.filter(|value| value.unsigned_abs() <= MAX_VALUE.unsigned_abs()).ok_or_else(|| {
        let found = shown.escape_debug();
        Located::new(column, format!("found `{found}`; a whole number up to 10^12 is needed"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Set, Located> {
        Set::parse(text, &mut 100_000)
    }

    fn list(text: &str) -> Vec<i64> {
        match read(text).unwrap_or_else(|error| panic!("{text}: {error:?}")) {
            Set::Range(low, high) => (low..=high).collect(),
            Set::List(list) => list.to_vec(),
        }
    }

    #[test]
    fn every_form_is_read() {
        assert_eq!(list("1..4"), [1, 2, 3, 4]);
        assert_eq!(list("-2 .. 1"), [-2, -1, 0, 1]);
        assert_eq!(list("#prime < 12"), [2, 3, 5, 7, 11]);
        assert_eq!(list("#primes <= 11"), [2, 3, 5, 7, 11]);
        assert_eq!(list("8 <= #cube < 100"), [8, 27, 64]);
        assert_eq!(list("8 < #cube < 10^2"), [27, 64]);
        assert_eq!(list("100 > #cube > 8"), [27, 64]);
        assert_eq!(list("first 4 #prime"), [2, 3, 5, 7]);
        assert_eq!(list("first 5 #lucas"), [1, 2, 3, 4, 7]);
        assert_eq!(list("#product(2) < 16"), [6, 10, 14, 15]);
        assert_eq!(list("#powerof(1 + 1) ≤ 16"), [2, 4, 8, 16]);
        assert_eq!(list("#even < 7"), [0, 2, 4, 6]);
        assert_eq!(list("-3 <= #odd < 3"), [-3, -1, 1]);
        assert_eq!(list("#integer < 3"), [0, 1, 2]);
    }

    #[test]
    fn mistakes_are_located() {
        let wrong = |text: &str| read(text).expect_err(text);
        assert!(wrong("#pirme < 100").message.contains("did you mean `#prime`"));
        assert_eq!(wrong("8 < #pirme < 100").column, 5);
        assert_eq!(wrong("1..x").column, 4);
        assert!(wrong("#prime").message.contains("upper bound"));
        assert!(wrong("A, B").message.contains("range"));
        assert!(wrong("#prime < A").message.contains("`A` is neither"));
        assert!(wrong("7").message.contains("range"));
        assert!(wrong("#happy < 1000000000").message.contains("looked at"));
        assert!(wrong("#square < 10^30").message.contains("10^12"));
        assert!(wrong("first 9 #perfect").message.contains("looked at"));
        assert!(wrong("first 99 #fibonacci").message.contains("no 99 members"));
    }
}
