//! The words of the clue language: number types, functions and relations, with their names.
//!
//! This is vocabulary only. What a word means is said twice, once by the rule evaluator and once by
//! the lowering, and the two share nothing but this list.

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

/// The name behind `#` that stands for some other entry.
pub const ENTRY: &str = "entry";

impl Type {
    /// The type of that name, in the singular or in the plural, and the number of its arguments.
    pub fn find(name: &str) -> Option<(Self, usize)> {
        let known = |name: &str| TYPES.iter().find(|(known, ..)| *known == name);
        let found = known(name).or_else(|| singulars(name).iter().find_map(|name| known(name)));
        found.map(|&(_, kind, arity)| (kind, arity))
    }

    /// The name, without `#`.
    pub fn name(self) -> &'static str {
        TYPES.iter().find(|(_, kind, _)| *kind == self).map_or("", |(name, ..)| name)
    }

    /// Whether the type has members below 1.
    pub fn is_signed(self) -> bool {
        matches!(self, Type::Integer | Type::Even | Type::Odd)
    }
}

/// Whether a name behind `#` stands for some other entry.
pub fn is_entry(name: &str) -> bool {
    name == ENTRY || singulars(name).iter().any(|name| name == ENTRY)
}

/// What a plural can be the plural of: `primes`, `luckies`, `powersof`.
fn singulars(name: &str) -> Vec<String> {
    let plain = name.strip_suffix('s').map(String::from);
    let y = name.strip_suffix("ies").map(|stem| format!("{stem}y"));
    let of = name.strip_suffix("sof").map(|stem| format!("{stem}of"));
    [plain, y, of].into_iter().flatten().collect()
}

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

impl Function {
    /// Whether its value depends on the digits of the whole grid.
    pub fn is_of_grid(self) -> bool {
        matches!(self, Function::GridDigitSum | Function::GridCount)
    }
}

/// A relation between numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberRelation {
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
pub const RELATIONS: [(&str, NumberRelation, usize, usize); 5] = [
    ("multiple", NumberRelation::Multiple, 2, 2),
    ("jumble", NumberRelation::Jumble, 2, 2),
    ("anagram", NumberRelation::Anagram, 2, 2),
    ("adjacentprimes", NumberRelation::AdjacentPrimes, 2, 2),
    ("oneof", NumberRelation::OneOf, 2, usize::MAX),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// A type that is not in the list moves those that follow it.
    #[test]
    fn the_list_has_the_types_in_their_order() {
        for (place, (name, kind, _)) in TYPES.into_iter().enumerate() {
            assert_eq!(kind as usize, place, "{name}");
        }
    }

    #[test]
    fn plurals_are_read() {
        for (name, kind, arity) in TYPES {
            assert_eq!(Type::find(name), Some((kind, arity)));
            assert_eq!(kind.name(), name);
            assert_eq!(Type::find(&format!("{name}s")), Some((kind, arity)), "{name}s");
        }
        assert_eq!(Type::find("luckies"), Some((Type::Lucky, 0)));
        assert_eq!(Type::find("powersof"), Some((Type::PowerOf, 1)));
        assert_eq!(Type::find("primess"), None);
        assert!(is_entry("entry") && is_entry("entries") && !is_entry("entrie"));
    }
}
