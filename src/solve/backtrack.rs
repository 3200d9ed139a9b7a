//! Plain backtracking, the algorithm that everyone writes first, as a baseline for all the others.
//!
//! Answers in their order, values from the least to the greatest. After each value the constraints
//! that have become decidable are looked at, and pools and all-different already on the way, since
//! a number that has been used is no longer available. Nothing is propagated and nothing is learnt.
//! Other variables are intermediate results: one that an equation gives is computed as soon as the
//! rest of the equation is known; what no equation gives is tried value by value, after all answers.
//!
//! Reference: P. Lüscher, "Migros Cross-Math Solver", 2020, section 3.

use xwc_encodings::{Comparison, Constraint, Formula, Model, VarId};

use super::{Budget, Effort, Limit, Outcome, Solve, SolveError};

/// The clock is looked at once per this many branches.
const CLOCK_INTERVAL: u64 = 1024;

pub(super) fn start<'a>(
    model: &'a Model,
    _: Option<&'a Formula>,
    budget: Budget,
) -> Result<Box<dyn Solve + 'a>, SolveError> {
    if let Some(var) = model.variables().iter().find(|var| !var.domain.is_bounded()) {
        return Err(SolveError::Refused {
            backend: "backtrack",
            subject: format!("{} in {}", var.name, var.domain),
            reason: "it has no upper bound, which only the backend z3 can do without".to_string(),
        });
    }
    Ok(Box::new(Backtrack::new(model, budget)))
}

/// A variable, in the order in which they get their values.
struct SearchLevel<'a> {
    var: VarId,
    /// The equation that gives its value, if it need not be tried.
    given_by: Option<&'a Constraint>,
    /// What can be decided, or already be broken, once it has a value.
    checks: Vec<&'a Constraint>,
}

struct Backtrack<'a> {
    model: &'a Model,
    levels: Vec<SearchLevel<'a>>,
    /// Where each variable is in `levels`.
    position: Vec<usize>,
    /// The level of the last answer: beyond it, all completions are the same solution.
    last_answer: Option<usize>,
    values: Vec<i64>,
    /// How many levels have a value.
    depth: usize,
    /// Whether the values are a solution that has been given.
    at_solution: bool,
    done: bool,
    budget: Budget,
    effort: Effort,
}

impl<'a> Backtrack<'a> {
    fn new(model: &'a Model, budget: Budget) -> Self {
        let (levels, position) = order(model);
        let place = |var: &VarId| position[var.index()];
        Self {
            last_answer: model.answers().iter().map(place).max(),
            values: vec![0; position.len()],
            depth: 0,
            at_solution: false,
            // What speaks of no variable is true or false from the beginning.
            done: !model.constraints().iter().all(|one| !one.vars().is_empty() || one.holds(&[])),
            model,
            levels,
            position,
            budget,
            effort: Effort::default(),
        }
    }

    /// The least value of a level that lies beyond the last one and may be tried.
    fn candidate(&self, level: &SearchLevel<'_>, last: Option<i64>) -> Option<i64> {
        let domain = &self.model[level.var].domain;
        match (level.given_by, last) {
            (Some(_), Some(_)) => None,
            (Some(equation), None) => {
                solved(equation, level.var, &self.values).filter(|&value| domain.contains(value))
            }
            (None, None) => domain.min(),
            (None, Some(last)) => {
                let range = domain.ranges().iter().find(|&&(_, high)| high > last)?;
                Some(range.0.max(last + 1))
            }
        }
    }

    /// Whether nothing speaks against the value that the level has just got.
    fn is_allowed(&self, depth: usize) -> bool {
        let level = &self.levels[depth];
        let value = self.values[level.var.index()];
        let known = |var: &&VarId| self.position[var.index()] <= depth;
        let equal = |vars: &[VarId]| {
            vars.iter().filter(known).filter(|var| self.values[var.index()] == value).count()
        };
        level.checks.iter().all(|constraint| match constraint {
            Constraint::AllDifferent(vars) => equal(vars) == 1,
            Constraint::Multiset { vars, counts } => {
                let there = counts.iter().find(|count| count.0 == value).map_or(0, |count| count.1);
                let complete = vars.iter().all(|var| known(&var));
                equal(vars) <= there && (!complete || constraint.holds(&self.values))
            }
            _ => constraint.holds(&self.values),
        })
    }

    /// Counts a branch; says which budget, if any, does not allow it.
    fn spend(&mut self) -> Option<Limit> {
        if self.budget.nodes.is_some_and(|limit| self.effort.nodes >= limit) {
            return Some(Limit::Nodes);
        }
        let look = self.effort.nodes.is_multiple_of(CLOCK_INTERVAL);
        let limit = look.then(|| self.budget.exceeded()).flatten();
        self.effort.nodes += 1;
        limit
    }
}

