//! Puzzles from a seed: a board is drawn and filled, then givens are hidden as long as the judge
//! says that the puzzle stays unique. One file a family.
//!
//! Everything depends on the seed and the parameters alone. The judge answers yes or no; no solver's
//! choice ever gets into a puzzle, so every solver yields the same bytes.

mod calcrostic;
mod chance;
mod crossmath;
mod crossnumber;
mod crucigram;
mod difficulty;
pub mod fill;
mod hide;
pub mod layout;
mod mathcrossword;
mod template;
mod twins;
mod wishes;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use thiserror::Error;

pub use chance::{Chance, Seed};
pub use difficulty::Difficulty;
pub use twins::Key;
pub use wishes::{Preset, Share, Size, Wishes};

use crate::judge::JudgeError;
use crate::solve::Choice;
use xwc_check::dictionary::DictionaryError;
use xwc_check::fault::{Blame, Fault};
use xwc_check::lower::LowerError;
use xwc_check::provable::Provable;
use xwc_check::puzzle::calcrostic::Calcrostic;
use xwc_check::puzzle::crossmath::CrossMath;
use xwc_check::puzzle::crossnumber::CrossNumber;
use xwc_check::puzzle::crucigram::Crucigram;
use xwc_check::puzzle::mathcrossword::MathCrossword;
use xwc_check::puzzle::{ReadOptions, Solution};

/// Raised whenever some seed gives another puzzle than before.
pub const VERSION: u32 = 2;

/// A family whose puzzles can be generated.
pub trait Generate {
    /// How to make the puzzles that are wished for.
    ///
    /// # Errors
    ///
    /// A wish that is not for this family, or cannot be met.
    fn recipe(asked: Asked<'_>, options: &ReadOptions) -> Result<Box<dyn Recipe>, GenerateError>;
}

/// Where parameters come from.
#[derive(Clone, Copy)]
pub enum Asked<'a> {
    /// From the command line.
    Wishes(&'a Wishes),
    /// From a manifest.
    Parameters(&'a Value),
}

impl Generate for MathCrossword {
    fn recipe(asked: Asked<'_>, options: &ReadOptions) -> Result<Box<dyn Recipe>, GenerateError> {
        settled::<mathcrossword::Parameters>(asked, options)
    }
}

impl Generate for CrossNumber {
    fn recipe(asked: Asked<'_>, options: &ReadOptions) -> Result<Box<dyn Recipe>, GenerateError> {
        settled::<crossnumber::Parameters>(asked, options)
    }
}

impl Generate for CrossMath {
    fn recipe(asked: Asked<'_>, options: &ReadOptions) -> Result<Box<dyn Recipe>, GenerateError> {
        settled::<crossmath::Parameters>(asked, options)
    }
}

impl Generate for Calcrostic {
    fn recipe(asked: Asked<'_>, options: &ReadOptions) -> Result<Box<dyn Recipe>, GenerateError> {
        settled::<calcrostic::Parameters>(asked, options)
    }
}

impl Generate for Crucigram {
    fn recipe(asked: Asked<'_>, options: &ReadOptions) -> Result<Box<dyn Recipe>, GenerateError> {
        settled::<crucigram::Parameters>(asked, options)
    }
}

/// Parameters of one family, as a manifest has them.
trait Parameters: Recipe + DeserializeOwned + 'static {
    /// The parameters of the wishes, where there are any, and else of the preset.
    fn of(wishes: &Wishes) -> Result<Self, GenerateError>;

    /// Takes up what parameters do not say themselves.
    fn read_with(&mut self, _: &ReadOptions) {}

    /// Refuses what no seed can meet.
    fn check(&self) -> Result<(), GenerateError>;
}

fn settled<P: Parameters>(
    asked: Asked<'_>,
    options: &ReadOptions,
) -> Result<Box<dyn Recipe>, GenerateError> {
    let mut parameters = match asked {
        Asked::Wishes(wishes) => P::of(wishes)?,
        Asked::Parameters(value) => serde_json::from_value::<P>(value.clone())
            .map_err(|error| GenerateError::Parameters(error.to_string()))?,
    };
    parameters.read_with(options);
    parameters.check()?;
    Ok(Box::new(parameters))
}

/// Parameters, all of them settled.
pub trait Recipe: Send + Sync {
    /// The parameters as they are written into a manifest.
    fn parameters(&self) -> Value;

