//! What a formula learns of relations: combinations of values that break one of them.
//!
//! A formula leaves out what only a program can say. When a candidate breaks it, the values that do so
//! become a lemma, a clause that follows from that one relation; values that play no part, as far as
//! trying all others can show, are left out of it.

use xwc_encodings::{Constraint, Encoding, Model, Relation, VarId, Variants};

use crate::solve::{Backend, Budget, Limit, Outcome, SolveError};
use xwc_check::certificate::{StatedLemma, StatementError, encode};
use xwc_check::lower::Lowered;
use xwc_check::puzzle::Solution;

/// Lemmas are made shorter as long as no more combinations have to be tried.
const MAX_TRIED: u64 = 300;

/// A formula that needs more is given up: a checker has to look at each.
const MAX_LEMMAS: usize = 20_000;

/// Why there are no lemmas with which a formula says everything.
pub(crate) enum LemmaError {
    /// There is no formula.
    Statement(StatementError),
    /// The solver failed.
    Solve(SolveError),
    /// A limit was met.
    Unknown(Limit),
}

/// What a formula has to learn of the model's relations, so that it has no solution but the puzzle's.
pub(crate) fn of_formula(
    lowered: &Lowered,
    solution: Option<&Solution>,
    encoding: &dyn Encoding,
    backend: &Backend,
    budget: Budget,
) -> Result<Vec<StatedLemma>, LemmaError> {
    let (model, mut lemmas) = (&lowered.model, Vec::new());
    if !has_relations(model) {
        return Ok(lemmas);
    }
    let formula = encode(encoding, model, Variants::default(), budget);
    let formula = formula.map_err(LemmaError::Statement)?;
    let mut solver = backend.start(model, Some(&formula), budget).map_err(LemmaError::Solve)?;
    while lemmas.len() < MAX_LEMMAS {
        match solver.next().map_err(LemmaError::Solve)? {
            Outcome::Unsat => return Ok(lemmas),
            Outcome::Unknown(limit) => return Err(LemmaError::Unknown(limit)),
            Outcome::Sat(assignment) => {
                let Some(lemma) = broken(model, &assignment) else {
                    // Of a relation that cannot be decided there is nothing to learn.
                    let answers = model.answers().iter().map(|var| assignment[var.index()]);
                    let expected = solution.and_then(|solution| lowered.answers(solution));
                    if expected == Some(answers.collect()) {
                        continue;
                    }
                    return Err(LemmaError::Unknown(Limit::Solver));
                };
                solver.exclude(&lemma.values);
                let named = |&(var, value): &(VarId, i64)| (model[var].name.clone(), value);
                let values = lemma.values.iter().map(named).collect();
                lemmas.push(StatedLemma { condition: lemma.condition, values });
            }
        }
    }
    Err(LemmaError::Unknown(Limit::Solver))
}

/// Whether there is a relation that only a program can say.
pub(crate) fn has_relations(model: &Model) -> bool {
    model.constraints().iter().any(|one| matches!(one, Constraint::Relation { .. }))
}

/// Values that do not go together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lemma {
    /// The condition that they break.
    pub condition: String,
    /// The variables, in the order of the relation, and their values.
    pub values: Vec<(VarId, i64)>,
}

/// The first relation of a model that an assignment breaks, as a lemma.
pub(crate) fn broken(model: &Model, assignment: &[i64]) -> Option<Lemma> {
    model.constraints().iter().find_map(|constraint| {
        let Constraint::Relation { vars, relation } = constraint else { return None };
        let values: Vec<i64> = vars.iter().map(|var| assignment[var.index()]).collect();
        if relation.holds(&values) {
            return None;
        }
        let open = shortened(model, vars, &**relation, &values);
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
