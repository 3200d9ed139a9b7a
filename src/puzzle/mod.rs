//! Puzzles as files and as rules: one folder a family.
//!
//! A family here reads its file strictly and judges filled grids. It knows nothing of models or
//! solvers, so that it can be the referee for both.

pub mod calcrostic;
pub mod crossmath;
pub mod crossnumber;
pub mod crucigram;
mod error;
mod fraction;
pub mod grid;
pub mod ipuz;
mod json;
pub mod mathcrossword;
mod number;
mod solution;

use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;

pub use error::{InputError, Violation};
use json::Object;
pub use json::Shape;
pub use number::{MAX_NUMBER, Tile};
pub use solution::Solution;

/// The rules of one puzzle.
pub trait Puzzle: fmt::Debug + Send + Sync {
    /// Whether a solution, as it would be printed, obeys every rule of this puzzle.
    ///
    /// # Errors
    ///
    /// The first rule that is broken, and where.
    fn check(&self, solution: &Solution) -> Result<(), Violation>;

    /// The puzzle as a file in its one canonical form: what the rules depend on, nothing else.
    fn canonical(&self) -> serde_json::Value;

    /// The setter's answer, if the file states one. It may be wrong.
    fn stated_solution(&self) -> Option<&Solution>;

    /// The puzzle for other crossword programs, with the solution if there is one; nothing where their
    /// format cannot say it.
    fn ipuz(&self, _solution: Option<&Solution>) -> Option<serde_json::Value> {
        None
    }

    /// Whether two solutions count as one: they are equal, unless the family says otherwise.
    fn same(&self, one: &Solution, two: &Solution) -> bool {
        one == two
    }
}

/// The file format of one family.
pub trait Format: Puzzle + Sized {
    /// The value of `family`.
    const FAMILY: &'static str;

    /// One line for people.
    const SUMMARY: &'static str;

    /// The JSON object, field by field; unknown fields are errors.
    type File: DeserializeOwned + JsonSchema + Shape;

    /// The puzzle that the file describes.
    ///
    /// # Errors
    ///
    /// What is malformed, and where.
    fn from_file(file: Self::File) -> Result<Self, InputError>;
}

/// What a puzzle file is, for messages about files that are not.
const PUZZLE_SHAPE: &str = r#"one JSON object such as {"family": "mathcrossword", …}"#;

/// What a file says it is, if it says.
#[derive(Debug, Deserialize)]
pub struct Said {
    /// The family of a puzzle file.
    pub family: Option<String>,
    /// The version of a file in another format.
    version: Option<serde_json::Value>,
}

impl Said {
    /// Whether it is a file of other crossword programs.
    pub fn is_ipuz(&self) -> bool {
        let version = self.version.as_ref().and_then(|version| version.as_str());
        self.family.is_none() && version.is_some_and(ipuz::is_ipuz)
    }
}

impl Shape for Said {
    const SHAPE: &'static str = PUZZLE_SHAPE;
}

/// What a file says it is.
///
/// # Errors
///
/// If the text is not a JSON object.
pub fn said(text: &str) -> Result<Said, InputError> {
    if text.trim_start().is_empty() {
        return Err(InputError::Empty);
    }
    object(text)
}

/// Reads a puzzle whose family is known.
///
/// # Errors
///
/// What is malformed, and where.
pub fn read<P: Format>(text: &str) -> Result<P, InputError> {
    P::from_file(object(text)?)
}

/// Reads one JSON object.
///
/// # Errors
///
/// What is malformed, and where.
pub fn object<T: DeserializeOwned + Shape>(text: &str) -> Result<T, InputError> {
    from_json::<Object<T>>(text).map(|object| object.0)
}

fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, InputError> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(InputError::json)?;
    reader.end().map_err(|error| InputError::json_text(&error))?;
    Ok(value)
}
