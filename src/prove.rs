//! Runs every stage in order: puzzle, model, formula, outcomes, verdict.

use std::borrow::Cow;

use thiserror::Error;
use tracing::field::Empty;
use tracing::{debug, info, info_span};
use xwc_encodings::{Domain, Encoding, Formula, VarId, Variants};

use crate::forms::Forms;
use crate::lemma::{broken, has_relations};
use crate::solve::{self, Attempt, Budget, Effort, Limit, Outcome, SolveError, SolverSelection};
use crate::verdict::{SearchResult, StatedSolution};
use xwc_check::certificate::Provable;
use xwc_check::certificate::{StatementError, encode};
use xwc_check::lower::{Glance, LowerError, Lowered, PresolveStep, for_formulas};
use xwc_check::puzzle::{Rejection, Solution, Violation};
use xwc_check::support::fault::{Blame, Fault};
use xwc_check::support::text::visible;

/// What the user asks of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchOptions<'a> {
    /// Which solver.
    pub choice: SolverSelection<'a>,
    /// How formulas count, where the encoding has a choice.
    pub variants: Variants,
    /// How long.
    pub budget: Budget,
    /// How many solutions are wanted; all of them by default.
    pub limit: usize,
    /// Whether to stop at the limit, or to find out whether there is anything beyond it.
    pub stop_at_limit: bool,
    /// Whether solutions are kept, or only counted.
    pub count_only: bool,
    /// Whether to find out which unknowns of the only solution could be something else.
    pub settle_unknowns: bool,
    /// Whether somebody wants to know how possible values shrink before anything is compiled, even if
    /// the solver could do without.
    pub keep_steps: bool,
}

impl Default for SearchOptions<'_> {
    fn default() -> Self {
        Self {
            choice: SolverSelection::default(),
            variants: Variants::default(),
            budget: Budget::default(),
            limit: usize::MAX,
            stop_at_limit: false,
            count_only: false,
            settle_unknowns: false,
            keep_steps: false,
        }
    }
}

/// What a search came to.
#[derive(Debug, Default)]
pub struct SearchOutcome {
    /// The solutions.
    pub found: SearchResult,
    /// The solver that answered.
    pub backend: &'static str,
    /// The encoding of its formula, if it read one.
    pub encoding: Option<&'static str>,
    /// Variables and clauses of the formula, or variables and constraints of the model.
    pub size: (usize, usize),
    /// What the answer cost.
    pub effort: Effort,
    /// Unknowns that the only solution leaves open, if the puzzle has unknowns beside its grid and
    /// somebody asked.
    pub undetermined: Option<Vec<String>>,
    /// The model of the puzzle, with what was found out before anything was compiled; `None` if the
    /// search ended before there was one, or did without.
    pub lowered: Option<Lowered>,
    /// The model that formulas are made of, if it is another one and was wanted.
    pub closed: Option<Lowered>,
    /// How the setter's answer compares with what [`prove`](crate::prove()) has found, if there is one.
    pub stated: Option<StatedSolution>,
}

impl SearchOutcome {
    fn new(attempt: &Attempt, found: SearchResult, size: (usize, usize), effort: Effort) -> Self {
        let encoding = attempt.encoding.map(|encoding| encoding.info().name);
        let backend = attempt.backend.name;
        Self { found, backend, encoding, size, effort, ..Self::default() }
    }

    /// The same with the forms in which the puzzle was put before solvers.
    fn of(self, forms: Forms<'_>) -> Self {
        let (lowered, closed) = forms.into_parts();
        Self { lowered, closed, ..self }
    }

    /// How possible values shrank before anything was compiled.
    pub(crate) fn steps(&self) -> &[PresolveStep] {
        self.lowered.as_ref().map_or(&[], |lowered| &lowered.steps)
    }

    /// Reasons why there is no solution, if known.
    pub(crate) fn notes(&self) -> &[String] {
        self.lowered.as_ref().map_or(&[], |lowered| &lowered.notes)
    }
}

