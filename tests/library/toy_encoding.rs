//! The walk-through of `encodings/README.md`: its code is a file that compiles and keeps the laws.

use std::collections::BTreeSet;

use xwc_encodings::{
    Cnf, Comparison, Constraint, Domain, Encoding, Formula, Literal, Model, Op, VarId,
};

use xwc_testkit::toys::encoding::TwoValued;

/// What the document shows is the file, byte for byte.
#[test]
fn the_readme_shows_the_code_that_is_tested() {
    let readme = include_str!("../../encodings/README.md");
    let blocks = readme.split("```rust\n").skip(1);
    let blocks: Vec<&str> = blocks.filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(blocks, [include_str!("../../testkit/src/toys/encoding.rs")]);
}

fn encoded(model: &Model) -> Cnf {
    match TwoValued.encode(model) {
        Ok(Formula::Cnf(cnf)) => cnf,
        Ok(Formula::Smt(_)) => panic!("it writes clauses"),
        Err(refusal) => panic!("{refusal}"),
    }
}

/// The assignments behind all truth values that satisfy the clauses.
fn solutions(model: &Model) -> BTreeSet<Vec<i64>> {
    let cnf = encoded(model);
    let models = (0..1u32 << cnf.n_vars).filter(|bits| {
        let truth = |lit: &xwc_encodings::Lit| (bits >> lit.vidx() & 1 == 1) == lit.is_pos();
        cnf.clauses().all(|clause| clause.iter().any(truth))
    });
    let decode = |bits: u32| {
        let truth = |lit: xwc_encodings::Lit| (bits >> lit.vidx() & 1 == 1) == lit.is_pos();
        let value = |var| cnf.code.value(var, &truth).expect("truth values always say");
        model.ids().map(value).collect()
    };
    models.map(decode).collect()
}

/// All assignments that the evaluator accepts.
fn expected(model: &Model) -> BTreeSet<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for var in model.ids() {
        let longer = |start: &Vec<i64>| {
            let start = start.clone();
            model[var].domain.iter().map(move |value| [&start[..], &[value]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.into_iter().filter(|assignment| model.holds(assignment)).collect()
}

/// One constraint of each kind over four variables of two values and a constant.
fn models() -> Vec<Model> {
    let mut model = Model::default();
    let domains = [[1, 2], [0, 3], [2, 5], [-1, 1]];
    let answer =
        |(i, values): (usize, [i64; 2])| model.answer(format!("x{i}"), Domain::from_iter(values));
    let mut vars: Vec<VarId> = domains.into_iter().enumerate().map(answer).collect();
    vars.push(model.constant(3));
    let [a, b, c, d, three] = vars[..] else { panic!("five variables") };
    let terms = vec![(2, a), (-1, b), (1, d)];
    let constraints = [
        Constraint::Arithmetic { op: Op::Add, a, b, c },
        Constraint::Arithmetic { op: Op::Div, a: three, b: d, c: b },
        Constraint::Linear { terms, comparison: Comparison::AtMost, constant: 1 },
        Constraint::AllDifferent(vec![a, b, c, d]),
        Constraint::Multiset { vars: vec![a, d], counts: vec![(1, 2)] },
        Constraint::Table { vars: vec![a, b], rows: vec![vec![1, 3], vec![2, 0]] },
        Constraint::Clause(vec![Literal::is(a, 2), !Literal::is(b, 3)]),
        Constraint::Connected { nodes: vec![a, b, c], edges: vec![(0, 1)], off: 2 },
    ];
    let with = |constraint: &Constraint| {
        let mut model = model.clone();
        model.require(constraint.clone());
        model
    };
    constraints.iter().map(with).collect()
}

#[test]
fn the_toy_keeps_the_laws() {
    for model in models() {
        let expected = expected(&model);
        assert!(!expected.is_empty() && expected.len() < 16, "{model}");
        assert_eq!(solutions(&model), expected, "{model}");
        let dimacs = || {
            let mut out = Vec::new();
            encoded(&model).write_dimacs(&model, &mut out).expect("memory takes everything");
            out
        };
        assert_eq!(dimacs(), dimacs());
    }
}

#[test]
fn the_toy_refuses_what_it_cannot_say() {
    let mut model = Model::default();
    model.answer("x", Domain::from(1..=3));
    let refusal = TwoValued.encode(&model).err().expect("three values");
    assert!(refusal.to_string().contains("x in {1..3}"), "{refusal}");
    let mut model = Model::default();
    let vars = (0..11).map(|i| model.answer(format!("x{i}"), Domain::from(0..=1))).collect();
    model.require(Constraint::AllDifferent(vars));
    let refusal = TwoValued.encode(&model).err().expect("eleven variables");
    assert!(refusal.to_string().contains("too many variables"), "{refusal}");
    let mut model = Model::default();
    model.answer("x", Domain::from_iter([]));
    assert!(solutions(&model).is_empty(), "no value is no solution");
}
