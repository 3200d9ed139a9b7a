//! One file per subcommand.

pub(crate) mod atlas;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod compile;
pub(crate) mod completions;
pub(crate) mod encodings;
mod export;
pub(crate) mod generate;
pub(crate) mod pack;
pub(crate) mod play;
pub(crate) mod prove;
pub(crate) mod schema;
pub(crate) mod show;
pub(crate) mod solve;
