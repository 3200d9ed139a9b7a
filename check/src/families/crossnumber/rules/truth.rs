//! Three-valued truth. `False` means proved false, under `not` as well; who cannot tell says
//! `Undecided`, and why.

use std::fmt;
use std::ops::Not;

use super::super::language::Type;

/// Numerators and denominators have no more digits.
pub(crate) const MAX_DIGITS: u32 = 5_000;

/// Why something is not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A number has too many digits.
    Size,
    /// The prime factors of a number were not found.
    Factors,
    /// Neither a factor of a number nor a proof that it is prime was found.
    Prime,
    /// A number is too large for the sieve of lucky numbers.
    Lucky,
    /// An open type has too many members to try them all.
    Members(Type),
    /// Asking would take too long.
    Effort,
    /// Something is not filled in yet.
    Blank,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Size => write!(f, "a number has more than {MAX_DIGITS} digits"),
            Reason::Factors => f.write_str("a number is too large to be factored"),
            Reason::Prime => f.write_str("whether a large number is prime was not found out"),
            Reason::Lucky => f.write_str("a number is too large for the sieve of lucky numbers"),
            Reason::Members(kind) => {
                write!(f, "`#{}` has too many members to try here", kind.name())
            }
            Reason::Effort => f.write_str("the conditions take too long to be asked"),
            Reason::Blank => f.write_str("something is not filled in"),
        }
    }
}

/// Whether something is true, as far as can be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It is true.
    True,
    /// It is proved to be false.
    False,
    /// It was not found out.
    Undecided(Reason),
}

impl Truth {
    /// True or false.
    pub fn of(truth: bool) -> Self {
        if truth { Truth::True } else { Truth::False }
    }

    /// Whether all are true: false if one is false, whatever is undecided.
    pub fn all(truths: impl IntoIterator<Item = Truth>) -> Self {
        !Self::any(truths.into_iter().map(Truth::not))
    }

    /// Whether one is true: true if one is, whatever is undecided.
    pub fn any(truths: impl IntoIterator<Item = Truth>) -> Self {
        let mut result = Truth::False;
        for truth in truths {
            match truth {
                Truth::True => return Truth::True,
                Truth::Undecided(_) if result == Truth::False => result = truth,
                _ => {}
            }
        }
        result
    }
}

/// True becomes false and false true; what is undecided stays so.
impl Not for Truth {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            undecided => undecided,
        }
    }
}

impl From<Result<bool, Reason>> for Truth {
    fn from(result: Result<bool, Reason>) -> Self {
        result.map_or_else(Truth::Undecided, Truth::of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_undecided_never_becomes_an_answer() {
        let open = Truth::Undecided(Reason::Size);
        assert_eq!(!open, open);
        assert_eq!(Truth::any([Truth::False, open, Truth::True]), Truth::True);
        assert_eq!(Truth::any([Truth::False, open]), open);
        assert_eq!(Truth::all([Truth::True, open, Truth::False]), Truth::False);
        assert_eq!(Truth::all([open, Truth::True]), open);
        assert_eq!((Truth::any([]), Truth::all([])), (Truth::False, Truth::True));
    }
}
