//! Tables: the rows that are still possible, as a bit set.
//!
//! For each column and value, `supports` has the bit set of the rows with that value. When a
//! variable shrinks, rows without support leave; then values without a possible row leave. This
//! keeps every value that is part of some possible row, and no other. Small arithmetic constraints
//! are tables too, and constraints of the same shape share one.
//!
//! Reference: Demeulenaere et al., "Compact-Table: efficiently filtering table constraints with
//! reversible sparse bit-sets", CP 2016.

use std::rc::Rc;

use super::propagate::Propagate;
use super::store::{Conflict, Step, Store, Var, for_each_one};

/// The rows of a table, by column and value.
pub(super) struct Rows {
    /// Words of a set of rows.
    words: usize,
    /// The set of all rows.
    all: Vec<u64>,
    /// For each column, the set of rows of each value of the column's universe.
    supports: Vec<Vec<u64>>,
    /// For each column, the value of each row.
    values: Vec<Vec<u32>>,
}

impl Rows {
    /// The rows one after the other, each given by the position of its values in the columns'
    /// universes; `n` of them.
    pub(super) fn new(universes: &[usize], n: usize, rows: &[u32]) -> Self {
        let words = n.div_ceil(64);
        let mut all = vec![0; words];
        let mut supports: Vec<Vec<u64>> =
            universes.iter().map(|&size| vec![0; size * words]).collect();
        let mut values = vec![Vec::with_capacity(n); universes.len()];
        for r in 0..n {
            all[r / 64] |= 1 << (r % 64);
            let row = &rows[r * universes.len()..][..universes.len()];
            for (column, &value) in row.iter().enumerate() {
                supports[column][value as usize * words + r / 64] |= 1 << (r % 64);
                values[column].push(value);
            }
        }
        Self { words, all, supports, values }
    }

    /// The rows that have one of the values in the column, written over `into`.
    fn with_values(&self, column: usize, values: &[u64], into: &mut [u64]) {
        into.fill(0);
        let supports = &self.supports[column];
        for_each_one(values, |value| {
            let support = &supports[value * self.words..][..self.words];
            for (word, support) in into.iter_mut().zip(support) {
                *word |= support;
            }
        });
    }

    /// Whether one of the rows has the value in the column.
    fn supports(&self, column: usize, value: usize, rows: &[u64]) -> bool {
        let support = &self.supports[column][value * self.words..][..self.words];
        rows.iter().zip(support).any(|(row, support)| row & support != 0)
    }
}

/// Whether two sets are equal. They have a word or two, for which a call to compare memory is slow.
#[inline]
fn same(left: &[u64], right: &[u64]) -> bool {
    left.iter().zip(right).all(|(left, right)| left == right)
}

/// A table over some variables, each of which has one column.
pub(super) struct TablePropagator {
    rows: Rc<Rows>,
    vars: Vec<Var>,
    /// The reversible set of rows that are still possible.
    possible: usize,
    /// For each column, the reversible copy of the variable's bits at the last visit.
    seen: Vec<usize>,
    /// Whether the first visit, which looks at every value, is over.
    visited: bool,
    /// Scratch: a set of rows, and a set of values.
    mask: Vec<u64>,
    keep: Vec<u64>,
}

impl TablePropagator {
    /// A table whose columns are the variables' universes.
    pub(super) fn new(store: &mut Store, vars: Vec<Var>, rows: Rc<Rows>) -> Self {
        let possible = store.allocate(rows.all.iter().copied());
        let seen = vars
            .iter()
            .map(|&var| {
                let bits = store.bits(var).to_vec();
                store.allocate(bits)
            })
            .collect();
        let mask = vec![0; rows.words];
        Self { rows, vars, possible, seen, visited: false, mask, keep: Vec::new() }
    }

    /// Removes the rows that lost their value in the column; true if there were any.
    fn narrow(&mut self, store: &mut Store, column: usize) -> bool {
        let (var, seen) = (self.vars[column], self.seen[column]);
        let length = store.bits(var).len();
        let (bits, before) = (store.bits(var), store.slice(seen, length));
        if self.visited && same(bits, before) {
            return false;
        }
        // By the values that went or by those that are left, whichever are fewer.
        self.keep.clear();
        self.keep.extend(bits.iter().zip(before).map(|(now, before)| before & !now));
        let gone: u32 = self.keep.iter().map(|word| word.count_ones()).sum();
        let left: u32 = bits.iter().map(|word| word.count_ones()).sum();
        if self.visited && gone < left {
            self.rows.with_values(column, &self.keep, &mut self.mask);
            self.mask.iter_mut().for_each(|word| *word = !*word);
        } else {
            self.rows.with_values(column, bits, &mut self.mask);
        }
        for i in 0..length {
            store.set_word(seen + i, store.bits(var)[i]);
        }
        let mut narrower = false;
        for (i, mask) in self.mask.iter().enumerate() {
            let word = store.word(self.possible + i);
            if word & !mask != 0 {
                store.set_word(self.possible + i, word & mask);
                narrower = true;
            }
        }
        narrower
    }

    /// Removes the values of the column that have no possible row left. There are `possible` rows.
    fn filter(&mut self, store: &mut Store, column: usize, possible: u64) -> Step {
        let var = self.vars[column];
        if store.is_fixed(var) {
            return Ok(());
        }
        let rows = store.slice(self.possible, self.rows.words);
        let bits = store.bits(var);
        self.keep.clear();
        self.keep.resize(bits.len(), 0);
        // Few rows: their values. Many rows: ask for each value.
        if possible <= store.size(var) {
            let values = &self.rows.values[column];
            for_each_one(rows, |row| {
                let value = values[row] as usize;
                self.keep[value / 64] |= 1 << (value % 64);
            });
        } else {
            for_each_one(bits, |value| {
                let supported = self.rows.supports(column, value, rows);
                self.keep[value / 64] |= u64::from(supported) << (value % 64);
            });
        }
        if !same(&self.keep, bits) {
            store.keep_bits(var, 0, &self.keep)?;
            for i in 0..self.keep.len() {
                store.set_word(self.seen[column] + i, store.bits(var)[i]);
            }
        }
        Ok(())
    }
}

impl Propagate for TablePropagator {
    fn vars(&self) -> &[Var] {
        &self.vars
    }

    fn propagate(&mut self, store: &mut Store) -> Step {
        // If one column alone took rows away, its own values keep theirs.
        let mut narrowing = None;
        let mut several = !self.visited;
        for column in 0..self.vars.len() {
            if self.narrow(store, column) {
                several |= narrowing.is_some();
                narrowing = Some(column);
            }
        }
        self.visited = true;
        if narrowing.is_none() && !several {
            return Ok(());
        }
        let rows = store.slice(self.possible, self.rows.words);
        let possible: u64 = rows.iter().map(|word| u64::from(word.count_ones())).sum();
        if possible == 0 {
            return Err(Conflict);
        }
        for column in 0..self.vars.len() {
            if several || narrowing != Some(column) {
                self.filter(store, column, possible)?;
            }
        }
        Ok(())
    }
}
