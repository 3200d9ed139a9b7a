//! `xwc generate`: one puzzle from a seed.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;

use super::exit::{Exit, UsageError};
use super::input::warn_of_skipped;
use super::options::SolverChoice;
use crate::family::{self, Family};
use crate::generate::{Asked, Level, Recipe, Seed, Wishes};

/// Make one unique puzzle from a seed
#[derive(Debug, clap::Args)]
pub(super) struct Generate {
    /// The family of the puzzle
    #[arg(value_name = "FAMILY")]
    family: String,

    /// What chance starts from
    #[arg(long, value_name = "N")]
    seed: u64,

    /// Which level of the seed's pack
    #[arg(long, value_name = "I", default_value_t = 0)]
    index: u64,

    /// Which attempt at this level, as the pack says
    #[arg(long, value_name = "A", default_value_t = 0)]
    attempt: u32,

    #[command(flatten)]
    wishes: Wishes,

    #[command(flatten)]
    solver: SolverChoice,

    /// Print one JSON object, as it always does
    #[arg(long)]
    json: bool,

    /// Write the puzzle to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Generate {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let (_, recipe) = recipe(&self.family, &self.wishes)?;
        let seed = Seed { seed: self.seed, index: self.index, attempt: self.attempt };
        let level = Level::new(&*recipe, seed, self.solver.checked()?)?;
        let text = serde_json::to_string(&level.file(seed))? + "\n";
        match &self.output {
            None => out.write_all(text.as_bytes())?,
            Some(path) => {
                let name = || path.display().to_string();
                std::fs::write(path, text)
                    .map_err(|e| UsageError(e.to_string()))
                    .with_context(name)?;
            }
        }
        Ok(Exit::Success)
    }
}

/// The family of that name, and how to make its puzzles.
pub(super) fn recipe(
    name: &str,
    wishes: &Wishes,
) -> anyhow::Result<(&'static Family, Box<dyn Recipe>)> {
    let family = family::find(name).ok_or_else(|| {
        UsageError(format!("no family `{}`; there are {}", name.escape_debug(), family::names()))
    })?;
    let recipe = family.recipe(Asked::Wishes(wishes));
    let recipe =
        recipe.ok_or_else(|| UsageError(format!("{name}: it cannot be generated yet")))??;
    if let Some(path) = &wishes.dictionary {
        warn_of_skipped(path);
    }
    Ok((family, recipe))
}
