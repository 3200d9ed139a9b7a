//! The number types: their names, and whether a number belongs to one.
//!
//! All but `#integer`, `#even` and `#odd` hold positive whole numbers only.

use num_bigint::BigUint;

use super::number::Number;
use super::primes;

/// A number type; its arguments, if it takes any, stand beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Type {
    /// Whole numbers.
    Integer,
    /// Even whole numbers.
    Even,
    /// Odd whole numbers.
    Odd,
    /// Primes.
    Prime,
    /// 1, 4, 9, …
    Square,
    /// 1, 8, 27, …
    Cube,
    /// Powers with exponent 2 or more, without 1.
    Power,
    /// Powers with exponent 3 or more, without 1.
    Power3,
    /// b, b², b³, …
    PowerOf,
    /// 1, 3, 6, …
    Triangular,
    /// Square pyramidal: 1, 5, 14, …
    Pyramidal,
    /// 1, 2, 3, 5, …
    Fibonacci,
    /// 2, 1, 3, 4, 7, …
    Lucas,
    /// 1, 2, 5, 14, …
    Catalan,
    /// 6, 28, 496, …
    Perfect,
    /// The same backwards.
    Palindrome,
    /// Squaring and adding digits leads to 1.
    Happy,
    /// Left over by the sieve of 1, 3, 7, 9, …
    Lucky,
    /// A multiple of the digit sum.
    Harshad,
    /// Each digit larger than the one before.
    Ascending,
    /// Each digit smaller than the one before.
    Descending,
    /// Each digit one more than the one before.
    Consecutive,
    /// No digit twice.
    DistinctDigits,
    /// One digit only.
    Repdigit,
    /// A product of n distinct primes.
    Product,
    /// The sum of two consecutive squares: 5, 13, 25, …
    ConsecutiveSquares,
    /// The sum of two positive squares.
    TwoSquares,
    /// 2, 3, 4, …: the factor behind `$multiple`; it has no name of its own.
    Factor,
}

/// Every type with its name and the number of its arguments.
pub const TYPES: [(&str, Type, usize); 27] = [
    ("integer", Type::Integer, 0),
    ("even", Type::Even, 0),
    ("odd", Type::Odd, 0),
    ("prime", Type::Prime, 0),
    ("square", Type::Square, 0),
    ("cube", Type::Cube, 0),
    ("power", Type::Power, 0),
    ("power3", Type::Power3, 0),
    ("powerof", Type::PowerOf, 1),
    ("triangular", Type::Triangular, 0),
    ("pyramidal", Type::Pyramidal, 0),
    ("fibonacci", Type::Fibonacci, 0),
    ("lucas", Type::Lucas, 0),
    ("catalan", Type::Catalan, 0),
    ("perfect", Type::Perfect, 0),
    ("palindrome", Type::Palindrome, 0),
    ("happy", Type::Happy, 0),
    ("lucky", Type::Lucky, 0),
    ("harshad", Type::Harshad, 0),
    ("ascending", Type::Ascending, 0),
    ("descending", Type::Descending, 0),
    ("consecutive", Type::Consecutive, 0),
    ("distinctdigits", Type::DistinctDigits, 0),
    ("repdigit", Type::Repdigit, 0),
    ("product", Type::Product, 1),
    ("consecutivesquares", Type::ConsecutiveSquares, 0),
    ("twosquares", Type::TwoSquares, 0),
];

impl Type {
    /// Whether the type has members below 1.
    pub fn is_signed(self) -> bool {
        matches!(self, Type::Integer | Type::Even | Type::Odd)
    }

    /// Whether a number belongs to the type with these arguments.
    pub fn contains(self, arguments: &[Number], number: &Number) -> bool {
        if self.is_signed() {
            let odd = match number {
                Number::Small(over, 1) => over.rem_euclid(2) == 1,
                Number::Small(..) => return false,
                Number::Large(parts) => number.is_whole() && parts.0.bit(0),
            };
            return match self {
                Type::Even => number.is_whole() && !odd,
                Type::Odd => odd,
                _ => number.is_whole(),
            };
        }
        if number.is_negative() || number.is_zero() {
            return false;
        }
        match number.to_whole().and_then(|whole| u64::try_from(whole).ok()) {
            Some(small) => self.contains_small(arguments, small),
            None => number.to_natural().is_some_and(|large| self.contains_large(arguments, &large)),
        }
    }

