//! Suites for studies: how large their puzzles are.

use std::fmt;
use std::str::FromStr;

/// How large the puzzles of a suite are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SuiteSize {
    /// Most solvers decide everything at once.
    Small,
    /// Solvers begin to differ.
    Medium,
    /// Most solvers give up.
    Large,
}

impl SuiteSize {
    /// Every size, the smallest first.
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];
}

impl fmt::Display for SuiteSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        })
    }
}

impl FromStr for SuiteSize {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let mut all = Self::ALL.into_iter();
        let found = all.find(|size| size.to_string() == name);
        found.ok_or_else(|| format!("no suite `{}`", name.escape_debug()))
    }
}
