//! The options of ladders, their presets, and the parameters that follow from both.

use serde::{Deserialize, Serialize};

use crate::toys::family::check::LARGEST;
use xwc::generate::{GenerateError, GenerateOptions, OptionSpec, Parameters, Preset, Takes};

/// The options that shape a ladder.
pub(super) const OPTIONS: &[OptionSpec] = &[
    OptionSpec { name: "steps", takes: Takes::Value("N"), help: "How many numbers are added" },
    OptionSpec { name: "givens", takes: Takes::Value("K"), help: "How many of them are given" },
];

/// What a preset says: steps and givens.
fn defaults(preset: Preset) -> (usize, usize) {
    match preset {
        Preset::Easy => (3, 2),
        Preset::Medium => (4, 2),
        Preset::Hard => (5, 1),
        Preset::Expert => (6, 0),
    }
}

/// All that a ladder's chance depends on.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ToyParameters {
    pub(super) difficulty: Preset,
    pub(super) steps: usize,
    pub(super) givens: usize,
}

impl Parameters for ToyParameters {
    fn from_options(options: &GenerateOptions) -> Result<Self, GenerateError> {
        let difficulty = options.difficulty.unwrap_or_default();
        let (steps, givens) = defaults(difficulty);
        let steps = options.parsed("steps")?.unwrap_or(steps);
        let givens = options.parsed("givens")?.unwrap_or(givens);
        Ok(Self { difficulty, steps, givens: if options.minimal { 0 } else { givens } })
    }

    fn check(&self) -> Result<(), GenerateError> {
        let Self { steps, givens, .. } = self;
        if !(2..=LARGEST as usize).contains(steps) {
            let reason = format!("{steps}; there are 2 to {LARGEST} steps");
            return Err(GenerateError::Option { option: "steps", reason });
        }
        if givens >= steps {
            let reason = format!("{givens}; there are only {steps} steps, and one is to be found");
            return Err(GenerateError::Option { option: "givens", reason });
        }
        Ok(())
    }
}
