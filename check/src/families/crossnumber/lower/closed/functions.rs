//! Functions of digits, extremes, and what else has a closed form.

use xwc_encodings::{Constraint, Domain, Literal, VarId};

use super::number::Fraction;
use super::sum::Sum;
use super::truth::Truth;
use super::{Closing, Open};
use crate::families::crossnumber::language::{ClueComparison, Function};

impl Closing<'_> {
    /// The value of a function. For functions of the grid its cells come after the arguments.
    pub(super) fn call(
        &mut self,
        function: Function,
        arguments: &[Fraction],
    ) -> Result<Fraction, Open> {
        let place = |k: usize| arguments.get(k).and_then(Fraction::as_constant).ok_or(Open);
        match function {
            Function::DigitSum => self.of_digits(&arguments[0], |_, digits| sum_of(&digits)),
            Function::DigitSquares => self.of_digits(&arguments[0], |closing, digits| {
                digits.into_iter().try_fold(Sum::default(), |sum, digit| {
                    let digit = Sum::var(digit);
                    sum.plus(&closing.product(&digit, &digit)?, 1)
                })
            }),
            Function::DigitProduct => self.of_digits(&arguments[0], Self::digit_product),
            Function::Length => self.of_digits(&arguments[0], |closing, digits| {
                let used = closing.used(&digits);
                let one = Sum::constant(1);
                used.into_iter().try_fold(one, |sum, used| sum.plus(&closing.indicator(used), 1))
            }),
            Function::Count => {
                let digit = place(1)?;
                self.of_digits(&arguments[0], |closing, digits| closing.count(&digits, digit))
            }
            Function::Reverse => {
                let (mut digits, defined) = self.exact_digits(&arguments[0])?;
                digits.reverse();
                Ok(Fraction { defined, ..Fraction::of_digits(digits)? })
            }
            Function::Digit | Function::First | Function::Last => {
                let (digits, defined) = self.exact_digits(&arguments[0])?;
                let k = usize::try_from(place(1)?).map_err(|_| Open)?;
                if k == 0 || k > digits.len() {
                    return Ok(Fraction::missing());
                }
                let n = digits.len();
                let part = match function {
                    Function::Digit => &digits[n - k..=n - k],
                    Function::First => &digits[n - k..],
                    _ => &digits[..k],
                };
                Ok(Fraction { defined, ..Fraction::of_digits(part.to_vec())? })
            }
            Function::Concat => {
                let (mut all, mut where_defined) = (Vec::new(), Vec::new());
                for (i, argument) in arguments.iter().enumerate().rev() {
                    // Before the first one there is nothing that zeros could shift.
                    let (digits, defined) = match i {
                        0 => self.digits(argument)?,
                        _ => self.exact_digits(argument)?,
                    };
                    all.extend(digits);
                    where_defined.extend(defined);
                }
                Ok(Fraction { defined: where_defined, ..Fraction::of_digits(all)? })
            }
            Function::Min => self.extreme(arguments, ClueComparison::AtMost),
            Function::Max => self.extreme(arguments, ClueComparison::AtLeast),
            Function::Abs => {
                let a = &arguments[0];
                let negated = a.over.times(-1)?;
                let positive = self.compared(&a.over, ClueComparison::AtLeast)?;
                let over = self.chosen(positive, &a.over, &negated)?;
                Ok(Fraction { over, digits: None, ..a.clone() })
            }
            Function::GridDigitSum => {
                let cells = arguments
                    .iter()
                    .try_fold(Sum::default(), |sum, cell| sum.plus(&cell.over, 1))?;
                Ok(Fraction::whole(cells))
            }
            Function::GridCount => {
                let digit = place(0)?;
                let cells = arguments[1..].iter().map(|cell| self.digits(cell));
                let cells = cells.collect::<Result<Vec<_>, Open>>()?;
                let cells: Vec<VarId> = cells.into_iter().flat_map(|(digits, _)| digits).collect();
                if !(0..=9).contains(&digit) {
                    return Ok(Fraction::missing());
                }
                Ok(Fraction::whole(self.occurrences(&cells, digit as i64)?))
            }
            Function::Persistence
            | Function::Gcd
            | Function::Lcm
            | Function::DivisorSum
            | Function::DivisorCount
            | Function::LargestPrime
            | Function::SquareRoot => Err(Open),
        }
    }

    /// A function of the digits of a number, least significant first; the first ones may be 0.
    fn of_digits(
        &mut self,
        number: &Fraction,
        function: impl FnOnce(&mut Self, Vec<VarId>) -> Result<Sum, Open>,
    ) -> Result<Fraction, Open> {
        let (digits, defined) = self.digits(number)?;
        Ok(Fraction { defined, ..Fraction::whole(function(self, digits)?) })
    }

    /// The digits of a number that never begins with 0.
    pub(super) fn exact_digits(
        &mut self,
        number: &Fraction,
    ) -> Result<(Vec<VarId>, Vec<Truth>), Open> {
        let (mut digits, defined) = self.digits(number)?;
        while digits.len() > 1 && self.model[digits[digits.len() - 1]].domain.only() == Some(0) {
            digits.pop();
        }
        match self.is_exact(&digits) {
            true => Ok((digits, defined)),
            false => Err(Open),
        }
    }

    fn is_exact(&self, digits: &[VarId]) -> bool {
        digits.len() == 1
            || digits.last().is_some_and(|&first| !self.model[first].domain.contains(0))
    }

    /// For each digit but the last whether it, or one before it, is not 0: whether it is written.
    fn used(&mut self, digits: &[VarId]) -> Vec<Truth> {
        let mut used = vec![Truth::Known(false); digits.len()];
        let mut before = Truth::Known(false);
        for k in (1..digits.len()).rev() {
            let here = !self.is(digits[k], 0);
            before = self.any(&[before, here]);
            used[k] = before;
        }
        used.remove(0);
        used
    }

    fn digit_product(&mut self, digits: Vec<VarId>) -> Result<Sum, Open> {
        let used = self.used(&digits);
        let mut product = Sum::var(digits[0]);
        for (&digit, used) in digits[1..].iter().zip(used) {
            let factor = match used {
                Truth::Known(true) => Sum::var(digit),
                // A digit that is not written counts as 1.
                used => self.chosen(used, &Sum::var(digit), &Sum::constant(1))?,
            };
            let factor = self.small(&factor)?;
            product = self.product(&product, &factor)?;
        }
        Ok(product)
    }

    /// A sum of small numbers as one variable.
    fn small(&mut self, sum: &Sum) -> Result<Sum, Open> {
        if sum.terms.len() <= 1 {
            return Ok(sum.clone());
        }
        let (low, high) = sum.bounds(&self.model)?;
        let (low, high) = (low.max(0), high.min(9));
        let var = self.fresh("value", Domain::from(low as i64..=high as i64));
        self.require_compared(&sum.plus(&Sum::var(var), -1)?, ClueComparison::Equal)?;
        Ok(Sum::var(var))
    }

    fn count(&mut self, digits: &[VarId], digit: i128) -> Result<Sum, Open> {
        if !(0..=9).contains(&digit) {
            return Err(Open);
        }
        if digit != 0 || self.is_exact(digits) {
            return self.occurrences(digits, digit as i64);
        }
        let used = self.used(digits);
        let last = self.is(digits[0], 0);
        let mut sum = self.indicator(last);
        for (&other, used) in digits[1..].iter().zip(used) {
            let zero = self.is(other, 0);
            let counts = self.all(&[zero, used]);
            sum = sum.plus(&self.indicator(counts), 1)?;
        }
        Ok(sum)
    }

    /// How many of the variables have a value.
    pub(super) fn occurrences(&mut self, vars: &[VarId], value: i64) -> Result<Sum, Open> {
        let mut sum = Sum::default();
        for &var in vars {
            let is = self.is(var, value);
            sum = sum.plus(&self.indicator(is), 1)?;
        }
        Ok(sum)
    }

    fn extreme(&mut self, all: &[Fraction], how: ClueComparison) -> Result<Fraction, Open> {
        let mut best = all[0].clone();
        for other in &all[1..] {
            if !best.is_whole() || !other.is_whole() {
                return Err(Open);
            }
            let difference = best.over.plus(&other.over, -1)?;
            let first = self.compared(&difference, how)?;
            let over = self.chosen(first, &best.over, &other.over)?;
            best = Fraction::whole(over).where_defined(&[&best, other]);
        }
        Ok(best)
    }

    /// Two variables differ if the literal is true.
    pub(super) fn differ(&mut self, u: VarId, v: VarId) -> Literal {
        let (u, v) = (u.min(v), u.max(v));
        if let Some(&known) = self.differences.get(&(u, v)) {
            return Literal::is(known, 1);
        }
        let var = self.fresh("differ", Domain::from(0..=1));
        self.differences.insert((u, v), var);
        let values: Vec<i64> = self.model[u].domain.iter().collect();
        for value in values {
            if self.model[v].domain.contains(value) {
                let both = [!Literal::is(u, value), !Literal::is(v, value), !Literal::is(var, 1)];
                self.model.require(Constraint::Clause(both.to_vec()));
            }
        }
        Literal::is(var, 1)
    }
}

fn sum_of(digits: &[VarId]) -> Result<Sum, Open> {
    digits.iter().try_fold(Sum::default(), |sum, &digit| sum.plus(&Sum::var(digit), 1))
}
