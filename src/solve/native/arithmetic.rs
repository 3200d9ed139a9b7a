//! `x · y = z` where a table would be too large: bounds, and single values once few are left.
//!
//! Sums need no propagator of their own; they are linear. A quotient is a product read the other
//! way, with a divisor that is not zero.

use super::propagate::Propagate;
use super::store::{Step, Store, Var};

/// From so few pairs of values on, each is tried.
const MAX_PAIRS: u64 = 1 << 10;

/// `x · y = z`
pub(super) struct Product {
    vars: [Var; 3],
}

impl Product {
    /// The constraint `x · y = z`.
    pub(super) fn new(x: Var, y: Var, z: Var) -> Self {
        Self { vars: [x, y, z] }
    }

    /// `factor` lies between the quotients of the bounds, if the other factor cannot be zero.
    fn narrow_factor(store: &mut Store, factor: Var, other: Var, z: Var) -> Step {
        let (low, high) = (i128::from(store.min(other)), i128::from(store.max(other)));
        if low <= 0 && high >= 0 {
            return Ok(());
        }
        let ends = [i128::from(store.min(z)), i128::from(store.max(z))];
        let quotients = || ends.iter().flat_map(|&end| [(end, low), (end, high)]);
        let least = quotients().map(|(n, d)| div_ceil(n, d)).min().expect("four");
        let most = quotients().map(|(n, d)| div_floor(n, d)).max().expect("four");
        // The ceiling may exceed the true minimum where bounds straddle zero; zero is then inside.
        let straddles = ends[0] <= 0 && ends[1] >= 0;
        let (least, most) = if straddles { (least.min(0), most.max(0)) } else { (least, most) };
        store.at_least(factor, clamp(least))?;
        store.at_most(factor, clamp(most))
    }

    /// Tries all pairs of factors.
    fn narrow_pairs(&self, store: &mut Store) -> Step {
        let [x, y, z] = self.vars;
        let (xs, ys): (Vec<i64>, Vec<i64>) = (values(store, x), values(store, y));
        let mut products = Vec::new();
        let (mut keep_x, mut keep_y) = (vec![false; xs.len()], vec![false; ys.len()]);
        for (i, &a) in xs.iter().enumerate() {
            for (j, &b) in ys.iter().enumerate() {
                if let Some(product) = a.checked_mul(b).filter(|&c| store.contains(z, c)) {
                    keep_x[i] = true;
                    keep_y[j] = true;
                    products.push(product);
                }
            }
        }
        for (var, values, keep) in [(x, xs, keep_x), (y, ys, keep_y)] {
            for (value, _) in values.into_iter().zip(keep).filter(|(_, keep)| !keep) {
                store.remove(var, value)?;
            }
        }
        products.sort_unstable();
        let (Some(&least), Some(&most)) = (products.first(), products.last()) else {
            return Err(super::store::Conflict);
        };
        store.at_least(z, least)?;
        store.at_most(z, most)?;
        if store.is_set(z) {
            for value in values(store, z) {
                if products.binary_search(&value).is_err() {
                    store.remove(z, value)?;
                }
            }
        }
        Ok(())
    }
}

fn values(store: &Store, var: Var) -> Vec<i64> {
    if store.is_set(var) { store.values(var) } else { (store.min(var)..=store.max(var)).collect() }
}

fn clamp(value: i128) -> i64 {
    value.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
}

fn div_floor(n: i128, d: i128) -> i128 {
    let (n, d) = if d < 0 { (-n, -d) } else { (n, d) };
    n.div_euclid(d)
}

fn div_ceil(n: i128, d: i128) -> i128 {
    -div_floor(-n, d)
}

impl Propagate for Product {
    fn vars(&self) -> &[Var] {
        &self.vars
    }

    fn propagate(&mut self, store: &mut Store) -> Step {
        let [x, y, z] = self.vars;
        let ends = |store: &Store, var| [i128::from(store.min(var)), i128::from(store.max(var))];
        let (xs, ys) = (ends(store, x), ends(store, y));
        let products = || xs.iter().flat_map(|a| ys.iter().map(move |b| a * b));
        store.at_least(z, clamp(products().min().expect("four")))?;
        store.at_most(z, clamp(products().max().expect("four")))?;
        Self::narrow_factor(store, x, y, z)?;
        Self::narrow_factor(store, y, x, z)?;
        if store.size(x).saturating_mul(store.size(y)) <= MAX_PAIRS {
            self.narrow_pairs(store)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_towards_the_right_side() {
        let cases = [(7, 2, 3, 4), (-7, 2, -4, -3), (7, -2, -4, -3), (-7, -2, 3, 4), (6, 3, 2, 2)];
        for (n, d, floor, ceil) in cases {
            assert_eq!((div_floor(n, d), div_ceil(n, d)), (floor, ceil), "{n} / {d}");
        }
    }
}
