//! The members of a type between two numbers.

use std::sync::OnceLock;

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive};

use super::number::{Outcome, Stop};
use super::types::Kind;

/// So far members are found by looking at every number.
const MAX_LISTED: i64 = 20_000;

/// More members than these are more than brute force wants to try.
const MAX_MEMBERS: usize = 5_000;

/// All members from `low` to `high`, both included.
pub(super) fn members(
    kind: &Kind,
    argument: Option<&BigInt>,
    low: &BigInt,
    high: &BigInt,
) -> Outcome<Vec<BigInt>> {
    let mut found = Vec::new();
    let largest = low.abs().max(high.abs());
    match largest.to_i64().filter(|largest| *largest <= MAX_LISTED) {
        None => found = by_formula(kind, argument, high)?,
        Some(_) if kind.is_signed() || argument.is_some() => {
            let mut n = low.clone();
            while n <= *high {
                if kind.contains(&n, argument)? {
                    found.push(n.clone());
                }
                n += 1u32;
            }
        }
        Some(_) => {
            let listed = listed(kind);
            let low = low.to_i64().ok_or(Stop::Beyond)?;
            let from = listed.partition_point(|&n| n < low);
            let fits = |n: &&i64| BigInt::from(**n) <= *high;
            found.extend(listed[from..].iter().take_while(fits).map(|&n| BigInt::from(n)));
        }
    }
    found.retain(|n| n >= low && n <= high);
    if found.len() > MAX_MEMBERS { Err(Stop::Beyond) } else { Ok(found) }
}

/// The members of a type without argument among the numbers that are looked at.
fn listed(kind: &Kind) -> &'static [i64] {
    static LISTS: [OnceLock<Vec<i64>>; Kind::PLAIN.len()] =
        [const { OnceLock::new() }; Kind::PLAIN.len()];
    let same = |other: &Kind| other.names() == kind.names();
    let index = Kind::PLAIN.iter().position(same).expect("a type without argument");
    LISTS[index].get_or_init(|| {
        let belongs = |n: &i64| kind.contains(&BigInt::from(*n), None) == Ok(true);
        (1..=MAX_LISTED).filter(belongs).collect()
    })
}

/// The members up to a large number, for types that are sequences.
fn by_formula(kind: &Kind, argument: Option<&BigInt>, high: &BigInt) -> Outcome<Vec<BigInt>> {
    let formula: fn(BigInt) -> BigInt = match kind {
        Kind::Square => |k| &k * &k,
        Kind::Cube => |k| &k * &k * &k,
        Kind::Triangular => |k| &k * (&k + 1u32) / 2u32,
        Kind::Pyramidal => |k| &k * (&k + 1u32) * (&k * 2u32 + 1u32) / 6u32,
        Kind::Fibonacci | Kind::Lucas => {
            let (a, b) = if matches!(kind, Kind::Lucas) { (2, 1) } else { (1, 2) };
            return Ok(sums(a, b, high));
        }
        Kind::PowerOf(_) => {
            let base = argument.expect("it has one");
            let mut powers = vec![base.clone()];
            while *base > BigInt::one() && powers[powers.len() - 1] < *high {
                powers.push(&powers[powers.len() - 1] * base);
            }
            return Ok(if *base > BigInt::one() { powers } else { Vec::new() });
        }
        _ => return Err(Stop::Beyond),
    };
    let mut found = Vec::new();
    for k in 1..=MAX_MEMBERS {
        let member = formula(k.into());
        if member > *high {
            return Ok(found);
        }
        found.push(member);
    }
    Err(Stop::Beyond)
}

fn sums(a: u32, b: u32, high: &BigInt) -> Vec<BigInt> {
    let (mut a, mut b) = (BigInt::from(a), BigInt::from(b));
    let mut found = Vec::new();
    while a.is_positive() && (a <= *high || b <= *high) {
        found.push(a.clone());
        (a, b) = (b.clone(), a + b);
    }
    found
}
