//! Variables with bits, with one literal per value, or with both, channelled.
//!
//! Literals: `is[x][v]` is true if and only if x = v; bits are those of [`crate::parts::binary`]. Where a
//! variable has both, `is[x][v]` is the conjunction of the bits of v.

use std::collections::BTreeSet;

use rustsat::types::{Lit, Var};

use crate::formula::{Builder, Code};
use crate::model::{Comparison, Model, Op, VarId};
use crate::parts::binary::{self, Bits};
use crate::parts::counting;
use crate::refusal::Refusal;

/// More value literals than this are refused.
const MAX_VALUES: usize = 1_000_000;

/// How one variable is to be written.
#[derive(Clone, Debug, Default)]
pub(crate) struct CodePlan {
    /// As a binary number.
    pub bits: bool,
    /// The values that have a literal: all of them if there are no bits.
    pub values: BTreeSet<i64>,
}

/// The literals of all variables.
pub(crate) struct Codes {
    bits: Vec<Option<Bits>>,
    /// Sorted by value.
    values: Vec<Vec<(i64, Lit)>>,
    /// The meanings of the first formula variables; auxiliary ones come later.
    meanings: Vec<(VarId, Meaning)>,
}

#[derive(Clone, Copy)]
enum Meaning {
    Bit(usize),
    Is(i64),
}

impl Codes {
    /// Makes the literals, and states that each variable has one value of its domain.
    ///
    /// # Errors
    ///
    /// If a variable has no upper bound, or there are too many values to have a literal each.
    pub(crate) fn new(
        out: &mut Builder,
        encoding: &'static str,
        model: &Model,
        plan: &[CodePlan],
    ) -> Result<Self, Refusal> {
        let mut values_left = MAX_VALUES;
        let mut codes = Self { bits: Vec::new(), values: Vec::new(), meanings: Vec::new() };
        for (var, plan) in model.ids().zip(plan) {
            let domain = &model[var].domain;
            let refuse = |reason: &str| {
                let subject = format!("{} in {domain}", &model[var].name);
                Err(Refusal::new(encoding, subject, reason))
            };
            if !domain.is_bounded() {
                return refuse("it has no upper bound, which only SMT can do without");
            }
            match values_left.checked_sub(plan.values.len()) {
                Some(left) => values_left = left,
                None => return refuse("constraints speak of more than 1000000 single values"),
            }
            let bits = plan.bits.then(|| Bits::new(out, domain));
            let width = bits.as_ref().map_or(0, |bits| bits.lits.len());
            codes.meanings.extend((0..width).map(|k| (var, Meaning::Bit(k))));
            codes.meanings.extend(plan.values.iter().map(|&value| (var, Meaning::Is(value))));
            codes.bits.push(bits);
            codes.values.push(plan.values.iter().map(|&value| (value, out.new_lit())).collect());
        }
        for var in model.ids() {
            codes.state_domain(out, model, var);
        }
        Ok(codes)
    }

    fn state_domain(&self, out: &mut Builder, model: &Model, var: VarId) {
        let values = &self.values[var.index()];
        let literals = || values.iter().map(|&(_, lit)| lit);
        let all = values.len() as u64 == model[var].domain.len();
        let Some(bits) = &self.bits[var.index()] else {
            assert!(all, "a variable without bits has all values");
            return counting::exactly(out, literals().collect(), 1);
        };
        for &(value, is_value) in values {
            let pattern = bits.pattern(value);
            pattern.iter().for_each(|&bit| out.add([!is_value, bit]));
            out.add(pattern.into_iter().map(|bit| !bit).chain([is_value]));
        }
        // Two values have different bits, so at most one is true.
        match all {
            true => out.add(literals()),
            false => bits.restrict(out, &model[var].domain),
        }
    }

    /// The literals of a variable, by value; those that the plan has asked for.
    pub(crate) fn values(&self, var: VarId) -> &[(i64, Lit)] {
        &self.values[var.index()]
    }

    fn bits(&self, var: VarId) -> &Bits {
        self.bits[var.index()].as_ref().expect("planned for every variable of this constraint")
    }

    /// `a op b = c`, with the bits of all three.
    ///
    /// # Errors
    ///
    /// If the numbers are too large.
    pub(crate) fn arithmetic(
        &self,
        out: &mut Builder,
        op: Op,
        vars: [VarId; 3],
    ) -> Result<(), String> {
        binary::arithmetic(out, op, vars.map(|var| self.bits(var)))
    }

    /// A linear constraint, with the bits of all its variables.
    ///
    /// # Errors
    ///
    /// If the numbers are too large.
    pub(crate) fn linear(
        &self,
        out: &mut Builder,
        terms: &[(i64, VarId)],
        comparison: Comparison,
        constant: i64,
    ) -> Result<(), String> {
        let terms: Vec<_> = terms.iter().map(|&(k, var)| (k, self.bits(var))).collect();
        binary::linear(out, &terms, comparison, constant)
    }

    /// Pairwise different variables, pair by pair, with the bits of all.
    ///
    /// # Errors
    ///
    /// If the numbers are too large.
    pub(crate) fn all_different(&self, out: &mut Builder, vars: &[VarId]) -> Result<(), String> {
        for (i, &x) in vars.iter().enumerate() {
            for &y in &vars[..i] {
                self.linear(out, &[(1, x), (-1, y)], Comparison::NotEqual, 0)?;
            }
        }
        Ok(())
    }
}

impl Code for Codes {
    fn literal(&self, var: VarId, value: i64) -> Option<Lit> {
        let values = &self.values[var.index()];
        values.binary_search_by_key(&value, |&(v, _)| v).ok().map(|i| values[i].1)
    }

    fn value(&self, var: VarId, truth: &dyn Fn(Lit) -> bool) -> Option<i64> {
        match &self.bits[var.index()] {
            Some(bits) => bits.value(truth),
            None => self.values(var).iter().find(|&&(_, lit)| truth(lit)).map(|&(value, _)| value),
        }
    }

    fn differs(&self, var: VarId, value: i64) -> Vec<Lit> {
        match (self.literal(var, value), &self.bits[var.index()]) {
            (Some(is_value), _) => vec![!is_value],
            (None, Some(bits)) => bits.pattern(value).into_iter().map(|bit| !bit).collect(),
            (None, None) => Vec::new(),
        }
    }

    fn meaning(&self, model: &Model, var: Var) -> Option<String> {
        let &(id, meaning) = self.meanings.get(var.idx())?;
        let name = &model[id].name;
        Some(match meaning {
            Meaning::Is(value) => format!("{name} = {value}"),
            Meaning::Bit(k) => {
                let offset = self.bits(id).offset;
                let from = if offset == 0 { String::new() } else { format!(" - {offset}") };
                format!("{name}{from} has bit {}", 1u64 << k)
            }
        })
    }
}
