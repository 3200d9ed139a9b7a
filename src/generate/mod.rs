//! Puzzles from a seed: a board is drawn and filled, then givens are hidden as long as the judge
//! says that the puzzle stays unique. What a family adds is in its folder.
//!
//! Everything depends on the seed and the parameters alone. The judge answers yes or no; no solver's
//! choice ever gets into a puzzle, so every solver yields the same bytes.

mod difficulty;
mod duplicates;
mod hide;
mod options;
mod rng;
mod suite;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use thiserror::Error;

pub use difficulty::{Difficulty, Goal};
pub(crate) use difficulty::{count_operators, percent};
pub use duplicates::DuplicateKey;
pub(crate) use duplicates::{marked, transposed};
pub use hide::hide;
pub(crate) use hide::hide_with;
pub use options::{GenerateOptions, OptionSpec, Preset, Takes};
pub(crate) use options::{Operators, Share, Size};
pub use rng::{Seed, SeededRng};
pub use suite::SuiteSize;

use crate::judge::JudgeError;
use crate::prove::ProveError;
use crate::solve::SolverSelection;
use xwc_check::certificate::Provable;
use xwc_check::lower::LowerError;
use xwc_check::puzzle::dictionary::DictionaryError;
use xwc_check::puzzle::{Format, ReadOptions, Solution};
use xwc_check::support::fault::{Blame, Fault};

/// Raised whenever some seed gives another puzzle than before.
const VERSION: u32 = 2;

/// A family whose puzzles can be generated.
pub trait Generate: Format {
    /// The options that shape its puzzles.
    const OPTIONS: &'static [OptionSpec];

    /// A generator; [`Parameters::generator`] makes one from the family's parameters.
    ///
    /// # Errors
    ///
    /// If an option does not apply to this family, or cannot be met.
    fn generator(
        source: ParameterSource<'_>,
        options: &ReadOptions,
    ) -> Result<Box<dyn Generator>, GenerateError>;

    /// The puzzles of a suite, as options for the generator.
    fn suite(size: SuiteSize) -> Vec<GenerateOptions>;
}

/// Parameters of one family, as a manifest has them.
pub trait Parameters: Generator + DeserializeOwned + 'static {
    /// The parameters of these options; those that are not given come from the preset.
    ///
    /// # Errors
    ///
    /// If the value of an option makes no sense.
    fn from_options(options: &GenerateOptions) -> Result<Self, GenerateError>;

    /// Adds what parameters do not say themselves.
    fn read_with(&mut self, _: &ReadOptions) {}

    /// Refuses what no seed can meet.
    ///
    /// # Errors
    ///
    /// If an option cannot be met; the error names it and says why.
    fn check(&self) -> Result<(), GenerateError>;

    /// A generator of the family `P` with parameters from the source.
    ///
    /// # Errors
    ///
    /// If an option does not apply to the family, or cannot be met.
    fn generator<P: Generate>(
        source: ParameterSource<'_>,
        options: &ReadOptions,
    ) -> Result<Box<dyn Generator>, GenerateError> {
        let mut parameters = match source {
            ParameterSource::Options(options) => {
                options.reject_unsupported(P::FAMILY, P::OPTIONS)?;
                Self::from_options(options)?
            }
            ParameterSource::Manifest(value) => serde_json::from_value::<Self>(value.clone())
                .map_err(|error| GenerateError::Parameters(error.to_string()))?,
        };
        parameters.read_with(options);
        parameters.check()?;
        Ok(Box::new(parameters))
    }
}

