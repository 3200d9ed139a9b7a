//! `xwc pack export`: a pack for people, on paper.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::builder::{PossibleValue, PossibleValuesParser};

use super::exit::{Exit, UsageError};
use super::input::Words;
use crate::family;
use crate::pack::{self, Line, Manifest};
use crate::puzzle::Solution;
use crate::render::paper::worksheet::{self, DENSITIES, Level, PAPERS, Style};

/// Write a pack as worksheets with an answer key
#[derive(Debug, clap::Args)]
pub(super) struct Export {
    /// The folder of the pack
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// The kind of file
    #[arg(long, value_name = "FORMAT", value_parser = names())]
    format: String,

    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    paper: Paper,

    #[command(flatten)]
    words: Words,
}

/// What is for printed formats.
#[derive(Debug, clap::Args)]
struct Paper {
    /// How many levels go on a page: 1, 2, 4 or 6 [default: 4; in large print 1]
    #[arg(long, value_name = "N", value_parser = density)]
    per_page: Option<usize>,

    /// The paper: a4 or letter
    #[arg(long, value_name = "SIZE", default_value = "a4", value_parser = papers())]
    paper: String,

    /// Large letters and cells
    #[arg(long)]
    large_print: bool,

    /// Leave out the answer key
    #[arg(long)]
    no_answers: bool,

    /// What stands at the top of each page [default: the family]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

/// Smaller texts are hard to read, in points.
const READABLE: f64 = 5.0;
/// The same for those who asked for large print.
const READABLE_AS_LARGE: f64 = 8.0;

/// A kind of file that a pack can become.
struct Format {
    name: &'static str,
    summary: &'static str,
    write: fn(&Export, &Manifest, &[Line]) -> anyhow::Result<Vec<u8>>,
}

/// Every format; a new one is one line here.
static FORMATS: &[Format] =
    &[Format { name: "pdf", summary: "Worksheets and an answer key to print", write: pdf }];

fn names() -> PossibleValuesParser {
    let value = |format: &Format| PossibleValue::new(format.name).help(format.summary);
    PossibleValuesParser::new(FORMATS.iter().map(value))
}

fn papers() -> PossibleValuesParser {
    PossibleValuesParser::new(PAPERS.iter().map(|paper| paper.name))
}

fn density(text: &str) -> Result<usize, String> {
    let counts: Vec<String> = DENSITIES.iter().map(|(count, _)| count.to_string()).collect();
    let found = DENSITIES.iter().map(|&(count, _)| count).find(|count| count.to_string() == text);
    found.ok_or_else(|| format!("there can be {} on a page", counts.join(", ")))
}

impl Export {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        self.words.choose()?;
        let format = FORMATS.iter().find(|format| format.name == self.format);
        let format = format.ok_or_else(|| UsageError(format!("no format {}", self.format)))?;
        let (manifest, levels) = pack::levels(&self.folder)?;
        let bytes = (format.write)(self, &manifest, &levels)?;
        let name = || self.out.display().to_string();
        std::fs::write(&self.out, bytes)
            .map_err(|error| UsageError(error.to_string()))
            .with_context(name)?;
        writeln!(out, "{}: {} levels of {}", name(), levels.len(), manifest.order.family)?;
        Ok(Exit::Success)
    }
}

fn pdf(export: &Export, manifest: &Manifest, lines: &[Line]) -> anyhow::Result<Vec<u8>> {
    let Paper { per_page, paper, large_print, no_answers, title } = &export.paper;
    let per_page = match (per_page, large_print) {
        (Some(count), _) => *count,
        (None, false) => 4,
        (None, true) => 1,
    };
    let paper = PAPERS.iter().find(|known| known.name == paper);
    let style = Style {
        title: title.clone().unwrap_or_else(|| capitalised(&manifest.order.family)),
        paper: *paper.ok_or_else(|| UsageError("no such paper".to_string()))?,
        per_page,
        large: *large_print,
        answers: !no_answers,
    };
    let mut levels = Vec::with_capacity(lines.len());
    for line in lines {
        let (_, puzzle) = family::read(&line.puzzle.to_string())
            .with_context(|| format!("{}: level {}", export.folder.display(), line.index))?;
        let difficulty = line.difficulty.get("preset").and_then(|preset| preset.as_str());
        levels.push(Level {
            // People count from 1.
            name: format!("Level {}", line.index + 1),
            difficulty: difficulty.unwrap_or_default().to_string(),
            puzzle: puzzle.sheet(None),
            answer: puzzle.sheet(Some(&Solution(line.solution.clone()))),
        });
    }
    let (bytes, smallest) = worksheet::write(&levels, &style);
    if smallest < if style.large { READABLE_AS_LARGE } else { READABLE } {
        let size = format!("{smallest:.1} points");
        tracing::warn!("the smallest text is {size}; fewer levels a page (--per-page) are larger");
    }
    Ok(bytes)
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
