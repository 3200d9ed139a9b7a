//! `xwc solve`: the solutions themselves.

use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Instant;

use crate::bench;
use crate::exit::{Context, Exit, Failure, one_line, reason};
use crate::input::Input;
use crate::options::{CertificateOptions, SolverOptions, TO_SOLVE};
use crate::progress;
use xwc::formats::drawing;
use xwc::{CertifyOptions, SearchOptions, SearchOutcome, SolveReport};
use xwc_check::lower::PresolveStep;

/// Print solutions
#[derive(Debug, clap::Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    solver: SolverOptions,

    /// Print at most K solutions [default: 1; with --count, no limit]
    #[arg(long, value_name = "K")]
    limit: Option<NonZeroUsize>,

    /// Print only how many there are
    #[arg(long)]
    count: bool,

    #[command(flatten)]
    certificate: CertificateOptions,

    /// Print how the possible values shrink, clue by clue, where the family keeps an account
    #[arg(long)]
    steps: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl SolveArgs {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let budget = self.solver.start(TO_SOLVE, Exit::Unknown)?;
        let certify = match &self.certificate.certificate {
            None => None,
            Some(_) if !self.count => {
                return Err(Failure::usage(
                    "--certificate: only a count can be certified; add --count",
                ));
            }
            Some(_) if self.limit.is_some() => {
                return Err(Failure::usage(
                    "--certificate cannot be combined with --limit: a count is of all solutions",
                ));
            }
            Some(folder) => {
                let proof = self.certificate.proof();
                let asked = CertifyOptions { proof, count: true, budget, ..Default::default() };
                Some((folder, self.solver.certify(asked)?))
            }
        };
        let puzzle = self.input.read()?;
        let all = if self.count { usize::MAX } else { 1 };
        let limit = self.limit.map_or(all, NonZeroUsize::get);
        let options = SearchOptions {
            limit,
            count_only: self.count && certify.is_none(),
            keep_steps: self.steps,
            ..self.solver.search(budget)?
        };
        progress::watch_search();
        let start = Instant::now();
        let report = xwc::solutions(&*puzzle, options).context(|| self.input.name())?;
        let time = start.elapsed();
        let found = &report.found;
        if let Some((folder, options)) = certify
            && found.complete
        {
            xwc::certify(&*puzzle, &report, folder, options).context(|| self.input.name())?;
        }
        let cut = if found.complete { "" } else { " or more" };
        if self.json {
            let memory = bench::peak_memory("self");
            let folder = certify.filter(|_| found.complete).map(|(folder, _)| folder.as_path());
            let object = SolveReport::new(&*puzzle, &report, time, memory, folder, self.steps);
            let object = serde_json::to_string(&object)?;
            writeln!(out, "{object}")?;
        } else if self.count && !self.steps {
            writeln!(out, "{}{cut}", found.count)?;
        } else {
            if self.steps {
                print_steps(out, &report)?;
            }
            for solution in &found.solutions {
                write!(out, "{}", drawing(&*puzzle, Some(solution), &[]))?;
            }
            tracing::info!("solutions: {}{cut}", found.count);
        }
        let reason = reason(found);
        if let Some(reason) = &reason {
            tracing::warn!("{reason}");
        }
        Ok(match (found.count, found.complete, reason) {
            (_, false, Some(_)) => Exit::Unknown,
            (0, true, _) => Exit::None,
            _ => Exit::Success,
        })
    }
}

/// Prints one line per step, then what was left to the search.
fn print_steps(out: &mut dyn Write, report: &SearchOutcome) -> Result<(), Failure> {
    let steps = report.lowered.as_ref().map_or(&[][..], |lowered| &lowered.steps);
    for step in steps {
        let PresolveStep { place, subject, before, after, values } = step;
        let place = one_line(place);
        writeln!(out, "{place}\n    {subject}: {before} → {after}: {values}")?;
    }
    for note in report.lowered.iter().flat_map(|lowered| &lowered.notes) {
        writeln!(out, "{}", one_line(note))?;
    }
    let nodes = report.effort.nodes;
    match (steps.is_empty(), nodes) {
        (true, _) => writeln!(out, "No step-by-step account for this family.")?,
        (false, 0) => writeln!(out, "Propagation alone solves it.")?,
        (false, _) => writeln!(out, "The rest was found by trying, with {nodes} branches.")?,
    }
    Ok(())
}
