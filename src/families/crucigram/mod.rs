//! What the library adds to crucigrams: options, a generator, suites and a view.

mod generate;
mod options;
mod suite;
mod view;

use crate::generate::{
    Generate, GenerateError, GenerateOptions, Generator, OptionSpec, ParameterSource, Parameters,
    SuiteSize,
};
use xwc_check::families::crucigram::Crucigram;
use xwc_check::puzzle::ReadOptions;

impl Generate for Crucigram {
    const OPTIONS: &'static [OptionSpec] = options::OPTIONS;

    fn generator(
        source: ParameterSource<'_>,
        options: &ReadOptions,
    ) -> Result<Box<dyn Generator>, GenerateError> {
        options::CrucigramParameters::generator::<Self>(source, options)
    }

    fn suite(size: SuiteSize) -> Vec<GenerateOptions> {
        suite::suite(size)
    }
}
