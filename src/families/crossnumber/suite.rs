//! The crossnumbers of the suites for studies.

use crate::generate::Preset::{Easy, Expert, Hard, Medium};
use crate::generate::{GenerateOptions, SuiteSize};

/// The puzzles of a suite.
pub(super) fn suite(size: SuiteSize) -> Vec<GenerateOptions> {
    let level = GenerateOptions::from;
    match size {
        SuiteSize::Small => vec![level(Easy), level(Medium)],
        SuiteSize::Medium => vec![level(Hard), level(Expert)],
        SuiteSize::Large => {
            vec![level(Expert), level(Expert), level(Hard).with("width", 7).with("height", 7)]
        }
    }
}
