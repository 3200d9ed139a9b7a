//! The families, as far as verdicts go: one folder per family with its reader, its rules as an
//! evaluator, and the same rules as constraints; and the list of them.

pub mod calcrostic;
pub mod crossmath;
pub mod crossnumber;
pub mod crucigram;
pub mod mathcrossword;

#[cfg(feature = "schema")]
use schemars::{Schema, generate::SchemaSettings};

use crate::certificate::Provable;
use crate::puzzle::ipuz::Ipuz;
use crate::puzzle::{self, Document, Format, InputError, ReadOptions, Shape};

/// Every family. A new one is a folder beside this file and one line here.
pub static FAMILIES: &[FamilyRules] = &[
    FamilyRules::of::<mathcrossword::MathCrossword>(),
    FamilyRules::of::<crossmath::CrossMath>(),
    FamilyRules::of::<calcrostic::Calcrostic>(),
    FamilyRules::of::<crossnumber::CrossNumber>(),
    FamilyRules::of::<crucigram::Crucigram>(),
];

/// From a file to a puzzle.
type Read = fn(Document<'_>, &ReadOptions) -> Result<Box<dyn Provable>, InputError>;

/// One family.
pub struct FamilyRules {
    /// The value of `family` in puzzle files.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    read: Read,
    /// The JSON Schema of the family's files.
    pub schema: &'static str,
    #[cfg(feature = "schema")]
    derived: fn() -> Schema,
}

impl FamilyRules {
    /// The family of a type of puzzles.
    pub const fn of<P: Format + Provable>() -> Self {
        Self {
            name: P::FAMILY,
            summary: P::SUMMARY,
            read: |document, options| {
                document.puzzle::<P>(options).map(|puzzle| Box::new(puzzle) as _)
            },
            schema: P::SCHEMA,
            #[cfg(feature = "schema")]
            derived: || {
                // Without references, so that schemas can be put together.
                let settings = SchemaSettings::draft2020_12().with(|s| s.inline_subschemas = true);
                settings.into_generator().into_root_schema_for::<P::File>()
            },
        }
    }

    /// Reads a puzzle of this family.
    ///
    /// # Errors
    ///
    /// What is malformed, and where.
    pub fn read(
        &self,
        document: Document<'_>,
        options: &ReadOptions,
    ) -> Result<Box<dyn Provable>, InputError> {
        (self.read)(document, options)
    }

    /// The JSON Schema of the family's files, made from the types that read them.
    #[cfg(feature = "schema")]
    pub fn derived_schema(&self) -> Schema {
        let mut schema = (self.derived)();
        if let Some(family) = schema.pointer_mut("/properties/family") {
            family["const"] = self.name.into();
        }
        schema
    }
}

/// The family of that name.
pub fn find(name: &str) -> Option<&'static FamilyRules> {
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
/// If the input is malformed; the error says what is wrong, and where.
pub fn read(
    text: &str,
    options: &ReadOptions,
) -> Result<(Identified, Box<dyn Provable>), InputError> {
    let value = puzzle::parse(text)?;
    let document = Document { value: &value, text: Some(text) };
    let identified = identify(document)?;
    let puzzle = identified.family.read(identified.document(document), options)?;
    Ok((identified, puzzle))
}

/// A file whose family is known.
pub struct Identified {
    /// The family.
    pub family: &'static FamilyRules,
    /// What was read, if it is a file of other crossword programs.
    pub ipuz: Option<Ipuz>,
}

impl Identified {
    /// The puzzle file: the one that was read, or what a file of another program carries.
    pub fn document<'a>(&'a self, read: Document<'a>) -> Document<'a> {
        match &self.ipuz {
            None => read,
            Some(ipuz) => Document { value: &ipuz.puzzle, text: None },
        }
    }
}

/// What a puzzle file is, for messages about files that are something else.
pub const PUZZLE_SHAPE: &str = r#"one JSON object such as {"family": "mathcrossword", …}"#;

/// What every puzzle file says of itself.
#[derive(Debug, serde::Deserialize)]
struct FileHeader {
    /// The family.
    family: Option<String>,
}

impl Shape for FileHeader {
    const SHAPE: &'static str = PUZZLE_SHAPE;
}

/// The family that crosswords of other programs are read as.
const FOREIGN_FAMILY: &str = crossnumber::CrossNumber::FAMILY;

/// Finds out which family a file belongs to.
///
/// # Errors
///
/// If the file does not name a family, or names one that does not exist.
pub fn identify(document: Document<'_>) -> Result<Identified, InputError> {
    let known = |name: &str| {
        let unknown = || InputError::Family { found: name.to_string(), known: names() };
        find(name).ok_or_else(unknown)
    };
    if document.is_ipuz() {
        let ipuz = Ipuz::read(document, FOREIGN_FAMILY)?;
        return Ok(Identified { family: known(&ipuz.family)?, ipuz: Some(ipuz) });
    }
    // A file that is not an object with a text for its family is refused with its place.
    let header: FileHeader = document.object()?;
    let name = header.family.ok_or_else(|| InputError::NoFamily { known: names() })?;
    Ok(Identified { family: known(&name)?, ipuz: None })
}
