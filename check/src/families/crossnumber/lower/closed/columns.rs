//! Sums in columns, as on paper: each column adds its digits and what is carried, writes one digit
//! down and carries the rest.
//!
//! A column speaks of digits and small carries only, so that every encoding takes it, however long
//! the numbers are; and what a column says of its digits is far stronger than what place values say.
//! Digits written down and carries are functions of what is added, so a sum may be compared under
//! `not` and `or` as well.

use num_integer::Integer;
use xwc_encodings::{Comparison, Constraint, Domain, VarId};

use super::sum::{Sum, ends};
use super::truth::Truth;
use super::{Closing, Open};
use crate::families::crossnumber::language::ClueComparison;

/// Sums that spread over more numbers are added in columns.
const MAX_SPREAD: i128 = 300;

/// Sums of more variables are added in columns.
const MAX_TERMS: usize = 8;

/// A sum with more columns is left open.
const MAX_COLUMNS: usize = 40;

/// The columns of a sum: its value is the number of the digits, and the carry times the place after
/// them. The carry is 0 or −1.
pub(super) struct Columns {
    /// Least significant first.
    pub digits: Vec<VarId>,
    /// −1 if the sum is negative; `None` if it cannot be.
    pub carry: Option<VarId>,
}

/// What one column adds: variables with small factors.
struct Column {
    constant: i128,
    terms: Vec<(i128, VarId)>,
}

/// The digits of the factors of a sum, by column.
fn split(sum: &Sum) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    let at = |columns: &mut Vec<Column>, k: usize| {
        while columns.len() <= k {
            columns.push(Column { constant: 0, terms: Vec::new() });
        }
    };
    let mut rest = sum.constant;
    for k in 0.. {
        if rest == 0 {
            break;
        }
        at(&mut columns, k);
        columns[k].constant = rest % 10;
        rest /= 10;
    }
    for (&var, &factor) in &sum.terms {
        let mut rest = factor;
        for k in 0.. {
            if rest == 0 {
                break;
            }
            at(&mut columns, k);
            if rest % 10 != 0 {
                columns[k].terms.push((rest % 10, var));
            }
            rest /= 10;
        }
    }
    columns
}

