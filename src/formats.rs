//! The output formats: what a puzzle, a pack or a formula can be written as.

use std::io::{self, Write};

use thiserror::Error;
use xwc_encodings::{Formula, Model, Target};

#[cfg(feature = "pdf")]
use crate::render::paper::worksheet;
#[cfg(feature = "pdf")]
use crate::render::sheet;
use crate::render::{formula, html, ipuz, paper};
use crate::view::Show;
use xwc_check::puzzle::Solution;
use xwc_check::support::fault::{Blame, Fault};
use xwc_check::support::text;
#[cfg(feature = "pdf")]
use xwc_check::support::text::visible;

pub use crate::render::paper::style::{DENSITIES, PAPERS, WorksheetStyle};
use crate::render::with_labels;
pub use crate::render::{drawing, drawing_with_conditions};

/// Every format. A new one is a function that writes it and an entry here.
pub static FORMATS: &[OutputFormat] = &[
    OutputFormat { puzzle: Some(text), ..format("text", "Box characters") },
    OutputFormat { puzzle: Some(svg), ..format("svg", "A picture to print or to embed") },
    OutputFormat { pack: Some(page), ..format("html", "A page to play in the browser") },
    OutputFormat {
        puzzle: Some(write_ipuz),
        ..format("ipuz", "A file for other crossword programs")
    },
    #[cfg(feature = "pdf")]
    OutputFormat {
        pack: Some(pdf),
        on_paper: true,
        ..format("pdf", "Worksheets and an answer key to print")
    },
    OutputFormat {
        formula: Some((Target::Cnf, dimacs)),
        ..format(
            "dimacs",
            "Clauses for SAT solvers, with comments that say what each variable means",
        )
    },
    OutputFormat {
        formula: Some((Target::Cnf, opb)),
        ..format("opb", "The same clauses as pseudo-Boolean constraints")
    },
    OutputFormat {
        formula: Some((Target::Smt, smt2)),
        ..format("smt2", "SMT-LIB for SMT solvers")
    },
    OutputFormat { model: Some(model), ..format("model", "The constraint model, readable") },
];

/// A format that writes nothing yet.
const fn format(name: &'static str, summary: &'static str) -> OutputFormat {
    let (puzzle, pack, on_paper, model, formula) = (None, None, false, None, None);
    OutputFormat { name, summary, puzzle, pack, on_paper, model, formula }
}

/// Writes a puzzle as it is, or with a solution filled in.
type WritePuzzle = fn(&dyn Show, Option<&Solution>) -> Result<String, FormatError>;

