//! Factors by trial division, and lucky numbers by their sieve.

use std::sync::OnceLock;

use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};

use super::number::{Outcome, Stop};

/// Larger factors are not looked for, so numbers up to the square of this are factored for sure.
const MAX_DIVISOR: usize = 100_000;

/// Of a large number only factors up to this are looked for before it has to be small.
const MAX_SMALL: u64 = 5_000;

/// Lucky numbers are known so far.
const MAX_LUCKY: usize = 100_000;

fn primes() -> &'static [u64] {
    static PRIMES: OnceLock<Vec<u64>> = OnceLock::new();
    PRIMES.get_or_init(|| {
        let mut composite = vec![false; MAX_DIVISOR + 1];
        let mut primes = Vec::new();
        for n in 2..=MAX_DIVISOR {
            if !composite[n] {
                primes.push(n as u64);
                (n * n..=MAX_DIVISOR).step_by(n).for_each(|multiple| composite[multiple] = true);
            }
        }
        primes
    })
}

/// The prime factors of a positive number with their exponents.
pub(super) fn factors(n: &BigInt) -> Outcome<Vec<(BigInt, u32)>> {
    let mut found = Vec::new();
    let mut rest = n.clone();
    if rest.to_u64().is_none() {
        for &p in primes().iter().take_while(|&&p| p < MAX_SMALL) {
            let mut exponent = 0;
            while (&rest % p).is_zero() {
                rest /= p;
                exponent += 1;
            }
            if exponent > 0 {
                found.push((BigInt::from(p), exponent));
            }
        }
    }
    let mut rest = rest.to_u64().ok_or(Stop::Beyond)?;
    for &p in primes() {
        if p * p > rest {
            break;
        }
        let mut exponent = 0;
        while rest % p == 0 {
            rest /= p;
            exponent += 1;
        }
        if exponent > 0 {
            found.push((BigInt::from(p), exponent));
        }
    }
    let largest = *primes().last().expect("there are primes");
    if rest > largest * largest {
        return Err(Stop::Beyond);
    }
    if rest > 1 {
        found.push((BigInt::from(rest), 1));
    }
    Ok(found)
}

/// The sum of all divisors of a positive number, itself included.
pub(super) fn sum_of_divisors(n: &BigInt) -> Outcome<BigInt> {
    let sum = |(p, exponent): &(BigInt, u32)| (0..=*exponent).map(|e| p.pow(e)).sum::<BigInt>();
    Ok(factors(n)?.iter().map(sum).fold(BigInt::one(), |product, sum| product * sum))
}

/// How many divisors a positive number has, itself included.
pub(super) fn count_of_divisors(n: &BigInt) -> Outcome<BigInt> {
    Ok(factors(n)?.iter().map(|(_, exponent)| BigInt::from(exponent + 1)).product())
}

/// Whether a positive number is lucky.
pub(super) fn is_lucky(n: &BigInt) -> Outcome<bool> {
    static LUCKY: OnceLock<Vec<usize>> = OnceLock::new();
    let lucky = LUCKY.get_or_init(|| {
        // Every second number goes, then every third of those left, then every seventh, ...
        let mut left: Vec<usize> = (1..=MAX_LUCKY).step_by(2).collect();
        let mut next = 1;
        while next < left.len() && left[next] <= left.len() {
            let step = left[next];
            let mut position = 0;
            left.retain(|_| {
                position += 1;
                position % step != 0
            });
            next += 1;
        }
        left
    });
    let n = n.to_usize().filter(|n| *n <= MAX_LUCKY).ok_or(Stop::Beyond)?;
    Ok(lucky.binary_search(&n).is_ok())
}

/// Whether one of two whole numbers is the next prime after the other.
pub(super) fn are_adjacent_primes(a: &BigInt, b: &BigInt) -> Outcome<bool> {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    if *low < BigInt::from(2) || low == high {
        return Ok(false);
    }
    if !is_prime(low)? || !is_prime(high)? {
        return Ok(false);
    }
    let mut between = low + 1u32;
    while between < *high {
        if is_prime(&between)? {
            return Ok(false);
        }
        between += 1u32;
    }
    Ok(true)
}

fn is_prime(n: &BigInt) -> Outcome<bool> {
    let factors = factors(n)?;
    Ok(factors.len() == 1 && factors[0].1 == 1)
}