impl Closing<'_> {
    /// The bounds of what a column adds, the carry included.
    fn column_bounds(&self, column: &Column, carry: Option<VarId>) -> Result<(i128, i128), Open> {
        let mut sum = Sum::constant(column.constant);
        for &(k, var) in &column.terms {
            sum = sum.plus(&Sum::var(var), k)?;
        }
        let carried = carry.map_or(Sum::default(), Sum::var);
        sum.plus(&carried, 1)?.bounds(&self.model)
    }

    /// Column and carry in are the digit and ten times the carry out.
    fn column(
        &mut self,
        column: &Column,
        carry: Option<VarId>,
        digit: Option<VarId>,
        out: Option<VarId>,
    ) -> Result<(), Open> {
        let mut sum = Sum::constant(column.constant);
        let added = column.terms.iter().copied().chain(carry.map(|carry| (1, carry)));
        let taken = digit.map(|digit| (-1, digit)).into_iter().chain(out.map(|out| (-10, out)));
        for (k, var) in added.chain(taken) {
            sum = sum.plus(&Sum::var(var), k)?;
        }
        self.linear(&sum, Comparison::Equal)
    }

    /// A sum compared with 0, as one constraint.
    fn linear(&mut self, sum: &Sum, comparison: Comparison) -> Result<(), Open> {
        let small = |k: i128| i64::try_from(k).map_err(|_| Open);
        let terms = sum.terms.iter().map(|(&var, &k)| Ok((small(k)?, var)));
        let terms = terms.collect::<Result<Vec<_>, Open>>()?;
        let constant = small(-sum.constant)?;
        if terms.is_empty() {
            let holds = match comparison {
                Comparison::Equal => constant == 0,
                Comparison::NotEqual => constant != 0,
                Comparison::AtMost => constant >= 0,
                Comparison::AtLeast => constant <= 0,
            };
            self.require(Truth::Known(holds));
        } else {
            self.model.require(Constraint::Linear { terms, comparison, constant });
        }
        Ok(())
    }

    /// The digits of a sum.
    pub(super) fn columns(&mut self, sum: &Sum) -> Result<Columns, Open> {
        let (low, high) = sum.bounds(&self.model)?;
        let mut columns = split(sum);
        let mut place = 1i128;
        let mut count = 0;
        while place <= high.max(-low) || count == 0 {
            place = place.checked_mul(10).ok_or(Open)?;
            count += 1;
        }
        while columns.len() < count {
            columns.push(Column { constant: 0, terms: Vec::new() });
        }
        if columns.len() > MAX_COLUMNS {
            return Err(Open);
        }
        let (mut carry, mut digits) = (None, Vec::new());
        for (k, column) in columns.iter().enumerate() {
            let (least, most) = self.column_bounds(column, carry)?;
            // Where nothing varies, the digit is known.
            let digit = match least == most {
                true => Domain::from(least.rem_euclid(10) as i64),
                false => Domain::from(0..=9),
            };
            let digit = self.fresh("digit", digit);
            let (mut from, mut to) = (least.div_euclid(10), most.div_euclid(10));
            if k + 1 == columns.len() {
                (from, to) = (from.max(if low < 0 { -1 } else { 0 }), to.min(0));
            }
            let out = self.carry(from, to)?;
            self.column(column, carry, Some(digit), out)?;
            digits.push(digit);
            carry = out;
        }
        Ok(Columns { digits, carry })
    }

    /// A variable for what is carried; `None` if that is always 0.
    fn carry(&mut self, from: i128, to: i128) -> Result<Option<VarId>, Open> {
        let small = |end: i128| i64::try_from(end).map_err(|_| Open);
        match (small(from)?, small(to)?) {
            (0, 0) => Ok(None),
            (from, to) => Ok(Some(self.fresh("carry", Domain::from(from..=to)))),
        }
    }

    /// A sum is 0.
    fn require_zero(&mut self, sum: &Sum) -> Result<(), Open> {
        let mut carry = None;
        let columns = split(sum);
        if columns.len() > MAX_COLUMNS {
            return Err(Open);
        }
        for (k, column) in columns.iter().enumerate() {
            let (least, most) = self.column_bounds(column, carry)?;
            let last = k + 1 == columns.len();
            let out = match last {
                true => None,
                // Only multiples of ten leave nothing behind.
                false => match (-(-least).div_euclid(10), most.div_euclid(10)) {
                    (from, to) if from > to => {
                        self.require(Truth::Known(false));
                        return Ok(());
                    }
                    (from, to) => self.carry(from, to)?,
                },
            };
            self.column(column, carry, None, out)?;
            carry = out;
        }
        Ok(())
    }

    /// Whether a sum that is not constant is small enough for one constraint.
    fn is_small(&self, sum: &Sum) -> Result<bool, Open> {
        let (low, high) = sum.bounds(&self.model)?;
        Ok(high - low <= MAX_SPREAD && sum.terms.len() <= MAX_TERMS)
    }

    /// A sum compared with 0, if that is known without looking at more than bounds and divisors.
    fn known(&self, sum: &Sum, how: ClueComparison) -> Result<Option<bool>, Open> {
        let (low, high) = sum.bounds(&self.model)?;
        let content = sum.content();
        let never_zero = low > 0 || high < 0 || (content > 1 && sum.constant % content != 0);
        Ok(match how {
            ClueComparison::Equal if never_zero => Some(false),
            ClueComparison::Equal if low == 0 && high == 0 => Some(true),
            ClueComparison::NotEqual if never_zero => Some(true),
            ClueComparison::NotEqual if low == 0 && high == 0 => Some(false),
            ClueComparison::Equal | ClueComparison::NotEqual => None,
            ClueComparison::Less => sign(high < 0, low >= 0),
            ClueComparison::AtMost => sign(high <= 0, low > 0),
            ClueComparison::Greater => sign(low > 0, high <= 0),
            ClueComparison::AtLeast => sign(low >= 0, high < 0),
        })
    }

    /// A sum compares with 0 in this way: required.
    pub(super) fn require_compared(&mut self, sum: &Sum, how: ClueComparison) -> Result<(), Open> {
        if let Some(known) = self.known(sum, how)? {
            self.require(Truth::Known(known));
            return Ok(());
        }
        let sum = &reduced(sum);
        if self.is_small(sum)? {
            return match how {
                ClueComparison::Equal => self.linear(sum, Comparison::Equal),
                ClueComparison::NotEqual => self.linear(sum, Comparison::NotEqual),
                ClueComparison::AtMost => self.linear(sum, Comparison::AtMost),
                ClueComparison::AtLeast => self.linear(sum, Comparison::AtLeast),
                ClueComparison::Less => {
                    self.linear(&sum.plus(&Sum::constant(1), 1)?, Comparison::AtMost)
                }
                ClueComparison::Greater => {
                    self.linear(&sum.plus(&Sum::constant(-1), 1)?, Comparison::AtLeast)
                }
            };
        }
        if how == ClueComparison::Equal {
            return self.require_zero(sum);
        }
        let truth = self.compared(sum, how)?;
        self.require(truth);
        Ok(())
    }

    /// Whether a sum compares with 0 in this way.
    pub(super) fn compared(&mut self, sum: &Sum, how: ClueComparison) -> Result<Truth, Open> {
        if let Some(known) = self.known(sum, how)? {
            return Ok(Truth::Known(known));
        }
        let sum = &reduced(sum);
        let one = Sum::constant(1);
        match how {
            ClueComparison::NotEqual => Ok(!self.compared(sum, ClueComparison::Equal)?),
            ClueComparison::AtLeast => Ok(!self.compared(sum, ClueComparison::Less)?),
            ClueComparison::AtMost => self.is_negative(&sum.plus(&one, -1)?),
            ClueComparison::Greater => self.is_negative(&sum.times(-1)?),
            ClueComparison::Less => self.is_negative(sum),
            ClueComparison::Equal => {
                let Columns { digits, carry } = self.columns(sum)?;
                let zeros = digits.iter().copied().chain(carry);
                let zeros: Vec<Truth> = zeros.map(|var| self.is(var, 0)).collect();
                Ok(self.all(&zeros))
            }
        }
    }

    fn is_negative(&mut self, sum: &Sum) -> Result<Truth, Open> {
        if let Some(known) = self.known(sum, ClueComparison::Less)? {
            return Ok(Truth::Known(known));
        }
        let carry = self.columns(sum)?.carry;
        Ok(carry.map_or(Truth::Known(false), |carry| self.is(carry, -1)))
    }

    /// The bounds of a variable that has some.
    pub(super) fn ends(&self, var: VarId) -> Result<(i128, i128), Open> {
        ends(&self.model, var).ok_or(Open)
    }
}

fn sign(yes: bool, no: bool) -> Option<bool> {
    if yes { Some(true) } else { no.then_some(false) }
}

/// The same sum, as far as its sign goes and whether it is 0, with small factors.
fn reduced(sum: &Sum) -> Sum {
    let content = sum.content().gcd(&sum.constant);
    if content > 1 { sum.over(content) } else { sum.clone() }
}
