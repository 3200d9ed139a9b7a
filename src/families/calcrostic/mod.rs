//! What the library adds to calcrostics: options, a generator, suites and a view.

mod generate;
mod options;
mod suite;
mod view;

use crate::generate::{Generate, GenerateOptions, OptionSpec, SuiteSize};
use xwc_check::families::calcrostic::Calcrostic;

impl Generate for Calcrostic {
    const OPTIONS: &'static [OptionSpec] = options::OPTIONS;

    type Parameters = options::CalcrosticParameters;

    fn suite(size: SuiteSize) -> Vec<GenerateOptions> {
        suite::suite(size)
    }
}
