//! What can be wrong with a puzzle file, and with a solution.

use thiserror::Error;

/// Why a text is not a puzzle. The message says where, what was found and what is allowed.
#[derive(Debug, Error)]
pub enum InputError {
    /// There is nothing but white space.
    #[error("the input is empty; a puzzle is one JSON object")]
    Empty,
    /// The text is not JSON, or a field has the wrong type.
    #[error("{}{error}", path.as_ref().map(|path| format!("{path}: ")).unwrap_or_default())]
    Json {
        /// The field, such as `pool[3]`.
        path: Option<String>,
        /// The parser's message, with line and column.
        error: serde_json::Error,
    },
    /// The family is not in the registry.
    #[error("family: `{found}` is not a family; known are {known}")]
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

impl InputError {
    pub(super) fn json(error: serde_path_to_error::Error<serde_json::Error>) -> Self {
        let path = match cell_of(error.path()) {
            Some((row, column)) => format!("row {row}, column {column}"),
            None => error.path().to_string(),
        };
        let error = error.into_inner();
        // At the top, and where the text itself is broken, the path says nothing.
        let useful = path != "." && error.is_data();
        Self::Json { path: useful.then_some(path), error }
    }

    pub(super) fn field(path: impl Into<String>, message: impl Into<String>) -> Self {
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
