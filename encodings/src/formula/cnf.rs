//! A propositional formula, with the code of the model's variables, which are numbered in the order
//! in which the encoding made them.

use std::io::{self, Write};

use rustsat::types::{Lit, Var};

use super::clauses::Clauses;
use super::definition::{Definition, Note};
use crate::model::{Assignment, Model, VarId};

/// Where the literal `var = value` comes from.
pub trait ByValue {
    /// The literal that is true if and only if the variable has the value; `None` if the value is
    /// not in the variable's domain, or no constraint speaks of it.
    fn literal(&self, var: VarId, value: i64) -> Option<Lit>;
}

/// How the literals of a formula stand for the variables of a model.
pub trait Code: ByValue + Send + Sync {
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
    pub(super) clauses: Clauses,
    pub(super) n_vars: u32,
    pub(super) notes: Vec<Note>,
    pub(super) sections: Vec<usize>,
    pub(super) code: Box<dyn Code>,
}

impl Cnf {
    /// The number of formula variables.
    pub fn n_vars(&self) -> u32 {
        self.n_vars
    }

    /// The number of clauses.
    pub fn n_clauses(&self) -> usize {
        self.clauses.ends.len()
    }

    /// The clauses, in order, each sorted.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        let starts = std::iter::once(0).chain(self.clauses.ends.iter().copied());
        starts.zip(&self.clauses.ends).map(|(start, &end)| &self.clauses.literals[start..end])
    }

    /// What the auxiliary literals mean that the encoding has defined, in ascending order.
    pub fn definitions(&self) -> Vec<(Lit, Definition)> {
        self.notes.iter().flat_map(Note::definitions).collect()
    }

    /// The number of clauses up to the end of each section: the domains, then each constraint of
    /// the model. Empty if the encoding does not say.
    pub fn sections(&self) -> &[usize] {
        &self.sections
    }

    /// The literal that is true if and only if the variable has the value, if there is one.
    pub fn literal(&self, var: VarId, value: i64) -> Option<Lit> {
        self.code.literal(var, value)
    }

    /// The model's assignment behind a satisfying assignment of the formula, or `None` if the
    /// truth values do not say.
    pub fn decode(&self, model: &Model, truth: &dyn Fn(Lit) -> bool) -> Option<Assignment> {
        model.ids().map(|var| self.code.value(var, truth)).collect()
    }

    /// The clause "not these answers", which are in the order of the model's answer variables.
    pub fn blocking_clause(&self, model: &Model, answers: &[i64]) -> Vec<Lit> {
        let mut clause: Vec<Lit> = model
            .answers()
            .iter()
            .zip(answers)
            .flat_map(|(&var, &value)| self.code.differs(var, value))
            .collect();
        clause.sort_unstable();
        clause.dedup();
        clause
    }

    /// Adds the clause "not these answers" as the last one.
    pub fn block(&mut self, model: &Model, answers: &[i64]) {
        let clause = self.blocking_clause(model, answers);
        self.clauses.push(clause);
    }

    /// Writes DIMACS, with comments that map formula variables to the model.
    ///
    /// # Errors
    ///
    /// If the writer fails.
    pub fn write_dimacs(&self, model: &Model, out: &mut impl Write) -> io::Result<()> {
        for var in (0..self.n_vars).map(Var::new) {
            if let Some(meaning) = self.code.meaning(model, var) {
                writeln!(out, "c {} {meaning}", var.to_ipasir())?;
            }
        }
        writeln!(out, "p cnf {} {}", self.n_vars, self.n_clauses())?;
        for clause in self.clauses() {
            for lit in clause {
                write!(out, "{} ", lit.to_ipasir())?;
            }
            writeln!(out, "0")?;
        }
        Ok(())
    }

    /// Writes OPB, with comments that map formula variables to the model: a clause is "at least
    /// one". A negative literal is a variable with the weight −1, since not every reader of OPB
    /// takes `~`.
    ///
    /// # Errors
    ///
    /// If the writer fails.
    pub fn write_opb(&self, model: &Model, out: &mut impl Write) -> io::Result<()> {
        let (vars, clauses) = (self.n_vars, self.n_clauses());
        writeln!(out, "* #variable= {vars} #constraint= {clauses}")?;
        for var in (0..vars).map(Var::new) {
            if let Some(meaning) = self.code.meaning(model, var) {
                writeln!(out, "* x{} {meaning}", var.to_ipasir())?;
            }
        }
        for clause in self.clauses() {
            let mut least = 1;
            for lit in clause {
                let sign = if lit.is_pos() { '+' } else { '-' };
                write!(out, "{sign}1 x{} ", lit.var().to_ipasir())?;
                least -= i64::from(lit.is_neg());
            }
            // No literal at all cannot be said without a variable.
            if clause.is_empty() {
                write!(out, "+0 x1 ")?;
            }
            writeln!(out, ">= {least} ;")?;
        }
        Ok(())
    }
}
