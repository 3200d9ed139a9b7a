//! What a formula learns of relations: combinations of values that break one of them.
//!
//! A formula leaves out what only a program can say. When a candidate breaks it, the values that do so
//! become a lemma, a clause that follows from that one relation; values that play no part, as far as
//! trying all others can show, are left out of it.

use xwc_encodings::{Constraint, Formula, Model, Relation, VarId};

use crate::solve::{Backend, Budget, Limit, Outcome, SolveError, has_relations};
use xwc_check::certificate::{Provable, StatedLemma};
use xwc_check::lower::Lowered;
use xwc_check::puzzle::Solution;

/// Lemmas are made shorter as long as no more combinations have to be tried.
const MAX_TRIED: u64 = 300;

/// A formula that needs more is given up: a checker has to look at each.
const MAX_LEMMAS: usize = 20_000;

/// What is to be proved of a puzzle: that it has no solution but these.
pub(crate) struct Question<'a> {
    pub puzzle: &'a dyn Provable,
    pub lowered: &'a Lowered,
    pub solutions: &'a [Solution],
    pub budget: Budget,
}

impl Question<'_> {
    /// What a formula of the model has to learn of relations, so that it has no other solution; or the
    /// limit that was met.
    ///
    /// # Errors
    ///
    /// If the solver fails.
    pub(crate) fn lemmas(
        &self,
        formula: &Formula,
        backend: &Backend,
    ) -> Result<Result<Vec<StatedLemma>, Limit>, SolveError> {
        let (model, mut lemmas) = (&self.lowered.model, Vec::new());
        if !has_relations(model) {
            return Ok(Ok(lemmas));
        }
        let mut solver = backend.start(model, Some(formula), self.budget)?;
        while lemmas.len() < MAX_LEMMAS {
            match solver.next()? {
                Outcome::Unsat => return Ok(Ok(lemmas)),
                Outcome::Unknown(limit) => return Ok(Err(limit)),
                Outcome::Sat(assignment) if self.is_solution(&assignment) => {}
                Outcome::Sat(assignment) => {
                    // Of a condition that cannot be decided there is nothing to learn.
                    let Some((lemma, stated)) = self.lemma(&assignment) else {
                        return Ok(Err(self.budget.exceeded().unwrap_or(Limit::Solver)));
                    };
                    solver.exclude(&lemma.values);
                    lemmas.push(stated);
                }
            }
        }
        Ok(Err(Limit::Solver))
    }

    fn is_solution(&self, assignment: &[i64]) -> bool {
        let answers = self.lowered.model.answers().iter().map(|var| assignment[var.index()]);
        let found = Some(answers.collect());
        self.solutions.iter().any(|solution| self.lowered.answers(solution) == found)
    }

    /// A lemma that rules a candidate out, and that the rule evaluator accepts: short if it sees that,
    /// otherwise with all values that the relation speaks of.
    fn lemma(&self, assignment: &[i64]) -> Option<(Lemma, StatedLemma)> {
        let model = &self.lowered.model;
        for shorten in [true, false] {
            let lemma = first_broken(model, assignment, shorten)?;
            let named = |&(var, value): &(VarId, i64)| (model[var].name.clone(), value);
            let values = lemma.values.iter().map(named).collect();
            let stated = StatedLemma { condition: lemma.condition.clone(), values };
            if self.puzzle.check_lemma(&stated.condition, &stated.values, self.budget).is_ok() {
                return Some((lemma, stated));
            }
        }
        None
    }
}

/// Values that do not go together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lemma {
    /// The condition that they break.
    pub condition: String,
    /// The variables, in the order of the relation, and their values.
    pub values: Vec<(VarId, i64)>,
}

/// The first relation of a model that an assignment breaks, as a short lemma.
pub(crate) fn broken(model: &Model, assignment: &[i64]) -> Option<Lemma> {
    first_broken(model, assignment, true)
}

fn first_broken(model: &Model, assignment: &[i64], shorten: bool) -> Option<Lemma> {
    model.constraints().iter().find_map(|constraint| {
        let Constraint::Relation { vars, relation } = constraint else { return None };
        let values: Vec<i64> = vars.iter().map(|var| assignment[var.index()]).collect();
        if relation.holds(&values) {
            return None;
        }
        let open = match shorten {
            true => shortened(model, vars, &**relation, &values),
            false => vec![false; vars.len()],
        };
        let kept = vars.iter().zip(values).zip(open);
        let values =
            kept.filter(|(_, open)| !open).map(|((&var, value), _)| (var, value)).collect();
        Some(Lemma { condition: relation.condition().to_string(), values })
    })
}

/// Which of the values play no part in breaking a relation.
fn shortened(model: &Model, vars: &[VarId], relation: &dyn Relation, values: &[i64]) -> Vec<bool> {
    let mut open = vec![false; vars.len()];
    let mut combinations = 1u64;
    for i in 0..vars.len() {
        let size = model[vars[i]].domain.len();
        if combinations.saturating_mul(size) > MAX_TRIED {
            continue;
        }
        open[i] = true;
        if is_broken(model, vars, relation, &mut values.to_vec(), &open) {
            combinations *= size;
        } else {
            open[i] = false;
        }
    }
    open
}

/// Whether a relation is broken whatever the open values are.
fn is_broken(
    model: &Model,
    vars: &[VarId],
    relation: &dyn Relation,
    values: &mut Vec<i64>,
    open: &[bool],
) -> bool {
    let Some(next) = open.iter().position(|&open| open) else { return !relation.holds(values) };
    let mut rest = open.to_vec();
    rest[next] = false;
    let before = values[next];
    let broken = model[vars[next]].domain.iter().all(|value| {
        values[next] = value;
        is_broken(model, vars, relation, values, &rest)
    });
    values[next] = before;
    broken
}
