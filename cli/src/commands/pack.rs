//! `xwc pack`: level packs.

use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;
use serde_json::json;

use super::export::ExportArgs;
use crate::exit::{Context, Exit, Failure};
use crate::families::FamilyCommand;
use crate::input::DictionaryOptions;
use crate::options::{Limits, MemoryLimit, SolverChoice, TO_READ, TO_SOLVE};
use crate::progress::{ProgressReporter, use_threads};
use xwc::Verdict;
use xwc::formats::drawing;
use xwc::pack::{self, Manifest, PackError, PackOrder, Verification, Verified};
use xwc_check::puzzle::ReadOptions;

/// Make, verify, join and export level packs
#[derive(Debug, clap::Args)]
pub(crate) struct PackArgs {
    #[command(subcommand)]
    command: PackCommand,
}

#[derive(Debug, Subcommand)]
enum PackCommand {
    Create(Box<Create>),
    Verify(VerifyArgs),
    Merge(MergeArgs),
    Export(ExportArgs),
}

/// Make a pack from a seed, or the rest of one
#[derive(Debug, clap::Args)]
struct Create {
    #[command(subcommand)]
    family: FamilyCommand<CreateOptions>,
}

/// What all families have.
#[derive(Debug, clap::Args)]
struct CreateOptions {
    /// Random seed
    #[arg(long, value_name = "N")]
    seed: u64,

    /// How many levels the whole pack has
    #[arg(long, value_name = "K")]
    count: u64,

    /// The folder of the pack
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Only levels I to J-1
    #[arg(long, value_name = "I..J", value_parser = range)]
    range: Option<(u64, u64)>,

    /// Store a certificate for each level
    #[arg(long)]
    certify: bool,

    #[command(flatten)]
    memory: MemoryLimit,

    #[command(flatten)]
    run: SharedOptions,
}

/// Read, prove and check every level of a pack again, and make it again from the seed
#[derive(Debug, clap::Args)]
struct VerifyArgs {
    /// The folder of the pack
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Do not make the levels again from the seed
    #[arg(long)]
    quick: bool,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    words: DictionaryOptions,

    #[command(flatten)]
    run: SharedOptions,
}

/// Join parts of a pack that were made with --range
#[derive(Debug, clap::Args)]
struct MergeArgs {
    /// The folders of the parts
    #[arg(value_name = "DIR", required = true)]
    parts: Vec<PathBuf>,

    /// The folder of the pack
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Take the levels as they are, without proving them again
    #[arg(long)]
    quick: bool,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    words: DictionaryOptions,

    #[command(flatten)]
    run: SharedOptions,
}

/// What all of them have in common.
#[derive(Debug, clap::Args)]
struct SharedOptions {
    #[command(flatten)]
    solver: SolverChoice,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl SharedOptions {
    /// Runs on the asked number of threads, with a bar on a terminal and lines elsewhere.
    fn on_threads<T>(
        &self,
        work: impl FnOnce(&mut dyn FnMut(u64, u64)) -> T,
    ) -> Result<T, Failure> {
        use_threads(self.solver.jobs)?;
        let mut shown = ProgressReporter::new("levels");
        Ok(work(&mut |done, total| shown.update(done, total)))
    }
}

impl PackArgs {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        match &self.command {
            PackCommand::Create(command) => command.run(out),
            PackCommand::Verify(command) => command.run(out),
            PackCommand::Merge(command) => command.run(out),
            PackCommand::Export(command) => command.run(out),
        }
    }
}

impl Create {
    fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let args = &self.family.common;
        let budget = args.memory.start(TO_SOLVE, Exit::Unknown)?;
        let generator = self.family.generator()?;
        let choice = args.run.solver.checked()?;
        let (seed, count) = (args.seed, args.count);
        let (start, end) = args.range.unwrap_or((0, count));
        let (family, parameters) = (self.family.family.name, generator.parameters());
        let order = PackOrder::new(family, parameters, seed, count, start..end, args.certify)
            .context(|| format!("--count {count}"))?;
        if count == 0 || start >= end || end > count {
            let message = match args.range {
                Some(_) => format!("--range {start}..{end}: the levels are 0..{count}"),
                None => "--count 0: a pack has at least one level".to_string(),
            };
            return Err(Failure::usage(message));
        }
        let manifest = args.run.on_threads(|progress| {
            pack::create(&args.out, &order, &*generator, choice, budget, progress)
        })??;
        report(out, &args.run, (&manifest, true), &args.out, &[], &generator.read_options())
    }
}

