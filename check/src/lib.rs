//! All that a verdict rests on: reading a puzzle, its rules, the same rules as constraints, and the
//! checker of certificates.
//!
//! Nothing here solves, searches, draws or generates, and no other crate of the project is imported but
//! the encodings. The one exception is named in `ARCHITECTURE.md`: the lowering of crossnumbers presolves.

pub mod certificate;
pub mod families;
pub mod lower;
pub mod plain;
pub mod program;
pub mod puzzle;
pub mod support;
