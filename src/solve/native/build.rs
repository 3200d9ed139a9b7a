//! From a model to a store and its propagators.

use std::collections::BTreeMap;
use std::rc::Rc;

use xwc_encodings::{Comparison, Constraint, Model, Op, VarId};

use super::arithmetic::Product;
use super::counting::GlobalCardinality;
use super::linear::LinearPropagator;
use super::logic::{Clause, Connected, DeferredCheck, Gaps};
use super::narrow::Narrow;
use super::place_value::PlaceValue;
use super::propagate::{Engine, Propagate};
use super::store::{Store, Var};
use super::sum::{SmallUniverse, Sum};
use super::table::{Rows, TablePropagator};
use super::universe::{Universes, effective_domains};

/// A table with more rows, or an arithmetic constraint with more pairs, is not kept as bit sets.
const MAX_ROWS: usize = 1 << 13;
const MAX_PAIRS: usize = 1 << 18;

/// The store and the engine of a model, or `None` if a variable has no value at all.
pub(super) fn build(model: &Model) -> Option<(Store, Engine)> {
    let domains = effective_domains(model);
    if domains.iter().any(|domain| domain.is_empty()) {
        return None;
    }
    let universes = Universes::new(model, &domains);
    let mut store = Store::new();
    let mut propagators: Vec<Box<dyn Propagate>> = Vec::new();
    for (var, domain) in domains.iter().enumerate() {
        match universes.of(var) {
            Some(universe) => store.add_set(domain, Rc::clone(universe)),
            None => {
                store.add_interval(domain.min()?, domain.max()?);
                if domain.ranges().len() > 1 {
                    propagators.push(Box::new(Gaps::new(var, domain.clone())));
                }
            }
        }
    }
    let mut builder = PropagatorBuilder { store, propagators, universes, shared: BTreeMap::new() };
    for constraint in model.constraints() {
        builder.constraint(constraint);
    }
    let PropagatorBuilder { store, propagators, .. } = builder;
    let engine = Engine::new(model.variables().len(), propagators);
    Some((store, engine))
}

struct PropagatorBuilder {
    store: Store,
    propagators: Vec<Box<dyn Propagate>>,
    universes: Universes,
    /// Rows of arithmetic tables, by operator and universes; `None` where they are too many.
    shared: BTreeMap<(Op, [usize; 3]), Option<SharedRows>>,
}

/// What arithmetic constraints with the same operator and universes share.
#[derive(Clone)]
enum SharedRows {
    /// All rows.
    Table(Rc<Rows>),
    /// Universes of small numbers to add, which need no rows.
    Sum([Rc<SmallUniverse>; 3]),
}

impl PropagatorBuilder {
    fn add(&mut self, propagator: impl Propagate + 'static) {
        self.propagators.push(Box::new(propagator));
    }

    fn constraint(&mut self, constraint: &Constraint) {
        match constraint {
            Constraint::Arithmetic { op, a, b, c } => {
                self.arithmetic(*op, [a, b, c].map(|var| var.index()));
            }
            Constraint::Linear { terms, comparison, constant } => {
                let terms: Vec<(i64, Var)> =
                    terms.iter().map(|&(k, var)| (k, var.index())).collect();
                match PlaceValue::of(&terms, &self.store) {
                    Some(number) if (*comparison, *constant) == (Comparison::Equal, 0) => {
                        self.add(number);
                    }
                    _ => self.add(LinearPropagator::new(&terms, *comparison, *constant)),
                }
            }
            Constraint::AllDifferent(vars) => self.all_different(&indices(vars)),
            Constraint::Multiset { vars, counts } => self.multiset(&indices(vars), counts),
            Constraint::Table { vars, rows } => self.table(indices(vars), rows),
            Constraint::Clause(literals) => self.add(Clause::new(literals.clone())),
            Constraint::Connected { nodes, edges, off } => {
                self.add(Connected::new(indices(nodes), edges, *off));
            }
            Constraint::Relation { vars, relation } if relation.narrows() => {
                self.add(Narrow::new(indices(vars), relation.clone()));
            }
            Constraint::Relation { vars, relation } => {
                let relation = relation.clone();
                self.add(DeferredCheck::new(indices(vars), move |values| relation.holds(values)));
            }
        }
    }

    fn arithmetic(&mut self, op: Op, vars: [Var; 3]) {
        let [a, b, c] = vars;
        let distinct = a != b && a != c && b != c;
        if let ([Some(i), Some(j), Some(k)], true) =
            (vars.map(|var| self.universes.id(var)), distinct)
        {
            let shared = self.shared.entry((op, [i, j, k])).or_insert_with(|| {
                let [a, b, c] = [i, j, k].map(|id| self.universes.get(id));
                arithmetic_rows(op, a, b, c)
            });
            match shared.clone() {
                Some(SharedRows::Table(rows)) => {
                    let table = TablePropagator::new(&mut self.store, vars.to_vec(), rows);
                    return self.add(table);
                }
                Some(SharedRows::Sum(universes)) => {
                    // `a - b = c` is `c + b = a`.
                    let roles = if op == Op::Add { [0, 1, 2] } else { [2, 1, 0] };
                    return self.add(Sum::new(vars, universes, roles));
                }
                None => {}
            }
        }
        let sum = |x, y, z| LinearPropagator::new(&[(1, x), (1, y), (-1, z)], Comparison::Equal, 0);
        match op {
            Op::Add => self.add(sum(a, b, c)),
            Op::Sub => self.add(sum(c, b, a)),
            Op::Mul => self.add(Product::new(a, b, c)),
            Op::Div => {
                self.add(Product::new(c, b, a));
                self.add(LinearPropagator::new(&[(1, b)], Comparison::NotEqual, 0));
            }
        }
    }

