//! One comparison or relation over whole numbers, ready to be asked.
//!
//! An atom has *slots*, the names that it speaks of, and *choices*, the members of types that it
//! leaves open. Its operations stand in a list, each after its parts, so that neither asking nor
//! bounding needs recursion.
//!
//! Answers are `Some(true)`, `Some(false)`, or `None` if the question was given up.

use super::bounds::{AtomBounds, IntegerInterval};
use super::functions;
use super::generate::{estimate, members};
use super::number::{Missing, Number, Value};
use super::types::contains;
use crate::families::crossnumber::language::{
    ClueComparison, ClueOperator, Function, Id, NumberRelation, Ref, Type,
};

/// Where the values of names come from.
pub(crate) trait ValueSource {
    /// The value of a name; never asked for `this`.
    fn value(&self, name: Ref) -> i64;
}

/// A number of an atom.
#[derive(Clone, Debug)]
pub(crate) enum Operation {
    /// A constant.
    Constant(Value),
    /// The value of a slot.
    Slot(usize),
    /// The value of a choice.
    Choice(usize),
    /// Unary `-`
    Negative(Id),
    /// Two numbers and an operator.
    Binary(ClueOperator, Id, Id),
    /// `√`
    Root(Id),
    /// `!`
    Factorial(Id),
    /// A function.
    Call(Function, Vec<Id>),
}

/// What an atom claims.
#[derive(Clone, Debug)]
pub(crate) enum AtomClaim {
    /// Each pair compares in its way.
    Chain(Vec<(Id, ClueComparison, Id)>),
    /// The numbers are related.
    Related(NumberRelation, Vec<Id>),
}

/// Some member of a type.
#[derive(Clone, Debug)]
pub(crate) struct TypeChoice {
    /// The type.
    pub kind: Type,
    /// Its arguments.
    pub arguments: Vec<Id>,
    /// How it compares with constants.
    pub bounds: Vec<(ClueComparison, Value)>,
    /// The range that the type and the bounds leave.
    pub range: IntegerInterval,
}

/// One comparison, membership or relation.
#[derive(Clone, Debug)]
pub(crate) struct Atom {
    /// The names, each once.
    pub slots: Vec<Ref>,
    /// The members that are left open.
    pub choices: Vec<TypeChoice>,
    pub operations: Vec<Operation>,
    /// Whether an operation always yields a whole number, if it yields one.
    pub(super) whole: Vec<bool>,
    pub claim: AtomClaim,
    /// The numbers of `$multiple`, whose factor is the last choice.
    pub multiple: Option<[Id; 2]>,
}

/// An operation on large numbers costs as much as this many others.
const LARGE: usize = 20;

/// A choice has at most this many candidates.
const MAX_LISTED: usize = 100_000;

impl Atom {
    /// Whether the claim is true for these values of the slots. Each choice that is tried counts
    /// against `left`.
    pub(crate) fn holds(&self, slots: &[i64], left: &mut usize) -> Option<bool> {
        match self.choices.is_empty() {
            true => self.is_true(slots, &[]),
            false if self.membership().is_some() => self.is_member(slots),
            false if self.multiple.is_some() && self.choices.len() == 1 => self.is_multiple(slots),
            false => {
                let bounds = AtomBounds::new(self);
                self.exists(&bounds, slots, &mut vec![None; self.choices.len()], left)
            }
        }
    }

    /// How many operations it has; those on large numbers count for many.
    pub(crate) fn size(&self) -> usize {
        let large = self.operations.iter().any(|operation| match operation {
            Operation::Constant(Ok(number)) => {
                number.to_whole().is_none_or(|n| n.unsigned_abs() >> 64 != 0)
            }
            Operation::Binary(ClueOperator::Power, ..) => true,
            _ => false,
        });
        self.operations.len() * if large { LARGE } else { 1 }
    }

    /// The number of which the claim says that it is a member of a type, and nothing else.
    pub(crate) fn membership(&self) -> Option<Id> {
        let AtomClaim::Chain(pairs) = &self.claim else { return None };
        let [(number, ClueComparison::Equal, member)] = pairs[..] else { return None };
        let direct = matches!(self.operations[member], Operation::Choice(0));
        (direct && self.choices.len() == 1).then_some(number)
    }

