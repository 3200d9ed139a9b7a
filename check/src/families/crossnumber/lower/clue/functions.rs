//! What the functions come to, and whether numbers are related.
//!
//! Functions of digits over a negative number or a fraction are not numbers. What needs prime factors
//! is given up beyond 64 bits.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;

use super::number::{Missing, Number, Value};
use super::primes;
use crate::families::crossnumber::language::{Function, NumberRelation};

/// The value for these arguments; for functions of the grid its cells' digits come after them.
pub(crate) fn apply(function: Function, arguments: &[Number]) -> Value {
    let first = || arguments.first().ok_or(Missing::NotANumber);
    match function {
        Function::DigitSum => digit_fold(first()?, 0, |sum, digit| Some(sum + digit)),
        Function::DigitProduct => digit_fold(first()?, 1, |product, d| product.checked_mul(d)),
        Function::DigitSquares => digit_fold(first()?, 0, |sum, digit| Some(sum + digit * digit)),
        Function::Persistence => persistence(first()?),
        Function::Reverse => {
            let mut digits = first()?.digits()?;
            digits.reverse();
            Number::of_digits(&digits)
        }
        Function::Length => Ok(Number::whole(first()?.digits()?.len() as i128)),
        Function::Digit => {
            let (digits, k) = digits_and_place(arguments)?;
            Ok(Number::whole(i128::from(digits[k - 1])))
        }
        Function::First => {
            let (digits, k) = digits_and_place(arguments)?;
            Number::of_digits(&digits[..k])
        }
        Function::Last => {
            let (digits, k) = digits_and_place(arguments)?;
            Number::of_digits(&digits[digits.len() - k..])
        }
        Function::Concat => {
            let mut all = Vec::new();
            for argument in arguments {
                all.extend(argument.digits()?);
            }
            Number::of_digits(&all)
        }
        Function::Count => {
            let digit = one_digit(&arguments[1])?;
            let digits = first()?.digits()?;
            Ok(Number::whole(digits.iter().filter(|&&other| other == digit).count() as i128))
        }
        Function::Gcd => {
            let small = arguments.iter().map(small_size);
            match small.reduce(|a, b| Some(gcd(a?, b?))).flatten() {
                Some(gcd) => Ok(Number::whole(gcd.into())),
                None => fold_whole(arguments, |a, b| a.gcd(b)),
            }
        }
        Function::Lcm => fold_whole(arguments, |a, b| a.lcm(b)),
        Function::Min => arguments.iter().min().cloned().ok_or(Missing::NotANumber),
        Function::Max => arguments.iter().max().cloned().ok_or(Missing::NotANumber),
        Function::Abs => Ok(first()?.absolute()),
        Function::DivisorSum => {
            let term = |(p, k): &(BigUint, u32)| (0..=*k).map(|e| p.pow(e)).sum::<BigUint>();
            let product: BigUint = factors(first()?)?.iter().map(term).product();
            Number::of(&product.into())
        }
        Function::DivisorCount => {
            let count = factors(first()?)?.iter().map(|&(_, k)| i128::from(k) + 1).product();
            Ok(Number::whole(count))
        }
        Function::LargestPrime => {
            let largest = factors(first()?)?.pop().ok_or(Missing::NotANumber)?;
            Number::of(&largest.0.into())
        }
        Function::SquareRoot => first()?.root(2),
        Function::GridDigitSum => {
            let digits = arguments.iter().filter_map(Number::to_whole);
            Ok(Number::whole(digits.sum()))
        }
        Function::GridCount => {
            let wanted = first()?;
            one_digit(wanted)?;
            let count = arguments[1..].iter().filter(|&digit| digit == wanted).count();
            Ok(Number::whole(count as i128))
        }
    }
}

/// The digits of the first argument and the second, a number from 1 to their count.
fn digits_and_place(arguments: &[Number]) -> Result<(Vec<u8>, usize), Missing> {
    let digits = arguments[0].digits()?;
    let place = arguments[1].to_whole().and_then(|place| usize::try_from(place).ok());
    let place = place.filter(|place| (1..=digits.len()).contains(place));
    place.map(|place| (digits, place)).ok_or(Missing::NotANumber)
}

