//! What a claim says about the ranges of its numbers: interval arithmetic up the nodes, then the
//! claim, then down again, until nothing changes.
//!
//! No value that makes the claim true is ever lost, so a range that comes out is all that has to be
//! looked at. Reference: Benhamou et al., "Revising hull and box consistency", ICLP 1999.

use num_traits::{One, Zero};

use super::interval::{End, Interval, length, power_of_ten};
use super::number::{MAX_FACTORIAL, whole};
use crate::families::crossnumber::language::{
    ClaimKind, ClueClaim, ClueComparison, ClueOperator, Function, Id, Node, NumberRelation,
    Statement,
};

/// Passes up and down; what is left after them is right, only wider than it might be.
const MAX_PASSES: usize = 12;

/// The ranges of a claim's nodes, in their order; `None` if it cannot be true.
///
/// `known` has the range of a name, a member or an entry that is left open, and of any other number
/// as far as it is known; `cells` is the number of cells that hold digits.
pub(crate) fn contract(
    statement: &Statement,
    claim: &ClueClaim,
    cells: usize,
    known: &dyn Fn(Id) -> Interval,
) -> Option<Vec<Interval>> {
    let contraction = Contraction::new(statement, claim, cells);
    let mut ranges: Vec<Interval> = claim.nodes.clone().map(known).collect();
    for _ in 0..MAX_PASSES {
        let before = ranges.clone();
        contraction.up(&mut ranges)?;
        contraction.claim(&mut ranges)?;
        contraction.down(&mut ranges)?;
        if ranges == before {
            break;
        }
    }
    Some(ranges)
}

struct Contraction<'a> {
    statement: &'a Statement,
    claim: &'a ClueClaim,
    cells: usize,
    /// Whether a node is a whole number wherever it is a number.
    whole: Vec<bool>,
}

impl<'a> Contraction<'a> {
    fn new(statement: &'a Statement, claim: &'a ClueClaim, cells: usize) -> Self {
        let start = claim.nodes.start;
        let mut whole: Vec<bool> = Vec::new();
        for id in claim.nodes.clone() {
            let is_whole = |id: &Id| whole[id - start];
            let node = &statement.nodes[id];
            whole.push(match node {
                Node::Number(_) | Node::Ref(_) | Node::Member(_) | Node::SomeEntry => true,
                // A rational root of a whole number is whole.
                Node::Negative(a) | Node::Root(a) => is_whole(a),
                Node::Factorial(_) => true,
                Node::Binary(ClueOperator::Over | ClueOperator::Power, ..) => false,
                Node::Binary(_, a, b) => is_whole(a) && is_whole(b),
                Node::Call(
                    Function::Min | Function::Max | Function::Abs | Function::SquareRoot,
                    arguments,
                ) => arguments.iter().all(is_whole),
                Node::Call(..) => true,
            });
        }
        Self { statement, claim, cells, whole }
    }

    fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.statement.nodes[self.claim.nodes.clone()].iter()
    }

    fn at(&self, id: Id) -> usize {
        id - self.claim.nodes.start
    }

    fn up(&self, ranges: &mut [Interval]) -> Option<()> {
        for (i, node) in self.nodes().enumerate() {
            let range = |id: &Id| &ranges[self.at(*id)];
            let made = match node {
                Node::Number(number) => Interval::point(whole(number.clone())),
                // All that is known of them is known already.
                Node::Ref(_) | Node::Member(_) | Node::SomeEntry => Interval::ALL,
                Node::Negative(a) => range(a).negative(),
                Node::Binary(operator, a, b) => {
                    let (x, y, whole) = (range(a), range(b), self.whole[self.at(*b)]);
                    match operator {
                        ClueOperator::Plus => x.plus(y),
                        ClueOperator::Minus => x.minus(y),
                        ClueOperator::Times => x.times(y),
                        ClueOperator::Over => x.over(y, whole),
                        ClueOperator::Modulo => x.modulo(y),
                        ClueOperator::Power => x.power(y),
                    }
                }
                Node::Root(a) => range(a).square_root(),
                Node::Factorial(a) => factorial(range(a)),
                Node::Call(function, arguments) => {
                    let arguments: Vec<&Interval> = arguments.iter().map(range).collect();
                    self.call(*function, &arguments)
                }
            };
            ranges[i] = ranges[i].and(&made);
            self.round(ranges, i)?;
        }
        Some(())
    }

    /// Rounds a range to whole ends if it can; `None` if it is empty.
    fn round(&self, ranges: &mut [Interval], i: usize) -> Option<()> {
        if self.whole[i] {
            ranges[i] = ranges[i].rounded();
        }
        (!ranges[i].is_empty()).then_some(())
    }

    /// The range of a function's value.
    fn call(&self, function: Function, arguments: &[&Interval]) -> Interval {
        let first = arguments.first().copied().unwrap_or(&Interval::ALL);
        let zero = End::whole(0);
        let positive = i32::from(first.low >= End::whole(1));
        let up_to = |low: i32, high: End| Interval::new(End::whole(low), high);
        // Times the number of digits.
        let per_digit = |most: u32| first.high.at().map(|high| whole(most * length(high)));
        let at = |value: Option<_>| value.map_or(End::Above, End::At);
        match function {
            Function::DigitSum => up_to(positive, at(per_digit(9))),
            Function::DigitSquares => up_to(positive, at(per_digit(81))),
            Function::DigitProduct | Function::Reverse => {
                let most = first.high.at().map(|high| whole(power_of_ten(length(high))));
                up_to(0, at(most))
            }
            Function::Persistence => Interval::from(0),
            Function::Length => {
                let least = first.low.at().filter(|low| **low > whole(0)).map_or(1, length);
                Interval::new(End::whole(least), at(per_digit(1)))
            }
            Function::Digit => Interval::between(0, 9),
            Function::First | Function::Last => up_to(0, first.high.clone()),
            Function::Concat => {
                let lengths = arguments.iter().map(|argument| argument.high.at().map(length));
                let digits: Option<u32> = lengths.sum();
                up_to(0, at(digits.map(|digits| whole(power_of_ten(digits)))))
            }
            Function::Count => up_to(0, at(per_digit(1))),
            Function::Gcd => {
                let sizes = arguments.iter().map(|argument| size(argument));
                up_to(0, sizes.max().unwrap_or(End::Above))
            }
            Function::Lcm => {
                let sizes = arguments.iter().map(|argument| up_to(0, size(argument)));
                sizes.reduce(|a, b| a.times(&b)).unwrap_or(Interval::ALL)
            }
            Function::Min | Function::Max => {
                let pick = |a: &End, b: &End| match function {
                    Function::Min => a.min(b).clone(),
                    _ => a.max(b).clone(),
                };
                let join = |a: Interval, b: Interval| {
                    Interval::new(pick(&a.low, &b.low), pick(&a.high, &b.high))
                };
                let all = arguments.iter().map(|argument| (*argument).clone());
                all.reduce(join).unwrap_or(Interval::ALL)
            }
            Function::Abs if first.low >= zero => first.clone(),
            Function::Abs if first.high <= zero => first.negative(),
            Function::Abs => up_to(0, size(first)),
            // At least the number itself, at most all numbers up to it.
            Function::DivisorSum => {
                Interval::new((&first.low).max(&End::whole(1)).clone(), first.squared().high)
            }
            Function::DivisorCount => up_to(1, first.high.clone()),
            Function::LargestPrime => up_to(2, first.high.clone()),
            Function::SquareRoot => first.square_root(),
            Function::GridDigitSum => Interval::between(0, 9 * self.cells),
            Function::GridCount => Interval::between(0, self.cells),
        }
    }

    /// What the claim itself says.
    fn claim(&self, ranges: &mut [Interval]) -> Option<()> {
        match &self.claim.kind {
            ClaimKind::Chain(first, rest) => {
                let mut left = *first;
                let mut pairs = Vec::with_capacity(rest.len());
                for &(how, right) in rest {
                    pairs.push((self.at(left), how, self.at(right)));
                    left = right;
                }
                for &(a, how, b) in pairs.iter().chain(pairs.iter().rev()) {
                    self.compare(ranges, a, how, b)?;
                }
            }
            ClaimKind::Related(relation, ids) => {
                let ids: Vec<usize> = ids.iter().map(|&id| self.at(id)).collect();
                let clip = |ranges: &mut [Interval], at: usize, by: &Interval| {
                    ranges[at] = ranges[at].and(by);
                    self.round(ranges, at)
                };
                let (a, b) = (ids[0], ids[1]);
                match relation {
                    NumberRelation::Multiple => {
                        // At least twice as far from zero, on the same side.
                        let half = ranges[a].times(&Interval::point(whole(1) / whole(2)));
                        let divisor = half.hull(&Interval::between(0, 0));
                        clip(ranges, b, &divisor)?;
                    }
                    NumberRelation::Anagram | NumberRelation::Jumble => {
                        for (one, other) in [(a, b), (b, a)] {
                            let natural = ranges[other].and(&Interval::from(0));
                            clip(ranges, one, &same_length(&natural))?;
                        }
                    }
                    // Between a number and its double there is a prime.
                    NumberRelation::AdjacentPrimes => {
                        for (one, other) in [(a, b), (b, a)] {
                            let double = ranges[other].plus(&ranges[other]);
                            clip(ranges, one, &Interval::new(End::whole(2), double.high))?;
                        }
                    }
                    NumberRelation::OneOf => {
                        let others = ids[1..].iter().map(|&id| ranges[id].clone());
                        let hull = others.reduce(|one, two| one.hull(&two));
                        clip(ranges, a, &hull.unwrap_or(Interval::ALL))?;
                    }
                }
            }
        }
        Some(())
    }

    fn compare(
        &self,
        ranges: &mut [Interval],
        a: usize,
        how: ClueComparison,
        b: usize,
    ) -> Option<()> {
        let step = match self.whole[a] && self.whole[b] {
            true => Interval::between(1, 1),
            false => Interval::between(0, 0),
        };
        let (small, large, strict) = match how {
            ClueComparison::Equal => {
                let both = ranges[a].and(&ranges[b]);
                (ranges[a], ranges[b]) = (both.clone(), both);
                self.round(ranges, a)?;
                return self.round(ranges, b);
            }
            ClueComparison::NotEqual => return Some(()),
            ClueComparison::Less => (a, b, true),
            ClueComparison::AtMost => (a, b, false),
            ClueComparison::Greater => (b, a, true),
            ClueComparison::AtLeast => (b, a, false),
        };
        let step = if strict { step } else { Interval::between(0, 0) };
        let most = ranges[large].minus(&step).high;
        ranges[small] = ranges[small].and(&Interval::new(End::Below, most));
        let least = ranges[small].plus(&step).low;
        ranges[large] = ranges[large].and(&Interval::new(least, End::Above));
        self.round(ranges, small)?;
        self.round(ranges, large)
    }

    fn down(&self, ranges: &mut [Interval]) -> Option<()> {
        let nodes: Vec<&Node> = self.nodes().collect();
        for (i, node) in nodes.iter().enumerate().rev() {
            self.round(ranges, i)?;
            let own = ranges[i].clone();
            let clip = |ranges: &mut [Interval], id: Id, by: &Interval| {
                let at = self.at(id);
                ranges[at] = ranges[at].and(by);
                self.round(ranges, at)
            };
            match node {
                Node::Number(_) | Node::Ref(_) | Node::Member(_) | Node::SomeEntry => {}
                Node::Negative(a) => clip(ranges, *a, &own.negative())?,
                Node::Binary(operator, a, b) => {
                    let (x, y) = (ranges[self.at(*a)].clone(), ranges[self.at(*b)].clone());
                    let (whole_x, whole_y) = (self.whole[self.at(*a)], self.whole[self.at(*b)]);
                    match operator {
                        ClueOperator::Plus => {
                            clip(ranges, *a, &own.minus(&y))?;
                            clip(ranges, *b, &own.minus(&x))?;
                        }
                        ClueOperator::Minus => {
                            clip(ranges, *a, &own.plus(&y))?;
                            clip(ranges, *b, &x.minus(&own))?;
                        }
                        ClueOperator::Times => {
                            // Where nothing is nothing, the other factor may be anything.
                            let nonzero = !own.contains(0);
                            if nonzero || !y.contains(0) {
                                clip(ranges, *a, &own.over(&y, whole_y))?;
                            }
                            if nonzero || !x.contains(0) {
                                clip(ranges, *b, &own.over(&x, whole_x))?;
                            }
                        }
                        ClueOperator::Over => {
                            clip(ranges, *a, &own.times(&y))?;
                            if !own.contains(0) {
                                clip(ranges, *b, &x.over(&own, self.whole[i]))?;
                            }
                        }
                        ClueOperator::Modulo => {
                            // What is less than the divisor stays as it is.
                            let zero = End::whole(0);
                            if x.low >= zero && y.low >= zero && own.high < x.low {
                                clip(ranges, *b, &Interval::new(zero, x.high.clone()))?;
                            }
                        }
                        ClueOperator::Power => {
                            clip(ranges, *a, &Interval::base_of(&own, &y, &x, whole_x))?;
                            let x = ranges[self.at(*a)].clone();
                            clip(ranges, *b, &Interval::exponent_of(&own, &x))?;
                        }
                    }
                }
                Node::Root(a) => clip(ranges, *a, &own.squared())?,
                Node::Factorial(a) => clip(ranges, *a, &argument_of_factorial(&own))?,
                Node::Call(function, arguments) => {
                    for (k, id) in arguments.iter().enumerate() {
                        clip(ranges, *id, &argument_of(*function, k, &own))?;
                    }
                }
            }
        }
        Some(())
    }
}

