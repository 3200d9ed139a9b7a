//! The crucigrams of the suites for studies.

use crate::generate::Preset::{Easy, Hard, Medium};
use crate::generate::{GenerateOptions, Preset, SuiteSize};

/// The puzzles of a suite.
pub(super) fn suite(size: SuiteSize) -> Vec<GenerateOptions> {
    let grid = |preset: Preset, n| GenerateOptions::from(preset).with("width", n).with("height", n);
    match size {
        SuiteSize::Small => vec![grid(Easy, 4), grid(Easy, 5)],
        SuiteSize::Medium => vec![grid(Medium, 6), grid(Medium, 7)],
        SuiteSize::Large => vec![grid(Medium, 8), grid(Hard, 9)],
    }
}
