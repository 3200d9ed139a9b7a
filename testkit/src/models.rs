//! Random small models with every kind of constraint, and brute force over their assignments.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use xwc_encodings::{Comparison, Constraint, Domain, Literal, Model, Op, Relation, VarId};

/// This many variables each model has. Constraints can then name them before the model exists, which
/// keeps shrinking simple; a variable that does not matter shrinks to one value.
pub const VARIABLES: usize = 5;

/// A model that shows itself in its readable form when a test fails.
#[derive(Clone)]
pub struct Case(pub Model);

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The remainder of a weighted sum, of which nothing follows before all but one value are known.
#[derive(Debug)]
struct Residue {
    modulus: i64,
    rest: i64,
}

impl Residue {
    /// The constraint with the weights 1, 7, 49 and so on.
    fn constraint(vars: Vec<VarId>, modulus: i64, rest: i64) -> Constraint {
        Constraint::Relation { vars, relation: Arc::new(Residue { modulus, rest }) }
    }

    fn of(modulus: i64, values: impl DoubleEndedIterator<Item = i64>) -> i64 {
        values.rev().fold(0, |sum, value| sum * 7 + value).rem_euclid(modulus)
    }
}

impl Relation for Residue {
    fn text(&self, names: &[&str]) -> String {
        format!("{} to the base 7, mod {} = {}", names.join(" "), self.modulus, self.rest)
    }

    fn holds(&self, values: &[i64]) -> bool {
        Residue::of(self.modulus, values.iter().copied()) == self.rest
    }
}

/// Whether a relation given by a program is among the constraints.
pub fn has_relation(model: &Model) -> bool {
    model.constraints().iter().any(|constraint| matches!(constraint, Constraint::Relation { .. }))
}

/// The ids of the variables that every model here has.
pub fn ids() -> Vec<VarId> {
    model_of(&vec![Domain::from(0); VARIABLES], &[false; VARIABLES], &[]).ids().collect()
}

/// The model of these parts.
pub fn model_of(domains: &[Domain], answers: &[bool], constraints: &[Constraint]) -> Model {
    let mut model = Model::default();
    for (i, (domain, &answer)) in domains.iter().zip(answers).enumerate() {
        let name = format!("x{i}");
        if answer {
            model.answer(name, domain.clone());
        } else {
            model.variable(name, domain.clone());
        }
    }
    constraints.iter().for_each(|constraint| model.require(constraint.clone()));
    model
}

/// Every assignment that the evaluator accepts, for models with few assignments.
pub fn brute_force(model: &Model) -> BTreeSet<Vec<i64>> {
    let mut found = vec![Vec::new()];
    for var in model.ids() {
        let longer = |start: &Vec<i64>| {
            let start = start.clone();
            model[var].domain.iter().map(move |value| [&start[..], &[value]].concat())
        };
        found = found.iter().flat_map(longer).collect();
    }
    found.into_iter().filter(|assignment| model.holds(assignment)).collect()
}

/// All operators.
pub const OPS: [Op; 4] = [Op::Add, Op::Sub, Op::Mul, Op::Div];

/// The part of an assignment that makes two solutions different.
pub fn answers_of(model: &Model, assignment: &[i64]) -> Vec<i64> {
    model.answers().iter().map(|var| assignment[var.index()]).collect()
}

/// The answers in those assignments, each combination once.
pub fn answers(model: &Model, assignments: &BTreeSet<Vec<i64>>) -> BTreeSet<Vec<i64>> {
    assignments.iter().map(|assignment| answers_of(model, assignment)).collect()
}

/// Few values around zero: a range, a set with gaps, a constant or, rarely, nothing at all.
pub fn small_domain() -> impl Strategy<Value = Domain> {
    prop_oneof![
        30 => (-3i64..=3, 0i64..=3).prop_map(|(low, more)| Domain::from(low..=low + more)),
        15 => vec(-5i64..=8, 1..=4).prop_map(Domain::from_iter),
        5 => (-2i64..=6).prop_map(Domain::from),
        1 => Just(Domain::from_iter([])),
    ]
}

