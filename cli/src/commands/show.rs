//! `xwc show`: a drawing.

use std::io::Write;

use clap::ValueEnum;
use serde_json::json;

use crate::exit::{Context, Exit, Failure, reason};
use crate::formats;
use crate::input::Input;
use crate::options::{SolverOptions, TO_READ};
use xwc::families::AnyPuzzle;
use xwc::formats::{OutputFormat, OutputLevel, WorksheetStyle, drawing_with_conditions};
use xwc::{SearchOptions, SearchOutcome, Verdict};
use xwc_check::puzzle::Solution;
use xwc_check::support::budget::Budget;

/// Draw a puzzle
#[derive(Debug, clap::Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    solver: SolverOptions,

    /// Solve it and draw the solution; exits like `prove` if there is not exactly one
    #[arg(long)]
    solution: bool,

    /// All forms that say the same, with their solution if there is exactly one
    #[arg(long, conflicts_with_all = ["solution", "format"])]
    forms: bool,

    /// With --forms: print one JSON object per form
    #[arg(long, requires = "forms")]
    json: bool,

    /// crossnumber, as text: how clues are written
    #[arg(long, value_enum, default_value_t = ClueWording::Words)]
    clues: ClueWording,

    /// The kind of drawing
    #[arg(long, value_name = "FORMAT", value_parser = formats::names(formats::shows_puzzles), default_value = "text")]
    format: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ClueWording {
    /// In the words of the setter, where there are any
    Words,
    /// As the conditions that are checked
    Code,
}

impl ShowArgs {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let budget = self.solver.start(TO_READ, Exit::Usage)?;
        let puzzle = self.input.read()?;
        if self.forms {
            return self.forms(&*puzzle, budget, out);
        }
        let format = formats::find(&self.format)?;
        let Some(draw) = format.puzzle else { return self.page(&*puzzle, format, budget, out) };
        if self.clues == ClueWording::Code {
            return self.code(&*puzzle, out);
        }
        let write = |solution: Option<&Solution>, out: &mut dyn Write| -> Result<(), Failure> {
            let text = draw(&*puzzle, solution).context(|| self.input.name())?;
            Ok(write!(out, "{text}")?)
        };
        if !self.solution {
            write(None, out)?;
            return Ok(Exit::Success);
        }
        let report = self.search(&*puzzle, 1, budget)?;
        let several = reason(&report.found).is_none() && !report.found.complete;
        let verdict = if several { Verdict::Multiple } else { report.found.verdict() };
        if let Some(solution) = report.found.solutions.first() {
            write(Some(solution), out)?;
        }
        match verdict {
            Verdict::Unique => {}
            Verdict::Multiple => tracing::warn!("this is one of several solutions"),
            Verdict::None => tracing::warn!("there is no solution"),
            Verdict::Unknown if report.found.solutions.is_empty() => {
                tracing::warn!("no solution was found; the budget ran out");
            }
            Verdict::Unknown => tracing::warn!("there may be other solutions; the budget ran out"),
        }
        Ok(verdict.into())
    }

    /// Finds some solutions, and whether there are others.
    fn search(
        &self,
        puzzle: &dyn AnyPuzzle,
        limit: usize,
        budget: Budget,
    ) -> Result<SearchOutcome, Failure> {
        let options = SearchOptions { limit, ..self.solver.search(budget)? };
        xwc::solutions(puzzle, options).context(|| self.input.name())
    }

    /// The drawing with its clues as they are checked.
    fn code(&self, puzzle: &dyn AnyPuzzle, out: &mut dyn Write) -> Result<Exit, Failure> {
        let drawing = drawing_with_conditions(puzzle);
        let Some(text) = drawing.filter(|_| self.format == "text" && !self.solution) else {
            let message = "--clues code: it is for crossnumbers, drawn as text, without a solution";
            return Err(Failure::usage(message.to_string())).context(|| self.input.name());
        };
        write!(out, "{text}")?;
        Ok(Exit::Success)
    }

    /// A page with this puzzle alone. What it checks against is found first, whatever the file says.
    fn page(
        &self,
        puzzle: &dyn AnyPuzzle,
        format: &OutputFormat,
        budget: Budget,
        out: &mut dyn Write,
    ) -> Result<Exit, Failure> {
        if self.solution {
            let message = "--solution: a page shows the solution to those who ask for it";
            return Err(Failure::usage(message.to_string()));
        }
        let report = self.search(puzzle, 2, budget)?;
        let note = match report.found.verdict() {
            Verdict::Unique => None,
            Verdict::Multiple => Some("This puzzle has more than one solution."),
            Verdict::None => Some("This puzzle has no solution."),
            Verdict::Unknown => Some("Whether this puzzle has one solution is not known."),
        };
        if let Some(note) = note {
            tracing::warn!("{note} The page knows no answer, and goes by the rules alone.");
        }
        let solution = report.found.solutions.first().filter(|_| note.is_none());
        let level =
            OutputLevel { name: &self.input.title(), difficulty: "", puzzle, solution, note };
        let write = format.pack.ok_or_else(|| formats::unknown(&self.format))?;
        out.write_all(&write(&[level], &WorksheetStyle::default())?.0)?;
        Ok(Exit::Success)
    }

    fn forms(
        &self,
        puzzle: &dyn AnyPuzzle,
        budget: Budget,
        out: &mut dyn Write,
    ) -> Result<Exit, Failure> {
        if puzzle.forms(None).is_none() {
            let message = "--forms: only calcrostics of the form `equations` have other forms";
            return Err(Failure::usage(message.to_string())).context(|| self.input.name());
        }
        let report = self.search(puzzle, 2, budget)?;
        let unique = report.found.verdict() == Verdict::Unique;
        let solution = report.found.solutions.first().filter(|_| unique);
        for (i, form) in puzzle.forms(solution).into_iter().flatten().enumerate() {
            match self.json {
                true => writeln!(out, "{}", json!(form))?,
                false => write!(out, "{}{form}", if i > 0 { "\n" } else { "" })?,
            }
        }
        if !unique {
            tracing::warn!("without numbers, because there is not exactly one solution");
        }
        Ok(Exit::Success)
    }
}
