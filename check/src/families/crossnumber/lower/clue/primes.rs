//! Primes, factors and lucky numbers.
//!
//! Miller and Rabin's test with the first twelve primes decides every number of 64 bits; Pollard's
//! rho finds factors. Beyond 64 bits the test finds composite numbers only, and nothing is factored.

use std::sync::LazyLock;

use num_bigint::BigUint;
use num_integer::Integer;

use super::number::Missing;

const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

/// The first composite number that passes the test with 2, 3, 5 and 7 (Jaeschke, "On strong
/// pseudoprimes to several bases", 1993).
const FOUR_BASES: u64 = 3_215_031_751;

fn times(a: u64, b: u64, modulus: u64) -> u64 {
    // Division in 128 bits is slow, and few numbers need it.
    match a.checked_mul(b) {
        Some(product) => product % modulus,
        None => (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64,
    }
}

fn power(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut result = 1;
    base %= modulus;
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = times(result, base, modulus);
        }
        base = times(base, base, modulus);
        exponent /= 2;
    }
    result
}

/// Whether the number is prime.
pub(crate) fn is_prime(n: u64) -> bool {
    if n < 2 {
        return false;
    }
    if let Some(&factor) = BASES.iter().find(|&&p| n.is_multiple_of(p)) {
        return n == factor;
    }
    if n < 37 * 37 {
        return true;
    }
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    let bases = if n < FOUR_BASES { &BASES[..4] } else { &BASES };
    bases.iter().all(|&base| {
        let mut x = power(base, odd, n);
        if x == 1 || x == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            x = times(x, x, n);
            x == n - 1
        })
    })
}

/// Whether a number beyond 64 bits is seen not to be prime.
pub(crate) fn is_surely_composite(n: &BigUint) -> bool {
    let one = BigUint::from(1u8);
    let last = n - &one;
    // Who passes this is most likely prime, which is not for certain anyway.
    BASES.iter().any(|&base| n % base == BigUint::default())
        || BigUint::from(2u8).modpow(&last, n) != one
}

/// The prime factors with their exponents, ascending; `None` for 0 and 1.
pub(crate) fn factors(mut n: u64) -> Vec<(u64, u32)> {
    let mut found: Vec<(u64, u32)> = Vec::new();
    if n == 0 {
        return found;
    }
    let mut add = |p: u64| match found.iter_mut().find(|(q, _)| *q == p) {
        Some((_, k)) => *k += 1,
        None => found.push((p, 1)),
    };
    let mut p = 2;
    while p < 1000 && p * p <= n {
        while n.is_multiple_of(p) {
            add(p);
            n /= p;
        }
        p += if p == 2 { 1 } else { 2 };
    }
    let mut left = vec![n];
    while let Some(n) = left.pop() {
        match n {
            0 | 1 => {}
            _ if n < 1_000_000 || is_prime(n) => add(n),
            _ => {
                let factor = rho(n);
                left.extend([factor, n / factor]);
            }
        }
    }
    found.sort_unstable();
    found
}

/// The same for a number of any size, as long as what is left without small factors has 64 bits.
pub(crate) fn large_factors(n: &BigUint) -> Result<Vec<(BigUint, u32)>, Missing> {
    let mut left = n.clone();
    let mut found: Vec<(BigUint, u32)> = Vec::new();
    for p in (2u64..1000).filter(|&p| is_prime(p)) {
        let mut exponent = 0;
        while (&left % p) == BigUint::default() && left != BigUint::default() {
            left /= p;
            exponent += 1;
        }
        if exponent > 0 {
            found.push((p.into(), exponent));
        }
    }
    let rest = u64::try_from(left).map_err(|_| Missing::GaveUp)?;
    found.extend(factors(rest).into_iter().map(|(p, exponent)| (p.into(), exponent)));
    Ok(found)
}

/// A proper factor of a number that is not prime and has no small factor.
fn rho(n: u64) -> u64 {
    let root = n.isqrt();
    if root * root == n {
        return root;
    }
    for c in 1u128.. {
        let step = |x: u64| ((u128::from(times(x, x, n)) + c) % u128::from(n)) as u64;
        let (mut slow, mut fast) = (2, 2);
        loop {
            slow = step(slow);
            fast = step(step(fast));
            let factor = slow.abs_diff(fast).gcd(&n);
            if factor == n {
                break;
            }
            if factor > 1 {
                return factor;
            }
        }
    }
    unreachable!("some constant leads to a factor")
}

/// The primes from `low` to `high`, ascending.
pub(crate) fn primes_between(low: u64, high: u64) -> Vec<u64> {
    if high < 2 || low > high {
        return Vec::new();
    }
    let low = low.max(2);
    let root = high.isqrt();
    if high - low < root / 64 {
        // A sieve would look at many more numbers than there are.
        return (low..=high).filter(|&n| is_prime(n)).collect();
    }
    let mut small = vec![true; root as usize + 1];
    let mut composite = vec![false; (high - low + 1) as usize];
    for p in 2..=root {
        if !small[p as usize] {
            continue;
        }
        let mut multiple = p * p;
        while multiple <= root {
            small[multiple as usize] = false;
            multiple += p;
        }
        let mut multiple = (p * p).max(low.div_ceil(p) * p);
        while multiple <= high {
            composite[(multiple - low) as usize] = true;
            multiple += p;
        }
    }
    (low..=high).filter(|&n| !composite[(n - low) as usize]).collect()
}

