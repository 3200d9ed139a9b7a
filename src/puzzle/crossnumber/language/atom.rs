//! One comparison or relation over whole numbers, ready to be asked.
//!
//! An atom has *slots*, the names that it speaks of, and *choices*, the members of types that it
//! leaves open. Its operations stand in a list, each after its parts, so that neither asking nor
//! bounding needs recursion.

use super::bounds::{Bounds, Interval};
use super::functions::{Function, Relation};
use super::generate::members;
use super::number::Number;
use super::tree::{Comparison, Id, Operator, Ref};
use super::types::Type;

/// Where the values of names come from.
pub trait Values {
    /// The value of a name; never asked for `this`.
    fn value(&self, name: Ref) -> i64;
}

/// A number of an atom.
#[derive(Clone, Debug)]
pub enum Operation {
    /// A constant.
    Number(Number),
    /// The value of a slot.
    Slot(usize),
    /// The value of a choice.
    Choice(usize),
    /// Unary `-`
    Negative(Id),
    /// Two numbers and an operator.
    Binary(Operator, Id, Id),
    /// `√`
    Root(Id),
    /// `!`
    Factorial(Id),
    /// A function.
    Call(Function, Vec<Id>),
}

/// What an atom claims.
#[derive(Clone, Debug)]
pub enum Claim {
    /// Each pair compares in its way.
    Chain(Vec<(Id, Comparison, Id)>),
    /// The number is no member of the type.
    NotIn(Id, Type, Vec<Id>),
    /// The numbers are related.
    Related(Relation, Vec<Id>),
}

/// Some member of a type.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The type.
    pub kind: Type,
    /// Its arguments.
    pub arguments: Vec<Id>,
}

/// One comparison, membership or relation.
#[derive(Clone, Debug)]
pub struct Atom {
    /// The names, each once.
    pub slots: Vec<Ref>,
    /// The members that are left open.
    pub choices: Vec<Choice>,
    pub(super) operations: Vec<Operation>,
    /// Whether an operation always yields a whole number.
    pub(super) whole: Vec<bool>,
    pub(super) claim: Claim,
}

/// A choice has at most so many candidates that are tried where no bound is known.
const MAX_TRIED: usize = 20_000;

/// A choice has at most so many candidates where its range is known.
const MAX_LISTED: usize = 1_000_000;

/// All choices of one question together have at most so many.
const MAX_ASKED: usize = 2_000_000;

impl Atom {
    /// Whether the claim is true for these values of the slots.
    pub fn holds(&self, slots: &[i64]) -> bool {
        match self.choices.is_empty() {
            true => self.is_true(slots, &[]),
            false if self.membership().is_some() => self.is_member(slots),
            false => {
                let bounds = Bounds::new(self);
                let mut left = MAX_ASKED;
                self.exists(&bounds, slots, &mut vec![None; self.choices.len()], &mut left)
            }
        }
    }

    /// The number of which the claim says that it is a member of a type, and nothing else.
    fn membership(&self) -> Option<Id> {
        let Claim::Chain(pairs) = &self.claim else { return None };
        let [(number, Comparison::Equal, member)] = pairs[..] else { return None };
        let direct = matches!(self.operations[member], Operation::Choice(0));
        (direct && self.choices.len() == 1).then_some(number)
    }

    /// Whether that number is a member, however large it is.
    fn is_member(&self, slots: &[i64]) -> bool {
        let mut values: Vec<Number> = Vec::with_capacity(self.operations.len());
        for operation in &self.operations {
            let value = match operation {
                // Nothing is made of the member itself.
                Operation::Choice(_) => Some(Number::whole(0)),
                other => self.value(other, &values, slots, &[]),
            };
            match value {
                Some(value) => values.push(value),
                None => return false,
            }
        }
        let Choice { kind, arguments } = &self.choices[0];
        let number = self.membership().expect("the claim is a membership");
        kind.contains(&pick(&values, arguments), &values[number])
    }

