//! The toy family: what would be a folder in `check/src/families` and one in `src/families`.

pub mod check;
mod library;
