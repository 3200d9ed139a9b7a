//! The numbers of a condition: each operation becomes a quotient of two sums.

use xwc_encodings::VarId;

use super::sum::Sum;
use super::truth::Truth;
use super::{Closing, Open};
use crate::families::crossnumber::language::{ClueComparison, ClueOperator, Id};
use crate::families::crossnumber::lower::clue::{Atom, Missing, Number, Operation};

/// A value that depends on more fillings is not listed.
const MAX_TABULATED: u64 = 6_000;

/// Larger powers are left open.
const MAX_EXPONENT: i128 = 8;

/// A number: one sum over another, which is positive.
#[derive(Clone, Debug)]
pub(super) struct Fraction {
    pub over: Sum,
    pub under: Sum,
    /// If it is whole and not negative: the variables of its digits, least significant first. The
    /// first ones may be 0.
    pub digits: Option<Vec<VarId>>,
    /// What has to hold so that there is such a number; if it does not, the sums mean nothing.
    pub defined: Vec<Truth>,
}

impl Fraction {
    pub(super) fn whole(sum: Sum) -> Self {
        Self { over: sum, under: Sum::constant(1), digits: None, defined: Vec::new() }
    }

    pub(super) fn of_digits(digits: Vec<VarId>) -> Result<Self, Open> {
        Ok(Self { digits: Some(digits.clone()), ..Self::whole(Sum::digits(&digits)?) })
    }

    /// No number at all.
    pub(super) fn missing() -> Self {
        Self { defined: vec![Truth::Known(false)], ..Self::whole(Sum::constant(0)) }
    }

    /// The same where these hold as well.
    pub(super) fn where_defined(mut self, others: &[&Fraction]) -> Self {
        for other in others {
            self.defined.extend(&other.defined);
        }
        self
    }

    pub(super) fn is_whole(&self) -> bool {
        self.under.as_constant() == Some(1)
    }

    /// The value, if it is a whole constant.
    pub(super) fn as_constant(&self) -> Option<i128> {
        self.over.as_constant().filter(|_| self.is_whole())
    }
}