impl Solve for Backtrack<'_> {
    fn next(&mut self) -> Result<Outcome, SolveError> {
        // The value that the next level has to go beyond.
        let mut last = None;
        if std::mem::take(&mut self.at_solution) {
            match self.last_answer {
                Some(level) => {
                    self.depth = level;
                    last = Some(self.values[self.levels[level].var.index()]);
                }
                None => self.done = true,
            }
        }
        while !self.done {
            let Some(level) = self.levels.get(self.depth) else {
                self.at_solution = true;
                return Ok(Outcome::Sat(self.values.clone()));
            };
            let var = level.var;
            if let Some(value) = self.candidate(level, last) {
                let tried = level.given_by.is_none() && self.model[var].domain.only().is_none();
                if tried && let Some(limit) = self.spend() {
                    return Ok(Outcome::Unknown(limit));
                }
                self.values[var.index()] = value;
                if self.is_allowed(self.depth) {
                    self.depth += 1;
                    last = None;
                } else {
                    self.effort.conflicts += 1;
                    last = Some(value);
                }
            } else if self.depth == 0 {
                self.done = true;
            } else {
                self.depth -= 1;
                last = Some(self.values[self.levels[self.depth].var.index()]);
            }
        }
        Ok(Outcome::Unsat)
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

/// The order of the variables: constants, then the answers, each followed by what can be computed
/// from it, then the rest. Also the place of each variable.
fn order(model: &Model) -> (Vec<SearchLevel<'_>>, Vec<usize>) {
    let mut of_var: Vec<Vec<&Constraint>> = vec![Vec::new(); model.variables().len()];
    for constraint in model.constraints() {
        let mut vars = constraint.vars();
        vars.sort_unstable();
        vars.dedup();
        vars.iter().for_each(|var| of_var[var.index()].push(constraint));
    }
    let mut is_answer = vec![false; of_var.len()];
    model.answers().iter().for_each(|var| is_answer[var.index()] = true);

    let constants = model.ids().filter(|&var| model[var].domain.only().is_some());
    let wanted = constants.chain(model.answers().iter().copied()).chain(model.ids());
    let mut position = vec![usize::MAX; of_var.len()];
    let mut levels: Vec<SearchLevel<'_>> = Vec::new();
    for var in wanted {
        let mut next = vec![(var, None)];
        while let Some((var, given_by)) = next.pop() {
            if position[var.index()] != usize::MAX {
                continue;
            }
            position[var.index()] = levels.len();
            let known = |var: VarId| position[var.index()] != usize::MAX;
            let constraints = &of_var[var.index()];
            for constraint in constraints {
                if let Some(var) = result(constraint, known).filter(|var| !is_answer[var.index()]) {
                    next.push((var, Some(*constraint)));
                }
            }
            let is_due = |constraint: &&&Constraint| match constraint {
                Constraint::AllDifferent(_) | Constraint::Multiset { .. } => true,
                constraint => constraint.vars().into_iter().all(known),
            };
            let checks = constraints.iter().filter(is_due).copied().collect();
            levels.push(SearchLevel { var, given_by, checks });
        }
    }
    (levels, position)
}

/// The variable that the constraint gives if all that are known have a value: the result of an
/// operation, or what is left over in a sum.
fn result(constraint: &Constraint, known: impl Fn(VarId) -> bool) -> Option<VarId> {
    match constraint {
        Constraint::Arithmetic { a, b, c, .. } => {
            (known(*a) && known(*b) && !known(*c)).then_some(*c)
        }
        Constraint::Linear { terms, comparison: Comparison::Equal, .. } => {
            let mut open = terms.iter().filter(|&&(_, var)| !known(var));
            match (open.next(), open.next()) {
                (Some(&(factor, var)), None) if factor != 0 => Some(var),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The value that the constraint gives to the variable, if there is one.
fn solved(constraint: &Constraint, var: VarId, values: &[i64]) -> Option<i64> {
    match constraint {
        Constraint::Arithmetic { op, a, b, .. } => op.apply(values[a.index()], values[b.index()]),
        Constraint::Linear { terms, constant, .. } => {
            let (own, others): (Vec<_>, Vec<_>) = terms.iter().partition(|term| term.1 == var);
            let product = |(factor, var): &(i64, VarId)| {
                i128::from(*factor) * i128::from(values[var.index()])
            };
            let rest = i128::from(*constant) - others.iter().map(product).sum::<i128>();
            let factor = i128::from(own.first()?.0);
            (rest % factor == 0).then(|| i64::try_from(rest / factor).ok())?
        }
        _ => None,
    }
}
