//! A propositional formula in canonical form, with the code of the model's variables.
//!
//! Canonical means: the literals of a clause are sorted and distinct, no clause is a tautology,
//! and variables are numbered in the order in which the encoding made them. Clauses lie in one
//! flat array, because there may be a million of them.

use std::io::{self, Write};

use rustsat::OutOfMemory;
use rustsat::encodings::CollectClauses;
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::{Clause, Lit, Var};

use crate::by_value::ByValue;
use crate::definition::{Definition, Note};
use crate::model::{Assignment, Model, VarId};
use crate::variants::Variants;

/// How the literals of a formula stand for the variables of a model.
pub trait Code: ByValue + Send + Sync {
    /// The value of a variable under a satisfying assignment of the formula.
    fn value(&self, var: VarId, truth: &dyn Fn(Lit) -> bool) -> Option<i64>;

    /// Literals of which, in every model of the formula, at least one is true if and only if the
    /// variable differs from the value, which must be one that the formula leaves it.
    fn differs(&self, var: VarId, value: i64) -> Vec<Lit>;

    /// What a formula variable means, such as `r1c3 = 7`; nothing for auxiliary variables.
    fn meaning(&self, model: &Model, var: Var) -> Option<String>;
}

/// Clauses and what their variables mean.
pub struct Cnf {
    clauses: Clauses,
    n_vars: u32,
    notes: Vec<Note>,
    sections: Vec<usize>,
    code: Box<dyn Code>,
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

    /// The model's assignment behind a satisfying assignment of the formula, or nothing if the
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
    /// Those of the writer.
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
    /// Those of the writer.
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

/// A formula under construction. It takes clauses from rustsat's encodings as well.
#[derive(Default)]
pub struct Builder {
    clauses: Clauses,
    vars: BasicVarManager,
    notes: Vec<Note>,
    sections: Vec<usize>,
    variants: Variants,
}

impl Builder {
    /// An empty formula, whose counting is done in the given variants.
    pub fn new(variants: Variants) -> Self {
        Self { variants, ..Self::default() }
    }

    /// The variants of counting.
    pub fn variants(&self) -> Variants {
        self.variants
    }

    /// A new formula variable's positive literal.
    pub fn new_lit(&mut self) -> Lit {
        self.vars.new_lit()
    }

    /// Says what an auxiliary literal means.
    pub fn define(&mut self, literal: Lit, definition: Definition) {
        self.notes.push(Note::One(literal, definition));
    }

    pub(crate) fn note(&mut self, note: Note) {
        self.notes.push(note);
    }

    /// The next formula variable that will be made.
    pub(crate) fn next_var(&self) -> Var {
        Var::new(self.vars.n_used())
    }

    /// Ends the section of the domains or of a constraint.
    pub fn end_section(&mut self) {
        self.sections.push(self.clauses.ends.len());
    }

    /// Adds a clause.
    pub fn add(&mut self, clause: impl IntoIterator<Item = Lit>) {
        self.clauses.push(clause);
    }

    /// The number of literals so far, as the measure of size.
    pub fn n_literals(&self) -> usize {
        self.clauses.literals.len()
    }

    /// The clause sink and the variable supply, as rustsat's encodings want them.
    pub fn parts(&mut self) -> (&mut Clauses, &mut BasicVarManager) {
        (&mut self.clauses, &mut self.vars)
    }

    /// The finished formula.
    pub fn finish(self, code: Box<dyn Code>) -> Cnf {
        let Self { clauses, vars, notes, sections, .. } = self;
        Cnf { clauses, n_vars: vars.n_used(), notes, sections, code }
    }
}

/// A flat list of canonical clauses.
#[derive(Default)]
pub struct Clauses {
    literals: Vec<Lit>,
    ends: Vec<usize>,
}

impl Clauses {
    fn push(&mut self, clause: impl IntoIterator<Item = Lit>) {
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
