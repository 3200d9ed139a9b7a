//! What the library adds to crossnumbers: options, a generator, suites and a view.

mod generate;
mod options;
mod partial;
mod suite;
mod view;

use crate::generate::{Generate, GenerateOptions, OptionSpec, SuiteSize};
use xwc_check::families::crossnumber::CrossNumber;

impl Generate for CrossNumber {
    const OPTIONS: &'static [OptionSpec] = options::OPTIONS;

    type Parameters = options::CrossNumberParameters;

    fn suite(size: SuiteSize) -> Vec<GenerateOptions> {
        suite::suite(size)
    }
}
