//! The mathcrosswords of the suites for studies.

use crate::generate::Preset::{Easy, Expert, Hard};
use crate::generate::{GenerateOptions, Preset, SuiteSize};

/// The puzzles of a suite.
pub(super) fn suite(size: SuiteSize) -> Vec<GenerateOptions> {
    let equations = |preset: Preset, n| GenerateOptions::from(preset).with("equations", n);
    match size {
        SuiteSize::Small => vec![equations(Easy, 4), equations(Hard, 12), equations(Hard, 16)],
        SuiteSize::Medium => vec![
            equations(Expert, 12),
            equations(Expert, 16),
            equations(Expert, 20),
            equations(Hard, 36),
        ],
        SuiteSize::Large => vec![
            equations(Hard, 48),
            equations(Expert, 28),
            equations(Expert, 32),
            equations(Hard, 72),
        ],
    }
}
