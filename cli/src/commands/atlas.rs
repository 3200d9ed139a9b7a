//! `xwc atlas`: all calcrostics of a kind.

use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;
use serde_json::json;

use crate::exit::{Context, Exit, Failure};
use crate::input::Input;
use crate::options::{SolverOptions, TO_SOLVE};
use crate::progress::{ProgressReporter, use_threads};
use xwc::atlas::{self, AtlasError, AtlasOptions};
use xwc_check::families::calcrostic;
use xwc_check::families::calcrostic::Unknowns;
use xwc_check::puzzle;

/// List whole families of calcrostics
#[derive(Debug, clap::Args)]
pub(crate) struct AtlasArgs {
    #[command(subcommand)]
    command: AtlasCommand,
}

#[derive(Debug, Subcommand)]
enum AtlasCommand {
    Calcrostic(CalcrosticArgs),
    Zero(ZeroArgs),
    Grids(GridsArgs),
    Family(FamilyArgs),
}

impl AtlasArgs {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        match &self.command {
            AtlasCommand::Calcrostic(command) => command.run(out),
            AtlasCommand::Zero(command) => command.run(out),
            AtlasCommand::Grids(command) => command.run(out),
            AtlasCommand::Family(command) => command.run(out),
        }
    }
}

/// Every calcrostic with diagonals up to a sum, in order, and whether its puzzle is unique
///
/// The sum is that of the upper left corner of the standard form, its two neighbours and the
/// middle. With --json and without --out the list goes to standard output, the summary at its end.
#[derive(Debug, clap::Args)]
struct CalcrosticArgs {
    /// The largest sum
    #[arg(long, value_name = "S")]
    max_sum: u64,

    /// Write the list to this file, as JSON Lines; a run that was stopped is resumed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// How many threads; 0 for as many as there are processors
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl CalcrosticArgs {
    fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        use_threads(self.jobs)?;
        let mut shown = ProgressReporter::new("sums");
        let options = AtlasOptions {
            max_sum: self.max_sum,
            file: self.out.as_deref(),
            out: self.json.then_some(&mut *out),
            done: &mut |sum| shown.update(sum, self.max_sum),
        };
        let summary = atlas::list(options)?;
        match self.json {
            true => writeln!(out, "{}", serde_json::to_string(&summary)?)?,
            false => write!(out, "{summary}")?,
        }
        Ok(Exit::Success)
    }
}

/// Which operators let every row, column and diagonal of some numbers come to zero
///
/// All diagonals count, those of two numbers included; all four operators are used. Beyond 3x3 one
/// setting is listed for each choice of numbers and diagonals.
#[derive(Debug, clap::Args)]
struct ZeroArgs {
    /// Rows and columns of the block of numbers
    #[arg(long, value_name = "MxN", value_parser = size)]
    size: (usize, usize),

    /// The largest number
    #[arg(long, value_name = "N", default_value_t = 100)]
    max: i64,

    /// Decide every setting without a bound; 3x3 only, and only in builds with z3
    #[arg(long, conflicts_with = "max")]
    unbounded: bool,

    /// How many threads; 0 for as many as there are processors
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl ZeroArgs {
    fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let max = (!self.unbounded).then_some(self.max);
        use_threads(self.jobs)?;
        let mut shown = ProgressReporter::new("systems");
        let report = atlas::zero(self.size, max, &mut |done| shown.update(done, 6_u64.pow(6)));
        let report = report.map_err(|error| match error {
            AtlasError::Size(..) => Failure::from(error).at("--size"),
            AtlasError::Largest(_) | AtlasError::TooMany => Failure::from(error).at("--max"),
            AtlasError::Unbounded => Failure::usage("--unbounded: only for --size 3x3"),
            error => error.into(),
        })?;
        match self.json {
            true => writeln!(out, "{}", serde_json::to_string(&report)?)?,
            false => write!(out, "{report}")?,
        }
        Ok(Exit::Success)
    }
}

/// Rows and columns.
fn size(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once(['x', '×', 'X']);
    let side = |text: &str| text.trim().parse().ok();
    sides
        .and_then(|(rows, columns)| Some((side(rows)?, side(columns)?)))
        .ok_or_else(|| "a size is written as rows x columns, such as 3x3".to_string())
}

/// Numbers and operators in columns.
fn draw(out: &mut dyn Write, grid: &[Vec<String>]) -> std::io::Result<()> {
    let cells = grid.iter().flatten();
    let width = cells.map(|text| text.chars().count()).max().unwrap_or(1);
    writeln!(out)?;
    for row in grid {
        let row: Vec<String> = row.iter().map(|text| format!("{text:>width$}")).collect();
        writeln!(out, "{}", row.join(" "))?;
    }
    Ok(())
}

/// All numbers up to a bound that fit the operators of a calcrostic
///
/// The puzzle has the unknowns `numbers`; its own bound is not read.
#[derive(Debug, clap::Args)]
struct GridsArgs {
    #[command(flatten)]
    input: Input,

    /// The largest number
    #[arg(long, value_name = "N")]
    max: u32,

    #[command(flatten)]
    solver: SolverOptions,

    /// Print JSON, one object per grid and the number of them at the end
    #[arg(long)]
    json: bool,
}

impl GridsArgs {
    fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let budget = self.solver.start(TO_SOLVE, Exit::Unknown)?;
        let name = || self.input.name();
        let text = self.input.text().context(name)?;
        let puzzle: calcrostic::Calcrostic = puzzle::read(&text).context(name)?;
        if puzzle.unknowns() != Unknowns::Numbers || self.max == 0 {
            let message = "it takes a calcrostic with the unknowns `numbers`, and --max above 0";
            return Err(Failure::usage(message.to_string())).context(name);
        }
        let puzzle = puzzle.with_max(Some(i64::from(self.max)));
        let found = xwc::solutions(&puzzle, self.solver.search(budget)?)?.found;
        for solution in &found.solutions {
            match self.json {
                true => writeln!(out, "{}", solution.0)?,
                false => draw(out, &solution.cells())?,
            }
        }
        let (grids, complete) = (found.count, found.complete);
        match self.json {
            true => {
                let summary = json!({ "max": self.max, "grids": grids, "complete": complete });
                writeln!(out, "{summary}")?;
            }
            false => writeln!(out, "\n{grids} grids with numbers up to {}", self.max)?,
        }
        Ok(if complete { Exit::Success } else { Exit::Unknown })
    }
}

/// Check a family of calcrostics whose numbers are polynomials in parameters
///
/// Exits with 20 if some line is not true for all values of the parameters.
#[derive(Debug, clap::Args)]
struct FamilyArgs {
    #[command(flatten)]
    input: Input,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl FamilyArgs {
    fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let name = || self.input.name();
        let text = self.input.text().context(name)?;
        let checked = atlas::check_parametric(&text).context(name)?;
        let exit = if checked.identity { Exit::Success } else { Exit::None };
        match self.json {
            true => writeln!(out, "{}", serde_json::to_string(&checked)?)?,
            false => write!(out, "{checked}")?,
        }
        Ok(exit)
    }
}
