//! The functions and relations of the language, each by its sentence in the specification.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::number::{Number, Outcome, Stop, sized, square_root, whole};
use super::primes::{are_adjacent_primes, count_of_divisors, factors, sum_of_divisors};
use super::types::digits;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    DigitSum,
    DigitProduct,
    SquaredDigits,
    Persistence,
    Reverse,
    Length,
    Digit,
    First,
    Last,
    Concat,
    Count,
    Gcd,
    Lcm,
    Min,
    Max,
    Abs,
    DivisorSum,
    DivisorCount,
    LargestPrime,
    Sqrt,
    GridDigitSum,
    GridCount,
}

use Function::*;

impl Function {
    /// Every function, with its name and the least and the greatest number of arguments that the
    /// generator writes.
    pub(super) const ALL: [(Function, &'static str, usize, usize); 22] = [
        (DigitSum, "ds", 1, 1),
        (DigitProduct, "dp", 1, 1),
        (SquaredDigits, "dsq", 1, 1),
        (Persistence, "mp", 1, 1),
        (Reverse, "reverse", 1, 1),
        (Length, "len", 1, 1),
        (Digit, "digit", 2, 2),
        (First, "first", 2, 2),
        (Last, "last", 2, 2),
        (Concat, "concat", 2, 3),
        (Count, "count", 2, 2),
        (Gcd, "gcd", 2, 3),
        (Lcm, "lcm", 2, 3),
        (Min, "min", 2, 3),
        (Max, "max", 2, 3),
        (Abs, "abs", 1, 1),
        (DivisorSum, "divsum", 1, 1),
        (DivisorCount, "divcount", 1, 1),
        (LargestPrime, "lpf", 1, 1),
        (Sqrt, "sqrt", 1, 1),
        (GridDigitSum, "griddigitsum", 0, 0),
        (GridCount, "gridcount", 1, 1),
    ];

    pub(super) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(function, ..)| *function == self).expect("it is listed").1
    }

    /// The value; `cells` are the digits of the grid.
    pub(super) fn apply(self, arguments: &[Number], cells: &[u8]) -> Outcome<Number> {
        let x = arguments.first();
        let small = |n: u64| Ok(Number::from_integer(n.into()));
        let digit_of = |i: usize| {
            let digit = whole(&arguments[i])?.to_u32().filter(|digit| *digit <= 9);
            digit.ok_or(Stop::NotANumber)
        };
        match self {
            DigitSum => small(digits_of(&arguments[0])?.iter().map(|&d| u64::from(d)).sum()),
            DigitProduct => {
                let digits = digits_of(&arguments[0])?;
                Ok(Number::from_integer(digits.into_iter().map(BigInt::from).product()))
            }
            SquaredDigits => {
                small(digits_of(&arguments[0])?.iter().map(|&d| u64::from(d * d)).sum())
            }
            Persistence => {
                let mut digits = digits_of(&arguments[0])?;
                let mut steps = 0;
                while digits.len() > 1 {
                    let product: BigInt = digits.into_iter().map(BigInt::from).product();
                    digits = super::types::digits(&product);
                    steps += 1;
                }
                small(steps)
            }
            Reverse => {
                let mut digits = digits_of(&arguments[0])?;
                digits.reverse();
                Ok(from_digits(&digits))
            }
            Length => small(digits_of(&arguments[0])?.len() as u64),
            Digit | First | Last => {
                let digits = digits_of(&arguments[0])?;
                let k = whole(&arguments[1])?.to_usize();
                let k = k.filter(|k| (1..=digits.len()).contains(k)).ok_or(Stop::NotANumber)?;
                Ok(from_digits(match self {
                    Digit => &digits[k - 1..k],
                    First => &digits[..k],
                    _ => &digits[digits.len() - k..],
                }))
            }
            Concat => {
                let mut all = Vec::new();
                for argument in arguments {
                    all.extend(digits_of(argument)?);
                }
                sized(from_digits(&all))
            }
            Count => {
                let (digits, digit) = (digits_of(&arguments[0])?, digit_of(1)?);
                small(digits.iter().filter(|&&d| d == digit).count() as u64)
            }
            Gcd => whole_fold(arguments, |a, b| a.gcd(&b)),
            Lcm => whole_fold(arguments, |a, b| a.lcm(&b)),
            Min => Ok(arguments.iter().min().expect("two or more").clone()),
            Max => Ok(arguments.iter().max().expect("two or more").clone()),
            Abs => Ok(arguments[0].abs()),
            DivisorSum => Ok(Number::from_integer(sum_of_divisors(&positive(x)?)?)),
            DivisorCount => Ok(Number::from_integer(count_of_divisors(&positive(x)?)?)),
            LargestPrime => {
                let factors = factors(&positive(x)?)?;
                let largest = factors.into_iter().map(|(p, _)| p).max();
                largest.map(Number::from_integer).ok_or(Stop::NotANumber)
            }
            Sqrt => square_root(&arguments[0]),
            GridDigitSum => small(cells.iter().map(|&d| u64::from(d)).sum()),
            GridCount => {
                let digit = digit_of(0)?;
                small(cells.iter().filter(|&&d| u32::from(d) == digit).count() as u64)
            }
        }
    }
}

