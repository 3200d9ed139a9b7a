//! Runs every stage in order: puzzle, model, formula, outcomes, verdict.

mod run;

use std::borrow::Cow;

use thiserror::Error;
use tracing::{debug, info};
use xwc_encodings::{Encoding, Formula, Variants};

use self::run::Run;
use crate::forms::Forms;
use crate::solve::{self, Attempt, Budget, Effort, Limit, SolveError, SolverSelection};
use crate::verdict::{SearchResult, StatedSolution};
use xwc_check::certificate::Provable;
use xwc_check::certificate::{StatementError, encode};
use xwc_check::lower::{LowerError, Lowered, PresolveStep, for_formulas};
use xwc_check::puzzle::Violation;
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
    let forms = Forms::new(puzzle, options.budget);
    let is_auto = options.choice.is_auto();
    let first = match (options.keep_steps, is_auto) {
        (true, _) => forms.look_closely().map(Some),
        (false, true) => forms.glance().map(Some),
        (false, false) => Ok(None),
    };
    match first {
        // The first solver is as good as any to have been stopped before it began.
        Err(LowerError::Stopped(limit)) => return stopped(&attempts[0], limit),
        Err(error) => return Err(error.into()),
        Ok(Some(glance)) if is_auto => {
            let model = glance.lowered().map(|lowered| &lowered.model);
            attempts = solve::attempts_on(model)?;
        }
        Ok(_) => {}
    }
    Ok(answer(&forms, &attempts, options)?.of(forms))
}

/// The answer of the first solver that has one, or else of the last one that was tried.
fn answer(
    forms: &Forms<'_>,
    attempts: &[Attempt],
    options: SearchOptions<'_>,
) -> Result<SearchOutcome, ProveError> {
    let mut refusal = None;
    let mut unknown = None;
    let mut paused = None;
    let mut spent = Vec::new();
    for attempt in attempts {
        let is_useless = spent.contains(&attempt.counts());
        if is_useless || (attempt.only_after_refusal && refusal.is_none()) {
            continue;
        }
        let lowered = match forms.of(attempt) {
            Err(LowerError::Stopped(limit)) => return stopped(attempt, limit),
            lowered => lowered?,
        };
        match run(forms.puzzle, lowered, attempt, options, &mut paused) {
            Err(error) if error.is_refusal() => {
                debug!("{}", visible(&error.to_string()));
                refusal = Some(error);
            }
            Err(error) => return Err(error),
            Ok(report) => {
                let limit = report.found.limit;
                if limit.is_none() || options.budget.exceeded().is_some() {
                    return Ok(report);
                }
                info!("{} gave up", report.backend);
                if attempt.allows_all(options.budget) {
                    spent.push(attempt.counts());
                }
                refusal = None;
                unknown = Some(report);
            }
        }
    }
    match (unknown, refusal) {
        (Some(report), _) => Ok(report),
        (None, Some(error)) => Err(error),
        (None, None) => unreachable!("there is at least one attempt"),
    }
}

/// One attempt, to its end or to its limit. A search on the model itself is paused at its limit, and the
/// next attempt of the same kind goes on from there.
fn run<'a>(
    puzzle: &'a dyn Provable,
    lowered: &'a Lowered,
    attempt: &'a Attempt,
    options: SearchOptions<'a>,
    paused: &mut Option<Run<'a>>,
) -> Result<SearchOutcome, ProveError> {
    let Some(encoding) = attempt.encoding else {
        let earlier = paused.take().filter(|run| run.leads_to(attempt, lowered));
        let resumed = earlier.and_then(|mut run| run.resume(attempt).then_some(run));
        let mut run = match resumed {
            Some(run) => run,
            None => Run::new((puzzle, lowered), (&lowered.model, None), attempt, options)?,
        };
        let outcome = run.go_on()?;
        *paused = Some(run);
        return Ok(outcome);
    };
    let model = match attempt.narrow {
        true => solve::narrow(&lowered.model, options.budget).map(Cow::Owned),
        false => Some(Cow::Borrowed(&lowered.model)),
    };
    let Some(model) = model.as_deref() else {
        let found = SearchResult { complete: true, ..SearchResult::default() };
        return Ok(SearchOutcome::new(attempt, found, (0, 0), Effort::default()));
    };
    let formula = match encode(encoding, model, options.variants, options.budget) {
        Err(StatementError::Stopped(limit)) => return stopped(attempt, limit),
        formula => formula?,
    };
    Run::new((puzzle, lowered), (model, Some(&formula)), attempt, options)?.go_on()
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
