//! The example of `docs/how-to-add/backend.md` keeps the laws that every backend keeps.

use xwc::solve::{Budget, Limit, Outcome};
use xwc_encodings::{Domain, Model};
use xwc_testkit::models::{self, Case, answers, brute_force};
use xwc_testkit::runner;
use xwc_testkit::toys::backend::TOY_BACKEND;

use super::laws::{REGRESSIONS, Tally, check_backend, check_start_is_refused};

#[test]
fn the_toy_backend_has_the_solutions_of_the_evaluator() {
    let taken = Tally::default();
    let cases = 300;
    let check = |Case(model): Case| {
        let expected = answers(&model, &brute_force(&model));
        check_backend(&TOY_BACKEND, &model, &expected, &taken)
    };
    runner::run(cases, REGRESSIONS, &models::small_model(), check);
    runner::run(cases, REGRESSIONS, &models::related_model(), check);
    taken.assert_each(cases, &[TOY_BACKEND.name]);
}

#[test]
fn the_toy_backend_takes_models_at_the_edge() {
    let mut model = Model::default();
    let check = |model: &Model, n: usize| {
        let expected = answers(model, &brute_force(model));
        assert_eq!(expected.len(), n);
        check_backend(&TOY_BACKEND, model, &expected, &Tally::default()).expect("it is right");
    };
    check(&model, 1);
    model.variable("hidden", Domain::from(1..=3));
    check(&model, 1);
    model.answer("gaps", Domain::from_iter([-5, 0, 7]));
    check(&model, 3);
    model.answer("impossible", Domain::from_iter([]));
    check(&model, 0);
}

#[test]
fn the_toy_backend_keeps_its_budget_and_refuses_what_has_no_end() {
    let mut model = Model::default();
    model.answer("x", Domain::from(1..=5));
    let budget = Budget { nodes: Some(2), ..Budget::default() };
    let start = TOY_BACKEND.solver.expect("it is in every build");
    let mut search = start(&model, None, budget).expect("it takes the model");
    for value in [1, 2] {
        assert_eq!(search.next().expect("no failure"), Outcome::Sat(vec![value]));
    }
    assert_eq!(search.next().expect("no failure"), Outcome::Unknown(Limit::Nodes));
    assert_eq!(search.effort().nodes, 2);
    drop(search);
    model.answer("endless", Domain::from(1..));
    check_start_is_refused(&TOY_BACKEND, &model, "endless");
}
