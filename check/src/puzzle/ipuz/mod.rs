//! ipuz, the format of other crossword programs: crosswords of numbers are read from it.
//!
//! A file that we write (`src/render/ipuz.rs`) carries the puzzle once more, whole, in the field
//! `xwc:puzzle`, which the format leaves to programs; so nothing gets lost on the way. It is declared
//! volatile: a program that changes the file is asked to drop it. If the two disagree all the same, the
//! file is refused.

mod read;

pub use read::{Ipuz, is_ipuz};

/// The puzzle as we write it ourselves.
pub const OURS: &str = "xwc:puzzle";
