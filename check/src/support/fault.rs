//! Whose fault an error is: what a caller may do about it, whatever the words say.

use std::io;

use crate::support::budget::Limit;

/// Whose fault an error is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The request makes no sense, or cannot be met.
    Usage,
    /// This build lacks a part that the feature of this name adds.
    NotBuiltIn(&'static str),
    /// A puzzle, pack, word list or other file is malformed, or cannot be read or written.
    Input,
    /// A budget ran out before the answer was known.
    Budget(Limit),
    /// A certificate does not prove what it claims.
    Certificate,
    /// This program, its solvers or its machine failed.
    Defect,
}

/// An error that knows whose fault it is.
pub trait Blame: std::error::Error {
    /// Whose fault it is.
    fn fault(&self) -> Fault;
}

impl Blame for Limit {
    fn fault(&self) -> Fault {
        Fault::Budget(*self)
    }
}

/// What is written as JSON is our own; what is read has errors of its own.
impl Blame for serde_json::Error {
    fn fault(&self) -> Fault {
        Fault::Defect
    }
}

/// Files that somebody named have an error of their own; the rest is the standard streams.
impl Blame for io::Error {
    fn fault(&self) -> Fault {
        Fault::Defect
    }
}
