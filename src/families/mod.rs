//! The families: one folder each with what the library adds to their rules, and the list of them.

mod calcrostic;
mod crossmath;
mod crossnumber;
mod crucigram;
mod mathcrossword;

use std::fmt;

use serde_json::Value;
use tracing::field::Empty;
use tracing::info_span;
use xwc_check::certificate::Provable;
use xwc_check::families::{self, Identified, identify};
use xwc_check::puzzle::{self, Document, Format, InputError, ReadOptions};

use crate::generate::{
    Generate, GenerateError, GenerateOptions, Generator, OptionSpec, ParameterSource, SuiteSize,
};
use crate::render::ipuz;
use crate::view::Show;

/// Every family. A new one is a folder beside this file and one line here.
pub static FAMILIES: &[Family] = &[
    Family::of::<families::mathcrossword::MathCrossword>(),
    Family::of::<families::crossmath::CrossMath>(),
    Family::of::<families::calcrostic::Calcrostic>(),
    Family::of::<families::crossnumber::CrossNumber>(),
    Family::of::<families::crucigram::Crucigram>(),
];

/// A puzzle of any family.
pub trait AnyPuzzle: Provable + Show {}

impl<P: Provable + Show> AnyPuzzle for P {}

/// From a file to a puzzle.
type Read = fn(Document<'_>, &ReadOptions) -> Result<Box<dyn AnyPuzzle>, InputError>;

/// From parameters to a generator.
type MakeGenerator =
    fn(ParameterSource<'_>, &ReadOptions) -> Result<Box<dyn Generator>, GenerateError>;

/// One family.
pub struct Family {
    /// The value of `family` in puzzle files.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// The options of its generator.
    pub options: &'static [OptionSpec],
    /// Reads a puzzle of this family, or says what is malformed, and where.
    pub read: Read,
    /// Makes a generator of puzzles with these parameters, unless an option does not apply to this
    /// family or cannot be met.
    pub generator: MakeGenerator,
    /// The puzzles of a suite, as options for the generator.
    pub suite: fn(SuiteSize) -> Vec<GenerateOptions>,
}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Family {
    /// The family of a type of puzzles.
    pub const fn of<P>() -> Self
    where
        P: Format + Provable + Show + Generate + 'static,
    {
        Self {
            name: P::FAMILY,
            summary: P::SUMMARY,
            options: P::OPTIONS,
            read: |document, options| {
                document.puzzle::<P>(options).map(|puzzle| Box::new(puzzle) as _)
            },
            generator: P::generator,
            suite: P::suite,
        }
    }
}

/// The family of that name.
pub fn find(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.name == name)
}

pub use xwc_check::families::names;

/// Reads a puzzle of any family.
///
/// # Errors
///
/// If the input is malformed; the error says what is wrong, and where.
pub(crate) fn read(
    text: &str,
    options: &ReadOptions,
) -> Result<(&'static Family, Box<dyn AnyPuzzle>), InputError> {
    let span = info_span!("read", bytes = text.len(), family = Empty).entered();
    let value = puzzle::parse(text)?;
    let read = read_document(Document { value: &value, text: Some(text) }, options)?;
    span.record("family", read.0.name);
    Ok(read)
}

/// Reads a puzzle of any family from JSON that was parsed before.
///
/// # Errors
///
/// If the input is malformed; the error says what is wrong, and in which field.
pub(crate) fn read_value(
    value: &Value,
    options: &ReadOptions,
) -> Result<(&'static Family, Box<dyn AnyPuzzle>), InputError> {
    read_document(Document { value, text: None }, options)
}

fn read_document(
    document: Document<'_>,
    options: &ReadOptions,
) -> Result<(&'static Family, Box<dyn AnyPuzzle>), InputError> {
    let identified = identify(document)?;
    let family = find(identified.family.name).expect("both lists have every family");
    let puzzle = (family.read)(identified.document(document), options)?;
    // A file of another program has to say the same as the puzzle that it carries.
    if let Identified { ipuz: Some(file), .. } = &identified {
        ipuz::agree(&file.fields, &*puzzle)?;
    }
    Ok((family, puzzle))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_lists_have_every_family() {
        let ours: Vec<_> = FAMILIES.iter().map(|family| family.name).collect();
        let theirs: Vec<_> =
            xwc_check::families::FAMILIES.iter().map(|family| family.name).collect();
        assert_eq!(ours, theirs);
    }
}
