//! Running propagators until nothing changes.

use super::store::{Step, Store, Var};

/// Draws conclusions from one constraint.
///
/// A propagator may be weak, but it never removes a value that is part of a solution, and it
/// reports a conflict when all its variables are fixed and the constraint does not hold.
pub trait Propagate {
    /// The variables whose changes matter.
    fn vars(&self) -> &[Var];

    /// Removes values that cannot be part of a solution.
    fn propagate(&mut self, store: &mut Store) -> Step;
}

/// All propagators, and those that have something to do.
pub struct Engine {
    propagators: Vec<Box<dyn Propagate>>,
    /// For each variable, the propagators that watch it.
    watchers: Vec<Vec<u32>>,
    queue: std::collections::VecDeque<u32>,
    queued: Vec<bool>,
    changed: Vec<u32>,
    /// For each variable, how often a propagator on it has failed: where the search is hard.
    pub weights: Vec<u32>,
}

impl Engine {
    /// An engine with everything to do.
    pub fn new(n_vars: usize, propagators: Vec<Box<dyn Propagate>>) -> Self {
        let mut watchers = vec![Vec::new(); n_vars];
        for (i, propagator) in propagators.iter().enumerate() {
            for &var in propagator.vars() {
                if watchers[var].last() != Some(&(i as u32)) {
                    watchers[var].push(i as u32);
                }
            }
        }
        let weights = watchers.iter().map(|watchers| 1 + watchers.len() as u32).collect();
        let queue = (0..propagators.len() as u32).collect();
        let queued = vec![true; propagators.len()];
        Self { propagators, watchers, queue, queued, changed: Vec::new(), weights }
    }

    /// Draws all conclusions from the changes in the store.
    pub fn run(&mut self, store: &mut Store) -> Step {
        loop {
            store.take_changed(&mut self.changed);
            for var in self.changed.drain(..) {
                for &watcher in &self.watchers[var as usize] {
                    if !std::mem::replace(&mut self.queued[watcher as usize], true) {
                        self.queue.push_back(watcher);
                    }
                }
            }
            let Some(next) = self.queue.pop_front() else { return Ok(()) };
            self.queued[next as usize] = false;
            let propagator = &mut self.propagators[next as usize];
            if let Err(conflict) = propagator.propagate(store) {
                for &var in propagator.vars() {
                    self.weights[var] = self.weights[var].saturating_add(1);
                }
                for waiting in self.queue.drain(..) {
                    self.queued[waiting as usize] = false;
                }
                return Err(conflict);
            }
        }
    }
}
