//! The functions: their names, how many arguments they take, and what they come to.
//!
//! Functions of digits over a negative number or a fraction are non-numbers; so is everything about
//! divisors beyond 64 bits.

use super::number::Number;
use super::primes;
use crate::puzzle::fraction::gcd;

/// A function of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// Digit sum.
    DigitSum,
    /// Digit product.
    DigitProduct,
    /// Sum of the squares of the digits.
    DigitSquares,
    /// Multiplicative persistence.
    Persistence,
    /// The digits backwards.
    Reverse,
    /// How many digits.
    Length,
    /// The k-th digit, from 1 at the left.
    Digit,
    /// The first k digits.
    First,
    /// The last k digits.
    Last,
    /// The digits of all arguments in a row.
    Concat,
    /// How often a digit occurs.
    Count,
    /// Greatest common divisor.
    Gcd,
    /// Least common multiple.
    Lcm,
    /// The least argument.
    Min,
    /// The greatest argument.
    Max,
    /// The absolute value.
    Abs,
    /// The sum of all divisors.
    DivisorSum,
    /// The number of divisors.
    DivisorCount,
    /// The largest prime factor.
    LargestPrime,
    /// The square root.
    SquareRoot,
    /// The sum of all digits of the grid.
    GridDigitSum,
    /// How often a digit occurs in the grid.
    GridCount,
}

/// Every function with its name, and how many arguments it takes at least and at most.
pub const FUNCTIONS: [(&str, Function, usize, usize); 22] = [
    ("ds", Function::DigitSum, 1, 1),
    ("dp", Function::DigitProduct, 1, 1),
    ("dsq", Function::DigitSquares, 1, 1),
    ("mp", Function::Persistence, 1, 1),
    ("reverse", Function::Reverse, 1, 1),
    ("len", Function::Length, 1, 1),
    ("digit", Function::Digit, 2, 2),
    ("first", Function::First, 2, 2),
    ("last", Function::Last, 2, 2),
    ("concat", Function::Concat, 2, usize::MAX),
    ("count", Function::Count, 2, 2),
    ("gcd", Function::Gcd, 2, usize::MAX),
    ("lcm", Function::Lcm, 2, usize::MAX),
    ("min", Function::Min, 2, usize::MAX),
    ("max", Function::Max, 2, usize::MAX),
    ("abs", Function::Abs, 1, 1),
    ("divsum", Function::DivisorSum, 1, 1),
    ("divcount", Function::DivisorCount, 1, 1),
    ("lpf", Function::LargestPrime, 1, 1),
    ("sqrt", Function::SquareRoot, 1, 1),
    ("griddigitsum", Function::GridDigitSum, 0, 0),
    ("gridcount", Function::GridCount, 1, 1),
];

/// A relation between numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The first is k times the second, k at least 2.
    Multiple,
    /// The same digits, but another number.
    Jumble,
    /// The same digits.
    Anagram,
    /// Primes with no prime in between.
    AdjacentPrimes,
    /// The first is one of the others.
    OneOf,
}

/// Every relation with its name, and how many arguments it takes at least and at most.
pub const RELATIONS: [(&str, Relation, usize, usize); 5] = [
    ("multiple", Relation::Multiple, 2, 2),
    ("jumble", Relation::Jumble, 2, 2),
    ("anagram", Relation::Anagram, 2, 2),
    ("adjacentprimes", Relation::AdjacentPrimes, 2, 2),
    ("oneof", Relation::OneOf, 2, usize::MAX),
];

