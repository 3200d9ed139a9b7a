//! What is true or false: literals of the model, joined by and, or, not.

use std::ops::Not;

use xwc_encodings::{Constraint, Domain, Literal, VarId};

use super::Closing;
use super::sum::Sum;

/// True, false, or whatever a literal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    Known(bool),
    If(Literal),
}

impl Not for Truth {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Known(known) => Self::Known(!known),
            Self::If(literal) => Self::If(!literal),
        }
    }
}

impl Closing<'_> {
    /// Requires it.
    pub(super) fn require(&mut self, truth: Truth) {
        match truth {
            Truth::Known(true) => {}
            Truth::Known(false) => self.model.require(Constraint::Clause(Vec::new())),
            Truth::If(literal) => self.model.require(Constraint::Clause(vec![literal])),
        }
    }

    /// One of them at least: required.
    pub(super) fn require_any(&mut self, parts: &[Truth]) {
        let mut literals = Vec::new();
        for part in parts {
            match part {
                Truth::Known(true) => return,
                Truth::Known(false) => {}
                Truth::If(literal) => literals.push(*literal),
            }
        }
        self.model.require(Constraint::Clause(literals));
    }

    /// Whether a variable has a value.
    pub(super) fn is(&self, var: VarId, value: i64) -> Truth {
        let domain = &self.model[var].domain;
        match domain.only() {
            Some(only) => Truth::Known(only == value),
            None if !domain.contains(value) => Truth::Known(false),
            None => Truth::If(Literal::is(var, value)),
        }
    }

    /// Whether all of them are true.
    pub(super) fn all(&mut self, parts: &[Truth]) -> Truth {
        let mut literals: Vec<Literal> = Vec::new();
        for part in parts {
            match part {
                Truth::Known(true) => {}
                Truth::Known(false) => return Truth::Known(false),
                Truth::If(literal) => literals.push(*literal),
            }
        }
        match literals[..] {
            [] => Truth::Known(true),
            [one] => Truth::If(one),
            _ => {
                let all = Literal::is(self.fresh("all", Domain::from(0..=1)), 1);
                for &literal in &literals {
                    self.model.require(Constraint::Clause(vec![!all, literal]));
                }
                let some_not = literals.iter().map(|&literal| !literal).chain([all]).collect();
                self.model.require(Constraint::Clause(some_not));
                Truth::If(all)
            }
        }
    }

    /// Whether one of them is true.
    pub(super) fn any(&mut self, parts: &[Truth]) -> Truth {
        let opposites: Vec<Truth> = parts.iter().map(|&part| !part).collect();
        !self.all(&opposites)
    }

    /// 1 if it is true, otherwise 0.
    pub(super) fn indicator(&mut self, truth: Truth) -> Sum {
        let literal = match truth {
            Truth::Known(known) => return Sum::constant(known.into()),
            Truth::If(literal) => literal,
        };
        if *self.model[literal.var].domain.ranges() == [(0, 1)]
            && literal.value == 1
            && literal.equal
        {
            return Sum::var(literal.var);
        }
        let key = (literal.var, literal.value, literal.equal);
        if let Some(&known) = self.indicators.get(&key) {
            return Sum::var(known);
        }
        let var = self.fresh("if", Domain::from(0..=1));
        self.indicators.insert(key, var);
        let is = Literal::is(var, 1);
        self.model.require(Constraint::Clause(vec![!is, literal]));
        self.model.require(Constraint::Clause(vec![is, !literal]));
        Sum::var(var)
    }
}
