//! Propagation and search on the model itself, with no formula in between.
//!
//! Depth-first: choose a variable, answers first, with few values where conflicts have been many;
//! try its first value, then forbid it. Between two choices all propagators run until nothing
//! changes. After a solution, choices that are not about answers are dropped, so that each
//! combination of answers comes once. A model with relations that narrow domains is different: there
//! other variables may be what everything depends on, so that any variable may come first, and
//! answers that have been given are remembered.
//!
//! Most puzzles are done after a few branches. Those that are not start again from the root, once:
//! what conflicts have taught about the variables' weights is kept, and every single value is
//! tried and, if it fails at once, forbidden (`shave.rs`). From then on a pool that cannot be used up
//! makes nobody heavier: it concerns all cells alike, and would only hide which equations are hard.
//!
//! References: Boussemart et al., "Boosting systematic search by weighting constraints", ECAI 2004;
//! Debruyne and Bessière, "Some practicable filtering techniques for the constraint satisfaction
//! problem", IJCAI 1997 (singleton consistency); the propagators' own files.

mod arithmetic;
mod build;
mod counting;
mod incremental;
mod linear;
mod logic;
mod narrow;
mod place_value;
mod propagate;
mod shave;
mod store;
mod sum;
mod table;
mod universe;

pub(crate) use incremental::{IncrementalSearch, SearchFigures};
pub use shave::narrow;

use xwc_encodings::{Constraint, Formula, Literal, Model, VarId};

use self::logic::Clause;
use self::narrow::{Fresh, Given};
use self::propagate::Engine;
use self::store::{Step, Store, Var};
use super::{Budget, Effort, Limit, Outcome, Solve, SolveError};

/// The clock is looked at once per this many branches.
const CLOCK_INTERVAL: u64 = 64;

/// After this many branches the search starts again, with what it has learnt.
const FIRST_TRY: u64 = 30;

/// Unless it has found more solutions than this, which then would have to be blocked one by one.
const MAX_BLOCKED: usize = 16;

pub(super) fn start<'a>(
    model: &'a Model,
    _: Option<&'a Formula>,
    budget: Budget,
) -> Result<Box<dyn Solve + 'a>, SolveError> {
    if let Some(var) = model.variables().iter().find(|var| !var.domain.is_bounded()) {
        return Err(SolveError::Refused {
            backend: "native",
            subject: format!("{} in {}", var.name, var.domain),
            reason: "it has no upper bound, which only the backend z3 can do without".to_string(),
        });
    }
    Ok(Box::new(NativeSearch::new(model, budget)))
}

/// A branch that was taken: a set lost all values but one, an interval its upper part.
struct Branch {
    var: Var,
    value: i64,
    answer: bool,
}

/// Where the search stands between two solutions.
#[derive(PartialEq, Eq)]
enum SearchState {
    /// Nothing has been concluded yet.
    Fresh,
    /// The last solution is still in the store.
    AtSolution,
    /// A budget ran out between two branches.
    Paused,
    /// There are no more solutions.
    Done,
}

struct NativeSearch<'a> {
    model: &'a Model,
    /// `None` if a domain is empty.
    parts: Option<(Store, Engine)>,
    /// Answers first, then the other variables.
    order: Vec<Var>,
    choices: Vec<Branch>,
    state: SearchState,
    /// Whether answers need not come first; then those that were given are here.
    given: Option<Given>,
    /// Solutions of the first try, in case there is a second.
    found: Vec<Vec<i64>>,
    first_try: bool,
    /// The number of branches after which the search starts again.
    next_try: u64,
    budget: Budget,
    effort: Effort,
}

impl<'a> NativeSearch<'a> {
    fn new(model: &'a Model, budget: Budget) -> Self {
        let mut is_answer = vec![false; model.variables().len()];
        for var in model.answers() {
            is_answer[var.index()] = true;
        }
        let answers = model.answers().iter().map(|var| var.index());
        let others = (0..is_answer.len()).filter(|&var| !is_answer[var]);
        let narrows = |one: &Constraint| matches!(one, Constraint::Relation { relation, .. } if relation.narrows());
        let given = model.constraints().iter().any(narrows).then(Given::default);
        let mut parts = build::build(model);
        if let Some((_, engine)) = &mut parts {
            engine.guard(budget);
        }
        if let (Some(given), Some((_, engine))) = (&given, &mut parts) {
            let answers = answers.clone().collect();
            engine.add(Box::new(Fresh::new(answers, given.clone())));
        }
        Self {
            model,
            parts,
            given,
            order: answers.chain(others).collect(),
            choices: Vec::new(),
            state: SearchState::Fresh,
            found: Vec::new(),
            first_try: true,
            next_try: FIRST_TRY,
            budget,
            effort: Effort::default(),
        }
    }

