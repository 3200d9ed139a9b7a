//! Conditions as constraints: what is claimed of numbers, and how claims are joined.
//!
//! An open type stands for a number of its own that belongs to the type. The solver chooses it, so it
//! may stand where it makes a condition true, never under `not`.

use xwc_encodings::Constraint;

use super::number::Fraction;
use super::product::{digits_of, length};
use super::sum::Sum;
use super::truth::Truth;
use super::{Closing, Open};
use crate::families::crossnumber::language::{ClueComparison, NumberRelation, Type};
use crate::families::crossnumber::lower::clue::{
    Atom, AtomBounds, AtomClaim, ClueFormula, IntegerInterval, Number, Operation, TypeChoice,
    members,
};

/// The members of a type are listed up to this many.
const MAX_MEMBERS: usize = 3_000;

/// With this effort.
const EFFORT: usize = 200_000;

/// A claim with more operations is left open; names do not count.
const MAX_OPERATIONS: usize = 300;

/// No longer prime is a multiple of these.
const SMALL_PRIMES: [i128; 6] = [2, 3, 5, 7, 11, 13];

/// Whether a claim is wanted to be true, or may be either.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Polarity {
    True,
    Either,
}

impl Closing<'_> {
    /// A condition that has to hold.
    pub(super) fn require_formula(&mut self, formula: &ClueFormula) -> Result<(), Open> {
        match formula {
            ClueFormula::And(all) => all.iter().try_for_each(|one| self.require_formula(one)),
            ClueFormula::Atom(atom) => self.require_atom(atom),
            ClueFormula::Or(some) => {
                let some = some.iter().map(|one| self.truth(one, Polarity::True));
                let some = some.collect::<Result<Vec<_>, Open>>()?;
                self.require_any(&some);
                Ok(())
            }
            ClueFormula::Not(part) => {
                let truth = self.truth(part, Polarity::Either)?;
                self.require(!truth);
                Ok(())
            }
        }
    }

    fn truth(&mut self, formula: &ClueFormula, polarity: Polarity) -> Result<Truth, Open> {
        match formula {
            ClueFormula::Atom(atom) => self.atom(atom, polarity),
            ClueFormula::And(parts) | ClueFormula::Or(parts) => {
                let parts = parts.iter().map(|part| self.truth(part, polarity));
                let parts = parts.collect::<Result<Vec<_>, Open>>()?;
                Ok(match formula {
                    ClueFormula::And(_) => self.all(&parts),
                    _ => self.any(&parts),
                })
            }
            ClueFormula::Not(part) => Ok(!self.truth(part, Polarity::Either)?),
        }
    }

    fn require_atom(&mut self, atom: &Atom) -> Result<(), Open> {
        check_length(atom)?;
        if let Some(number) = atom.membership()
            && let Some(choice) = atom.choices.first()
        {
            let number = self.value(atom, number, &[])?;
            if self.require_member(atom, choice, &number).is_ok() {
                return Ok(());
            }
        }
        let Some(choices) = self.choices(atom)? else {
            self.require(Truth::Known(false));
            return Ok(());
        };
        let AtomClaim::Chain(pairs) = &atom.claim else {
            let truth = self.claim(atom, &choices)?;
            self.require(truth);
            return Ok(());
        };
        for &(a, how, b) in pairs {
            let (a, b) = (self.value(atom, a, &choices)?, self.value(atom, b, &choices)?);
            let defined = a.defined.iter().chain(&b.defined).copied().collect::<Vec<_>>();
            defined.into_iter().for_each(|truth| self.require(truth));
            let difference = self.difference(&a, &b)?;
            self.require_compared(&difference, how)?;
        }
        Ok(())
    }

    /// Whether an atom is true; if a truth is wanted, it may be called false though it is true.
    fn atom(&mut self, atom: &Atom, polarity: Polarity) -> Result<Truth, Open> {
        check_length(atom)?;
        if polarity == Polarity::Either && !atom.choices.is_empty() {
            if let Some([a, b]) = atom.multiple {
                let (a, b) = (self.value(atom, a, &[])?, self.value(atom, b, &[])?);
                return self.is_multiple(&a, &b);
            }
            return Err(Open);
        }
        match self.choices(atom)? {
            Some(choices) => self.claim(atom, &choices),
            None => Ok(Truth::Known(false)),
        }
    }

    fn claim(&mut self, atom: &Atom, choices: &[Fraction]) -> Result<Truth, Open> {
        match &atom.claim {
            AtomClaim::Chain(pairs) => {
                let mut parts = Vec::new();
                for &(a, how, b) in pairs {
                    let (a, b) = (self.value(atom, a, choices)?, self.value(atom, b, choices)?);
                    let difference = self.difference(&a, &b)?;
                    parts.push(self.compared(&difference, how)?);
                    parts.extend(a.defined.iter().chain(&b.defined));
                }
                Ok(self.all(&parts))
            }
            AtomClaim::Related(relation, arguments) => {
                let arguments = arguments.iter().map(|&id| self.value(atom, id, choices));
                let arguments = arguments.collect::<Result<Vec<_>, Open>>()?;
                self.related(*relation, &arguments)
            }
        }
    }

    fn related(&mut self, relation: NumberRelation, arguments: &[Fraction]) -> Result<Truth, Open> {
        let mut parts: Vec<Truth> =
            arguments.iter().flat_map(|argument| argument.defined.iter().copied()).collect();
        match relation {
            NumberRelation::OneOf => {
                let mut some = Vec::new();
                for other in &arguments[1..] {
                    let difference = self.difference(&arguments[0], other)?;
                    some.push(self.compared(&difference, ClueComparison::Equal)?);
                }
                let some = self.any(&some);
                parts.push(some);
            }
            NumberRelation::Anagram | NumberRelation::Jumble => {
                let (one, defined) = self.exact_digits(&arguments[0])?;
                let (two, also) = self.exact_digits(&arguments[1])?;
                if one.len() != two.len() {
                    return Ok(Truth::Known(false));
                }
                parts.extend(defined.into_iter().chain(also));
                for digit in 0..10 {
                    let count = self.occurrences(&one, digit)?;
                    let difference = count.plus(&self.occurrences(&two, digit)?, -1)?;
                    parts.push(self.compared(&difference, ClueComparison::Equal)?);
                }
                if relation == NumberRelation::Jumble {
                    let difference = Sum::digits(&one)?.plus(&Sum::digits(&two)?, -1)?;
                    parts.push(self.compared(&difference, ClueComparison::NotEqual)?);
                }
            }
            NumberRelation::AdjacentPrimes | NumberRelation::Multiple => return Err(Open),
        }
        Ok(self.all(&parts))
    }

    /// Whether a whole number is at least twice another and leaves no remainder.
    fn is_multiple(&mut self, a: &Fraction, b: &Fraction) -> Result<Truth, Open> {
        if !a.is_whole() || !b.is_whole() || a.over.bounds(&self.model)?.0 < 0 {
            return Err(Open);
        }
        let rest = self.remainder(&a.over, &b.over)?;
        let whole = self.compared(&rest, ClueComparison::Equal)?;
        let twice = self.compared(&a.over.plus(&b.over, -2)?, ClueComparison::AtLeast)?;
        let defined = a.defined.iter().chain(&b.defined).copied();
        let parts: Vec<Truth> = [whole, twice].into_iter().chain(defined).collect();
        Ok(self.all(&parts))
    }

    /// A number for each open type of an atom; `None` if there is none.
    fn choices(&mut self, atom: &Atom) -> Result<Option<Vec<Fraction>>, Open> {
        if atom.choices.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let mut ranges = Vec::new();
        for name in &atom.slots {
            let (low, high) = self.names.get(name).ok_or(Open)?.over.bounds(&self.model)?;
            ranges.push(IntegerInterval::between(low, high));
        }
        ranges.extend(atom.choices.iter().map(|choice| choice.range));
        if !AtomBounds::new(atom).narrow(atom, &mut ranges) {
            return Ok(None);
        }
        let ranges = ranges.split_off(atom.slots.len());
        let mut choices = Vec::new();
        for (choice, range) in atom.choices.iter().zip(ranges) {
            let (low, high) = range.to_small().ok_or(Open)?;
            match self.choice(atom, choice, low.into(), high.into())? {
                Some(number) => choices.push(number),
                None => return Ok(None),
            }
        }
        Ok(Some(choices))
    }

    /// The arguments of a type, if they are constants.
    fn arguments(&self, atom: &Atom, choice: &TypeChoice) -> Result<Vec<Number>, Open> {
        let constant = |&id: &usize| atom.value_at(id, &[]).map_err(|_| Open);
        let names = choice.arguments.iter().map(|&id| atom.names_behind(id));
        if names.into_iter().any(|names| names.is_none_or(|names| !names.is_empty())) {
            return Err(Open);
        }
        choice.arguments.iter().map(constant).collect()
    }

    /// Some number of a type between two bounds; `None` if there is none.
    fn choice(
        &mut self,
        atom: &Atom,
        choice: &TypeChoice,
        low: i128,
        high: i128,
    ) -> Result<Option<Fraction>, Open> {
        let arguments = self.arguments(atom, choice)?;
        if let Some(list) = self.listed(choice, &arguments, low, high)? {
            return Ok(match list[..] {
                [] => None,
                [only] => Some(Fraction::whole(Sum::constant(only.into()))),
                _ => {
                    let places = length(i128::from(list[list.len() - 1]));
                    let row = |&member: &i64| digits_of(member.into(), places);
                    let rows: Vec<Vec<i64>> = list.iter().map(row).collect();
                    let vars = (0..places).map(|k| {
                        let domain = rows.iter().map(|row| row[k]).collect();
                        self.fresh("digit", domain)
                    });
                    let vars: Vec<_> = vars.collect();
                    self.model.require(Constraint::Table { vars: vars.clone(), rows });
                    Some(Fraction::of_digits(vars)?)
                }
            });
        }
        if low < 0 {
            return Err(Open);
        }
        // Bounds are those of the value; the roots that they allow are a few more.
        let root = |n: i128, k: u32| num_integer::Roots::nth_root(&n.max(0), k);
        let square = |closing: &mut Self, a: &Sum| closing.product(a, a);
        let (number, under) = match choice.kind {
            Type::Integer => (Sum::digits(&self.number(low, high)?)?, 1),
            Type::Even => (Sum::digits(&self.number((low + 1) / 2, high / 2)?)?.times(2)?, 1),
            Type::Odd => {
                let half = Sum::digits(&self.number(low / 2, (high - 1) / 2)?)?;
                (half.times(2)?.plus(&Sum::constant(1), 1)?, 1)
            }
            Type::Square => {
                let base = Sum::digits(&self.number(1, root(high, 2))?)?;
                (square(self, &base)?, 1)
            }
            Type::Cube => {
                let base = Sum::digits(&self.number(1, root(high, 3))?)?;
                let two = square(self, &base)?;
                (self.product(&two, &base)?, 1)
            }
            Type::Triangular => {
                let base = Sum::digits(&self.number(1, root(2 * high, 2))?)?;
                (square(self, &base)?.plus(&base, 1)?, 2)
            }
            Type::ConsecutiveSquares => {
                let base = Sum::digits(&self.number(1, root(high, 2))?)?;
                let two = square(self, &base)?.plus(&base, 1)?.times(2)?;
                (two.plus(&Sum::constant(1), 1)?, 1)
            }
            Type::TwoSquares => {
                let one = Sum::digits(&self.number(1, root(high, 2))?)?;
                let two = Sum::digits(&self.number(1, root(high, 2))?)?;
                (square(self, &one)?.plus(&square(self, &two)?, 1)?, 1)
            }
            _ => return Err(Open),
        };
        // The bounds of the type are part of what is said.
        let number = Fraction { under: Sum::constant(under), ..Fraction::whole(number) };
        for (how, bound) in [(ClueComparison::AtLeast, low), (ClueComparison::AtMost, high)] {
            let bound = Fraction::whole(Sum::constant(bound));
            let difference = self.difference(&number, &bound)?;
            self.require_compared(&difference, how)?;
        }
        Ok(Some(number))
    }

    /// The members of a type between two bounds that obey the bounds of the choice; `None` if they are
    /// many.
    fn listed(
        &self,
        choice: &TypeChoice,
        arguments: &[Number],
        low: i128,
        high: i128,
    ) -> Result<Option<Vec<i64>>, Open> {
        let small = |end: i128| i64::try_from(end).map_err(|_| Open);
        let range = (small(low)?, small(high)?);
        let Some(mut list) = members(choice.kind, arguments, range, MAX_MEMBERS, &mut { EFFORT })
        else {
            return Ok(None);
        };
        for (how, bound) in &choice.bounds {
            let bound = bound.as_ref().map_err(|_| Open)?;
            list.retain(|&member| how.holds(&Number::from(member), bound));
        }
        if list.first().is_some_and(|&member| member < 0) {
            return Err(Open);
        }
        Ok(Some(list))
    }

    /// What follows from a condition that stays open: a long prime is no multiple of a small one.
    pub(super) fn require_implied(&mut self, formula: &ClueFormula) -> Result<(), Open> {
        let ClueFormula::Atom(atom) = formula else { return Ok(()) };
        let (Some(number), Some(choice)) = (atom.membership(), atom.choices.first()) else {
            return Ok(());
        };
        if choice.kind != Type::Prime || check_length(atom).is_err() {
            return Ok(());
        }
        let number = self.value(atom, number, &[])?;
        let (low, _) = number.over.bounds(&self.model)?;
        if !number.is_whole() || !number.defined.is_empty() {
            return Ok(());
        }
        for prime in SMALL_PRIMES.into_iter().filter(|&prime| low > prime) {
            let rest = self.remainder(&number.over, &Sum::constant(prime))?;
            self.require_compared(&rest, ClueComparison::NotEqual)?;
        }
        Ok(())
    }

    /// A number belongs to a type: required of its digits.
    fn require_member(
        &mut self,
        atom: &Atom,
        choice: &TypeChoice,
        number: &Fraction,
    ) -> Result<(), Open> {
        let arguments = self.arguments(atom, choice)?;
        let plain = number.is_whole() && choice.bounds.is_empty();
        if plain && choice.kind == Type::Integer {
            number.defined.iter().for_each(|&truth| self.require(truth));
            return Ok(());
        }
        if plain && matches!(choice.kind, Type::Even | Type::Odd) {
            let rest = self.remainder(&number.over, &Sum::constant(2))?;
            let wanted = Sum::constant(i128::from(choice.kind == Type::Odd));
            number.defined.iter().for_each(|&truth| self.require(truth));
            return self.require_compared(&rest.plus(&wanted, -1)?, ClueComparison::Equal);
        }
        if plain
            && matches!(choice.kind, Type::Palindrome | Type::DistinctDigits)
            && let Ok((digits, defined)) = self.exact_digits(number)
            && digits.len() > 3
        {
            defined.into_iter().for_each(|truth| self.require(truth));
            if choice.kind == Type::DistinctDigits {
                self.model.require(Constraint::AllDifferent(digits));
                return Ok(());
            }
            let half = digits.len() / 2;
            for (&one, &two) in digits[..half].iter().zip(digits.iter().rev()) {
                let difference = Sum::var(one).plus(&Sum::var(two), -1)?;
                self.require_compared(&difference, ClueComparison::Equal)?;
            }
            return Ok(());
        }
        if !number.is_whole() || choice.kind.is_signed() {
            return Err(Open);
        }
        let (low, high) = number.over.bounds(&self.model)?;
        let Some(list) = self.listed(choice, &arguments, low.max(0), high)? else {
            return Err(Open);
        };
        let (digits, defined) = self.digits(number)?;
        defined.into_iter().for_each(|truth| self.require(truth));
        let rows = list.iter().map(|&member| digits_of(member.into(), digits.len())).collect();
        self.model.require(Constraint::Table { vars: digits, rows });
        Ok(())
    }
}

/// Long claims are left open.
fn check_length(atom: &Atom) -> Result<(), Open> {
    let is_name = |operation: &&Operation| matches!(operation, Operation::Slot(_));
    let names = atom.operations.iter().filter(is_name).count();
    if atom.operations.len() - names > MAX_OPERATIONS { Err(Open) } else { Ok(()) }
}
