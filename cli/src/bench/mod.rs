//! What studies need of the machine: each run in a process of its own, and what the machine is. Studies
//! themselves are in the library.

mod child;
mod machine;

pub(crate) use self::child::run;
pub(crate) use self::machine::{here, peak_memory};