    /// Whether the first number of `$multiple` is a multiple of the second.
    fn is_multiple(&self, slots: &[i64]) -> Option<bool> {
        let [a, b] = self.multiple.expect("the claim is about a multiple");
        // Neither is made of the factor.
        let values = match self.values(slots, &[2]) {
            Ok(values) => values,
            Err(Missing::NotANumber) => return Some(false),
            Err(Missing::GaveUp) => return None,
        };
        match Number::apply(ClueOperator::Over, &values[a], &values[b]) {
            Ok(factor) => Some(factor.is_whole() && factor >= Number::whole(2)),
            Err(Missing::NotANumber) => Some(values[a].is_zero()),
            Err(Missing::GaveUp) => None,
        }
    }

    /// The slot of which the claim says that it is a member of a type, and nothing else.
    pub(crate) fn slot_in_type(&self) -> Option<usize> {
        match self.operations[self.membership()?] {
            Operation::Slot(slot) if self.choices[0].arguments.is_empty() => Some(slot),
            _ => None,
        }
    }

    /// Whether that number is a member, however large it is.
    fn is_member(&self, slots: &[i64]) -> Option<bool> {
        let number = self.membership().expect("the claim is a membership");
        // Nothing is made of the member itself.
        let values = match self.values(slots, &[0]) {
            Ok(values) => values,
            Err(Missing::NotANumber) => return Some(false),
            Err(Missing::GaveUp) => return None,
        };
        self.belongs(0, &values[number], |id| Ok(&values[id]))
    }

