//! The output formats: what a puzzle, a pack or a formula can be written as.

use std::io::{self, Write};

use thiserror::Error;
use xwc_encodings::{Formula, Model, Target};

#[cfg(feature = "pdf")]
use crate::render::paper::worksheet;
#[cfg(feature = "pdf")]
use crate::render::sheet;
use crate::render::{html, ipuz, paper};
use crate::view::Show;
use xwc_check::puzzle::Solution;
use xwc_check::support::fault::{Blame, Fault};
use xwc_check::support::text;
#[cfg(feature = "pdf")]
use xwc_check::support::text::visible;

pub use crate::render::paper::style::{DENSITIES, PAPERS, Paper, WorksheetStyle};
pub use crate::render::{ClueStyle, drawing, unsolved, with_labels};

/// Every format. A new one is a function that writes it and one line here.
pub static FORMATS: &[OutputFormat] = &[
    OutputFormat::new("text", "Box characters").for_puzzles(PuzzleWriter::Drawing(text)),
    OutputFormat::new("svg", "A picture to print or to embed")
        .for_puzzles(PuzzleWriter::Drawing(svg)),
    OutputFormat::new("html", "A page to play in the browser")
        .for_puzzles(PuzzleWriter::Page)
        .for_packs(PackWriter { on_paper: false, write: page }),
    OutputFormat::new("ipuz", "A file for other crossword programs")
        .for_puzzles(PuzzleWriter::Drawing(write_ipuz)),
    #[cfg(feature = "pdf")]
    OutputFormat::new("pdf", "Worksheets and an answer key to print")
        .for_packs(PackWriter { on_paper: true, write: pdf }),
    OutputFormat::new(
        "dimacs",
        "Clauses for SAT solvers, with comments that say what each variable means",
    )
    .for_formulas(FormulaWriter::Formula(Target::Cnf, dimacs)),
    OutputFormat::new("opb", "The same clauses as pseudo-Boolean constraints")
        .for_formulas(FormulaWriter::Formula(Target::Cnf, opb)),
    OutputFormat::new("smt2", "SMT-LIB for SMT solvers")
        .for_formulas(FormulaWriter::Formula(Target::Smt, smt2)),
    OutputFormat::new("model", "The constraint model, readable")
        .for_formulas(FormulaWriter::Model(model)),
];

/// A kind of file.
#[derive(Clone, Copy, Debug)]
pub struct OutputFormat {
    /// Its name.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// How one puzzle is written, if it can be.
    pub puzzle: Option<PuzzleWriter>,
    /// How the levels of a pack are written, if they can be.
    pub pack: Option<PackWriter>,
    /// How the formula of a puzzle is written, if it can be.
    pub formula: Option<FormulaWriter>,
}

impl OutputFormat {
    /// A format that writes nothing yet.
    pub const fn new(name: &'static str, summary: &'static str) -> Self {
        Self { name, summary, puzzle: None, pack: None, formula: None }
    }

    /// The same, for puzzles.
    #[must_use]
    pub const fn for_puzzles(self, writer: PuzzleWriter) -> Self {
        Self { puzzle: Some(writer), ..self }
    }

    /// The same, for packs.
    #[must_use]
    pub const fn for_packs(self, writer: PackWriter) -> Self {
        Self { pack: Some(writer), ..self }
    }

    /// The same, for formulas.
    #[must_use]
    pub const fn for_formulas(self, writer: FormulaWriter) -> Self {
        Self { formula: Some(writer), ..self }
    }
}

/// How one puzzle is written.
#[derive(Clone, Copy, Debug)]
pub enum PuzzleWriter {
    /// As it is, or with a solution filled in.
    Drawing(fn(&dyn Show, Option<&Solution>) -> Result<String, FormatError>),
    /// As a pack of one level, which is played and knows its only solution.
    Page,
}

/// How the levels of a pack are written.
#[derive(Clone, Copy, Debug)]
pub struct PackWriter {
    /// Whether it is printed, so that the style of worksheets matters.
    pub on_paper: bool,
    /// Writes some levels.
    pub write: fn(&[OutputLevel<'_>], &WorksheetStyle) -> Result<PackOutput, FormatError>,
}

/// How the formula of a puzzle is written.
#[derive(Clone, Copy, Debug)]
pub enum FormulaWriter {
    /// The model, before any encoding.
    Model(fn(&Model, &mut dyn Write) -> io::Result<()>),
    /// A formula in this language.
    Formula(Target, fn(&Formula, &Model, &mut dyn Write) -> io::Result<()>),
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

/// The levels of a pack, written.
#[derive(Clone, Debug)]
pub struct PackOutput {
    /// The file.
    pub bytes: Vec<u8>,
    /// The size of the smallest text on paper, in points.
    pub smallest_text: Option<f64>,
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

fn page(levels: &[OutputLevel<'_>], _: &WorksheetStyle) -> Result<PackOutput, FormatError> {
    if levels.len() > MAX_PAGE {
        return Err(FormatError::TooMany { found: levels.len(), most: MAX_PAGE });
    }
    let level =
        |level: &OutputLevel<'_>| html::level(level.name, level.puzzle, level.solution, level.note);
    let levels: Vec<_> = levels.iter().map(level).collect();
    Ok(PackOutput { bytes: html::page(&levels).into_bytes(), smallest_text: None })
}

#[cfg(feature = "pdf")]
fn pdf(levels: &[OutputLevel<'_>], style: &WorksheetStyle) -> Result<PackOutput, FormatError> {
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
    Ok(PackOutput { bytes, smallest_text: Some(smallest) })
}

fn dimacs(formula: &Formula, model: &Model, mut out: &mut dyn Write) -> io::Result<()> {
    match formula {
        Formula::Cnf(cnf) => cnf.write_dimacs(model, &mut out),
        Formula::Smt(_) => Err(io::ErrorKind::InvalidInput.into()),
    }
}

fn opb(formula: &Formula, model: &Model, mut out: &mut dyn Write) -> io::Result<()> {
    match formula {
        Formula::Cnf(cnf) => cnf.write_opb(model, &mut out),
        Formula::Smt(_) => Err(io::ErrorKind::InvalidInput.into()),
    }
}

fn smt2(formula: &Formula, model: &Model, mut out: &mut dyn Write) -> io::Result<()> {
    match formula {
        Formula::Smt(smt) => smt.write_script(model, &mut out),
        Formula::Cnf(_) => Err(io::ErrorKind::InvalidInput.into()),
    }
}

fn model(model: &Model, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{model}")
}
