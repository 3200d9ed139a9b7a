//! The number types, each by its definition.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::number::{Outcome, Stop};
use super::primes::{factors, is_lucky, sum_of_divisors};
use super::tree::Expr;

/// A type of numbers.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    Integer,
    Even,
    Odd,
    Prime,
    Square,
    Cube,
    Power,
    Power3,
    PowerOf(Box<Expr>),
    Triangular,
    Pyramidal,
    Fibonacci,
    Lucas,
    Catalan,
    Perfect,
    Palindrome,
    Happy,
    Lucky,
    Harshad,
    Ascending,
    Descending,
    Consecutive,
    DistinctDigits,
    Repdigit,
    Product(Box<Expr>),
    ConsecutiveSquares,
    TwoSquares,
}

use Kind::*;

impl Kind {
    /// Every type without an argument.
    pub(super) const PLAIN: [Kind; 25] = [
        Integer,
        Even,
        Odd,
        Prime,
        Square,
        Cube,
        Power,
        Power3,
        Triangular,
        Pyramidal,
        Fibonacci,
        Lucas,
        Catalan,
        Perfect,
        Palindrome,
        Happy,
        Lucky,
        Harshad,
        Ascending,
        Descending,
        Consecutive,
        DistinctDigits,
        Repdigit,
        ConsecutiveSquares,
        TwoSquares,
    ];

    /// The name without `#`, and its plural.
    pub(super) fn names(&self) -> [&'static str; 2] {
        match self {
            Integer => ["integer", "integers"],
            Even => ["even", "evens"],
            Odd => ["odd", "odds"],
            Prime => ["prime", "primes"],
            Square => ["square", "squares"],
            Cube => ["cube", "cubes"],
            Power => ["power", "powers"],
            Power3 => ["power3", "power3s"],
            PowerOf(_) => ["powerof", "powerof"],
            Triangular => ["triangular", "triangulars"],
            Pyramidal => ["pyramidal", "pyramidals"],
            Fibonacci => ["fibonacci", "fibonaccis"],
            Lucas => ["lucas", "lucas"],
            Catalan => ["catalan", "catalans"],
            Perfect => ["perfect", "perfects"],
            Palindrome => ["palindrome", "palindromes"],
            Happy => ["happy", "happy"],
            Lucky => ["lucky", "lucky"],
            Harshad => ["harshad", "harshads"],
            Ascending => ["ascending", "ascending"],
            Descending => ["descending", "descending"],
            Consecutive => ["consecutive", "consecutive"],
            DistinctDigits => ["distinctdigits", "distinctdigits"],
            Repdigit => ["repdigit", "repdigits"],
            Product(_) => ["product", "products"],
            ConsecutiveSquares => ["consecutivesquares", "consecutivesquares"],
            TwoSquares => ["twosquares", "twosquares"],
        }
    }

    /// What stands in parentheses after the name.
    pub(super) fn argument(&self) -> Option<&Expr> {
        match self {
            PowerOf(argument) | Product(argument) => Some(argument),
            _ => None,
        }
    }

    /// Whether negative numbers and zero can belong to it.
    pub(super) fn is_signed(&self) -> bool {
        matches!(self, Integer | Even | Odd)
    }

