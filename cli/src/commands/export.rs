//! `xwc pack export`: a pack for people, on paper or in the browser.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;

use super::pack::{not_checked, range, tell};
use crate::exit::{Context, Exit, Failure};
use crate::formats;
use crate::input::DictionaryOptions;
use crate::options::{Limits, TO_READ};
use xwc::formats::{DENSITIES, FormatError, OutputLevel, PAPERS, WorksheetStyle};
use xwc::pack::{self, Verification};
use xwc::solve::SolverSelection;
use xwc_check::support::text::visible;

/// Write a pack as worksheets with an answer key, or as a page to play
#[derive(Debug, clap::Args)]
pub(crate) struct ExportArgs {
    /// The folder of the pack
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// The kind of file
    #[arg(long, value_name = "FORMAT", value_parser = formats::names(|format| format.pack.is_some()))]
    format: String,

    /// The file to write, instead of standard output
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Only levels I to J-1
    #[arg(long, value_name = "I..J", value_parser = range)]
    range: Option<(u64, u64)>,

    #[command(flatten)]
    paper: PaperOptions,

    /// Take the levels as they are, without proving them again
    #[arg(long)]
    quick: bool,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    words: DictionaryOptions,
}

/// What is for printed formats.
#[derive(Debug, clap::Args)]
struct PaperOptions {
    /// How many levels go on a page: 1, 2, 4 or 6 [default: 4; in large print 1]
    #[arg(long, value_name = "N", value_parser = density)]
    per_page: Option<usize>,

    /// The paper: a4 or letter [default: a4]
    #[arg(long, value_name = "SIZE", value_parser = papers())]
    paper: Option<String>,

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
/// The same in large print.
const READABLE_AS_LARGE: f64 = 8.0;

fn papers() -> PossibleValuesParser {
    PossibleValuesParser::new(PAPERS.iter().map(|(name, _)| *name))
}

fn density(text: &str) -> Result<usize, String> {
    let counts: Vec<String> = DENSITIES.iter().map(|(count, _)| count.to_string()).collect();
    let found = DENSITIES.iter().map(|&(count, _)| count).find(|count| count.to_string() == text);
    found.ok_or_else(|| format!("there can be {} on a page", counts.join(", ")))
}

impl ExportArgs {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let budget = self.limits.start(TO_READ, Exit::Usage)?;
        let read = &self.words.read_options()?;
        let format = formats::find(&self.format)?;
        let write = format.pack.ok_or_else(|| formats::unknown(&self.format))?;
        if !format.on_paper {
            self.paper.is_unused()?;
        }
        if let Some(file) = self.out.as_ref().filter(|file| is_inside(file, &self.folder)) {
            let message = format!("--out {}: it must be outside the pack", file.display());
            return Err(Failure::usage(message));
        }
        let choice = SolverSelection::default();
        let how = Verification { choice, again: false, read, budget };
        let chosen = pack::levels(&self.folder, self.range, (!self.quick).then_some(how), read);
        let (manifest, levels) = match chosen {
            Ok(chosen) => chosen,
            Err(fault) => return tell(fault, &self.folder.display().to_string(), out),
        };
        let style = self.paper.style(&manifest.order.family)?;
        let written: Vec<OutputLevel<'_>> = levels
            .iter()
            .map(|level| OutputLevel {
                name: &level.name,
                difficulty: &level.difficulty,
                puzzle: &*level.puzzle,
                solution: Some(&level.solution),
                note: None,
            })
            .collect();
        let output = write(&written, &style).map_err(range_hint);
        let (bytes, smallest_text) = output.context(|| self.folder.display().to_string())?;
        let readable = if style.large { READABLE_AS_LARGE } else { READABLE };
        if let Some(smallest) = smallest_text.filter(|smallest| *smallest < readable) {
            let size = format!("{smallest:.1} points");
            tracing::warn!(
                "the smallest text is {size}; fewer levels per page (--per-page) are larger"
            );
        }
        let Some(file) = &self.out else {
            for what in not_checked(self.quick) {
                tracing::warn!("not checked: {what}");
            }
            // Not escaped: characters that are dangerous on a terminal are harmless in a picture of a page.
            out.flush()?;
            io::stdout().write_all(&bytes)?;
            return Ok(Exit::Success);
        };
        let name = || file.display().to_string();
        xwc::write_named(file, &bytes)?;
        writeln!(out, "{}: {} levels of {}", name(), levels.len(), manifest.order.family)?;
        for what in not_checked(self.quick) {
            writeln!(out, "not checked: {what}")?;
        }
        Ok(Exit::Success)
    }
}

/// Whether a file would stand in a folder, where it could take the place of what is read.
fn is_inside(file: &Path, folder: &Path) -> bool {
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new(".")).canonicalize();
    matches!((parent, folder.canonicalize()), (Ok(parent), Ok(folder)) if parent.starts_with(&folder))
}

/// The library's words, with the option that helps.
fn range_hint(error: FormatError) -> Failure {
    match error {
        FormatError::TooMany { .. } => Failure::usage(format!("{error} with --range")),
        error => error.into(),
    }
}

impl PaperOptions {
    /// How worksheets look.
    fn style(&self, family: &str) -> Result<WorksheetStyle, Failure> {
        let Self { per_page, paper, large_print, no_answers, title } = self;
        let per_page = match (per_page, large_print) {
            (Some(count), _) => *count,
            (None, false) => 4,
            (None, true) => 1,
        };
        let paper = PAPERS.iter().find(|(name, _)| paper.as_deref().unwrap_or("a4") == *name);
        Ok(WorksheetStyle {
            title: match title {
                Some(title) => visible(title).into_owned(),
                None => capitalised(family),
            },
            paper: paper.ok_or_else(|| Failure::usage("no such paper".to_string()))?.1,
            per_page,
            large: *large_print,
            answers: !no_answers,
        })
    }

    /// Refuses options that would do nothing.
    fn is_unused(&self) -> Result<(), Failure> {
        let Self { per_page, paper, large_print, no_answers, title } = self;
        let given = [
            ("--per-page", per_page.is_some()),
            ("--paper", paper.is_some()),
            ("--large-print", *large_print),
            ("--no-answers", *no_answers),
            ("--title", title.is_some()),
        ];
        match given.iter().find(|(_, given)| *given) {
            Some((name, _)) => Err(Failure::usage(format!("{name}: that is for paper only"))),
            None => Ok(()),
        }
    }
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
