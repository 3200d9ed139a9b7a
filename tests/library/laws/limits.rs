//! Domains and numbers at the limits: solved by those that can, refused by the others.

use std::collections::BTreeSet;

use xwc_encodings::Target;
use xwc_encodings::{Comparison, Constraint, Domain, ENCODINGS, Model, Op};

use super::{Tally, check_formulas, check_refusal, enumerate};
use xwc_testkit::models::{answers, brute_force};

/// Checks both languages, and that exactly these encodings have taken the model.
fn check_taken(model: &Model, expected: &BTreeSet<Vec<i64>>, takers: &[&str]) {
    let taken = Tally::default();
    for target in [Target::Cnf, Target::Smt] {
        check_formulas(target, model, expected, &taken).expect("the formula is right");
    }
    let taken: BTreeSet<&str> = taken.0.borrow().keys().copied().collect();
    assert_eq!(taken, takers.iter().copied().collect());
}

/// The ends of such a domain are further apart than the largest integer.
#[test]
fn a_domain_may_span_most_integers() {
    let mut model = Model::default();
    let wide = model.variable("wide", Domain::from(-6 << 60..=6 << 60));
    let narrow = model.answer("narrow", Domain::from(1..=3));
    let terms = vec![(1, wide), (1, narrow)];
    model.require(Constraint::Linear { terms, comparison: Comparison::NotEqual, constant: 0 });
    let native = super::native();
    let (found, _) = enumerate(native, &model, None).expect("it is right");
    let expected = BTreeSet::from([vec![1], vec![2], vec![3]]);
    assert_eq!(found, expected);
    let takers = ["log", "mixed", "smt-int", "smt-bv", "big-m", "smt-one-hot"];
    check_taken(&model, &expected, &takers);
}

/// Products that need 63 bits and a sign, in both directions.
#[test]
fn products_may_fill_the_integers() {
    let around = |middle: i64| Domain::from(middle - 1..=middle + 1);
    let everything = Domain::from(-i64::MAX..=i64::MAX - 1);
    for (a, b) in [(1 << 31, 1 << 31), (-(1 << 31), 1 << 31), (3_037_000_498, 3_037_000_498)] {
        for op in [Op::Mul, Op::Div] {
            let mut model = Model::default();
            let [x, y] = [("x", a), ("y", b)].map(|(name, at)| model.answer(name, around(at)));
            let z = model.variable("z", everything.clone());
            model.require(match op {
                Op::Mul => Constraint::Arithmetic { op, a: x, b: y, c: z },
                _ => Constraint::Arithmetic { op, a: z, b: x, c: y },
            });
            // Each of these products is an integer of 64 bits.
            let near = |middle: i64| middle - 1..=middle + 1;
            let pairs = near(a).flat_map(|x| near(b).map(move |y| vec![x, y]));
            let expected: BTreeSet<Vec<i64>> =
                pairs.filter(|pair| pair[0].checked_mul(pair[1]).is_some()).collect();
            assert_eq!(expected.len(), 9);
            let takers = ["log", "mixed", "smt-int", "smt-bv", "big-m", "smt-one-hot"];
            check_taken(&model, &expected, &takers);
        }
    }
}

/// All signs of operands and results meet, which random models seldom see to.
#[test]
fn every_operator_with_every_sign() {
    let with_gaps = Domain::from_iter([-9, -6, -4, -1, 0, 1, 2, 6]);
    for op in xwc_testkit::models::OPS {
        for domain in [Domain::from(-9..=9), with_gaps.clone()] {
            let mut model = Model::default();
            let [a, b] = ["a", "b"].map(|name| model.answer(name, Domain::from(-3..=3)));
            let c = model.answer("c", domain);
            let of_result = Constraint::Arithmetic { op, a, b, c };
            let of_operand = Constraint::Arithmetic { op, a: c, b, c: a };
            for constraint in [of_result, of_operand] {
                let mut model = model.clone();
                model.require(constraint);
                let expected = answers(&model, &brute_force(&model));
                assert!(expected.len() > 5, "{model}");
                let all: Vec<&str> =
                    ENCODINGS.iter().map(|encoding| encoding.info().name).collect();
                check_taken(&model, &expected, &all);
            }
        }
    }
}

#[test]
fn what_is_too_large_for_a_literal_a_value_is_refused() {
    let mut model = Model::default();
    let [a, b, c] = ["a", "b", "c"].map(|name| model.answer(name, Domain::from(1..=5_000)));
    let mut product = model.clone();
    product.require(Constraint::Arithmetic { op: Op::Mul, a, b, c });
    let mut sum = model.clone();
    let terms = vec![(1, a), (5_000, b), (-7, c)];
    sum.require(Constraint::Linear { terms, comparison: Comparison::AtMost, constant: 0 });
    model.answer("d", Domain::from(0..=1_000_000));
    for model in [model, product, sum] {
        for name in ["one-hot", "one-hot-conflict", "order"] {
            let encoding = xwc_encodings::find(name).expect("it is in the registry");
            let refusal = encoding.encode(&model).err().expect("a refusal");
            check_refusal(encoding, &refusal).expect("a clear refusal");
        }
        for name in ["log", "mixed"] {
            let encoding = xwc_encodings::find(name).expect("it is in the registry");
            assert!(encoding.encode(&model).is_ok(), "{name} needs few bits for these");
        }
    }
}

#[test]
fn sums_beyond_all_calculation_are_refused() {
    let mut model = Model::default();
    let wide = model.variable("wide", Domain::from(0..=i64::MAX - 1));
    let narrow = model.answer("narrow", Domain::from(1..=3));
    let mut terms = vec![(i64::MAX, wide); 4];
    terms.push((1, narrow));
    model.require(Constraint::Linear { terms, comparison: Comparison::AtMost, constant: 2 });
    let expected = BTreeSet::from([vec![1], vec![2]]);
    check_taken(&model, &expected, &["smt-int", "smt-one-hot"]);
}

#[test]
fn long_rows_and_lists_are_refused() {
    let mut model = Model::default();
    let vars: Vec<_> =
        (0..3).map(|i| model.answer(format!("x{i}"), Domain::from(1..=2_000))).collect();
    model.require(Constraint::AllDifferent(vars));
    let encoding = xwc_encodings::find("smt-one-hot").expect("it is in the registry");
    let refusal = encoding.encode(&model).err().expect("a refusal");
    check_refusal(encoding, &refusal).expect("a clear refusal");
    // A table of more than a million values.
    let mut model = Model::default();
    let x = model.answer("x", Domain::from(0..=1_000_000));
    let rows = (0..=1_000_000).map(|value| vec![value]).collect();
    model.require(Constraint::Table { vars: vec![x], rows });
    for name in ["log", "mixed"] {
        let encoding = xwc_encodings::find(name).expect("it is in the registry");
        let refusal = encoding.encode(&model).err().expect("a refusal");
        check_refusal(encoding, &refusal).expect("a clear refusal");
    }
}
