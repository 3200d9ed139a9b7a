//! Level packs: many levels from one seed, in order, in one file.
//!
//! A pack is written once and never changed. Level i depends on seed, parameters, i and its attempt
//! alone, so any number of threads, any part of the range and any number of interruptions come to
//! the same bytes.

mod archive;
mod folder;
mod lines;
mod made;
mod manifest;
mod merge;
mod parallel;
mod read;
mod tally;
mod verify;
mod write;

use std::path::Path;

use thiserror::Error;

use manifest::MAX_COUNT;
pub use manifest::{Manifest, PackOrder};
pub use merge::merge;
pub use read::{LoadedLevel, levels};
pub use verify::{Verification, Verified, verify};
pub use write::create;

use crate::certify::CertifyError;
use crate::generate::GenerateError;
use crate::journal::JournalError;
use crate::prove::ProveError;
use crate::verdict::Verdict;
use xwc_check::certificate::CheckError;
use xwc_check::support::budget::Limit;
use xwc_check::support::fault::{Blame, Fault};
use xwc_check::support::files::FileError;

/// What the pack is: parameters, counts and digests.
pub(crate) const MANIFEST: &str = "manifest.json";
/// One level per line.
pub(crate) const LEVELS: &str = "levels.jsonl";
/// The proofs, a hundred levels per file.
pub(crate) const CERTIFICATES: &str = "certificates";
/// What a run that has not ended is about; it also keeps a second run away.
const UNFINISHED: &str = "unfinished.json";
/// The levels of a run that has not ended.
const PART: &str = "levels.jsonl.part";

/// How far a run has come: levels done, and levels in all.
type Progress<'a> = &'a mut dyn FnMut(u64, u64);

/// Why there is no pack.
#[derive(Debug, Error)]
pub enum PackError {
    /// A file or folder.
    #[error(transparent)]
    File(#[from] FileError),
    /// The folder holds another pack.
    #[error("{folder}: it holds a pack of other parameters ({difference}); nothing was changed")]
    Other {
        /// The folder.
        folder: String,
        /// The first field that differs.
        difference: String,
    },
    /// The folder holds something else.
    #[error(
        "{folder}: it contains `{found}`, which does not belong to this pack; nothing was changed"
    )]
    Foreign {
        /// The folder.
        folder: String,
        /// A file in it.
        found: String,
    },
    /// A run has begun the pack and not finished it.
    #[error("{folder}: the pack is unfinished; finish it first")]
    Unfinished {
        /// The folder.
        folder: String,
    },
    /// A pack that is not one.
    #[error("{file}: {problem}")]
    Malformed {
        /// The file.
        file: String,
        /// What is wrong.
        problem: String,
    },
    /// A level does not have exactly one solution.
    #[error("level {index} is not proved unique")]
    NotUnique {
        /// Its number.
        index: u64,
        /// What it is instead.
        verdict: Verdict,
    },
    /// The certificate of a level does not check.
    #[error("level {index}")]
    Certificate {
        /// Its number.
        index: u64,
        /// Why.
        #[source]
        error: CheckError,
    },
    /// More levels are a mistake.
    #[error("a pack has at most {MAX_COUNT} levels")]
    TooMany,
    /// Parts that are not parts of one pack.
    #[error("{0}")]
    Parts(String),
    /// A level cannot be made.
    #[error("level {index}")]
    Level {
        /// Its number.
        index: u64,
        /// Why.
        #[source]
        error: GenerateError,
    },
    /// Every attempt at a level is a level that the pack has already.
    #[error(
        "level {index}: {attempts} attempts all gave levels that the pack has already; there are \
         too few different levels with these parameters"
    )]
    Exhausted {
        /// Its number.
        index: u64,
        /// How many were made.
        attempts: u32,
    },
    /// A level cannot be proved.
    #[error("level {index}")]
    Search {
        /// Its number.
        index: u64,
        /// Why.
        #[source]
        error: ProveError,
    },
    /// The user wants an end.
    #[error("stopped")]
    Stopped(#[from] Limit),
    /// A level cannot be certified.
    #[error("level {index}")]
    Certify {
        /// Its number.
        index: u64,
        /// Why.
        #[source]
        error: CertifyError,
    },
}

impl From<JournalError> for PackError {
    fn from(error: JournalError) -> Self {
        match error.file_or_problem() {
            Ok(error) => Self::File(error),
            Err((file, problem)) => Self::Malformed { file, problem },
        }
    }
}

impl Blame for PackError {
    fn fault(&self) -> Fault {
        match self {
            Self::File(error) => error.fault(),
            Self::Other { .. }
            | Self::Foreign { .. }
            | Self::Unfinished { .. }
            | Self::Malformed { .. }
            | Self::Parts(_) => Fault::Input,
            Self::Exhausted { .. } | Self::TooMany => Fault::Usage,
            Self::NotUnique { .. } => Fault::Input,
            Self::Certificate { error, .. } => error.fault(),
            Self::Level { error, .. } => error.fault(),
            Self::Search { error, .. } => error.fault(),
            Self::Certify { error, .. } => error.fault(),
            Self::Stopped(limit) => Fault::Budget(*limit),
        }
    }
}

fn no_pack(folder: &Path) -> PackError {
    PackError::Parts(format!("{}: there is no finished pack", folder.display()))
}
