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
use super::store::{Conflict, Step, Store, Var, ones};

/// The rows of a table, by column and value.
pub struct Rows {
    /// Words of a set of rows.
    words: usize,
    /// The set of all rows.
    all: Vec<u64>,
    /// For each column, the set of rows of each value of the column's universe.
    supports: Vec<Vec<u64>>,
}

impl Rows {
    /// The rows, each given by the position of its values in the columns' universes.
    pub fn new(universes: &[usize], rows: &[Vec<u32>]) -> Self {
        let words = rows.len().div_ceil(64);
        let mut all = vec![0; words];
        let mut supports: Vec<Vec<u64>> =
            universes.iter().map(|&size| vec![0; size * words]).collect();
        for (r, row) in rows.iter().enumerate() {
            all[r / 64] |= 1 << (r % 64);
            for (support, &value) in supports.iter_mut().zip(row) {
                support[value as usize * words + r / 64] |= 1 << (r % 64);
            }
        }
        Self { words, all, supports }
    }

    fn support(&self, column: usize, value: usize) -> &[u64] {
        &self.supports[column][value * self.words..(value + 1) * self.words]
    }
}

/// A table over some variables.
pub struct Table {
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

impl Table {
    /// A table whose columns are the variables' universes.
    pub fn new(store: &mut Store, vars: Vec<Var>, rows: Rc<Rows>) -> Self {
        let possible = store.allocate(rows.all.iter().copied());
        let seen = vars
            .iter()
            .map(|&var| {
                let words = store.bits(var).len();
                store.allocate(std::iter::repeat_n(u64::MAX, words))
            })
            .collect();
        Self { rows, vars, possible, seen, visited: false, mask: Vec::new(), keep: Vec::new() }
    }

    /// Removes the rows that lost their value in the column; true if there were any.
    fn narrow(&mut self, store: &mut Store, column: usize) -> bool {
        let (var, seen) = (self.vars[column], self.seen[column]);
        let length = store.bits(var).len();
        if store.bits(var) == store.slice(seen, length) {
            return false;
        }
        let rows = Rc::clone(&self.rows);
        self.mask.clear();
        self.mask.resize(rows.words, 0);
        for value in ones(store.bits(var)) {
            for (mask, support) in self.mask.iter_mut().zip(rows.support(column, value)) {
                *mask |= support;
            }
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

    /// Removes the values of the column that have no possible row left.
    fn filter(&mut self, store: &mut Store, column: usize) -> Step {
        let var = self.vars[column];
        if store.is_fixed(var) {
            return Ok(());
        }
        self.keep.clear();
        self.keep.extend_from_slice(store.bits(var));
        let mut fewer = false;
        {
            let possible = store.slice(self.possible, self.rows.words);
            for value in ones(store.bits(var)) {
                let support = self.rows.support(column, value);
                if possible.iter().zip(support).all(|(row, support)| row & support == 0) {
                    self.keep[value / 64] &= !(1 << (value % 64));
                    fewer = true;
                }
            }
        }
        if fewer {
            store.keep_bits(var, 0, &self.keep)?;
            for (i, &word) in self.keep.iter().enumerate() {
                store.set_word(self.seen[column] + i, word);
            }
        }
        Ok(())
    }
}

impl Propagate for Table {
    fn vars(&self) -> &[Var] {
        &self.vars
    }

    fn propagate(&mut self, store: &mut Store) -> Step {
        let mut narrower = !std::mem::replace(&mut self.visited, true);
        for column in 0..self.vars.len() {
            narrower |= self.narrow(store, column);
        }
        if !narrower {
            return Ok(());
        }
        if store.slice(self.possible, self.rows.words).iter().all(|&word| word == 0) {
            return Err(Conflict);
        }
        for column in 0..self.vars.len() {
            self.filter(store, column)?;
        }
        Ok(())
    }
}
