//! The registry of puzzle families: what the library knows of each beyond what a verdict rests on.

use schemars::Schema;
use serde_json::Value;
use tracing::field::Empty;
use tracing::info_span;
use xwc_check::family::{Identified, identify};
use xwc_check::provable::Provable;
use xwc_check::puzzle::calcrostic::Calcrostic;
use xwc_check::puzzle::crossmath::CrossMath;
use xwc_check::puzzle::crossnumber::CrossNumber;
use xwc_check::puzzle::crucigram::Crucigram;
use xwc_check::puzzle::mathcrossword::MathCrossword;
use xwc_check::puzzle::{self, Document, Format, InputError, ReadOptions};

use crate::generate::{Asked, Generate, GenerateError, Recipe};
use crate::render::ipuz;
use crate::view::Show;

/// Every family. A new one is its own files and one line here.
pub static FAMILIES: &[Family] = &[
    Family::of::<MathCrossword>(),
    Family::of::<CrossMath>(),
    Family::of::<Calcrostic>(),
    Family::of::<CrossNumber>(),
    Family::of::<Crucigram>(),
];

/// A puzzle of any family.
pub trait AnyPuzzle: Provable + Show {}

impl<P: Provable + Show> AnyPuzzle for P {}

/// From a file to a puzzle.
type Read = fn(Document<'_>, &ReadOptions) -> Result<Box<dyn AnyPuzzle>, InputError>;

/// From what was asked for to a recipe.
type MakeRecipe = fn(Asked<'_>, &ReadOptions) -> Result<Box<dyn Recipe>, GenerateError>;

/// One family.
pub struct Family {
    /// The value of `family` in puzzle files.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    read: Read,
    recipe: MakeRecipe,
}

impl Family {
    const fn of<P>() -> Self
    where
        P: Format + Provable + Show + Generate + 'static,
    {
        Self {
            name: P::FAMILY,
            summary: P::SUMMARY,
            read: |document, options| {
                document.puzzle::<P>(options).map(|puzzle| Box::new(puzzle) as _)
            },
            recipe: P::recipe,
        }
    }

    /// How to make the puzzles that are wished for.
    ///
    /// # Errors
    ///
    /// A wish that is not for this family, or cannot be met.
    pub fn recipe(
        &self,
        asked: Asked<'_>,
        options: &ReadOptions,
    ) -> Result<Box<dyn Recipe>, GenerateError> {
        (self.recipe)(asked, options)
    }

    /// The JSON Schema of the family's files.
    pub fn schema(&self) -> Schema {
        let family = xwc_check::family::find(self.name).expect("both lists have every family");
        family.schema()
    }
}

/// The family of that name.
pub fn find(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.name == name)
}

pub use xwc_check::family::names;

/// Reads a puzzle of any family.
///
/// # Errors
///
/// What is malformed, and where.
pub fn read(
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
/// What is malformed, and in which field.
pub fn read_value(
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
        let theirs: Vec<_> = xwc_check::family::FAMILIES.iter().map(|family| family.name).collect();
        assert_eq!(ours, theirs);
    }
}
