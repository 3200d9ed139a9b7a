//! A formula under construction.

use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::{Lit, Var};

use super::clauses::Clauses;
use super::cnf::{Cnf, Code};
use super::definition::{Definition, Note};
use crate::options::Options;
use crate::variants::Variants;

/// A formula under construction.
#[derive(Default)]
pub struct Builder {
    clauses: Clauses,
    vars: BasicVarManager,
    notes: Vec<Note>,
    sections: Vec<usize>,
    options: Options,
    /// Whether the guard said stop. From then on nothing is added.
    stopped: bool,
}

/// The guard is asked once per this many clauses.
const GUARD_INTERVAL: usize = 1 << 12;

impl Builder {
    /// An empty formula, whose counting is done in the given variants.
    pub fn new(options: &Options) -> Self {
        Self { options: options.clone(), ..Self::default() }
    }

    /// Whether the guard said stop, so that the formula is not complete.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The variants of counting.
    pub(crate) fn variants(&self) -> Variants {
        self.options.variants
    }

    /// A new formula variable's positive literal.
    pub fn new_lit(&mut self) -> Lit {
        self.vars.new_lit()
    }

    /// Says what an auxiliary literal means.
    pub(crate) fn define(&mut self, literal: Lit, definition: Definition) {
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
        self.stopped |= self.options.stops();
    }

    /// Adds a clause.
    pub fn add(&mut self, clause: impl IntoIterator<Item = Lit>) {
        if self.stopped {
            return;
        }
        self.clauses.push(clause);
        if self.clauses.ends.len().is_multiple_of(GUARD_INTERVAL) {
            self.stopped = self.options.stops();
        }
    }

    /// The number of literals so far, as the measure of size.
    pub(crate) fn n_literals(&self) -> usize {
        self.clauses.literals.len()
    }

    /// The clause sink and the variable supply, as rustsat's encodings want them.
    pub(crate) fn parts(&mut self) -> (&mut Clauses, &mut BasicVarManager) {
        (&mut self.clauses, &mut self.vars)
    }

    /// The finished formula.
    pub fn finish(self, code: Box<dyn Code>) -> Cnf {
        let Self { clauses, vars, notes, sections, .. } = self;
        Cnf { clauses, n_vars: vars.n_used(), notes, sections, code }
    }
}
