//! The ladders of the suites for studies.

use xwc::generate::Preset::{Expert, Hard, Medium};
use xwc::generate::{GenerateOptions, SuiteSize};

/// The puzzles of a suite.
pub(super) fn suite(size: SuiteSize) -> Vec<GenerateOptions> {
    match size {
        SuiteSize::Small => vec![GenerateOptions::from(Medium)],
        SuiteSize::Medium => vec![GenerateOptions::from(Hard)],
        SuiteSize::Large => vec![GenerateOptions::from(Expert).with("steps", 8)],
    }
}