    /// The next variable to branch on, and whether it is an answer; nothing at a solution.
    fn choose(&self, store: &Store, engine: &Engine) -> Option<(Var, bool)> {
        let (answers, others) = self.order.split_at(self.model.answers().len());
        if self.given.is_some() {
            // Answers follow from the rest more often than the other way round; but halving a large
            // interval says little.
            let listed = others.iter().copied().filter(|&var| store.is_set(var));
            let choice = hardest(store, engine, listed).map(|var| (var, false));
            let choice = choice
                .or_else(|| hardest(store, engine, answers.iter().copied()).map(|var| (var, true)));
            return choice.or_else(|| {
                hardest(store, engine, others.iter().copied()).map(|var| (var, false))
            });
        }
        let answer = hardest(store, engine, answers.iter().copied()).map(|var| (var, true));
        answer.or_else(|| hardest(store, engine, others.iter().copied()).map(|var| (var, false)))
    }

    /// Takes back choices until one of them can be turned around; false if none can.
    fn backtrack(&mut self, store: &mut Store, engine: &mut Engine) -> bool {
        while let Some(choice) = self.choices.pop() {
            store.pop();
            let turned = turn(store, &choice).and_then(|()| engine.run(store));
            if turned.is_ok() {
                return true;
            }
            self.effort.conflicts += 1;
        }
        false
    }

    /// Leaves the last solution for good; false if there is nothing beyond it.
    fn leave(&mut self, store: &mut Store, engine: &mut Engine) -> bool {
        if self.given.is_some() {
            while let Some(choice) = self.choices.pop() {
                store.pop();
                // Below a level with all answers fixed there are no others.
                if self.answers_are_fixed(store) {
                    continue;
                }
                if turn(store, &choice).and_then(|()| engine.run(store)).is_ok() {
                    return true;
                }
                self.effort.conflicts += 1;
            }
            return false;
        }
        while self.choices.pop_if(|choice| !choice.answer).is_some() {
            store.pop();
        }
        self.backtrack(store, engine)
    }

    fn search(&mut self, store: &mut Store, engine: &mut Engine) -> Outcome {
        let alive = match self.state {
            SearchState::Fresh => engine.run(store).is_ok(),
            SearchState::AtSolution => self.leave(store, engine),
            SearchState::Paused => true,
            SearchState::Done => false,
        };
        self.state = SearchState::Done;
        if !alive {
            return Outcome::Unsat;
        }
        loop {
            if let Some(limit) = engine.stopped() {
                return Outcome::Unknown(limit);
            }
            let Some((var, answer)) = self.choose(store, engine) else {
                // With every variable fixed, what is left to do is only to look.
                if !engine.is_lagging() {
                    break;
                }
                if engine.run(store).is_err() && !self.backtrack(store, engine) {
                    return Outcome::Unsat;
                }
                continue;
            };
            if self.effort.nodes >= self.next_try {
                // With what has been given remembered, starting again loses nothing, and it may be
                // done now and then.
                self.next_try = match &self.given {
                    Some(_) => 2 * self.effort.nodes + FIRST_TRY,
                    None => u64::MAX,
                };
                if self.found.len() <= MAX_BLOCKED {
                    if self.start_again(store, engine).is_err() {
                        return Outcome::Unsat;
                    }
                    continue;
                }
            }
            if let Some(limit) = self.spend(engine) {
                self.state = SearchState::Paused;
                return Outcome::Unknown(limit);
            }
            let low = store.min(var);
            let value = if store.is_set(var) { low } else { middle(low, store.max(var)) };
            let choice = Branch { var, value, answer };
            store.push();
            let taken = take(store, &choice).and_then(|()| engine.run(store));
            self.choices.push(choice);
            if taken.is_err() {
                self.effort.conflicts += 1;
                if !self.backtrack(store, engine) {
                    return Outcome::Unsat;
                }
            }
        }
        self.state = SearchState::AtSolution;
        let assignment = self.assignment(store);
        if let Some(given) = &self.given {
            let answers = self.model.answers().iter().map(|var| assignment[var.index()]);
            given.borrow_mut().insert(answers.collect());
        } else if self.first_try && self.found.len() <= MAX_BLOCKED {
            self.found.push(assignment.clone());
        }
        Outcome::Sat(assignment)
    }

