//! What a user may ask of a puzzle: every option of every family.

use std::fmt;
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::GenerateError;
use xwc_check::puzzle::grid::Operator;

/// Options that shape a puzzle. What is not said, the preset says.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Wishes {
    /// A preset for everything that is not said
    #[arg(long, value_enum)]
    pub difficulty: Option<Preset>,

    /// Hide givens until none can be spared
    #[arg(long)]
    pub minimal: bool,

    /// mathcrossword: how many equations
    #[arg(long, value_name = "N")]
    pub equations: Option<usize>,

    /// mathcrossword: columns at most; crossnumber, crucigram: columns
    #[arg(long, value_name = "W")]
    pub width: Option<usize>,

    /// mathcrossword: rows at most; crossnumber, crucigram: rows
    #[arg(long, value_name = "H")]
    pub height: Option<usize>,

    /// mathcrossword, crossmath: the largest number, or operand
    #[arg(long, value_name = "M")]
    pub max: Option<i64>,

    /// mathcrossword, crossmath: the operators, such as "+-×÷"
    #[arg(long, value_name = "SIGNS")]
    pub ops: Option<String>,

    /// mathcrossword: the share of blank cells, such as 0.6 or 60%
    #[arg(long, value_name = "SHARE")]
    pub blanks: Option<Share>,

    /// mathcrossword: results are always given
    #[arg(long)]
    pub show_results: bool,

    /// mathcrossword: a layout drawn by hand: _ for numbers, ? for any operator, = and #
    #[arg(long, value_name = "FILE")]
    pub template: Option<std::path::PathBuf>,

    /// crossmath: rows and columns of operands, such as 3x3
    #[arg(long, value_name = "MxN")]
    pub size: Option<Size>,

    /// crossmath: how many operands are given
    #[arg(long, value_name = "K")]
    pub givens: Option<usize>,

    /// calcrostic: the largest number
    #[arg(long, value_name = "M")]
    pub max_number: Option<u64>,

    /// calcrostic: both diagonals are equations, too
    #[arg(long, conflicts_with = "no_diagonals")]
    pub diagonals: bool,

    /// calcrostic: rows and columns only
    #[arg(long)]
    pub no_diagonals: bool,

    /// calcrostic: all four operators are shown
    #[arg(long)]
    pub all_operators: bool,

    /// calcrostic: no number is 0 or 1
    #[arg(long)]
    pub no_small: bool,
    /// crucigram: the words, one a line; plain or compressed by gzip [default: an embedded list]
    #[arg(long, value_name = "FILE")]
    pub dictionary: Option<std::path::PathBuf>,
    /// crossnumber: the number types of the clues, such as "prime,square"
    #[arg(long, value_name = "LIST")]
    pub types: Option<String>,
}

impl Wishes {
    /// The operators asked for, or those of the preset.
    pub(super) fn operators(&self, preset: &[Operator]) -> Result<Operators, GenerateError> {
        match &self.ops {
            None => Ok(Operators(preset.to_vec())),
            Some(signs) => Operators::parse(signs)
                .map_err(|reason| GenerateError::Wish { option: "ops", reason }),
        }
    }

    /// Refuses options that are not for the family.
    pub(super) fn only(&self, family: &'static str, allowed: &[&str]) -> Result<(), GenerateError> {
        let said = [
            ("equations", self.equations.is_some()),
            ("width", self.width.is_some()),
            ("height", self.height.is_some()),
            ("max", self.max.is_some()),
            ("ops", self.ops.is_some()),
            ("blanks", self.blanks.is_some()),
            ("show-results", self.show_results),
            ("template", self.template.is_some()),
            ("size", self.size.is_some()),
            ("givens", self.givens.is_some()),
            ("max-number", self.max_number.is_some()),
            ("diagonals", self.diagonals),
            ("no-diagonals", self.no_diagonals),
            ("all-operators", self.all_operators),
            ("no-small", self.no_small),
            ("dictionary", self.dictionary.is_some()),
            ("types", self.types.is_some()),
        ];
        match said.into_iter().find(|(option, said)| *said && !allowed.contains(option)) {
            Some((option, _)) => Err(GenerateError::NotForFamily { option, family }),
            None => Ok(()),
        }
    }
}

/// Operators, in the order of their signs; written as one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operators(pub Vec<Operator>);

impl Operators {
    /// Those of a text such as `+-×÷`, in any spelling.
    ///
    /// # Errors
    ///
    /// A sign that is none, or that there is none at all.
    pub fn parse(signs: &str) -> Result<Self, String> {
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Preset {
    /// For a first try.
    Easy,
    /// For most.
    #[default]
    Medium,
    /// For those who like it.
    Hard,
    /// No given can be spared.
    Expert,
}

/// A share of the whole, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share(pub usize);

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
pub struct Size {
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
