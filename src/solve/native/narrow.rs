//! Relations that narrow domains themselves, and the answers that were given before.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use xwc_encodings::{Domains, NoValue, Relation};

use super::propagate::Propagate;
use super::store::{Conflict, Step, Store, Var};

/// A relation, asked with the domains as they are.
pub(super) struct Narrow {
    vars: Vec<Var>,
    relation: Arc<dyn Relation>,
}

impl Narrow {
    /// The relation over these variables.
    pub(super) fn new(vars: Vec<Var>, relation: Arc<dyn Relation>) -> Self {
        Self { vars, relation }
    }
}

impl Propagate for Narrow {
    fn vars(&self) -> &[Var] {
        &self.vars
    }

    /// It looks at many values at once, so everything cheaper goes first.
    fn is_global(&self) -> bool {
        true
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut Store) -> Step {
        let mut view = StoreView { store, vars: &self.vars };
        self.relation.narrow(&mut view).map_err(|NoValue| Conflict)?;
        if self.vars.iter().all(|&var| store.is_fixed(var)) {
            let values: Vec<i64> = self.vars.iter().map(|&var| store.min(var)).collect();
            return if self.relation.holds(&values) { Ok(()) } else { Err(Conflict) };
        }
        Ok(())
    }
}

/// The store as a relation sees it.
struct StoreView<'a> {
    store: &'a mut Store,
    vars: &'a [Var],
}

impl Domains for StoreView<'_> {
    fn size(&self, at: usize) -> u64 {
        self.store.size(self.vars[at])
    }

    fn bounds(&self, at: usize) -> (i64, i64) {
        let var = self.vars[at];
        (self.store.min(var), self.store.max(var))
    }

    fn contains(&self, at: usize, value: i64) -> bool {
        self.store.contains(self.vars[at], value)
    }

    fn values(&self, at: usize) -> Option<Vec<i64>> {
        let var = self.vars[at];
        self.store.is_set(var).then(|| self.store.values(var))
    }

    fn keep(&mut self, at: usize, values: &[i64]) -> Result<(), NoValue> {
        let var = self.vars[at];
        let (Some(&low), Some(&high)) = (values.first(), values.last()) else {
            return Err(NoValue);
        };
        self.clip(at, low, high)?;
        if self.store.is_set(var) {
            // Both lists ascend.
            let mut rest = values.iter().copied().peekable();
            let kept = self.store.retain(var, |value| {
                while rest.next_if(|&other| other < value).is_some() {}
                rest.peek() == Some(&value)
            });
            kept.map_err(|Conflict| NoValue)?;
        }
        Ok(())
    }

    fn clip(&mut self, at: usize, low: i64, high: i64) -> Result<(), NoValue> {
        let var = self.vars[at];
        let clipped = self.store.at_least(var, low).and_then(|()| self.store.at_most(var, high));
        clipped.map_err(|Conflict| NoValue)
    }
}

/// The answers that have been given.
pub(super) type Given = Rc<RefCell<BTreeSet<Vec<i64>>>>;

/// No answers twice: for searches that do not fix the answers first.
pub(super) struct Fresh {
    answers: Vec<Var>,
    given: Given,
}

impl Fresh {
    /// These variables do not take again what has been given.
    pub(super) fn new(answers: Vec<Var>, given: Given) -> Self {
        Self { answers, given }
    }
}

impl Propagate for Fresh {
    fn vars(&self) -> &[Var] {
        &self.answers
    }

    fn is_global(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut Store) -> Step {
        let given = self.given.borrow();
        if given.is_empty() || !self.answers.iter().all(|&var| store.is_fixed(var)) {
            return Ok(());
        }
        let answers: Vec<i64> = self.answers.iter().map(|&var| store.min(var)).collect();
        if given.contains(&answers) { Err(Conflict) } else { Ok(()) }
    }
}
