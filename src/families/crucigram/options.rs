//! The options of crucigrams, their presets, and the parameters that follow from both.

use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Deserializer, Serialize};

use super::generate::Lexicon;
use crate::generate::{self, GenerateError, GenerateOptions, OptionSpec, Preset};
use xwc_check::puzzle::ReadOptions;
use xwc_check::puzzle::dictionary::Dictionary;

/// The options that shape a crucigram.
pub(super) const OPTIONS: &[OptionSpec] = &[
    OptionSpec::value("width", "W", "Columns"),
    OptionSpec::value("height", "H", "Rows"),
    OptionSpec::words(
        "The words, one per line; plain or compressed by gzip [default: an embedded list]",
    ),
];

/// How common words have to be, as a preset says.
pub(super) fn least_score(preset: Preset) -> u32 {
    match preset {
        Preset::Easy => 15,
        Preset::Medium => 12,
        Preset::Hard => 8,
        Preset::Expert => 4,
    }
}

/// Sides of the grids that can be made.
const SIDES: std::ops::RangeInclusive<usize> = 4..=11;

/// The side of the usual grid, and its letters.
pub(super) const USUAL_SIDE: usize = 7;
pub(super) const USUAL_LETTERS: (usize, usize) = (30, 34);

/// All that a crucigram's chance depends on.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CrucigramParameters {
    pub(super) difficulty: Preset,
    pub(super) width: usize,
    pub(super) height: usize,
    /// Which words: `embedded`, or their SHA-256; `None` as long as it is unknown.
    #[serde(deserialize_with = "named")]
    pub(super) dictionary: Option<String>,
    #[serde(skip, default = "Dictionary::embedded")]
    pub(super) words: Arc<Dictionary>,
    #[serde(skip)]
    pub(super) lexicon: OnceLock<Lexicon>,
}

/// In a manifest the words are always named.
fn named<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    String::deserialize(deserializer).map(Some)
}

impl generate::Parameters for CrucigramParameters {
    fn from_options(options: &GenerateOptions) -> Result<Self, GenerateError> {
        let difficulty = options.difficulty.unwrap_or_default();
        Ok(Self {
            difficulty,
            width: options.parsed("width")?.unwrap_or(USUAL_SIDE),
            height: options.parsed("height")?.unwrap_or(USUAL_SIDE),
            dictionary: None,
            words: Dictionary::embedded(),
            lexicon: OnceLock::new(),
        })
    }

    fn read_with(&mut self, options: &ReadOptions) {
        self.words = Arc::clone(&options.dictionary);
        self.dictionary.get_or_insert_with(|| options.dictionary.name().to_string());
    }

    fn check(&self) -> Result<(), GenerateError> {
        for (option, side) in [("width", self.width), ("height", self.height)] {
            if !SIDES.contains(&side) {
                let (least, most) = (SIDES.start(), SIDES.end());
                let reason = format!("{side}; sides go from {least} to {most}");
                return Err(GenerateError::option(option, reason));
            }
        }
        let asked = self.dictionary.as_deref().unwrap_or_default();
        if asked != self.words.name() {
            let reason = format!("the words are {}, not {asked}", self.words.name());
            return Err(GenerateError::option("dictionary", reason));
        }
        Ok(())
    }
}