    /// Whether the number belongs to the type; `argument` is what the type's own argument comes to.
    pub(super) fn contains(&self, n: &BigInt, argument: Option<&BigInt>) -> Outcome<bool> {
        match self {
            Integer => return Ok(true),
            Even => return Ok(n.is_even()),
            Odd => return Ok(n.is_odd()),
            _ if !n.is_positive() => return Ok(false),
            _ => {}
        }
        let one = BigInt::one();
        Ok(match self {
            Integer | Even | Odd => unreachable!("answered above"),
            Prime => {
                let factors = factors(n)?;
                factors.len() == 1 && factors[0].1 == 1
            }
            Square => is_power(n, 2),
            Cube => is_power(n, 3),
            Power => has_exponent(n, 2)?,
            Power3 => has_exponent(n, 3)?,
            PowerOf(_) => {
                let base = argument.expect("it has one");
                let mut power = base.clone();
                while *base > one && power < *n {
                    power *= base;
                }
                *base > one && power == *n
            }
            Triangular => {
                let k = (n * 2u32).sqrt();
                &k * (&k + 1u32) == n * 2u32
            }
            Pyramidal => {
                let near = (n * 3u32).cbrt();
                let mut ks = (-2..=2)
                    .map(|offset: i32| -> BigInt { &near + offset })
                    .filter(|k| k.is_positive());
                ks.any(|k| &k * (&k + 1u32) * (&k * 2u32 + 1u32) == n * 6u32)
            }
            Fibonacci => in_sequence(n, (1, 2)),
            Lucas => *n == BigInt::from(2) || in_sequence(n, (1, 3)),
            Catalan => {
                let (mut k, mut catalan) = (1u32, one);
                while catalan < *n {
                    catalan = catalan * (2 * (2 * k + 1)) / (k + 2);
                    k += 1;
                }
                catalan == *n
            }
            Perfect => sum_of_divisors(n)? == n * 2u32,
            Happy => {
                let mut x = n.clone();
                let four = BigInt::from(4);
                while !x.is_one() && x != four {
                    x = digits(&x).iter().map(|d| BigInt::from(d * d)).sum();
                }
                x.is_one()
            }
            Lucky => is_lucky(n)?,
            Harshad => {
                let sum: u32 = digits(n).iter().sum();
                (n % sum).is_zero()
            }
            Product(_) => {
                let wanted = argument.expect("it has one");
                let factors = factors(n)?;
                factors.iter().all(|(_, exponent)| *exponent == 1)
                    && BigInt::from(factors.len()) == *wanted
            }
            ConsecutiveSquares => {
                let k = (n / 2u32).sqrt();
                [&k - 1u32, k].iter().any(|k| {
                    let next: BigInt = k + 1u32;
                    k.is_positive() && k * k + &next * &next == *n
                })
            }
            TwoSquares => {
                let n = n.to_u64().filter(|n| *n <= 10_000_000).ok_or(Stop::Beyond)?;
                (1..).take_while(|a| a * a < n).any(|a| {
                    let rest = n - a * a;
                    rest.isqrt().pow(2) == rest
                })
            }
            Palindrome | Ascending | Descending | Consecutive | DistinctDigits | Repdigit => {
                self.fits_digits(&digits(n))
            }
        })
    }

    fn fits_digits(&self, digits: &[u32]) -> bool {
        let every_step = |holds: fn(u32, u32) -> bool| digits.windows(2).all(|w| holds(w[0], w[1]));
        match self {
            Palindrome => digits.iter().eq(digits.iter().rev()),
            Ascending => every_step(|a, b| a < b),
            Descending => every_step(|a, b| a > b),
            Consecutive => every_step(|a, b| a + 1 == b),
            Repdigit => every_step(|a, b| a == b),
            DistinctDigits => (1..digits.len()).all(|i| !digits[..i].contains(&digits[i])),
            _ => unreachable!("not a type of digits"),
        }
    }
}

/// The digits, most significant first.
pub(super) fn digits(n: &BigInt) -> Vec<u32> {
    n.magnitude().to_radix_be(10).into_iter().map(u32::from).collect()
}

/// Whether a number is a power with some exponent from `least` on; 1 does not count.
fn has_exponent(n: &BigInt, least: u32) -> Outcome<bool> {
    let bits = n.bits() as u32;
    if bits > 600 {
        return Err(Stop::Beyond);
    }
    Ok(!n.is_one() && (least..=bits).any(|exponent| is_power(n, exponent)))
}

fn is_power(n: &BigInt, exponent: u32) -> bool {
    n.nth_root(exponent).pow(exponent) == *n
}

/// Whether a number is in the sequence in which each is the sum of the two before.
fn in_sequence(n: &BigInt, (first, second): (u32, u32)) -> bool {
    let (mut a, mut b) = (BigInt::from(first), BigInt::from(second));
    while a < *n {
        (a, b) = (b.clone(), a + b);
    }
    a == *n
}
