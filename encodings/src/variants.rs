//! How a CNF encoding counts: the variants of at-most-one and of cardinality constraints.
//!
//! The defaults are what every formula used before there was a choice, and certificates are
//! written with them alone. What the variants are is in [`crate::parts::counting`].

use std::fmt;
use std::str::FromStr;

/// At most one of some literals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Amo {
    /// Pairwise for few literals, product for many.
    #[default]
    Auto,
    /// One clause per pair, no auxiliary literals.
    Pairwise,
    /// A ladder of auxiliary literals, one per step.
    Ladder,
    /// Rows and columns of a rectangle.
    Product,
    /// The binary number of the literal that is true.
    Bitwise,
    /// Groups of four, each with a commander.
    Commander,
    /// Groups of four, the group by its binary number.
    Bimander,
}

impl Amo {
    /// All variants, the default first.
    pub const ALL: [Amo; 7] = [
        Amo::Auto,
        Amo::Pairwise,
        Amo::Ladder,
        Amo::Product,
        Amo::Bitwise,
        Amo::Commander,
        Amo::Bimander,
    ];
}

impl fmt::Display for Amo {
    /// The name on the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Amo::Auto => "auto",
            Amo::Pairwise => "pairwise",
            Amo::Ladder => "ladder",
            Amo::Product => "product",
            Amo::Bitwise => "bitwise",
            Amo::Commander => "commander",
            Amo::Bimander => "bimander",
        })
    }
}

impl FromStr for Amo {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|one| one.to_string() == name).ok_or_else(|| unknown(name))
    }
}

/// Exactly this many of some literals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Card {
    /// Unary counters, merged in a balanced tree.
    #[default]
    Totalizer,
    /// One unary counter that goes from literal to literal.
    Sequential,
    /// A network of adders, the sum as a binary number.
    Adder,
}

impl Card {
    /// All variants, the default first.
    pub const ALL: [Card; 3] = [Card::Totalizer, Card::Sequential, Card::Adder];
}

impl fmt::Display for Card {
    /// The name on the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Card::Totalizer => "totalizer",
            Card::Sequential => "sequential",
            Card::Adder => "adder",
        })
    }
}

impl FromStr for Card {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|one| one.to_string() == name).ok_or_else(|| unknown(name))
    }
}

fn unknown(name: &str) -> String {
    format!("no variant `{}`", name.escape_debug())
}

/// One choice of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variants {
    /// At most one.
    pub amo: Amo,
    /// Exactly this many.
    pub card: Card,
}
