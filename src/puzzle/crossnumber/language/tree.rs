//! The syntax tree of a condition: numbers in one list, each after its parts, and above them a
//! small tree of comparisons, memberships and relations.

use super::functions::{Function, Relation};
use super::number::Number;
use super::types::Type;

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

/// The operators between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
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

impl Operator {
    /// The value, if there is one.
    pub fn apply(self, a: &Number, b: &Number) -> Option<Number> {
        match self {
            Operator::Plus => a.plus(b),
            Operator::Minus => a.minus(b),
            Operator::Times => a.times(b),
            Operator::Over => a.over(b),
            Operator::Modulo => a.modulo(b),
            Operator::Power => a.power(b),
        }
    }
}

/// The comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
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

impl Comparison {
    /// Whether two numbers compare in this way.
    pub fn holds(self, a: &Number, b: &Number) -> bool {
        match self {
            Comparison::Equal => a == b,
            Comparison::NotEqual => a != b,
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
            Comparison::Greater => a > b,
            Comparison::AtLeast => a >= b,
        }
    }

    /// The comparison that holds of two numbers where this one does not.
    pub fn opposite(self) -> Self {
        match self {
            Comparison::Equal => Comparison::NotEqual,
            Comparison::NotEqual => Comparison::Equal,
            Comparison::Less => Comparison::AtLeast,
            Comparison::AtMost => Comparison::Greater,
            Comparison::Greater => Comparison::AtMost,
            Comparison::AtLeast => Comparison::Less,
        }
    }
}

/// A number, made of numbers that stand before it in the list.
#[derive(Clone, Debug)]
pub enum Node {
    /// A constant.
    Number(Number),
    /// A name.
    Ref(Ref),
    /// Some member of a type with these arguments.
    Member(Type, Vec<Id>),
    /// Some other entry.
    SomeEntry,
    /// Unary `-`
    Negative(Id),
    /// Two numbers and an operator.
    Binary(Operator, Id, Id),
    /// `√`
    Root(Id),
    /// `!`
    Factorial(Id),
    /// A function.
    Call(Function, Vec<Id>),
}

impl Node {
    /// The nodes that it is made of.
    pub fn parts(&self) -> Vec<Id> {
        match self {
            Node::Number(_) | Node::Ref(_) | Node::SomeEntry => Vec::new(),
            Node::Member(_, parts) | Node::Call(_, parts) => parts.clone(),
            Node::Negative(part) | Node::Root(part) | Node::Factorial(part) => vec![*part],
            Node::Binary(_, a, b) => vec![*a, *b],
        }
    }
}

/// What is claimed of the numbers.
#[derive(Clone, Debug)]
pub enum Condition {
    /// `a < b <= c …`
    Chain(Id, Vec<(Comparison, Id)>),
    /// `x not in #type`
    NotIn(Id, Type, Vec<Id>),
    /// `$multiple(a, b)` and its like
    Related(Relation, Vec<Id>),
    /// All of them.
    And(Vec<Condition>),
    /// One of them at least.
    Or(Vec<Condition>),
    /// Not this.
    Not(Box<Condition>),
}

/// A condition with the numbers that it speaks of.
#[derive(Clone, Debug)]
pub struct Statement {
    /// As it was written.
    pub text: String,
    /// Every number, after its parts.
    pub nodes: Vec<Node>,
    /// The claim.
    pub condition: Condition,
}

impl Statement {
    /// In how many ways its `#entry` can be chosen among so many entries, about.
    pub fn ways(&self, entries: usize) -> usize {
        let open = self.nodes.iter().filter(|node| matches!(node, Node::SomeEntry)).count();
        entries.saturating_pow(open as u32).max(1)
    }
}
