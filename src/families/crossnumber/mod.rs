//! What the library adds to crossnumbers: options, a generator, suites and a view.

mod generate;
mod options;
mod partial;
mod shown;
mod suite;
mod view;

use crate::generate::{
    Generate, GenerateError, GenerateOptions, Generator, OptionSpec, ParameterSource, Parameters,
    SuiteSize,
};
use xwc_check::families::crossnumber::CrossNumber;
use xwc_check::puzzle::ReadOptions;

impl Generate for CrossNumber {
    const OPTIONS: &'static [OptionSpec] = options::OPTIONS;

    fn generator(
        source: ParameterSource<'_>,
        options: &ReadOptions,
    ) -> Result<Box<dyn Generator>, GenerateError> {
        options::CrossNumberParameters::generator::<Self>(source, options)
    }

    fn suite(size: SuiteSize) -> Vec<GenerateOptions> {
        suite::suite(size)
    }
}
