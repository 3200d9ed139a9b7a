//! The calcrostics of the suites for studies.

use crate::generate::Preset::{Easy, Expert, Hard, Medium};
use crate::generate::{GenerateOptions, Preset, SuiteSize};

/// The puzzles of a suite.
pub(super) fn suite(size: SuiteSize) -> Vec<GenerateOptions> {
    let number = |preset: Preset, max| GenerateOptions::from(preset).with("max-number", max);
    match size {
        SuiteSize::Small => vec![number(Easy, 99), number(Medium, 999)],
        SuiteSize::Medium => vec![number(Hard, 9_999), number(Expert, 99_999)],
        SuiteSize::Large => vec![number(Hard, 999_999), number(Expert, 999_999)],
    }
}