/// Where parameters come from.
#[derive(Clone, Copy, Debug)]
pub enum ParameterSource<'a> {
    /// From a user.
    Options(&'a GenerateOptions),
    /// From a manifest.
    Manifest(&'a Value),
}

/// Makes the levels of one set of parameters.
pub trait Generator: Send + Sync {
    /// The parameters as they are written into a manifest.
    fn parameters(&self) -> Value;

    /// The level that these random numbers make of the parameters.
    ///
    /// # Errors
    ///
    /// If no board meets the parameters, or a solver fails.
    fn level(
        &self,
        rng: &mut SeededRng,
        choice: SolverSelection<'_>,
    ) -> Result<GeneratedPuzzle, GenerateError>;

    /// Makes the level of a seed.
    ///
    /// # Errors
    ///
    /// If no board meets the parameters, or a solver fails.
    fn make(
        &self,
        seed: Seed,
        choice: SolverSelection<'_>,
    ) -> Result<GeneratedPuzzle, GenerateError> {
        self.level(&mut SeededRng::new(&self.parameters().to_string(), seed), choice)
    }

    /// With what its puzzles are read.
    fn read_options(&self) -> ReadOptions {
        ReadOptions::default()
    }

    /// The key of a level that was read; `None` if it is not one of this family's.
    fn key(&self, puzzle: &dyn Provable, solution: &Solution) -> Option<DuplicateKey>;
}

/// One puzzle, unique.
#[derive(Debug)]
pub struct GeneratedPuzzle {
    /// The puzzle.
    pub puzzle: Box<dyn Provable>,
    /// Its only solution.
    pub solution: Solution,
    /// The figures behind its difficulty.
    pub difficulty: Difficulty,
    /// The same for levels that are the same up to symmetry, and different for others.
    pub key: DuplicateKey,
}

impl GeneratedPuzzle {
    /// The puzzle as a file of its own, with its solution and where it comes from.
    pub fn file(&self, seed: Seed) -> Value {
        let mut file = self.puzzle.canonical();
        file["solution"] = json!(self.solution);
        file["meta"] = json!({
            "seed": seed.seed,
            "index": seed.index,
            "attempt": seed.attempt,
            "generator": version(),
            "difficulty": self.difficulty,
        });
        file
    }
}

/// Program and generator version, as levels and manifests name them.
pub(crate) fn version() -> String {
    format!("xwc generator {VERSION}")
}

/// Why there is no level.
#[derive(Debug, Error)]
pub enum GenerateError {
    /// No family has that name.
    #[error("no family `{found}`; available: {known}")]
    NoFamily {
        /// The name asked for.
        found: String,
        /// The names there are.
        known: String,
    },
    /// The family does not have such an option.
    #[error("{option} is not for {family}")]
    NotForFamily {
        /// The option.
        option: String,
        /// The family.
        family: &'static str,
    },
    /// The parameters of a manifest are malformed.
    #[error("parameters: {0}")]
    Parameters(String),
    /// An option that cannot be met, and why.
    #[error("{option}: {reason}")]
    Option {
        /// The option.
        option: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// A bounded search has found no level.
    #[error("{0}")]
    NotFound(String),
    /// The dictionary cannot be read.
    #[error(transparent)]
    Dictionary(#[from] DictionaryError),
    /// The board does not obey its own rules: a defect of this program.
    #[error("the filled board does not obey its own rules, which is a defect of xwc")]
    Board,
    /// The solver cannot decide.
    #[error("whether a level of this seed is unique could not be decided")]
    Undecided,
    /// The solver finds no solution, though one is known: a defect of this program.
    #[error("the solver does not find the solution that is known")]
    Lost,
    /// A solver failed.
    #[error(transparent)]
    Prove(ProveError),
    /// The board has no model.
    #[error(transparent)]
    Lower(#[from] LowerError),
}

impl GenerateError {
    /// An option that cannot be met, and why.
    pub(crate) fn option(option: &'static str, reason: impl Into<String>) -> Self {
        Self::Option { option, reason: reason.into() }
    }

    /// A bounded search has found no level with these numbers.
    pub(crate) fn no_numbers(max: i64, operators: &Operators) -> Self {
        Self::NotFound(format!(
            "no numbers from 1 to {max} with {operators} were found that fill the board"
        ))
    }
}

impl From<JudgeError> for GenerateError {
    fn from(error: JudgeError) -> Self {
        match error {
            JudgeError::Undecided => Self::Undecided,
            JudgeError::Lost => Self::Lost,
            JudgeError::Pipeline(error) => Self::Prove(error),
        }
    }
}

impl Blame for GenerateError {
    fn fault(&self) -> Fault {
        match self {
            Self::NoFamily { .. }
            | Self::NotForFamily { .. }
            | Self::Option { .. }
            | Self::NotFound(_) => Fault::Usage,
            Self::Parameters(_) => Fault::Input,
            Self::Dictionary(error) => error.fault(),
            Self::Board | Self::Undecided | Self::Lost => Fault::Defect,
            Self::Prove(error) => error.fault(),
            Self::Lower(error) => error.fault(),
        }
    }
}
