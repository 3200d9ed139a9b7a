//! Sets of whole numbers in puzzle files: ranges, lists, and types with bounds.

use super::language::{Located, members, parse_type};

/// A set with more members that are listed is refused.
const MAX_LISTED: usize = 1_000_000;

/// Bounds go so far from zero.
pub const MAX_VALUE: i64 = 1_000_000_000_000;

/// A set of whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Set {
    /// From the first to the second.
    Range(i64, i64),
    /// Ascending, each once.
    List(Vec<i64>),
}

impl Set {
    /// The set of a list, in any order.
    pub fn list(mut values: Vec<i64>) -> Self {
        values.sort_unstable();
        values.dedup();
        Self::List(values)
    }

    /// Whether a number is in it.
    pub fn contains(&self, value: i64) -> bool {
        match self {
            Self::Range(low, high) => (*low..=*high).contains(&value),
            Self::List(list) => list.binary_search(&value).is_ok(),
        }
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Range(low, high) => low > high,
            Self::List(list) => list.is_empty(),
        }
    }

    /// The set that a text describes: `1..26`, `#prime < 100`, `8 <= #cube < 100000`, `first 10 #prime`.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, Located> {
        if let Some((low, high)) = text.split_once("..") {
            let column = low.chars().count() + 3;
            let (low, high) = (bound(low, 1)?, bound(high, column)?);
            return Ok(Self::Range(low, high));
        }
        if let Some(rest) = text.trim_start().strip_prefix("first") {
            let rest = rest.trim_start();
            let column = text.chars().count() - rest.chars().count() + 1;
            let (count, kind) = rest.split_at(rest.find('#').unwrap_or(rest.len()));
            let count = bound(count, column)?;
            return first(count, kind, column);
        }
        let start = text.find('#').ok_or_else(|| {
            let message = "values are a range such as 1..26, a list, or a type with a bound such as \
                           `#prime < 100`";
            Located::new(1, message)
        })?;
        let (before, rest) = text.split_at(start);
        let end = rest.find(['<', '≤']).unwrap_or(rest.len());
        let (kind, after) = rest.split_at(end);
        let at = |part: &str| text.chars().count() - part.chars().count() + 1;
        let low = match before.trim() {
            "" => None,
            trimmed => {
                let message = "before the type comes a bound such as `8 <=`";
                let error = || Located::new(1, message);
                let (number, strict) = match trimmed.strip_suffix("<=") {
                    Some(number) => (number, false),
                    None => match trimmed.strip_suffix('≤') {
                        Some(number) => (number, false),
                        None => (trimmed.strip_suffix('<').ok_or_else(error)?, true),
                    },
                };
                Some(bound(number, 1)? + i64::from(strict))
            }
        };
        let (number, strict) = match after.strip_prefix("<=").or(after.strip_prefix('≤')) {
            Some(number) => (number, false),
            None => (after.strip_prefix('<').unwrap_or(after), true),
        };
        if after.is_empty() {
            let message = "the type needs an upper bound such as `< 100`";
            return Err(Located::new(text.chars().count() + 1, message));
        }
        let high = bound(number, at(number))? - i64::from(strict);
        let (kind, arguments) =
            parse_type(kind.trim()).map_err(|error| shifted(error, at(rest)))?;
        let low = low.unwrap_or(if kind.is_signed() { 0 } else { 1 });
        members(kind, &arguments, low, high, MAX_LISTED)
            .map(Self::List)
            .ok_or_else(|| Located::new(at(rest), "these are too many values to list"))
    }
}

fn shifted(error: Located, column: usize) -> Located {
    Located { column: error.column + column - 1, ..error }
}

fn bound(text: &str, column: usize) -> Result<i64, Located> {
    let shown: String = text.trim().chars().take(20).collect();
    let value = text.trim().replace('−', "-").parse::<i64>().ok();
    value.filter(|value| value.unsigned_abs() <= MAX_VALUE.unsigned_abs()).ok_or_else(|| {
        let found = shown.escape_debug();
        Located::new(column, format!("found `{found}`; a whole number up to 10^12 is needed"))
    })
}

/// The first members of a type.
fn first(count: i64, kind: &str, column: usize) -> Result<Set, Located> {
    let (kind, arguments) = parse_type(kind.trim()).map_err(|error| shifted(error, column))?;
    let count = usize::try_from(count).ok().filter(|&count| count <= MAX_LISTED);
    let count = count.ok_or_else(|| Located::new(column, "this count is not possible"))?;
    let low = if kind.is_signed() { 0 } else { 1 };
    let mut high = 16;
    while high <= 1 << 40 {
        match members(kind, &arguments, low, high, MAX_LISTED) {
            Some(mut list) if list.len() >= count => {
                list.truncate(count);
                return Ok(Set::List(list));
            }
            Some(_) => high *= 4,
            None => break,
        }
    }
    Err(Located::new(column, format!("there are no {count} members that can be listed")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> Vec<i64> {
        match Set::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}")) {
            Set::Range(low, high) => (low..=high).collect(),
            Set::List(list) => list,
        }
    }

    #[test]
    fn every_form_is_read() {
        assert_eq!(list("1..4"), [1, 2, 3, 4]);
        assert_eq!(list("-2 .. 1"), [-2, -1, 0, 1]);
        assert_eq!(list("#prime < 12"), [2, 3, 5, 7, 11]);
        assert_eq!(list("#prime <= 11"), [2, 3, 5, 7, 11]);
        assert_eq!(list("8 <= #cube < 100"), [8, 27, 64]);
        assert_eq!(list("8 < #cube < 100"), [27, 64]);
        assert_eq!(list("first 4 #prime"), [2, 3, 5, 7]);
        assert_eq!(list("#product(2) < 16"), [6, 10, 14, 15]);
        assert_eq!(list("#even < 7"), [0, 2, 4, 6]);
    }

    #[test]
    fn mistakes_are_located() {
        let wrong = |text: &str| Set::parse(text).expect_err(text);
        assert!(wrong("#pirme < 100").message.contains("did you mean `#prime`"));
        assert_eq!(wrong("1..x").column, 4);
        assert!(wrong("#prime").message.contains("upper bound"));
        assert!(wrong("A, B").message.contains("range"));
        assert!(wrong("#integer < 1000000000").message.contains("too many"));
        assert!(wrong("first 9 #perfect").message.contains("no 9 members"));
    }
}
