//! How long a solver may try: deterministic counts, and a guard by the clock.

use std::fmt;
use std::time::Instant;

use serde::Serialize;

/// Limits; `None` means none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    /// Conflicts of a SAT or SMT solver.
    pub conflicts: Option<u64>,
    /// Branches of the native search.
    pub nodes: Option<u64>,
    /// When to give up whatever has been reached. Not deterministic.
    pub deadline: Option<Instant>,
}

impl Budget {
    /// Whether the clock has run out.
    pub fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Which budget ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// The number of conflicts.
    Conflicts,
    /// The number of branches.
    Nodes,
    /// The clock.
    Clock,
    /// The solver's own: it cannot decide this formula.
    Solver,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Conflicts => "the conflict budget (--conflicts) ran out",
            Limit::Nodes => "the node budget (--nodes) ran out",
            Limit::Clock => "the time (--timeout) ran out",
            Limit::Solver => "the solver could not decide",
        })
    }
}
