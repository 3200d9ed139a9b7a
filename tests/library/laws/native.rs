//! The native search: on a model, with pauses, and on the model that it has narrowed.

use std::collections::BTreeSet;

use proptest::prelude::*;
use xwc::solve::{self, Budget, Limit, Outcome};
use xwc_encodings::Model;
use xwc_testkit::models::{answers, answers_of};

use super::{NODES, Tested, enumerate, native};

/// All answers of a search that pauses after every few branches. Each answer must be new.
fn found_in_turns(model: &Model) -> Tested<BTreeSet<Vec<i64>>> {
    let failed = |error| TestCaseError::fail(format!("native, with pauses: {error}"));
    let budget = |nodes: u64| Budget { nodes: Some(nodes), ..Budget::default() };
    let start = native().solver.expect("it is in every build");
    let mut nodes = 0;
    let mut solver = start(model, None, budget(nodes)).map_err(failed)?;
    let mut found = BTreeSet::new();
    loop {
        match solver.next().map_err(failed)? {
            Outcome::Unsat => return Ok(found),
            Outcome::Unknown(Limit::Nodes) if nodes < NODES => {
                nodes += 1 + nodes / 4;
                prop_assert!(solver.resume(budget(nodes)), "it goes on");
            }
            Outcome::Unknown(Limit::Nodes) => {
                return Err(TestCaseError::reject("too many branches"));
            }
            Outcome::Unknown(limit) => return Err(TestCaseError::fail(limit.to_string())),
            Outcome::Sat(assignment) => {
                let new = found.insert(answers_of(model, &assignment));
                prop_assert!(new, "{assignment:?} has the answers of an earlier one");
            }
        }
    }
}

/// The native search, on the model and on the model that it has narrowed; its branches.
pub(super) fn check_native(model: &Model, assignments: &BTreeSet<Vec<i64>>) -> Tested<u64> {
    let native = native();
    let expected = answers(model, assignments);
    let (found, nodes) = enumerate(native, model, None)?;
    prop_assert_eq!(&found, &expected, "native");
    prop_assert_eq!(&found_in_turns(model)?, &expected, "native, with pauses");
    match solve::narrow(model, Budget::default()) {
        None => prop_assert!(assignments.is_empty(), "narrowing finds no solution"),
        Some(narrowed) => {
            let lost = assignments.iter().find(|assignment| !narrowed.holds(assignment));
            prop_assert_eq!(lost, None, "narrowing loses a solution");
            // Solutions of the narrowed model must be solutions of the model: none is added.
            let (found, _) = enumerate(native, &narrowed, None)?;
            prop_assert_eq!(found, expected, "native, narrowed");
        }
    }
    Ok(nodes)
}