impl Closing<'_> {
    /// What an operation of an atom comes to. Open types have become the given numbers.
    pub(super) fn value(
        &mut self,
        atom: &Atom,
        id: Id,
        choices: &[Fraction],
    ) -> Result<Fraction, Open> {
        let closed = self.operation(atom, id, choices);
        match closed {
            Ok(value) => Ok(value),
            Err(Open) => self.by_table(atom, id),
        }
    }

    fn operation(&mut self, atom: &Atom, id: Id, choices: &[Fraction]) -> Result<Fraction, Open> {
        match &atom.operations[id] {
            Operation::Constant(Ok(number)) => {
                let (over, under) = number.to_fraction().ok_or(Open)?;
                let constant = Fraction::whole(Sum::constant(over));
                Ok(Fraction { under: Sum::constant(under), ..constant })
            }
            Operation::Constant(Err(Missing::NotANumber)) => Ok(Fraction::missing()),
            Operation::Constant(Err(Missing::GaveUp)) => Err(Open),
            Operation::Slot(slot) => self.names.get(&atom.slots[*slot]).cloned().ok_or(Open),
            Operation::Choice(choice) => choices.get(*choice).cloned().ok_or(Open),
            Operation::Negative(a) => {
                let a = self.value(atom, *a, choices)?;
                Ok(Fraction { over: a.over.times(-1)?, digits: None, ..a })
            }
            Operation::Binary(operator, a, b) => {
                let (a, b) = (self.value(atom, *a, choices)?, self.value(atom, *b, choices)?);
                self.binary(*operator, &a, &b)
            }
            Operation::Root(_) | Operation::Factorial(_) => Err(Open),
            Operation::Call(function, arguments) => {
                let arguments: Vec<Fraction> = arguments
                    .iter()
                    .map(|&argument| self.value(atom, argument, choices))
                    .collect::<Result<_, Open>>()?;
                self.call(*function, &arguments)
            }
        }
    }

    fn binary(
        &mut self,
        operator: ClueOperator,
        a: &Fraction,
        b: &Fraction,
    ) -> Result<Fraction, Open> {
        let result = match operator {
            ClueOperator::Plus => self.added(a, b, 1)?,
            ClueOperator::Minus => self.added(a, b, -1)?,
            ClueOperator::Times => Fraction {
                under: self.product(&a.under, &b.under)?,
                ..Fraction::whole(self.product(&a.over, &b.over)?)
            },
            ClueOperator::Over => {
                let (divisor, defined) = self.divisor(&b.over)?;
                Fraction {
                    under: self.product(&a.under, &divisor)?,
                    defined,
                    ..Fraction::whole(self.product(&a.over, &b.under)?)
                }
            }
            ClueOperator::Modulo if a.is_whole() && b.is_whole() => {
                let (divisor, defined) = self.divisor(&b.over)?;
                Fraction { defined, ..Fraction::whole(self.remainder(&a.over, &divisor)?) }
            }
            ClueOperator::Modulo => return Err(Open),
            ClueOperator::Power => {
                let exponent = b.as_constant().filter(|k| (1..=MAX_EXPONENT).contains(k));
                let mut power = a.clone();
                for _ in 1..exponent.ok_or(Open)? {
                    power.over = self.product(&power.over, &a.over)?;
                    power.under = self.product(&power.under, &a.under)?;
                    power.digits = None;
                }
                power
            }
        };
        Ok(result.where_defined(&[a, b]))
    }

    fn added(&mut self, a: &Fraction, b: &Fraction, sign: i128) -> Result<Fraction, Open> {
        if a.under == b.under {
            let over = a.over.plus(&b.over, sign)?;
            return Ok(Fraction { under: a.under.clone(), ..Fraction::whole(over) });
        }
        let left = self.product(&a.over, &b.under)?;
        let right = self.product(&b.over, &a.under)?;
        let under = self.product(&a.under, &b.under)?;
        Ok(Fraction { under, ..Fraction::whole(left.plus(&right, sign)?) })
    }

    /// A divisor that is never 0, and where it is the one that was asked for.
    fn divisor(&mut self, sum: &Sum) -> Result<(Sum, Vec<Truth>), Open> {
        let (low, high) = sum.bounds(&self.model)?;
        if low > 0 {
            return Ok((sum.clone(), Vec::new()));
        }
        if low < 0 {
            return Err(Open);
        }
        // A divisor of 0 becomes 1, and there is no number then. The divisor is 1 more than a number of
        // its own, so that its bounds show that it is positive.
        let zero = self.compared(sum, ClueComparison::Equal)?;
        let raised = self.indicator(zero);
        let raised = sum.plus(&raised, 1)?;
        let less = Sum::digits(&self.number(0, (high - 1).max(0))?)?;
        let divisor = less.plus(&Sum::constant(1), 1)?;
        self.require_compared(&divisor.plus(&raised, -1)?, ClueComparison::Equal)?;
        Ok((divisor, vec![!zero]))
    }

    /// A number as one sum, where it is whole.
    pub(super) fn whole(&mut self, number: &Fraction) -> Result<(Sum, Vec<Truth>), Open> {
        let mut defined = number.defined.clone();
        if number.is_whole() {
            return Ok((number.over.clone(), defined));
        }
        let (quotient, rest) = self.divided(&number.over, &number.under)?;
        defined.push(self.compared(&rest, ClueComparison::Equal)?);
        Ok((quotient, defined))
    }

    /// The digits of a number, least significant first, where it is whole and not negative.
    pub(super) fn digits(&mut self, number: &Fraction) -> Result<(Vec<VarId>, Vec<Truth>), Open> {
        if let Some(digits) = &number.digits {
            return Ok((digits.clone(), number.defined.clone()));
        }
        let (sum, mut defined) = self.whole(number)?;
        if let Some((&var, 1)) = sum.terms.iter().next().map(|(var, &k)| (var, k))
            && sum == Sum::var(var)
            && self.ends(var)?.0 >= 0
        {
            return Ok((self.digits_of_var(var)?, defined));
        }
        let columns = self.columns(&sum)?;
        if let Some(carry) = columns.carry {
            defined.push(self.is(carry, 0));
        }
        Ok((columns.digits, defined))
    }

    /// The difference of two numbers, up to a positive factor.
    pub(super) fn difference(&mut self, a: &Fraction, b: &Fraction) -> Result<Sum, Open> {
        Ok(self.added(a, b, -1)?.over)
    }

    /// A value that only small names decide, as a table.
    fn by_table(&mut self, atom: &Atom, id: Id) -> Result<Fraction, Open> {
        let names = atom.names_behind(id).ok_or(Open)?;
        let support = self.support(&names)?;
        let rows = self.combinations(&support, MAX_TABULATED)?;
        let mut table = Vec::new();
        let mut all_defined = true;
        for row in rows {
            let slots = self.slot_values(&atom.slots, &support, &row);
            let value = match atom.value_at(id, &slots) {
                Ok(value) => value.to_whole().filter(|value| *value >= 0).ok_or(Open)?,
                Err(Missing::NotANumber) => -1,
                Err(Missing::GaveUp) => return Err(Open),
            };
            all_defined &= value >= 0;
            table.push((row, value));
        }
        if all_defined {
            return Ok(Fraction::whole(self.tabulated(support, table)?));
        }
        // Whether there is a number is a column of its own.
        let flags = table.iter().map(|(row, value)| (row.clone(), i128::from(*value >= 0)));
        let flags = flags.collect();
        let is_number = self.tabulated(support.clone(), flags)?;
        let defined =
            self.compared(&is_number.plus(&Sum::constant(1), -1)?, ClueComparison::Equal)?;
        let values = table.into_iter().map(|(row, value)| (row, value.max(0))).collect();
        let sum = self.tabulated(support, values)?;
        Ok(Fraction { defined: vec![defined], ..Fraction::whole(sum) })
    }
}

/// A constant as a fraction of 128-bit numbers.
impl Number {
    fn to_fraction(&self) -> Option<(i128, i128)> {
        match self {
            Self::Small(over, under) => Some((*over, *under)),
            Self::Large(_) => None,
        }
    }
}
