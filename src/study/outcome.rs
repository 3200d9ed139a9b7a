//! What a run of a contender on an instance came to.

use serde::{Deserialize, Serialize};

use super::{Contender, Instance, RunEnd, RunLimits, RunResult};
use crate::report::{ProveReport, Stats, UnknownReason};
use crate::verdict::Verdict;
use xwc_check::certificate::Digest;
use xwc_check::support::budget::Limit;

/// What a run came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum RunOutcome {
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
    pub(super) fn is_decided(self) -> bool {
        matches!(self, RunOutcome::Unique | RunOutcome::Multiple | RunOutcome::None)
    }

    /// The word in tables.
    pub(super) fn name(self) -> &'static str {
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
pub(super) struct FinishedRun {
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

/// A run as it is written down.
pub(super) fn finished(
    instance: &Instance,
    contender: &Contender,
    repetition: u32,
    limits: RunLimits,
    result: RunResult,
) -> FinishedRun {
    let mut run = FinishedRun {
        instance: instance.name.clone(),
        contender: contender.name.clone(),
        repetition,
        outcome: RunOutcome::Failed,
        seconds: result.seconds,
        memory: result.memory,
        variables: None,
        clauses: None,
        conflicts: None,
        propagations: None,
        nodes: None,
        solution: None,
        note: None,
    };
    match result.end {
        RunEnd::Report(report) => read(&mut run, &report),
        RunEnd::Timeout => run.outcome = RunOutcome::Timeout,
        RunEnd::Memory => run.outcome = RunOutcome::Memory,
        RunEnd::Refused(note) => (run.outcome, run.note) = (RunOutcome::Refused, Some(note)),
        RunEnd::Failed(note) => run.note = Some(note),
    }
    // A verdict that came too late does not count, and Z3 does not say that its time was over.
    let late = run.outcome.is_decided() || run.outcome == RunOutcome::Unknown;
    if late && run.seconds > limits.timeout {
        (run.outcome, run.solution) = (RunOutcome::Timeout, None);
    }
    run
}

fn read(run: &mut FinishedRun, report: &ProveReport) {
    run.outcome = match (report.verdict, report.limit) {
        (Verdict::Unique, _) => RunOutcome::Unique,
        (Verdict::Multiple, _) => RunOutcome::Multiple,
        (Verdict::None, _) => RunOutcome::None,
        (Verdict::Unknown, Some(UnknownReason::Limit(Limit::Clock))) => RunOutcome::Timeout,
        (Verdict::Unknown, _) => RunOutcome::Unknown,
    };
    let Stats { variables, clauses, conflicts, nodes, propagations, seconds, memory } =
        report.search.stats;
    run.seconds = seconds;
    run.memory = run.memory.max(memory);
    (run.variables, run.clauses) = (Some(variables), Some(clauses));
    (run.conflicts, run.nodes) = (Some(conflicts), Some(nodes));
    run.propagations = propagations;
    if let (RunOutcome::Unique, [solution, ..]) = (run.outcome, &report.search.solutions[..]) {
        // The grid is what is unique; a crossnumber's other variables may be open.
        let grid = solution.0["grid"].to_string();
        run.solution = Some(Digest::of(grid.as_bytes()).0);
    }
}
