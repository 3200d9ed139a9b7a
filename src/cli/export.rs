//! `xwc pack export`: a pack for people.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::ValueEnum;

use super::exit::{Exit, UsageError};
use super::input::Words;
use super::pack::range;
use crate::pack::{self, Chosen};
use crate::render::html;

/// Write the levels of a pack for people to play
#[derive(Debug, clap::Args)]
pub(super) struct Export {
    /// The folder of the pack
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// What to make of it
    #[arg(long, value_enum)]
    format: Format,

    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Only the levels from I up to, but without, J
    #[arg(long, value_name = "I..J", value_parser = range)]
    range: Option<(u64, u64)>,

    #[command(flatten)]
    words: Words,
}

/// Every format: one line here and one in [`Format::write`].
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// A page to play in the browser
    Html,
}

impl Format {
    /// The bytes of the file.
    fn write(self, levels: &[Chosen]) -> anyhow::Result<Vec<u8>> {
        match self {
            Format::Html => page(levels),
        }
    }
}

/// A page with more levels takes too long to load.
const MAX_PAGE: usize = 1000;

/// One page with all levels, numbered from 1 as players count.
fn page(levels: &[Chosen]) -> anyhow::Result<Vec<u8>> {
    if levels.len() > MAX_PAGE {
        let found = levels.len();
        let message = format!(
            "{found} levels; a page takes at most {MAX_PAGE}, choose some of them with --range"
        );
        return Err(UsageError(message).into());
    }
    let level = |Chosen { index, puzzle, solution }: &Chosen| {
        html::level(&format!("Level {}", index + 1), &**puzzle, Some(solution), None)
    };
    let levels: Vec<_> = levels.iter().map(level).collect();
    Ok(html::page(&levels).into_bytes())
}

impl Export {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        self.words.choose()?;
        let levels = pack::levels(&self.folder, self.range)?;
        let name = || self.folder.display().to_string();
        let bytes = self.format.write(&levels).with_context(name)?;
        let file = || self.out.display().to_string();
        fs::write(&self.out, bytes)
            .map_err(|error| UsageError(error.to_string()))
            .with_context(file)?;
        writeln!(out, "{}: {} levels", file(), levels.len())?;
        Ok(Exit::Success)
    }
}
