//! One toy per kind of thing that can be added, written as the documents say.

pub mod encoding;
