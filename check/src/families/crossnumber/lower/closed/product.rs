//! Products, quotients and remainders of sums, and numbers by their digits.

use xwc_encodings::{Comparison, Constraint, Domain, VarId};

use super::sum::Sum;
use super::truth::Truth;
use super::{Closing, Open};
use crate::families::crossnumber::language::ClueComparison;

/// A product of two variables is a table of no more rows.
const MAX_ROWS: u64 = 2_500;

/// A variable with more values is tied to its digits by a sum, not by a table.
const MAX_LISTED: u64 = 6_000;

/// A product of sums with more pairs of variables is left open.
const MAX_PAIRS: usize = 150;

/// A product up to this is one variable, and not one for each digit.
const MAX_SMALL: i128 = 99;

/// A remainder with more values is written as digits.
const MAX_REMAINDERS: i128 = 400;

/// How many decimal digits a number that is not negative has.
pub(super) fn length(number: i128) -> usize {
    number.max(1).ilog10() as usize + 1
}

/// The digits of a number in this many places, least significant first.
pub(super) fn digits_of(number: i128, places: usize) -> Vec<i64> {
    let mut rest = number;
    let digit = |_| {
        let digit = (rest % 10) as i64;
        rest /= 10;
        digit
    };
    (0..places).map(digit).collect()
}

