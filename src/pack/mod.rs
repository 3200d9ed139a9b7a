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

pub use manifest::{MAX_COUNT, Manifest, PackOrder};
pub use merge::merge;
pub use read::{LoadedLevel, levels};
pub use verify::{LevelFault, Verification, Verified, verify};
pub use write::create;

use crate::certify::CertifyError;
use crate::families::AnyPuzzle;
use crate::generate::GenerateError;
use crate::journal::JournalError;
use crate::prove::ProveError;
use xwc_check::puzzle::ReadOptions;
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
pub type Progress<'a> = &'a mut dyn FnMut(u64, u64);

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
    /// The levels cannot be read or written, or another run is at work on them.
    #[error(transparent)]
    Journal(#[from] JournalError),
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

impl Blame for PackError {
    fn fault(&self) -> Fault {
        match self {
            Self::File(error) => error.fault(),
            Self::Journal(error) => error.fault(),
            Self::Other { .. }
            | Self::Foreign { .. }
            | Self::Unfinished { .. }
            | Self::Malformed { .. }
            | Self::Parts(_) => Fault::Input,
            Self::Exhausted { .. } => Fault::Usage,
            Self::Level { error, .. } => error.fault(),
            Self::Search { error, .. } => error.fault(),
            Self::Certify { error, .. } => error.fault(),
            Self::Stopped(limit) => Fault::Budget(*limit),
        }
    }
}

/// The first level of a finished pack: its index and its puzzle.
///
/// # Errors
///
/// If it cannot be read.
pub fn first_level(
    folder: &Path,
    options: &ReadOptions,
) -> Result<(u64, Box<dyn AnyPuzzle>), PackError> {
    let manifest = Manifest::read(folder)?.ok_or_else(|| no_pack(folder))?;
    let lines = lines::LevelLines::open(folder, manifest.order.range.0)?.read()?;
    let line = lines.ok_or_else(|| no_pack(folder))?;
    Ok((line.index, verify::read_level(&line, &manifest.order.family, options)?))
}

fn no_pack(folder: &Path) -> PackError {
    PackError::Parts(format!("{}: there is no finished pack", folder.display()))
}
