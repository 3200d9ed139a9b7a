//! Exit codes, and the one line that goes with a failure.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::atlas::book::BookError;
use crate::atlas::zero::ZeroError;
use crate::bench::BenchError;
use crate::certificate::CheckError;
use crate::certify::CertifyError;
use crate::dictionary::DictionaryError;
use crate::generate::GenerateError;
use crate::justify::JustifyError;
use crate::lower::LowerError;
use crate::pack::PackError;
use crate::pipeline::PipelineError;
use crate::puzzle::InputError;
use crate::solve::{ChoiceError, SolveError};
use crate::verdict::Verdict;

use super::input::ReadError;

/// What the exit code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// Proved unique, or the command succeeded.
    Success = 0,
    /// Something failed inside.
    Internal = 1,
    /// Bad usage or bad input.
    Usage = 2,
    /// More than one solution.
    Multiple = 10,
    /// No solution.
    None = 20,
    /// The budget ran out.
    Unknown = 30,
    /// A certificate does not check.
    Certificate = 40,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

impl From<Verdict> for Exit {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Unique => Exit::Success,
            Verdict::Multiple => Exit::Multiple,
            Verdict::None => Exit::None,
            Verdict::Unknown => Exit::Unknown,
        }
    }
}

/// A mistake in the way the command was called.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct UsageError(pub String);

/// Prints the error and chooses the code. A reader that went away is not a failure.
pub(super) fn report(error: &anyhow::Error) -> Exit {
    if error.chain().any(is_broken_pipe) {
        return Exit::Success;
    }
    // If standard error is closed as well, the exit code has to do.
    let _ = writeln!(io::stderr(), "xwc: {}", one_line(&format!("{error:#}")));
    let is_unknown = |error: &CertifyError| matches!(error, CertifyError::Unknown(_));
    if error.is::<CheckError>() {
        Exit::Certificate
    } else if error.downcast_ref().is_some_and(is_unknown) {
        Exit::Unknown
    } else if error.chain().any(is_the_users) {
        Exit::Usage
    } else {
        Exit::Internal
    }
}

/// Text that may come from a puzzle file, as one line of bounded length without control characters.
pub(super) fn one_line(text: &str) -> String {
    const MAX_CHARS: usize = 400;
    let mut line = String::new();
    for (i, c) in text.chars().enumerate() {
        match c {
            _ if i == MAX_CHARS => {
                line.push('…');
                break;
            }
            _ if c.is_control() => line.extend(c.escape_default()),
            _ => line.push(c),
        }
    }
    line
}

fn is_broken_pipe(cause: &(dyn std::error::Error + 'static)) -> bool {
    let io = cause.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn is_the_users(cause: &(dyn std::error::Error + 'static)) -> bool {
    if let Some(error) = cause.downcast_ref::<PipelineError>() {
        return match error {
            PipelineError::Lower(_)
            | PipelineError::Choice(_)
            | PipelineError::Refused(_)
            | PipelineError::NotBuiltIn(_) => true,
            PipelineError::Solver(_)
            | PipelineError::Undecided
            | PipelineError::Contradiction { .. }
            | PipelineError::Repeated { .. } => false,
        };
    }
    if let Some(error) = cause.downcast_ref::<CertifyError>() {
        return match error {
            CertifyError::File { .. }
            | CertifyError::Foreign { .. }
            | CertifyError::NoRules
            | CertifyError::TooLong(_) => true,
            CertifyError::Justify(error) => {
                matches!(error, JustifyError::Formula(_) | JustifyError::TooManyRows)
            }
            CertifyError::Pipeline(error) => is_the_users(error),
            CertifyError::Unknown(_) | CertifyError::Invalid { .. } => false,
        };
    }
    if let Some(error) = cause.downcast_ref::<GenerateError>() {
        return !matches!(error, GenerateError::Board | GenerateError::Pipeline(_));
    }
    if let Some(error) = cause.downcast_ref::<PackError>() {
        return match error {
            PackError::Level { error, .. } => is_the_users(error),
            PackError::Certify { error, .. } => is_the_users(error),
            _ => true,
        };
    }
    if let Some(error) = cause.downcast_ref::<BenchError>() {
        return match error {
            BenchError::Suite { .. } | BenchError::Start(_) | BenchError::Disagreement { .. } => {
                false
            }
            BenchError::Backend(error) => is_the_users(error),
            _ => true,
        };
    }
    if let Some(error) = cause.downcast_ref::<SolveError>() {
        return matches!(error, SolveError::NotBuiltIn { .. });
    }
    if let Some(error) = cause.downcast_ref::<BookError>() {
        return !matches!(error, BookError::Out(_));
    }
    cause.is::<UsageError>()
        || cause.is::<ZeroError>()
        || cause.is::<ReadError>()
        || cause.is::<InputError>()
        || cause.is::<DictionaryError>()
        || cause.is::<LowerError>()
        || cause.is::<ChoiceError>()
}
