//! The toy backend: every assignment in order, and the evaluator asked about each.
//!
//! Answers come first, so that all assignments with the same answers follow one another. After a
//! solution the last answer moves on, and no answers are ever given twice. That is as simple as a
//! search can be, and as slow.

use xwc::solve::{Backend, Budget, Effort, Limit, Outcome, Solve, SolveError};
use xwc_encodings::{Domain, Formula, Model, VarId};

/// The name in commands and messages.
const NAME: &str = "in-order";

/// The entry for the list of backends.
pub const TOY_BACKEND: Backend = Backend {
    name: NAME,
    summary: "every assignment in order",
    version: "1",
    reads: None,
    baseline: false,
    feature: None,
    setup: None,
    solver: Some(start),
    refute: None,
};

fn start<'a>(
    model: &'a Model,
    _: Option<&'a Formula>,
    budget: Budget,
) -> Result<Box<dyn Solve + 'a>, SolveError> {
    if let Some(var) = model.variables().iter().find(|var| !var.domain.is_bounded()) {
        return Err(SolveError::Refused {
            backend: NAME,
            subject: format!("{} in {}", var.name, var.domain),
            reason: "it has no upper bound".to_string(),
        });
    }
    Ok(Box::new(ToySearch::new(model, budget)))
}

struct ToySearch<'a> {
    model: &'a Model,
    /// The answers, then all other variables. The last one changes first.
    order: Vec<VarId>,
    /// The assignment to look at next; `None` after the last one.
    next: Option<Vec<i64>>,
    budget: Budget,
    effort: Effort,
}

impl<'a> ToySearch<'a> {
    fn new(model: &'a Model, budget: Budget) -> Self {
        let mut order = model.answers().to_vec();
        order.extend(model.ids().filter(|var| !model.answers().contains(var)));
        // A variable without any value leaves nothing to look at.
        let next = model.ids().map(|var| model[var].domain.min()).collect();
        Self { model, order, next, budget, effort: Effort::default() }
    }

    /// Counts an assignment; says which budget, if any, does not allow it.
    fn spend(&mut self) -> Option<Limit> {
        if self.budget.nodes.is_some_and(|limit| self.effort.nodes >= limit) {
            return Some(Limit::Nodes);
        }
        self.effort.nodes += 1;
        self.budget.exceeded()
    }

    /// Moves on to the next assignment that differs in the first `n` variables of the order.
    fn move_on(&mut self, mut values: Vec<i64>, n: usize) {
        for (place, &var) in self.order.iter().enumerate().rev() {
            let domain = &self.model[var].domain;
            let next = if place < n { above(domain, values[var.index()]) } else { None };
            match next.or(domain.min()) {
                Some(value) => values[var.index()] = value,
                None => return,
            }
            if next.is_some() {
                self.next = Some(values);
                return;
            }
        }
    }
}

/// The least value of a domain that is greater than this one.
fn above(domain: &Domain, value: i64) -> Option<i64> {
    let &(low, _) = domain.ranges().iter().find(|&&(_, high)| high > value)?;
    Some(low.max(value + 1))
}

impl Solve for ToySearch<'_> {
    fn next(&mut self) -> Result<Outcome, SolveError> {
        while let Some(values) = self.next.take() {
            if let Some(limit) = self.spend() {
                return Ok(Outcome::Unknown(limit));
            }
            if self.model.holds(&values) {
                self.move_on(values.clone(), self.model.answers().len());
                return Ok(Outcome::Sat(values));
            }
            self.effort.conflicts += 1;
            self.move_on(values, self.order.len());
        }
        Ok(Outcome::Unsat)
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}
