//! CaDiCaL, through its own interface.

use std::path::Path;

use cadical_sys::{CaDiCal, Status, Terminator};
use xwc_encodings::Lit;

use super::cnf::{Answer, Enumeration, Sat};
use super::{Budget, Limit, Refutation, Solve, SolveError, Task};

pub(super) fn start<'a>(task: Task<'a>, budget: Budget) -> Result<Box<dyn Solve + 'a>, SolveError> {
    let mut solver = CaDiCal::new();
    // It would add variables of its own, which clauses that come later must not mention.
    solver.set("factor", 0);
    if budget.deadline.is_some() {
        solver.connect_terminator(Clock(budget));
    }
    Enumeration::start(task, Cadical { solver, budget, truth: Vec::new() })
}

/// An LRAT proof: the options first, then the proof file, then the formula.
pub(super) fn refute(
    formula: &Path,
    proof: &Path,
    budget: Budget,
) -> Result<Refutation, SolveError> {
    let text = |path: &Path| {
        let text = path.to_str().map(str::to_string);
        text.ok_or_else(|| failed("it takes only paths that are UTF-8"))
    };
    let mut solver = CaDiCal::new();
    for (option, value) in [("lrat", 1), ("binary", 0), ("factor", 0)] {
        if !solver.set(option, value) {
            return Err(failed(&format!("it has no option {option}")));
        }
    }
    if !solver.trace_proof2(&text(proof)?) {
        return Err(failed("it cannot write the proof"));
    }
    let mut vars = 0;
    solver.read_dimacs2(&text(formula)?, &mut vars, 1).map_err(|error| failed(&error))?;
    if let Some(limit) = budget.conflicts {
        solver.limit("conflicts", i32::try_from(limit).unwrap_or(i32::MAX));
    }
    if budget.deadline.is_some() {
        solver.connect_terminator(Clock(budget));
    }
    let status = solver.solve();
    solver.close_proof_trace(false);
    Ok(match status {
        Status::SATISFIABLE => Refutation::Satisfiable,
        Status::UNSATISFIABLE => Refutation::Proved,
        Status::UNKNOWN if budget.is_over() => Refutation::Unknown(Limit::Clock),
        Status::UNKNOWN => Refutation::Unknown(Limit::Conflicts),
    })
}

fn failed(reason: &str) -> SolveError {
    SolveError::Failed { backend: "cadical", reason: reason.to_string() }
}

/// Stops the solver when the time is over.
struct Clock(Budget);

impl Terminator for Clock {
    fn terminated(&mut self) -> bool {
        self.0.is_over()
    }
}

struct Cadical {
    solver: CaDiCal,
    budget: Budget,
    truth: Vec<bool>,
}

impl Sat for Cadical {
    const NAME: &'static str = "cadical";

    fn add(&mut self, clause: &[Lit]) {
        for lit in clause {
            let (index, literal) = (lit.vidx() + 1, lit.to_ipasir());
            if self.truth.len() < index {
                self.truth.resize(index, false);
            }
            self.solver.add(literal);
        }
        self.solver.add(0);
    }

    fn solve(&mut self) -> Result<Answer, SolveError> {
        if let Some(limit) = self.budget.conflicts {
            let left = limit.saturating_sub(self.conflicts());
            self.solver.limit("conflicts", i32::try_from(left).unwrap_or(i32::MAX));
        }
        Ok(match self.solver.solve() {
            Status::SATISFIABLE => {
                for (truth, var) in self.truth.iter_mut().zip(1..) {
                    *truth = self.solver.val(var) > 0;
                }
                Answer::Satisfiable
            }
            Status::UNSATISFIABLE => Answer::Unsatisfiable,
            Status::UNKNOWN if self.budget.is_over() => Answer::Unknown(Limit::Clock),
            Status::UNKNOWN => Answer::Unknown(Limit::Conflicts),
        })
    }

    fn is_true(&self, lit: Lit) -> bool {
        self.truth.get(lit.vidx()).is_some_and(|&truth| truth == lit.is_pos())
    }

    fn conflicts(&self) -> u64 {
        u64::try_from(self.solver.get_statistic_value("conflicts")).unwrap_or(0)
    }

    fn propagations(&self) -> Option<u64> {
        u64::try_from(self.solver.get_statistic_value("propagations")).ok()
    }
}
