//! What formulas leave open.

use std::collections::BTreeSet;

use proptest::prelude::*;
use xwc::solve::{Budget, Outcome};
use xwc_encodings::{Constraint, Encoding, Model, Options, Variants};

use super::{Tested, readers};

/// A formula leaves relations open: it has the model's solutions and maybe more, and once a solver is told
/// which of them break a relation, exactly the model's.
pub(super) fn check_open(
    encoding: &dyn Encoding,
    variants: Variants,
    model: &Model,
    expected: &BTreeSet<Vec<i64>>,
) -> Tested {
    let options = Options { variants, ..Options::default() };
    let Ok(formula) = encoding.encode_with(model, &options) else { return Ok(()) };
    for backend in readers(encoding) {
        let start = backend.solver.expect("a backend of this build");
        let mut solver = start(model, Some(&formula), Budget::default())
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
        let mut found = BTreeSet::new();
        loop {
            let outcome = solver.next().map_err(|error| TestCaseError::fail(error.to_string()))?;
            let Outcome::Sat(assignment) = outcome else {
                prop_assert_eq!(outcome, Outcome::Unsat);
                break;
            };
            let broken = model.constraints().iter().find(|one| !one.holds(&assignment));
            let answers = model.answers().iter().map(|var| assignment[var.index()]);
            match broken {
                None => {
                    prop_assert!(found.insert(answers.collect()), "a solution comes twice");
                }
                Some(constraint) => {
                    let is_open = matches!(constraint, Constraint::Relation { .. });
                    prop_assert!(is_open, "a constraint is not said");
                    let values = constraint.vars();
                    let values = values.iter().map(|&var| (var, assignment[var.index()]));
                    prop_assert!(solver.exclude(&values.collect::<Vec<_>>()));
                }
            }
        }
        prop_assert_eq!(&found, expected, "{} {}", encoding.info().name, backend.name);
    }
    Ok(())
}
