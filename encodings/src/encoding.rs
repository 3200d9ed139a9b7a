//! What an encoding is.

use crate::formula::{Formula, Target};
use crate::model::Model;
use crate::options::Options;
use crate::refusal::Refusal;

/// What everybody may know of an encoding.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The name on the command line.
    pub name: &'static str,
    /// Raised whenever the formula for some model changes, so that stored proofs can tell.
    pub version: u32,
    /// One line for people.
    pub summary: &'static str,
    /// What it cannot take, for people.
    pub refuses: &'static str,
    /// What comes out.
    pub target: Target,
    /// Whether it counts with clauses, so that the variants of counting change its formulas.
    pub has_variants: bool,
}

/// A way of writing a model as a formula.
///
/// The same model gives the same formula, byte for byte, and every constraint of the model is in
/// it: what an encoding cannot say, it refuses.
pub trait Encoding: Sync {
    /// What everybody may know of it.
    fn info(&self) -> &'static Info;

    /// Writes the model as a formula, counting in the given variants if it has any, until the guard
    /// says stop.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] that names what this encoding cannot express, and why.
    fn encode_with(&self, model: &Model, options: &Options) -> Result<Formula, Refusal>;

    /// Writes the model as a formula, in the default variants.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] that names what this encoding cannot express, and why.
    fn encode(&self, model: &Model) -> Result<Formula, Refusal> {
        self.encode_with(model, &Options::default())
    }
}
