//! Primes, prime factors and lucky numbers, each decided for certain or not at all.
//!
//! Below 3.3·10^24 Miller and Rabin's test with the first thirteen primes decides (Sorenson and
//! Webster, "Strong pseudoprimes to twelve prime bases", 2015). Beyond, a number that fails is
//! composite, and one that passes is prime only if Pocklington's theorem proves it: with enough
//! factors of n − 1, each q of them with a number a such that a^(n−1) = 1 and a^((n−1)/q) − 1 has no
//! factor in common with n.

use std::sync::LazyLock;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use super::truth::Reason;

/// The first primes.
const BASES: [u32; 13] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41];

/// Below this bound these bases decide.
const CERTAIN: u128 = 3_317_044_064_679_887_385_961_981;

/// Larger numbers without a small factor are not tested.
const MAX_BITS: u64 = 2_048;

/// Factors below are found by division.
const TRIAL: u64 = 10_000;

/// Steps of Pollard's rho for one number beyond 64 bits.
const RHO_STEPS: usize = 20_000;

/// Steps for which one common divisor is asked.
const RHO_BATCH: usize = 64;

/// Candidates for the a of Pocklington's theorem.
const MAX_WITNESS: u32 = 100;

/// Whether the number is prime.
pub(crate) fn is_prime(n: &BigUint) -> Result<bool, Reason> {
    match n.to_u64() {
        Some(small) => Ok(is_small_prime(small)),
        None if BASES.iter().any(|&base| (n % base).is_zero()) => Ok(false),
        None if n.bits() > MAX_BITS => Err(Reason::Prime),
        None if !is_probably_prime(n) => Ok(false),
        None if *n < BigUint::from(CERTAIN) || is_proved_prime(n) => Ok(true),
        None => Err(Reason::Prime),
    }
}

/// The same for a number of 64 bits.
pub(crate) fn is_small_prime(n: u64) -> bool {
    if n < 2 {
        return false;
    }
    if let Some(&base) = BASES.iter().find(|&&base| n.is_multiple_of(base.into())) {
        return n == u64::from(base);
    }
    if n < 43 * 43 {
        return true;
    }
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(n)) as u64;
    let power = |mut base: u64, mut exponent: u64| {
        let mut result = 1;
        while exponent > 0 {
            if exponent % 2 == 1 {
                result = times(result, base);
            }
            base = times(base, base);
            exponent /= 2;
        }
        result
    };
    let twos = (n - 1).trailing_zeros();
    BASES.iter().all(|&base| {
        let mut x = power(base.into(), (n - 1) >> twos);
        if x == 1 || x == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            x = times(x, x);
            x == n - 1
        })
    })
}

/// False if the number is composite, for a number beyond all bases.
fn is_probably_prime(n: &BigUint) -> bool {
    let last = n - 1u8;
    let twos = last.trailing_zeros().unwrap_or(0);
    let odd = &last >> twos;
    BASES.iter().all(|&base| {
        let mut x = BigUint::from(base).modpow(&odd, n);
        if x.is_one() || x == last {
            return true;
        }
        (1..twos).any(|_| {
            x = &x * &x % n;
            x == last
        })
    })
}

/// Whether Pocklington's theorem proves a number prime.
fn is_proved_prime(n: &BigUint) -> bool {
    let last = n - 1u8;
    let known = partly_factored(&last).primes;
    let mut factored = BigUint::one();
    for (prime, exponent) in known {
        let quotient = &last / &prime;
        let witness = (2..MAX_WITNESS).map(BigUint::from).find(|a| {
            let power = a.modpow(&quotient, n);
            a.modpow(&last, n).is_one() && (power + n - 1u8).gcd(n).is_one()
        });
        if witness.is_some() {
            factored *= prime.pow(exponent);
        }
    }
    &factored * &factored > *n
}

/// The prime factors with their exponents, ascending, of a number that is not zero.
pub(crate) fn factors(n: &BigUint) -> Result<Vec<(BigUint, u32)>, Reason> {
    let Parts { primes, rest } = partly_factored(n);
    if rest { Err(Reason::Factors) } else { Ok(primes) }
}

/// Some prime factors of a number, each proved prime.
struct Parts {
    /// Ascending, with their exponents.
    primes: Vec<(BigUint, u32)>,
    /// Whether a part of the number was not factored.
    rest: bool,
}

