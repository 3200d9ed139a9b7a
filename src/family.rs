//! The registry of puzzle families: everything that the pipeline needs to know of each.

use schemars::Schema;
use schemars::generate::SchemaSettings;

use crate::generate::{Asked, Generate, MaybeRecipe};
use crate::lower::Lower;
use crate::plain::Plain;
use crate::play::Playable;
use crate::puzzle::calcrostic::Calcrostic;
use crate::puzzle::crossmath::CrossMath;
use crate::puzzle::crossnumber::CrossNumber;
use crate::puzzle::crucigram::Crucigram;
use crate::puzzle::ipuz::{self, Ipuz};
use crate::puzzle::mathcrossword::MathCrossword;
use crate::puzzle::{self, Format, InputError, Puzzle};
use crate::render::Draw;
use crate::render::html::OnPage;
use crate::render::sheet::OnPaper;

/// Every family. A new one is its own files and one line here.
pub static FAMILIES: &[Family] = &[
    Family::of::<MathCrossword>(),
    Family::of::<CrossMath>(),
    Family::of::<Calcrostic>(),
    Family::of::<CrossNumber>(),
    Family::of::<Crucigram>(),
];

/// A puzzle of any family.
pub trait AnyPuzzle: Puzzle + Lower + Plain + Draw + OnPage + OnPaper + Playable {}

impl<P: Puzzle + Lower + Plain + Draw + OnPage + OnPaper + Playable> AnyPuzzle for P {}

/// One family.
pub struct Family {
    /// The value of `family` in puzzle files.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    read: fn(&str) -> Result<Box<dyn AnyPuzzle>, InputError>,
    schema: fn() -> Schema,
    recipe: fn(Asked<'_>) -> MaybeRecipe,
}

impl Family {
    const fn of<P>() -> Self
    where
        P: Format + Lower + Plain + Draw + OnPage + OnPaper + Playable + Generate + 'static,
    {
        Self {
            name: P::FAMILY,
            summary: P::SUMMARY,
            read: |text| puzzle::read::<P>(text).map(|puzzle| Box::new(puzzle) as _),
            schema: || {
                // Without references, so that schemas can be put together.
                let settings = SchemaSettings::draft2020_12().with(|s| s.inline_subschemas = true);
                settings.into_generator().into_root_schema_for::<P::File>()
            },
            recipe: P::recipe,
        }
    }

    /// How to make the puzzles that are wished for; nothing if there is no way yet.
    ///
    /// # Errors
    ///
    /// A wish that is not for this family, or cannot be met.
    pub fn recipe(&self, asked: Asked<'_>) -> MaybeRecipe {
        (self.recipe)(asked)
    }

    /// The JSON Schema of the family's files.
    pub fn schema(&self) -> Schema {
        let mut schema = (self.schema)();
        if let Some(family) = schema.pointer_mut("/properties/family") {
            family["const"] = self.name.into();
        }
        schema
    }
}

/// The family of that name.
pub fn find(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.name == name)
}

/// The names of all families, for messages.
pub fn names() -> String {
    FAMILIES.iter().map(|family| family.name).collect::<Vec<_>>().join(", ")
}

/// Reads a puzzle of any family.
///
/// # Errors
///
/// What is malformed, and where.
pub fn read(text: &str) -> Result<(&'static Family, Box<dyn AnyPuzzle>), InputError> {
    let said = puzzle::said(text)?;
    if said.is_ipuz() {
        return read_ipuz(text);
    }
    let name = said.family.ok_or_else(|| InputError::NoFamily { known: names() })?;
    let family = known(&name)?;
    Ok((family, (family.read)(text)?))
}

fn known(name: &str) -> Result<&'static Family, InputError> {
    find(name).ok_or_else(|| InputError::Family { found: name.to_string(), known: names() })
}

/// Reads a puzzle from a file of other crossword programs.
fn read_ipuz(text: &str) -> Result<(&'static Family, Box<dyn AnyPuzzle>), InputError> {
    let Ipuz { fields, family, puzzle } = Ipuz::read(text)?;
    let family = known(&family)?;
    let puzzle = (family.read)(&puzzle.to_string())?;
    ipuz::agree(&fields, &*puzzle)?;
    Ok((family, puzzle))
}