    fn all_different(&mut self, vars: &[Var]) {
        let Some(&first) = vars.first() else { return };
        if let Some(universe) = self.universes.of(first) {
            let least = usize::from(universe.len() == vars.len());
            let bounds = vec![(least, 1); universe.len()];
            return self.add(GlobalCardinality::new(vars.to_vec(), &bounds));
        }
        for (i, &x) in vars.iter().enumerate() {
            for &y in &vars[..i] {
                let difference = if x == y { vec![] } else { vec![(1, x), (-1, y)] };
                self.add(LinearPropagator::new(&difference, Comparison::NotEqual, 0));
            }
        }
    }

    fn multiset(&mut self, vars: &[Var], counts: &[(i64, usize)]) {
        let wanted: BTreeMap<i64, usize> = counts.iter().copied().filter(|&(_, n)| n > 0).collect();
        let universe = match vars.first() {
            Some(&first) => self.universes.of(first).cloned(),
            None => Some(Rc::from([])),
        };
        let Some(universe) = universe else {
            // Counted together with a variable that has too many values.
            return self.add(DeferredCheck::new(vars.to_vec(), move |values| {
                let mut tally: BTreeMap<i64, usize> = BTreeMap::new();
                values.iter().for_each(|value| *tally.entry(*value).or_default() += 1);
                tally == wanted
            }));
        };
        let count = |value: &i64| wanted.get(value).copied().unwrap_or(0);
        let bounds: Vec<(usize, usize)> =
            universe.iter().map(|value| (count(value), count(value))).collect();
        let available: usize = bounds.iter().map(|&(_, most)| most).sum();
        if vars.len() != available || vars.len() != wanted.values().sum::<usize>() {
            return self.add(Clause::new(Vec::new()));
        }
        self.add(GlobalCardinality::pool(vars.to_vec(), &bounds));
    }

    fn table(&mut self, vars: Vec<Var>, rows: &[Vec<i64>]) {
        let (vars, rows) = one_column_each(vars, rows);
        let universes: Option<Vec<&Rc<[i64]>>> =
            vars.iter().map(|&var| self.universes.of(var)).collect();
        match universes {
            Some(universes) if rows.len() <= MAX_ROWS => {
                let position = |(universe, value): (&&Rc<[i64]>, &i64)| {
                    universe.binary_search(value).ok().map(|i| i as u32)
                };
                let rows: Vec<Vec<u32>> = rows
                    .iter()
                    .filter_map(|row| universes.iter().zip(row).map(position).collect())
                    .collect();
                let sizes: Vec<usize> = universes.iter().map(|universe| universe.len()).collect();
                let rows = Rows::new(&sizes, rows.len(), &rows.concat());
                let table = TablePropagator::new(&mut self.store, vars, Rc::new(rows));
                self.add(table);
            }
            _ => {
                let rows: std::collections::BTreeSet<Vec<i64>> = rows.iter().cloned().collect();
                self.add(DeferredCheck::new(vars, move |values| rows.contains(values)));
            }
        }
    }
}

fn indices(vars: &[VarId]) -> Vec<Var> {
    vars.iter().map(|var| var.index()).collect()
}

/// The same table with one column for each variable: rows that give a variable two values go.
fn one_column_each(vars: Vec<Var>, rows: &[Vec<i64>]) -> (Vec<Var>, Vec<Vec<i64>>) {
    let first = |column: usize| vars.iter().position(|&var| var == vars[column]);
    let kept: Vec<usize> = (0..vars.len()).filter(|&i| first(i) == Some(i)).collect();
    let agrees = |row: &&Vec<i64>| {
        (0..vars.len()).all(|i| first(i).is_none_or(|first| row[first] == row[i]))
    };
    let project = |row: &Vec<i64>| kept.iter().map(|&column| row[column]).collect();
    let rows = rows.iter().filter(agrees).map(project).collect();
    (kept.iter().map(|&column| vars[column]).collect(), rows)
}

/// All rows `a op b = c` over the universes, unless they are too many.
fn arithmetic_rows(op: Op, a: &[i64], b: &[i64], c: &[i64]) -> Option<SharedRows> {
    if a.len().checked_mul(b.len())? > MAX_PAIRS {
        return None;
    }
    let mut rows = Vec::new();
    for (i, &x) in a.iter().enumerate() {
        for (j, &y) in b.iter().enumerate() {
            let Some(z) = op.apply(x, y) else { continue };
            if let Ok(k) = c.binary_search(&z) {
                rows.extend([i as u32, j as u32, k as u32]);
            }
        }
        if rows.len() > 3 * MAX_ROWS {
            return None;
        }
    }
    let small = [a, b, c].map(SmallUniverse::new);
    if let ([Some(a), Some(b), Some(c)], Op::Add | Op::Sub) = (small, op) {
        return Some(SharedRows::Sum([a, b, c].map(Rc::new)));
    }
    let rows = Rows::new(&[a.len(), b.len(), c.len()], rows.len() / 3, &rows);
    Some(SharedRows::Table(Rc::new(rows)))
}