/// Lucky numbers, the steps of their own sieve. Each list decides larger numbers than the one before
/// and takes more time to sieve.
static LUCKY: [LazyLock<Vec<u32>>; 4] = [
    LazyLock::new(|| sieve_lucky(LOOKED_UP[0])),
    LazyLock::new(|| sieve_lucky(LOOKED_UP[1])),
    LazyLock::new(|| sieve_lucky(200_000)),
    LazyLock::new(|| sieve_lucky(1_500_000)),
];

/// How far the first lists go. Numbers up to there are looked up, which takes a hundredth of the time
/// that the steps take; the longer lists take too long to sieve for that.
const LOOKED_UP: [u32; 2] = [20_000, 100_000];

/// Larger numbers are not known to be lucky.
pub(crate) const MAX_LUCKY: u64 = 16_000_000;

fn sieve_lucky(limit: u32) -> Vec<u32> {
    let mut numbers: Vec<u32> = (1..=limit).step_by(2).collect();
    let mut i = 1;
    while i < numbers.len() && numbers[i] as usize <= numbers.len() {
        let step = numbers[i] as usize;
        // What lies between two removed numbers moves forward in one piece.
        let mut kept = step - 1;
        let mut from = step;
        while from < numbers.len() {
            let end = (from + step - 1).min(numbers.len());
            numbers.copy_within(from..end, kept);
            kept += end - from;
            from = end + 1;
        }
        numbers.truncate(kept);
        i += 1;
    }
    numbers
}

/// Whether the number is lucky. An error for numbers that are too large.
pub(crate) fn is_lucky(n: u64) -> Result<bool, Missing> {
    if n.is_multiple_of(2) {
        return Ok(false);
    }
    if let Some(lucky) = lucky_between(n, n) {
        return Ok(!lucky.is_empty());
    }
    if n > MAX_LUCKY {
        return Err(Missing::GaveUp);
    }
    LUCKY.iter().find_map(|steps| is_left(n, steps)).ok_or(Missing::GaveUp)
}

/// The lucky numbers from `low` to `high`, ascending; `None` if they are too large to be looked up.
pub(crate) fn lucky_between(low: u64, high: u64) -> Option<&'static [u32]> {
    let at = LOOKED_UP.iter().position(|&end| high <= u64::from(end))?;
    let list = &LUCKY[at][..];
    let from = list.partition_point(|&n| u64::from(n) < low);
    let to = list.partition_point(|&n| u64::from(n) <= high);
    Some(&list[from..to.max(from)])
}

/// Whether the sieve leaves a number: each round moves it forward, until one removes it or its place
/// is before the first that would be. `None` if the steps end before.
fn is_left(n: u64, steps: &[u32]) -> Option<bool> {
    let mut place = n.div_ceil(2);
    for &step in &steps[1..] {
        let step = u64::from(step);
        if step > place {
            return Some(true);
        }
        if place.is_multiple_of(step) {
            return Some(false);
        }
        place -= place / step;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_and_factors_agree_with_trial_division() {
        let slow =
            |n: u64| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        assert!((0..5000).all(|n| is_prime(n) == slow(n)));
        let sieved = primes_between(1_000_000, 1_020_000);
        assert!((1_000_000..=1_020_000).filter(|&n| is_prime(n)).eq(sieved));
        // Composite, though it passes the test with the first bases.
        assert!(!is_prime(FOUR_BASES));
        assert_eq!(primes_between(90, 110), [97, 101, 103, 107, 109]);
        assert_eq!(primes_between(0, 10), [2, 3, 5, 7]);
        for n in (1..3000).chain([1_000_003 * 1_000_033, u64::MAX, 999_983 * 999_983]) {
            let product: u128 = factors(n).iter().map(|&(p, k)| u128::from(p).pow(k)).product();
            assert_eq!(product, u128::from(n));
            assert!(factors(n).iter().all(|&(p, _)| is_prime(p)), "{n}");
        }
        assert!(is_prime(18_446_744_073_709_551_557));
        assert!(!is_surely_composite(
            &"170141183460469231731687303715884105727".parse().expect("number")
        ));
        assert!(is_surely_composite(&(BigUint::from(u64::MAX) * 3u8)));
    }

    #[test]
    fn lucky_numbers_come_from_the_sieve() {
        let first: Vec<u64> = (1..60).filter(|&n| is_lucky(n) == Ok(true)).collect();
        assert_eq!(first, [1, 3, 7, 9, 13, 15, 21, 25, 31, 33, 37, 43, 49, 51]);
        // Counts from the literature.
        assert_eq!((1..=1000).filter(|&n| is_lucky(n) == Ok(true)).count(), 153);
        assert_eq!((1..=100_000).filter(|&n| is_lucky(n) == Ok(true)).count(), 8772);
        let sieved: Vec<u64> = LUCKY[2].iter().map(|&n| u64::from(n)).collect();
        let asked: Vec<u64> = (1..=200_000).filter(|&n| is_lucky(n) == Ok(true)).collect();
        assert_eq!(sieved, asked);
        assert_eq!(is_left(199_903, &LUCKY[0][..100]), None);
        // What is looked up is what the steps leave.
        for (low, high) in [(1, 5_000), (19_900, 20_100), (99_000, 100_000)] {
            let looked_up = lucky_between(low, high).expect("they are small");
            let left = (low..=high).filter(|&n| n % 2 == 1 && is_left(n, &LUCKY[3]) == Some(true));
            assert!(looked_up.iter().map(|&n| u64::from(n)).eq(left), "{low} {high}");
        }
        assert_eq!(lucky_between(10, 9), Some(&[][..]));
        assert_eq!(lucky_between(1, 100_001), None);
    }
}