fn partly_factored(n: &BigUint) -> Parts {
    let mut found: Vec<BigUint> = Vec::new();
    let mut left = n.clone();
    let mut divisor = 2u64;
    while divisor < TRIAL && BigUint::from(divisor * divisor) <= left {
        while (&left % divisor).is_zero() {
            left /= divisor;
            found.push(divisor.into());
        }
        divisor += if divisor == 2 { 1 } else { 2 };
    }
    let mut rest = false;
    let mut open = vec![left];
    while let Some(part) = open.pop() {
        if part.is_one() || part.is_zero() {
            continue;
        }
        match is_prime(&part) {
            Ok(true) => found.push(part),
            Err(_) => rest = true,
            Ok(false) => match split(&part) {
                Some(factor) => {
                    open.push(&part / &factor);
                    open.push(factor);
                }
                None => rest = true,
            },
        }
    }
    found.sort_unstable();
    let mut primes: Vec<(BigUint, u32)> = Vec::new();
    for prime in found {
        match primes.last_mut() {
            Some((last, exponent)) if *last == prime => *exponent += 1,
            _ => primes.push((prime, 1)),
        }
    }
    Parts { primes, rest }
}

/// A proper factor of a composite number without small factors; always for 64 bits.
fn split(n: &BigUint) -> Option<BigUint> {
    let root = n.sqrt();
    if &root * &root == *n {
        return Some(root);
    }
    if let Some(n) = n.to_u64() {
        return (1..).find_map(|c| rho_small(n, c)).map(BigUint::from);
    }
    let mut steps = RHO_STEPS;
    (1u8..4).find_map(|c| rho_large(n, c, &mut steps))
}

/// Pollard's rho with the step x² + c.
fn rho_small(n: u64, c: u64) -> Option<u64> {
    let step = |x: u64| ((u128::from(x) * u128::from(x) + u128::from(c)) % u128::from(n)) as u64;
    let (mut slow, mut fast) = (2, 2);
    loop {
        slow = step(slow);
        fast = step(step(fast));
        match slow.abs_diff(fast).gcd(&n) {
            1 => {}
            factor if factor == n => return None,
            factor => return Some(factor),
        }
    }
}

/// The same beyond 64 bits, with a limit. Differences are multiplied, so that one common divisor is
/// asked for many of them.
fn rho_large(n: &BigUint, c: u8, steps: &mut usize) -> Option<BigUint> {
    let step = |x: &BigUint| (x * x + c) % n;
    let (mut slow, mut fast) = (BigUint::from(2u8), BigUint::from(2u8));
    while *steps > 0 {
        let mut product = BigUint::one();
        for _ in 0..RHO_BATCH {
            slow = step(&slow);
            fast = step(&step(&fast));
            let difference = if slow > fast { &slow - &fast } else { &fast - &slow };
            product = product * difference % n;
        }
        *steps = steps.saturating_sub(RHO_BATCH);
        let factor = product.gcd(n);
        if factor == *n {
            // Several factors at once; another constant may part them.
            return None;
        }
        if !factor.is_one() {
            return Some(factor);
        }
    }
    None
}

/// The divisors of a number that is not zero, in no order; an error also if they are many.
pub(crate) fn divisors(n: &BigUint, most: usize) -> Result<Vec<BigUint>, Reason> {
    let mut divisors = vec![BigUint::one()];
    for (prime, exponent) in factors(n)? {
        let powers: Vec<BigUint> = (0..=exponent).map(|k| prime.pow(k)).collect();
        if divisors.len() * powers.len() > most {
            return Err(Reason::Factors);
        }
        divisors = divisors.iter().flat_map(|d| powers.iter().map(move |p| d * p)).collect();
    }
    Ok(divisors)
}

/// The lucky numbers up to [`FEW`], which are made in no time.
static FIRST_LUCKY: LazyLock<Vec<u32>> = LazyLock::new(|| sieve(FEW));

/// The lucky numbers decide whether numbers up to [`MAX_LUCKY`] are lucky.
static LUCKY: LazyLock<Vec<u32>> = LazyLock::new(|| sieve(SIEVED));

/// Most numbers of puzzles are not larger.
const FEW: u32 = 100_000;

