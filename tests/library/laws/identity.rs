//! From a solution to truth values and back: with all variables fixed to a solution, the clauses
//! have a model, and it decodes to that solution.

use proptest::prelude::*;
use varisat::ExtendFormula;
use xwc_encodings::Target;
use xwc_encodings::{Cnf, ENCODINGS, Formula, Lit, Model};

use super::{REGRESSIONS, Tally, Tested, encodings_into};
use xwc_testkit::models::{self, Case, brute_force};
use xwc_testkit::runner;

/// This many solutions of a model are tried.
const SOLUTIONS: usize = 3;

fn to_varisat(lit: Lit) -> varisat::Lit {
    varisat::Lit::from_var(varisat::Var::from_index(lit.vidx()), lit.is_pos())
}

/// The values that the clauses decode to when the variables are fixed to an assignment.
fn there_and_back(model: &Model, cnf: &Cnf, assignment: &[i64]) -> Tested<Vec<i64>> {
    let values = model.ids().zip(assignment);
    let fixed: Vec<Lit> = values.flat_map(|(var, &value)| cnf.code.differs(var, value)).collect();
    let mut solver = varisat::Solver::new();
    for clause in cnf.clauses() {
        solver.add_clause(&clause.iter().map(|&lit| to_varisat(lit)).collect::<Vec<_>>());
    }
    fixed.iter().for_each(|&lit| solver.add_clause(&[!to_varisat(lit)]));
    prop_assert_eq!(solver.solve().ok(), Some(true), "{:?} is not among the models", assignment);
    let mut truth = vec![false; cnf.n_vars as usize];
    for lit in solver.model().expect("it is satisfiable") {
        if let Some(value) = truth.get_mut(lit.index()) {
            *value = lit.is_positive();
        }
    }
    let is_true = |lit: Lit| truth[lit.vidx()] == lit.is_pos();
    let decoded: Option<Vec<i64>> = model.ids().map(|var| cnf.code.value(var, &is_true)).collect();
    decoded.ok_or_else(|| TestCaseError::fail("the truth values do not say"))
}

#[test]
fn decoding_undoes_encoding() {
    let done = Tally::default();
    let cases = 300;
    runner::run(cases, REGRESSIONS, &models::small_model(), |Case(model)| {
        let solutions = brute_force(&model);
        for encoding in ENCODINGS.iter().filter(|e| e.info().target == Target::Cnf) {
            let Ok(Formula::Cnf(cnf)) = encoding.encode(&model) else {
                return Err(TestCaseError::fail(format!("{} refuses it", encoding.info().name)));
            };
            for solution in solutions.iter().take(SOLUTIONS) {
                let decoded = there_and_back(&model, &cnf, solution)?;
                prop_assert_eq!(&decoded, solution, "{}", encoding.info().name);
                done.count(encoding.info().name);
            }
        }
        Ok(())
    });
    done.assert_each(cases / 2, &encodings_into(Target::Cnf));
}