/// Writes some levels: the file, and the size of the smallest text on paper, in points.
type WritePack =
    fn(&[OutputLevel<'_>], &WorksheetStyle) -> Result<(Vec<u8>, Option<f64>), FormatError>;

/// Writes the model, before any encoding.
type WriteModel = fn(&Model, &mut dyn Write) -> io::Result<()>;

/// Writes a formula of the model.
type WriteFormula = fn(&Formula, &Model, &mut dyn Write) -> io::Result<()>;

/// A kind of file.
#[derive(Clone, Copy, Debug)]
pub struct OutputFormat {
    /// Its name.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// How one puzzle is drawn, with a solution or without, if it can be.
    pub puzzle: Option<WritePuzzle>,
    /// How the levels of a pack are written, if they can be. If that is not for paper, one puzzle can be
    /// written as a pack of one level, which is played and knows its only solution.
    pub pack: Option<WritePack>,
    /// Whether packs are printed, so that the style of worksheets matters.
    pub on_paper: bool,
    /// How the model of a puzzle is written, if it can be.
    pub model: Option<WriteModel>,
    /// How the formula of a puzzle is written, if it can be, and in which language that is.
    pub formula: Option<(Target, WriteFormula)>,
}

/// One level, as formats for packs see it.
#[derive(Clone, Copy)]
pub struct OutputLevel<'a> {
    /// Such as "Level 12".
    pub name: &'a str,
    /// Such as "medium"; may be empty.
    pub difficulty: &'a str,
    /// The puzzle.
    pub puzzle: &'a dyn Show,
    /// Its only solution, if it is known.
    pub solution: Option<&'a Solution>,
    /// What the player has to be told if it is not.
    pub note: Option<&'a str>,
}

/// Why something cannot be written in a format.
#[derive(Debug, Error)]
pub enum FormatError {
    /// The format cannot express such a puzzle.
    #[error("this puzzle cannot be written as {format}: {reason}")]
    NotForPuzzle {
        /// The format.
        format: &'static str,
        /// Why not.
        reason: &'static str,
    },
    /// A page would be too large.
    #[error("{found} levels; a page takes at most {most}, so choose some of them")]
    TooMany {
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: usize,
    },
}

impl Blame for FormatError {
    fn fault(&self) -> Fault {
        Fault::Usage
    }
}

fn text(puzzle: &dyn Show, solution: Option<&Solution>) -> Result<String, FormatError> {
    Ok(with_labels(&drawing(puzzle, solution, &[]), puzzle.labels()))
}

fn svg(puzzle: &dyn Show, solution: Option<&Solution>) -> Result<String, FormatError> {
    let answers = solution.and_then(|solution| puzzle.answers(solution));
    Ok(paper::picture(&puzzle.view(), answers.as_ref()))
}

fn write_ipuz(puzzle: &dyn Show, solution: Option<&Solution>) -> Result<String, FormatError> {
    let not_for_puzzle = FormatError::NotForPuzzle {
        format: "ipuz",
        reason: "that format is for crosswords with clues",
    };
    let file = ipuz::write(puzzle, solution).ok_or(not_for_puzzle)?;
    Ok(text::json(&format!("{file:#}\n")).into_owned())
}

/// A page with more levels takes too long to load.
const MAX_PAGE: usize = 1000;

fn page(
    levels: &[OutputLevel<'_>],
    _: &WorksheetStyle,
) -> Result<(Vec<u8>, Option<f64>), FormatError> {
    if levels.len() > MAX_PAGE {
        return Err(FormatError::TooMany { found: levels.len(), most: MAX_PAGE });
    }
    let level =
        |level: &OutputLevel<'_>| html::level(level.name, level.puzzle, level.solution, level.note);
    let levels: Vec<_> = levels.iter().map(level).collect();
    Ok((html::page(&levels).into_bytes(), None))
}

#[cfg(feature = "pdf")]
fn pdf(
    levels: &[OutputLevel<'_>],
    style: &WorksheetStyle,
) -> Result<(Vec<u8>, Option<f64>), FormatError> {
    let level = |level: &OutputLevel<'_>| {
        let view = level.puzzle.view();
        let answers = level.solution.and_then(|solution| level.puzzle.answers(solution));
        worksheet::WorksheetLevel {
            name: level.name.to_string(),
            difficulty: visible(level.difficulty).into_owned(),
            puzzle: sheet::sheet(&view, None),
            answer: sheet::sheet(&view, answers.as_ref()),
        }
    };
    let levels: Vec<_> = levels.iter().map(level).collect();
    let (bytes, smallest) = worksheet::write(&levels, style);
    Ok((bytes, Some(smallest)))
}

fn dimacs(formula: &Formula, model: &Model, mut out: &mut dyn Write) -> io::Result<()> {
    match formula {
        Formula::Cnf(cnf) => cnf.write_dimacs(model, &mut out),
        Formula::Smt(_) => Err(io::ErrorKind::InvalidInput.into()),
    }
}

fn opb(formula: &Formula, model: &Model, out: &mut dyn Write) -> io::Result<()> {
    match formula {
        Formula::Cnf(cnf) => formula::opb(cnf, model, out),
        Formula::Smt(_) => Err(io::ErrorKind::InvalidInput.into()),
    }
}

fn smt2(formula: &Formula, model: &Model, out: &mut dyn Write) -> io::Result<()> {
    match formula {
        Formula::Smt(smt) => formula::smt_script(smt, model, out),
        Formula::Cnf(_) => Err(io::ErrorKind::InvalidInput.into()),
    }
}

fn model(model: &Model, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{model}")
}
