//! Every encoding with every backend, and the native search, against brute force on random models.
//!
//! The evaluator `Model::holds` is the referee. A model's solutions are the combinations of answer
//! values that it accepts, each once; every way of solving must yield exactly these.

mod identity;
mod limits;
mod native;
mod open;
mod variants;

use native::check_native;
use open::check_open;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use xwc_testkit::{large, models, runner};

use proptest::prelude::*;
use xwc::formats::FORMATS;
use xwc::solve::{BACKENDS, Backend, Budget, Limit, Outcome};
use xwc_encodings::{
    Cnf, Comparison, Constraint, Domain, ENCODINGS, Encoding, Formula, Model, Op, Refusal, Variants,
};
use xwc_encodings::{Options, Target};

use xwc_testkit::models::{Case, answers, answers_of, brute_force, has_relation};

pub(crate) const REGRESSIONS: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/proptest-regressions/laws.txt");

/// The native search may give up on a model after this many branches; the model is then left out.
/// That happens where a large domain has few values that only a clause tells. Proptest accepts no
/// more than a thousand such models.
const NODES: u64 = 50_000;

pub(crate) type Tested<T = ()> = Result<T, TestCaseError>;

/// The native search, which every build has.
pub(crate) fn native() -> &'static Backend {
    BACKENDS.iter().find(|backend| backend.name == "native").expect("it is always there")
}

/// All answers that a backend gives, and its number of branches. Each answer must be new, and its
/// assignment must be a solution.
fn enumerate(
    backend: &Backend,
    model: &Model,
    formula: Option<&Formula>,
) -> Tested<(BTreeSet<Vec<i64>>, u64)> {
    let failed = |error| TestCaseError::fail(format!("{}: {error}", backend.name));
    let budget = Budget { nodes: Some(NODES), ..Budget::default() };
    let start = backend.solver.expect("it is in this build");
    let mut solver = start(model, formula, budget).map_err(failed)?;
    let mut found = BTreeSet::new();
    loop {
        match solver.next().map_err(failed)? {
            Outcome::Unsat => return Ok((found, solver.effort().nodes)),
            Outcome::Unknown(Limit::Nodes) => {
                return Err(TestCaseError::reject("too many branches"));
            }
            Outcome::Unknown(limit) => {
                return Err(TestCaseError::fail(format!("{} gave up: {limit}", backend.name)));
            }
            Outcome::Sat(assignment) => {
                let name = backend.name;
                prop_assert!(model.holds(&assignment), "{name}: {assignment:?} is no solution");
                let new = found.insert(answers_of(model, &assignment));
                prop_assert!(new, "{name}: {assignment:?} has the answers of an earlier one");
            }
        }
    }
}

/// Every backend that works on the model itself. Another than the native search may give up where
/// that takes too many branches: plain backtracking does, as soon as domains are large.
fn check_models(model: &Model, assignments: &BTreeSet<Vec<i64>>, taken: &Tally) -> Tested {
    let expected = answers(model, assignments);
    check_native(model, assignments)?;
    let others = BACKENDS.iter().filter(|one| one.reads.is_none() && one.name != "native");
    for backend in others {
        check_backend(backend, model, &expected, taken)?;
    }
    Ok(())
}