impl Closing<'_> {
    /// A number between two bounds, neither negative, by its digits, least significant first.
    pub(super) fn number(&mut self, low: i128, high: i128) -> Result<Vec<VarId>, Open> {
        let name = format!("number{}", self.model.variables().len());
        self.named_number(&name, low, high)
    }

    /// The same with a name: its digits are called `name.0` and so on, from the end.
    pub(super) fn named_number(
        &mut self,
        name: &str,
        low: i128,
        high: i128,
    ) -> Result<Vec<VarId>, Open> {
        if low < 0 || high < low {
            return Err(Open);
        }
        let places = length(high);
        let highest = digits_of(high, places)[places - 1];
        let lowest = if length(low) == places { digits_of(low, places)[places - 1] } else { 0 };
        let digits: Vec<VarId> = (0..places)
            .map(|k| {
                let digits = if k + 1 == places { lowest..=highest } else { 0..=9 };
                self.model.variable(format!("{name}.{k}"), Domain::from(digits))
            })
            .collect();
        let sum = Sum::digits(&digits)?;
        self.require_compared(&sum.plus(&Sum::constant(low), -1)?, ClueComparison::AtLeast)?;
        self.require_compared(&sum.plus(&Sum::constant(high), -1)?, ClueComparison::AtMost)?;
        Ok(digits)
    }

    /// The digits of a variable that is never negative, least significant first.
    pub(super) fn digits_of_var(&mut self, var: VarId) -> Result<Vec<VarId>, Open> {
        let (low, high) = self.ends(var)?;
        if low < 0 {
            return Err(Open);
        }
        if high <= 9 {
            return Ok(vec![var]);
        }
        if let Some(digits) = self.digits.get(&var) {
            return Ok(digits.clone());
        }
        let places = length(high);
        let digits: Vec<VarId> =
            (0..places).map(|_| self.fresh("digit", Domain::from(0..=9))).collect();
        let domain = self.model[var].domain.clone();
        if domain.len() <= MAX_LISTED {
            let row = |value: i64| {
                let mut row = vec![value];
                row.extend(digits_of(value.into(), places));
                row
            };
            let rows = domain.iter().map(row).collect();
            let vars = [var].into_iter().chain(digits.iter().copied()).collect();
            self.model.require(Constraint::Table { vars, rows });
        } else {
            let mut terms = vec![(-1, var)];
            let places = (0..).map(|k| 10i64.pow(k));
            terms.extend(places.zip(digits.iter().copied()));
            let comparison = Comparison::Equal;
            self.model.require(Constraint::Linear { terms, comparison, constant: 0 });
        }
        self.digits.insert(var, digits.clone());
        Ok(digits)
    }

    /// The product of two sums.
    pub(super) fn product(&mut self, a: &Sum, b: &Sum) -> Result<Sum, Open> {
        if let Some(constant) = a.as_constant() {
            return b.times(constant);
        }
        if let Some(constant) = b.as_constant() {
            return a.times(constant);
        }
        if a.terms.len() * b.terms.len() > MAX_PAIRS {
            return Err(Open);
        }
        let constants = a.constant.checked_mul(b.constant).ok_or(Open)?;
        let mut product = Sum::constant(constants);
        let (mut linear_a, mut linear_b) = (a.clone(), b.clone());
        (linear_a.constant, linear_b.constant) = (0, 0);
        product = product.plus(&linear_a, b.constant)?.plus(&linear_b, a.constant)?;
        for (&u, &k) in &a.terms {
            for (&v, &l) in &b.terms {
                let factor = k.checked_mul(l).ok_or(Open)?;
                product = product.plus(&self.multiplied(u, v)?, factor)?;
            }
        }
        Ok(product)
    }

    /// The product of two variables: one variable if it is small, otherwise its digits.
    fn multiplied(&mut self, u: VarId, v: VarId) -> Result<Sum, Open> {
        let (u, v) = (u.min(v), u.max(v));
        if let Some(known) = self.products.get(&(u, v)) {
            return Ok(known.clone());
        }
        let size = |closing: &Self, var: VarId| closing.model[var].domain.len();
        let rows = if u == v { size(self, u) } else { size(self, u).saturating_mul(size(self, v)) };
        if rows > MAX_ROWS {
            // The larger one is taken apart.
            let (large, small) = if size(self, u) >= size(self, v) { (u, v) } else { (v, u) };
            let digits = Sum::digits(&self.digits_of_var(large)?)?;
            if digits == Sum::var(large) {
                return Err(Open);
            }
            let other = if u == v { digits.clone() } else { Sum::var(small) };
            return self.product(&digits, &other);
        }
        let mut combinations = Vec::new();
        for x in self.model[u].domain.iter() {
            if u == v {
                combinations.push((vec![x], i128::from(x) * i128::from(x)));
                continue;
            }
            let rows = self.model[v].domain.iter();
            combinations.extend(rows.map(|y| (vec![x, y], i128::from(x) * i128::from(y))));
        }
        let vars = if u == v { vec![u] } else { vec![u, v] };
        let product = self.tabulated(vars, combinations)?;
        self.products.insert((u, v), product.clone());
        Ok(product)
    }

    /// A number that depends on variables as the rows say.
    pub(super) fn tabulated(
        &mut self,
        mut vars: Vec<VarId>,
        rows: Vec<(Vec<i64>, i128)>,
    ) -> Result<Sum, Open> {
        let low = rows.iter().map(|&(_, value)| value).min().ok_or(Open)?;
        let high = rows.iter().map(|&(_, value)| value).max().ok_or(Open)?;
        if low == high {
            return Ok(Sum::constant(low));
        }
        if low < 0 || high <= MAX_SMALL {
            let small = |value: i128| i64::try_from(value).map_err(|_| Open);
            let values = rows.iter().map(|&(_, value)| small(value));
            let values = values.collect::<Result<Vec<_>, Open>>()?;
            let result = self.fresh("value", Domain::from_iter(values.iter().copied()));
            vars.push(result);
            let rows = rows.into_iter().zip(values);
            let rows = rows.map(|((row, _), value)| [row, vec![value]].concat()).collect();
            self.model.require(Constraint::Table { vars, rows });
            return Ok(Sum::var(result));
        }
        let places = length(high);
        let row = |(row, value): (Vec<i64>, i128)| [row, digits_of(value, places)].concat();
        let first = vars.len();
        let rows: Vec<Vec<i64>> = rows.into_iter().map(row).collect();
        for k in 0..places {
            let domain = Domain::from_iter(rows.iter().map(|row| row[first + k]));
            vars.push(self.fresh("digit", domain));
        }
        let sum = Sum::digits(&vars[first..])?;
        self.model.require(Constraint::Table { vars, rows });
        Ok(sum)
    }

    /// `a − b⌊a/b⌋` for whole numbers, `b` positive.
    pub(super) fn remainder(&mut self, a: &Sum, b: &Sum) -> Result<Sum, Open> {
        let (low, _) = b.bounds(&self.model)?;
        if low <= 0 {
            return Err(Open);
        }
        let Some(modulus) = b.as_constant() else { return Ok(self.divided(a, b)?.1) };
        let a = a.modulo(modulus);
        if let Some(constant) = a.as_constant() {
            return Ok(Sum::constant(constant));
        }
        let (low, high) = a.bounds(&self.model)?;
        let (from, to) = (low.div_euclid(modulus), high.div_euclid(modulus));
        let small = |end: i128| i64::try_from(end).map_err(|_| Open);
        let quotient = match from == to {
            true => Sum::constant(from),
            false => Sum::var(self.fresh("quotient", Domain::from(small(from)?..=small(to)?))),
        };
        let rest = match modulus <= MAX_REMAINDERS {
            true => Sum::var(self.fresh("remainder", Domain::from(0..=small(modulus - 1)?))),
            false => Sum::digits(&self.number(0, modulus - 1)?)?,
        };
        let zero = a.plus(&quotient, -modulus)?.plus(&rest, -1)?;
        self.require_compared(&zero, ClueComparison::Equal)?;
        Ok(rest)
    }

    /// The whole quotient and the remainder of two numbers, the first not negative, the second
    /// positive.
    pub(super) fn divided(&mut self, a: &Sum, b: &Sum) -> Result<(Sum, Sum), Open> {
        let (low, high) = a.bounds(&self.model)?;
        let (least, most) = b.bounds(&self.model)?;
        if low < 0 || least <= 0 {
            return Err(Open);
        }
        let quotient = Sum::digits(&self.number(0, high / least)?)?;
        let rest = Sum::digits(&self.number(0, most - 1)?)?;
        let product = self.product(&quotient, b)?;
        let zero = a.plus(&product, -1)?.plus(&rest, -1)?;
        self.require_compared(&zero, ClueComparison::Equal)?;
        if b.as_constant().is_none() {
            self.require_compared(&rest.plus(b, -1)?, ClueComparison::Less)?;
        }
        Ok((quotient, rest))
    }

    /// One value or another.
    pub(super) fn chosen(&mut self, truth: Truth, yes: &Sum, no: &Sum) -> Result<Sum, Open> {
        let indicator = self.indicator(truth);
        let difference = yes.plus(no, -1)?;
        no.plus(&self.product(&indicator, &difference)?, 1)
    }
}
