//! What the runs of a study come to: a time for each contender on each instance, and sums.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

use super::{FinishedRun, RunOutcome, Study};

/// A study with all its runs.
#[derive(Clone, Debug)]
pub(super) struct StudyFigures {
    /// The study.
    pub study: Study,
    /// All runs, in its order.
    pub runs: Vec<FinishedRun>,
    /// By instance, then by contender.
    pub cells: Vec<Vec<InstanceResult>>,
    /// By contender.
    pub summaries: Vec<ContenderSummary>,
}

/// What a study has come to. Its text is a table of the contenders, the best first.
#[derive(Clone, Debug, Serialize)]
pub struct StudyReport {
    /// The page with everything.
    #[serde(rename = "report")]
    pub page: PathBuf,
    summary: Vec<ContenderSummary>,
    /// Runs that ended in a way that is a defect: the contender, the puzzle, and what was said.
    #[serde(skip)]
    pub failures: Vec<(String, String, String)>,
    #[serde(skip)]
    ranking: Vec<usize>,
}

impl fmt::Display for StudyReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.summary.iter().map(|one| one.contender.len()).max().unwrap_or(0).max(9);
        let columns = "decided    PAR-2  fastest  timeout  memory  refused  other";
        write!(f, "{:width$}  {columns}", "contender")?;
        for &i in &self.ranking {
            let one = &self.summary[i];
            write!(
                f,
                "\n{:width$}  {:>3}/{:<3}  {:>7.3}  {:>7}  {:>7}  {:>6}  {:>7}  {:>5}",
                one.contender,
                one.solved,
                one.instances,
                one.par2,
                one.fastest,
                one.timeout,
                one.memory,
                one.refused,
                one.other
            )?;
        }
        Ok(())
    }
}

/// A contender on an instance, all repetitions together.
#[derive(Clone, Debug)]
pub(super) struct InstanceResult {
    /// What all repetitions came to, or the worst of them.
    pub outcome: RunOutcome,
    /// The median, if every repetition was decided.
    pub seconds: Option<f64>,
    /// Variables and clauses, if known.
    pub size: Option<(u64, u64)>,
}

/// A contender on all instances.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ContenderSummary {
    /// The contender's name.
    pub contender: String,
    /// How many instances it decided.
    pub solved: usize,
    /// Of how many.
    pub instances: usize,
    /// Penalised average runtime: the mean of the times, twice the limit where it was not decided.
    pub par2: f64,
    /// The sum of the times where it was decided.
    pub seconds: f64,
    /// How often no other was faster.
    pub fastest: usize,
    /// How often the clock ran out.
    pub timeout: usize,
    /// How often the memory ran out.
    pub memory: usize,
    /// How often the puzzle was refused.
    pub refused: usize,
    /// How often a budget ran out, or the process failed.
    pub other: usize,
    /// The most memory of any run, in KiB.
    pub peak: Option<u64>,
}

impl StudyFigures {
    pub(super) fn new(study: &Study, runs: Vec<FinishedRun>) -> Self {
        let mut groups = runs.chunks(study.repeat.max(1) as usize);
        let cells: Vec<Vec<InstanceResult>> = study
            .instances
            .iter()
            .map(|_| study.contenders.iter().filter_map(|_| groups.next()).map(cell).collect())
            .collect();
        let summaries = (0..study.contenders.len()).map(|i| summary(study, &cells, &runs, i));
        Self { summaries: summaries.collect(), study: study.clone(), runs, cells }
    }

    /// What callers see of it.
    pub(super) fn report(self, page: PathBuf) -> StudyReport {
        let ranking = self.ranking();
        let failed = self.runs.into_iter().filter(|run| run.outcome == RunOutcome::Failed);
        let failure =
            |run: FinishedRun| (run.contender, run.instance, run.note.unwrap_or_default());
        StudyReport {
            page,
            summary: self.summaries,
            failures: failed.map(failure).collect(),
            ranking,
        }
    }

    /// The contenders' positions, best first: most solved, then least PAR-2.
    pub(super) fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.summaries.len()).collect();
        order.sort_by(|&a, &b| {
            let (a, b) = (&self.summaries[a], &self.summaries[b]);
            b.solved.cmp(&a.solved).then(a.par2.total_cmp(&b.par2))
        });
        order
    }

    /// The least time on an instance.
    pub(super) fn best(&self, instance: usize) -> Option<f64> {
        self.cells[instance].iter().filter_map(|cell| cell.seconds).min_by(f64::total_cmp)
    }
}

fn cell(runs: &[FinishedRun]) -> InstanceResult {
    let outcome = runs.iter().map(|run| run.outcome).max().unwrap_or(RunOutcome::Failed);
    let mut seconds: Vec<f64> = runs.iter().map(|run| run.seconds).collect();
    seconds.sort_by(f64::total_cmp);
    let size = runs.iter().find_map(|run| run.variables.zip(run.clauses));
    // Of an even number, the slower of the two in the middle.
    let median = seconds.get(seconds.len() / 2).copied();
    InstanceResult { outcome, seconds: median.filter(|_| outcome.is_decided()), size }
}

fn summary(
    study: &Study,
    cells: &[Vec<InstanceResult>],
    runs: &[FinishedRun],
    contender: usize,
) -> ContenderSummary {
    let name = &study.contenders[contender].name;
    let own: Vec<&InstanceResult> = cells.iter().map(|row| &row[contender]).collect();
    let count = |outcome| own.iter().filter(|cell| cell.outcome == outcome).count();
    let times: Vec<f64> = own.iter().filter_map(|cell| cell.seconds).collect();
    let penalty = 2.0 * study.limits.timeout;
    let penalised: f64 = own.iter().map(|cell| cell.seconds.unwrap_or(penalty)).sum();
    let is_fastest = |row: &&Vec<InstanceResult>| {
        let least = row.iter().filter_map(|cell| cell.seconds).min_by(f64::total_cmp);
        least.is_some() && row[contender].seconds == least
    };
    ContenderSummary {
        contender: name.clone(),
        solved: times.len(),
        instances: cells.len(),
        par2: penalised / cells.len().max(1) as f64,
        seconds: times.iter().sum(),
        fastest: cells.iter().filter(is_fastest).count(),
        timeout: count(RunOutcome::Timeout),
        memory: count(RunOutcome::Memory),
        refused: count(RunOutcome::Refused),
        other: count(RunOutcome::Unknown) + count(RunOutcome::Failed),
        peak: runs.iter().filter(|run| run.contender == *name).filter_map(|run| run.memory).max(),
    }
}
