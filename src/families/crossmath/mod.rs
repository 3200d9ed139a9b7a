//! What the library adds to crossmaths: options, a generator, suites and a view.

mod generate;
mod options;
mod suite;
mod view;

use crate::generate::{Generate, GenerateOptions, OptionSpec, SuiteSize};
use xwc_check::families::crossmath::CrossMath;

impl Generate for CrossMath {
    const OPTIONS: &'static [OptionSpec] = options::OPTIONS;

    type Parameters = options::CrossMathParameters;

    fn suite(size: SuiteSize) -> Vec<GenerateOptions> {
        suite::suite(size)
    }
}
