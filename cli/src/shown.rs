//! The formats of `xwc show`: a new one is one line here.

use clap::builder::{PossibleValue, PossibleValuesParser};

use crate::exit::Failure;
use xwc::families::AnyPuzzle;
use xwc::render::paper::picture;
use xwc::render::{self, drawing, with_labels};
use xwc_check::puzzle::Solution;
use xwc_check::support::text;

/// A way to show a puzzle, with its solution if there is one.
pub(crate) struct Shown {
    /// Its name on the command line.
    name: &'static str,
    /// One line for people.
    summary: &'static str,
    /// What is written to standard output.
    pub(crate) how: How,
}

/// How a puzzle is shown.
pub(crate) enum How {
    /// As it is, or with a solution filled in.
    Drawing(fn(&dyn AnyPuzzle, Option<&Solution>) -> Result<String, Failure>),
    /// To be played, with the only solution under a seal.
    Page,
}

/// Every format.
static FORMATS: &[Shown] = &[
    Shown {
        name: "text",
        summary: "Box characters",
        how: How::Drawing(|puzzle, solution| {
            Ok(with_labels(&drawing(puzzle, solution, &[]), puzzle.labels()))
        }),
    },
    Shown {
        name: "svg",
        summary: "A picture to print or to embed",
        how: How::Drawing(|puzzle, solution| {
            let answers = solution.and_then(|solution| puzzle.answers(solution));
            Ok(picture(&puzzle.view(), answers.as_ref()))
        }),
    },
    Shown { name: "html", summary: "A page to play it in the browser", how: How::Page },
    Shown { name: "ipuz", summary: "A file for other crossword programs", how: How::Drawing(ipuz) },
];

/// The names, for the parser of arguments.
pub(crate) fn names() -> PossibleValuesParser {
    let value = |format: &Shown| PossibleValue::new(format.name).help(format.summary);
    PossibleValuesParser::new(FORMATS.iter().map(value))
}

/// The format of that name.
pub(crate) fn find(name: &str) -> Result<&'static Shown, Failure> {
    let found = FORMATS.iter().find(|format| format.name == name);
    found.ok_or_else(|| Failure::usage(format!("--format {name}: there is no such format")))
}

fn ipuz(puzzle: &dyn AnyPuzzle, solution: Option<&Solution>) -> Result<String, Failure> {
    let file = render::ipuz::write(puzzle, solution).ok_or_else(|| {
        Failure::usage(
            "--format ipuz: the format can say crossnumbers and crucigrams only".to_string(),
        )
    })?;
    Ok(text::json(&format!("{file:#}\n")).into_owned())
}
