//! `xwc solve`: the solutions themselves.

use std::io::Write;
use std::num::NonZeroUsize;

use anyhow::Context;
use serde_json::json;

use super::exit::{Exit, one_line};
use super::input::Input;
use super::options::SolverOptions;
use super::prove::describe;
use crate::lower::Step;
use crate::pipeline::{self, Report};

/// Print solutions
#[derive(Debug, clap::Args)]
pub(super) struct Solve {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    solver: SolverOptions,

    /// Print at most so many solutions [default: 1; with --count, no limit]
    #[arg(long, value_name = "K")]
    limit: Option<NonZeroUsize>,

    /// Print only how many there are
    #[arg(long)]
    count: bool,

    /// Print how the possible values shrink, clue by clue, where the family keeps an account
    #[arg(long)]
    steps: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Solve {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let (family, puzzle) = self.input.read()?;
        let all = if self.count { usize::MAX } else { 1 };
        let limit = self.limit.map_or(all, NonZeroUsize::get);
        let options = pipeline::Options { count_only: self.count, ..self.solver.search(limit)? };
        let report = pipeline::search(&*puzzle, options).with_context(|| self.input.name())?;
        let found = &report.found;
        let cut = if found.complete { "" } else { " or more" };
        if self.json {
            let mut object = json!({ "complete": found.complete, "count": found.count });
            describe(&mut object, family.name, &report);
            if self.steps {
                object["steps"] = report.steps.iter().map(described).collect();
            }
            writeln!(out, "{object}")?;
        } else if self.count && !self.steps {
            writeln!(out, "{}{cut}", found.count)?;
        } else {
            if self.steps {
                account(out, &report)?;
            }
            for solution in &found.solutions {
                write!(out, "{}", puzzle.text(Some(solution), &[]))?;
            }
            tracing::info!("solutions: {}{cut}", found.count);
        }
        if let Some(limit) = found.limit {
            tracing::warn!("{limit}");
        }
        Ok(match (found.count, found.complete, found.limit) {
            (_, false, Some(_)) => Exit::Unknown,
            (0, true, _) => Exit::None,
            _ => Exit::Success,
        })
    }
}

/// One line a step, then what was left to the search.
fn account(out: &mut dyn Write, report: &Report) -> anyhow::Result<()> {
    for step in &report.steps {
        let Step { place, subject, before, after, values } = step;
        let place = one_line(place);
        writeln!(out, "{place}\n    {subject}: {before} → {after}: {values}")?;
    }
    for note in &report.notes {
        writeln!(out, "{}", one_line(note))?;
    }
    let nodes = report.effort.nodes;
    match (report.steps.is_empty(), nodes) {
        (true, _) => writeln!(out, "There is no account of single steps.")?,
        (false, 0) => writeln!(out, "Nothing was left to try.")?,
        (false, _) => writeln!(out, "The rest was found by trying, with {nodes} branches.")?,
    }
    Ok(())
}

fn described(step: &Step) -> serde_json::Value {
    json!({
        "condition": step.place,
        "subject": step.subject,
        "before": step.before,
        "after": step.after,
        "values": step.values,
    })
}
