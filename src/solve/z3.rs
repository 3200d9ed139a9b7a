//! Z3, fed with SMT-LIB text.
//!
//! Nonlinear integers can keep Z3 busy forever, so every check has a resource limit, which is
//! deterministic; `--conflicts` and `--timeout` come on top of it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use xwc_encodings::Sort;
use xwc_encodings::{Formula, Model, VarId};
use z3::ast::{BV, Bool, Int};
use z3::{Context, Params, SatResult, Solver, StatisticsValue};

use super::{Budget, Effort, Limit, Outcome, Solve, SolveError};

/// Z3's unit is a small step of work; this is in the order of an hour.
const RESOURCE_LIMIT: u32 = 4_000_000_000;

/// How often the budget is looked at while Z3 works.
const INTERVAL: Duration = Duration::from_millis(5);

pub(super) fn start<'a>(
    model: &'a Model,
    formula: Option<&'a Formula>,
    budget: Budget,
) -> Result<Box<dyn Solve + 'a>, SolveError> {
    let Some(Formula::Smt(smt)) = formula else {
        return Err(failed("it reads SMT-LIB formulas only"));
    };
    let solver = Solver::new();
    solver.from_string(smt.to_string());
    let (stated, read) = (smt.assertions.len(), solver.get_assertions().len());
    if stated != read {
        return Err(failed(&format!("it read {read} of {stated} assertions")));
    }
    let constants = smt.constants.iter().zip(&smt.sorts);
    let constants = constants.map(|(name, &sort)| Constant::new(name, sort)).collect();
    let (conflicts, propagations) = (0, 0);
    let last = None;
    Ok(Box::new(Z3 { model, solver, constants, budget, conflicts, propagations, last }))
}

/// The constant behind a variable of the model.
enum Constant {
    Int(Int),
    Bits(BV, u32),
}

impl Constant {
    fn new(name: &str, sort: Sort) -> Self {
        match sort {
            Sort::Int => Self::Int(Int::new_const(name)),
            Sort::Bits(width) => Self::Bits(BV::new_const(name, width), width),
        }
    }

    fn value(&self, model: &z3::Model) -> Option<i64> {
        match self {
            Self::Int(constant) => model.eval(constant, true)?.as_i64(),
            Self::Bits(constant, width) => {
                let bits = model.eval(constant, true)?.as_u64()?;
                // The highest of the bits is the sign.
                let unused = u64::BITS - width;
                Some((bits << unused).cast_signed() >> unused)
            }
        }
    }

    fn differs(&self, value: i64) -> Bool {
        match self {
            Self::Int(constant) => constant.eq(Int::from_i64(value)).not(),
            Self::Bits(constant, width) => constant.eq(BV::from_i64(value, *width)).not(),
        }
    }
}

struct Z3<'a> {
    model: &'a Model,
    solver: Solver,
    constants: Vec<Constant>,
    budget: Budget,
    conflicts: u64,
    propagations: u64,
    /// The last solution, if it is still to be blocked.
    last: Option<Vec<i64>>,
}

impl Z3<'_> {
    fn set_limits(&self) {
        let mut params = Params::new();
        params.set_u32("rlimit", RESOURCE_LIMIT);
        // Interrupts are handled by the program.
        params.set_bool("ctrl_c", false);
        if let Some(conflicts) = self.budget.conflicts {
            let left = conflicts.saturating_sub(self.conflicts);
            params.set_u32("max_conflicts", u32::try_from(left).unwrap_or(u32::MAX));
        }
        self.solver.set_params(&params);
    }

    /// Z3 does not check a budget, so a second thread does that.
    fn check(&self) -> SatResult {
        if self.budget.exceeded().is_some() {
            return SatResult::Unknown;
        }
        if self.budget.stop.is_none() {
            return self.solver.check();
        }
        let context = Context::thread_local();
        let (handle, is_done, budget) = (context.handle(), AtomicBool::new(false), self.budget);
        thread::scope(|scope| {
            let watch = scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    if budget.exceeded().is_some() {
                        handle.interrupt();
                    }
                    thread::park_timeout(INTERVAL);
                }
            });
            let result = self.solver.check();
            is_done.store(true, Ordering::Relaxed);
            watch.thread().unpark();
            result
        })
    }

    /// Z3 says in words why it gave up; the budgets say it better.
    fn limit(&self) -> Limit {
        if let Some(limit) = self.budget.exceeded() {
            limit
        } else if self.budget.conflicts.is_some() {
            Limit::Conflicts
        } else {
            Limit::Solver
        }
    }

    /// The model; `None` if it has a value beyond 64 bits.
    fn assignment(&self) -> Result<Option<Vec<i64>>, SolveError> {
        let model = self.solver.get_model().ok_or_else(|| failed("it has no model"))?;
        Ok(self.constants.iter().map(|constant| constant.value(&model)).collect())
    }

    /// Not all of these values. Z3 takes no second text that declares the same constants.
    fn assert_other(&self, values: impl Iterator<Item = (VarId, i64)>) {
        let differs = |(var, value): (VarId, i64)| self.constants[var.index()].differs(value);
        let literals: Vec<Bool> = values.map(differs).collect();
        self.solver.assert(Bool::or(&literals));
    }

    /// Adds what the last check took, as far as Z3 says.
    fn count(&mut self) {
        let statistics = self.solver.get_statistics();
        let count = |name| match statistics.value(name) {
            Some(StatisticsValue::UInt(count)) => u64::from(count),
            _ => 0,
        };
        self.conflicts += count("conflicts");
        self.propagations += count("propagations");
    }
}

impl Solve for Z3<'_> {
    fn next(&mut self) -> Result<Outcome, SolveError> {
        if let Some(last) = self.last.take() {
            let answers = self.model.answers().iter();
            self.assert_other(answers.map(|&var| (var, last[var.index()])));
        }
        self.set_limits();
        let result = self.check();
        self.count();
        match result {
            SatResult::Unsat => Ok(Outcome::Unsat),
            SatResult::Unknown => Ok(Outcome::Unknown(self.limit())),
            SatResult::Sat => {
                let Some(assignment) = self.assignment()? else {
                    return Ok(Outcome::Unknown(Limit::Solver));
                };
                self.last = Some(assignment.clone());
                Ok(Outcome::Sat(assignment))
            }
        }
    }

    fn exclude(&mut self, values: &[(VarId, i64)]) -> bool {
        self.last = None;
        self.assert_other(values.iter().copied());
        true
    }

    fn effort(&self) -> Effort {
        let propagations = Some(self.propagations);
        Effort { conflicts: self.conflicts, nodes: 0, propagations }
    }
}

fn failed(reason: &str) -> SolveError {
    SolveError::Failed { backend: "z3", reason: reason.to_string() }
}
