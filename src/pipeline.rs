//! The whole way, a line a stage: puzzle, model, formula, outcomes, verdict.

use std::time::{Duration, Instant};

use thiserror::Error;
use tracing::{debug, info};
use xwc_encodings::{Assignment, Domain, Formula, Refusal, Variants};

use crate::family::AnyPuzzle;
use crate::lower::{LowerError, Lowered, Step};
use crate::puzzle::Violation;
use crate::solve::{self, Attempt, Budget, Choice, ChoiceError, Effort, Outcome, SolveError, Task};
use crate::verdict::Found;

/// What the user asks of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// Which solver.
    pub choice: Choice<'a>,
    /// How formulas count, where the encoding has a choice.
    pub variants: Variants,
    /// How long.
    pub budget: Budget,
    /// How many solutions are wanted.
    pub limit: usize,
    /// Whether to stop at the limit, or to find out whether there is anything beyond it.
    pub stop_at_limit: bool,
    /// Whether solutions are kept, or only counted.
    pub count_only: bool,
    /// Whether to find out which unknowns of the only solution could be something else.
    pub settle_unknowns: bool,
}

/// What a search came to.
#[derive(Debug)]
pub struct Report {
    /// The solutions.
    pub found: Found,
    /// The solver that answered.
    pub backend: &'static str,
    /// The encoding of its formula, if it read one.
    pub encoding: Option<&'static str>,
    /// Variables and clauses of the formula, or variables and constraints of the model.
    pub size: (usize, usize),
    /// What the answer cost.
    pub effort: Effort,
    /// How long it all took.
    pub time: Duration,
    /// How possible values shrank before anything was compiled.
    pub steps: Vec<Step>,
    /// What shows that there is no solution, if something does.
    pub notes: Vec<String>,
    /// Unknowns that the only solution leaves open, if the puzzle has unknowns beside its grid and
    /// somebody asked.
    pub undetermined: Option<Vec<String>>,
}

impl Report {
    fn new(attempt: &Attempt, found: Found, size: (usize, usize), effort: Effort) -> Self {
        let encoding = attempt.encoding.map(|encoding| encoding.name());
        let backend = attempt.backend.name;
        let (time, steps, notes, undetermined) = (Duration::ZERO, Vec::new(), Vec::new(), None);
        Self { found, backend, encoding, size, effort, time, steps, notes, undetermined }
    }
}

/// Looks for the solutions of a puzzle.
///
/// # Errors
///
/// If the puzzle cannot be stated, the choice of solver makes no sense, or a solver fails.
pub fn search(puzzle: &dyn AnyPuzzle, options: Options<'_>) -> Result<Report, PipelineError> {
    let start = Instant::now();
    let lowered = puzzle.lower()?;
    let mut attempts = solve::attempts(options.choice)?;
    if lowered.model.has_relations() && attempts.len() > 1 {
        // No formula takes relations: of several attempts, only the search on the model is left.
        attempts.retain(|attempt| attempt.encoding.is_none());
        attempts.truncate(1);
        attempts.iter_mut().for_each(|attempt| attempt.nodes = None);
    }
    let mut refusal = None;
    let mut unknown = None;
    let (steps, notes) = (lowered.steps.clone(), lowered.notes.clone());
    for attempt in &attempts {
        if attempt.only_after_refusal && refusal.is_none() {
            continue;
        }
        match run(puzzle, &lowered, attempt, options) {
            Err(PipelineError::Refused(reason)) => {
                debug!("{reason}");
                refusal = Some(reason);
            }
            Err(error) => return Err(error),
            Ok(report) => {
                let mut report = Report { time: start.elapsed(), ..report };
                if report.found.limit.is_none() {
                    (report.steps, report.notes) = (steps, notes);
                    return Ok(report);
                }
                info!("{} gave up after {:?}", report.backend, report.time);
                refusal = None;
                unknown = Some(report);
            }
        }
    }
    match (unknown, refusal) {
        (Some(report), _) => Ok(Report { steps, notes, ..report }),
        (None, Some(reason)) => Err(PipelineError::Refused(reason)),
        (None, None) => unreachable!("there is at least one attempt"),
    }
}

/// The formula that a puzzle becomes.
///
/// # Errors
///
/// If the puzzle cannot be stated, or not in this encoding.
pub fn compile(
    puzzle: &dyn AnyPuzzle,
    encoding: &dyn xwc_encodings::Encoding,
    variants: Variants,
) -> Result<(Lowered, Formula), PipelineError> {
    let lowered = puzzle.lower()?;
    let formula = encoding.encode_with(&lowered.model, variants)?;
    Ok((lowered, formula))
}

