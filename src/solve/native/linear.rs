//! Linear sums, by bounds.

use xwc_encodings::Comparison;

use super::propagate::Propagate;
use super::store::{Conflict, Step, Store, Var};

/// Coefficient times variable, added up, compares with a constant.
pub(super) struct LinearPropagator {
    terms: Vec<(i128, Var)>,
    vars: Vec<Var>,
    comparison: Comparison,
    constant: i128,
}

impl LinearPropagator {
    /// Terms of the same variable are added up.
    pub(super) fn new(terms: &[(i64, Var)], comparison: Comparison, constant: i64) -> Self {
        let mut sums: std::collections::BTreeMap<Var, i128> = std::collections::BTreeMap::new();
        for &(k, var) in terms {
            *sums.entry(var).or_default() += i128::from(k);
        }
        let terms: Vec<(i128, Var)> =
            sums.into_iter().filter(|&(_, k)| k != 0).map(|(var, k)| (k, var)).collect();
        let vars = terms.iter().map(|&(_, var)| var).collect();
        Self { terms, vars, comparison, constant: i128::from(constant) }
    }

    /// The sum of the terms' least and greatest values.
    fn bounds(&self, store: &Store) -> (i128, i128) {
        let ends = self.terms.iter().map(|&(k, var)| term_ends(store, k, var));
        ends.fold((0, 0), |(least, most), (low, high)| (least + low, most + high))
    }

    /// Keeps the values with which the sum can still be at most `limit`.
    fn at_most(&self, store: &mut Store, limit: i128) -> Step {
        let (least, _) = self.bounds(store);
        let slack = limit - least;
        if slack < 0 {
            return Err(Conflict);
        }
        for &(k, var) in &self.terms {
            if k > 0 {
                let high = i128::from(store.min(var)) + slack / k;
                store.at_most(var, clamp(high))?;
            } else {
                let low = i128::from(store.max(var)) - slack / -k;
                store.at_least(var, clamp(low))?;
            }
        }
        Ok(())
    }

    /// Keeps the values with which the sum can still be at least `limit`.
    fn at_least(&self, store: &mut Store, limit: i128) -> Step {
        let (_, most) = self.bounds(store);
        let slack = most - limit;
        if slack < 0 {
            return Err(Conflict);
        }
        for &(k, var) in &self.terms {
            if k > 0 {
                let low = i128::from(store.max(var)) - slack / k;
                store.at_least(var, clamp(low))?;
            } else {
                let high = i128::from(store.min(var)) + slack / -k;
                store.at_most(var, clamp(high))?;
            }
        }
        Ok(())
    }

    /// The last variable that is not fixed must not make the sum equal.
    fn not_equal(&self, store: &mut Store) -> Step {
        let mut free = self.terms.iter().filter(|&&(_, var)| !store.is_fixed(var));
        let (free, more) = (free.next().copied(), free.next().is_some());
        if more {
            return Ok(());
        }
        let fixed = self.terms.iter().filter(|&&(_, var)| Some(var) != free.map(|(_, var)| var));
        let sum: i128 = fixed.map(|&(k, var)| k * i128::from(store.min(var))).sum();
        let rest = self.constant - sum;
        match free {
            None if rest == 0 => Err(Conflict),
            Some((k, var)) if rest % k == 0 => match i64::try_from(rest / k) {
                Ok(value) => store.remove(var, value),
                Err(_) => Ok(()),
            },
            _ => Ok(()),
        }
    }
}

fn term_ends(store: &Store, k: i128, var: Var) -> (i128, i128) {
    let (low, high) = (k * i128::from(store.min(var)), k * i128::from(store.max(var)));
    if k > 0 { (low, high) } else { (high, low) }
}

fn clamp(value: i128) -> i64 {
    value.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
}

impl Propagate for LinearPropagator {
    fn vars(&self) -> &[Var] {
        &self.vars
    }

    fn propagate(&mut self, store: &mut Store) -> Step {
        match self.comparison {
            Comparison::AtMost => self.at_most(store, self.constant),
            Comparison::AtLeast => self.at_least(store, self.constant),
            Comparison::NotEqual => self.not_equal(store),
            Comparison::Equal => {
                self.at_most(store, self.constant)?;
                self.at_least(store, self.constant)
            }
        }
    }
}
