//! What can be wrong with a puzzle file, and with a solution.

use thiserror::Error;

use crate::support::fault::{Blame, Fault};

/// Why a text is not a puzzle. The message says where, what was found and what is allowed.
#[derive(Debug, Error)]
pub enum InputError {
    /// There is nothing but white space.
    #[error("the input is empty; a puzzle is one JSON object")]
    Empty,
    /// The text is not JSON, or a field has the wrong type.
    #[error("{place}: {message}")]
    Json {
        /// The field, such as `pool[3]`, or line and column.
        place: String,
        /// What was found and what is allowed.
        message: String,
    },
    /// There is no family.
    #[error("it has no `family`; it must be one of {known}")]
    NoFamily {
        /// The names in the registry.
        known: String,
    },
    /// The family is not in the registry.
    #[error("family: `{found}` is not a family; available: {known}")]
    Family {
        /// The name in the file.
        found: String,
        /// The names in the registry.
        known: String,
    },
    /// Something is wrong with one cell of the grid.
    #[error("row {row}, column {column}: {message}")]
    Cell {
        /// Counted from 1.
        row: usize,
        /// Counted from 1.
        column: usize,
        /// What was found and what is allowed.
        message: String,
    },
    /// Something is wrong with a field as a whole.
    #[error("{path}: {message}")]
    Field {
        /// The field, such as `pool`.
        path: String,
        /// What was found and what is allowed.
        message: String,
    },
}

impl Blame for InputError {
    fn fault(&self) -> Fault {
        Fault::Input
    }
}

impl InputError {
    pub(crate) fn json(error: serde_path_to_error::Error<serde_json::Error>) -> Self {
        let field = match cell_of(error.path()) {
            Some((row, column)) => format!("row {row}, column {column}"),
            None => error.path().to_string(),
        };
        let error = error.into_inner();
        match Self::json_text(&error) {
            // At the top, and where the text itself is broken, the path says nothing.
            Self::Json { place, message } if field != "." && error.is_data() => {
                Self::Json { place: field, message: format!("{message} ({place})") }
            }
            other => other,
        }
    }

    /// The parser's message with its place in front.
    pub(crate) fn json_text(error: &serde_json::Error) -> Self {
        let (line, column) = (error.line(), error.column());
        let text = error.to_string();
        let message = text.strip_suffix(&format!(" at line {line} column {column}"));
        let message = message.unwrap_or(&text);
        let not_json = if error.is_data() { "" } else { "this is not the JSON of a puzzle: " };
        Self::Json {
            place: format!("line {line}, column {column}"),
            message: format!("{not_json}{message}"),
        }
    }

    /// An error about a field of the file.
    pub fn field(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Field { path: path.into(), message: message.into() }
    }
}

/// Row and column, from 1, if the path leads to a cell of the grid.
fn cell_of(path: &serde_path_to_error::Path) -> Option<(usize, usize)> {
    use serde_path_to_error::Segment::{Map, Seq};
    match path.iter().collect::<Vec<_>>()[..] {
        [Map { key }, Seq { index: row }, Seq { index: column }] if key == "grid" => {
            Some((row + 1, column + 1))
        }
        _ => None,
    }
}

/// The first rule that a solution breaks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Violation(pub String);

/// Why a solution is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Rejection {
    /// It is malformed, or breaks a rule.
    #[error(transparent)]
    Violation(#[from] Violation),
    /// Whether it obeys a rule could not be decided. The message names the rule and says why.
    #[error("{0}")]
    Undecided(String),
}
