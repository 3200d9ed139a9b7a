//! `xwc bench`: encodings and solvers on the same puzzles.

use std::io::Write;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::json;

use crate::bench::{self, Instance, Machine, REPORT, RunLimits, RunOutcome, Study, StudyFigures};
use crate::exit::{Context, Exit, Failure, one_line};
use crate::input::Input;
use crate::progress::ProgressReporter;
use xwc::families;
use xwc::generate::SuiteSize;

/// Compare encodings and solvers on the same puzzles, and write a report
#[derive(Debug, clap::Args)]
pub(crate) struct BenchArgs {
    /// Suites (small, medium, large) and puzzle files [default: small]
    #[arg(value_name = "SUITE|FILE")]
    what: Vec<PathBuf>,

    /// Suites, if not named before
    #[arg(long = "suite", value_name = "SUITE", value_delimiter = ',', value_parser = suite_parser())]
    suites: Vec<SuiteSize>,

    /// Only these families of the suites
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    families: Vec<String>,

    /// Only these encodings; then solvers that need none must be named by --backends
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    encodings: Vec<String>,

    /// Only these solvers [default: all of this build, and auto]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    backends: Vec<String>,

    /// How often each contender meets each puzzle
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: u32,

    /// Give up a run after this many conflicts of a SAT or SMT solver
    #[arg(long, value_name = "N")]
    conflicts: Option<u64>,

    /// Give up a run after this many branches of a search
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Give up a run after this many seconds [default: 2, 10 or 60, by the largest suite]
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<f64>,

    /// Give up a run beyond this much memory [default: 1024, 2048 or 4096, by the largest suite]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(16..=1 << 30))]
    memory: Option<u64>,

    /// The folder of the report; a study that was cut short there goes on
    #[arg(long, value_name = "DIR", default_value = "bench-report")]
    report: PathBuf,

    /// How many runs at a time; more than one makes times less certain
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl BenchArgs {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let study = self.study()?;
        let mut shown = ProgressReporter::new("runs");
        let progress = &mut |done, total| shown.update(done, total);
        let words: Vec<String> =
            std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        let command = format!("xwc {}", words.join(" "));
        let jobs = self.jobs.min(1024);
        let figures = bench::run(&study, &command, &self.report, jobs, progress)?;
        let page = self.report.join(REPORT);
        if self.json {
            let object = json!({ "report": page, "summary": figures.summaries });
            writeln!(out, "{object}")?;
        } else {
            print(out, &figures)?;
            writeln!(out, "{}", one_line(&page.display().to_string()))?;
        }
        let failed: Vec<_> =
            figures.runs.iter().filter(|run| run.outcome == RunOutcome::Failed).collect();
        for run in &failed {
            let note = run.note.as_deref().unwrap_or_default();
            tracing::error!("{} on {}: {}", run.contender, one_line(&run.instance), one_line(note));
        }
        Ok(if failed.is_empty() { Exit::Success } else { Exit::Internal })
    }

    /// What the options ask for.
    fn study(&self) -> Result<Study, Failure> {
        if let Some(name) = self.families.iter().find(|name| families::find(name).is_none()) {
            let name = name.escape_debug();
            let message = format!("no family `{name}`; there are {}", families::names());
            return Err(Failure::usage(message));
        }
        let contenders = bench::contenders(&self.encodings, &self.backends)?;
        let mut suites = self.suites.clone();
        let mut files = Vec::new();
        for what in &self.what {
            match SuiteSize::ALL.into_iter().find(|suite| what.as_os_str() == suite.name()) {
                Some(suite) => suites.push(suite),
                None => files.push(Input::file(what.clone())),
            }
        }
        suites.sort_unstable();
        suites.dedup();
        if suites.is_empty() && files.is_empty() {
            suites.push(SuiteSize::Small);
        }
        let largest = suites.last().copied().unwrap_or(SuiteSize::Medium);
        let usual = bench::limits(largest);
        let timeout = self.timeout.unwrap_or(usual.timeout);
        if !(0.001..=1e6).contains(&timeout) {
            let message = format!("--timeout {timeout}: from 0.001 to a million seconds");
            return Err(Failure::usage(message));
        }
        // Files first: a mistake in one of them is found before suites are made.
        let mut given = Vec::new();
        for file in files {
            let text = file.text().context(|| file.name())?;
            given.push(Instance::new(&file.short_name(), text)?);
        }
        let mut instances = Vec::new();
        for suite in suites {
            instances.extend(bench::instances(suite, &self.families)?);
        }
        instances.extend(given);
        bench::make_names_unique(&mut instances);
        if instances.is_empty() {
            return Err(Failure::usage("there is no puzzle to run on".to_string()));
        }
        let limits = RunLimits {
            timeout,
            memory: self.memory.unwrap_or(usual.memory),
            conflicts: self.conflicts,
            nodes: self.nodes,
        };
        Ok(Study { machine: Machine::here(), limits, repeat: self.repeat, contenders, instances })
    }
}

fn suite_parser() -> impl TypedValueParser<Value = SuiteSize> {
    let suite = |name: String| SuiteSize::ALL.into_iter().find(|suite| suite.name() == name);
    PossibleValuesParser::new(SuiteSize::ALL.map(SuiteSize::name))
        .map(move |name| suite(name).unwrap_or(SuiteSize::Small))
}

/// The ranking as a table for people.
fn print(out: &mut dyn Write, figures: &StudyFigures) -> std::io::Result<()> {
    let width = figures.summaries.iter().map(|one| one.contender.len()).max().unwrap_or(0).max(9);
    writeln!(
        out,
        "{:width$}  decided    PAR-2  fastest  timeout  memory  refused  other",
        "contender"
    )?;
    for i in figures.ranking() {
        let one = &figures.summaries[i];
        writeln!(
            out,
            "{:width$}  {:>3}/{:<3}  {:>7.3}  {:>7}  {:>7}  {:>6}  {:>7}  {:>5}",
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