/// Looks for the solutions of a puzzle.
///
/// # Errors
///
/// If the puzzle cannot be stated as a model, the choice of solver makes no sense, or a solver fails.
pub(crate) fn search(
    puzzle: &dyn Provable,
    options: SearchOptions<'_>,
) -> Result<SearchOutcome, ProveError> {
    let mut attempts = solve::attempts(options.choice)?;
    let mut forms = Forms::new(puzzle, options.budget);
    let is_auto = attempts.len() > 1;
    let first = match (options.keep_steps, is_auto) {
        (true, _) => forms.look_closely().map(Some),
        (false, true) => forms.glance().map(Some),
        (false, false) => Ok(None),
    };
    match first {
        // The first solver is as good as any to have been stopped before it began.
        Err(LowerError::Stopped(limit)) => return stopped(&attempts[0], limit),
        Err(error) => return Err(error.into()),
        Ok(Some(Glance::Nothing)) => attempts = solve::turns()?.split_off(1),
        Ok(Some(Glance::Whole(Lowered { model, .. }) | Glance::Part(Lowered { model, .. }))) => {
            if is_auto && has_relations(model) {
                attempts = solve::turns()?;
            }
        }
        Ok(None) => {}
    }
    let mut refusal = None;
    let mut unknown = None;
    for attempt in &attempts {
        if attempt.only_after_refusal && refusal.is_none() {
            continue;
        }
        let stated = match forms.of(attempt) {
            Err(LowerError::Stopped(limit)) => return stopped(attempt, limit),
            stated => stated?,
        };
        match run(puzzle, stated, attempt, options) {
            Err(error) if error.is_refusal() => {
                debug!("{}", visible(&error.to_string()));
                refusal = Some(error);
            }
            Err(error) => return Err(error),
            Ok(report) => {
                let limit = report.found.limit;
                if limit.is_none() || options.budget.exceeded().is_some() {
                    return Ok(report.of(forms));
                }
                info!("{} gave up", report.backend);
                refusal = None;
                unknown = Some(report);
            }
        }
    }
    match (unknown, refusal) {
        (Some(report), _) => Ok(report.of(forms)),
        (None, Some(error)) => Err(error),
        (None, None) => unreachable!("there is at least one attempt"),
    }
}

/// A report that says only which limit was met.
fn stopped(attempt: &Attempt, limit: Limit) -> Result<SearchOutcome, ProveError> {
    if limit == Limit::Interrupted {
        return Err(ProveError::Stopped(limit));
    }
    let found = SearchResult { limit: Some(limit), ..SearchResult::default() };
    Ok(SearchOutcome::new(attempt, found, (0, 0), Effort::default()))
}

/// The formula that a puzzle becomes.
///
/// # Errors
///
/// If the puzzle cannot be stated as a model, or the encoding does not support it.
pub fn compile(
    puzzle: &dyn Provable,
    encoding: &dyn Encoding,
    variants: Variants,
    budget: Budget,
) -> Result<(Lowered, Formula), ProveError> {
    let lowered = for_formulas(puzzle, budget)?;
    let formula = encode(encoding, &lowered.model, variants, budget)?;
    Ok((lowered, formula))
}

/// After this many candidates that are undecided, the search for decided ones is given up.
const MAX_UNDECIDED: u64 = 200;

