//! Reads arithmetic and word grid puzzles, compiles their rules into constraints, and proves how
//! many solutions they have.

pub mod atlas;
pub mod certify;
pub mod dictionary;
pub mod families;
pub mod files;
pub mod formats;
pub mod generate;
pub mod journal;
mod judge;
pub mod justify;
pub mod pack;
pub mod play;
pub mod prove;
pub mod render;
pub mod report;
pub mod solve;
pub mod verdict;
pub mod view;
