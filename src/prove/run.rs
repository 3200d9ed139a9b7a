//! One solver at work on one form of a puzzle. Every candidate is put before the rule evaluator, which
//! has the last word.

use tracing::field::Empty;
use tracing::info_span;
use xwc_encodings::{Domain, Formula, Model, VarId};

use super::{ProveError, SearchOptions, SearchOutcome};
use crate::lemma::broken;
use crate::solve::{self, Attempt, Budget, Limit, Outcome, Solve, has_relations};
use crate::verdict::SearchResult;
use xwc_check::certificate::Provable;
use xwc_check::lower::Lowered;
use xwc_check::puzzle::{Rejection, Solution};

/// After this many candidates that are undecided, the search for decided ones is given up.
const MAX_UNDECIDED: u64 = 200;

/// A search that can be paused.
pub(super) struct Run<'a> {
    puzzle: &'a dyn Provable,
    lowered: &'a Lowered,
    attempt: &'a Attempt,
    options: SearchOptions<'a>,
    size: (usize, usize),
    solver: Box<dyn Solve + 'a>,
    found: SearchResult,
    undecided: u64,
    last: Option<Solution>,
    only: Option<Vec<i64>>,
}

/// The limits of an attempt: its own, and those of the whole search.
fn limits(attempt: &Attempt, budget: Budget) -> Budget {
    let least = |one: Option<u64>, two: Option<u64>| one.into_iter().chain(two).min();
    let nodes = least(budget.nodes, attempt.nodes);
    Budget { nodes, conflicts: least(budget.conflicts, attempt.conflicts), ..budget }
}

impl<'a> Run<'a> {
    /// Begins an attempt on a model of the puzzle, or on a formula of that model.
    pub(super) fn new(
        (puzzle, lowered): (&'a dyn Provable, &'a Lowered),
        (model, formula): (&'a Model, Option<&'a Formula>),
        attempt: &'a Attempt,
        options: SearchOptions<'a>,
    ) -> Result<Self, ProveError> {
        let size = match formula {
            Some(formula) => formula.size(),
            None => (model.variables().len(), model.constraints().len()),
        };
        let solver = attempt.backend.start(model, formula, limits(attempt, options.budget))?;
        let (found, last, only) = Default::default();
        Ok(Self {
            puzzle,
            lowered,
            attempt,
            options,
            size,
            solver,
            found,
            undecided: 0,
            last,
            only,
        })
    }

    /// Whether another attempt can go on where this one has paused.
    pub(super) fn leads_to(&self, attempt: &Attempt, lowered: &Lowered) -> bool {
        let same = self.attempt.backend.name == attempt.backend.name;
        same && attempt.encoding.is_none() && std::ptr::eq(self.lowered, lowered)
    }

    /// Goes on with the limits of another attempt; false if the solver cannot.
    pub(super) fn resume(&mut self, attempt: &'a Attempt) -> bool {
        self.attempt = attempt;
        self.found.limit = None;
        self.solver.resume(limits(attempt, self.options.budget))
    }

    /// Looks for solutions until the solver has nothing more to say, or a limit is passed.
    pub(super) fn go_on(&mut self) -> Result<SearchOutcome, ProveError> {
        let backend = self.attempt.backend.name;
        let span =
            info_span!("solve", backend, solutions = Empty, conflicts = Empty, nodes = Empty);
        let _entered = span.enter();
        while self.next()? {}
        let effort = self.solver.effort();
        span.record("solutions", self.found.count);
        span.record("conflicts", effort.conflicts);
        span.record("nodes", effort.nodes);
        let found = self.found.clone();
        let unique = found.complete && found.count == 1 && self.options.settle_unknowns;
        let (puzzle, lowered, budget) = (self.puzzle, self.lowered, self.options.budget);
        let undetermined = match &self.only {
            Some(only) if unique && !lowered.unknowns.is_empty() => {
                Some(undetermined(puzzle, lowered, only, budget)?)
            }
            _ => None,
        };
        Ok(SearchOutcome {
            undetermined,
            ..SearchOutcome::new(self.attempt, found, self.size, effort)
        })
    }

    /// Takes the next candidate; false if that is all.
    fn next(&mut self) -> Result<bool, ProveError> {
        // Candidates that are not accepted may be many.
        if let Some(limit) = self.options.budget.exceeded() {
            self.found.limit = Some(limit);
        }
        let outcome = match self.found.limit {
            Some(limit) => Outcome::Unknown(limit),
            None => self.solver.next()?,
        };
        match outcome {
            Outcome::Unsat => {
                self.found.complete = self.found.undecided.is_none();
                Ok(false)
            }
            Outcome::Unknown(Limit::Interrupted) => Err(ProveError::Stopped(Limit::Interrupted)),
            Outcome::Unknown(limit) => {
                self.found.limit = Some(limit);
                Ok(false)
            }
            Outcome::Sat(assignment) => match self.judge(assignment)? {
                Settled::Solution(solution, assignment) => Ok(self.take(solution, assignment)),
                Settled::Rejected => Ok(true),
                Settled::Unknown(limit) => {
                    self.found.limit = Some(limit);
                    Ok(false)
                }
                Settled::Undecided(reason) => {
                    self.found.undecided.get_or_insert(reason);
                    self.undecided += 1;
                    Ok(self.undecided < MAX_UNDECIDED)
                }
            },
        }
    }

