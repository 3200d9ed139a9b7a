//! Clues as trees: expressions, conditions, and the names that they speak of.

use num_bigint::BigInt;

use super::functions::{Function, Relation};
use super::types::Kind;

/// A number of the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Name {
    /// The value of the clue.
    This,
    /// What stands in the grid for the clue.
    GridThis,
    /// The value of an entry.
    Entry(usize),
    /// What stands in the grid.
    GridEntry(usize),
    Variable(usize),
}

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Power,
}

#[derive(Clone, Debug)]
pub(super) enum Expr {
    Literal(BigInt),
    Name(Name),
    Negative(Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `√x`
    Root(Box<Expr>),
    Factorial(Box<Expr>),
    Call(Function, Vec<Expr>),
    /// Some number of a type.
    Open(Box<Open>),
    /// `#entry`
    SomeEntry,
}

/// Some number of a type.
#[derive(Clone, Debug)]
pub(super) struct Open {
    pub kind: Kind,
    pub range: Range,
}

/// Between which ends members of a type are looked for.
#[derive(Clone, Debug)]
pub(super) enum Range {
    /// As the clue says: `low <= #type < high`, each end with whether it belongs to the range.
    Written { low: Option<(BigInt, bool)>, high: (BigInt, bool) },
    /// The clue says nothing. No member with a larger absolute value than this expression has can
    /// make the comparison true.
    Implied(Expr),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

#[derive(Clone, Debug)]
pub(super) enum Condition {
    /// `a < b <= c`: one operand more than signs.
    Chain(Vec<Expr>, Vec<Comparison>),
    /// `x in #type`, or `x not in #type` if the last is true.
    Member(Expr, Kind, bool),
    Relation(Relation, Vec<Expr>),
    And(Vec<Condition>),
    Or(Vec<Condition>),
    Not(Box<Condition>),
    /// An expression alone: `this` is equal to it.
    Bare(Expr),
    /// A type alone: `this` belongs to it.
    BareType(Kind),
}

impl Expr {
    pub(super) fn literal(value: impl Into<BigInt>) -> Self {
        Expr::Literal(value.into())
    }

    pub(super) fn binary(operator: Binary, left: Expr, right: Expr) -> Self {
        Expr::Binary(operator, Box::new(left), Box::new(right))
    }

    pub(super) fn abs(self) -> Self {
        Expr::Call(Function::Abs, vec![self])
    }

    /// The expressions directly below this one that are part of the clue.
    pub(super) fn children(&self) -> Vec<&Expr> {
        match self {
            Expr::Literal(_) | Expr::Name(_) | Expr::SomeEntry | Expr::Open(_) => Vec::new(),
            Expr::Negative(x) | Expr::Root(x) | Expr::Factorial(x) => vec![x],
            Expr::Binary(_, left, right) => vec![left, right],
            Expr::Call(_, arguments) => arguments.iter().collect(),
        }
    }

    /// Shows this expression and all below it.
    pub(super) fn visit<'a>(&'a self, look: &mut impl FnMut(&'a Expr)) {
        look(self);
        self.children().into_iter().for_each(|child| child.visit(look));
    }
}

impl Condition {
    /// Shows every expression of the condition.
    pub(super) fn visit<'a>(&'a self, look: &mut impl FnMut(&'a Expr)) {
        match self {
            Condition::Chain(operands, _) | Condition::Relation(_, operands) => {
                operands.iter().for_each(|operand| operand.visit(look));
            }
            Condition::Member(x, kind, _) => {
                x.visit(look);
                kind.argument().into_iter().for_each(|argument| argument.visit(look));
            }
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().for_each(|part| part.visit(look));
            }
            Condition::Not(part) => part.visit(look),
            Condition::Bare(x) => x.visit(look),
            Condition::BareType(kind) => {
                kind.argument().into_iter().for_each(|argument| argument.visit(look));
            }
        }
    }

    /// Whether an open type in it has no written bounds.
    pub(super) fn has_implied_range(&self) -> bool {
        let mut found = false;
        self.visit(&mut |expr| {
            found |= matches!(expr, Expr::Open(open) if matches!(open.range, Range::Implied(_)));
        });
        found
    }

    /// Whether a part of it speaks of `this` without saying so.
    pub(super) fn has_bare_part(&self) -> bool {
        match self {
            Condition::Bare(_) | Condition::BareType(_) => true,
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().any(Condition::has_bare_part)
            }
            Condition::Not(part) => part.has_bare_part(),
            _ => false,
        }
    }
}
