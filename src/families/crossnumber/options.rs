//! The options of crossnumbers, their presets, and the parameters that follow from both.

use serde::{Deserialize, Serialize};

use crate::generate::{self, GenerateError, GenerateOptions, OptionSpec, Preset};
use xwc_check::families::crossnumber::language::{TYPES, hint};

/// The options that shape a crossnumber.
pub(super) const OPTIONS: &[OptionSpec] = &[
    OptionSpec::value("width", "W", "Columns"),
    OptionSpec::value("height", "H", "Rows"),
    OptionSpec::value("types", "LIST", "The number types of the clues, such as \"prime,square\""),
];

/// The side that a preset says.
fn side(preset: Preset) -> usize {
    match preset {
        Preset::Easy => 4,
        Preset::Medium => 5,
        Preset::Hard | Preset::Expert => 6,
    }
}

/// The sides of grids that this generator fills.
const SIDES: std::ops::RangeInclusive<usize> = 3..=9;

/// Types that say something about a number, as long as nothing else is asked for.
const USUAL: [&str; 10] = [
    "prime",
    "square",
    "cube",
    "triangular",
    "fibonacci",
    "palindrome",
    "harshad",
    "ascending",
    "descending",
    "lucky",
];

/// All that a crossnumber's chance depends on.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CrossNumberParameters {
    pub(super) difficulty: Preset,
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) types: Vec<String>,
    pub(super) minimal: bool,
}

impl generate::Parameters for CrossNumberParameters {
    fn from_options(options: &GenerateOptions) -> Result<Self, GenerateError> {
        let difficulty = options.difficulty.unwrap_or_default();
        let side = side(difficulty);
        let types = match options.text("types") {
            None => USUAL.map(String::from).to_vec(),
            Some(list) => {
                let names = list.split([',', ' ']).map(|name| name.trim_start_matches('#'));
                names.filter(|name| !name.is_empty()).map(String::from).collect()
            }
        };
        Ok(Self {
            difficulty,
            width: options.parsed("width")?.unwrap_or(side),
            height: options.parsed("height")?.unwrap_or(side),
            types,
            minimal: options.minimal || difficulty == Preset::Expert,
        })
    }

    fn check(&self) -> Result<(), GenerateError> {
        let wrong = |option, reason: String| Err(GenerateError::option(option, reason));
        for (option, side) in [("width", self.width), ("height", self.height)] {
            if !SIDES.contains(&side) {
                let (least, most) = SIDES.into_inner();
                return wrong(option, format!("{side}; sides go from {least} to {most}"));
            }
        }
        if self.types.is_empty() {
            return wrong("types", "at least one type is needed".to_string());
        }
        for name in &self.types {
            let plain = TYPES.iter().filter(|(_, _, arity)| *arity == 0).map(|(name, ..)| *name);
            if !plain.clone().any(|known| known == name) {
                let shown: String = name.chars().take(20).collect();
                let reason = format!("no type `{}`{}", shown.escape_debug(), hint(&shown, plain));
                return wrong("types", reason);
            }
        }
        Ok(())
    }
}