    /// Counts a branch; says which budget, if any, does not allow it.
    fn spend(&mut self, engine: &Engine) -> Option<Limit> {
        if self.budget.nodes.is_some_and(|limit| self.effort.nodes >= limit) {
            return Some(Limit::Nodes);
        }
        let is_time = self.effort.nodes.is_multiple_of(CLOCK_INTERVAL);
        if is_time {
            self.budget.report(CLOCK_INTERVAL);
        }
        let look = engine.is_lagging() || is_time;
        let limit = look.then(|| self.budget.exceeded()).flatten();
        self.effort.nodes += 1;
        limit
    }

    /// Back to the root, with the solutions so far blocked and hopeless values removed.
    fn start_again(&mut self, store: &mut Store, engine: &mut Engine) -> Step {
        while self.choices.pop().is_some() {
            store.pop();
        }
        for assignment in std::mem::take(&mut self.found) {
            let differs = |var: &VarId| !Literal::is(*var, assignment[var.index()]);
            let literals = self.model.answers().iter().map(differs).collect();
            engine.add(Box::new(Clause::new(literals)));
        }
        engine.run(store)?;
        // Relations that narrow domains are costly to ask, so trying every value does not pay.
        if !std::mem::take(&mut self.first_try) || self.given.is_some() {
            return Ok(());
        }
        engine.blame_pools(false);
        shave::shave(store, engine, |engine| self.spend(engine).is_none())
    }

    fn answers_are_fixed(&self, store: &Store) -> bool {
        self.model.answers().iter().all(|var| store.is_fixed(var.index()))
    }

    fn assignment(&self, store: &Store) -> Vec<i64> {
        (0..self.model.variables().len()).map(|var| store.min(var)).collect()
    }
}

/// The open variable with the least size per weight; `None` if all are fixed.
fn hardest(store: &Store, engine: &Engine, vars: impl Iterator<Item = Var>) -> Option<Var> {
    let open = vars.filter(|&var| !store.is_fixed(var));
    let measured = open.map(|var| (store.size(var), u64::from(engine.weights[var]), var));
    // Compare size × the other's weight, without fractions.
    let hardest = measured.reduce(|best, next| {
        let (left, right) =
            (u128::from(next.0) * u128::from(best.1), u128::from(best.0) * u128::from(next.1));
        if left < right { next } else { best }
    });
    hardest.map(|(_, _, var)| var)
}

/// Halfway, rounded down, so that the upper part is never empty.
fn middle(low: i64, high: i64) -> i64 {
    (i128::from(low) + i128::from(high)).div_euclid(2) as i64
}

fn take(store: &mut Store, choice: &Branch) -> Step {
    if store.is_set(choice.var) {
        store.fix(choice.var, choice.value)
    } else {
        store.at_most(choice.var, choice.value)
    }
}

fn turn(store: &mut Store, choice: &Branch) -> Step {
    if store.is_set(choice.var) {
        store.remove(choice.var, choice.value)
    } else {
        store.at_least(choice.var, choice.value + 1)
    }
}

impl Solve for NativeSearch<'_> {
    fn next(&mut self) -> Result<Outcome, SolveError> {
        let Some((mut store, mut engine)) = self.parts.take() else { return Ok(Outcome::Unsat) };
        let outcome = self.search(&mut store, &mut engine);
        self.effort.propagations = Some(engine.runs);
        self.parts = Some((store, engine));
        Ok(outcome)
    }

    fn resume(&mut self, budget: Budget) -> bool {
        self.budget = budget;
        self.state == SearchState::Paused
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}