    /// The level that chance makes of the parameters.
    ///
    /// # Errors
    ///
    /// If no board meets the parameters, or a solver fails.
    fn level(
        &self,
        chance: &mut Chance,
        choice: Choice<'_>,
    ) -> Result<GeneratedPuzzle, GenerateError>;

    /// With what its puzzles are read.
    fn read_options(&self) -> ReadOptions {
        ReadOptions::default()
    }

    /// The key of a level that was read; `None` if it is not one of this family's.
    fn key(&self, puzzle: &dyn Provable, solution: &Solution) -> Option<Key>;
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
    pub key: Key,
}

impl GeneratedPuzzle {
    /// Makes the level of a seed.
    ///
    /// # Errors
    ///
    /// Those of the recipe.
    pub fn new(recipe: &dyn Recipe, seed: Seed, choice: Choice<'_>) -> Result<Self, GenerateError> {
        let mut chance = Chance::new(&recipe.parameters().to_string(), seed);
        recipe.level(&mut chance, choice)
    }

    /// The puzzle as a file of its own, with its solution and where it comes from.
    pub fn file(&self, seed: Seed) -> Value {
        let mut file = self.puzzle.canonical();
        file["solution"] = json!(self.solution);
        file["meta"] = json!({
            "seed": seed.seed,
            "index": seed.index,
            "attempt": seed.attempt,
            "generator": generator(),
            "difficulty": self.difficulty,
        });
        file
    }
}

/// Program and generator version, as levels and manifests name them.
pub fn generator() -> String {
    format!("xwc generator {VERSION}")
}

/// Why there is no level.
#[derive(Debug, Error)]
pub enum GenerateError {
    /// A wish is not for this family.
    #[error("{option} is not for {family}")]
    NotForFamily {
        /// The option.
        option: &'static str,
        /// The family.
        family: &'static str,
    },
    /// The parameters of a manifest are not ones.
    #[error("parameters: {0}")]
    Parameters(String),
    /// A wish that cannot be met, and why.
    #[error("{option}: {reason}")]
    Wish {
        /// The option.
        option: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// The equations do not fit.
    #[error("no layout of {wanted} equations fits {height} rows and {width} columns; {found} did")]
    Layout {
        /// Equations asked for.
        wanted: usize,
        /// Rows at most.
        height: usize,
        /// Columns at most.
        width: usize,
        /// The most that fitted.
        found: usize,
    },
    /// No values were found.
    #[error("no numbers from 1 to {max} with {operators} were found that fill the board")]
    Fill {
        /// The largest number.
        max: i64,
        /// The operators.
        operators: String,
    },
    /// No square of numbers was found.
    #[error("no unique calcrostic with numbers up to {max} was found that is as asked for")]
    Square {
        /// The largest number.
        max: u64,
    },
    /// No words were found.
    #[error("no words were found that fill {height} rows and {width} columns in only one way")]
    Words {
        /// Rows.
        height: usize,
        /// Columns.
        width: usize,
    },
    /// The dictionary cannot be read.
    #[error(transparent)]
    Dictionary(#[from] DictionaryError),
    /// The board does not obey its own rules: a defect of this program.
    #[error("the filled board does not obey its own rules, which is a defect of xwc")]
    Board,
    /// The judge has no answer.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// The board has no model.
    #[error(transparent)]
    Lower(#[from] LowerError),
}

impl Blame for GenerateError {
    fn fault(&self) -> Fault {
        match self {
            Self::NotForFamily { .. }
            | Self::Wish { .. }
            | Self::Layout { .. }
            | Self::Fill { .. }
            | Self::Square { .. }
            | Self::Words { .. } => Fault::Usage,
            Self::Parameters(_) => Fault::Input,
            Self::Dictionary(error) => error.fault(),
            Self::Board => Fault::Defect,
            Self::Judge(error) => error.fault(),
            Self::Lower(error) => error.fault(),
        }
    }
}
