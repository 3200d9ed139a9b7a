//! The options of calcrostics, their presets, and the parameters that follow from both.

use serde::{Deserialize, Serialize};

use crate::generate::{self, GenerateError, GenerateOptions, OptionSpec, Preset};

/// The options that shape a calcrostic.
pub(super) const OPTIONS: &[OptionSpec] = &[
    OptionSpec::value("max-number", "M", "The largest number"),
    OptionSpec::flag("diagonals", "Both diagonals are equations, too"),
    OptionSpec::flag("no-diagonals", "Rows and columns only"),
    OptionSpec::flag("all-operators", "All four operators are shown"),
    OptionSpec::flag("no-small", "No number is 0 or 1"),
];

/// What a preset says.
struct CalcrosticDefaults {
    max_number: u64,
    diagonals: bool,
}

impl CalcrosticDefaults {
    fn of(preset: Preset) -> Self {
        let (max_number, diagonals) = match preset {
            Preset::Easy => (99, true),
            Preset::Medium => (999, true),
            Preset::Hard => (9_999, true),
            Preset::Expert => (9_999, false),
        };
        Self { max_number, diagonals }
    }
}

/// Numbers have at most six digits.
const MAX_NUMBER: u64 = 999_999;

/// All that a calcrostic's chance depends on.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CalcrosticParameters {
    pub(super) difficulty: Preset,
    pub(super) max_number: u64,
    pub(super) diagonals: bool,
    pub(super) all_operators: bool,
    pub(super) no_small: bool,
}

impl generate::Parameters for CalcrosticParameters {
    fn from_options(options: &GenerateOptions) -> Result<Self, GenerateError> {
        let difficulty = options.difficulty.unwrap_or_default();
        let preset = CalcrosticDefaults::of(difficulty);
        let (with, without) = (options.flag("diagonals")?, options.flag("no-diagonals")?);
        if with && without {
            return Err(GenerateError::option("diagonals", "it contradicts no-diagonals"));
        }
        Ok(Self {
            difficulty,
            max_number: options.parsed("max-number")?.unwrap_or(preset.max_number),
            diagonals: !without && (with || preset.diagonals),
            all_operators: options.flag("all-operators")?,
            no_small: options.flag("no-small")?,
        })
    }

    fn check(&self) -> Result<(), GenerateError> {
        match (2..=MAX_NUMBER).contains(&self.max_number) {
            true => Ok(()),
            false => Err(GenerateError::option(
                "max-number",
                format!("{}; it must be from 2 to {MAX_NUMBER}", self.max_number),
            )),
        }
    }
}
