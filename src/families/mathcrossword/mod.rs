//! What the library adds to mathcrosswords: options, a generator, suites and a view.

mod fill;
mod generate;
mod layout;
mod options;
mod suite;
mod template;
mod view;

use crate::generate::{
    Generate, GenerateError, GenerateOptions, Generator, OptionSpec, ParameterSource, Parameters,
    SuiteSize,
};
use xwc_check::families::mathcrossword::MathCrossword;
use xwc_check::puzzle::ReadOptions;

impl Generate for MathCrossword {
    const OPTIONS: &'static [OptionSpec] = options::OPTIONS;

    fn generator(
        source: ParameterSource<'_>,
        options: &ReadOptions,
    ) -> Result<Box<dyn Generator>, GenerateError> {
        options::MathCrosswordParameters::generator::<Self>(source, options)
    }

    fn suite(size: SuiteSize) -> Vec<GenerateOptions> {
        suite::suite(size)
    }
}
