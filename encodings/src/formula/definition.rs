//! What the auxiliary literals of a formula mean, for proofs that introduce them.

use std::collections::BTreeMap;

use rustsat::encodings::card::{BoundBoth, Totalizer};
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::{Assignment, Lit, Var};

use super::clauses::Clauses;

/// The meaning of one auxiliary literal: it may be taken to be true if and only if this holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Definition {
    /// All of these are true.
    All(Vec<Lit>),
    /// At least this many of these are true.
    AtLeast(usize, Vec<Lit>),
}

/// Definitions as an encoding notes them down.
#[derive(Clone, Debug)]
pub(crate) enum Note {
    /// One literal.
    One(Lit, Definition),
    /// The steps of a ladder over these, whose variables start at the given one: each is true if and
    /// only if a later literal is.
    Ladder { literals: Vec<Lit>, first: Var },
    /// The counters of rustsat's totalizer for "exactly this many of these", whose variables start
    /// at the given one.
    Counters { literals: Vec<Lit>, count: usize, first: Var },
}

impl Note {
    /// The definitions that the note stands for, in the order of their literals.
    pub(crate) fn definitions(&self) -> Vec<(Lit, Definition)> {
        match self {
            Note::One(literal, definition) => vec![(*literal, definition.clone())],
            Note::Ladder { literals, first } => {
                let step = |i: usize| {
                    let later = Definition::AtLeast(1, literals[i + 1..].to_vec());
                    (Lit::positive(first.idx32() + i as u32), later)
                };
                (0..literals.len() - 1).map(step).collect()
            }
            Note::Counters { literals, count, first } => counters(literals, *count, *first),
        }
    }
}

/// Each counter is "at least k of the literals from i to j"; i, j and k are found by trying
/// windows of true literals on the same totalizer.
fn counters(literals: &[Lit], count: usize, first: Var) -> Vec<(Lit, Definition)> {
    let mut totalizer = Totalizer::from(literals.to_vec());
    let mut vars = BasicVarManager::from_next_free(first);
    totalizer
        .encode_both(count..=count, &mut Clauses::default(), &mut vars)
        .expect("the clause sink never runs out of memory by itself");
    let counters: Vec<Lit> = (first.idx32()..vars.n_used()).map(Lit::positive).collect();
    // Which counters are true if the literals of the window are, and no others.
    let within = |window: std::ops::Range<usize>| -> Vec<Lit> {
        let truth: Assignment = literals
            .iter()
            .enumerate()
            .map(|(i, &literal)| if window.contains(&i) { literal } else { !literal })
            .collect();
        let mut on: Vec<Lit> =
            totalizer.strictly_extend_assignment(&truth).filter(|lit| lit.is_pos()).collect();
        on.sort_unstable();
        on
    };
    let n = literals.len();
    // The shortest prefix, the shortest end of it, and the shortest suffix that switch it on.
    let mut prefixes: BTreeMap<Lit, usize> = BTreeMap::new();
    let mut suffixes: BTreeMap<Lit, usize> = BTreeMap::new();
    for length in 1..=n {
        for on in within(0..length) {
            prefixes.entry(on).or_insert(length);
        }
        for on in within(n - length..n) {
            suffixes.entry(on).or_insert(length);
        }
    }
    let mut thresholds: BTreeMap<Lit, usize> = BTreeMap::new();
    for end in 1..=n {
        let mut open: Vec<Lit> = counters
            .iter()
            .copied()
            .filter(|counter| prefixes.get(counter) == Some(&end))
            .collect();
        for k in 1..=end {
            if open.is_empty() {
                break;
            }
            let on = within(end - k..end);
            let known = |counter: &Lit| on.binary_search(counter).is_ok();
            open.iter().filter(|counter| known(counter)).for_each(|&counter| {
                thresholds.insert(counter, k);
            });
            open.retain(|counter| !known(counter));
        }
    }
    let definition = |counter: Lit| {
        let k = *thresholds.get(&counter)?;
        let (start, end) = (prefixes[&counter] - k, n - suffixes[&counter] + k);
        Some((counter, Definition::AtLeast(k, literals[start..end].to_vec())))
    };
    counters.into_iter().filter_map(definition).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The meanings are true: each agrees with the totalizer on every assignment.
    #[test]
    fn counters_mean_what_they_are_said_to() {
        for (n, count) in [(2, 1), (5, 2), (7, 3), (9, 8), (10, 4)] {
            let literals: Vec<Lit> = (0..n).map(|i| Lit::new(i, i % 3 == 0)).collect();
            let first = Var::new(n + 4);
            let definitions = counters(&literals, count, first);
            let mut totalizer = Totalizer::from(literals.clone());
            let mut vars = BasicVarManager::from_next_free(first);
            let mut clauses = Clauses::default();
            totalizer.encode_both(count..=count, &mut clauses, &mut vars).expect("memory");
            assert_eq!(definitions.len(), (vars.n_used() - first.idx32()) as usize);
            for bits in 0..1u32 << n {
                let truth: Assignment = literals
                    .iter()
                    .enumerate()
                    .map(|(i, &literal)| if bits >> i & 1 == 1 { literal } else { !literal })
                    .collect();
                let on: Vec<Lit> = totalizer.strictly_extend_assignment(&truth).collect();
                for (counter, definition) in &definitions {
                    let Definition::AtLeast(k, among) = definition else { panic!("a counter") };
                    let sum = among
                        .iter()
                        .filter(|lit| truth.lit_value(**lit) == rustsat::types::TernaryVal::True);
                    assert_eq!(on.contains(counter), sum.count() >= *k, "{definition:?}");
                }
            }
        }
    }
}
