//! Whether a number belongs to a type, in 64 bits where that is enough.

use num_bigint::BigUint;

use super::number::{Missing, Number};
use super::primes;
use crate::families::crossnumber::language::Type;

/// Whether a number belongs to the type with these arguments; an error if that was given up.
pub(crate) fn contains(kind: Type, arguments: &[Number], number: &Number) -> Result<bool, Missing> {
    if kind.is_signed() {
        let odd = match number {
            Number::Small(over, 1) => over.rem_euclid(2) == 1,
            Number::Small(..) => return Ok(false),
            Number::Large(parts) => number.is_whole() && parts.0.bit(0),
        };
        return Ok(match kind {
            Type::Even => number.is_whole() && !odd,
            Type::Odd => odd,
            _ => number.is_whole(),
        });
    }
    if number.is_negative() || number.is_zero() {
        return Ok(false);
    }
    match number.to_whole().and_then(|whole| u64::try_from(whole).ok()) {
        Some(small) => contains_small(kind, arguments, small),
        None => match number.to_natural() {
            Some(large) => contains_large(kind, arguments, &large),
            None => Ok(false),
        },
    }
}

/// The same for a positive number of 64 bits.
fn contains_small(kind: Type, arguments: &[Number], n: u64) -> Result<bool, Missing> {
    Ok(match kind {
        Type::Integer | Type::Even | Type::Odd => unreachable!("they are signed"),
        Type::Prime => primes::is_prime(n),
        Type::Square => is_power_of(n, 2),
        Type::Cube => is_power_of(n, 3),
        Type::Power => n > 1 && (2..64).any(|k| is_power_of(n, k)),
        Type::Power3 => n > 1 && (3..64).any(|k| is_power_of(n, k)),
        Type::PowerOf => match arguments[0].to_whole() {
            Some(base @ 2..) => is_pure_power(u128::from(n), base as u128),
            _ => false,
        },
        Type::Triangular => {
            let root = (8 * u128::from(n) + 1).isqrt();
            root * root == 8 * u128::from(n) + 1
        }
        Type::Pyramidal => {
            // k(k+1)(2k+1)/6 lies between k³/3 and (k+1)³/3.
            let near = num_integer::Roots::cbrt(&(3 * u128::from(n)));
            (near.saturating_sub(2)..=near + 1)
                .any(|k| k * (k + 1) * (2 * k + 1) == 6 * u128::from(n))
        }
        Type::Fibonacci => in_recurrence(n, 1, 2),
        Type::Lucas => in_recurrence(n, 2, 1),
        Type::Catalan => catalans().any(|catalan| catalan == u128::from(n)),
        Type::Perfect => PERFECT.contains(&n),
        Type::Happy => is_happy(u128::from(n)),
        Type::Lucky => primes::is_lucky(n)?,
        Type::Product => {
            let factors = primes::factors(n);
            let wanted = arguments[0].to_whole();
            wanted == Some(factors.len() as i128) && factors.iter().all(|&(_, k)| k == 1)
        }
        Type::ConsecutiveSquares => {
            // k² + (k+1)² = n with 2k + 1 = √(2n − 1).
            let square = 2 * u128::from(n) - 1;
            let root = square.isqrt();
            root * root == square && root > 1
        }
        Type::TwoSquares => is_two_squares(n),
        Type::Palindrome
        | Type::Harshad
        | Type::Ascending
        | Type::Descending
        | Type::Consecutive
        | Type::DistinctDigits
        | Type::Repdigit => {
            let mut digits = [0u8; 20];
            let length = small_digits(n, &mut digits);
            contains_digits(kind, &digits[..length], |sum| n.is_multiple_of(sum))
        }
    })
}

/// The types that are about digits.
fn contains_digits(kind: Type, digits: &[u8], multiple_of: impl Fn(u64) -> bool) -> bool {
    let pairs = |fits: fn(u8, u8) -> bool| digits.windows(2).all(|two| fits(two[0], two[1]));
    match kind {
        Type::Palindrome => digits.iter().eq(digits.iter().rev()),
        Type::Harshad => multiple_of(digits.iter().map(|&digit| u64::from(digit)).sum()),
        Type::Ascending => pairs(|a, b| a < b),
        Type::Descending => pairs(|a, b| a > b),
        Type::Consecutive => pairs(|a, b| a + 1 == b),
        Type::Repdigit => pairs(|a, b| a == b),
        Type::DistinctDigits => {
            let mut seen = 0u16;
            digits.iter().all(|digit| {
                let new = seen & (1 << digit) == 0;
                seen |= 1 << digit;
                new
            })
        }
        _ => unreachable!("the type is not about digits"),
    }
}