/// The digits of a whole number that is not negative.
fn digits_of(x: &Number) -> Outcome<Vec<u32>> {
    let n = whole(x)?;
    if n.is_negative() { Err(Stop::NotANumber) } else { Ok(digits(&n)) }
}

fn from_digits(digits: &[u32]) -> Number {
    let bytes: Vec<u8> = digits.iter().map(|&d| d as u8).collect();
    let n = BigInt::from_radix_be(num_bigint::Sign::Plus, &bytes, 10).expect("digits");
    Number::from_integer(n)
}

/// A whole number above zero: zero has no number of divisors.
fn positive(x: Option<&Number>) -> Outcome<BigInt> {
    let n = whole(x.expect("an argument"))?;
    if n.is_positive() { Ok(n) } else { Err(Stop::NotANumber) }
}

fn whole_fold(arguments: &[Number], f: impl Fn(BigInt, BigInt) -> BigInt) -> Outcome<Number> {
    let mut total = whole(&arguments[0])?;
    for argument in &arguments[1..] {
        total = f(total, whole(argument)?);
    }
    sized(Number::from_integer(total.abs()))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Multiple,
    Jumble,
    Anagram,
    AdjacentPrimes,
    OneOf,
}

impl Relation {
    pub(super) const ALL: [Relation; 5] = [
        Relation::Multiple,
        Relation::Jumble,
        Relation::Anagram,
        Relation::AdjacentPrimes,
        Relation::OneOf,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Relation::Multiple => "multiple",
            Relation::Jumble => "jumble",
            Relation::Anagram => "anagram",
            Relation::AdjacentPrimes => "adjacentprimes",
            Relation::OneOf => "oneof",
        }
    }

    /// Whether it holds.
    pub(super) fn holds(self, arguments: &[Number]) -> Outcome<bool> {
        let (a, b) = (&arguments[0], &arguments[1]);
        match self {
            Relation::Multiple => Ok(match b.is_zero() {
                true => a.is_zero(),
                false => {
                    let k = a / b;
                    k.is_integer() && k > BigRational::one()
                }
            }),
            Relation::Jumble | Relation::Anagram => {
                let (mut one, mut two) = (digits_of(a)?, digits_of(b)?);
                one.sort_unstable();
                two.sort_unstable();
                Ok(one == two && (self == Relation::Anagram || a != b))
            }
            Relation::AdjacentPrimes => are_adjacent_primes(&whole(a)?, &whole(b)?),
            Relation::OneOf => Ok(arguments[1..].contains(a)),
        }
    }
}