    /// Whether the claim is true for these values of slots and choices.
    pub fn is_true(&self, slots: &[i64], choices: &[i64]) -> bool {
        let mut values: Vec<Number> = Vec::with_capacity(self.operations.len());
        for operation in &self.operations {
            match self.value(operation, &values, slots, choices) {
                Some(value) => values.push(value),
                None => return false,
            }
        }
        let members = self.choices.iter().zip(choices).all(|(choice, &value)| {
            choice.kind.contains(&pick(&values, &choice.arguments), &value.into())
        });
        members
            && match &self.claim {
                Claim::Chain(pairs) => {
                    pairs.iter().all(|&(a, how, b)| how.holds(&values[a], &values[b]))
                }
                Claim::NotIn(number, kind, arguments) => {
                    !kind.contains(&pick(&values, arguments), &values[*number])
                }
                Claim::Related(relation, arguments) => relation.holds(&pick(&values, arguments)),
            }
    }

    fn value(
        &self,
        operation: &Operation,
        values: &[Number],
        slots: &[i64],
        choices: &[i64],
    ) -> Option<Number> {
        match operation {
            Operation::Number(number) => Some(number.clone()),
            Operation::Slot(slot) => Some(slots[*slot].into()),
            Operation::Choice(choice) => Some(choices[*choice].into()),
            Operation::Negative(a) => values[*a].negative(),
            Operation::Binary(operator, a, b) => operator.apply(&values[*a], &values[*b]),
            Operation::Root(a) => values[*a].root(2),
            Operation::Factorial(a) => values[*a].factorial(),
            Operation::Call(function, arguments) => function.apply(&pick(values, arguments)),
        }
    }

    /// Whether some members make the claim true; those that are set are tried as they are.
    fn exists(
        &self,
        bounds: &Bounds,
        slots: &[i64],
        choices: &mut [Option<i64>],
        left: &mut usize,
    ) -> bool {
        if *left == 0 {
            return false;
        }
        *left -= 1;
        let mut ranges = self.ranges(slots, choices);
        if !bounds.narrow(self, &mut ranges) {
            return false;
        }
        let ranges = &ranges[self.slots.len()..];
        let open = (0..choices.len()).filter(|&i| choices[i].is_none());
        let count = |i: usize| self.choices[i].kind.estimate(ranges[i].low, ranges[i].high);
        let Some(next) = open.min_by(|&a, &b| count(a).total_cmp(&count(b))) else {
            let choices: Vec<i64> = choices.iter().flatten().copied().collect();
            return self.is_true(slots, &choices);
        };
        let (low, high) = ranges[next].to_whole();
        let kind = self.choices[next].kind;
        let arguments = self.arguments(next, slots, choices);
        let listed = arguments
            .as_ref()
            .and_then(|arguments| members(kind, arguments, low, high, MAX_LISTED));
        let candidates = listed.unwrap_or_else(|| {
            // From what is nearest to zero outwards; the choice itself is tested at the end.
            let start = 0.clamp(low, high);
            let up = (start..=high).take(MAX_TRIED);
            let down = (low..start).rev().take(MAX_TRIED);
            let mut near: Vec<i64> = up.chain(down).collect();
            near.sort_by_key(|value| value.unsigned_abs());
            near
        });
        for candidate in candidates {
            let fits = |arguments: &Vec<Number>| kind.contains(arguments, &candidate.into());
            if arguments.as_ref().is_none_or(fits) {
                choices[next] = Some(candidate);
                if self.exists(bounds, slots, choices, left) {
                    return true;
                }
            }
        }
        choices[next] = None;
        false
    }

    /// The arguments of a choice's type, if no other choice has to be made for them first.
    pub fn arguments(
        &self,
        choice: usize,
        slots: &[i64],
        choices: &[Option<i64>],
    ) -> Option<Vec<Number>> {
        let wanted = &self.choices[choice].arguments;
        let Some(&last) = wanted.iter().max() else { return Some(Vec::new()) };
        let mut values: Vec<Number> = Vec::new();
        for operation in &self.operations[..=last] {
            let value = match operation {
                Operation::Choice(other) => Number::from(choices[*other]?),
                other => self.value(other, &values, slots, &[]).unwrap_or(Number::whole(0)),
            };
            values.push(value);
        }
        Some(pick(&values, wanted))
    }

    /// The slots that the arguments of a choice's type are made of.
    pub fn argument_slots(&self, choice: usize) -> Vec<usize> {
        let mut slots = Vec::new();
        let mut left = self.choices[choice].arguments.clone();
        while let Some(id) = left.pop() {
            match &self.operations[id] {
                Operation::Slot(slot) => slots.push(*slot),
                Operation::Number(_) | Operation::Choice(_) => {}
                Operation::Negative(a) | Operation::Root(a) | Operation::Factorial(a) => {
                    left.push(*a);
                }
                Operation::Binary(_, a, b) => left.extend([*a, *b]),
                Operation::Call(_, arguments) => left.extend(arguments),
            }
        }
        slots
    }

