//! `xwc bench`: encodings and solvers on the same puzzles.

use std::io::Write;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::json;

use crate::bench;
use crate::exit::{Context, Exit, Failure, one_line};
use crate::input::Input;
use crate::progress::ProgressReporter;
use xwc::families;
use xwc::generate::SuiteSize;
use xwc::study::{self, StudyError, StudyOptions};

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
        let options = self.options()?;
        let mut shown = ProgressReporter::new("runs");
        let progress = &mut |done, total| shown.update(done, total);
        let report = study::run(&options, &self.report, &bench::run, progress);
        let report = report.map_err(|error| match error {
            StudyError::NoContender => {
                Failure::usage("no backend of --backends reads one of --encodings")
            }
            error => error.into(),
        })?;
        if self.json {
            writeln!(out, "{}", json!(report))?;
        } else {
            writeln!(out, "{report}")?;
            writeln!(out, "{}", one_line(&report.page.display().to_string()))?;
        }
        for (contender, instance, note) in &report.failures {
            tracing::error!("{contender} on {}: {}", one_line(instance), one_line(note));
        }
        Ok(if report.failures.is_empty() { Exit::Success } else { Exit::Internal })
    }

    /// What the options ask for.
    fn options(&self) -> Result<StudyOptions, Failure> {
        if let Some(name) = self.families.iter().find(|name| families::find(name).is_none()) {
            let name = name.escape_debug();
            let message = format!("no family `{name}`; there are {}", families::names());
            return Err(Failure::usage(message));
        }
        let mut suites = self.suites.clone();
        let mut files = Vec::new();
        for what in &self.what {
            match what.to_str().and_then(|name| name.parse().ok()) {
                Some(suite) => suites.push(suite),
                None => files.push(Input::file(what.clone())),
            }
        }
        if suites.is_empty() && files.is_empty() {
            suites.push(SuiteSize::Small);
        }
        if let Some(timeout) = self.timeout.filter(|time| !(0.001..=1e6).contains(time)) {
            let message = format!("--timeout {timeout}: from 0.001 to a million seconds");
            return Err(Failure::usage(message));
        }
        let mut puzzles = Vec::new();
        for file in files {
            puzzles.push((file.short_name(), file.text().context(|| file.name())?));
        }
        let words: Vec<String> =
            std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        Ok(StudyOptions {
            suites,
            families: self.families.clone(),
            puzzles,
            encodings: self.encodings.clone(),
            backends: self.backends.clone(),
            repeat: self.repeat,
            timeout: self.timeout,
            memory: self.memory,
            conflicts: self.conflicts,
            nodes: self.nodes,
            jobs: self.jobs.min(1024),
            machine: bench::here(),
            command: format!("xwc {}", words.join(" ")),
        })
    }
}

fn suite_parser() -> impl TypedValueParser<Value = SuiteSize> {
    let names = SuiteSize::ALL.map(|size| size.to_string());
    PossibleValuesParser::new(names).try_map(|name| name.parse::<SuiteSize>())
}
