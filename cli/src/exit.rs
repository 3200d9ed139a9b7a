//! Exit codes, and the one line that goes with a failure.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use xwc::pack::PackError;
use xwc::solve::BACKENDS;
use xwc::{SearchResult, Verdict};
use xwc_check::support::budget::Limit;
use xwc_check::support::fault::{Blame, Fault};
use xwc_check::support::text::excerpt;

/// What the exit code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
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
    /// The user interrupted it.
    Interrupted = 130,
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

impl From<Fault> for Exit {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Usage | Fault::NotBuiltIn(_) | Fault::Input => Exit::Usage,
            Fault::Budget(Limit::Interrupted) => Exit::Interrupted,
            Fault::Budget(_) => Exit::Unknown,
            Fault::Certificate => Exit::Certificate,
            Fault::Defect => Exit::Internal,
        }
    }
}

/// Why a command ends without a result: whose fault it is, and the words.
#[derive(Debug)]
pub(crate) struct Failure {
    fault: Fault,
    error: anyhow::Error,
}

impl Failure {
    /// A mistake in the way the command was called.
    pub(crate) fn usage(message: impl fmt::Display) -> Self {
        Self { fault: Fault::Usage, error: anyhow::anyhow!("{message}") }
    }

    /// The same, with a place in front.
    pub(crate) fn at(self, place: impl fmt::Display) -> Self {
        Self { error: self.error.context(place.to_string()), ..self }
    }

    /// Something that must not happen.
    pub(crate) fn defect(message: impl fmt::Display) -> Self {
        Self { fault: Fault::Defect, error: anyhow::anyhow!("{message}") }
    }
}

impl<E: Blame + Send + Sync + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        Self { fault: error.fault(), error: error.into() }
    }
}

/// Puts a place, such as a file's name, before the words of a failure.
pub(crate) trait Context<T> {
    /// The same, with the place in front.
    fn context<P: fmt::Display>(self, place: impl FnOnce() -> P) -> Result<T, Failure>;
}

impl<T, E: Into<Failure>> Context<T> for Result<T, E> {
    fn context<P: fmt::Display>(self, place: impl FnOnce() -> P) -> Result<T, Failure> {
        self.map_err(|error| error.into().at(place()))
    }
}

/// Prints the error and chooses the code. A reader that went away is not a failure.
pub(crate) fn report(failure: &Failure) -> Exit {
    let error = &failure.error;
    if error.chain().any(is_broken_pipe) {
        return Exit::Success;
    }
    let hint = hint(failure).unwrap_or_default();
    // If standard error is closed as well, the exit code has to do.
    let _ = writeln!(io::stderr(), "xwc: {}", one_line(&format!("{error:#}{hint}")));
    failure.fault.into()
}

/// Prints why the arguments are wrong, in one line like every other mistake; or the help that was asked for.
pub(crate) fn report_arguments(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind;
    let is_help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    if is_help {
        // If the stream is closed, the exit code has to do.
        let _ = error.print();
    } else {
        let text = error.render().to_string();
        let reason: Vec<&str> =
            text.lines().map(str::trim).take_while(|l| !l.starts_with("Usage:")).collect();
        let reason = reason.join(" ").trim().replace("  ", "; ");
        let reason = reason.strip_prefix("error: ").unwrap_or(&reason);
        let reason = reason.strip_suffix("For more information, try '--help'.").unwrap_or(reason);
        let _ = writeln!(
            io::stderr(),
            "xwc: {}; try --help",
            one_line(reason.trim().trim_end_matches(';'))
        );
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(Exit::Usage as u8))
}

/// What the command line can say beyond the library's words: the option or command, or how to build.
fn hint(failure: &Failure) -> Option<String> {
    match failure.fault {
        Fault::Budget(limit) => option(limit).map(|option| format!(" ({option})")),
        Fault::NotBuiltIn(feature) => {
            let backend = BACKENDS.iter().find(|backend| backend.feature == Some(feature));
            let setup = backend.and_then(|backend| backend.setup);
            let setup = setup.map_or(String::new(), |script| format!("{script} && "));
            Some(format!(": {setup}cargo build --release --features {feature}"))
        }
        _ => match failure.error.downcast_ref::<PackError>() {
            Some(PackError::Unfinished { .. }) => {
                Some(" (the same `xwc pack create` command finishes it)".to_string())
            }
            _ => None,
        },
    }
}

/// Why not everything is known, with the option that could change it.
pub(crate) fn reason(found: &SearchResult) -> Option<String> {
    let limit = || found.limit.map(|limit| limit.to_string());
    let reason = one_line(&found.undecided.clone().or_else(limit)?);
    let option = found.limit.filter(|_| found.undecided.is_none()).and_then(option);
    Some(option.map_or(reason.clone(), |option| format!("{reason} ({option})")))
}

/// The option that sets a limit.
fn option(limit: Limit) -> Option<&'static str> {
    match limit {
        Limit::Conflicts => Some("--conflicts"),
        Limit::Nodes => Some("--nodes"),
        Limit::Clock => Some("--timeout"),
        Limit::Memory => Some("--memory"),
        Limit::Interrupted | Limit::Solver => None,
    }
}

/// Text that may come from a puzzle file, as one line of bounded length without hidden characters.
pub(crate) fn one_line(text: &str) -> String {
    const MAX_CHARS: usize = 400;
    excerpt(text, MAX_CHARS)
}

fn is_broken_pipe(cause: &(dyn std::error::Error + 'static)) -> bool {
    let io = cause.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