    /// The two slots of which the claim says that they have the same digits, and nothing else.
    pub fn anagram(&self) -> Option<[usize; 2]> {
        let Claim::Related(Relation::Anagram | Relation::Jumble, ids) = &self.claim else {
            return None;
        };
        match [&self.operations[ids[0]], &self.operations[ids[1]]] {
            [Operation::Slot(a), Operation::Slot(b)] if a != b => Some([*a, *b]),
            _ => None,
        }
    }

    /// Whether its numbers exist whatever the slots are: sums, and at most one product, which stays
    /// below the limit.
    pub(super) fn is_total(&self) -> bool {
        let product = |one: &&Operation| matches!(one, Operation::Binary(Operator::Times, ..));
        let simple = |one: &Operation| {
            matches!(
                one,
                Operation::Slot(_)
                    | Operation::Number(_)
                    | Operation::Negative(_)
                    | Operation::Binary(Operator::Plus | Operator::Minus | Operator::Times, ..)
            )
        };
        let small = |one: &Operation| match one {
            Operation::Number(number) => number.to_float().abs() < 1e15,
            _ => true,
        };
        self.choices.is_empty()
            && self.operations.iter().filter(product).count() <= 1
            && self.operations.iter().all(|one| simple(one) && small(one))
    }

    /// Whether the bounds of the slots say all that the claim does: order between sums in which no
    /// name occurs twice.
    pub fn bounds_suffice(&self) -> bool {
        let Claim::Chain(pairs) = &self.claim else { return false };
        let mut seen = vec![false; self.slots.len()];
        let mut simple = |operation: &Operation| match operation {
            Operation::Slot(slot) => !std::mem::replace(&mut seen[*slot], true),
            Operation::Number(_) | Operation::Negative(_) => true,
            Operation::Binary(Operator::Plus | Operator::Minus, ..) => true,
            _ => false,
        };
        pairs.len() == 1
            && !matches!(pairs[0].1, Comparison::Equal | Comparison::NotEqual)
            && self.operations.iter().all(&mut simple)
            && self.whole.iter().all(|&whole| whole)
    }

    /// Ranges for slots with known values, then for choices.
    fn ranges(&self, slots: &[i64], choices: &[Option<i64>]) -> Vec<Interval> {
        let known = slots.iter().map(|&value| Interval::point(value as f64));
        let choices = choices.iter().zip(&self.choices).map(|(value, choice)| match value {
            Some(value) => Interval::point(*value as f64),
            None => choice.kind.range(),
        });
        known.chain(choices).collect()
    }
}

fn pick(values: &[Number], ids: &[Id]) -> Vec<Number> {
    ids.iter().map(|&id| values[id].clone()).collect()
}

impl Type {
    /// Everything that a member can be.
    pub fn range(self) -> Interval {
        match self {
            _ if self.is_signed() => Interval::LINE,
            Type::Prime | Type::Factor => Interval { low: 2.0, high: Interval::LINE.high },
            _ => Interval { low: 1.0, high: Interval::LINE.high },
        }
    }

    /// About how many members there are in a range.
    pub fn estimate(self, low: f64, high: f64) -> f64 {
        let width = (high - low + 1.0).max(0.0);
        let (low, high) = (low.max(0.0), high.max(0.0));
        let between = |f: fn(f64) -> f64| f(high) - f(low) + 1.0;
        let estimate = match self {
            Type::Square | Type::Triangular | Type::Palindrome | Type::ConsecutiveSquares => {
                1.5 * between(f64::sqrt)
            }
            Type::Power => 1.2 * between(f64::sqrt),
            Type::Cube | Type::Power3 | Type::Pyramidal => 1.5 * between(f64::cbrt),
            Type::PowerOf | Type::Fibonacci | Type::Lucas | Type::Catalan | Type::Perfect => 12.0,
            Type::Repdigit | Type::Consecutive => 30.0,
            Type::Ascending | Type::Descending => 300.0,
            Type::Prime => width / (high + 3.0).ln() * 1.2 + 1.0,
            Type::Even | Type::Odd => width / 2.0,
            _ => width,
        };
        estimate.min(width)
    }
}
