//! Why an encoding does not take a model.

use thiserror::Error;

use crate::model::{Constraint, Model};

/// Why an encoding does not take a model.
#[derive(Debug, Error)]
#[error("the encoding {encoding} cannot take `{subject}`: {reason}")]
pub struct Refusal {
    /// The encoding's name.
    pub encoding: &'static str,
    /// The constraint or variable, in the model's text form.
    pub subject: String,
    /// Why it is not supported.
    pub reason: String,
    /// Whether the guard said stop: then nothing is known of the model.
    pub stopped: bool,
}

/// The text form of a variable or constraint is cut beyond this many characters.
const MAX_SUBJECT: usize = 120;

impl Refusal {
    /// A refusal because of a constraint or a variable, in the model's text form.
    pub(crate) fn new(
        encoding: &'static str,
        subject: impl Into<String>,
        reason: impl Into<String>,
    ) -> Self {
        let mut subject = subject.into();
        if let Some((cut, _)) = subject.char_indices().nth(MAX_SUBJECT) {
            subject.truncate(cut);
            subject.push('…');
        }
        Self { encoding, subject, reason: reason.into(), stopped: false }
    }

    /// The guard said stop.
    pub(crate) fn stopped(encoding: &'static str) -> Self {
        let reason = "it was stopped before the formula was complete".to_string();
        Self { encoding, subject: "the model".to_string(), reason, stopped: true }
    }

    /// A refusal because of a constraint.
    pub fn constraint(
        encoding: &'static str,
        model: &Model,
        constraint: &Constraint,
        reason: impl Into<String>,
    ) -> Self {
        Self::new(encoding, model.describe(constraint), reason)
    }
}