fn one_digit(number: &Number) -> Result<u8, Missing> {
    let digit = number.to_whole().and_then(|digit| u8::try_from(digit).ok());
    digit.filter(|&digit| digit < 10).ok_or(Missing::NotANumber)
}

/// Adds up digits, in any order.
fn digit_fold(n: &Number, start: i128, add: impl Fn(i128, i128) -> Option<i128>) -> Value {
    if let Some(mut rest) = n.to_whole().and_then(|n| u32::try_from(n).ok()) {
        // Ten digits never overflow, so their order does not matter; zero has one digit.
        let mut value = add(start, i128::from(rest % 10));
        while rest >= 10 {
            rest /= 10;
            value = add(value.ok_or(Missing::GaveUp)?, i128::from(rest % 10));
        }
        return value.map(Number::whole).ok_or(Missing::GaveUp);
    }
    let mut digits = n.digits()?.into_iter();
    let value = digits.try_fold(start, |value, digit| add(value, digit.into()));
    value.map(Number::whole).ok_or(Missing::GaveUp)
}

fn persistence(n: &Number) -> Value {
    let mut digits = n.digits()?;
    let mut steps = 0;
    while digits.len() > 1 {
        let product = digits.iter().try_fold(1i128, |p, &digit| p.checked_mul(digit.into()));
        digits = Number::whole(product.ok_or(Missing::GaveUp)?).digits()?;
        steps += 1;
    }
    Ok(Number::whole(steps))
}

/// The absolute value of a whole number of 64 bits.
fn small_size(number: &Number) -> Option<u64> {
    u64::try_from(number.to_whole()?.unsigned_abs()).ok()
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Combines whole numbers, whatever their signs.
fn fold_whole(numbers: &[Number], join: impl Fn(&BigInt, &BigInt) -> BigInt) -> Value {
    let integers = numbers.iter().map(|number| number.to_integer().ok_or(Missing::NotANumber));
    let integers: Vec<BigInt> = integers.collect::<Result<_, _>>()?;
    let joined = integers.into_iter().reduce(|a, b| join(&a, &b));
    Number::of(&joined.map(|value| BigInt::from(value.magnitude().clone())).unwrap_or_default())
}

/// The prime factors of a positive whole number.
fn factors(number: &Number) -> Result<Vec<(BigUint, u32)>, Missing> {
    let natural = number.to_natural().filter(|natural| natural.bits() > 0);
    let natural = natural.ok_or(Missing::NotANumber)?;
    match u64::try_from(&natural) {
        Ok(small) => Ok(primes::factors(small).into_iter().map(|(p, k)| (p.into(), k)).collect()),
        Err(_) => primes::large_factors(&natural),
    }
}

/// No gap between primes of 64 bits is longer.
pub(crate) const MAX_GAP: u64 = 1600;

/// Whether the numbers are related; an error if that was given up.
pub(crate) fn holds(relation: NumberRelation, arguments: &[Number]) -> Result<bool, Missing> {
    let [a, b, ..] = arguments else { return Ok(false) };
    let sorted = |number: &Number| {
        let mut digits = number.digits().ok()?;
        digits.sort_unstable();
        Some(digits)
    };
    let anagram = || sorted(a).is_some_and(|digits| Some(digits) == sorted(b));
    Ok(match relation {
        NumberRelation::Multiple => unreachable!("it became a product"),
        NumberRelation::Jumble => a != b && anagram(),
        NumberRelation::Anagram => anagram(),
        NumberRelation::AdjacentPrimes => {
            let (Some(a), Some(b)) = (a.to_natural(), b.to_natural()) else { return Ok(false) };
            let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) else {
                return Err(Missing::GaveUp);
            };
            let (low, high) = (a.min(b), a.max(b));
            high > low
                && high - low < MAX_GAP
                && primes::is_prime(low)
                && primes::is_prime(high)
                && !(low + 1..high).any(primes::is_prime)
        }
        NumberRelation::OneOf => arguments[1..].contains(a),
    })
}
