//! The constraint model: finite-domain integers, some of them answers, and a closed list of
//! constraints.
//!
//! Solutions are counted and blocked over the *answer* variables alone; the others are
//! intermediate values. A constant is a variable with a one-value domain, so that constraints
//! speak of variables only.

mod constraint;
mod domain;
mod eval;
mod text;

use std::collections::BTreeMap;
use std::ops::Index;

pub use constraint::{Comparison, Constraint, Domains, Literal, NoValue, Op, Relation};
pub use domain::Domain;

/// A variable of one model, by position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VarId(u32);

impl VarId {
    /// The position of the variable in its model.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable's name, which is for people, and the values it may take.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The name in text forms and comment maps, such as `r1c3`: one line of printable ASCII that is
    /// not too long, whatever the name was.
    pub name: String,
    /// The values that the variable may take.
    pub domain: Domain,
}

/// Variables, answers and constraints. `model[var]` is a variable's name and domain. The empty model,
/// `Model::default()`, has exactly one solution.
#[derive(Clone, Debug, Default)]
pub struct Model {
    variables: Vec<Variable>,
    answers: Vec<VarId>,
    constraints: Vec<Constraint>,
    constants: BTreeMap<i64, VarId>,
}

impl Model {
    /// Adds an intermediate variable.
    pub fn variable(&mut self, name: impl Into<String>, domain: Domain) -> VarId {
        let id = VarId(u32::try_from(self.variables.len()).expect("fewer than 2^32 variables"));
        self.variables.push(Variable { name: text::plain(&name.into()), domain });
        id
    }

    /// Adds an answer variable.
    pub fn answer(&mut self, name: impl Into<String>, domain: Domain) -> VarId {
        let id = self.variable(name, domain);
        self.answers.push(id);
        id
    }

    /// The variable that is always `value`; the same one for the same value.
    pub fn constant(&mut self, value: i64) -> VarId {
        if let Some(&id) = self.constants.get(&value) {
            return id;
        }
        let id = self.variable(format!("const({value})"), Domain::from(value));
        self.constants.insert(value, id);
        id
    }

    /// Adds a constraint that every solution obeys.
    pub fn require(&mut self, constraint: Constraint) {
        self.constraints.push(constraint);
    }

    /// Takes back everything that was added after there were this many variables and constraints. No
    /// answer may be among it.
    pub fn take_back(&mut self, variables: usize, constraints: usize) {
        self.variables.truncate(variables);
        self.constraints.truncate(constraints);
        self.constants.retain(|_, id| id.index() < variables);
    }

    /// The same variables and constraints with other domains, by position, and other answers.
    #[must_use]
    pub fn with(&self, domains: impl IntoIterator<Item = Domain>, answers: Vec<VarId>) -> Self {
        let mut model = Self { answers, ..self.clone() };
        for (variable, domain) in model.variables.iter_mut().zip(domains) {
            variable.domain = domain;
        }
        model
    }

    /// All variables, by position.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// The ids of all variables, in order.
    pub fn ids(&self) -> impl Iterator<Item = VarId> + use<> {
        (0..self.variables.len() as u32).map(VarId)
    }

    /// The answer variables, in the order in which they were added.
    pub fn answers(&self) -> &[VarId] {
        &self.answers
    }

    /// All constraints, in the order in which they were added.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }
}

impl Index<VarId> for Model {
    type Output = Variable;

    fn index(&self, id: VarId) -> &Variable {
        &self.variables[id.index()]
    }
}
