//! CaDiCaL, through its own interface.

use std::io::{self, Write};

use cadical_sys::{CaDiCal, Status, Terminator};
use xwc_encodings::{Cnf, Formula, Lit, Model};

use super::cnf::{Answer, CnfEnumeration, Sat};
use super::{Budget, Limit, Refutation, Solve, SolveError};

pub(super) fn start<'a>(
    model: &'a Model,
    formula: Option<&'a Formula>,
    budget: Budget,
) -> Result<Box<dyn Solve + 'a>, SolveError> {
    let mut solver = CaDiCal::new();
    // It would add variables of its own, which clauses that come later must not mention.
    solver.set("factor", 0);
    if budget.stop.is_some() {
        solver.connect_terminator(Clock(budget));
    }
    CnfEnumeration::start(model, formula, Cadical { solver, budget, truth: Vec::new() })
}

/// An LRAT proof: the options first, then the proof file, then the formula as DIMACS, whose clauses
/// alone are numbered in order. The solver takes paths, so both go through files of their own.
pub(super) fn refute(
    cnf: &Cnf,
    proof: &mut dyn Write,
    budget: Budget,
) -> Result<Refutation, SolveError> {
    let new_file = || tempfile::NamedTempFile::new().map_err(|error| failed(&error.to_string()));
    let (mut formula, mut file) = (new_file()?, new_file()?);
    write_dimacs(cnf, &mut formula).map_err(|error| failed(&error.to_string()))?;
    let path = |file: &tempfile::NamedTempFile| {
        let path = file.path().to_str().map(str::to_string);
        path.ok_or_else(|| failed("it takes only paths that are UTF-8"))
    };
    let mut solver = CaDiCal::new();
    for (option, value) in [("lrat", 1), ("binary", 0), ("factor", 0)] {
        if !solver.set(option, value) {
            return Err(failed(&format!("it has no option {option}")));
        }
    }
    if !solver.trace_proof2(&path(&file)?) {
        return Err(failed("it cannot write the proof"));
    }
    let mut vars = 0;
    solver.read_dimacs2(&path(&formula)?, &mut vars, 1).map_err(|error| failed(&error))?;
    if let Some(limit) = budget.conflicts {
        solver.limit("conflicts", i32::try_from(limit).unwrap_or(i32::MAX));
    }
    if budget.stop.is_some() {
        solver.connect_terminator(Clock(budget));
    }
    let status = solver.solve();
    solver.close_proof_trace(false);
    Ok(match status {
        Status::SATISFIABLE => Refutation::Satisfiable,
        Status::UNSATISFIABLE => {
            io::copy(&mut file, proof).map_err(|error| failed(&error.to_string()))?;
            Refutation::Proved
        }
        Status::UNKNOWN => Refutation::Unknown(budget.exceeded().unwrap_or(Limit::Conflicts)),
    })
}

/// The clauses alone.
fn write_dimacs(cnf: &Cnf, out: &mut impl Write) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    writeln!(out, "p cnf {} {}", cnf.n_vars, cnf.clauses().len())?;
    for clause in cnf.clauses() {
        clause.iter().try_for_each(|lit| write!(out, "{} ", lit.to_ipasir()))?;
        writeln!(out, "0")?;
    }
    out.flush()
}

fn failed(reason: &str) -> SolveError {
    SolveError::Failed { backend: "cadical", reason: reason.to_string() }
}

/// Stops the solver when a guard says so.
struct Clock(Budget);

impl Terminator for Clock {
    fn terminated(&mut self) -> bool {
        self.0.exceeded().is_some()
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
            Status::UNKNOWN => Answer::Unknown(self.budget.exceeded().unwrap_or(Limit::Conflicts)),
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
