//! The syntax tree of a condition: numbers in one list, each after its parts, and above them a
//! small tree of claims joined by and, or, not.

use std::ops::Range;

use num_bigint::BigInt;

use super::vocabulary::{Function, NumberRelation, Type};

/// The position of a node in its list.
pub type Id = usize;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ref {
    /// The value of an entry's clue.
    Value(usize),
    /// What stands in the grid at an entry.
    Grid(usize),
    /// A variable.
    Variable(usize),
    /// The digit in a cell.
    Cell(usize),
    /// The value of the clue at hand.
    This,
    /// What stands in the grid at the clue at hand.
    GridThis,
}

impl Ref {
    /// The name with `this` bound to an entry, if there is one.
    #[must_use]
    pub fn bound(self, this: Option<usize>) -> Self {
        match (self, this) {
            (Ref::This, Some(entry)) => Ref::Value(entry),
            (Ref::GridThis, Some(entry)) => Ref::Grid(entry),
            _ => self,
        }
    }
}

/// The operators between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClueOperator {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`, or nothing
    Times,
    /// `/`
    Over,
    /// `%`
    Modulo,
    /// `^`
    Power,
}

/// The comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClueComparison {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl ClueComparison {
    /// Whether two numbers compare in this way.
    pub fn holds<T: Ord>(self, a: &T, b: &T) -> bool {
        match self {
            ClueComparison::Equal => a == b,
            ClueComparison::NotEqual => a != b,
            ClueComparison::Less => a < b,
            ClueComparison::AtMost => a <= b,
            ClueComparison::Greater => a > b,
            ClueComparison::AtLeast => a >= b,
        }
    }

    /// The comparison of the same two numbers in the other order.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self {
            ClueComparison::Equal | ClueComparison::NotEqual => self,
            ClueComparison::Less => ClueComparison::Greater,
            ClueComparison::AtMost => ClueComparison::AtLeast,
            ClueComparison::Greater => ClueComparison::Less,
            ClueComparison::AtLeast => ClueComparison::AtMost,
        }
    }

    /// The comparison that holds of two numbers where this one does not.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            ClueComparison::Equal => ClueComparison::NotEqual,
            ClueComparison::NotEqual => ClueComparison::Equal,
            ClueComparison::Less => ClueComparison::AtLeast,
            ClueComparison::AtMost => ClueComparison::Greater,
            ClueComparison::Greater => ClueComparison::AtMost,
            ClueComparison::AtLeast => ClueComparison::Less,
        }
    }
}

/// Some number of a type: an *open type*.
#[derive(Clone, Debug)]
pub struct Member {
    /// The type.
    pub kind: Type,
    /// The type's arguments.
    pub arguments: Vec<Id>,
    /// How the number compares with constants, in `(8 <= #cube < 100)`. They may stand behind the
    /// member in the list.
    pub bounds: Vec<(ClueComparison, Id)>,
    /// The column where it is written, counted from 1.
    pub column: usize,
}

/// A number, made of numbers that stand before it in the list.
#[derive(Clone, Debug)]
pub enum Node {
    /// A constant.
    Number(BigInt),
    /// A name.
    Ref(Ref),
    /// Some number of a type.
    Member(Member),
    /// Some other entry.
    SomeEntry,
    /// Unary `-`
    Negative(Id),
    /// Two numbers and an operator.
    Binary(ClueOperator, Id, Id),
    /// `√`
    Root(Id),
    /// `!`
    Factorial(Id),
    /// A function.
    Call(Function, Vec<Id>),
}

impl Node {
    /// The nodes that it is computed from.
    pub fn parts(&self) -> Vec<Id> {
        match self {
            Node::Number(_) | Node::Ref(_) | Node::Member(_) | Node::SomeEntry => Vec::new(),
            Node::Negative(a) | Node::Root(a) | Node::Factorial(a) => vec![*a],
            Node::Binary(_, a, b) => vec![*a, *b],
            Node::Call(_, arguments) => arguments.clone(),
        }
    }
}

/// One comparison, membership or relation: the smallest thing that is true or false. Members and
/// entries that it leaves open are chosen for it alone.
#[derive(Clone, Debug)]
pub struct ClueClaim {
    /// The numbers that it is about, and all that they are made of.
    pub nodes: Range<Id>,
    /// What is said of them.
    pub kind: ClaimKind,
}

/// What is said of numbers.
#[derive(Clone, Debug)]
pub enum ClaimKind {
    /// `a < b <= c …`; `x in #type` is `x = #type`.
    Chain(Id, Vec<(ClueComparison, Id)>),
    /// `$multiple(a, b)` and its like
    Related(NumberRelation, Vec<Id>),
}

/// Claims joined by and, or, not.
#[derive(Clone, Debug)]
pub enum Condition {
    /// A single claim.
    Claim(ClueClaim),
    /// All of them.
    And(Vec<Condition>),
    /// One of them at least.
    Or(Vec<Condition>),
    /// Not this.
    Not(Box<Condition>),
}

impl Condition {
    /// Every claim, in order.
    pub fn claims(&self) -> Vec<&ClueClaim> {
        match self {
            Condition::Claim(claim) => vec![claim],
            Condition::And(all) | Condition::Or(all) => {
                all.iter().flat_map(Condition::claims).collect()
            }
            Condition::Not(part) => part.claims(),
        }
    }
}

/// A condition with the numbers that it speaks of.
#[derive(Clone, Debug)]
pub struct Statement {
    /// As it was written.
    pub text: String,
    /// Every number, after its parts.
    pub nodes: Vec<Node>,
    /// The claims.
    pub condition: Condition,
}

impl Statement {
    /// How many `#entry` a claim leaves open.
    pub fn open_entries(&self, claim: &ClueClaim) -> usize {
        let nodes = &self.nodes[claim.nodes.clone()];
        nodes.iter().filter(|node| matches!(node, Node::SomeEntry)).count()
    }

    /// The members that a claim leaves open, with their place in the list.
    pub fn open_members<'a>(
        &'a self,
        claim: &ClueClaim,
    ) -> impl Iterator<Item = (Id, &'a Member)> + use<'a> {
        let range = claim.nodes.clone();
        range.clone().zip(&self.nodes[range]).filter_map(|(id, node)| match node {
            Node::Member(member) => Some((id, member)),
            _ => None,
        })
    }

    /// In how many ways the `#entry` of its claims can be chosen among this many entries, at most.
    pub fn ways(&self, entries: usize) -> usize {
        let ways =
            |claim: &ClueClaim| entries.max(1).saturating_pow(self.open_entries(claim) as u32);
        self.condition.claims().into_iter().map(ways).fold(0, usize::saturating_add)
    }
}
