//! The crossmaths of the suites for studies.

use crate::generate::Preset::{Easy, Expert, Hard, Medium};
use crate::generate::{GenerateOptions, Preset, SuiteSize};

/// The puzzles of a suite.
pub(super) fn suite(size: SuiteSize) -> Vec<GenerateOptions> {
    let level = GenerateOptions::from;
    let square = |preset: Preset, n| level(preset).with("size", format!("{n}x{n}"));
    match size {
        SuiteSize::Small => vec![level(Easy), level(Hard), square(Medium, 4)],
        SuiteSize::Medium => vec![square(Hard, 4), square(Expert, 4), square(Medium, 5)],
        SuiteSize::Large => vec![square(Expert, 5), square(Medium, 5), square(Hard, 5)],
    }
}
