//! `xwc pack`: level packs.

use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;
use serde_json::json;

use super::exit::{Exit, UsageError};
use super::export::Export;
use super::generate::recipe;
use super::input::Words;
use super::options::SolverChoice;
use super::progress::{Shown, threads};
use crate::family;
use crate::generate::Wishes;
use crate::pack::{self, Fault, Manifest, Order};
use crate::verdict::Verdict;

/// Make, verify, join and export level packs
#[derive(Debug, clap::Args)]
pub(super) struct Pack {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Create(Box<Create>),
    Verify(Verify),
    Merge(Merge),
    Export(Export),
}

/// Make a pack from a seed, or the rest of one
#[derive(Debug, clap::Args)]
struct Create {
    /// The family of the levels
    #[arg(value_name = "FAMILY")]
    family: String,

    /// What chance starts from
    #[arg(long, value_name = "N")]
    seed: u64,

    /// How many levels the whole pack has
    #[arg(long, value_name = "K")]
    count: u64,

    /// The folder of the pack
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Only the levels from I up to, but without, J
    #[arg(long, value_name = "I..J", value_parser = range)]
    range: Option<(u64, u64)>,

    /// Store a certificate for each level
    #[arg(long)]
    certify: bool,

    #[command(flatten)]
    wishes: Wishes,

    #[command(flatten)]
    run: Run,
}

/// Read, prove and check every level of a pack again
#[derive(Debug, clap::Args)]
struct Verify {
    /// The folder of the pack
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    #[command(flatten)]
    words: Words,

    #[command(flatten)]
    run: Run,
}

/// Join parts of a pack that were made with --range
#[derive(Debug, clap::Args)]
struct Merge {
    /// The folders of the parts
    #[arg(value_name = "DIR", required = true)]
    parts: Vec<PathBuf>,

    /// The folder of the pack
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    #[command(flatten)]
    words: Words,

    #[command(flatten)]
    run: Run,
}

/// What all of them have in common.
#[derive(Debug, clap::Args)]
struct Run {
    #[command(flatten)]
    solver: SolverChoice,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Run {
    /// Runs on the asked number of threads, with a bar on a terminal and lines elsewhere.
    fn on_threads<T: Send>(
        &self,
        work: impl FnOnce(pack::Progress<'_>) -> T + Send,
    ) -> anyhow::Result<T> {
        Ok(threads(self.solver.jobs)?.install(|| {
            let mut shown = Shown::new("levels");
            work(&mut |done, total| shown.update(done, total))
        }))
    }
}

impl Pack {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        match &self.command {
            Command::Create(command) => command.run(out),
            Command::Verify(command) => command.run(out),
            Command::Merge(command) => command.run(out),
            Command::Export(command) => command.run(out),
        }
    }
}

impl Create {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let (family, recipe) = recipe(&self.family, &self.wishes)?;
        let choice = self.run.solver.checked()?;
        let (start, end) = self.range.unwrap_or((0, self.count));
        if self.count == 0 || start >= end || end > self.count {
            let message = match self.range {
                Some(_) => format!("--range {start}..{end}: the levels are 0..{}", self.count),
                None => "--count 0: a pack has at least one level".to_string(),
            };
            return Err(UsageError(message).into());
        }
        let parameters = recipe.parameters();
        let (seed, count) = (self.seed, self.count);
        let order = Order::new(family.name, parameters, seed, count, start..end, self.certify);
        let manifest = self
            .run
            .on_threads(|progress| pack::create(&self.out, &order, &*recipe, choice, progress))??;
        report(out, &self.run, &manifest, &self.out)
    }
}

impl Merge {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        self.words.choose()?;
        let choice = self.run.solver.checked()?;
        let manifest = self
            .run
            .on_threads(|progress| pack::merge(&self.parts, &self.out, choice, progress))??;
        report(out, &self.run, &manifest, &self.out)
    }
}

impl Verify {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        self.words.choose()?;
        let choice = self.run.solver.checked()?;
        let verified =
            self.run.on_threads(|progress| pack::verify(&self.folder, choice, progress))?;
        let name = self.folder.display();
        match verified {
            Ok(pack::Verified { levels, certified }) => {
                if self.run.json {
                    let object = json!({ "levels": levels, "certified": certified });
                    writeln!(out, "{object}")?;
                } else {
                    writeln!(out, "{name}: {levels} levels, each with exactly one solution")?;
                    if certified > 0 {
                        writeln!(out, "{certified} certificates accepted")?;
                    }
                }
                Ok(Exit::Success)
            }
            Err(Fault::Pack(error)) => Err(error.into()),
            Err(Fault::Certificate { index, error }) => {
                Err(anyhow::Error::from(error).context(format!("{name}: level {index}")))
            }
            Err(Fault::Level { index, verdict }) => {
                let found = match verdict {
                    Verdict::Multiple => "more than one solution",
                    Verdict::None => "no solution",
                    Verdict::Unique | Verdict::Unknown => "an unknown number of solutions",
                };
                writeln!(out, "{name}: level {index} has {found}")?;
                Ok(verdict.into())
            }
        }
    }
}

fn report(
    out: &mut dyn Write,
    run: &Run,
    manifest: &Manifest,
    folder: &std::path::Path,
) -> anyhow::Result<Exit> {
    if run.json {
        writeln!(out, "{}", serde_json::to_string(manifest)?)?;
    } else {
        let Manifest { order, levels, replaced, sha256 } = manifest;
        let name = folder.display();
        writeln!(out, "{name}: {levels} levels of {}, each proved unique", order.family)?;
        if order.certified {
            writeln!(out, "each with its certificate")?;
        }
        if *replaced > 0 {
            writeln!(out, "{replaced} of them in place of duplicates")?;
        }
        writeln!(out, "SHA-256 {sha256}")?;
        let line = pack::first_level(folder)?;
        let (_, puzzle) = family::read(&line.puzzle.to_string())?;
        writeln!(out, "Level {}:", line.index)?;
        write!(out, "{}", puzzle.text(None, &[]))?;
    }
    Ok(Exit::Success)
}

fn range(text: &str) -> Result<(u64, u64), String> {
    let ends = text.split_once("..");
    ends.and_then(|(start, end)| Some((start.parse().ok()?, end.parse().ok()?)))
        .ok_or_else(|| "a range is written as I..J".to_string())
}