/// Larger numbers are not decided.
const MAX_LUCKY: u64 = 10_000_000;

/// Lucky numbers up to here are listed. In the sieve of 10^7 a number is last looked at by a number
/// below its own place, and there are fewer than a million places.
const SIEVED: u32 = 1_000_000;

/// The sieve itself: every second number goes, then each remaining number k, from 3 on, in turn
/// removes every k-th of those that remain.
fn sieve(most: u32) -> Vec<u32> {
    let mut numbers: Vec<u32> = (1..=most).step_by(2).collect();
    let mut next = 1;
    while next < numbers.len() && numbers[next] as usize <= numbers.len() {
        let step = numbers[next] as usize;
        let mut kept = Vec::with_capacity(numbers.len());
        for chunk in numbers.chunks(step) {
            kept.extend_from_slice(&chunk[..chunk.len().min(step - 1)]);
        }
        numbers = kept;
        next += 1;
    }
    numbers
}

/// Whether the number is lucky.
pub(crate) fn is_lucky(n: u64) -> Result<bool, Reason> {
    if n.is_multiple_of(2) {
        return Ok(false);
    }
    if n <= u64::from(FEW) {
        return Ok(FIRST_LUCKY.binary_search(&(n as u32)).is_ok());
    }
    if n <= u64::from(SIEVED) {
        return Ok(LUCKY.binary_search(&(n as u32)).is_ok());
    }
    if n > MAX_LUCKY {
        return Err(Reason::Lucky);
    }
    // Its place in the list after each round.
    let mut place = n.div_ceil(2);
    for &step in &LUCKY[1..] {
        let step = u64::from(step);
        if step > place {
            return Ok(true);
        }
        if place.is_multiple_of(step) {
            return Ok(false);
        }
        place -= place / step;
    }
    Err(Reason::Lucky)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_agree_with_trial_division() {
        let slow =
            |n: u64| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        assert!((0..5000).all(|n| is_small_prime(n) == slow(n)));
        assert!(is_small_prime(18_446_744_073_709_551_557));
        for n in (1..3000).chain([1_000_003 * 1_000_033, u64::MAX, 999_983 * 999_983]) {
            let factors = factors(&n.into()).expect("64 bits");
            let product: BigUint = factors.iter().map(|(p, k)| p.pow(*k)).product();
            assert_eq!(product, n.into());
            assert!(factors.iter().all(|(p, _)| is_small_prime(p.to_u64().expect("small"))));
        }
    }

    #[test]
    fn large_numbers_are_proved_or_undecided() {
        let mersenne = |k: u32| (BigUint::one() << k) - 1u8;
        for k in [61, 89, 107, 127] {
            assert_eq!(is_prime(&mersenne(k)), Ok(true), "2^{k} - 1");
        }
        for k in [67, 71, 101, 129, 600] {
            assert_eq!(is_prime(&mersenne(k)), Ok(false), "2^{k} - 1");
        }
        assert_eq!(is_prime(&(mersenne(127) * mersenne(89))), Ok(false));
        assert_eq!(factors(&(mersenne(127) * mersenne(107))), Err(Reason::Factors));
        let twelve = factors(&(mersenne(61) * 12u8)).expect("small factors and a prime");
        assert_eq!(twelve, [(2u8.into(), 2), (3u8.into(), 1), (mersenne(61), 1)]);
        assert_eq!(divisors(&12u8.into(), 10).map(|d| d.len()), Ok(6));
    }

    #[test]
    fn lucky_numbers_come_from_the_sieve() {
        let first: Vec<u64> = (1..60).filter(|&n| is_lucky(n) == Ok(true)).collect();
        assert_eq!(first, [1, 3, 7, 9, 13, 15, 21, 25, 31, 33, 37, 43, 49, 51]);
        // Counts from the literature.
        assert_eq!((1..=1000).filter(|&n| is_lucky(n) == Ok(true)).count(), 153);
        assert_eq!((1..=100_000).filter(|&n| is_lucky(n) == Ok(true)).count(), 8772);
        assert_eq!((1..=1_000_000).filter(|&n| is_lucky(n) == Ok(true)).count(), 71_918);
        assert!(is_lucky(9_999_999).is_ok());
        assert_eq!(is_lucky(10_000_001), Err(Reason::Lucky));
    }
}
