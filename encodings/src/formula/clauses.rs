//! A flat list of canonical clauses, because there may be a million of them.
//!
//! Canonical means: the literals of a clause are sorted and distinct, and no clause is a tautology.

use rustsat::OutOfMemory;
use rustsat::encodings::CollectClauses;
use rustsat::types::{Clause, Lit};

/// The clauses.
#[derive(Default)]
pub(crate) struct Clauses {
    pub(super) literals: Vec<Lit>,
    pub(super) ends: Vec<usize>,
}

impl Clauses {
    pub(super) fn push(&mut self, clause: impl IntoIterator<Item = Lit>) {
        let start = self.literals.len();
        self.literals.extend(clause);
        self.literals[start..].sort_unstable();
        let mut end = start;
        for i in start..self.literals.len() {
            let lit = self.literals[i];
            if end > start && self.literals[end - 1] == lit {
                continue;
            }
            if end > start && self.literals[end - 1] == !lit {
                self.literals.truncate(start);
                return;
            }
            self.literals[end] = lit;
            end += 1;
        }
        self.literals.truncate(end);
        self.ends.push(end);
    }
}

impl CollectClauses for Clauses {
    fn n_clauses(&self) -> usize {
        self.ends.len()
    }

    fn extend_clauses<T>(&mut self, clauses: T) -> Result<(), OutOfMemory>
    where
        T: IntoIterator<Item = Clause>,
    {
        clauses.into_iter().for_each(|clause| self.push(clause));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_sorted_and_distinct_and_no_tautology_stays() {
        let lit = |n: i32| Lit::from_ipasir(n).expect("not zero");
        let mut clauses = Clauses::default();
        clauses.push([lit(3), lit(-1), lit(3)]);
        clauses.push([lit(2), lit(1), lit(-2)]);
        clauses.push([]);
        assert_eq!(clauses.literals, [lit(-1), lit(3)]);
        assert_eq!(clauses.ends, [2, 2]);
    }
}
