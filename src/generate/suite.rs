//! Suites for studies: how large their puzzles are.

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

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }
}
