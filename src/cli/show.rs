//! `xwc show`: a drawing.

use std::io::Write;

use anyhow::Context;
use clap::ValueEnum;

use super::exit::Exit;
use super::input::Input;
use super::options::SolverOptions;
use crate::pipeline;
use crate::verdict::Verdict;

/// Draw a puzzle
#[derive(Debug, clap::Args)]
pub(super) struct Show {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    solver: SolverOptions,

    /// Solve it and draw the solution; exits like `prove` if there is not exactly one
    #[arg(long)]
    solution: bool,

    /// The kind of drawing
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Box characters
    Text,
}

impl Show {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let (_, puzzle) = self.input.read()?;
        let Format::Text = self.format;
        if !self.solution {
            write!(out, "{}", puzzle.text(None, &[]))?;
            return Ok(Exit::Success);
        }
        let report = pipeline::search(&*puzzle, self.solver.search(1)?)
            .with_context(|| self.input.name())?;
        let several = report.found.limit.is_none() && !report.found.complete;
        let verdict = if several { Verdict::Multiple } else { report.found.verdict() };
        if let Some(solution) = report.found.solutions.first() {
            write!(out, "{}", puzzle.text(Some(solution), &[]))?;
        }
        match verdict {
            Verdict::Unique => {}
            Verdict::Multiple => tracing::warn!("this is one of several solutions"),
            Verdict::None => tracing::warn!("there is no solution"),
            Verdict::Unknown => tracing::warn!("there may be other solutions; the budget ran out"),
        }
        Ok(verdict.into())
    }
}
