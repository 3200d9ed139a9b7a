//! Variables as binary numbers, and arithmetic on them.
//!
//! Literals: `bit[x][k]` is true if and only if x − offset(x) has the bit 2^k. The offset is 0
//! where that costs no more than a bit, and the least value elsewhere.
//!
//! `a × b = c` multiplies out with the offsets and becomes one weighted sum, in which each pair of
//! bits has a literal for its product; see [`crate::parts::adder`].

use std::collections::BTreeMap;

use rustsat::types::Lit;

use crate::formula::Builder;
use crate::model::{Comparison, Domain, Op};
use crate::parts::adder;

/// One variable's number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bits {
    /// What is added to the bits.
    pub offset: i64,
    /// The bits, lowest first.
    pub lits: Vec<Lit>,
}

/// What cannot be calculated.
pub(crate) const TOO_LARGE: &str = "its numbers are too large to calculate with";

impl Bits {
    /// Bits for a bounded domain, without clauses.
    pub(crate) fn new(out: &mut Builder, domain: &Domain) -> Self {
        let (Some(min), Some(max)) = (domain.min(), domain.max()) else { return Self::default() };
        let span = max.abs_diff(min);
        let offset = if min >= 0 && span >= min.unsigned_abs() { 0 } else { min };
        let width = u64::BITS - max.abs_diff(offset).leading_zeros();
        Self { offset, lits: (0..width).map(|_| out.new_lit()).collect() }
    }

    /// Nothing but the values of the domain.
    pub(crate) fn restrict(&self, out: &mut Builder, domain: &Domain) {
        let (Some(min), Some(max)) = (domain.min(), domain.max()) else { return out.add([]) };
        self.compare(out, Comparison::AtLeast, min, None);
        self.compare(out, Comparison::AtMost, max, None);
        for gap in domain.ranges().windows(2) {
            let below = out.new_lit();
            self.compare(out, Comparison::AtMost, gap[0].1, Some(below));
            self.compare(out, Comparison::AtLeast, gap[1].0, Some(!below));
        }
    }

    /// The number compares with a value that is not below the offset.
    fn compare(&self, out: &mut Builder, comparison: Comparison, value: i64, when: Option<Lit>) {
        let digits: adder::Digits = self.lits.iter().copied().map(Some).collect();
        let constant = i128::from(value) - i128::from(self.offset);
        adder::compare(out, &digits, comparison, constant, when);
    }

    /// The literals that are all true if and only if the number is the value, which must be one of
    /// the domain's.
    pub(crate) fn pattern(&self, value: i64) -> Vec<Lit> {
        let number = value.abs_diff(self.offset);
        let bits = self.lits.iter().enumerate();
        bits.map(|(k, &bit)| if number >> k & 1 == 1 { bit } else { !bit }).collect()
    }

    /// The number behind the truth values.
    pub(crate) fn value(&self, truth: &dyn Fn(Lit) -> bool) -> Option<i64> {
        let bits = self.lits.iter().enumerate();
        let number: i128 = bits.map(|(k, &bit)| i128::from(truth(bit)) << k).sum();
        i64::try_from(number + i128::from(self.offset)).ok()
    }
}

/// A sum of literals and a constant, under construction.
#[derive(Default)]
struct BinarySum {
    terms: Vec<(i128, Lit)>,
    constant: i128,
}

impl BinarySum {
    fn add(&mut self, k: i128, number: &Bits) -> Option<()> {
        let offset = k.checked_mul(i128::from(number.offset))?;
        self.constant = self.constant.checked_add(offset)?;
        for (at, &bit) in number.lits.iter().enumerate() {
            self.terms.push((k.checked_mul(1 << at)?, bit));
        }
        Some(())
    }

    /// Adds a × b, with a literal for each product of two bits.
    fn add_product(&mut self, out: &mut Builder, a: &Bits, b: &Bits) -> Option<()> {
        // (o + A)·(p + B) = o·(p + B) + p·A + A·B
        self.add(i128::from(a.offset), b)?;
        let bits = Bits { offset: 0, lits: a.lits.clone() };
        self.add(i128::from(b.offset), &bits)?;
        let mut products: BTreeMap<(Lit, Lit), Lit> = BTreeMap::new();
        for (i, &x) in a.lits.iter().enumerate() {
            for (j, &y) in b.lits.iter().enumerate() {
                // A square has each product twice.
                let product = *products.entry((x.min(y), x.max(y))).or_insert_with(|| {
                    if x == y {
                        return x;
                    }
                    let product = out.new_lit();
                    out.add([!product, x]);
                    out.add([!product, y]);
                    out.add([!x, !y, product]);
                    product
                });
                self.terms.push((1i128.checked_shl(u32::try_from(i + j).ok()?)?, product));
            }
        }
        Some(())
    }

    fn state(self, out: &mut Builder, comparison: Comparison, right: i128) -> Option<()> {
        let mut merged: BTreeMap<Lit, i128> = BTreeMap::new();
        for (weight, literal) in self.terms {
            let sum = merged.entry(literal).or_default();
            *sum = sum.checked_add(weight)?;
        }
        let terms = merged.into_iter().filter(|&(_, weight)| weight != 0);
        let terms = terms.map(|(literal, weight)| (weight, literal)).collect();
        adder::sum(out, terms, comparison, right.checked_sub(self.constant)?)
    }
}

/// `a op b = c`
///
/// # Errors
///
/// If the numbers are too large.
pub(crate) fn arithmetic(out: &mut Builder, op: Op, [a, b, c]: [&Bits; 3]) -> Result<(), String> {
    let mut sum = BinarySum::default();
    let stated = match op {
        Op::Add => sum.add(1, a).and_then(|()| sum.add(1, b)).and_then(|()| sum.add(-1, c)),
        Op::Sub => sum.add(1, b).and_then(|()| sum.add(1, c)).and_then(|()| sum.add(-1, a)),
        Op::Mul => sum.add_product(out, a, b).and_then(|()| sum.add(-1, c)),
        Op::Div => {
            not_zero(out, b);
            sum.add_product(out, b, c).and_then(|()| sum.add(-1, a))
        }
    };
    let stated = stated.and_then(|()| sum.state(out, Comparison::Equal, 0));
    stated.ok_or_else(|| TOO_LARGE.to_string())
}

fn not_zero(out: &mut Builder, number: &Bits) {
    // Only if the bits can say 0.
    let most = number.lits.len();
    let top = i128::from(number.offset) + (1i128 << most) - 1;
    if number.offset <= 0 && top >= 0 {
        out.add(number.pattern(0).into_iter().map(|lit| !lit));
    }
}

/// The sum of coefficient times number compares with the constant.
///
/// # Errors
///
/// If the numbers are too large.
pub(crate) fn linear(
    out: &mut Builder,
    terms: &[(i64, &Bits)],
    comparison: Comparison,
    constant: i64,
) -> Result<(), String> {
    let mut sum = BinarySum::default();
    let added = terms.iter().try_for_each(|&(k, number)| sum.add(i128::from(k), number));
    let stated = added.and_then(|()| sum.state(out, comparison, i128::from(constant)));
    stated.ok_or_else(|| TOO_LARGE.to_string())
}