impl MergeArgs {
    fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let budget = self.limits.start(TO_SOLVE, Exit::Unknown)?;
        let read = &self.words.read_options()?;
        let choice = self.run.solver.checked()?;
        let how = Verification { choice, again: false, read, budget };
        let merged = self.run.on_threads(|progress| {
            pack::merge(&self.parts, &self.out, how, !self.quick, progress)
        })?;
        let manifest = match merged {
            Ok(manifest) => manifest,
            Err(fault) => return tell(fault, "the parts", out),
        };
        let proved = !self.quick;
        let not_checked = not_checked(self.quick);
        report(out, &self.run, (&manifest, proved), &self.out, &not_checked, read)
    }
}

impl VerifyArgs {
    fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let budget = self.limits.start(TO_READ, Exit::Usage)?;
        let read = &self.words.read_options()?;
        let choice = self.run.solver.checked()?;
        let how = Verification { choice, again: !self.quick, read, budget };
        let verified = self.run.on_threads(|progress| pack::verify(&self.folder, how, progress))?;
        let name = self.folder.display().to_string();
        let Verified { levels, certified, made_again, twins, mut not_checked } = match verified {
            Ok(verified) => verified,
            Err(fault) => return tell(fault, &name, out),
        };
        if self.quick {
            not_checked.insert(
                0,
                "whether the seed makes these levels, and their difficulty (--quick)".to_string(),
            );
        }
        if self.run.json {
            let object = json!({
                "levels": levels,
                "certified": certified,
                "made_again": made_again,
                "twins": twins,
                "not_checked": not_checked,
            });
            writeln!(out, "{object}")?;
            return Ok(Exit::Success);
        }
        writeln!(out, "{name}: {levels} levels, each with exactly one solution")?;
        if certified > 0 {
            writeln!(out, "{certified} certificates accepted")?;
        }
        if made_again {
            writeln!(out, "each level is the one that the seed makes")?;
        }
        if twins > 0 {
            writeln!(out, "{twins} are the same as an earlier one; merging replaces them")?;
        }
        for what in not_checked {
            writeln!(out, "not checked: {what}")?;
        }
        Ok(Exit::Success)
    }
}

/// What is wrong with a pack, and the exit code for it.
pub(crate) fn tell(error: PackError, name: &str, out: &mut dyn Write) -> Result<Exit, Failure> {
    match error {
        PackError::Certificate { index, error } => {
            Err(Failure::from(error).at(format!("{name}: level {index}")))
        }
        PackError::NotUnique { index, verdict } => {
            let found = match verdict {
                Verdict::Multiple => "more than one solution",
                Verdict::None => "no solution",
                Verdict::Unique | Verdict::Unknown => "an unknown number of solutions",
            };
            writeln!(out, "{name}: level {index} has {found}")?;
            Ok(verdict.into())
        }
        error => Err(error.into()),
    }
}

/// What is not checked when levels are taken from an untrusted pack.
pub(crate) fn not_checked(quick: bool) -> Vec<String> {
    let seed = "seeds and difficulties (`xwc pack verify` makes every level again)".to_string();
    let quick = quick.then(|| "levels and certificates, taken as they are (--quick)".to_string());
    quick.into_iter().chain([seed]).collect()
}

/// Prints a summary of a pack, and whether its levels were proved.
fn report(
    out: &mut dyn Write,
    run: &SharedOptions,
    (manifest, proved): (&Manifest, bool),
    folder: &std::path::Path,
    not_checked: &[String],
    read: &ReadOptions,
) -> Result<Exit, Failure> {
    if run.json {
        let mut object = serde_json::to_value(manifest)?;
        if !not_checked.is_empty() {
            object["not_checked"] = json!(not_checked);
        }
        writeln!(out, "{object}")?;
    } else {
        let Manifest { order, levels, replaced, sha256 } = manifest;
        let name = folder.display();
        let proved = if proved { ", each proved unique" } else { "" };
        writeln!(out, "{name}: {levels} levels of {}{proved}", order.family)?;
        if order.certified {
            writeln!(out, "each with its certificate")?;
        }
        for what in not_checked {
            writeln!(out, "not checked: {what}")?;
        }
        if *replaced > 0 {
            writeln!(out, "{replaced} of them in place of duplicates")?;
        }
        writeln!(out, "SHA-256 {sha256}")?;
        let first = order.range.0;
        for level in pack::levels(folder, Some((first, first + 1)), None, read)?.1 {
            writeln!(out, "Level {}:", level.index)?;
            write!(out, "{}", drawing(&*level.puzzle, None, &[]))?;
        }
    }
    Ok(Exit::Success)
}

pub(crate) fn range(text: &str) -> Result<(u64, u64), String> {
    let ends = text.split_once("..");
    ends.and_then(|(start, end)| Some((start.parse().ok()?, end.parse().ok()?)))
        .ok_or_else(|| "a range is written as I..J".to_string())
}