/// A model of small domains in which brute force is quick.
pub fn small_model() -> impl Strategy<Value = Case> {
    model_with(vec(constraint(), 0..=7))
}

/// A small model with a relation in it.
pub fn related_model() -> impl Strategy<Value = Case> {
    let constraints = (vec(constraint(), 0..=4), relation());
    model_with(constraints.prop_map(|(mut constraints, relation)| {
        constraints.push(relation);
        constraints
    }))
}

fn model_with(constraints: impl Strategy<Value = Vec<Constraint>>) -> impl Strategy<Value = Case> {
    let domains = vec(small_domain(), VARIABLES);
    let answers = vec(prop::bool::weighted(0.6), VARIABLES);
    (domains, answers, constraints, plant()).prop_map(
        |(mut domains, answers, mut constraints, plant)| {
            if let Some(plant) = plant {
                for (domain, &value) in domains.iter_mut().zip(&plant) {
                    *domain = Domain::from_iter(domain.iter().chain([value]));
                }
                agree(&mut constraints, &plant);
            }
            Case(model_of(&domains, &answers, &constraints))
        },
    )
}

/// An assignment that is to become a solution, in two models of three. Of models that are left to
/// chance, hardly any has just one solution.
fn plant() -> impl Strategy<Value = Option<Vec<i64>>> {
    prop::option::weighted(0.66, vec(-3i64..=5, VARIABLES))
}

/// Changes or drops the constraints that do not hold for the planted assignment.
pub fn agree(constraints: &mut Vec<Constraint>, plant: &[i64]) {
    let value = |var: &VarId| plant[var.index()];
    for constraint in constraints.iter_mut().filter(|constraint| !constraint.holds(plant)) {
        match constraint {
            Constraint::Linear { terms, constant, comparison } => {
                *constant = terms.iter().map(|(k, var)| k * value(var)).sum();
                *constant += i64::from(*comparison == Comparison::NotEqual);
            }
            Constraint::Multiset { vars, counts } => {
                let mut tally: BTreeMap<i64, usize> = BTreeMap::new();
                vars.iter().for_each(|var| *tally.entry(value(var)).or_default() += 1);
                *counts = tally.into_iter().collect();
            }
            Constraint::Table { vars, rows } => rows.push(vars.iter().map(value).collect()),
            Constraint::Clause(literals) => {
                literals.iter_mut().for_each(|literal| literal.equal = !literal.equal);
            }
            Constraint::Relation { vars, .. } => {
                let rest = Residue::of(5, vars.iter().map(value));
                *constraint = Residue::constraint(vars.clone(), 5, rest);
            }
            _ => {}
        }
    }
    constraints.retain(|constraint| constraint.holds(plant));
}

fn var() -> impl Strategy<Value = VarId> {
    select(ids())
}

/// Some of the variables: mostly each once, sometimes with repetitions.
fn vars(most: usize) -> impl Strategy<Value = Vec<VarId>> {
    prop_oneof![
        4 => subsequence(ids(), 0..=most).prop_shuffle(),
        1 => vec(var(), 0..=most),
    ]
}

/// A value that often is in a domain and sometimes is not.
fn value() -> impl Strategy<Value = i64> {
    -4i64..=6
}

/// Any constraint that formulas can state.
pub fn constraint() -> impl Strategy<Value = Constraint> {
    prop_oneof![
        5 => arithmetic(),
        4 => linear(),
        2 => vars(4).prop_map(Constraint::AllDifferent),
        3 => multiset(),
        3 => table(),
        3 => clause(),
        2 => connected(),
    ]
}

fn arithmetic() -> impl Strategy<Value = Constraint> {
    let distinct = subsequence(ids(), 3).prop_shuffle();
    let vars = prop_oneof![2 => distinct, 1 => vec(var(), 3)];
    (select(&OPS[..]), vars).prop_map(|(op, vars)| Constraint::Arithmetic {
        op,
        a: vars[0],
        b: vars[1],
        c: vars[2],
    })
}

