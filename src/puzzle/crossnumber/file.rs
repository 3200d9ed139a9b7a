//! The JSON object of a crossnumber, field by field.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::values::MAX_VALUE;
use crate::puzzle::json::{Meta, Object, Shape};
use crate::puzzle::{PUZZLE_SHAPE, Solution};

/// The JSON object of a crossnumber.
#[derive(Debug, serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "crossnumber")]
pub struct File {
    /// Always `crossnumber`.
    #[expect(dead_code, reason = "the registry has read it")]
    family: String,
    /// Rows of `.` and `#`, or a drawing with bars.
    pub(super) grid: Vec<String>,
    /// Conditions by entry.
    #[serde(default)]
    pub(super) clues: Clues,
    /// Unknown numbers that the clues speak of: one group, or a list of them.
    #[serde(default)]
    pub(super) variables: Groups,
    /// Conditions that belong to no entry.
    #[serde(default)]
    pub(super) rules: Texts,
    /// Conditions that hold for each entry.
    #[serde(default)]
    pub(super) every_entry: Texts,
    /// How what stands in the grid follows from the clue's value.
    #[serde(default)]
    pub(super) transform: Texts,
    /// Whether no two entries are equal.
    #[serde(default = "yes")]
    pub(super) distinct_entries: bool,
    /// Whether entries may start with 0.
    #[serde(default)]
    pub(super) leading_zeros: bool,
    /// The digits that may be used; 0..9 if nothing is said.
    pub(super) digits: Option<Numbers>,
    /// The setter's answer; checked, never trusted.
    pub(super) solution: Option<Solution>,
    /// Free-form; not read.
    #[expect(dead_code, reason = "anything may stand in it, and nothing is done with it")]
    meta: Option<Meta>,
}

fn yes() -> bool {
    true
}

impl Shape for File {
    const SHAPE: &'static str = PUZZLE_SHAPE;
}

/// One text or a list of texts.
#[derive(Clone, Debug, Default)]
pub struct Texts(pub Vec<String>);

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneOrMany;

        impl<'de> Visitor<'de> for OneOrMany {
            type Value = Texts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a condition or a list of conditions, written as texts")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Texts, E> {
                Ok(Texts(vec![text.to_string()]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Texts, A::Error> {
                let mut texts = Vec::new();
                while let Some(text) = list.next_element()? {
                    texts.push(text);
                }
                Ok(Texts(texts))
            }
        }

        deserializer.deserialize_any(OneOrMany)
    }
}

impl JsonSchema for Texts {
    fn schema_name() -> Cow<'static, str> {
        "Texts".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }]
        })
    }
}

/// Conditions by entry, in the order of the file.
#[derive(Clone, Debug, Default)]
pub struct Clues(pub Vec<(String, Texts)>);

impl<'de> Deserialize<'de> for Clues {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = Clues;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(r##"an object of clues such as {"A1": "#square"}"##)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Clues, A::Error> {
                let mut clues = Vec::new();
                while let Some(clue) = map.next_entry()? {
                    clues.push(clue);
                }
                Ok(Clues(clues))
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

impl JsonSchema for Clues {
    fn schema_name() -> Cow<'static, str> {
        "Clues".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let texts = Texts::json_schema(generator);
        json_schema!({ "type": "object", "additionalProperties": texts })
    }
}

/// Variables with the same possible values.
#[derive(Clone, Debug, serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Single letters in one text, or a list of names.
    pub(super) names: Names,
    /// What each of them may be.
    pub(super) values: Numbers,
    /// Whether they are pairwise different.
    #[serde(default = "yes")]
    pub(super) distinct: bool,
}

impl Shape for Group {
    const SHAPE: &'static str = r#"an object such as {"names": "AB", "values": "1..20"}"#;
}

/// The names of a group.
#[derive(Clone, Debug)]
pub struct Names(pub Vec<String>);

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct LettersOrList;

        impl<'de> Visitor<'de> for LettersOrList {
            type Value = Names;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("single letters in one text, or a list of names")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Names, E> {
                Ok(Names(text.chars().map(String::from).collect()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Names, A::Error> {
                let mut names = Vec::new();
                while let Some(name) = list.next_element()? {
                    names.push(name);
                }
                Ok(Names(names))
            }
        }

        deserializer.deserialize_any(LettersOrList)
    }
}

impl JsonSchema for Names {
    fn schema_name() -> Cow<'static, str> {
        "Names".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Texts::json_schema(generator)
    }
}

/// One group, or a list of groups.
#[derive(Clone, Debug, Default)]
pub struct Groups(pub Vec<Group>);

impl<'de> Deserialize<'de> for Groups {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneOrMany;

        impl<'de> Visitor<'de> for OneOrMany {
            type Value = Groups;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}, or a list of such", Group::SHAPE)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Groups, A::Error> {
                let group = Group::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
                Ok(Groups(vec![group]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Groups, A::Error> {
                let mut groups = Vec::new();
                while let Some(Object(group)) = list.next_element()? {
                    groups.push(group);
                }
                Ok(Groups(groups))
            }
        }

        deserializer.deserialize_any(OneOrMany)
    }
}

impl JsonSchema for Groups {
    fn schema_name() -> Cow<'static, str> {
        "Groups".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let group = Group::json_schema(generator);
        let list = json_schema!({ "type": "array", "items": group });
        json_schema!({ "anyOf": [group, list] })
    }
}

/// A set of numbers: a text that describes it, or a list.
#[derive(Clone, Debug)]
pub enum Numbers {
    /// Such as `1..9`.
    Text(String),
    /// The numbers themselves.
    List(Vec<i64>),
}

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrList;

        impl<'de> Visitor<'de> for TextOrList {
            type Value = Numbers;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a range such as \"1..9\" or a list of whole numbers")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Numbers, E> {
                Ok(Numbers::Text(text.to_string()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Numbers, A::Error> {
                let mut numbers = Vec::new();
                while let Some(number) = list.next_element::<i64>()? {
                    if number.unsigned_abs() > MAX_VALUE.unsigned_abs() {
                        let message = format!("found {number}; values go up to {MAX_VALUE}");
                        return Err(A::Error::custom(message));
                    }
                    numbers.push(number);
                }
                Ok(Numbers::List(numbers))
            }
        }

        deserializer.deserialize_any(TextOrList)
    }
}

impl JsonSchema for Numbers {
    fn schema_name() -> Cow<'static, str> {
        "Numbers".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "integer" } }]
        })
    }
}
