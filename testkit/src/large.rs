//! Random models with domains too large for bit sets, and brute force along their definitions.
//!
//! Each large variable is tied to earlier variables by a definition that leaves it few values once
//! those are known. Brute force tries these few; the evaluator still judges every assignment, with
//! all of its constraints.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use xwc_encodings::{Comparison, Constraint, Domain, Literal, Model, Op, VarId};

use crate::models::{self, Case, VARIABLES};

/// This many variables are small; the rest is large.
const SMALL: usize = 3;

/// What ties a large variable to earlier ones, which are given by position.
#[derive(Clone, Debug)]
enum Definition {
    /// `low ≤ large − k·x ≤ low + width`
    Window { k: i64, x: usize, low: i64, width: i64 },
    /// `k·large + c·x = constant`
    Equation { k: i64, c: i64, x: usize, constant: i64 },
    /// `x op y = large`
    Result { op: Op, x: usize, y: usize },
    /// `large − x = y`
    Minuend { x: usize, y: usize },
    /// `large ÷ x = y`
    Dividend { x: usize, y: usize },
    /// `large = v` for one of the values, as a clause
    OneOf(Vec<i64>),
    /// `x` and `large` are one of the rows
    Rows { x: usize, rows: Vec<(i64, i64)> },
}

impl Definition {
    fn constraints(&self, large: VarId, ids: &[VarId]) -> Vec<Constraint> {
        let linear = |terms: Vec<(i64, VarId)>, comparison, constant| Constraint::Linear {
            terms,
            comparison,
            constant,
        };
        match *self {
            Definition::Window { k, x, low, width } => {
                let terms = vec![(1, large), (-k, ids[x])];
                vec![
                    linear(terms.clone(), Comparison::AtLeast, low),
                    linear(terms, Comparison::AtMost, low + width),
                ]
            }
            Definition::Equation { k, c, x, constant } => {
                vec![linear(vec![(k, large), (c, ids[x])], Comparison::Equal, constant)]
            }
            Definition::Result { op, x, y } => {
                vec![Constraint::Arithmetic { op, a: ids[x], b: ids[y], c: large }]
            }
            Definition::Minuend { x, y } => {
                vec![Constraint::Arithmetic { op: Op::Sub, a: large, b: ids[x], c: ids[y] }]
            }
            Definition::Dividend { x, y } => {
                vec![Constraint::Arithmetic { op: Op::Div, a: large, b: ids[x], c: ids[y] }]
            }
            Definition::OneOf(ref values) => {
                let literals = values.iter().map(|&value| Literal::is(large, value));
                vec![Constraint::Clause(literals.collect())]
            }
            Definition::Rows { x, ref rows } => {
                let rows = rows.iter().map(|&(value, large)| vec![value, large]).collect();
                vec![Constraint::Table { vars: vec![ids[x], large], rows }]
            }
        }
    }

    /// All values of the large variable that the definition allows, and perhaps some more.
    fn candidates(&self, values: &[i64]) -> Vec<i64> {
        match *self {
            Definition::Window { k, x, low, width } => {
                let start = k * values[x] + low;
                (start..=start + width).collect()
            }
            Definition::Equation { k, c, x, constant } => vec![(constant - c * values[x]) / k],
            Definition::Result { op, x, y } => op.apply(values[x], values[y]).into_iter().collect(),
            Definition::Minuend { x, y } => vec![values[x] + values[y]],
            Definition::Dividend { x, y } => vec![values[x] * values[y]],
            Definition::OneOf(ref values) => values.clone(),
            Definition::Rows { ref rows, .. } => rows.iter().map(|&(_, large)| large).collect(),
        }
    }
}

/// A model with large domains, and all assignments that the evaluator accepts.
#[derive(Clone, Debug)]
pub struct Large {
    /// The model.
    pub case: Case,
    definitions: Vec<Definition>,
}

impl Large {
    /// Every assignment that the evaluator accepts.
    pub fn brute_force(&self) -> BTreeSet<Vec<i64>> {
        let model: &Model = &self.case.0;
        let mut found = vec![Vec::new()];
        for var in model.ids() {
            let values = |start: &Vec<i64>| match var.index().checked_sub(SMALL) {
                None => model[var].domain.iter().collect(),
                Some(large) => self.definitions[large].candidates(start),
            };
            let longer = |start: Vec<i64>| {
                let longer = |value| [&start[..], &[value]].concat();
                values(&start).into_iter().map(longer).collect::<Vec<_>>()
            };
            found = found.into_iter().flat_map(longer).collect();
        }
        found.into_iter().filter(|assignment| model.holds(assignment)).collect()
    }
}