impl Function {
    /// The value for these arguments; for functions of the grid its cells' digits come after them.
    pub fn apply(self, arguments: &[Number]) -> Option<Number> {
        let first = arguments.first();
        match self {
            Function::DigitSum => digit_fold(first?, 0, |sum, digit| Some(sum + digit)),
            Function::DigitProduct => digit_fold(first?, 1, |product, d| product.checked_mul(d)),
            Function::DigitSquares => digit_fold(first?, 0, |sum, digit| Some(sum + digit * digit)),
            Function::Persistence => persistence(first?),
            Function::Reverse => {
                let mut digits = first?.digits()?;
                digits.reverse();
                Number::of_digits(&digits)
            }
            Function::Length => Some(Number::whole(first?.digits()?.len() as i128)),
            Function::Digit => {
                let (digits, k) = digits_and_place(arguments)?;
                Some(Number::whole(i128::from(digits[k - 1])))
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
                let digits = first?.digits()?;
                Some(Number::whole(digits.iter().filter(|&&other| other == digit).count() as i128))
            }
            Function::Gcd => fold_whole(arguments, |a, b| Some(gcd(a, b))),
            Function::Lcm => fold_whole(arguments, |a, b| match (a, b) {
                (0, _) | (_, 0) => Some(0),
                _ => (a / gcd(a, b)).checked_mul(b),
            }),
            Function::Min => arguments.iter().min().cloned(),
            Function::Max => arguments.iter().max().cloned(),
            Function::Abs => first?.absolute(),
            Function::DivisorSum => {
                let term = |&(p, k): &(u64, u32)| (0..=k).map(|e| i128::from(p).pow(e)).sum();
                let terms: Vec<i128> = factors(first?)?.iter().map(term).collect();
                let product = terms.iter().try_fold(1i128, |product, &t| product.checked_mul(t));
                product.map(Number::whole)
            }
            Function::DivisorCount => {
                let count = factors(first?)?.iter().map(|&(_, k)| i128::from(k) + 1).product();
                Some(Number::whole(count))
            }
            Function::LargestPrime => {
                factors(first?)?.last().map(|&(p, _)| Number::whole(i128::from(p)))
            }
            Function::SquareRoot => first?.root(2),
            Function::GridDigitSum => fold_whole(arguments, u128::checked_add),
            Function::GridCount => {
                one_digit(first?)?;
                let count = arguments[1..].iter().filter(|&digit| Some(digit) == first).count();
                Some(Number::whole(count as i128))
            }
        }
    }
}

/// The digits of the first argument and the second, a number from 1 to their count.
fn digits_and_place(arguments: &[Number]) -> Option<(Vec<u8>, usize)> {
    let digits = arguments[0].digits()?;
    let place = usize::try_from(arguments[1].to_whole()?).ok()?;
    (1..=digits.len()).contains(&place).then_some((digits, place))
}

fn one_digit(number: &Number) -> Option<u8> {
    number.to_whole().and_then(|digit| u8::try_from(digit).ok()).filter(|&digit| digit < 10)
}

fn digit_fold(n: &Number, start: u128, add: impl Fn(u128, u128) -> Option<u128>) -> Option<Number> {
    let digits = n.digits()?;
    let value = digits.into_iter().try_fold(start, |value, digit| add(value, digit.into()))?;
    i128::try_from(value).ok().map(Number::whole)
}

fn persistence(n: &Number) -> Option<Number> {
    let mut digits = n.digits()?;
    let mut steps = 0;
    while digits.len() > 1 {
        let product: u128 = digits.iter().map(|&digit| u128::from(digit)).product();
        digits = Number::whole(product as i128).digits()?;
        steps += 1;
    }
    Some(Number::whole(steps))
}

/// Combines whole numbers, without their signs.
fn fold_whole(numbers: &[Number], join: impl Fn(u128, u128) -> Option<u128>) -> Option<Number> {
    let mut wholes = numbers.iter().map(|number| number.to_whole().map(i128::unsigned_abs));
    let first = wholes.next().unwrap_or(Some(0))?;
    let value = wholes.try_fold(first, |value, next| join(value, next?))?;
    i128::try_from(value).ok().map(Number::whole)
}

/// The prime factors of a positive number of 64 bits.
fn factors(number: &Number) -> Option<Vec<(u64, u32)>> {
    let n = u64::try_from(number.to_whole()?).ok().filter(|&n| n > 0)?;
    Some(primes::factors(n))
}

impl Relation {
    /// Whether the numbers are related.
    pub fn holds(self, arguments: &[Number]) -> bool {
        let [a, b, ..] = arguments else { return false };
        let sorted = |number: &Number| {
            let mut digits = number.digits()?;
            digits.sort_unstable();
            Some(digits)
        };
        let anagram = || sorted(a).is_some_and(|digits| Some(digits) == sorted(b));
        match self {
            Relation::Multiple => match a.over(b) {
                Some(factor) => factor.to_whole().is_some_and(|k| k >= 2),
                None => b.is_zero() && a.is_zero(),
            },
            Relation::Jumble => a != b && anagram(),
            Relation::Anagram => anagram(),
            Relation::AdjacentPrimes => {
                let small = |n: &Number| n.to_whole().and_then(|n| u64::try_from(n).ok());
                let (Some(a), Some(b)) = (small(a), small(b)) else { return false };
                let (low, high) = (a.min(b), a.max(b));
                // No gap between primes of 64 bits is longer than 1600.
                high > low
                    && high - low < 1600
                    && primes::is_prime(low)
                    && primes::is_prime(high)
                    && !(low + 1..high).any(primes::is_prime)
            }
            Relation::OneOf => arguments[1..].contains(a),
        }
    }
}
