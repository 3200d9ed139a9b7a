//! What puzzles of every family have: files that are read strictly, solutions, and rules that judge
//! them.
//!
//! Nothing here knows models or solvers, so that rules can be the referee for both.

pub mod dictionary;
mod error;
pub mod fraction;
pub mod grid;
pub mod ipuz;
pub mod json;
mod labels;
pub(crate) mod number;
mod solution;

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::puzzle::dictionary::Dictionary;
use crate::support::budget::Budget;
pub use error::{InputError, Rejection, Violation};
use json::Object;
pub use json::Shape;
pub use labels::Labels;
pub use number::{MAX_NUMBER, Tile};
pub use solution::{Difference, Solution};

/// The rules of one puzzle.
pub trait Puzzle: Any + fmt::Debug + Send + Sync {
    /// The value of `family` in puzzle files.
    fn family(&self) -> &'static str;

    /// Whether a solution, as it would be printed, obeys every rule of this puzzle.
    ///
    /// # Errors
    ///
    /// If a rule is broken, or this could not be decided; the error names the first such rule.
    fn check(&self, solution: &Solution) -> Result<(), Rejection>;

    /// The solution in its one form: two that mean the same are equal then.
    ///
    /// # Errors
    ///
    /// If the solution is malformed: an unknown or a missing field, a grid of another shape, a text that is not
    /// a cell.
    fn canonical_solution(&self, solution: &Solution) -> Result<Solution, Violation>;

    /// The puzzle as a file in its one canonical form: what the rules depend on, nothing else.
    fn canonical(&self) -> serde_json::Value;

    /// The words that the rules read, if they read any. What is true of a puzzle with one list need not be true
    /// of it with another.
    fn words(&self) -> Option<&Dictionary> {
        None
    }

    /// The setter's answer, if the file states one. It may be wrong.
    fn stated_solution(&self) -> Option<&Solution>;

    /// What the file says to people beside the puzzle.
    fn labels(&self) -> &Labels;

    /// The puzzle as a file: its canonical form, and what it says to people.
    fn file(&self) -> serde_json::Value {
        let mut file = self.canonical();
        for (name, text) in self.labels().fields() {
            file[name] = text.into();
        }
        file
    }

    /// Whether values break a condition whatever all others are, by the rule evaluator alone.
    ///
    /// # Errors
    ///
    /// If they do not, or that cannot be seen within the budget; the error says why.
    fn check_lemma(
        &self,
        _condition: &str,
        _values: &[(String, i64)],
        _budget: Budget,
    ) -> Result<(), String> {
        Err("puzzles of this family need no lemmas".to_string())
    }

    /// What is allowed, but probably not what the setter wants.
    fn warnings(&self) -> &[String] {
        &[]
    }

    /// What counts of a solution in its one form: solutions are different if an answer cell differs.
    fn answer<'a>(&self, solution: &'a Solution) -> Option<&'a Value> {
        solution.0.get("grid")
    }

    /// Whether two solutions, both in their one form, count as one.
    fn same(&self, one: &Solution, two: &Solution) -> bool {
        self.answer(one) == self.answer(two)
    }
}

/// The file format of one family.
pub trait Format: Puzzle + Sized {
    /// The value of `family`.
    const FAMILY: &'static str;

    /// One line for people.
    const SUMMARY: &'static str;

    /// The JSON Schema of the file; a test compares it with [`Self::File`].
    const SCHEMA: &'static str;

    /// The JSON object, field by field; unknown fields are errors.
    type File: DeserializeOwned + Described + Shape;

    /// The puzzle that the file describes.
    ///
    /// # Errors
    ///
    /// If the input is malformed; the error says what is wrong, and where.
    fn from_file(file: Self::File, options: &ReadOptions) -> Result<Self, InputError>;
}

/// A file format with a JSON Schema, where the crate is built to have schemas.
#[cfg(feature = "schema")]
pub trait Described: schemars::JsonSchema {}

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> Described for T {}

/// A file format; its JSON Schema is left out of this build.
#[cfg(not(feature = "schema"))]
pub trait Described {}

#[cfg(not(feature = "schema"))]
impl<T> Described for T {}

/// With what a puzzle is read.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// The words that a word puzzle may use; by default the embedded list.
    pub dictionary: Arc<Dictionary>,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self { dictionary: Dictionary::embedded() }
    }
}

/// A file that was parsed, but not yet read as a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a> {
    /// Its JSON.
    pub value: &'a Value,
    /// Its text, if it has one: messages name lines and columns then.
    pub text: Option<&'a str>,
}

impl Document<'_> {
    /// Whether it is a file of other crossword programs.
    pub fn is_ipuz(&self) -> bool {
        let version = self.value.get("version").and_then(Value::as_str);
        self.value.get("family").is_none() && version.is_some_and(ipuz::is_ipuz)
    }

    /// The document as a typed object.
    ///
    /// # Errors
    ///
    /// If the input is malformed; the error says what is wrong, and where.
    pub fn object<T: DeserializeOwned + Shape>(&self) -> Result<T, InputError> {
        let Object(object) = match (json::from_value(self.value), self.text) {
            // Only the text knows lines and columns.
            (Err(_), Some(text)) => json::from_text(text)?,
            (object, _) => object?,
        };
        Ok(object)
    }

    /// Reads a puzzle whose family is known.
    ///
    /// # Errors
    ///
    /// If the input is malformed; the error says what is wrong, and where.
    pub fn puzzle<P: Format>(&self, options: &ReadOptions) -> Result<P, InputError> {
        P::from_file(self.object()?, options)
    }
}

/// Parses the text of a file.
///
/// # Errors
///
/// If the text is not JSON.
pub fn parse(text: &str) -> Result<Value, InputError> {
    if text.trim_start().is_empty() {
        return Err(InputError::Empty);
    }
    json::parse(text)
}

/// Reads one JSON object.
///
/// # Errors
///
/// If the input is malformed; the error says what is wrong, and where.
pub fn object<T: DeserializeOwned + Shape>(text: &str) -> Result<T, InputError> {
    let value = parse(text)?;
    Document { value: &value, text: Some(text) }.object()
}

/// Reads a puzzle whose family is known, with the default options.
///
/// # Errors
///
/// If the input is malformed; the error says what is wrong, and where.
pub fn read<P: Format>(text: &str) -> Result<P, InputError> {
    let value = parse(text)?;
    Document { value: &value, text: Some(text) }.puzzle(&ReadOptions::default())
}
