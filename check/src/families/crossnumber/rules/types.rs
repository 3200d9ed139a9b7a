//! The number types, each by its definition.
//!
//! All but `#integer`, `#even` and `#odd` hold positive whole numbers only. Every answer is exact
//! for numbers of any size, or it is that nothing is known.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::number::{digits, natural};
use super::primes::{factors, is_lucky, is_prime};
use super::truth::Reason;
use crate::families::crossnumber::language::Type;

/// Whether a number belongs to the type with these arguments.
///
/// # Errors
///
/// If it could not be decided; the error is the reason.
pub fn belongs(
    kind: Type,
    arguments: &[BigRational],
    number: &BigRational,
) -> Result<bool, Reason> {
    if !number.is_integer() {
        return Ok(false);
    }
    match kind {
        Type::Integer => return Ok(true),
        Type::Even => return Ok(number.numer().is_even()),
        Type::Odd => return Ok(number.numer().is_odd()),
        _ if !number.is_positive() => return Ok(false),
        _ => {}
    }
    let n = number.numer().magnitude();
    Ok(match kind {
        Type::Integer | Type::Even | Type::Odd => unreachable!("answered above"),
        Type::Prime => is_prime(n)?,
        Type::Square => is_power(n, 2),
        Type::Cube => is_power(n, 3),
        Type::Power => !n.is_one() && exponents(n, 2).any(|k| is_power(n, k)),
        Type::Power3 => !n.is_one() && exponents(n, 3).any(|k| is_power(n, k)),
        Type::PowerOf => natural(&arguments[0]).is_some_and(|base| is_power_of(n, &base)),
        // k(k+1)/2 = n means (2k+1)² = 8n + 1.
        Type::Triangular => is_power(&(n * 8u8 + 1u8), 2),
        // k(k+1)(2k+1)/6 = n, and k³ < 3n < (k+2)³.
        Type::Pyramidal => {
            let most = (n * 3u8).cbrt();
            let sum = |k: &BigUint| k * (k + 1u8) * (k * 2u8 + 1u8) == n * 6u8;
            [2u8, 1, 0].iter().any(|&less| most >= less.into() && sum(&(&most - less)))
        }
        Type::Fibonacci => in_sequence(n, 1, 2),
        Type::Lucas => *n == BigUint::from(2u8) || in_sequence(n, 1, 3),
        Type::Catalan => is_catalan(n),
        Type::Perfect => {
            let sum = |(p, k): &(BigUint, u32)| (0..=*k).map(|e| p.pow(e)).sum::<BigUint>();
            factors(n)?.iter().map(sum).product::<BigUint>() == n * 2u8
        }
        Type::Happy => is_happy(n),
        Type::Lucky => match n.to_u64() {
            Some(n) => is_lucky(n)?,
            None if n.is_even() => false,
            None => return Err(Reason::Lucky),
        },
        Type::Harshad => {
            let sum: u32 = digits(n).iter().map(|&digit| u32::from(digit)).sum();
            (n % sum).is_zero()
        }
        Type::Palindrome => {
            let digits = digits(n);
            digits.iter().eq(digits.iter().rev())
        }
        Type::Ascending => neighbours(n, |a, b| a < b),
        Type::Descending => neighbours(n, |a, b| a > b),
        Type::Consecutive => neighbours(n, |a, b| a + 1 == b),
        Type::Repdigit => neighbours(n, |a, b| a == b),
        Type::DistinctDigits => {
            let digits = digits(n);
            (0..=9).all(|digit| digits.iter().filter(|&&other| other == digit).count() <= 1)
        }
        Type::Product => {
            let factors = factors(n)?;
            let different = BigRational::from_integer(BigInt::from(factors.len()));
            arguments[0] == different && factors.iter().all(|(_, exponent)| *exponent == 1)
        }
        // k² + (k+1)² = n with k ≥ 1 means (2k+1)² = 2n − 1 and n > 1.
        Type::ConsecutiveSquares => !n.is_one() && is_power(&(n * 2u8 - 1u8), 2),
        // Every prime 4k + 3 to an even power; and not only such primes and a power of four, which
        // make a square and nothing.
        Type::TwoSquares => {
            let factors = factors(n)?;
            let rest = |p: &BigUint| (p % 4u8).to_u8().unwrap_or(0);
            factors.iter().all(|(p, k)| rest(p) != 3 || k % 2 == 0)
                && factors.iter().any(|(p, k)| rest(p) == 1 || (rest(p) == 2 && k % 2 == 1))
        }
    })
}

fn is_power(n: &BigUint, exponent: u32) -> bool {
    n.nth_root(exponent).pow(exponent) == *n
}

/// The exponents that a power of that size can have; prime ones are enough, and 4 if 2 is none.
fn exponents(n: &BigUint, least: u32) -> impl Iterator<Item = u32> + use<> {
    let most = u32::try_from(n.bits()).unwrap_or(u32::MAX);
    let is_prime = |&k: &u32| (2..k).take_while(|d| d * d <= k).all(|d| k % d > 0);
    (least..=most).filter(move |k| is_prime(k) || (least == 3 && *k == 4))
}

fn is_power_of(n: &BigUint, base: &BigUint) -> bool {
    if *base < BigUint::from(2u8) || n < base {
        return false;
    }
    let mut left = n.clone();
    while (&left % base).is_zero() {
        left /= base;
    }
    left.is_one()
}

/// Whether the number is in the sequence of two ascending numbers and the sums of neighbours.
fn in_sequence(n: &BigUint, first: u8, second: u8) -> bool {
    let (mut a, mut b) = (BigUint::from(first), BigUint::from(second));
    while a < *n {
        let next = &a + &b;
        a = std::mem::replace(&mut b, next);
    }
    a == *n
}

/// 1, 2, 5, 14: each is the one before times (4k + 2)/(k + 2).
fn is_catalan(n: &BigUint) -> bool {
    let (mut catalan, mut k) = (BigUint::one(), 1u32);
    while catalan < *n {
        catalan = catalan * (4 * k + 2) / (k + 2);
        k += 1;
    }
    catalan == *n
}

/// Adding the squares of the digits leads to 1, or else to 4.
fn is_happy(n: &BigUint) -> bool {
    let squares = |digits: &[u8]| digits.iter().map(|&d| u64::from(d) * u64::from(d)).sum();
    let mut sum: u64 = squares(&digits(n));
    while sum != 1 && sum != 4 {
        sum = squares(&digits(&sum.into()));
    }
    sum == 1
}

fn neighbours(n: &BigUint, fit: fn(u8, u8) -> bool) -> bool {
    digits(n).windows(2).all(|pair| fit(pair[0], pair[1]))
}
