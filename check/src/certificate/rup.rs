//! A strict checker for proofs without hints: DRAT, as text.
//!
//! A step adds a clause, which has to follow from the formula and the clauses before it by unit
//! propagation (RUP), or deletes one. Resolution-asymmetric (RAT) steps are refused: neither our search
//! nor our solvers need them. What is deleted has to be there; what has followed from it stays, as in
//! other checkers.
//!
//! The same run can find the hints that an LRAT proof has. Steps that the end does not need are left out
//! there.
//!
//! Reference: Goldberg and Novikov, "Verification of proofs of unsatisfiability for CNF formulas",
//! DATE 2003.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use xwc_encodings::Cnf;

use super::lrat::ProofError;
use super::proof_reader::{DratStep, ProofReader};
use super::propagation::{ClauseId, Propagation};
use crate::support::budget::Budget;

/// Checks that the proof refutes the formula.
///
/// # Errors
///
/// If the proof is wrong; the error is the first mistake.
pub fn check(cnf: &Cnf, proof: impl BufRead, budget: Budget) -> Result<(), ProofError> {
    check_from(Propagation::new(cnf), proof, budget)
}

/// The same for a formula that has been taken in already.
///
/// # Errors
///
/// If the proof is wrong; the error is the first mistake.
pub fn check_from(
    formula: Propagation,
    proof: impl BufRead,
    budget: Budget,
) -> Result<(), ProofError> {
    Checker::new(formula, false).run(proof, budget).map(|_| ())
}

/// Checks that the proof refutes the formula, and finds its hints.
///
/// # Errors
///
/// If the proof is wrong; the error is the first mistake.
pub fn elaborate(
    cnf: &Cnf,
    proof: impl BufRead,
    budget: Budget,
) -> Result<HintedProof, ProofError> {
    let Checker { n_formula, steps, .. } =
        Checker::new(Propagation::new(cnf), true).run(proof, budget)?;
    Ok(HintedProof { n_formula, steps })
}

/// A proof with hints.
pub struct HintedProof {
    n_formula: usize,
    steps: Vec<HintedStep>,
}

struct Checker {
    clauses: Propagation,
    n_formula: usize,
    /// Deletable clauses by their literals, sorted; made when the first one is to be deleted.
    alive: Option<BTreeMap<Vec<i32>, Vec<ClauseId>>>,
    /// The clauses that were added, with their hints if those are wanted.
    steps: Vec<HintedStep>,
    with_hints: bool,
    refuted: bool,
}

/// A clause, and the clauses that it follows from.
struct HintedStep {
    clause: Vec<i32>,
    hints: Vec<ClauseId>,
}

impl Checker {
    fn new(clauses: Propagation, with_hints: bool) -> Self {
        let n_formula = clauses.n_clauses() as usize;
        Self { clauses, n_formula, alive: None, steps: Vec::new(), with_hints, refuted: false }
    }

    fn run(mut self, proof: impl BufRead, budget: Budget) -> Result<Self, ProofError> {
        let mut reader = ProofReader::drat(proof, self.clauses.n_vars());
        while let Some(step) = reader.next_drat()? {
            budget.check().map_err(io::Error::other)?;
            match step {
                DratStep::Add(clause) => {
                    is_plain(&clause).map_err(|problem| reader.malformed(problem))?;
                    // Once refuted, everything follows; the steps after that only have to be well formed.
                    if !self.refuted && !self.add(clause) {
                        return Err(reader.not_implied());
                    }
                }
                DratStep::Delete(clause) => {
                    is_plain(&clause).map_err(|problem| reader.malformed(problem))?;
                    if !self.refuted && !self.delete(clause) {
                        return Err(reader.malformed("deletes a clause that is not there"));
                    }
                }
            }
        }
        if self.refuted { Ok(self) } else { Err(ProofError::Incomplete) }
    }

    /// Adds a clause if it follows.
    fn add(&mut self, clause: Vec<i32>) -> bool {
        let negated: Vec<i32> = clause.iter().map(|literal| -literal).collect();
        let already = self.clauses.is_in_conflict();
        if !already && self.clauses.assume(negated.iter().copied()) {
            return false;
        }
        let hints = match self.with_hints {
            true => self.clauses.explain(&negated).clauses,
            false => Vec::new(),
        };
        if !already {
            self.clauses.back_to(0);
        }
        self.refuted = clause.is_empty();
        if !self.refuted {
            self.clauses.add(&clause);
        }
        if let Some(alive) = &mut self.alive {
            let id = (self.n_formula + self.steps.len()) as ClauseId;
            alive.entry(sorted(clause.clone())).or_default().push(id);
        }
        let clause = if self.with_hints { clause } else { Vec::new() };
        self.steps.push(HintedStep { clause, hints });
        true
    }

    /// Deletes a clause if it is there.
    fn delete(&mut self, clause: Vec<i32>) -> bool {
        let clauses = &self.clauses;
        let alive = self.alive.get_or_insert_with(|| {
            let mut alive: BTreeMap<Vec<i32>, Vec<ClauseId>> = BTreeMap::new();
            for id in 0..clauses.n_clauses() {
                alive.entry(sorted(clauses.literals(id).collect())).or_default().push(id);
            }
            alive
        });
        match alive.get_mut(&sorted(clause)).and_then(Vec::pop) {
            Some(id) => {
                self.clauses.remove(id);
                true
            }
            None => false,
        }
    }
}

impl HintedProof {
    /// The steps that the empty clause needs.
    fn needed(&self) -> Vec<bool> {
        let mut needed = vec![false; self.steps.len()];
        needed.last_mut().into_iter().for_each(|last| *last = true);
        for at in (0..self.steps.len()).rev() {
            if needed[at] {
                let hints = self.steps[at].hints.iter();
                hints.filter_map(|&hint| self.step(hint)).for_each(|hint| needed[hint] = true);
            }
        }
        needed
    }

    /// Which step added a clause; `None` if it is one of the formula.
    fn step(&self, id: ClauseId) -> Option<usize> {
        (id as usize).checked_sub(self.n_formula)
    }

    /// Writes it as LRAT, without the steps that are not needed.
    ///
    /// # Errors
    ///
    /// If the writer fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let needed = self.needed();
        let mut numbers = vec![0; self.steps.len()];
        let mut last = self.n_formula;
        for (at, HintedStep { clause, hints }) in self.steps.iter().enumerate() {
            if !needed[at] {
                continue;
            }
            last += 1;
            numbers[at] = last;
            write!(out, "{last}")?;
            clause.iter().try_for_each(|literal| write!(out, " {literal}"))?;
            write!(out, " 0")?;
            for &hint in hints {
                write!(out, " {}", self.step(hint).map_or(hint as usize + 1, |at| numbers[at]))?;
            }
            writeln!(out, " 0")?;
        }
        Ok(())
    }
}

fn sorted(mut clause: Vec<i32>) -> Vec<i32> {
    clause.sort_unstable();
    clause
}

/// Whether a clause has no literal twice, and no literal with its negation.
fn is_plain(clause: &[i32]) -> Result<(), String> {
    let mut literals = clause.to_vec();
    literals.sort_unstable_by_key(|literal| (literal.unsigned_abs(), *literal));
    for pair in literals.windows(2) {
        if pair[0] == pair[1] {
            return Err(format!("literal {} occurs twice", pair[0]));
        }
        if pair[0] == -pair[1] {
            return Err(format!("it has both {} and {}", pair[1], pair[0]));
        }
    }
    Ok(())
}