/// One solver, until it has nothing more to say or the limit is passed. Every solution is put
/// before the rule evaluator.
fn run(
    puzzle: &dyn AnyPuzzle,
    lowered: &Lowered,
    attempt: &Attempt,
    options: Options<'_>,
) -> Result<Report, PipelineError> {
    let narrowed = match attempt.narrow {
        true => solve::native::narrow(&lowered.model, options.budget),
        false => Some(lowered.model.clone()),
    };
    let Some(model) = &narrowed else {
        let found = Found { complete: true, ..Found::default() };
        return Ok(Report::new(attempt, found, (0, 0), Effort::default()));
    };
    let encode =
        |encoding: &dyn xwc_encodings::Encoding| encoding.encode_with(model, options.variants);
    let formula = attempt.encoding.map(encode).transpose()?;
    let (task, size) = match &formula {
        Some(formula) => (Task::Formula(model, formula), formula.size()),
        None => (Task::Model(model), (model.variables().len(), model.constraints().len())),
    };
    let own = [options.budget.nodes, attempt.nodes(model)].into_iter().flatten().min();
    let budget = Budget { nodes: own, ..options.budget };
    let mut solver = attempt.backend.start(task, budget)?;
    let mut found = Found::default();
    let mut last = None;
    let mut only = None;
    loop {
        match solver.next()? {
            Outcome::Unsat => {
                found.complete = true;
                break;
            }
            Outcome::Unknown(limit) => {
                found.limit = Some(limit);
                break;
            }
            Outcome::Sat(assignment) => {
                let solution = lowered.solution(&assignment);
                puzzle.check(&solution).map_err(|violation| PipelineError::Contradiction {
                    backend: attempt.backend.name,
                    violation,
                })?;
                if last.as_ref() == Some(&solution) {
                    return Err(PipelineError::Repeated { backend: attempt.backend.name });
                }
                last = Some(solution.clone());
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
    drop(solver);
    let unique = found.complete && found.count == 1 && options.settle_unknowns;
    let undetermined = match only.filter(|_| unique && !lowered.unknowns.is_empty()) {
        Some(only) => Some(undetermined(lowered, &only, options.budget)?),
        None => None,
    };
    Ok(Report { undetermined, ..Report::new(attempt, found, size, effort) })
}

/// The unknowns that can be something else while the answers stay.
fn undetermined(
    lowered: &Lowered,
    found: &Assignment,
    budget: Budget,
) -> Result<Vec<String>, PipelineError> {
    let model = &lowered.model;
    let native = solve::find("native").expect("it is always there");
    let mut open = vec![false; lowered.unknowns.len()];
    let fixed: Vec<Domain> = model
        .ids()
        .map(|var| match model.answers().contains(&var) {
            true => Domain::single(found[var.index()]),
            false => model.domain(var).clone(),
        })
        .collect();
    for (i, (_, var)) in lowered.unknowns.iter().enumerate() {
        let mut domains = fixed.clone();
        domains[var.index()] = domains[var.index()].without(found[var.index()]);
        if open[i] || domains[var.index()].is_empty() {
            continue;
        }
        let question = model.with_domains(domains).with_answers(Vec::new());
        if let Outcome::Sat(other) = native.start(Task::Model(&question), budget)?.next()? {
            for (open, (_, var)) in open.iter_mut().zip(&lowered.unknowns) {
                *open |= other[var.index()] != found[var.index()];
            }
        }
    }
    let names = lowered.unknowns.iter().zip(open).filter(|(_, open)| *open);
    Ok(names.map(|((name, _), _)| name.clone()).collect())
}

/// Why there is no report.
#[derive(Debug, Error)]
pub enum PipelineError {
    /// The puzzle cannot be stated as a model.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// The choice of backend and encoding makes no sense.
    #[error(transparent)]
    Choice(#[from] ChoiceError),
    /// The encoding or the backend cannot take the model.
    #[error("{0}")]
    Refused(String),
    /// The build lacks the backend.
    #[error("{0}")]
    NotBuiltIn(String),
    /// A solver failed.
    #[error("{0}")]
    Solver(String),
    /// The generator needs an answer, and there is none.
    #[error("whether a level of this seed is unique could not be decided")]
    Undecided,
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

impl From<Refusal> for PipelineError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal.to_string())
    }
}

impl From<SolveError> for PipelineError {
    fn from(error: SolveError) -> Self {
        let message = error.to_string();
        match error {
            SolveError::Refused { .. } => Self::Refused(message),
            SolveError::NotBuiltIn { .. } => Self::NotBuiltIn(message),
            SolveError::Failed { .. } => Self::Solver(message),
        }
    }
}
