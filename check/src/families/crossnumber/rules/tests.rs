//! The rule evaluator on the examples of the language, and what it leaves undecided.

use num_bigint::BigInt;

use super::bounds::{Ranges, check_bounds};
use super::interval::Interval;
use super::truth::Reason;
use super::{Referee, Tally, Truth, Work, World};
use crate::families::crossnumber::language::examples::{self, CELLS, ExampleNames, N_ENTRIES};
use crate::families::crossnumber::language::{Ref, Type, parse};

struct ExampleWorld {
    tally: Tally,
}

impl ExampleWorld {
    fn new() -> Self {
        let mut counts = [0; 10];
        CELLS.iter().for_each(|&digit| counts[usize::from(digit)] += 1);
        Self { tally: Tally { counts: Some(counts) } }
    }
}

impl World for ExampleWorld {
    fn value(&self, name: Ref) -> Option<BigInt> {
        Some(examples::value(name).into())
    }

    fn n_entries(&self) -> usize {
        N_ENTRIES
    }

    fn n_cells(&self) -> usize {
        CELLS.len()
    }

    fn tally(&self) -> &Tally {
        &self.tally
    }
}

fn truth(text: &str) -> Truth {
    let statement = parse(text, &ExampleNames).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    Referee::new(&ExampleWorld::new()).truth(&statement, Some(0))
}

#[test]
fn every_example_is_decided() {
    for (text, expected) in examples::all() {
        assert_eq!(truth(&text), Truth::of(expected), "{text}");
    }
    assert_eq!(truth(&format!("{}A = 8002", "A+".repeat(4_000))), Truth::True, "a long sum");
}

#[test]
fn beyond_64_bits_types_and_functions_are_exact() {
    for text in [
        "170141183460469231731687303715884105727 in #prime",
        "10^40 in #square",
        "10^42 in #cube",
        "(2^89 - 1) * 7 in #product(2)",
        "25 * 10^20 in #twosquares",
        "2^60 * (2^61 - 1) in #perfect",
        "$divcount(25^16) = 33",
        "$lpf(25^16) = 5",
        "$divsum(2^100) = 2^101 - 1",
        "10^60 + 1 in #palindrome",
        "10^60 + 2 not in #palindrome",
        "49 * 10^20 in #twosquares",
        "49 * 2^100 not in #twosquares",
        "2^200 in #powerof(2)",
        "3^101 in #power3",
        "10^100 in #happy",
    ] {
        assert_eq!(truth(text), Truth::True, "{text}");
    }
}

#[test]
fn what_is_not_found_out_is_undecided() {
    let two_primes = "(2^127 - 1) * (2^107 - 1)";
    for (text, reason) in [
        ("10^6000 > 1".to_string(), Reason::Size),
        ("not 10^6000 > 1".to_string(), Reason::Size),
        ("2^(10^9) = 5".to_string(), Reason::Size),
        (format!("{two_primes} in #product(2)"), Reason::Factors),
        (format!("{two_primes} not in #product(2)"), Reason::Factors),
        (format!("$divcount({two_primes}) = 4"), Reason::Factors),
        ("123456789 in #lucky".to_string(), Reason::Lucky),
    ] {
        assert_eq!(truth(&text), Truth::Undecided(reason), "{text}");
        assert_eq!(truth(&format!("A = 3 and {text}")), Truth::False, "{text}");
        assert_eq!(truth(&format!("A = 2 or {text}")), Truth::True, "{text}");
        assert_eq!(truth(&format!("A = 3 or {text}")), Truth::Undecided(reason), "{text}");
    }
    // A claim about something that is not a number is false, whatever else is unknown.
    assert_eq!(truth("1/0 = 10^6000"), Truth::False);
    assert_eq!(truth("not 1/0 = 10^6000"), Truth::True);
}

/// A and C are from 1 to 9, the others what they are.
struct SomeRanges;

impl Ranges for SomeRanges {
    fn range(&self, name: Ref) -> Interval {
        match name {
            Ref::Variable(0 | 2) => Interval::between(1, 9),
            Ref::Value(0) => Interval::between(100, 999),
            Ref::Grid(_) => Interval::between(1000, 9999),
            other => Interval::between(examples::value(other), examples::value(other)),
        }
    }

