//! Answers repeated queries on one model without rebuilding propagators: given these answers, is that
//! one implied?
//!
//! Building the propagators costs more than most questions, so they are built once; a question
//! fixes the known answers on a level of its own, searches, and takes the level back. What the
//! search learns about hard variables stays.

use xwc_encodings::Model;

use super::build::build;
use super::propagate::Engine;
use super::shave::shave;
use super::store::{Step, Store, Var};
use super::{hardest, middle};

/// After this many branches every single value is tried. That costs as much as some hundred branches, and
/// unlike a search from scratch these questions have weights from the ones before.
const FIRST_TRY: u64 = 300;

/// A model with one solution of it.
pub(crate) struct IncrementalSearch {
    store: Store,
    engine: Engine,
    answers: Vec<Var>,
    others: Vec<Var>,
    planted: Vec<i64>,
}

/// How hard a puzzle is for propagation and search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SearchFigures {
    /// Unknown answers that propagation alone finds.
    pub found: usize,
    /// Branches until every solution is known; the limit, if that is reached.
    pub guesses: u64,
}

/// The branches that were allowed are spent.
struct Spent;

impl IncrementalSearch {
    /// Propagators for a model with bounded domains; `planted` is a solution, by answer. `None` if
    /// the model has no solution.
    pub(crate) fn new(model: &Model, planted: Vec<i64>) -> Option<Self> {
        let (mut store, mut engine) = build(model)?;
        engine.run(&mut store).ok()?;
        let answers: Vec<Var> = model.answers().iter().map(|var| var.index()).collect();
        let mut others: Vec<Var> = (0..model.variables().len()).collect();
        others.retain(|var| !answers.contains(var));
        Some(Self { store, engine, answers, others, planted })
    }

    /// Whether some solution agrees with the planted one in the known answers but not in this one;
    /// `None` if that takes more branches than allowed.
    pub(crate) fn has_other_value(
        &mut self,
        known: &[bool],
        answer: usize,
        nodes: u64,
    ) -> Option<bool> {
        let (var, value) = (self.answers[answer], self.planted[answer]);
        self.engine.blame_pools(false);
        self.store.push();
        let open = self.fix(known).is_ok()
            && !self.store.is_fixed(var)
            && self.store.remove(var, value).is_ok()
            && self.engine.run(&mut self.store).is_ok();
        let found = if open { self.decide(nodes) } else { Some(false) };
        self.store.pop();
        found
    }

    /// Whether there is a solution from here. Most questions need a few branches; for the others
    /// every single value is tried first, as at the root of a search.
    fn decide(&mut self, nodes: u64) -> Option<bool> {
        let mut left = FIRST_TRY;
        self.store.push();
        let found = self.explore(&mut left, &mut 1);
        self.store.pop();
        if let Ok(found) = found {
            return Some(found);
        }
        // What is left of the first try.
        if self.engine.run(&mut self.store).is_err() {
            return Some(false);
        }
        let mut left = nodes;
        let go_on = |_: &Engine| {
            left = left.saturating_sub(1);
            left > 0
        };
        if shave(&mut self.store, &mut self.engine, go_on).is_err() {
            return Some(false);
        }
        self.explore(&mut left, &mut 1).ok()
    }

    /// How hard it is to find the other answers from the known ones.
    pub(crate) fn figures(&mut self, known: &[bool], nodes: u64) -> SearchFigures {
        // What earlier questions have taught must not show in the figures.
        self.engine.forget();
        self.engine.blame_pools(true);
        self.store.push();
        let mut figures = SearchFigures::default();
        if self.fix(known).is_ok() {
            let unknown = self.answers.iter().zip(known).filter(|(_, known)| !**known);
            figures.found = unknown.filter(|(var, _)| self.store.is_fixed(**var)).count();
            let (mut left, mut wanted) = (nodes, usize::MAX);
            // Whether the limit was reached shows in the number itself.
            let _ = self.explore(&mut left, &mut wanted);
            figures.guesses = nodes - left;
        }
        self.store.pop();
        figures
    }

    fn fix(&mut self, known: &[bool]) -> Step {
        for (i, &known) in known.iter().enumerate() {
            if known {
                self.store.fix(self.answers[i], self.planted[i])?;
            }
        }
        self.engine.run(&mut self.store)
    }

    /// Searches on until this many solutions were found; true if they were.
    fn explore(&mut self, left: &mut u64, wanted: &mut usize) -> Result<bool, Spent> {
        loop {
            let answer = hardest(&self.store, &self.engine, self.answers.iter().copied());
            let open =
                answer.or_else(|| hardest(&self.store, &self.engine, self.others.iter().copied()));
            let Some(var) = open else {
                if self.engine.is_lagging() {
                    match self.engine.run(&mut self.store) {
                        Ok(()) => continue,
                        Err(_) => return Ok(false),
                    }
                }
                *wanted -= 1;
                return Ok(*wanted == 0);
            };
            *left = left.checked_sub(1).ok_or(Spent)?;
            let low = self.store.min(var);
            let is_set = self.store.is_set(var);
            let value = if is_set { low } else { middle(low, self.store.max(var)) };
            self.store.push();
            let taken = match is_set {
                true => self.store.fix(var, value),
                false => self.store.at_most(var, value),
            };
            let alive = taken.and_then(|()| self.engine.run(&mut self.store)).is_ok();
            let found = if alive { self.explore(left, wanted) } else { Ok(false) };
            self.store.pop();
            if found? {
                return Ok(true);
            }
            let turned = match is_set {
                true => self.store.remove(var, value),
                false => self.store.at_least(var, value + 1),
            };
            if turned.and_then(|()| self.engine.run(&mut self.store)).is_err() {
                return Ok(false);
            }
        }
    }
}
