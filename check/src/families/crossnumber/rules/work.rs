//! How much work a question may be: a count that is the same on every machine, and about one for each
//! nanosecond.
//!
//! Numbers of thousands of digits, prime factors and open types can make a short clue arbitrarily
//! hard. Code that runs out of work says *undecided*.

use std::cell::Cell;

use num_bigint::BigInt;
use num_rational::BigRational;

use super::truth::Reason;
use crate::families::crossnumber::language::{Function, Type};

/// Work that is left.
#[derive(Debug)]
pub(crate) struct Work(Cell<u64>);

/// An operation on small numbers.
const STEP: u64 = 500;

/// Finding the factors of a number of 64 bits, and of a larger one.
const FACTORS: u64 = 1_000_000;
const LARGE_FACTORS: u64 = 100_000_000;

impl Work {
    /// An amount of it.
    pub(crate) fn new(left: u64) -> Self {
        Self(Cell::new(left))
    }

    /// Takes some of it.
    ///
    /// # Errors
    ///
    /// If less than that is left.
    pub(crate) fn spend(&self, cost: u64) -> Result<(), Reason> {
        let left = self.0.get().checked_sub(cost);
        self.0.set(left.unwrap_or(0));
        left.map(drop).ok_or(Reason::Effort)
    }
}

/// 64-bit words of the larger part of a number.
fn words(number: &BigRational) -> u64 {
    let bits = |part: &BigInt| part.bits();
    bits(number.numer()).max(bits(number.denom())) / 64 + 1
}

/// What an operation costs that has this result.
pub(crate) fn operation(result: &BigRational) -> u64 {
    STEP + 4 * words(result).pow(2)
}

/// What a function of these arguments costs.
pub(crate) fn function(function: Function, arguments: &[BigRational]) -> u64 {
    let words = arguments.iter().map(words).max().unwrap_or(1);
    match function {
        Function::DivisorSum | Function::DivisorCount | Function::LargestPrime => factors(words),
        _ => STEP + 40 * words.pow(2),
    }
}

/// What it costs to find out whether a number belongs to a type.
pub(crate) fn membership(kind: Type, number: &BigRational) -> u64 {
    let words = words(number);
    match kind {
        Type::Product | Type::TwoSquares | Type::Perfect => factors(words),
        Type::Prime if words == 1 => 10 * STEP,
        Type::Prime => 2_000 * words.pow(3),
        // A root for every exponent.
        Type::Power | Type::Power3 => 4 * STEP + 500 * words.pow(3),
        Type::Fibonacci | Type::Lucas | Type::Catalan => STEP + 100 * words.pow(2),
        _ => 2 * STEP + 40 * words.pow(2),
    }
}

fn factors(words: u64) -> u64 {
    if words == 1 { FACTORS } else { LARGE_FACTORS }
}

/// What it costs to narrow the ranges of this many nodes.
pub(crate) fn contraction(nodes: usize) -> u64 {
    10 * STEP * nodes as u64
}