/// One backend that works on the model itself; it may give up.
pub(crate) fn check_backend(
    backend: &Backend,
    model: &Model,
    expected: &BTreeSet<Vec<i64>>,
    taken: &Tally,
) -> Tested {
    match enumerate(backend, model, None) {
        Ok((found, _)) => {
            prop_assert_eq!(&found, expected, "{}", backend.name);
            taken.count(backend.name);
            Ok(())
        }
        Err(TestCaseError::Reject(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Every encoding into the target language, and every backend of this build that reads it.
fn check_formulas(
    target: Target,
    model: &Model,
    expected: &BTreeSet<Vec<i64>>,
    taken: &Tally,
) -> Tested {
    check_variants(target, Variants::default(), model, expected, taken)
}

/// The same, with counting in the given variants.
fn check_variants(
    target: Target,
    variants: Variants,
    model: &Model,
    expected: &BTreeSet<Vec<i64>>,
    taken: &Tally,
) -> Tested {
    for encoding in ENCODINGS.iter().filter(|encoding| encoding.info().target == target) {
        check_encoding(*encoding, variants, model, expected, taken)?;
    }
    Ok(())
}

/// One encoding, with every backend of this build that reads it.
fn check_encoding(
    encoding: &dyn Encoding,
    variants: Variants,
    model: &Model,
    expected: &BTreeSet<Vec<i64>>,
    taken: &Tally,
) -> Tested {
    let options = Options { variants, ..Options::default() };
    let encode = || encoding.encode_with(model, &options);
    let (first, second) = match (encode(), encode()) {
        (Ok(first), Ok(second)) => (first, second),
        (Err(first), Err(second)) => {
            check_refusal(encoding, &first)?;
            prop_assert_eq!(first.to_string(), second.to_string());
            return Ok(());
        }
        _ => return Err(TestCaseError::fail("it is refused only sometimes")),
    };
    if has_relation(model) {
        // Formulas leave relations open, and say so.
        prop_assert_eq!(bytes(&first, model), bytes(&second, model));
        return check_open(encoding, variants, model, expected);
    }
    prop_assert!(bytes(&first, model) == bytes(&second, model), "the formulas differ");
    if let Formula::Cnf(cnf) = &first {
        check_canonical(cnf)?;
    }
    taken.count(encoding.info().name);
    for backend in readers(encoding) {
        let (found, _) = enumerate(backend, model, Some(&first))?;
        let (encoding, backend) = (encoding.info().name, backend.name);
        prop_assert_eq!(&found, expected, "{} with {}, {:?}", encoding, backend, variants);
    }
    Ok(())
}

/// The backends of this build that read what the encoding writes.
fn readers(encoding: &dyn Encoding) -> impl Iterator<Item = &'static Backend> {
    let reads = Some(encoding.info().target);
    BACKENDS.iter().filter(move |backend| backend.solver.is_some() && backend.reads == reads)
}

/// Whether a backend of this build reads the language.
fn is_read(target: Target) -> bool {
    BACKENDS.iter().any(|b| b.solver.is_some() && b.reads == Some(target))
}

fn bytes(formula: &Formula, model: &Model) -> Vec<u8> {
    let mut out = Vec::new();
    let language = match formula {
        Formula::Cnf(_) => Target::Cnf,
        Formula::Smt(_) => Target::Smt,
    };
    for (target, write) in FORMATS.iter().filter_map(|format| format.formula) {
        if target == language {
            write(formula, model, &mut out).expect("memory takes everything");
        }
    }
    out
}

/// Literals ascend strictly, so none is there twice; neighbours are never opposites, so no clause
/// is a tautology; and every variable has been counted.
fn check_canonical(cnf: &Cnf) -> Tested {
    for clause in cnf.clauses() {
        prop_assert!(clause.windows(2).all(|pair| pair[0] < pair[1]), "unsorted: {clause:?}");
        let opposite = clause.iter().any(|&lit| clause.binary_search(&!lit).is_ok());
        prop_assert!(!opposite, "a tautology: {clause:?}");
        prop_assert!(clause.iter().all(|lit| lit.vidx() < cnf.n_vars as usize), "{clause:?}");
    }
    Ok(())
}

/// A refusal says who refuses, what and why.
fn check_refusal(encoding: &dyn Encoding, refusal: &Refusal) -> Tested {
    let text = refusal.to_string();
    prop_assert_eq!(refusal.encoding, encoding.info().name);
    for part in [encoding.info().name, &refusal.subject, &refusal.reason] {
        prop_assert!(!part.is_empty() && text.contains(part), "`{part}` is not in `{text}`");
    }
    Ok(())
}

/// A backend that cannot take a model says who refuses, and what.
pub(crate) fn check_start_is_refused(backend: &Backend, model: &Model, subject: &str) {
    let start = backend.solver.expect("it is in this build");
    let error = start(model, None, Budget::default()).err();
    let error = error.expect("a refusal").to_string();
    assert!(error.contains(backend.name) && error.contains(subject), "{error}");
}

/// How often something happened, so that a test can tell whether it has tested anything.
#[derive(Default)]
pub(crate) struct Tally(RefCell<BTreeMap<&'static str, u32>>);

impl Tally {
    fn count(&self, what: &'static str) {
        *self.0.borrow_mut().entry(what).or_default() += 1;
    }

    /// Counts a model by the number of its solutions.
    fn count_solutions(&self, found: &BTreeSet<Vec<i64>>) {
        self.count(match found.len() {
            0 => "none",
            1 => "one",
            _ => "several",
        });
    }

    pub(crate) fn assert_each(&self, least: u32, all: &[&'static str]) {
        let counts = self.0.borrow();
        for what in all {
            let count = counts.get(what).copied().unwrap_or(0);
            assert!(count >= least, "`{what}` came up {count} times only: {counts:?}");
        }
    }
}

/// The names of the encodings into the language.
fn encodings_into(target: Target) -> Vec<&'static str> {
    ENCODINGS.iter().filter(|e| e.info().target == target).map(|e| e.info().name).collect()
}

#[test]
fn small_models_natively_and_as_clauses() {
    let (seen, taken, turn) = (Tally::default(), Tally::default(), Cell::new(0u32));
    let cases = 4_000;
    runner::run(cases, REGRESSIONS, &models::small_model(), |Case(model)| {
        let assignments = brute_force(&model);
        let expected = answers(&model, &assignments);
        seen.count_solutions(&expected);
        check_models(&model, &assignments, &taken)?;
        // There are many encodings, so that each model costs as much as several.
        turn.set(turn.get() + 1);
        match turn.get().is_multiple_of(4) {
            true => check_formulas(Target::Cnf, &model, &expected, &taken),
            false => Ok(()),
        }
    });
    seen.assert_each(cases / 40, &["none", "one", "several"]);
    taken.assert_each(cases / 4, &encodings_into(Target::Cnf));
    taken.assert_each(cases / 2, &["backtrack"]);
}

#[test]
fn small_models_as_smt() {
    let (seen, taken) = (Tally::default(), Tally::default());
    let cases = 250;
    runner::run(cases, REGRESSIONS, &models::small_model(), |Case(model)| {
        let expected = answers(&model, &brute_force(&model));
        // Each answer costs Z3 a check, and many answers show no more than some.
        if expected.len() <= 20 || !is_read(Target::Smt) {
            seen.count_solutions(&expected);
            check_formulas(Target::Smt, &model, &expected, &taken)?;
        }
        Ok(())
    });
    seen.assert_each(cases / 40, &["none", "one", "several"]);
    taken.assert_each(cases / 2, &encodings_into(Target::Smt));
}

#[test]
fn relations_are_asked_natively_and_left_open_by_formulas() {
    let (seen, taken) = (Tally::default(), Tally::default());
    let cases = 1_000;
    runner::run(cases, REGRESSIONS, &models::related_model(), |Case(model)| {
        let assignments = brute_force(&model);
        let expected = answers(&model, &assignments);
        seen.count_solutions(&expected);
        check_models(&model, &assignments, &taken)?;
        for encoding in ENCODINGS {
            check_open(*encoding, Variants::default(), &model, &expected)?;
        }
        Ok(())
    });
    seen.assert_each(cases / 40, &["none", "one", "several"]);
    taken.assert_each(cases / 2, &["backtrack"]);
}

#[test]
fn searches_that_start_again() {
    let seen = Tally::default();
    let cases = 500;
    runner::run(cases, REGRESSIONS, &models::hard_model(), |Case(model)| {
        let assignments = brute_force(&model);
        let nodes = check_native(&model, &assignments)?;
        // With few solutions the search starts again after some branches and blocks them.
        if nodes >= 200 && answers(&model, &assignments).len() < 16 {
            seen.count(if assignments.is_empty() { "none" } else { "some" });
        }
        Ok(())
    });
    seen.assert_each(cases / 40, &["none", "some"]);
}

#[test]
fn large_domains_natively() {
    let seen = Tally::default();
    let cases = 2_000;
    runner::run(cases, REGRESSIONS, &large::large_model(large::intervals()), |large| {
        let assignments = large.brute_force();
        seen.count_solutions(&answers(&large.case.0, &assignments));
        check_native(&large.case.0, &assignments).map(drop)
    });
    seen.assert_each(cases / 40, &["none", "one", "several"]);
}

#[test]
fn a_hundred_values_natively_and_as_clauses() {
    let (seen, taken) = (Tally::default(), Tally::default());
    let cases = 50;
    runner::run(cases, REGRESSIONS, &large::large_model(large::a_hundred()), |large| {
        let assignments = large.brute_force();
        let expected = answers(&large.case.0, &assignments);
        seen.count_solutions(&expected);
        check_native(&large.case.0, &assignments)?;
        check_formulas(Target::Cnf, &large.case.0, &expected, &taken)
    });
    seen.assert_each(cases / 40, &["none", "one", "several"]);
    taken.assert_each(cases / 2, &encodings_into(Target::Cnf));
}

#[test]
fn large_domains_as_clauses() {
    let taken = Tally::default();
    let cases = 200;
    runner::run(cases, REGRESSIONS, &large::large_model(large::intervals()), |large| {
        let expected = answers(&large.case.0, &large.brute_force());
        for name in ["log", "mixed"] {
            let encoding = xwc_encodings::find(name).expect("it is in the registry");
            check_encoding(encoding, Variants::default(), &large.case.0, &expected, &taken)?;
        }
        Ok(())
    });
    taken.assert_each(cases / 2, &["log", "mixed"]);
}

#[test]
fn large_domains_as_smt() {
    let taken = Tally::default();
    let cases = 80;
    runner::run(cases, REGRESSIONS, &large::large_model(large::intervals()), |large| {
        let expected = answers(&large.case.0, &large.brute_force());
        if expected.len() <= 20 || !is_read(Target::Smt) {
            check_formulas(Target::Smt, &large.case.0, &expected, &taken)?;
        }
        Ok(())
    });
    taken.assert_each(cases / 2, &["smt-int", "smt-bv", "big-m"]);
    taken.assert_each(cases / 4, &["smt-one-hot"]);
}

/// Solves a model in every way there is; an encoding may refuse it.
fn check_everywhere(model: &Model) {
    let assignments = brute_force(model);
    let expected = answers(model, &assignments);
    check_models(model, &assignments, &Tally::default()).expect("the searches are right");
    for target in [Target::Cnf, Target::Smt] {
        check_formulas(target, model, &expected, &Tally::default()).expect("the formula is right");
    }
}

#[test]
fn models_at_the_edge() {
    let mut model = Model::default();
    check_everywhere(&model);
    assert_eq!(brute_force(&model).len(), 1, "nothing to choose is one solution");

    model.variable("hidden", Domain::from(1..=3));
    check_everywhere(&model);
    let found = answers(&model, &brute_force(&model));
    assert_eq!(found, BTreeSet::from([vec![]]), "hidden values do not count");

    // Constraints without variables are true or false by themselves.
    let terms = Vec::new();
    let sums = [(Comparison::Equal, 0), (Comparison::NotEqual, 0), (Comparison::AtLeast, 1)];
    let sums = sums.map(|(comparison, constant)| Constraint::Linear {
        terms: terms.clone(),
        comparison,
        constant,
    });
    let others = [
        Constraint::AllDifferent(vec![]),
        Constraint::Multiset { vars: vec![], counts: vec![] },
        Constraint::Multiset { vars: vec![], counts: vec![(1, 0)] },
        Constraint::Multiset { vars: vec![], counts: vec![(1, 1)] },
        Constraint::Table { vars: vec![], rows: vec![] },
        Constraint::Table { vars: vec![], rows: vec![vec![], vec![]] },
        Constraint::Clause(vec![]),
        Constraint::Connected { nodes: vec![], edges: vec![], off: 0 },
    ];
    for constraint in sums.into_iter().chain(others) {
        let mut model = model.clone();
        model.require(constraint);
        check_everywhere(&model);
    }

    model.answer("impossible", Domain::from_iter([]));
    check_everywhere(&model);
    assert!(brute_force(&model).is_empty());
}

/// Once, tables lost rows when two of their columns were the same variable.
#[test]
fn a_variable_may_have_two_columns() {
    let mut model = Model::default();
    let x = model.answer("x", Domain::from(0..=2));
    let one = model.constant(1);
    let mut difference = model.clone();
    difference.require(Constraint::Arithmetic { op: Op::Sub, a: x, b: x, c: one });
    let mut table = model.clone();
    let rows = vec![vec![0, 1], vec![1, 2]];
    table.require(Constraint::Table { vars: vec![x, x], rows });
    let mut double = model;
    double.require(Constraint::Arithmetic { op: Op::Mul, a: x, b: x, c: x });
    for (model, solutions) in [(difference, 0), (table, 0), (double, 2)] {
        check_everywhere(&model);
        assert_eq!(brute_force(&model).len(), solutions);
    }
}

/// Once, a pool could not be met when one of its variables had to differ from a large one.
#[test]
fn a_pool_may_be_next_to_a_large_domain() {
    let mut model = Model::default();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.answer(name, Domain::from(0..=9)));
    let large = model.variable("large", Domain::from(0..=100_000));
    model.require(Constraint::Multiset { vars: vec![x, y, z], counts: vec![(3, 2), (7, 1)] });
    model.require(Constraint::AllDifferent(vec![x, large]));
    let comparison = Comparison::AtMost;
    model.require(Constraint::Linear { terms: vec![(1, large)], comparison, constant: 3 });
    let native = native();
    let (found, _) = enumerate(native, &model, None).expect("it is right");
    assert_eq!(found, BTreeSet::from([vec![3, 3, 7], vec![3, 7, 3], vec![7, 3, 3]]));
}

#[test]
fn an_unbounded_domain_is_for_unbounded_integers_only() {
    let mut model = Model::default();
    let x = model.answer("x", Domain::from(1..));
    let y = model.answer("y", Domain::from(1..=3));
    let z = model.constant(1_000_000);
    model.require(Constraint::Arithmetic { op: Op::Mul, a: x, b: y, c: z });
    for backend in BACKENDS.iter().filter(|backend| backend.reads.is_none()) {
        check_start_is_refused(backend, &model, "x");
    }
    // One million is divisible by one and two.
    let expected = BTreeSet::from([vec![1_000_000, 1], vec![500_000, 2]]);
    let taken = Tally::default();
    for target in [Target::Cnf, Target::Smt] {
        check_formulas(target, &model, &expected, &taken).expect("the formula is right");
    }
    taken.assert_each(1, &["smt-int"]);
    assert!(!taken.0.borrow().contains_key("one-hot"));
}
