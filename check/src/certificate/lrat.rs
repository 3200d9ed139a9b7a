//! A strict, streaming checker for LRAT proofs, text or binary.
//!
//! A step adds a clause that follows from earlier ones by unit propagation along the given hints
//! (RUP), or deletes clauses. Resolution-asymmetric (RAT) steps are refused: our solvers need none.
//! The checker holds the formula and the clauses that are alive, never the proof.
//!
//! What is refused, beyond a hint that does not lead on: an id that is unknown, reused or not
//! ascending, a literal beyond the formula's variables, a repeated or complementary literal in a
//! clause, a number that is not one, a line that does not end. After the empty clause the rest of
//! the proof is still read and must be well formed.
//!
//! Reference: Cruz-Filipe et al., "Efficient certified RAT verification", CADE 2017.

use std::collections::BTreeMap;
use std::io::{self, BufRead};

use thiserror::Error;
use xwc_encodings::Cnf;

use super::proof_reader::{LratStep, ProofReader};

/// Why a proof is not one.
#[derive(Debug, Error)]
pub enum ProofError {
    /// The file cannot be read.
    #[error("it cannot be read")]
    Io(#[from] io::Error),
    /// The text is not a proof.
    #[error("step {step}: {problem}")]
    Malformed {
        /// Counted from 1.
        step: u64,
        /// What was found.
        problem: String,
    },
    /// A step does not follow.
    #[error("step {step}: clause {id} does not follow: {problem}")]
    NoStep {
        /// Counted from 1.
        step: u64,
        /// The clause's number.
        id: u64,
        /// Where it breaks.
        problem: String,
    },
    /// A step without hints does not follow.
    #[error("step {step}: its clause does not follow by unit propagation")]
    NotImplied {
        /// Counted from 1.
        step: u64,
    },
    /// The proof ends before the contradiction.
    #[error("it ends without the empty clause: a step is missing")]
    Incomplete,
}

/// Checks that the proof refutes the formula, whose clauses have the numbers 1, 2, … in order.
///
/// # Errors
///
/// If the proof is wrong; the error is the first mistake.
pub fn check(cnf: &Cnf, proof: impl BufRead) -> Result<(), ProofError> {
    let mut checker = Checker::new(cnf);
    let mut reader = ProofReader::lrat(proof, cnf.n_vars as usize)?;
    while let Some(step) = reader.next_step()? {
        match step {
            LratStep::Delete => {
                while let Some(id) = reader.id()? {
                    checker.delete(id).map_err(|problem| reader.malformed(problem))?;
                }
            }
            LratStep::Add { id } => checker.add(&mut reader, id)?,
        }
    }
    if checker.refuted { Ok(()) } else { Err(ProofError::Incomplete) }
}

struct Checker {
    alive: BTreeMap<u64, Box<[i32]>>,
    last_id: u64,
    /// By variable: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    /// The variables that are not open.
    trail: Vec<i32>,
    refuted: bool,
}

impl Checker {
    fn new(cnf: &Cnf) -> Self {
        let clauses =
            cnf.clauses().map(|clause| clause.iter().map(|lit| lit.to_ipasir()).collect());
        let alive: BTreeMap<u64, Box<[i32]>> = (1..).zip(clauses).collect();
        let last_id = alive.len() as u64;
        let values = vec![0; cnf.n_vars as usize + 1];
        Self { alive, last_id, values, trail: Vec::new(), refuted: false }
    }

    fn value(&self, literal: i32) -> i8 {
        let value = self.values[literal.unsigned_abs() as usize];
        if literal < 0 { -value } else { value }
    }

    fn make_true(&mut self, literal: i32) {
        self.values[literal.unsigned_abs() as usize] = if literal < 0 { -1 } else { 1 };
        self.trail.push(literal);
    }

    fn delete(&mut self, id: u64) -> Result<(), String> {
        match self.alive.remove(&id) {
            Some(_) => Ok(()),
            None => Err(format!("deletes clause {id}, which is not there")),
        }
    }

    /// Reads a clause and its hints and adds it if it follows.
    fn add<R: BufRead>(&mut self, reader: &mut ProofReader<R>, id: u64) -> Result<(), ProofError> {
        if id <= self.last_id {
            return Err(reader.malformed(format!("clause number {id} is not new")));
        }
        self.last_id = id;
        let clause = reader.clause()?;
        for &literal in &clause {
            match self.value(literal) {
                0 => self.make_true(-literal),
                -1 => return Err(reader.malformed(format!("literal {literal} occurs twice"))),
                _ => {
                    return Err(reader.malformed(format!("it has both {literal} and {}", -literal)));
                }
            }
        }
        let mut conflict = false;
        while let Some(hint) = reader.id()? {
            let known = self.alive.contains_key(&hint);
            if !known {
                return Err(reader.no_step(id, format!("hint {hint} is not there")));
            }
            if !conflict {
                conflict = self.propagate(hint).map_err(|problem| reader.no_step(id, problem))?;
            }
        }
        for literal in self.trail.drain(..) {
            self.values[literal.unsigned_abs() as usize] = 0;
        }
        // Once refuted, everything follows; the steps after that only have to be well formed.
        if !conflict && !self.refuted {
            return Err(reader.no_step(id, "its hints lead to no contradiction".to_string()));
        }
        self.refuted |= clause.is_empty();
        self.alive.insert(id, clause.into());
        Ok(())
    }

    /// Whether the clause is false; if one literal is open, it becomes true.
    fn propagate(&mut self, id: u64) -> Result<bool, String> {
        let mut open = None;
        for &literal in &self.alive[&id] {
            match self.value(literal) {
                -1 => {}
                0 if open.is_none() || open == Some(literal) => open = Some(literal),
                0 if self.refuted => return Ok(false),
                0 => return Err(format!("hint {id} leaves more than one literal open")),
                _ if self.refuted => return Ok(false),
                _ => return Err(format!("hint {id} is already satisfied")),
            }
        }
        match open {
            None => Ok(true),
            Some(literal) => {
                self.make_true(literal);
                Ok(false)
            }
        }
    }
}
