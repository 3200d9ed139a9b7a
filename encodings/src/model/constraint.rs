//! The closed list of constraints. Their meaning is in `eval.rs`, their text form in `text.rs`.

use std::fmt;
use std::ops::Not;
use std::sync::Arc;

use super::VarId;

/// The four arithmetic operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Op {
    /// `a + b`
    Add,
    /// `a − b`, which may be negative if the result's domain allows it.
    Sub,
    /// `a × b`
    Mul,
    /// `a ÷ b`, where `b` is not zero and the quotient is whole.
    Div,
}

impl Op {
    /// `a op b`, or `None` if that is not a whole number that fits.
    pub fn apply(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Op::Add => a.checked_add(b),
            Op::Sub => a.checked_sub(b),
            Op::Mul => a.checked_mul(b),
            Op::Div => (b != 0 && a.checked_rem(b)? == 0).then(|| a / b),
        }
    }
}

/// How a linear sum compares with its right-hand side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `≠`
    NotEqual,
    /// `≤`
    AtMost,
    /// `≥`
    AtLeast,
}

/// `var = value`, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Literal {
    /// The variable.
    pub var: VarId,
    /// The value, which need not be in the variable's domain.
    pub value: i64,
    /// False for `var ≠ value`.
    pub equal: bool,
}

impl Literal {
    /// `var = value`
    pub fn is(var: VarId, value: i64) -> Self {
        Self { var, value, equal: true }
    }
}

impl Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self { equal: !self.equal, ..self }
    }
}

/// A relation that is given by a program rather than by a formula, for what the rest of the list
/// cannot say in reasonable size. A solver that works on the model asks it; formulas refuse it.
pub trait Relation: fmt::Debug + Send + Sync {
    /// The relation as people would write it, with the names of its variables.
    fn text(&self, names: &[&str]) -> String;

    /// The rule that it comes from, as people wrote it.
    fn condition(&self) -> &str {
        ""
    }

    /// Whether the values, in the order of the constraint's variables, are related.
    fn holds(&self, values: &[i64]) -> bool;

    /// Removes values that are in no related combination: as many as it can see, none that is.
    ///
    /// # Errors
    ///
    /// If no combination is left.
    fn narrow(&self, _domains: &mut dyn Domains) -> Result<(), NoValue> {
        Ok(())
    }

    /// Whether [`Relation::narrow`] does anything. A solver then need not fix the answers first.
    fn narrows(&self) -> bool {
        false
    }
}

/// The possible values of a relation's variables, by position in its constraint.
pub trait Domains {
    /// How many values are left.
    fn size(&self, at: usize) -> u64;

    /// The least and the greatest value left.
    fn bounds(&self, at: usize) -> (i64, i64);

    /// Whether a value is left, as far as is known.
    fn contains(&self, at: usize, value: i64) -> bool;

    /// The values left, ascending; `None` where only bounds are known.
    fn values(&self, at: usize) -> Option<Vec<i64>>;

    /// Keeps these values, given ascending, or what is known of them.
    ///
    /// # Errors
    ///
    /// If none is left.
    fn keep(&mut self, at: usize, values: &[i64]) -> Result<(), NoValue>;

    /// Keeps the values between two bounds.
    ///
    /// # Errors
    ///
    /// If none is left.
    fn clip(&mut self, at: usize, low: i64, high: i64) -> Result<(), NoValue>;
}

/// A variable has no value left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoValue;

/// What every solution obeys.
#[derive(Clone, Debug)]
pub enum Constraint {
    /// `a op b = c`; division is exact and never by zero.
    Arithmetic {
        /// The operator.
        op: Op,
        /// Left operand.
        a: VarId,
        /// Right operand.
        b: VarId,
        /// Result.
        c: VarId,
    },
    /// The sum of coefficient times variable compares with the constant.
    Linear {
        /// Coefficients and variables; a variable may occur more than once.
        terms: Vec<(i64, VarId)>,
        /// The comparison.
        comparison: Comparison,
        /// The right-hand side.
        constant: i64,
    },
    /// No two of the variables are equal.
    AllDifferent(Vec<VarId>),
    /// Each listed value is taken by exactly this many of the variables, and no other value by any.
    Multiset {
        /// The variables.
        vars: Vec<VarId>,
        /// Values, ascending and each once, with their number.
        counts: Vec<(i64, usize)>,
    },
    /// The variables take the values of one of the rows.
    Table {
        /// The variables.
        vars: Vec<VarId>,
        /// The allowed rows, each as long as `vars`.
        rows: Vec<Vec<i64>>,
    },
    /// At least one of the literals is true.
    Clause(Vec<Literal>),
    /// The nodes whose variable is not `off` hang together through the edges. None or one such
    /// node hangs together.
    Connected {
        /// One variable per node.
        nodes: Vec<VarId>,
        /// Pairs of positions in `nodes`.
        edges: Vec<(usize, usize)>,
        /// The value of a node that is not there.
        off: i64,
    },
    /// A relation given by a program.
    Relation {
        /// The variables.
        vars: Vec<VarId>,
        /// The program.
        relation: Arc<dyn Relation>,
    },
}

impl Constraint {
    /// The variables that the constraint speaks of, in its own order, repetitions kept.
    pub fn vars(&self) -> Vec<VarId> {
        match self {
            Constraint::Arithmetic { a, b, c, .. } => vec![*a, *b, *c],
            Constraint::Linear { terms, .. } => terms.iter().map(|&(_, var)| var).collect(),
            Constraint::Clause(literals) => literals.iter().map(|l| l.var).collect(),
            Constraint::AllDifferent(vars)
            | Constraint::Multiset { vars, .. }
            | Constraint::Table { vars, .. }
            | Constraint::Connected { nodes: vars, .. }
            | Constraint::Relation { vars, .. } => vars.clone(),
        }
    }
}
