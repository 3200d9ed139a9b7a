//! How often each value occurs: pools and all-different.
//!
//! All variables share one universe. For 64 values at a time, two vertical counters (bit i of each
//! count in plane i) hold how many variables can take the value and how many are fixed to it.
//! A value that is used up leaves the other variables; a value that only just enough variables can
//! take fixes all of them.

use super::propagate::Propagate;
use super::store::{Conflict, Step, Store, Var};

/// Bounds how often each value occurs, from below and from above.
pub(super) struct GlobalCardinality {
    vars: Vec<Var>,
    is_pool: bool,
    /// For each word of the universe, the vertical lower and upper bounds.
    least: Vec<Vec<u64>>,
    most: Vec<Vec<u64>>,
    /// Scratch: vertical counters, and which variables are fixed.
    can: Vec<u64>,
    has: Vec<u64>,
    fixed: Vec<bool>,
}

impl GlobalCardinality {
    /// Bounds by position in the universe that the variables share.
    pub(super) fn new(vars: Vec<Var>, bounds: &[(usize, usize)]) -> Self {
        let planes = (usize::BITS - vars.len().leading_zeros()) as usize + 1;
        let limit = |count: usize| count.min((1 << planes) - 1);
        let vertical = |pick: fn(&(usize, usize)) -> usize| {
            bounds
                .chunks(64)
                .map(|chunk| {
                    let mut counter = vec![0u64; planes];
                    for (bit, bound) in chunk.iter().enumerate() {
                        for (plane, word) in counter.iter_mut().enumerate() {
                            *word |= ((limit(pick(bound)) >> plane & 1) as u64) << bit;
                        }
                    }
                    counter
                })
                .collect()
        };
        let (least, most) = (vertical(|bound| bound.0), vertical(|bound| bound.1));
        let fixed = vec![false; vars.len()];
        let (can, has) = (vec![0; planes], vec![0; planes]);
        Self { vars, is_pool: false, least, most, can, has, fixed }
    }

    /// The same for a pool, over which (nearly) all variables are spread.
    pub(super) fn pool(vars: Vec<Var>, bounds: &[(usize, usize)]) -> Self {
        Self { is_pool: true, ..Self::new(vars, bounds) }
    }
}

/// Adds one to each counter with a bit in `word`.
fn count(counter: &mut [u64], word: u64) {
    let mut carry = word;
    for plane in counter {
        if carry == 0 {
            return;
        }
        (*plane, carry) = (*plane ^ carry, *plane & carry);
    }
}

/// The positions at which the first counter is less than, and equal to, the second.
fn compare(left: &[u64], right: &[u64]) -> (u64, u64) {
    let (mut less, mut equal) = (0, u64::MAX);
    for (l, r) in left.iter().zip(right).rev() {
        less |= equal & !l & r;
        equal &= !(l ^ r);
    }
    (less, equal)
}

impl Propagate for GlobalCardinality {
    fn vars(&self) -> &[Var] {
        &self.vars
    }

    fn is_global(&self) -> bool {
        true
    }

    fn is_pool(&self) -> bool {
        self.is_pool
    }

    fn propagate(&mut self, store: &mut Store) -> Step {
        for (fixed, &var) in self.fixed.iter_mut().zip(&self.vars) {
            *fixed = store.is_fixed(var);
        }
        for (word, (least, most)) in self.least.iter().zip(&self.most).enumerate() {
            self.can.fill(0);
            self.has.fill(0);
            for (&var, &fixed) in self.vars.iter().zip(&self.fixed) {
                let bits = store.bits(var)[word];
                count(&mut self.can, bits);
                if fixed {
                    count(&mut self.has, bits);
                }
            }
            let (too_few, just_enough) = compare(&self.can, least);
            let (still_free, used_up) = compare(&self.has, most);
            if too_few != 0 || !(still_free | used_up) != 0 {
                return Err(Conflict);
            }
            let wanted = just_enough & least.iter().fold(0, |all, plane| all | plane);
            if wanted == 0 && used_up == 0 {
                continue;
            }
            for (&var, &fixed) in self.vars.iter().zip(&self.fixed) {
                let bits = store.bits(var)[word];
                if fixed || bits & (wanted | used_up) == 0 {
                    continue;
                }
                match (bits & wanted).count_ones() {
                    0 => store.keep_bits(var, word, &[!used_up])?,
                    1 => {
                        let bit = (bits & wanted).trailing_zeros() as usize;
                        store.fix_bit(var, word * 64 + bit)?;
                    }
                    _ => return Err(Conflict),
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertical_counters_count_and_compare() {
        let mut counter = vec![0; 4];
        for word in [0b111, 0b110, 0b100, 0b100] {
            count(&mut counter, word);
        }
        // Counts 1, 2, 4 against 2, 2, 2.
        let (less, equal) = compare(&counter, &[0, 0b111, 0, 0]);
        assert_eq!((less & 0b111, equal & 0b111), (0b001, 0b010));
    }
}