    /// The same for a positive number of 64 bits.
    fn contains_small(self, arguments: &[Number], n: u64) -> bool {
        match self {
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
                let near = (3 * u128::from(n)).cbrt_floor();
                (near.saturating_sub(2)..=near + 1)
                    .any(|k| k * (k + 1) * (2 * k + 1) == 6 * u128::from(n))
            }
            Type::Fibonacci => in_recurrence(n, 1, 2),
            Type::Lucas => in_recurrence(n, 2, 1),
            Type::Catalan => catalans().any(|catalan| catalan == u128::from(n)),
            Type::Perfect => PERFECT.contains(&n),
            Type::Happy => is_happy(u128::from(n)),
            Type::Lucky => primes::is_lucky(n),
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
            Type::Factor => n >= 2,
            Type::Palindrome
            | Type::Harshad
            | Type::Ascending
            | Type::Descending
            | Type::Consecutive
            | Type::DistinctDigits
            | Type::Repdigit => {
                let mut digits = [0u8; 20];
                let length = small_digits(n, &mut digits);
                self.contains_digits(&digits[..length], |sum| n.is_multiple_of(sum))
            }
        }
    }

    /// The types that are about digits.
    fn contains_digits(self, digits: &[u8], multiple_of: impl Fn(u64) -> bool) -> bool {
        let pairs = |fits: fn(u8, u8) -> bool| digits.windows(2).all(|two| fits(two[0], two[1]));
        match self {
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

    /// The same beyond 64 bits, where types that need prime factors have no members.
    fn contains_large(self, arguments: &[Number], n: &BigUint) -> bool {
        let is_power = |k: u32| n.nth_root(k).pow(k) == *n;
        let digits = || -> Vec<u8> { n.to_string().bytes().map(|byte| byte - b'0').collect() };
        match self {
            Type::Prime => primes::is_large_prime(n),
            Type::Square => is_power(2),
            Type::Cube => is_power(3),
            Type::Power => (2..140).any(is_power),
            Type::Power3 => (3..140).any(is_power),
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
                let mut pair = match self {
                    Type::Fibonacci => (BigUint::from(1u8), BigUint::from(2u8)),
                    _ => (BigUint::from(2u8), BigUint::from(1u8)),
                };
                while pair.1 < *n {
                    let next = &pair.0 + &pair.1;
                    pair = (pair.1, next);
                }
                pair.1 == *n
            }
            Type::Catalan => u128::try_from(n).is_ok_and(|n| catalans().any(|c| c == n)),
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
                self.contains_digits(&digits(), |sum| n % sum == zero)
            }
            Type::Factor => true,
            Type::Perfect | Type::Lucky | Type::Product | Type::TwoSquares => false,
            Type::Integer | Type::Even | Type::Odd => unreachable!("they are signed"),
        }
    }
}

/// The perfect numbers of 64 bits.
pub const PERFECT: [u64; 8] =
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
pub fn root_floor(n: u64, k: u32) -> u64 {
    let mut root = (n as f64).powf(1.0 / f64::from(k)) as u64;
    let fits = |root: u64| u128::from(root).checked_pow(k).is_some_and(|p| p <= u128::from(n));
    while root > 0 && !fits(root) {
        root -= 1;
    }
    while fits(root + 1) {
        root += 1;
    }
    root
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
pub fn catalans() -> impl Iterator<Item = u128> {
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

/// Cube roots of 128-bit numbers.
trait CubeRoot {
    fn cbrt_floor(self) -> Self;
}

impl CubeRoot for u128 {
    fn cbrt_floor(self) -> Self {
        let mut root = (self as f64).cbrt() as u128;
        while root.pow(3) > self {
            root -= 1;
        }
        while (root + 1).pow(3) <= self {
            root += 1;
        }
        root
    }
}
