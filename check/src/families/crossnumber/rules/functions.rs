//! The functions and relations, each by its definition.
//!
//! Functions of digits over a negative number or a fraction are not numbers, and so is everything
//! about divisors of what is not a positive whole number.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::number::{Gap, Value, digits, natural, of_digits, root, sized, whole};
use super::primes::{factors, is_prime};
use super::truth::{Reason, Truth};
use crate::families::crossnumber::language::{Function, NumberRelation};

/// What a function of the grid has to know of it.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// How often each digit occurs; `None` if some cell is not filled in.
    pub counts: Option<[u32; 10]>,
}

/// The value of a function.
pub(crate) fn apply(function: Function, arguments: &[BigRational], grid: &Tally) -> Value {
    let counts = || grid.counts.ok_or(Gap::Undecided(Reason::Blank));
    match function {
        Function::DigitSum => {
            let sum: u32 = digits_of(&arguments[0])?.iter().map(|&d| u32::from(d)).sum();
            Ok(whole(sum))
        }
        Function::DigitSquares => {
            let digits = digits_of(&arguments[0])?;
            Ok(whole(digits.iter().map(|&d| u32::from(d) * u32::from(d)).sum::<u32>()))
        }
        Function::DigitProduct => Ok(whole(product(&digits_of(&arguments[0])?))),
        Function::Persistence => {
            let mut digits = digits_of(&arguments[0])?;
            let mut steps = 0;
            while digits.len() > 1 {
                digits = self::digits(&product(&digits));
                steps += 1;
            }
            Ok(whole(steps))
        }
        Function::Reverse => {
            let mut digits = digits_of(&arguments[0])?;
            digits.reverse();
            Ok(of_digits(&digits))
        }
        Function::Length => Ok(whole(digits_of(&arguments[0])?.len())),
        Function::Digit => {
            let (digits, k) = digits_and_place(arguments)?;
            Ok(whole(digits[k - 1]))
        }
        Function::First => {
            let (digits, k) = digits_and_place(arguments)?;
            Ok(of_digits(&digits[..k]))
        }
        Function::Last => {
            let (digits, k) = digits_and_place(arguments)?;
            Ok(of_digits(&digits[digits.len() - k..]))
        }
        Function::Concat => {
            let mut all = Vec::new();
            for argument in arguments {
                all.extend(digits_of(argument)?);
            }
            sized(of_digits(&all))
        }
        Function::Count => {
            let (digits, digit) = (digits_of(&arguments[0])?, one_digit(&arguments[1])?);
            Ok(whole(digits.iter().filter(|&&other| usize::from(other) == digit).count()))
        }
        Function::Gcd => {
            let numbers = integers(arguments)?;
            Ok(whole(numbers.iter().fold(BigInt::zero(), |gcd, number| gcd.gcd(number))))
        }
        Function::Lcm => {
            let numbers = integers(arguments)?;
            let mut lcm = BigInt::one();
            for number in &numbers {
                lcm = sized(whole(lcm.lcm(number)))?.to_integer();
            }
            Ok(whole(lcm))
        }
        Function::Min => Ok(arguments.iter().min().cloned().expect("two or more")),
        Function::Max => Ok(arguments.iter().max().cloned().expect("two or more")),
        Function::Abs => Ok(arguments[0].abs()),
        Function::DivisorSum => {
            let sum = |(p, k): &(BigUint, u32)| (0..=*k).map(|e| p.pow(e)).sum::<BigUint>();
            sized(whole(factors_of(&arguments[0])?.iter().map(sum).product::<BigUint>()))
        }
        Function::DivisorCount => {
            let count = |(_, k): &(BigUint, u32)| BigUint::from(k + 1);
            Ok(whole(factors_of(&arguments[0])?.iter().map(count).product::<BigUint>()))
        }
        Function::LargestPrime => {
            let largest = factors_of(&arguments[0])?.pop();
            largest.map(|(prime, _)| whole(prime)).ok_or(Gap::NotANumber)
        }
        Function::SquareRoot => root(&arguments[0], &2.into()),
        Function::GridDigitSum => {
            let counts = counts()?;
            Ok(whole(counts.iter().zip(0..).map(|(&count, digit)| count * digit).sum::<u32>()))
        }
        Function::GridCount => {
            let digit = one_digit(&arguments[0])?;
            Ok(whole(counts()?[digit]))
        }
    }
}

