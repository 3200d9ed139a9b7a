//! The library's output formats as values of `--format`.

use clap::builder::{PossibleValue, PossibleValuesParser};

use crate::exit::Failure;
use xwc::formats::{FORMATS, OutputFormat};

/// The names of the formats that satisfy a condition, for the parser of arguments.
pub(crate) fn names(fits: fn(&OutputFormat) -> bool) -> PossibleValuesParser {
    let value = |format: &OutputFormat| PossibleValue::new(format.name).help(format.summary);
    PossibleValuesParser::new(FORMATS.iter().filter(|format| fits(format)).map(value))
}

/// Whether a format is for one puzzle: as a drawing, or as a page to play.
pub(crate) fn shows_puzzles(format: &OutputFormat) -> bool {
    format.puzzle.is_some() || (format.pack.is_some() && !format.on_paper)
}

/// The format of that name.
pub(crate) fn find(name: &str) -> Result<&'static OutputFormat, Failure> {
    FORMATS.iter().find(|format| format.name == name).ok_or_else(|| unknown(name))
}

/// The error for a format that does not exist.
pub(crate) fn unknown(name: &str) -> Failure {
    Failure::usage(format!("--format {name}: there is no such format"))
}
