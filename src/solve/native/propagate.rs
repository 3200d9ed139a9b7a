//! Running propagators until nothing changes.

use std::collections::VecDeque;

use super::store::{Step, Store, Var};
use xwc_check::support::budget::{Budget, Limit};

/// A run with more steps goes on later: domains of 10^9 values can shrink one by one.
const MAX_STEPS: usize = 100_000;

/// Draws conclusions from one constraint.
///
/// A propagator may be weak, but it never removes a value that is part of a solution, and it
/// reports a conflict when all its variables are fixed and the constraint does not hold.
pub(super) trait Propagate {
    /// The variables whose changes matter.
    fn vars(&self) -> &[Var];

    /// Removes values that cannot be part of a solution.
    fn propagate(&mut self, store: &mut Store) -> Step;

    /// Whether it looks at many variables at once and had better wait for the others.
    fn is_global(&self) -> bool {
        false
    }

    /// Whether it concerns all variables alike, so that its failure does not tell where the search is
    /// hard.
    fn is_pool(&self) -> bool {
        false
    }

    /// Whether running again after its own changes is not worth while.
    fn is_idempotent(&self) -> bool {
        false
    }
}

/// All propagators, and those that have something to do.
pub(super) struct Engine {
    propagators: Vec<Box<dyn Propagate>>,
    /// For each variable, the propagators that watch it.
    watchers: Vec<Vec<u32>>,
    /// Local ones come first.
    local: VecDeque<u32>,
    global: VecDeque<u32>,
    queued: Vec<bool>,
    is_global: Vec<bool>,
    changed: Vec<u32>,
    /// Whether the last run stopped with something left to do.
    lagging: bool,
    /// For each variable, how often a propagator on it has failed: where the search is hard.
    pub weights: Vec<u32>,
    /// Whether failures of pools count in the weights.
    blames_pools: bool,
    /// How often a propagator has run.
    pub runs: u64,
    budget: Budget,
    stopped: Option<Limit>,
}

/// The budget is looked at once per this many runs of a propagator.
const GUARD_INTERVAL: u64 = 64;

impl Engine {
    /// An engine with everything to do.
    pub(super) fn new(n_vars: usize, propagators: Vec<Box<dyn Propagate>>) -> Self {
        let mut engine = Self {
            propagators: Vec::new(),
            watchers: vec![Vec::new(); n_vars],
            local: VecDeque::new(),
            global: VecDeque::new(),
            queued: Vec::new(),
            is_global: Vec::new(),
            changed: Vec::new(),
            lagging: false,
            weights: vec![1; n_vars],
            blames_pools: true,
            runs: 0,
            budget: Budget::default(),
            stopped: None,
        };
        propagators.into_iter().for_each(|propagator| engine.add(propagator));
        engine
    }

    /// From now on runs end when a guard of the budget says stop.
    pub(super) fn guard(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// The guard that ended a run before its time, if one did. What is in the store then is right,
    /// but not all that could be known.
    pub(super) fn stopped(&self) -> Option<Limit> {
        self.stopped
    }

    /// Adds a propagator, which has something to do at once.
    pub(super) fn add(&mut self, propagator: Box<dyn Propagate>) {
        let id = self.propagators.len() as u32;
        for &var in propagator.vars() {
            if self.watchers[var].last() != Some(&id) {
                self.watchers[var].push(id);
                self.weights[var] += 1;
            }
        }
        self.is_global.push(propagator.is_global());
        self.queued.push(false);
        self.propagators.push(propagator);
        self.enqueue(id);
    }

    /// Makes all variables as hard as in the beginning.
    pub(super) fn forget(&mut self) {
        for (weight, watchers) in self.weights.iter_mut().zip(&self.watchers) {
            *weight = 1 + watchers.len() as u32;
        }
    }

    /// Whether from now on failures of pools count in the weights. Without them a long search needs half
    /// the branches; a short one, whose branches are a figure of a puzzle, has always counted them.
    pub(super) fn blame_pools(&mut self, blame: bool) {
        self.blames_pools = blame;
    }

    fn enqueue(&mut self, id: u32) {
        if !std::mem::replace(&mut self.queued[id as usize], true) {
            let global = self.is_global[id as usize];
            let queue = if global { &mut self.global } else { &mut self.local };
            queue.push_back(id);
        }
    }

    /// Whether there is something left to do.
    pub(super) fn is_lagging(&self) -> bool {
        self.lagging
    }

    /// Draws conclusions from the changes in the store: all of them, unless they come in very
    /// small steps and very many. Then the rest waits for the next run.
    pub(super) fn run(&mut self, store: &mut Store) -> Step {
        let lagged = std::mem::take(&mut self.lagging);
        if lagged {
            // A conflict in between may have emptied the queues.
            (0..self.propagators.len() as u32).for_each(|id| self.enqueue(id));
        }
        let mut done = None;
        for _ in 0..MAX_STEPS {
            store.take_changed(&mut self.changed);
            while let Some(var) = self.changed.pop() {
                for i in 0..self.watchers[var as usize].len() {
                    let watcher = self.watchers[var as usize][i];
                    if done != Some(watcher) {
                        self.enqueue(watcher);
                    }
                }
            }
            let next = self.local.pop_front().or_else(|| self.global.pop_front());
            let Some(next) = next else { return Ok(()) };
            self.queued[next as usize] = false;
            let propagator = &mut self.propagators[next as usize];
            done = propagator.is_idempotent().then_some(next);
            self.runs += 1;
            if self.runs.is_multiple_of(GUARD_INTERVAL) && self.stopped.is_none() {
                self.stopped = self.budget.exceeded();
            }
            if self.stopped.is_some() {
                self.enqueue(next);
                break;
            }
            if let Err(conflict) = propagator.propagate(store) {
                if self.blames_pools || !propagator.is_pool() {
                    for &var in propagator.vars() {
                        self.weights[var] = self.weights[var].saturating_add(1);
                    }
                }
                self.lagging |= lagged;
                for waiting in self.local.drain(..).chain(self.global.drain(..)) {
                    self.queued[waiting as usize] = false;
                }
                return Err(conflict);
            }
        }
        self.lagging = true;
        Ok(())
    }
}
