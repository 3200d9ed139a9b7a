//! The JSON object of a crucigram, field by field.

#[cfg(feature = "schema")]
use std::borrow::Cow;
use std::fmt;

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, Serializer};

use super::Crucigram;
use crate::families::PUZZLE_SHAPE;
use crate::puzzle::json::{Meta, Object, Shape};
use crate::puzzle::number::Count;
use crate::puzzle::{Format, Solution};

/// The JSON object of a crucigram.
#[derive(Debug, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schemars(rename = "crucigram"))]
pub struct CrucigramFile {
    /// Always `crucigram`.
    #[expect(dead_code, reason = "the registry has read it")]
    family: String,
    /// Columns.
    pub(super) width: Count,
    /// Rows.
    pub(super) height: Count,
    /// The letters of the grid, capitals from A to Z, in any order; all of them are used.
    pub(super) tiles: String,
    /// What differs from the rules for 7×7.
    #[serde(default)]
    pub(super) limits: Object<LimitsFile>,
    /// The words.
    pub(super) clues: Object<CrucigramClues>,
    /// The setter's answer, such as {"grid": ["CAT#DOG", …]}; checked, never trusted.
    pub(super) solution: Option<Solution>,
    /// What the puzzle is called.
    pub(super) title: Option<String>,
    /// Who made it.
    pub(super) author: Option<String>,
    /// Anything else that players should know.
    pub(super) note: Option<String>,
    /// Free-form; not read.
    #[expect(dead_code, reason = "anything may stand in it, and nothing is done with it")]
    meta: Option<Meta>,
}

impl Shape for CrucigramFile {
    const SHAPE: &'static str = PUZZLE_SHAPE;
}

impl CrucigramFile {
    /// A crucigram all of whose answers are known: columns and rows, tiles, the least and greatest
    /// number of letters and the greatest number of words of two letters, and for each direction
    /// clues with their answers.
    pub fn new(
        (width, height): (usize, usize),
        tiles: String,
        ((least, most), short): ((usize, usize), usize),
        clues: [Vec<(String, String)>; 2],
    ) -> Self {
        let entries = |list: Vec<(String, String)>| {
            list.into_iter().map(|(clue, answer)| Object(EntryFile::known(clue, answer))).collect()
        };
        let [across, down] = clues.map(entries);
        let limits = LimitsFile {
            letters: Some(Letters { min: least, max: most }),
            two_letter_words: Some(Count(short)),
        };
        Self {
            family: Crucigram::FAMILY.to_string(),
            width: Count(width),
            height: Count(height),
            tiles,
            limits: Object(limits),
            clues: Object(CrucigramClues { across, down }),
            solution: None,
            title: None,
            author: None,
            note: None,
            meta: None,
        }
    }
}

/// What differs from the rules for 7×7.
#[derive(Debug, Default, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct LimitsFile {
    /// The least and the greatest number of letters; 30 to 34 in 7×7, to be said for other sizes.
    pub(super) letters: Option<Letters>,
    /// The greatest number of words of two letters; 3 if nothing is said.
    pub(super) two_letter_words: Option<Count>,
}

impl Shape for LimitsFile {
    const SHAPE: &'static str = r#"an object such as {"letters": [12, 16], "two_letter_words": 3}"#;
}

/// The words, by direction.
#[derive(Debug, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct CrucigramClues {
    /// The words from left to right.
    pub(super) across: Vec<Object<EntryFile>>,
    /// The words from top to bottom.
    pub(super) down: Vec<Object<EntryFile>>,
}

impl Shape for CrucigramClues {
    const SHAPE: &'static str = r#"an object such as {"across": [{"clue": "…", "answer": "CAT"}], "down": [{"clue": "…", "answer": "COW"}]}"#;
}

/// One word: its clue, and exactly one of `answer`, `candidates`, `length` and `pattern`.
#[derive(Debug, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct EntryFile {
    /// The text of the clue.
    #[serde(default)]
    pub(super) clue: String,
    /// The word, in capitals.
    pub(super) answer: Option<String>,
    /// The word is one of these.
    pub(super) candidates: Option<Vec<String>>,
    /// The word is any of the dictionary with this many letters.
    pub(super) length: Option<Count>,
    /// The word is any of the dictionary that looks like this: capitals, and `.` for letters that
    /// are not known, such as `C.T`.
    pub(super) pattern: Option<String>,
}

impl EntryFile {
    fn known(clue: String, answer: String) -> Self {
        Self { clue, answer: Some(answer), candidates: None, length: None, pattern: None }
    }
}

impl Shape for EntryFile {
    const SHAPE: &'static str = r#"an object such as {"clue": "…", "answer": "CAT"}"#;
}

/// The least and the greatest number of letters: `[30, 34]`, or `{"min": 30, "max": 34}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letters {
    /// The least number.
    pub min: usize,
    /// The greatest number.
    pub max: usize,
}

impl Serialize for Letters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.min, self.max].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Letters {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct NamedRange {
            min: Count,
            max: Count,
        }

        struct LettersVisitor;

        impl<'de> Visitor<'de> for LettersVisitor {
            type Value = Letters;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("two numbers such as [30, 34]")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Letters, A::Error> {
                let named =
                    NamedRange::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
                Ok(Letters { min: named.min.0, max: named.max.0 })
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Letters, A::Error> {
                let short = |length| A::Error::invalid_length(length, &self);
                let Count(min) = list.next_element()?.ok_or_else(|| short(0))?;
                let Count(max) = list.next_element()?.ok_or_else(|| short(1))?;
                match list.next_element::<serde::de::IgnoredAny>()? {
                    Some(_) => Err(short(3)),
                    None => Ok(Letters { min, max }),
                }
            }
        }

        deserializer.deserialize_any(LettersVisitor)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Letters {
    fn schema_name() -> Cow<'static, str> {
        "Letters".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let number = Count::json_schema(generator);
        json_schema!({
            "anyOf": [
                { "type": "array", "items": number },
                {
                    "type": "object",
                    "properties": { "min": number, "max": number },
                    "required": ["min", "max"],
                    "additionalProperties": false,
                },
            ]
        })
    }
}
