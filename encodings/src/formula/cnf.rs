//! A propositional formula, with the code of the model's variables, which are numbered in the order
//! in which the encoding made them.

use std::io::{self, Write};

use rustsat::types::{Lit, Var};

use super::clauses::Clauses;
use super::definition::{Definition, Note};
use crate::model::{Model, VarId};

/// Clauses are written in pieces of about this many bytes.
const PIECE: usize = 1 << 13;

/// Appends a literal and a space. There may be millions of them, and the usual way takes ten times as long.
fn push_literal(text: &mut Vec<u8>, literal: Lit) {
    let mut written = *b"            ";
    let mut at = written.len() - 1;
    let mut rest = literal.vidx32() + 1;
    while rest > 0 {
        at -= 1;
        written[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    if literal.is_neg() {
        at -= 1;
        written[at] = b'-';
    }
    text.extend_from_slice(&written[at..]);
}

/// How the literals of a formula stand for the variables of a model.
pub trait Code: Send + Sync {
    /// The literal that is true if and only if the variable has the value; `None` if the value is
    /// not in the variable's domain, or no constraint speaks of it.
    fn literal(&self, var: VarId, value: i64) -> Option<Lit>;

    /// The value of a variable under a satisfying assignment of the formula.
    fn value(&self, var: VarId, truth: &dyn Fn(Lit) -> bool) -> Option<i64>;

    /// Literals of which, in every model of the formula, at least one is true if and only if the
    /// variable differs from the value, which must be one that the formula leaves it.
    fn differs(&self, var: VarId, value: i64) -> Vec<Lit>;

    /// What a formula variable means, such as `r1c3 = 7`; `None` for auxiliary variables.
    fn meaning(&self, model: &Model, var: Var) -> Option<String>;
}

/// Clauses and what their variables mean.
pub struct Cnf {
    /// The number of formula variables.
    pub n_vars: u32,
    /// The number of clauses up to the end of each section: the domains, then each constraint of
    /// the model. Empty if the encoding does not say.
    pub sections: Vec<usize>,
    /// How the formula variables stand for those of the model.
    pub code: Box<dyn Code>,
    pub(super) clauses: Clauses,
    pub(super) notes: Vec<Note>,
}

impl Cnf {
    /// The clauses, in order, each sorted.
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Lit]> {
        let mut start = 0;
        self.clauses.ends.iter().map(move |&end| {
            let clause = &self.clauses.literals[start..end];
            start = end;
            clause
        })
    }

    /// How many literals the clauses have in all.
    pub fn n_literals(&self) -> usize {
        self.clauses.literals.len()
    }

    /// What the auxiliary literals mean that the encoding has defined, in ascending order.
    pub fn definitions(&self) -> Vec<(Lit, Definition)> {
        self.notes.iter().flat_map(Note::definitions).collect()
    }

    /// The clause "not all of these values".
    pub fn other(&self, values: &[(VarId, i64)]) -> Vec<Lit> {
        let differs = |&(var, value): &(VarId, i64)| self.code.differs(var, value);
        let mut clause: Vec<Lit> = values.iter().flat_map(differs).collect();
        clause.sort_unstable();
        clause.dedup();
        clause
    }

    /// Adds the clause "not all of these values".
    pub fn exclude(&mut self, values: &[(VarId, i64)]) {
        let clause = self.other(values);
        self.clauses.push(clause);
    }

    /// Adds the clause "not these answers", which are in the order of the model's answer variables, as
    /// the last one.
    pub fn block(&mut self, model: &Model, answers: &[i64]) {
        let answers = model.answers().iter().copied().zip(answers.iter().copied());
        self.exclude(&answers.collect::<Vec<_>>());
    }

    /// Writes DIMACS, with comments that map formula variables to the model.
    ///
    /// # Errors
    ///
    /// If the writer fails.
    pub fn write_dimacs(&self, model: &Model, out: &mut impl Write) -> io::Result<()> {
        let mut text = Vec::with_capacity(PIECE + 16);
        for var in (0..self.n_vars).map(Var::new) {
            if let Some(meaning) = self.code.meaning(model, var) {
                text.extend_from_slice(b"c ");
                push_literal(&mut text, var.pos_lit());
                text.extend_from_slice(meaning.as_bytes());
                text.push(b'\n');
                if text.len() >= PIECE {
                    out.write_all(&text)?;
                    text.clear();
                }
            }
        }
        out.write_all(&text)?;
        text.clear();
        for open in model.open_conditions() {
            writeln!(out, "c open: {open}")?;
        }
        writeln!(out, "p cnf {} {}", self.n_vars, self.clauses().len())?;
        for clause in self.clauses() {
            for lit in clause {
                push_literal(&mut text, *lit);
                if text.len() >= PIECE {
                    out.write_all(&text)?;
                    text.clear();
                }
            }
            text.extend_from_slice(b"0\n");
        }
        out.write_all(&text)
    }
}
