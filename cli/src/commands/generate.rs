//! `xwc generate`: one puzzle from a seed.

use std::io::Write;
use std::path::PathBuf;

use crate::exit::{Exit, Failure};
use crate::families::FamilyCommand;
use crate::options::{MemoryLimit, SolverChoice, TO_SOLVE};
use xwc::generate::Seed;

/// Make one unique puzzle from a seed
#[derive(Debug, clap::Args)]
pub(crate) struct GenerateArgs {
    #[command(subcommand)]
    family: FamilyCommand<Common>,
}

/// What all families have.
#[derive(Debug, clap::Args)]
struct Common {
    /// Random seed
    #[arg(long, value_name = "N")]
    seed: u64,

    /// Which level of the seed's pack
    #[arg(long, value_name = "I", default_value_t = 0)]
    index: u64,

    /// Which attempt at this level, as the pack says
    #[arg(long, value_name = "A", default_value_t = 0)]
    attempt: u32,

    #[command(flatten)]
    solver: SolverChoice,

    #[command(flatten)]
    memory: MemoryLimit,

    /// Accepted for uniformity: the output is always JSON
    #[arg(long, hide = true)]
    json: bool,

    /// Write the puzzle to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl GenerateArgs {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let Common { seed, index, attempt, solver, memory, output, .. } = &self.family.common;
        memory.start(TO_SOLVE, Exit::Unknown)?;
        let generator = self.family.generator()?;
        let seed = Seed { seed: *seed, index: *index, attempt: *attempt };
        let level = generator.make(seed, solver.checked()?)?;
        let text = serde_json::to_string(&level.file(seed))? + "\n";
        match output {
            None => out.write_all(text.as_bytes())?,
            Some(path) => xwc::write_named(path, text.as_bytes())?,
        }
        Ok(Exit::Success)
    }
}
