//! `xwc atlas`: all calcrostics of a kind.

use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;
use serde_json::json;

use crate::exit::{Context, Exit, Failure};
use crate::input::Input;
use crate::options::{SolverOptions, TO_SOLVE};
use crate::progress::{ProgressReporter, use_threads};
use xwc::atlas::{self, AtlasOptions, AtlasSummary, Counts, Decided, decide};
use xwc::generate::Size;
use xwc::solve::Budget;
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
            done: &mut |sum| shown.update(sum, self.max_sum),
        };
        let summary = match &self.out {
            Some(path) => atlas::write_atlas_file(options, path)?,
            None => atlas::write_atlas(options, self.json.then_some(&mut *out))?,
        };
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&summary)?)?;
        } else {
            summarise(out, &summary)?;
        }
        Ok(Exit::Success)
    }
}

fn summarise(out: &mut dyn Write, summary: &AtlasSummary) -> std::io::Result<()> {
    let AtlasSummary { max_sum, all, no_small, all_operators, by_operators, by_largest } = summary;
    let mut lines = vec![("all".to_string(), all)];
    lines.push(("without a 1".to_string(), no_small));
    lines.push(("+ - × ÷ in one of the forms".to_string(), all_operators));
    let largest = |(nines, count)| (format!("numbers up to {nines}"), count);
    lines.extend(by_largest.iter().map(largest));
    let shown = |(operators, count): (&String, _)| {
        let operators: Vec<String> = operators.chars().map(String::from).collect();
        (format!("{} in the standard form", operators.join(" ")), count)
    };
    lines.extend(by_operators.iter().map(shown));
    writeln!(out, "Calcrostics with a sum of up to {max_sum}")?;
    writeln!(out, "{:32} {:>10} {:>10}", "", "all", "unique")?;
    for (name, count) in lines {
        writeln!(out, "{name:32} {:>10} {:>10}", count.orbits, count.unique)?;
    }
    Ok(())
}

/// Which operators let every row, column and diagonal of some numbers come to zero
///
/// All diagonals count, those of two numbers included; all four operators are used. Beyond 3x3 one
/// setting is listed for each choice of numbers and diagonals.
#[derive(Debug, clap::Args)]
struct ZeroArgs {
    /// Rows and columns of the block of numbers
    #[arg(long, value_name = "MxN")]
    size: Size,

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
        let Size { rows, columns } = self.size;
        let settings = atlas::zero_settings(rows, columns).context(|| "--size")?;
        let counts = ((rows, columns) == (3, 3)).then(atlas::count_systems);
        let decided = match (self.unbounded, &counts) {
            (false, _) => {
                use_threads(self.jobs)?;
                let solutions =
                    atlas::search_zero(rows, columns, self.max).context(|| "--max")?;
                Decided { solutions, ..Decided::default() }
            }
            (true, Some(_)) => {
                let mut shown = ProgressReporter::new("systems");
                decide(Budget::default(), &mut |done| shown.update(done, 6_u64.pow(6)))?
            }
            (true, None) => {
                return Err(Failure::usage("--unbounded: only for --size 3x3".to_string()));
            }
        };
        let Decided { solutions, refuted, unknown, questions } = &decided;
        // Where not every setting is listed, their number is not known.
        let all = atlas::lists_all(rows, columns);
        let with_solutions = all.then(|| atlas::distinct_settings(solutions).len());
        if self.json {
            let mut object = json!({
                "size": format!("{rows}x{columns}"),
                "max": (!self.unbounded).then_some(self.max),
                "settings_examined": u64::try_from(settings).ok(),
                "settings_with_solutions": with_solutions,
            });
            if let Some(Counts { systems, up_to_mirror, .. }) = counts {
                object["systems"] = json!(systems);
                object["systems_up_to_mirror"] = json!(up_to_mirror);
            }
            if self.unbounded {
                object["settings_without_solutions"] = json!(refuted);
                object["settings_unknown"] = json!(unknown);
                object["questions"] = json!(questions);
            }
            object["solutions"] = json!(solutions);
            writeln!(out, "{object}")?;
            return Ok(Exit::Success);
        }
        writeln!(
            out,
            "Settings of {rows} by {columns} numbers with a minus in every line and all"
        )?;
        writeln!(out, "four operators: {settings}")?;
        if let Some(Counts { systems, up_to_mirror, .. }) = counts {
            write!(out, "Different systems of equations among them: {systems}, ")?;
            writeln!(out, "{up_to_mirror} up to mirroring left and right")?;
        }
        if self.unbounded {
            writeln!(out, "Without solutions, whatever the numbers: {refuted}")?;
            writeln!(out, "Unknown: {unknown}")?;
        }
        let bound = if self.unbounded { String::new() } else { format!(" up to {}", self.max) };
        match with_solutions {
            Some(number) => writeln!(out, "With solutions{bound}: {number}")?,
            None => writeln!(out, "Numbers{bound}, each with one of its settings:")?,
        }
        solutions.iter().try_for_each(|solved| draw(out, &solved.grid))?;
        Ok(Exit::Success)
    }
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
        let found = xwc::search(&puzzle, self.solver.search(usize::MAX, budget)?)?.found;
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
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&checked)?)?;
            return Ok(exit);
        }
        for line in &checked.lines {
            let holds = if line.identity { "an identity" } else { "NOT an identity" };
            writeln!(out, "{}: {holds}", line.text)?;
        }
        if let Some(example) = &checked.example {
            let value = |(letter, value): (&char, &i128)| format!("{letter} = {value}");
            let values: Vec<String> = example.parameters.iter().map(value).collect();
            writeln!(out, "For example, with {}:", values.join(", "))?;
            for row in &example.numbers {
                let row: Vec<String> = row.iter().map(i128::to_string).collect();
                writeln!(out, "{}", row.join(" "))?;
            }
        }
        Ok(exit)
    }
}