    /// Whether a number is a member behind a choice.
    fn belongs<'n>(
        &self,
        choice: usize,
        number: &Number,
        value: impl Fn(Id) -> Result<&'n Number, Missing>,
    ) -> Option<bool> {
        let TypeChoice { kind, arguments, bounds, .. } = &self.choices[choice];
        let mut known = true;
        for (how, bound) in bounds {
            match bound {
                Ok(bound) if !how.holds(number, bound) => return Some(false),
                Ok(_) => {}
                Err(Missing::NotANumber) => return Some(false),
                Err(Missing::GaveUp) => known = false,
            }
        }
        let arguments: Result<Vec<Number>, Missing> =
            arguments.iter().map(|&id| value(id).cloned()).collect();
        match arguments.and_then(|arguments| contains(*kind, &arguments, number)) {
            Ok(true) => known.then_some(true),
            Ok(false) | Err(Missing::NotANumber) => Some(false),
            Err(Missing::GaveUp) => None,
        }
    }

    /// The numbers of all operations; "not a number" comes before "given up".
    fn values(&self, slots: &[i64], choices: &[i64]) -> Result<Vec<Number>, Missing> {
        let mut values = Vec::with_capacity(self.operations.len());
        self.fill(&mut values, slots, choices).map(|()| values)
    }

    /// The same in a place that was used before.
    fn fill(
        &self,
        values: &mut Vec<Number>,
        slots: &[i64],
        choices: &[i64],
    ) -> Result<(), Missing> {
        values.clear();
        for operation in &self.operations {
            match self.value(operation, values, slots, choices) {
                Ok(value) => values.push(value),
                Err(Missing::NotANumber) => return Err(Missing::NotANumber),
                Err(Missing::GaveUp) => return Err(self.missing(slots, choices)),
            }
        }
        Ok(())
    }

    /// Why not all operations have a number, if one was given up.
    fn missing(&self, slots: &[i64], choices: &[i64]) -> Missing {
        // What is made of something that was given up is not looked at: it is not known either.
        let mut values: Vec<Number> = Vec::with_capacity(self.operations.len());
        let mut known = Vec::with_capacity(self.operations.len());
        for operation in &self.operations {
            let is_known = parts(operation).iter().all(|&part| known[part]);
            let value = match is_known {
                true => self.value(operation, &values, slots, choices),
                false => Err(Missing::GaveUp),
            };
            if value == Err(Missing::NotANumber) {
                return Missing::NotANumber;
            }
            known.push(value.is_ok());
            values.push(value.unwrap_or(Number::whole(0)));
        }
        Missing::GaveUp
    }

    /// The value of one operation that no open type is part of.
    pub(crate) fn value_at(&self, id: Id, slots: &[i64]) -> Value {
        let value = |id: &Id| self.value_at(*id, slots);
        match &self.operations[id] {
            Operation::Constant(number) => number.clone(),
            Operation::Slot(slot) => Ok(slots[*slot].into()),
            Operation::Choice(_) => Err(Missing::GaveUp),
            Operation::Negative(a) => Ok(value(a)?.negative()),
            Operation::Binary(operator, a, b) => Number::apply(*operator, &value(a)?, &value(b)?),
            Operation::Root(a) => value(a)?.root(2),
            Operation::Factorial(a) => value(a)?.factorial(),
            Operation::Call(function, arguments) => {
                let arguments = arguments.iter().map(value).collect::<Result<Vec<_>, _>>()?;
                functions::apply(*function, &arguments)
            }
        }
    }

    /// The names that an operation is made of, each once; `None` if an open type is part of it.
    pub(crate) fn names_behind(&self, id: Id) -> Option<Vec<Ref>> {
        let mut names = Vec::new();
        let mut left = vec![id];
        while let Some(id) = left.pop() {
            match &self.operations[id] {
                Operation::Slot(slot) => names.push(self.slots[*slot]),
                Operation::Choice(_) => return None,
                operation => left.extend(parts(operation)),
            }
        }
        names.sort_unstable();
        names.dedup();
        Some(names)
    }

    /// Whether the claim is true for these values of slots and choices.
    fn is_true(&self, slots: &[i64], choices: &[i64]) -> Option<bool> {
        self.is_true_in(&mut Vec::with_capacity(self.operations.len()), slots, choices)
    }

    /// The same for repeated questions: `values` is where numbers are kept meanwhile.
    pub(crate) fn is_true_in(
        &self,
        values: &mut Vec<Number>,
        slots: &[i64],
        choices: &[i64],
    ) -> Option<bool> {
        match self.fill(values, slots, choices) {
            Ok(()) => {}
            Err(Missing::NotANumber) => return Some(false),
            Err(Missing::GaveUp) => return None,
        }
        let mut known = true;
        for (choice, &value) in choices.iter().enumerate() {
            match self.belongs(choice, &value.into(), |id| Ok(&values[id])) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => known = false,
            }
        }
        let truth = match &self.claim {
            AtomClaim::Chain(pairs) => {
                pairs.iter().all(|&(a, how, b)| how.holds(&values[a], &values[b]))
            }
            AtomClaim::Related(relation, arguments) => {
                let arguments: Vec<Number> =
                    arguments.iter().map(|&id| values[id].clone()).collect();
                functions::holds(*relation, &arguments).ok()?
            }
        };
        if truth { known.then_some(true) } else { Some(false) }
    }

    fn value(
        &self,
        operation: &Operation,
        values: &[Number],
        slots: &[i64],
        choices: &[i64],
    ) -> Value {
        match operation {
            Operation::Constant(number) => number.clone(),
            Operation::Slot(slot) => Ok(slots[*slot].into()),
            Operation::Choice(choice) => Ok(choices[*choice].into()),
            Operation::Negative(a) => Ok(values[*a].negative()),
            Operation::Binary(operator, a, b) => Number::apply(*operator, &values[*a], &values[*b]),
            Operation::Root(a) => values[*a].root(2),
            Operation::Factorial(a) => values[*a].factorial(),
            Operation::Call(function, arguments) => match arguments[..] {
                [id] => functions::apply(*function, std::slice::from_ref(&values[id])),
                _ => {
                    let arguments: Vec<Number> =
                        arguments.iter().map(|&id| values[id].clone()).collect();
                    functions::apply(*function, &arguments)
                }
            },
        }
    }

    /// Whether some members make the claim true; those that are set are tried as they are.
    fn exists(
        &self,
        bounds: &AtomBounds,
        slots: &[i64],
        choices: &mut [Option<i64>],
        left: &mut usize,
    ) -> Option<bool> {
        if *left == 0 {
            return None;
        }
        *left -= 1;
        let mut ranges = self.ranges(slots, choices);
        if !bounds.narrow(self, &mut ranges) {
            return Some(false);
        }
        let ranges = &ranges[self.slots.len()..];
        let open = (0..choices.len()).filter(|&i| choices[i].is_none());
        let count = |i: usize| estimate(self.choices[i].kind, ranges[i]);
        let Some(next) = open.min_by_key(|&i| count(i)) else {
            let choices: Vec<i64> = choices.iter().flatten().copied().collect();
            return self.is_true(slots, &choices);
        };
        let range = ranges[next].to_small()?;
        let kind = self.choices[next].kind;
        let arguments = self.arguments(next, slots, choices)?;
        let candidates = members(kind, &arguments, range, MAX_LISTED.min(*left), left)?;
        let mut answer = Some(false);
        for candidate in candidates {
            choices[next] = Some(candidate);
            match self.exists(bounds, slots, choices, left) {
                Some(true) => {
                    choices[next] = None;
                    return Some(true);
                }
                Some(false) => {}
                None => answer = None,
            }
        }
        choices[next] = None;
        answer
    }

    /// The arguments of a choice's type; `None` if another choice has to be made for them first, or
    /// one was given up.
    pub(crate) fn arguments(
        &self,
        choice: usize,
        slots: &[i64],
        choices: &[Option<i64>],
    ) -> Option<Vec<Number>> {
        let wanted = &self.choices[choice].arguments;
        let Some(&last) = wanted.iter().max() else { return Some(Vec::new()) };
        let mut values: Vec<Number> = Vec::new();
        let mut known: Vec<bool> = Vec::new();
        for operation in &self.operations[..=last] {
            let is_known = parts(operation).iter().all(|&part| known[part]);
            let value = match operation {
                _ if !is_known => None,
                Operation::Choice(other) => choices[*other].map(Number::from),
                other => self.value(other, &values, slots, &[]).ok(),
            };
            known.push(value.is_some());
            values.push(value.unwrap_or(Number::whole(0)));
        }
        let argument = |&id: &Id| known[id].then(|| values[id].clone());
        wanted.iter().map(argument).collect()
    }

    /// The slots that the arguments of a choice's type are made of.
    pub(crate) fn argument_slots(&self, choice: usize) -> Vec<usize> {
        let mut slots = Vec::new();
        let mut left = self.choices[choice].arguments.clone();
        while let Some(id) = left.pop() {
            match &self.operations[id] {
                Operation::Slot(slot) => slots.push(*slot),
                operation => left.extend(parts(operation)),
            }
        }
        slots
    }

    /// The two slots of which the claim says that they have the same digits, and nothing else.
    pub(crate) fn anagram(&self) -> Option<[usize; 2]> {
        let AtomClaim::Related(NumberRelation::Anagram | NumberRelation::Jumble, ids) = &self.claim
        else {
            return None;
        };
        match [&self.operations[ids[0]], &self.operations[ids[1]]] {
            [Operation::Slot(a), Operation::Slot(b)] if a != b => Some([*a, *b]),
            _ => None,
        }
    }

    /// Whether its numbers exist whatever the slots are: sums and products of known numbers.
    pub(crate) fn is_total(&self) -> bool {
        let simple = |one: &Operation| {
            matches!(
                one,
                Operation::Slot(_)
                    | Operation::Constant(Ok(_))
                    | Operation::Negative(_)
                    | Operation::Binary(
                        ClueOperator::Plus | ClueOperator::Minus | ClueOperator::Times,
                        ..
                    )
            )
        };
        self.choices.is_empty() && self.operations.iter().all(simple)
    }

    /// Whether the bounds of the slots say all that the claim does: order between sums in which no
    /// name occurs twice.
    pub(crate) fn bounds_suffice(&self) -> bool {
        let AtomClaim::Chain(pairs) = &self.claim else { return false };
        let mut seen = vec![false; self.slots.len()];
        let mut simple = |operation: &Operation| match operation {
            Operation::Slot(slot) => !std::mem::replace(&mut seen[*slot], true),
            Operation::Constant(Ok(number)) => {
                number.to_whole().is_some_and(|n| n.abs() < 1 << 100)
            }
            Operation::Negative(_) => true,
            Operation::Binary(ClueOperator::Plus | ClueOperator::Minus, ..) => true,
            _ => false,
        };
        pairs.len() == 1
            && !matches!(pairs[0].1, ClueComparison::Equal | ClueComparison::NotEqual)
            && self.operations.iter().all(&mut simple)
    }

    /// Ranges for slots with known values, then for choices.
    fn ranges(&self, slots: &[i64], choices: &[Option<i64>]) -> Vec<IntegerInterval> {
        let known = slots.iter().map(|&value| IntegerInterval::point(value.into()));
        let choices = choices.iter().zip(&self.choices).map(|(value, choice)| match value {
            Some(value) => IntegerInterval::point((*value).into()),
            None => choice.range,
        });
        known.chain(choices).collect()
    }
}

/// The operations that one is made of.
fn parts(operation: &Operation) -> Vec<Id> {
    match operation {
        Operation::Constant(_) | Operation::Slot(_) | Operation::Choice(_) => Vec::new(),
        Operation::Negative(a) | Operation::Root(a) | Operation::Factorial(a) => vec![*a],
        Operation::Binary(_, a, b) => vec![*a, *b],
        Operation::Call(_, arguments) => arguments.clone(),
    }
}
