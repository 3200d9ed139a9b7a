//! What a user may ask of a generator: a preset, and options that each family lists for itself.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::GenerateError;
use xwc_check::puzzle::grid::Operator;

/// An option of one family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Its name, such as `max-number`.
    pub name: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// One line for people.
    pub help: &'static str,
}

/// What an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing: it is on or off.
    Nothing,
    /// A value, with a short name for help texts.
    Value(&'static str),
    /// The text of a file; the user names the file.
    FileText,
    /// The words of [`xwc_check::puzzle::ReadOptions`]; the user names the file.
    Words,
}

impl OptionSpec {
    /// An option that is on or off.
    pub(crate) const fn flag(name: &'static str, help: &'static str) -> Self {
        Self { name, takes: Takes::Nothing, help }
    }

    /// An option with a value.
    pub(crate) const fn value(name: &'static str, value: &'static str, help: &'static str) -> Self {
        Self { name, takes: Takes::Value(value), help }
    }

    /// An option with the text of a file.
    pub(crate) const fn file(name: &'static str, help: &'static str) -> Self {
        Self { name, takes: Takes::FileText, help }
    }

    /// The option for the words of a word puzzle.
    pub(crate) const fn words(help: &'static str) -> Self {
        Self { name: "dictionary", takes: Takes::Words, help }
    }
}

/// The options of a generator. Those that are not given come from the preset.
#[derive(Clone, Debug, Default)]
pub struct GenerateOptions {
    /// The preset.
    pub difficulty: Option<Preset>,
    /// Whether givens are hidden until none can be spared.
    pub minimal: bool,
    /// The options of the family, by name; a flag has the value `true`.
    pub values: BTreeMap<String, String>,
}

impl GenerateOptions {
    /// The same with an option of the family; a flag has the value `true`.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.values.insert(name.to_string(), value.to_string());
        self
    }

    /// Whether an option is given.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// Whether a flag is on.
    pub(crate) fn flag(&self, name: &'static str) -> Result<bool, GenerateError> {
        Ok(self.parsed(name)?.unwrap_or(false))
    }

    /// The text of an option.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// The value of an option; `None` if it is not said.
    ///
    /// # Errors
    ///
    /// That the value makes no sense.
    pub fn parsed<T: FromStr<Err: fmt::Display>>(
        &self,
        name: &'static str,
    ) -> Result<Option<T>, GenerateError> {
        let parse = |text: &str| {
            let shown: String = text.chars().take(40).collect();
            let wrong = |error| format!("`{}`: {error}", shown.escape_debug());
            text.parse().map_err(|error| GenerateError::option(name, wrong(error)))
        };
        self.text(name).map(parse).transpose()
    }

    /// The operators that were given, or those of the preset.
    pub(crate) fn operators(&self, preset: &[Operator]) -> Result<Operators, GenerateError> {
        match self.text("ops") {
            None => Ok(Operators(preset.to_vec())),
            Some(signs) => Operators::parse(signs).map_err(|why| GenerateError::option("ops", why)),
        }
    }

    /// Refuses options that the family does not list.
    pub(super) fn reject_unsupported(
        &self,
        family: &'static str,
        known: &[OptionSpec],
    ) -> Result<(), GenerateError> {
        let is_known = |name: &&String| known.iter().any(|option| option.name == **name);
        match self.values.keys().find(|name| !is_known(name)) {
            Some(name) => Err(GenerateError::NotForFamily { option: name.clone(), family }),
            None => Ok(()),
        }
    }
}

impl From<Preset> for GenerateOptions {
    fn from(preset: Preset) -> Self {
        Self { difficulty: Some(preset), ..Self::default() }
    }
}

/// Operators, in the order of their signs; written as one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Operators(pub(crate) Vec<Operator>);

impl Operators {
    /// Those of a text such as `+-×÷`, in any spelling.
    ///
    /// # Errors
    ///
    /// If a character is not an operator, or there is no operator at all.
    fn parse(signs: &str) -> Result<Self, String> {
        let mut asked = Vec::new();
        for sign in signs.chars().filter(|c| !c.is_whitespace() && *c != ',') {
            let operator = Operator::parse(&sign.to_string());
            let reason = || format!("`{}` is not one of + - × ÷", sign.escape_debug());
            asked.push(operator.ok_or_else(reason)?);
        }
        let operators: Vec<Operator> =
            Operator::ALL.into_iter().filter(|operator| asked.contains(operator)).collect();
        if operators.is_empty() {
            return Err("at least one of + - × ÷ is needed".to_string());
        }
        Ok(Self(operators))
    }
}

impl fmt::Display for Operators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|operator| operator.fmt(f))
    }
}

impl Serialize for Operators {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Operators {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// How hard a puzzle is meant to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Preset {
    /// For a first try.
    Easy,
    /// For most people.
    #[default]
    Medium,
    /// For experienced solvers.
    Hard,
    /// No given can be spared.
    Expert,
}

impl Preset {
    /// Every preset, the easiest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert];
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
        })
    }
}

impl FromStr for Preset {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|preset| preset.to_string() == name);
        found.ok_or_else(|| format!("no preset `{}`", name.escape_debug()))
    }
}

/// A share of the whole, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share(pub(crate) usize);

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, unit) = match text.strip_suffix('%') {
            Some(number) => (number, 1.0),
            None => (text, 100.0),
        };
        let percent = number.parse::<f64>().map(|number| (number * unit).round());
        match percent {
            Ok(percent) if (1.0..=100.0).contains(&percent) => Ok(Self(percent as usize)),
            _ => Err("a share is a number above 0 and up to 1, or a percentage".to_string()),
        }
    }
}

/// Rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let sides = text.split_once(['x', '×', 'X']);
        let side = |text: &str| text.trim().parse().ok();
        sides
            .and_then(|(rows, columns)| Some(Self { rows: side(rows)?, columns: side(columns)? }))
            .ok_or_else(|| "a size is written as rows x columns, such as 3x3".to_string())
    }
}