/// What the k-th argument of a function can be, if its value is in the range.
fn argument_of(function: Function, k: usize, own: &Interval) -> Interval {
    let natural = Interval::from(0);
    match (function, k) {
        (Function::Min, _) => Interval::new(own.low.clone(), End::Above),
        (Function::Max, _) => Interval::new(End::Below, own.high.clone()),
        (Function::Abs, _) => Interval::around_zero(own.high.clone()),
        (Function::SquareRoot, _) => own.squared(),
        (Function::Gcd, _) => Interval::ALL,
        (Function::Lcm, _) if own.contains(0) => Interval::ALL,
        (Function::Lcm, _) => Interval::around_zero(own.high.clone()),
        // No number is greater than the sum of its divisors.
        (Function::DivisorSum, _) => Interval::new(End::whole(1), own.high.clone()),
        (Function::DivisorCount, _) => Interval::from(1),
        (Function::LargestPrime, _) => Interval::new(own.low.clone(), End::Above),
        (Function::Concat, _) => Interval::new(End::whole(0), own.high.clone()),
        (Function::Length, _) => {
            let digits = |end: &End| end.at().and_then(|end| u32::try_from(end.to_integer()).ok());
            let least = digits(&own.low).filter(|&low| low > 1);
            let low = least.map_or(End::whole(0), |low| End::whole(power_of_ten(low - 1)));
            let most = digits(&own.high).filter(|&high| high <= super::truth::MAX_DIGITS);
            Interval::new(low, most.map_or(End::Above, |high| End::whole(power_of_ten(high))))
        }
        (Function::First | Function::Last, 0) => Interval::new(own.low.clone(), End::Above),
        (Function::Digit | Function::First | Function::Last, 1) => Interval::from(1),
        (Function::Count, 1) | (Function::GridCount, _) => Interval::between(0, 9),
        _ => natural,
    }
}

/// The greatest distance from zero.
fn size(range: &Interval) -> End {
    range.high.clone().max(range.negative().high)
}

/// The numbers with as many digits as some number of the range, none of them negative.
fn same_length(range: &Interval) -> Interval {
    let least = range.low.at().map_or(1, length);
    let low = if least > 1 { power_of_ten(least - 1) } else { Zero::zero() };
    let high = range.high.at().map(|high| power_of_ten(length(high)));
    Interval::new(End::whole(low), high.map_or(End::Above, End::whole))
}

fn factorial(range: &Interval) -> Interval {
    let mut result = Interval::empty();
    let mut value = num_bigint::BigInt::one();
    for n in 0..=MAX_FACTORIAL {
        value *= n.max(1);
        if range.contains(n.into()) {
            result = result.hull(&Interval::between(value.clone(), value.clone()));
        }
    }
    result
}

fn argument_of_factorial(own: &Interval) -> Interval {
    let mut result = Interval::empty();
    let mut value = num_bigint::BigInt::one();
    for n in 0..=MAX_FACTORIAL {
        value *= n.max(1);
        let end = End::whole(value.clone());
        if own.low <= end && end <= own.high {
            result = result.hull(&Interval::between(n, n));
        }
    }
    result
}
