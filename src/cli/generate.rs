//! `xwc generate`: one puzzle from a seed.

use std::io::Write;
use std::path::PathBuf;

use super::exit::{Exit, Failure};
use super::input::Words;
use super::options::{MemoryLimit, SolverChoice, TO_SOLVE};
use crate::family::{self, Family};
use crate::files;
use crate::generate::{Asked, GenerateError, GeneratedPuzzle, Recipe, Seed, Wishes};

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

    #[command(flatten)]
    memory: MemoryLimit,

    /// Print one JSON object, as it always does
    #[arg(long)]
    json: bool,

    /// Write the puzzle to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Generate {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        self.memory.start(TO_SOLVE, Exit::Unknown)?;
        let (_, recipe) = recipe(&self.family, &self.wishes)?;
        let seed = Seed { seed: self.seed, index: self.index, attempt: self.attempt };
        let level = GeneratedPuzzle::new(&*recipe, seed, self.solver.checked()?)?;
        let text = serde_json::to_string(&level.file(seed))? + "\n";
        match &self.output {
            None => out.write_all(text.as_bytes())?,
            Some(path) => {
                files::write_named(path, text.as_bytes())?;
            }
        }
        Ok(Exit::Success)
    }
}

/// The family of that name, and how to make its puzzles.
pub(super) fn recipe(
    name: &str,
    wishes: &Wishes,
) -> Result<(&'static Family, Box<dyn Recipe>), Failure> {
    let family = family::find(name).ok_or_else(|| {
        Failure::usage(format!(
            "no family `{}`; there are {}",
            name.escape_debug(),
            family::names()
        ))
    })?;
    let words = Words { dictionary: wishes.dictionary.clone() };
    let recipe = family.recipe(Asked::Wishes(wishes), &words.read_options()?);
    let recipe = recipe.map_err(|error| match error {
        // These begin with the name of the option.
        GenerateError::NotForFamily { .. } | GenerateError::Wish { .. } => {
            Failure::usage(format!("--{error}"))
        }
        error => error.into(),
    })?;
    Ok((family, recipe))
}