    /// Puts a candidate before the rules.
    fn judge(&mut self, assignment: Vec<i64>) -> Result<Settled, ProveError> {
        let (lowered, backend) = (self.lowered, self.attempt.backend.name);
        let candidate = lowered.solution(&assignment);
        if self.last.as_ref() == Some(&candidate) {
            return Err(ProveError::Repeated { backend });
        }
        self.last = Some(candidate.clone());
        match self.puzzle.check(&candidate) {
            Ok(()) => Ok(Settled::Solution(candidate, assignment)),
            // A relation may let through what it cannot decide; a formula may not.
            Err(Rejection::Violation(violation)) if !has_relations(&lowered.model) => {
                Err(ProveError::Contradiction { backend, violation })
            }
            Err(rejection) => {
                // A formula leaves relations open; a search on the model has asked them.
                let may_learn =
                    self.attempt.encoding.is_some() && matches!(rejection, Rejection::Violation(_));
                let broken = || broken(&lowered.model, &assignment);
                let lemma = may_learn.then(broken).flatten();
                if lemma.is_some_and(|lemma| self.solver.exclude(&lemma.values)) {
                    return Ok(Settled::Rejected);
                }
                let budget = limits(self.attempt, self.options.budget);
                other_unknowns(self.puzzle, lowered, &assignment, rejection, budget)
            }
        }
    }

    /// Counts a solution; false if that is enough.
    fn take(&mut self, solution: Solution, assignment: Vec<i64>) -> bool {
        let (found, limit) = (&mut self.found, self.options.limit as u64);
        self.only = Some(assignment);
        if found.count == limit {
            return false;
        }
        found.count += 1;
        if !self.options.count_only {
            found.solutions.push(solution);
        }
        !(self.options.stop_at_limit && found.count == limit)
    }
}

/// The results for answers whose first candidate was not accepted.
enum Settled {
    /// With other unknowns they are a solution.
    Solution(Solution, Vec<i64>),
    /// They are in no solution.
    Rejected,
    /// Nobody knows: which rule, and why.
    Undecided(String),
    /// A budget ran out.
    Unknown(Limit),
}

/// Looks whether answers that were not accepted are a solution with other unknowns: the solver blocks
/// answers, and would not come back to them.
fn other_unknowns(
    puzzle: &dyn Provable,
    lowered: &Lowered,
    rejected: &[i64],
    rejection: Rejection,
    budget: Budget,
) -> Result<Settled, ProveError> {
    let model = &lowered.model;
    let mut undecided = match rejection {
        Rejection::Undecided(reason) => Some(reason),
        Rejection::Violation(_) => None,
    };
    let is_answer = |var: &VarId| model.answers().contains(var);
    let open: Vec<VarId> = model.ids().filter(|var| !is_answer(var)).collect();
    let domains = model.ids().map(|var| match is_answer(&var) {
        true => Domain::from(rejected[var.index()]),
        false => model[var].domain.clone(),
    });
    let question = model.with(domains, open);
    let mut solver = solve::NATIVE.start(&question, None, budget)?;
    for _ in 0..MAX_UNDECIDED {
        match solver.next()? {
            Outcome::Unsat => {
                return Ok(undecided.map_or(Settled::Rejected, Settled::Undecided));
            }
            Outcome::Unknown(limit) => return Ok(Settled::Unknown(limit)),
            Outcome::Sat(assignment) => {
                let candidate = lowered.solution(&assignment);
                match puzzle.check(&candidate) {
                    Ok(()) => return Ok(Settled::Solution(candidate, assignment)),
                    Err(Rejection::Violation(_)) => {}
                    Err(Rejection::Undecided(reason)) => {
                        undecided.get_or_insert(reason);
                    }
                }
            }
        }
    }
    Ok(undecided.map_or(Settled::Unknown(Limit::Solver), Settled::Undecided))
}

/// The unknowns that can be something else while the answers stay.
fn undetermined(
    puzzle: &dyn Provable,
    lowered: &Lowered,
    found: &[i64],
    budget: Budget,
) -> Result<Vec<String>, ProveError> {
    let model = &lowered.model;
    let unknowns: Vec<VarId> = lowered.unknowns.iter().map(|&(_, var)| var).collect();
    let mut open = vec![false; unknowns.len()];
    let fixed: Vec<Domain> = model
        .ids()
        .map(|var| match model.answers().contains(&var) {
            true => Domain::from(found[var.index()]),
            false => model[var].domain.clone(),
        })
        .collect();
    for (i, var) in unknowns.iter().enumerate() {
        let mut domains = fixed.clone();
        domains[var.index()] = &domains[var.index()] - found[var.index()];
        if open[i] || domains[var.index()].is_empty() {
            continue;
        }
        let question = model.with(domains, unknowns.clone());
        let mut solver = solve::NATIVE.start(&question, None, budget)?;
        for _ in 0..MAX_UNDECIDED {
            let Outcome::Sat(other) = solver.next()? else { break };
            // Only what the rule evaluator accepts counts.
            if puzzle.check(&lowered.solution(&other)).is_ok() {
                for (open, var) in open.iter_mut().zip(&unknowns) {
                    *open |= other[var.index()] != found[var.index()];
                }
                break;
            }
        }
    }
    let names = lowered.unknowns.iter().zip(open).filter(|(_, open)| *open);
    Ok(names.map(|((name, _), _)| name.clone()).collect())
}
