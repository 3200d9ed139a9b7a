//! Sums of variables times whole numbers: what every number of the closed form comes down to.

use std::collections::BTreeMap;

use num_integer::Integer;
use xwc_encodings::{Model, VarId};

use super::Open;

/// Sums whose factors, constant or values can be larger are left open: the difference of any two
/// numbers up to here fits 128 bits.
const MOST: u128 = 1 << 120;

/// A number that is not too large.
fn bounded(number: Option<i128>) -> Result<i128, Open> {
    number.filter(|number| number.unsigned_abs() <= MOST).ok_or(Open)
}

/// A constant and variables with their factors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub constant: i128,
    /// No factor is zero.
    pub terms: BTreeMap<VarId, i128>,
}

impl Sum {
    pub(super) fn constant(constant: i128) -> Self {
        Self { constant, terms: BTreeMap::new() }
    }

    pub(super) fn var(var: VarId) -> Self {
        Self { constant: 0, terms: BTreeMap::from([(var, 1)]) }
    }

    /// The number with these digits, least significant first.
    pub(super) fn digits(digits: &[VarId]) -> Result<Self, Open> {
        let mut sum = Self::default();
        let mut place = 1i128;
        for (k, &digit) in digits.iter().enumerate() {
            if k > 0 {
                place = place.checked_mul(10).ok_or(Open)?;
            }
            sum = sum.plus(&Self::var(digit), place)?;
        }
        Ok(sum)
    }

    /// The constant, if there is nothing else.
    pub(super) fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// This sum and a multiple of another one.
    pub(super) fn plus(&self, other: &Self, factor: i128) -> Result<Self, Open> {
        let mut sum = self.clone();
        let add = |a: i128, b: i128| b.checked_mul(factor).and_then(|b| a.checked_add(b));
        sum.constant = bounded(add(sum.constant, other.constant))?;
        for (&var, &k) in &other.terms {
            let entry = sum.terms.entry(var).or_insert(0);
            *entry = bounded(add(*entry, k))?;
            if *entry == 0 {
                sum.terms.remove(&var);
            }
        }
        Ok(sum)
    }

    pub(super) fn times(&self, factor: i128) -> Result<Self, Open> {
        Self::default().plus(self, factor)
    }

    /// The least and the greatest value that the domains allow.
    pub(super) fn bounds(&self, model: &Model) -> Result<(i128, i128), Open> {
        let constant = bounded(Some(self.constant))?;
        let (mut low, mut high) = (constant, constant);
        for (&var, &k) in &self.terms {
            let (min, max) = ends(model, var).ok_or(Open)?;
            let (a, b) = (bounded(k.checked_mul(min))?, bounded(k.checked_mul(max))?);
            low = bounded(low.checked_add(a.min(b)))?;
            high = bounded(high.checked_add(a.max(b)))?;
        }
        Ok((low, high))
    }

    /// The greatest common divisor of all factors; 0 for a constant.
    pub(super) fn content(&self) -> i128 {
        self.terms.values().fold(0, |divisor, k| divisor.gcd(k))
    }

    /// The same with every factor, and the constant, divided without remainder.
    pub(super) fn over(&self, divisor: i128) -> Self {
        let terms = self.terms.iter().map(|(&var, k)| (var, k / divisor)).collect();
        Self { constant: self.constant / divisor, terms }
    }

    /// What is left modulo a positive number, with factors and constant from 0 up.
    pub(super) fn modulo(&self, modulus: i128) -> Self {
        let terms = self.terms.iter().map(|(&var, k)| (var, k.rem_euclid(modulus)));
        Self {
            constant: self.constant.rem_euclid(modulus),
            terms: terms.filter(|&(_, k)| k != 0).collect(),
        }
    }
}

/// The least and the greatest value of a variable.
pub(super) fn ends(model: &Model, var: VarId) -> Option<(i128, i128)> {
    let domain = &model[var].domain;
    Some((domain.min()?.into(), domain.max().filter(|&max| max != i64::MAX)?.into()))
}
