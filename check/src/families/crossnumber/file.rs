//! The JSON object of a crossnumber, field by field.

#[cfg(feature = "schema")]
use std::borrow::Cow;
use std::fmt;

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::CrossNumber;
use super::layout::MAX_DIGITS;
use super::values::MAX_VALUE;
use crate::families::PUZZLE_SHAPE;
use crate::puzzle::grid::short;
use crate::puzzle::json::{Meta, Object, Shape};
use crate::puzzle::{Format, Solution};

/// The JSON object of a crossnumber.
#[derive(Debug, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schemars(rename = "crossnumber"))]
pub struct CrossNumberFile {
    /// Always `crossnumber`.
    #[expect(dead_code, reason = "the registry has read it")]
    family: String,
    /// Rows of `.` and `#`, or a drawing with bars.
    pub(super) grid: Vec<String>,
    /// Conditions by entry.
    #[serde(default)]
    pub(super) clues: CrossNumberClues,
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
    /// With a transform, how many digits a clue's value has.
    #[serde(default)]
    pub(super) value_digits: Option<ValueDigits>,
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

fn yes() -> bool {
    true
}

impl Shape for CrossNumberFile {
    const SHAPE: &'static str = PUZZLE_SHAPE;
}

impl CrossNumberFile {
    /// A grid and the conditions of some entries; the rest is as if nothing were said.
    pub fn new(grid: Vec<String>, clues: impl IntoIterator<Item = (String, Vec<String>)>) -> Self {
        let clue = |texts| FileClue { text: None, conditions: Texts(texts) };
        Self {
            family: CrossNumber::FAMILY.to_string(),
            grid,
            clues: CrossNumberClues(
                clues.into_iter().map(|(entry, texts)| (entry, clue(texts))).collect(),
            ),
            variables: Groups::default(),
            rules: Texts::default(),
            every_entry: Texts::default(),
            transform: Texts::default(),
            value_digits: None,
            distinct_entries: yes(),
            leading_zeros: false,
            digits: None,
            solution: None,
            title: None,
            author: None,
            note: None,
            meta: None,
        }
    }
}

/// One text or a list of texts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts(pub Vec<String>);

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextsVisitor;

        impl<'de> Visitor<'de> for TextsVisitor {
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

        deserializer.deserialize_any(TextsVisitor)
    }
}

#[cfg(feature = "schema")]
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

/// One clue: its conditions, and what players read instead of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileClue {
    /// What players read; the conditions themselves if nothing is said.
    pub text: Option<String>,
    /// What has to be true.
    pub conditions: Texts,
}

/// A clue with its text.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Worded {
    text: String,
    #[serde(rename = "if")]
    conditions: Texts,
}

