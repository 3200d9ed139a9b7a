//! What the library adds to mathcrosswords: options, a generator, suites and a view.

mod fill;
mod generate;
mod layout;
mod options;
mod suite;
mod template;
mod view;

use crate::generate::{Generate, GenerateOptions, OptionSpec, SuiteSize};
use xwc_check::families::mathcrossword::MathCrossword;

impl Generate for MathCrossword {
    const OPTIONS: &'static [OptionSpec] = options::OPTIONS;

    type Parameters = options::MathCrosswordParameters;

    fn suite(size: SuiteSize) -> Vec<GenerateOptions> {
        suite::suite(size)
    }
}
