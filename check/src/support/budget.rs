//! Limits of work: deterministic counts, and a flag by which another thread can stop it.
//! Every stage asks, not only the solvers.
//!
//! There is no clock here. A caller that wants to stop the work after some seconds, at some size of the
//! process or when the user says so raises the flag.

use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

/// Limits; `None` means none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    /// Conflicts of a SAT or SMT solver.
    pub conflicts: Option<u64>,
    /// Branches of the native search.
    pub nodes: Option<u64>,
    /// Raised by another thread to stop the work.
    pub stop: Option<&'static StopFlag>,
}

/// A flag that ends work in another thread. It lives as long as the process, so that work which nobody
/// waits for any more may still ask it.
#[derive(Debug, Default)]
pub struct StopFlag {
    raised: AtomicU8,
    /// Branches and conflicts so far.
    steps: AtomicU64,
}

/// What a flag can say; 0 is "go on".
const REASONS: [Limit; 3] = [Limit::Clock, Limit::Memory, Limit::Interrupted];

impl StopFlag {
    /// A flag that is not raised.
    pub const fn new() -> Self {
        Self { raised: AtomicU8::new(0), steps: AtomicU64::new(0) }
    }

    /// Raises the flag, unless it is raised already: because of the clock, the memory, or (for every
    /// other limit) because the user wants an end.
    pub fn raise(&self, limit: Limit) {
        let reason = REASONS.iter().position(|&reason| reason == limit).unwrap_or(2);
        let (old, new, order) = (0, reason as u8 + 1, Ordering::Relaxed);
        let _ = self.raised.compare_exchange(old, new, order, order);
    }

    /// Why the flag is raised; `None` if it is not.
    pub fn raised(&self) -> Option<Limit> {
        let reason = usize::from(self.raised.load(Ordering::Relaxed)).checked_sub(1)?;
        REASONS.get(reason).copied()
    }

    /// Branches and conflicts so far, as far as they have been reported.
    pub fn steps(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
    }
}

impl Budget {
    /// Why to stop now; `None` if there is no reason. Counts are checked by the code that counts.
    pub fn exceeded(&self) -> Option<Limit> {
        self.stop.and_then(StopFlag::raised)
    }

    /// The same as a `Result`, for use with `?`.
    ///
    /// # Errors
    ///
    /// If the budget says stop; the error is the reason.
    pub fn check(&self) -> Result<(), Limit> {
        self.exceeded().map_or(Ok(()), Err)
    }

    /// Adds branches or conflicts to what the thread that may raise the flag can see.
    pub fn report(&self, steps: u64) {
        if let Some(flag) = self.stop {
            flag.steps.fetch_add(steps, Ordering::Relaxed);
        }
    }
}

/// Which budget ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// The number of conflicts.
    Conflicts,
    /// The number of branches.
    Nodes,
    /// The clock.
    Clock,
    /// The memory.
    Memory,
    /// The user wants an end.
    Interrupted,
    /// The solver's own: it cannot decide this formula.
    Solver,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Conflicts => "the conflict budget ran out",
            Limit::Nodes => "the node budget ran out",
            Limit::Clock => "the time ran out",
            Limit::Memory => "the memory ran out",
            Limit::Interrupted => "interrupted",
            Limit::Solver => "the solver could not decide",
        })
    }
}
