//! `xwc pack export`: a pack for people, on paper or in the browser.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};

use super::pack::{not_checked, range, tell};
use crate::exit::{Context, Exit, Failure};
use crate::input::Words;
use crate::options::{Limits, TO_READ};
use xwc::files;
use xwc::pack::{self, Chosen, Manifest, Verification};
use xwc::render::html;
use xwc::render::paper::worksheet::{self, DENSITIES, Level, PAPERS, Style};
use xwc::render::sheet::sheet;
use xwc::solve::Choice;
use xwc_check::support::text::visible;

/// Write a pack as worksheets with an answer key, or as a page to play
#[derive(Debug, clap::Args)]
pub(crate) struct Export {
    /// The folder of the pack
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// The kind of file
    #[arg(long, value_name = "FORMAT", value_parser = names())]
    format: String,

    /// The file to write, instead of standard output
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Only the levels from I up to, but without, J
    #[arg(long, value_name = "I..J", value_parser = range)]
    range: Option<(u64, u64)>,

    #[command(flatten)]
    paper: Paper,

    /// Take the levels as they are, without proving them again
    #[arg(long)]
    quick: bool,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    words: Words,
}

/// What is for printed formats.
#[derive(Debug, clap::Args)]
struct Paper {
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
/// The same for those who asked for large print.
const READABLE_AS_LARGE: f64 = 8.0;

/// Writes some levels of a pack in a format.
type WritePack = fn(&Export, &Manifest, &[Chosen]) -> Result<Vec<u8>, Failure>;

/// A kind of file that a pack can become.
struct Format {
    name: &'static str,
    summary: &'static str,
    write: WritePack,
}

/// Every format; a new one is one line here.
static FORMATS: &[Format] = &[
    Format { name: "pdf", summary: "Worksheets and an answer key to print", write: pdf },
    Format { name: "html", summary: "A page to play in the browser", write: page },
];

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
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let budget = self.limits.start(TO_READ, Exit::Usage)?;
        let read = &self.words.read_options()?;
        let format = FORMATS.iter().find(|format| format.name == self.format);
        let format = format.ok_or_else(|| Failure::usage(format!("no format {}", self.format)))?;
        let choice = Choice::default();
        let how = Verification { choice, again: false, read, budget };
        let chosen = pack::levels(&self.folder, self.range, (!self.quick).then_some(how), read);
        let (manifest, levels) = match chosen {
            Ok(chosen) => chosen,
            Err(fault) => return tell(fault, &self.folder.display().to_string(), out),
        };
        let bytes = (format.write)(self, &manifest, &levels)
            .context(|| self.folder.display().to_string())?;
        let Some(file) = &self.out else {
            for what in not_checked(self.quick) {
                tracing::warn!("not checked: {what}");
            }
            // As it is: what a terminal must not see is no matter for a picture of a page.
            out.flush()?;
            io::stdout().write_all(&bytes)?;
            return Ok(Exit::Success);
        };
        let name = || file.display().to_string();
        files::write_named(file, &bytes)?;
        writeln!(out, "{}: {} levels of {}", name(), levels.len(), manifest.order.family)?;
        for what in not_checked(self.quick) {
            writeln!(out, "not checked: {what}")?;
        }
        Ok(Exit::Success)
    }
}

/// A page with more levels takes too long to load.
const MAX_PAGE: usize = 1000;

/// One page with all levels.
fn page(export: &Export, _: &Manifest, levels: &[Chosen]) -> Result<Vec<u8>, Failure> {
    export.paper.is_unused()?;
    if levels.len() > MAX_PAGE {
        let found = levels.len();
        let message = format!(
            "{found} levels; a page takes at most {MAX_PAGE}, choose some of them with --range"
        );
        return Err(Failure::usage(message));
    }
    let level =
        |level: &Chosen| html::level(&level.name(), &*level.puzzle, Some(&level.solution), None);
    let levels: Vec<_> = levels.iter().map(level).collect();
    Ok(html::page(&levels).into_bytes())
}

impl Paper {
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

fn pdf(export: &Export, manifest: &Manifest, levels: &[Chosen]) -> Result<Vec<u8>, Failure> {
    let Paper { per_page, paper, large_print, no_answers, title } = &export.paper;
    let per_page = match (per_page, large_print) {
        (Some(count), _) => *count,
        (None, false) => 4,
        (None, true) => 1,
    };
    let paper = PAPERS.iter().find(|known| paper.as_deref().unwrap_or("a4") == known.name);
    let style = Style {
        title: match title {
            Some(title) => visible(title).into_owned(),
            None => capitalised(&manifest.order.family),
        },
        paper: *paper.ok_or_else(|| Failure::usage("no such paper".to_string()))?,
        per_page,
        large: *large_print,
        answers: !no_answers,
    };
    let level = |level: &Chosen| {
        let view = level.puzzle.view();
        Level {
            name: level.name(),
            difficulty: visible(&level.difficulty).into_owned(),
            puzzle: sheet(&view, None),
            answer: sheet(&view, level.puzzle.answers(&level.solution).as_ref()),
        }
    };
    let levels: Vec<Level> = levels.iter().map(level).collect();
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
