//! What the library adds to crucigrams: options, a generator, suites and a view.

mod generate;
mod options;
mod suite;
mod view;

use crate::generate::{Generate, GenerateOptions, OptionSpec, SuiteSize};
use xwc_check::families::crucigram::Crucigram;

impl Generate for Crucigram {
    const OPTIONS: &'static [OptionSpec] = options::OPTIONS;

    type Parameters = options::CrucigramParameters;

    fn suite(size: SuiteSize) -> Vec<GenerateOptions> {
        suite::suite(size)
    }
}
