//! One toy per kind of thing that can be added, written as the documents in `docs/how-to-add` say.

pub mod backend;
pub mod encoding;
pub mod family;
pub mod format;
