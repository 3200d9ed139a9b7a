//! What `prove` and `solve` say to programs: written by the command line, read by studies.

use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::prove::SearchOutcome;
use crate::verdict::{StatedSolution, Verdict};
use xwc_check::certificate::Provable;
use xwc_check::lower::PresolveStep;
use xwc_check::puzzle::{Difference, Solution};
use xwc_check::support::budget::Limit;

/// The answer to "how many solutions?".
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProveReport {
    /// How many there are.
    pub(crate) verdict: Verdict,
    /// What every search says.
    #[serde(flatten)]
    pub(crate) search: SearchReport,
    /// Why the verdict is unknown, or more solutions were not looked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) limit: Option<UnknownReason>,
    /// The cells in which two solutions differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) differences: Option<Vec<Difference>>,
    /// Unknowns that the only solution leaves open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) undetermined: Option<Vec<String>>,
    /// Reasons why there is no solution, or what could not be decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reasons: Option<Vec<String>>,
    /// How the stated solution compares with those found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) stated_solution: Option<StatedSolution>,
}

impl ProveReport {
    /// What a proof has come to. How long it took, the peak memory of the process in bytes and the folder
    /// of the certificate are for the caller to know.
    pub fn new(
        puzzle: &dyn Provable,
        report: &SearchOutcome,
        time: Duration,
        memory: Option<u64>,
        certificate: Option<&Path>,
    ) -> Self {
        let mut search = SearchReport::new(puzzle, report, time, memory);
        search.certificate = certificate.map(|folder| folder.display().to_string());
        let found = &report.found;
        let verdict = found.verdict();
        let undecided = found.undecided.as_ref().filter(|_| verdict == Verdict::Unknown);
        let notes = report.notes();
        let notes = (verdict == Verdict::None && !notes.is_empty()).then(|| notes.to_vec());
        Self {
            verdict,
            search,
            limit: match undecided {
                Some(_) => Some(UnknownReason::Undecided),
                None => found.limit.map(UnknownReason::Limit),
            },
            differences: match &found.solutions[..] {
                [one, two] => Some(one.differences(two)),
                _ => None,
            },
            undetermined: report.undetermined.clone(),
            reasons: undecided.map(|reason| vec![reason.clone()]).or(notes),
            stated_solution: report.stated.clone(),
        }
    }
}

/// The answer to "which solutions?".
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SolveReport {
    /// Whether there are no others.
    pub(crate) complete: bool,
    /// How many were found.
    pub(crate) count: u64,
    /// What every search says.
    #[serde(flatten)]
    pub(crate) search: SearchReport,
    /// How possible values shrank, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) steps: Option<Vec<PresolveStep>>,
}

impl SolveReport {
    /// What a search has come to, with the steps before it if they are wanted. How long it took, the peak
    /// memory of the process in bytes and the folder of the certificate are for the caller to know.
    pub fn new(
        puzzle: &dyn Provable,
        report: &SearchOutcome,
        time: Duration,
        memory: Option<u64>,
        certificate: Option<&Path>,
        steps: bool,
    ) -> Self {
        let mut search = SearchReport::new(puzzle, report, time, memory);
        search.certificate = certificate.map(|folder| folder.display().to_string());
        Self {
            complete: report.found.complete,
            count: report.found.count,
            search,
            steps: steps.then(|| report.steps().to_vec()),
        }
    }
}

/// What every search says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SearchReport {
    /// The family of the puzzle.
    pub family: String,
    /// Solutions.
    pub solutions: Vec<Solution>,
    /// The solver that answered.
    pub backend: String,
    /// The encoding of its formula, if it read one.
    pub encoding: Option<String>,
    /// What it cost.
    pub stats: Stats,
    /// The folder of the certificate, if one was written.
    pub certificate: Option<String>,
}

impl SearchReport {
    fn new(
        puzzle: &dyn Provable,
        report: &SearchOutcome,
        time: Duration,
        memory: Option<u64>,
    ) -> Self {
        let (variables, clauses) = report.size;
        Self {
            family: puzzle.family().to_string(),
            solutions: report.found.solutions.clone(),
            backend: report.backend.to_string(),
            encoding: report.encoding.map(str::to_string),
            stats: Stats {
                variables: variables as u64,
                clauses: clauses as u64,
                conflicts: report.effort.conflicts,
                nodes: report.effort.nodes,
                propagations: report.effort.propagations,
                seconds: time.as_secs_f64(),
                memory,
            },
            certificate: None,
        }
    }
}

/// What an answer has cost.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Stats {
    /// Variables of the formula or of the model.
    pub variables: u64,
    /// Clauses of the formula, or constraints of the model.
    pub clauses: u64,
    /// Dead ends.
    pub conflicts: u64,
    /// Branches.
    pub nodes: u64,
    /// Propagations; `None` if the solver does not count them.
    pub propagations: Option<u64>,
    /// How long it took.
    pub seconds: f64,
    /// The most memory that the process has needed, in bytes, where that is known.
    pub memory: Option<u64>,
}

/// Why something is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum UnknownReason {
    /// A rule could not be decided.
    Undecided,
    /// A budget ran out.
    #[serde(untagged)]
    Limit(Limit),
}
