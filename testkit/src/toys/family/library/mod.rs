//! What the library adds to ladders: options, a generator, suites and a view.

mod generate;
mod options;
mod suite;
mod view;

use crate::toys::family::check::ToyLadder;
use xwc::generate::{Generate, GenerateOptions, OptionSpec, SuiteSize};

impl Generate for ToyLadder {
    const OPTIONS: &'static [OptionSpec] = options::OPTIONS;

    type Parameters = options::ToyParameters;

    fn suite(size: SuiteSize) -> Vec<GenerateOptions> {
        suite::suite(size)
    }
}