/// Models whose large variables are over one of the given domains.
pub fn large_model(domains: Vec<Domain>) -> impl Strategy<Value = Large> {
    let small = vec(models::small_domain(), SMALL);
    let large = vec(select(domains), VARIABLES - SMALL);
    let answers = vec(prop::bool::weighted(0.6), VARIABLES);
    let definitions = [definition(SMALL), definition(SMALL + 1)];
    let other = prop_oneof![
        6 => models::constraint().boxed(),
        1 => models::relation().boxed(),
        2 => models::multiset().boxed(),
        2 => beside().boxed(),
    ];
    let more = vec(other, 0..=3);
    let picks = prop::option::weighted(0.66, vec(0usize..8, VARIABLES));
    (small, large, answers, definitions, more, picks).prop_map(
        |(small, large, answers, definitions, mut more, picks)| {
            let domains = [small, large].concat();
            if let Some(plant) = picks.and_then(|picks| plant(&domains, &definitions, &picks)) {
                models::agree(&mut more, &plant);
            }
            let ids = models::ids();
            let defining = definitions.iter().zip(&ids[SMALL..]);
            let defining = defining.flat_map(|(definition, &id)| definition.constraints(id, &ids));
            let constraints: Vec<Constraint> = defining.chain(more).collect();
            let model = models::model_of(&domains, &answers, &constraints);
            Large { case: Case(model), definitions: definitions.to_vec() }
        },
    )
}

/// A small variable that differs from a large one, so that both are counted together.
fn beside() -> impl Strategy<Value = Constraint> {
    (0..SMALL, SMALL..VARIABLES).prop_map(|(small, large)| {
        let ids = models::ids();
        Constraint::AllDifferent(vec![ids[small], ids[large]])
    })
}

/// An assignment that obeys the domains and, but for rounding, the definitions, if there is one
/// where the picks lead.
fn plant(domains: &[Domain], definitions: &[Definition], picks: &[usize]) -> Option<Vec<i64>> {
    let mut values = Vec::new();
    for (i, (domain, &pick)) in domains.iter().zip(picks).enumerate() {
        let mut choices = match i.checked_sub(SMALL) {
            None => domain.iter().collect(),
            Some(large) => definitions[large].candidates(&values),
        };
        choices.retain(|&value| domain.contains(value));
        values.push(*choices.get(pick % choices.len().max(1))?);
    }
    Some(values)
}

/// Domains that are kept as intervals, some with gaps where many values fall.
pub fn intervals() -> Vec<Domain> {
    vec![
        Domain::from(0..=100_000),
        Domain::from(-40_000..=60_000),
        Domain::from(-1_000_000_000..=1_000_000_000),
        Domain::from_iter((-20_000..-2).chain(2..20_000)),
        Domain::from_iter((-30_000i64..30_000).filter(|value| value.rem_euclid(5_000) > 1)),
    ]
}

/// Domains of about a hundred values: bit sets of two words, and beyond pairwise at-most-one.
pub fn a_hundred() -> Vec<Domain> {
    vec![Domain::from(-40..=90), Domain::from_iter((-60..-1).chain(2..45))]
}

/// A definition in terms of the first this many variables.
fn definition(before: usize) -> impl Strategy<Value = Definition> {
    let x = 0..before;
    let y = 0..before;
    let factor = || select(vec![1i64, -2, 3, 20, 700, -2_000]);
    let row = (-3i64..=4, select(vec![0i64, 1, 3, -2, 90, 14_000, -70_000]));
    prop_oneof![
        2 => (factor(), x.clone(), -4i64..=4, 0i64..=6)
            .prop_map(|(k, x, low, width)| Definition::Window { k, x, low, width }),
        2 => (select(vec![1i64, -1, 2, -3]), factor(), x.clone(), -9i64..=9)
            .prop_map(|(k, c, x, constant)| Definition::Equation { k, c, x, constant }),
        3 => (select(&crate::models::OPS[..]), x.clone(), y.clone())
            .prop_map(|(op, x, y)| Definition::Result { op, x, y }),
        1 => (x.clone(), y.clone()).prop_map(|(x, y)| Definition::Minuend { x, y }),
        2 => (x.clone(), y).prop_map(|(x, y)| Definition::Dividend { x, y }),
        1 => vec(select(vec![0i64, 2, 3, -1, 80, 60_000]), 1..=3).prop_map(Definition::OneOf),
        1 => (x, vec(row, 1..=4)).prop_map(|(x, rows)| Definition::Rows { x, rows }),
    ]
}
