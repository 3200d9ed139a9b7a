//! Constraints over integer constants of SMT-LIB, as they stand.

use crate::formula::{Smt, Sort, all, any, number, sum};
use crate::model::{Comparison, Constraint, Domain, Literal, Model, Op};

/// Asserts the constraint, which is the model's `i`-th.
pub(crate) fn state(out: &mut Smt, model: &Model, i: usize, constraint: &Constraint) {
    let names: Vec<String> =
        constraint.vars().iter().map(|var| out.constants[var.index()].clone()).collect();
    match constraint {
        Constraint::Arithmetic { op, .. } => {
            out.assert(arithmetic(*op, [&names[0], &names[1], &names[2]]));
        }
        Constraint::Linear { terms, comparison, constant } => {
            let terms = terms.iter().zip(&names).map(|(&(k, _), name)| (k, name.as_str()));
            out.assert(linear(terms, *comparison, *constant));
        }
        Constraint::AllDifferent(_) => {
            if names.len() > 1 {
                out.assert(format!("(distinct {})", names.join(" ")));
            }
        }
        Constraint::Multiset { counts, .. } => {
            let values = Domain::from_iter(counts.iter().map(|&(value, _)| value));
            for name in &names {
                out.assert(in_domain(name, &values));
            }
            for &(value, count) in counts {
                let hits: Vec<String> =
                    names.iter().map(|n| format!("(ite (= {n} {}) 1 0)", number(value))).collect();
                out.assert(format!("(= {} {count})", sum(&hits)));
            }
        }
        Constraint::Table { rows, .. } => {
            let rows: Vec<String> = rows
                .iter()
                .map(|row| {
                    let cells = names.iter().zip(row);
                    all(&cells.map(|(n, &v)| format!("(= {n} {})", number(v))).collect::<Vec<_>>())
                })
                .collect();
            out.assert(any(&rows));
        }
        Constraint::Clause(literals) => {
            let parts: Vec<String> =
                literals.iter().zip(&names).map(|(l, name)| literal(l, name)).collect();
            out.assert(any(&parts));
        }
        Constraint::Connected { nodes, edges, off } => {
            let there: Vec<String> = nodes
                .iter()
                .zip(&names)
                .map(|(node, name)| match model[*node].domain.contains(*off) {
                    true => format!("(not (= {name} {}))", number(*off)),
                    false => "true".to_string(),
                })
                .collect();
            connected(out, i, &there, edges);
        }
        Constraint::Relation { .. } => unreachable!("refused before"),
    }
}

/// `a op b = c`
pub(crate) fn arithmetic(op: Op, [a, b, c]: [&str; 3]) -> String {
    match op {
        Op::Add => format!("(= (+ {a} {b}) {c})"),
        Op::Sub => format!("(= (- {a} {b}) {c})"),
        Op::Mul => format!("(= (* {a} {b}) {c})"),
        Op::Div => format!("(and (not (= {b} 0)) (= {a} (* {b} {c})))"),
    }
}

/// The sum of coefficient times constant compares with a number.
pub(crate) fn linear<'a>(
    terms: impl Iterator<Item = (i64, &'a str)>,
    comparison: Comparison,
    constant: i64,
) -> String {
    let products: Vec<String> =
        terms.map(|(k, name)| format!("(* {} {name})", number(k))).collect();
    let (left, right) = (sum(&products), number(constant));
    match comparison {
        Comparison::Equal => format!("(= {left} {right})"),
        Comparison::NotEqual => format!("(not (= {left} {right}))"),
        Comparison::AtMost => format!("(<= {left} {right})"),
        Comparison::AtLeast => format!("(>= {left} {right})"),
    }
}

fn literal(literal: &Literal, name: &str) -> String {
    let equal = format!("(= {name} {})", number(literal.value));
    if literal.equal { equal } else { format!("(not {equal})") }
}

/// The name's value is in the domain.
pub(crate) fn in_domain(name: &str, domain: &Domain) -> String {
    let ranges: Vec<String> = domain
        .ranges()
        .iter()
        .map(|&(low, high)| match high {
            _ if low == high => format!("(= {name} {})", number(low)),
            i64::MAX => format!("(>= {name} {})", number(low)),
            _ => format!("(<= {} {name} {})", number(low), number(high)),
        })
        .collect();
    any(&ranges)
}

/// The nodes that are there hang together, where `there` says of each whether it is: one level a
/// node, and each node but the first has a neighbour on a lower level. The constraint is the
/// model's `i`-th.
pub(crate) fn connected(out: &mut Smt, i: usize, there: &[String], edges: &[(usize, usize)]) {
    let level = |node: usize| format!("level{i}_{node}");
    for node in 0..there.len() {
        out.declare(&level(node), Sort::Int);
        out.assert(format!("(<= 0 {} {})", level(node), there.len()));
    }
    levels(out, there, edges, &|lower, upper| format!("(< {} {})", level(lower), level(upper)));
}

/// Each node that is there, but the first, has a neighbour that is there and lower.
pub(crate) fn levels(
    out: &mut Smt,
    there: &[String],
    edges: &[(usize, usize)],
    lower: &dyn Fn(usize, usize) -> String,
) {
    for node in 0..there.len() {
        let neighbours = edges.iter().filter_map(|&(a, b)| match node {
            _ if a == node => Some(b),
            _ if b == node => Some(a),
            _ => None,
        });
        let below =
            neighbours.map(|other| format!("(and {} {})", there[other], lower(other, node)));
        let absent = format!("(not {})", there[node]);
        let first = format!("(not {})", any(&there[..node]));
        let choices: Vec<String> = [absent, first].into_iter().chain(below).collect();
        out.assert(any(&choices));
    }
}
