//! Level packs: many levels from one seed, in order, in one file.
//!
//! A pack is written once and never changed. Level i depends on seed, parameters, i and its attempt
//! alone, so any number of threads, any part of the range and any number of interruptions come to
//! the same bytes.

mod archive;
mod folder;
mod made;
mod manifest;
mod merge;
mod read;
mod verify;
mod write;

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use thiserror::Error;

pub use made::Line;
pub use manifest::{Manifest, Order};
pub use merge::merge;
pub use read::{Chosen, levels};
pub use verify::{Fault, Verified, verify};
pub use write::create;

use crate::certify::CertifyError;
use crate::generate::GenerateError;

/// What the pack is: parameters, counts and digests.
pub const MANIFEST: &str = "manifest.json";
/// One level a line.
pub const LEVELS: &str = "levels.jsonl";
/// The proofs, some hundred levels a file.
pub const CERTIFICATES: &str = "certificates";
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
    #[error("{file}: {error}")]
    File {
        /// Its path.
        file: String,
        /// What happened.
        error: io::Error,
    },
    /// The folder holds another pack.
    #[error("{folder}: it holds a pack of other parameters ({difference}); nothing was changed")]
    Other {
        /// The folder.
        folder: String,
        /// The first field that differs.
        difference: String,
    },
    /// The folder holds something else.
    #[error("{folder}: it holds `{found}`, which is no part of a pack; nothing was changed")]
    Foreign {
        /// The folder.
        folder: String,
        /// A file in it.
        found: String,
    },
    /// Another run is at work.
    #[error("{folder}: another run is at work on this pack")]
    Busy {
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
    #[error("level {index}: {error}")]
    Level {
        /// Its number.
        index: u64,
        /// Why.
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
    /// A level cannot be certified.
    #[error("level {index}: {error}")]
    Certify {
        /// Its number.
        index: u64,
        /// Why.
        error: CertifyError,
    },
}

/// The first level of a finished pack.
///
/// # Errors
///
/// If it cannot be read.
pub fn first_level(folder: &Path) -> Result<Line, PackError> {
    let path = folder.join(LEVELS);
    let mut text = String::new();
    let read = File::open(&path).and_then(|file| BufReader::new(file).read_line(&mut text));
    read.map_err(|error| in_file(&path, error))?;
    serde_json::from_str(&text).map_err(|error| PackError::Malformed {
        file: path.display().to_string(),
        problem: error.to_string(),
    })
}

fn in_file(path: &Path, error: io::Error) -> PackError {
    PackError::File { file: path.display().to_string(), error }
}