fn linear() -> impl Strategy<Value = Constraint> {
    let comparisons =
        vec![Comparison::Equal, Comparison::NotEqual, Comparison::AtMost, Comparison::AtLeast];
    (vec((-3i64..=3, var()), 0..=4), select(comparisons), -6i64..=6).prop_map(
        |(terms, comparison, constant)| Constraint::Linear { terms, comparison, constant },
    )
}

/// Counts that mostly add up to the number of variables; some values are listed with none, and
/// some more than once.
pub fn multiset() -> impl Strategy<Value = Constraint> {
    let values = prop_oneof![vec(value(), 4), vec(0i64..=1, 4)];
    let misfits = prop_oneof![6 => Just(Vec::new()), 1 => vec((value(), 0usize..=2), 1..=2)];
    let missing = prop_oneof![6 => Just(0), 1 => Just(1)];
    (vars(4), values, misfits, missing).prop_map(|(vars, values, misfits, missing)| {
        let mut counts: BTreeMap<i64, usize> = misfits.into_iter().collect();
        for value in values.iter().take(vars.len()).skip(missing) {
            *counts.entry(*value).or_default() += 1;
        }
        Constraint::Multiset { vars, counts: counts.into_iter().collect() }
    })
}

/// Up to eight rows, or none at all; the first one may come twice.
fn table() -> impl Strategy<Value = Constraint> {
    let rows = prop_oneof![12 => vec(vec(-3i64..=4, 3), 1..=8), 1 => Just(Vec::new())];
    (vars(3), rows, any::<bool>()).prop_map(|(vars, mut rows, again)| {
        rows.iter_mut().for_each(|row| row.truncate(vars.len()));
        rows.extend(rows.first().cloned().filter(|_| again));
        Constraint::Table { vars, rows }
    })
}

fn clause() -> impl Strategy<Value = Constraint> {
    let literal = (var(), value(), any::<bool>()).prop_map(|(var, value, equal)| Literal {
        var,
        value,
        equal,
    });
    prop_oneof![15 => vec(literal, 1..=4), 1 => Just(Vec::new())].prop_map(Constraint::Clause)
}

fn connected() -> impl Strategy<Value = Constraint> {
    (vars(VARIABLES), vec((0usize..VARIABLES, 0usize..VARIABLES), 0..=6), -2i64..=3).prop_map(
        |(nodes, edges, off)| {
            let inside = |&(i, j): &(usize, usize)| i < nodes.len() && j < nodes.len();
            let edges = edges.into_iter().filter(inside).collect();
            Constraint::Connected { nodes, edges, off }
        },
    )
}

/// A relation given by a program.
pub fn relation() -> impl Strategy<Value = Constraint> {
    (vars(4), 2i64..=6, 0i64..=5)
        .prop_map(|(vars, modulus, rest)| Residue::constraint(vars, modulus, rest % modulus))
}

/// A model that the native search cannot solve without many branches.
pub fn hard_model() -> impl Strategy<Value = Case> {
    let relation = (Just(ids()).prop_shuffle(), select(vec![31i64, 127, 1_009, 4_001]), 0i64..=30)
        .prop_map(|(vars, modulus, rest)| Residue::constraint(vars, modulus, rest));
    let domains = vec((-2i64..=2, 2i64..=4), VARIABLES);
    let answers = vec(prop::bool::weighted(0.8), VARIABLES);
    (domains, answers, relation, vec(constraint(), 0..=1)).prop_map(
        |(domains, answers, relation, mut constraints)| {
            let domain = |&(low, more): &(i64, i64)| Domain::from(low..=low + more);
            let domains: Vec<Domain> = domains.iter().map(domain).collect();
            constraints.push(relation);
            Case(model_of(&domains, &answers, &constraints))
        },
    )
}