    fn n_entries(&self) -> usize {
        N_ENTRIES
    }

    fn n_cells(&self) -> usize {
        CELLS.len()
    }
}

#[test]
fn open_types_are_bounded_or_refused() {
    let check = |text: &str| {
        let statement =
            parse(text, &ExampleNames).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        check_bounds(&statement, Some(0), &SomeRanges, &Work::new(1_000_000_000))
    };
    for text in [
        "#square",
        "#triangular - A3",
        "A * #prime",
        "#prime + #square",
        "#prime * #prime",
        "#integer * #integer",
        "this > #prime",
        "A < #prime < C",
        "not this = #triangular - A3",
        "this / #square = 49",
        "this % #prime = 0",
        "A^#prime = 32",
        "(#square < 10^6) - (#square < 10^6)",
        "this + (#square < 10^7) = #cube",
        "$ds((#prime < 100000)) = 40",
        "$multiple(this, #prime)",
        "$multiple(this, #entry)",
        "$jumble(this, #square)",
        "$adjacentprimes(this, #prime)",
        "$oneof(#prime, 3, A)",
        "$len(#square) = 3",
        "$divsum(#square) = this",
        "$max(#square, 5) = this",
        "$concat(#square, A) = this",
        "$lcm(#square, 6) = this",
        "√#square = A",
        "#prime! = this",
        "-#square = A - 100",
        "this = #powerof(C)",
    ] {
        assert_eq!(check(text), Ok(()), "{text}");
    }
    for (text, column, message) in [
        ("#square - #square", 1, "`#square` has no upper bound here; write `(#square < N)`"),
        ("$ds(#prime) = 40", 5, "`#prime` has no upper bound here; write `(#prime < N)`"),
        ("this = #cube % 101", 8, "`#cube` has no upper bound"),
        ("not (this = #cube % 101)", 13, "`#cube` has no upper bound"),
        ("this + #square = #cube", 8, "`#square` has no upper bound"),
        ("this + (#square < 99) = #even - #even", 25, "write `(-N < #even < N)`"),
        ("this < #prime", 8, "`#prime` has no upper bound"),
        ("this != #square", 9, "`#square` has no upper bound"),
        ("$multiple(#square, this)", 11, "`#square` has no upper bound"),
        ("$oneof(this, #square, #cube)", 14, "`#square` has no upper bound"),
        ("#powerof(C) % 7 = 3", 1, "write `(#powerof(…) < N)`"),
        ("A = 1 or $reverse(#prime) = this", 19, "`#prime` has no upper bound"),
    ] {
        let error = check(text).expect_err(text);
        assert_eq!(error.column, column, "{text}: {}", error.message);
        assert!(error.message.contains(message), "{text}: {}", error.message);
    }
}

#[test]
fn the_choice_behind_a_type_is_tried_to_its_end() {
    // 107 + 1710² = 143³, and no smaller square does it.
    assert_eq!(truth("107 + (#square < 10^7) = (#cube < 10^7)"), Truth::True);
    assert_eq!(truth("107 + (#square < 1710^2) = (#cube < 10^7)"), Truth::False);
    assert_eq!(truth("not 107 + (#square < 10^7) = (#cube < 10^7)"), Truth::False);
    assert_eq!(truth("10 = (#cube < 10^9) % 101"), Truth::True);
    // Seventeen digits, but divisors are few.
    assert_eq!(truth("10000000259 * 1000003 = #prime * #prime"), Truth::True);
    assert_eq!(truth("10000000259 * 1000003 * 3 = #prime * #prime"), Truth::False);
    // Too many members to try.
    let undecided = Truth::Undecided(Reason::Members(Type::Happy));
    let text = "10^18 + 1 = 2 * (#happy < 10^18) + 2 * (#harshad < 10^18)";
    assert_eq!(truth(text), undecided);
    assert_eq!(truth(&format!("not {text}")), undecided);
}
