//! What a run of a contender on an instance came to.

use serde::{Deserialize, Serialize};

/// What a run came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RunOutcome {
    /// Decided: exactly one solution.
    Unique,
    /// Decided: several solutions.
    Multiple,
    /// Decided: no solution.
    None,
    /// A budget of conflicts or branches ran out, or the solver gave up.
    Unknown,
    /// The clock ran out.
    Timeout,
    /// The memory was not enough.
    Memory,
    /// The encoding or the solver does not take this puzzle.
    Refused,
    /// The process failed in another way, which is a defect.
    Failed,
}

impl RunOutcome {
    /// Whether it says how many solutions there are.
    pub(crate) fn is_decided(self) -> bool {
        matches!(self, RunOutcome::Unique | RunOutcome::Multiple | RunOutcome::None)
    }

    /// The word in tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            RunOutcome::Unique => "unique",
            RunOutcome::Multiple => "multiple",
            RunOutcome::None => "none",
            RunOutcome::Unknown => "unknown",
            RunOutcome::Timeout => "timeout",
            RunOutcome::Memory => "memory",
            RunOutcome::Refused => "refused",
            RunOutcome::Failed => "failed",
        }
    }
}

/// One finished run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FinishedRun {
    /// The instance's name.
    pub instance: String,
    /// The contender's name.
    pub contender: String,
    /// From 1.
    pub repetition: u32,
    /// What it came to.
    pub outcome: RunOutcome,
    /// The solver's own time, with lowering and encoding; the time of the process if it did not say.
    pub seconds: f64,
    /// Peak memory in KiB, if known.
    pub memory: Option<u64>,
    /// Variables of the formula, or of the model where there is none.
    pub variables: Option<u64>,
    /// Clauses or assertions of the formula, or constraints of the model.
    pub clauses: Option<u64>,
    /// Dead ends.
    pub conflicts: Option<u64>,
    /// Propagations as the solver counts them.
    pub propagations: Option<u64>,
    /// Branches.
    pub nodes: Option<u64>,
    /// SHA-256 of the grid of the only solution.
    pub solution: Option<String>,
    /// Why it was refused, or how it failed.
    pub note: Option<String>,
}