impl<'de> Deserialize<'de> for FileClue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ClueVisitor;

        impl<'de> Visitor<'de> for ClueVisitor {
            type Value = FileClue;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(
                    r##"a condition, a list of conditions, or {"text": "…", "if": "#square"}"##,
                )
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<FileClue, E> {
                Ok(FileClue { text: None, conditions: Texts(vec![text.to_string()]) })
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<FileClue, A::Error> {
                let list = serde::de::value::SeqAccessDeserializer::new(list);
                Ok(FileClue { text: None, conditions: Texts::deserialize(list)? })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<FileClue, A::Error> {
                let map = serde::de::value::MapAccessDeserializer::new(map);
                let Worded { text, conditions } = Worded::deserialize(map)?;
                Ok(FileClue { text: Some(text), conditions })
            }
        }

        deserializer.deserialize_any(ClueVisitor)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for FileClue {
    fn schema_name() -> Cow<'static, str> {
        "Clue".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let texts = Texts::json_schema(generator);
        let worded = json_schema!({
            "type": "object",
            "properties": { "text": { "type": "string" }, "if": texts },
            "required": ["text", "if"],
            "additionalProperties": false,
        });
        json_schema!({ "anyOf": [texts, worded] })
    }
}

/// Clues by entry, in the order of the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct CrossNumberClues(pub Vec<(String, FileClue)>);

impl<'de> Deserialize<'de> for CrossNumberClues {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = CrossNumberClues;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(r##"an object of clues such as {"A1": "#square"}"##)
            }

            fn visit_map<A: MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<CrossNumberClues, A::Error> {
                let mut clues = Vec::new();
                while let Some(clue) = map.next_entry()? {
                    clues.push(clue);
                }
                Ok(CrossNumberClues(clues))
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for CrossNumberClues {
    fn schema_name() -> Cow<'static, str> {
        "Clues".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let clue = FileClue::json_schema(generator);
        json_schema!({ "type": "object", "additionalProperties": clue })
    }
}

/// Variables with the same possible values.
#[derive(Clone, Debug, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct FileGroup {
    /// Single letters in one text, or a list of names.
    pub(super) names: GroupNames,
    /// What each of them may be.
    pub(super) values: Numbers,
    /// Whether they are pairwise different.
    #[serde(default = "yes")]
    pub(super) distinct: bool,
}

impl Shape for FileGroup {
    const SHAPE: &'static str = r#"an object such as {"names": "AB", "values": "1..20"}"#;
}

/// The names of a group.
#[derive(Clone, Debug)]
pub(crate) struct GroupNames(pub Vec<String>);

impl<'de> Deserialize<'de> for GroupNames {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct LettersOrList;

        impl<'de> Visitor<'de> for LettersOrList {
            type Value = GroupNames;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("single letters in one text, or a list of names")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<GroupNames, E> {
                Ok(GroupNames(text.chars().map(String::from).collect()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<GroupNames, A::Error> {
                let mut names = Vec::new();
                while let Some(name) = list.next_element()? {
                    names.push(name);
                }
                Ok(GroupNames(names))
            }
        }

        deserializer.deserialize_any(LettersOrList)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for GroupNames {
    fn schema_name() -> Cow<'static, str> {
        "Names".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Texts::json_schema(generator)
    }
}

/// One group, or a list of groups.
#[derive(Clone, Debug, Default)]
pub(crate) struct Groups(pub Vec<FileGroup>);

impl<'de> Deserialize<'de> for Groups {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct GroupsVisitor;

        impl<'de> Visitor<'de> for GroupsVisitor {
            type Value = Groups;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}, or a list of such", FileGroup::SHAPE)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Groups, A::Error> {
                let group =
                    FileGroup::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
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

        deserializer.deserialize_any(GroupsVisitor)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Groups {
    fn schema_name() -> Cow<'static, str> {
        "Groups".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let group = FileGroup::json_schema(generator);
        let list = json_schema!({ "type": "array", "items": group });
        json_schema!({ "anyOf": [group, list] })
    }
}

/// How many digits the value of a clue has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueDigits {
    /// As many as its entry.
    Same,
    /// As many as the transform can make something of.
    Any,
    /// This many at least, and this many at most.
    Between(u32, u32),
}

impl fmt::Display for ValueDigits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueDigits::Same => f.write_str("same"),
            ValueDigits::Any => f.write_str("any"),
            ValueDigits::Between(least, most) => write!(f, "{least}..{most}"),
        }
    }
}

impl<'de> Deserialize<'de> for ValueDigits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let range = || {
            let (least, most) = text.split_once("..")?;
            let number = |text: &str| text.trim().parse::<u32>().ok();
            let (least, most) = (number(least)?, number(most)?);
            (1 <= least && least <= most && most <= MAX_DIGITS as u32).then_some((least, most))
        };
        match &text[..] {
            "same" => Ok(ValueDigits::Same),
            "any" => Ok(ValueDigits::Any),
            _ => range().map(|(least, most)| ValueDigits::Between(least, most)).ok_or_else(|| {
                let found = short(&text);
                D::Error::custom(format!(
                    "found `{found}`; it must be `same`, `any`, or a range such as `1..6`, up to \
                     {MAX_DIGITS}"
                ))
            }),
        }
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for ValueDigits {
    fn schema_name() -> Cow<'static, str> {
        "ValueDigits".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": r"^(same|any|\s*\d+\s*\.\.\s*\d+\s*)$" })
    }
}

/// A set of numbers: a text that describes it, or a list.
#[derive(Clone, Debug, serde::Serialize)]
#[serde(untagged)]
pub enum Numbers {
    /// Such as `1..9`.
    Text(String),
    /// The numbers themselves.
    List(Vec<i64>),
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Numbers::Text(text) => f.write_str(text),
            Numbers::List(list) => {
                let texts: Vec<String> = list.iter().map(i64::to_string).collect();
                f.write_str(&texts.join(", "))
            }
        }
    }
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

#[cfg(feature = "schema")]
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