/// The same beyond 64 bits.
fn contains_large(kind: Type, arguments: &[Number], n: &BigUint) -> Result<bool, Missing> {
    let is_power = |k: u32| n.nth_root(k).pow(k) == *n;
    let most = u32::try_from(n.bits()).unwrap_or(u32::MAX);
    let is_prime = |k: &u32| primes::is_prime((*k).into());
    let digits = || -> Vec<u8> { n.to_radix_be(10) };
    Ok(match kind {
        Type::Prime => match primes::is_surely_composite(n) {
            true => false,
            false => return Err(Missing::GaveUp),
        },
        Type::Square => is_power(2),
        Type::Cube => is_power(3),
        Type::Power => (2..=most).filter(is_prime).any(is_power),
        Type::Power3 => (3..=most).filter(|k| *k == 4 || is_prime(k)).any(is_power),
        Type::PowerOf => match arguments[0].to_natural() {
            Some(base) if base >= BigUint::from(2u8) => {
                let mut power = base.clone();
                while power < *n {
                    power *= &base;
                }
                power == *n
            }
            _ => false,
        },
        Type::Triangular => {
            let square = n * 8u8 + 1u8;
            square.sqrt().pow(2) == square
        }
        Type::Pyramidal => {
            let near = (n * 3u8).nth_root(3);
            (0..4u8).any(|i| {
                let k = &near + i - 2u8;
                &k * (&k + 1u8) * (&k * 2u8 + 1u8) == n * 6u8
            })
        }
        Type::ConsecutiveSquares => {
            let square = n * 2u8 - 1u8;
            square.sqrt().pow(2) == square
        }
        Type::Fibonacci | Type::Lucas => {
            let mut pair = match kind {
                Type::Fibonacci => (BigUint::from(1u8), BigUint::from(2u8)),
                _ => (BigUint::from(2u8), BigUint::from(1u8)),
            };
            while pair.1 < *n {
                let next = &pair.0 + &pair.1;
                pair = (pair.1, next);
            }
            pair.1 == *n
        }
        Type::Catalan => match u128::try_from(n) {
            Ok(n) if n < 1 << 118 => catalans().any(|catalan| catalan == n),
            _ => return Err(Missing::GaveUp),
        },
        Type::Happy => {
            let sum = digits().iter().map(|&digit| u128::from(digit).pow(2)).sum();
            is_happy(sum)
        }
        Type::Palindrome
        | Type::Harshad
        | Type::Ascending
        | Type::Descending
        | Type::Consecutive
        | Type::DistinctDigits
        | Type::Repdigit => {
            let zero = BigUint::default();
            contains_digits(kind, &digits(), |sum| n % sum == zero)
        }
        Type::Product => {
            let factors = primes::large_factors(n)?;
            let wanted = arguments[0].to_whole();
            wanted == Some(factors.len() as i128) && factors.iter().all(|(_, k)| *k == 1)
        }
        Type::TwoSquares => {
            let factors = primes::large_factors(n)?;
            let rest = |p: &BigUint| p % 4u8;
            let (one, two, three) = (1u8.into(), 2u8.into(), 3u8.into());
            factors.iter().all(|(p, k)| rest(p) != three || k % 2 == 0)
                && factors.iter().any(|(p, k)| rest(p) == one || (rest(p) == two && k % 2 == 1))
        }
        Type::Perfect | Type::Lucky => return Err(Missing::GaveUp),
        Type::Integer | Type::Even | Type::Odd => unreachable!("they are signed"),
    })
}

/// The perfect numbers of 64 bits.
pub(crate) const PERFECT: [u64; 8] =
    [6, 28, 496, 8128, 33_550_336, 8_589_869_056, 137_438_691_328, 2_305_843_008_139_952_128];

/// The decimal digits, most significant first; says how many there are.
fn small_digits(mut n: u64, into: &mut [u8; 20]) -> usize {
    let mut length = 0;
    while n > 0 {
        into[length] = (n % 10) as u8;
        n /= 10;
        length += 1;
    }
    into[..length].reverse();
    length
}

/// The largest number whose `k`-th power is at most `n`.
pub(crate) fn root_floor(n: u64, k: u32) -> u64 {
    match k {
        1 => n,
        2 => n.isqrt(),
        // Only 0 and 1 are below 2 to such a power.
        64.. => u64::from(n > 0),
        _ => num_integer::Roots::nth_root(&n, k),
    }
}

fn is_power_of(n: u64, k: u32) -> bool {
    root_floor(n, k).checked_pow(k) == Some(n)
}

/// Whether `n` is `base`, its square, its cube, and so on.
fn is_pure_power(n: u128, base: u128) -> bool {
    let mut power = base;
    while power < n {
        match power.checked_mul(base) {
            Some(next) => power = next,
            None => return false,
        }
    }
    power == n
}

fn in_recurrence(n: u64, first: u128, second: u128) -> bool {
    let (mut a, mut b) = (first, second);
    while a != u128::from(n) {
        if a > u128::from(n) && b > u128::from(n) {
            return false;
        }
        (a, b) = (b, a + b);
    }
    true
}

/// The Catalan numbers 1, 2, 5, … of 120 bits.
pub(crate) fn catalans() -> impl Iterator<Item = u128> {
    (1..64u128).scan(1u128, |catalan, k| {
        let this = *catalan;
        *catalan = this * (4 * k + 2) / (k + 2);
        Some(this)
    })
}

fn is_happy(mut n: u128) -> bool {
    while n != 1 && n != 4 {
        let mut sum = 0;
        while n > 0 {
            sum += (n % 10) * (n % 10);
            n /= 10;
        }
        n = sum;
    }
    n == 1
}

/// A sum of two positive squares: every prime 4k + 3 to an even power, and not only a square of
/// such primes and powers of four.
fn is_two_squares(n: u64) -> bool {
    let factors = primes::factors(n);
    let even = factors.iter().all(|&(p, k)| p % 4 != 3 || k % 2 == 0);
    let some = factors.iter().any(|&(p, k)| p % 4 == 1 || (p == 2 && k % 2 == 1));
    even && some
}