/// One solver, until it has nothing more to say or the limit is passed. Every candidate is put before
/// the rule evaluator, which has the last word.
fn run(
    puzzle: &dyn Provable,
    lowered: &Lowered,
    attempt: &Attempt,
    options: SearchOptions<'_>,
) -> Result<SearchOutcome, ProveError> {
    let model = match attempt.narrow {
        true => solve::narrow(&lowered.model, options.budget).map(Cow::Owned),
        false => Some(Cow::Borrowed(&lowered.model)),
    };
    let Some(model) = model.as_deref() else {
        let found = SearchResult { complete: true, ..SearchResult::default() };
        return Ok(SearchOutcome::new(attempt, found, (0, 0), Effort::default()));
    };
    let encode =
        |encoding: &dyn Encoding| encode(encoding, model, options.variants, options.budget);
    let formula = match attempt.encoding.map(encode).transpose() {
        Err(StatementError::Stopped(limit)) => return stopped(attempt, limit),
        formula => formula?,
    };
    let size = match &formula {
        Some(formula) => formula.size(),
        None => (model.variables().len(), model.constraints().len()),
    };
    let own = |of_all: Option<u64>, own: Option<u64>| [of_all, own].into_iter().flatten().min();
    let nodes = own(options.budget.nodes, attempt.node_limit(model));
    let conflicts = own(options.budget.conflicts, attempt.conflicts);
    let budget = Budget { nodes, conflicts, ..options.budget };
    let backend = attempt.backend.name;
    let span = info_span!("solve", backend, solutions = Empty, conflicts = Empty, nodes = Empty);
    let _entered = span.enter();
    let mut solver = attempt.backend.start(model, formula.as_ref(), budget)?;
    let mut found = SearchResult::default();
    let mut undecided = 0;
    let mut last = None;
    let mut only = None;
    loop {
        // Candidates that are not accepted may be many.
        if let Some(limit) = options.budget.exceeded() {
            found.limit = Some(limit);
        }
        let outcome = match found.limit {
            Some(limit) => Outcome::Unknown(limit),
            None => solver.next()?,
        };
        match outcome {
            Outcome::Unsat => {
                found.complete = found.undecided.is_none();
                break;
            }
            Outcome::Unknown(Limit::Interrupted) => {
                return Err(ProveError::Stopped(Limit::Interrupted));
            }
            Outcome::Unknown(limit) => {
                found.limit = Some(limit);
                break;
            }
            Outcome::Sat(assignment) => {
                let candidate = lowered.solution(&assignment);
                if last.as_ref() == Some(&candidate) {
                    return Err(ProveError::Repeated { backend: attempt.backend.name });
                }
                last = Some(candidate.clone());
                let (solution, assignment) = match puzzle.check(&candidate) {
                    Ok(()) => (candidate, assignment),
                    // A relation may let through what it cannot decide; a formula may not.
                    Err(Rejection::Violation(violation)) if !has_relations(&lowered.model) => {
                        let backend = attempt.backend.name;
                        return Err(ProveError::Contradiction { backend, violation });
                    }
                    Err(rejection) => {
                        // A formula leaves relations open; a search on the model has asked them.
                        let may_learn = attempt.encoding.is_some()
                            && matches!(rejection, Rejection::Violation(_));
                        let broken = || broken(&lowered.model, &assignment);
                        let lemma = may_learn.then(broken).flatten();
                        if lemma.is_some_and(|lemma| solver.exclude(&lemma.values)) {
                            continue;
                        }
                        match other_unknowns(puzzle, lowered, &assignment, rejection, budget)? {
                            Settled::Solution(solution, assignment) => (solution, assignment),
                            Settled::Rejected => continue,
                            Settled::Unknown(limit) => {
                                found.limit = Some(limit);
                                break;
                            }
                            Settled::Undecided(reason) => {
                                found.undecided.get_or_insert(reason);
                                undecided += 1;
                                if undecided == MAX_UNDECIDED {
                                    break;
                                }
                                continue;
                            }
                        }
                    }
                };
                only = Some(assignment);
                if found.count == options.limit as u64 {
                    break;
                }
                found.count += 1;
                if !options.count_only {
                    found.solutions.push(solution);
                }
                if options.stop_at_limit && found.count == options.limit as u64 {
                    break;
                }
            }
        }
    }
    let effort = solver.effort();
    span.record("solutions", found.count);
    span.record("conflicts", effort.conflicts);
    span.record("nodes", effort.nodes);
    drop(solver);
    let unique = found.complete && found.count == 1 && options.settle_unknowns;
    let undetermined = match only.filter(|_| unique && !lowered.unknowns.is_empty()) {
        Some(only) => Some(undetermined(puzzle, lowered, &only, options.budget)?),
        None => None,
    };
    Ok(SearchOutcome { undetermined, ..SearchOutcome::new(attempt, found, size, effort) })
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

/// Why there is no report.
#[derive(Debug, Error)]
pub enum ProveError {
    /// The puzzle cannot be stated as a model.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// The encoding cannot take the model.
    #[error(transparent)]
    Statement(StatementError),
    /// The choice of solver makes no sense, or the solver cannot take the model, failed, or is not part
    /// of this build.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A guard of the budget said stop.
    #[error("stopped")]
    Stopped(#[source] Limit),
    /// A solver's solution breaks the rules: a defect of this program.
    #[error("the backend {backend} returned a solution that breaks the rules: {violation}")]
    Contradiction {
        /// The backend's name.
        backend: &'static str,
        /// The rule.
        violation: Violation,
    },
    /// A solver returned the same solution twice: a defect of this program.
    #[error("the backend {backend} returned the same solution twice")]
    Repeated {
        /// The backend's name.
        backend: &'static str,
    },
}

impl From<StatementError> for ProveError {
    fn from(error: StatementError) -> Self {
        match error {
            StatementError::Stopped(limit) => Self::Stopped(limit),
            error => Self::Statement(error),
        }
    }
}

impl ProveError {
    /// Whether an encoding or a backend cannot take the model, though another one may.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(
            self,
            Self::Statement(StatementError::Refused(_)) | Self::Solve(SolveError::Refused { .. })
        )
    }
}

impl Blame for ProveError {
    fn fault(&self) -> Fault {
        match self {
            Self::Lower(error) => error.fault(),
            Self::Statement(error) => error.fault(),
            Self::Solve(error) => error.fault(),
            Self::Stopped(limit) => Fault::Budget(*limit),
            Self::Contradiction { .. } | Self::Repeated { .. } => Fault::Defect,
        }
    }
}