fn digits_of(number: &BigRational) -> Result<Vec<u8>, Gap> {
    natural(number).map(|natural| digits(&natural)).ok_or(Gap::NotANumber)
}

fn product(digits: &[u8]) -> BigUint {
    digits.iter().map(|&digit| BigUint::from(digit)).product()
}

/// The digits of the first argument and the second, a number from 1 to their count.
fn digits_and_place(arguments: &[BigRational]) -> Result<(Vec<u8>, usize), Gap> {
    let digits = digits_of(&arguments[0])?;
    let place = natural(&arguments[1]).and_then(|place| place.to_usize());
    let place = place.filter(|place| (1..=digits.len()).contains(place));
    place.map(|place| (digits, place)).ok_or(Gap::NotANumber)
}

fn one_digit(number: &BigRational) -> Result<usize, Gap> {
    let digit = natural(number).and_then(|digit| digit.to_usize());
    digit.filter(|&digit| digit <= 9).ok_or(Gap::NotANumber)
}

fn integers(numbers: &[BigRational]) -> Result<Vec<BigInt>, Gap> {
    let integer = |number: &BigRational| number.is_integer().then(|| number.to_integer());
    numbers.iter().map(integer).collect::<Option<_>>().ok_or(Gap::NotANumber)
}

fn factors_of(number: &BigRational) -> Result<Vec<(BigUint, u32)>, Gap> {
    let positive = natural(number).filter(|number| !number.is_zero());
    Ok(factors(&positive.ok_or(Gap::NotANumber)?)?)
}

/// No gap between two primes is looked at for longer than this.
const MAX_GAP: u32 = 10_000;

/// Whether the numbers are related.
pub(crate) fn holds(relation: NumberRelation, arguments: &[BigRational]) -> Truth {
    let (a, b) = (&arguments[0], &arguments[1]);
    match relation {
        NumberRelation::Multiple if b.is_zero() => Truth::of(a.is_zero()),
        NumberRelation::Multiple => {
            let factor = a / b;
            Truth::of(factor.is_integer() && factor >= whole(2))
        }
        NumberRelation::Anagram => Truth::of(is_anagram(a, b)),
        NumberRelation::Jumble => Truth::of(a != b && is_anagram(a, b)),
        NumberRelation::AdjacentPrimes => are_adjacent_primes(a, b).into(),
        NumberRelation::OneOf => Truth::of(arguments[1..].contains(a)),
    }
}

fn is_anagram(a: &BigRational, b: &BigRational) -> bool {
    let sorted = |number: &BigRational| {
        let mut digits = digits(&natural(number)?);
        digits.sort_unstable();
        Some(digits)
    };
    sorted(a).is_some_and(|digits| sorted(b) == Some(digits))
}

fn are_adjacent_primes(a: &BigRational, b: &BigRational) -> Result<bool, Reason> {
    let (Some(a), Some(b)) = (natural(a), natural(b)) else { return Ok(false) };
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    // One that is not a prime settles it, even if the other is not known.
    let ends = [is_prime(&low), is_prime(&high)];
    if low == high || ends.contains(&Ok(false)) {
        return Ok(false);
    }
    ends.into_iter().collect::<Result<Vec<bool>, Reason>>()?;
    for gap in 1..=MAX_GAP {
        let next = &low + gap;
        if next == high {
            return Ok(true);
        }
        if is_prime(&next)? {
            return Ok(false);
        }
    }
    Err(Reason::Prime)
}
