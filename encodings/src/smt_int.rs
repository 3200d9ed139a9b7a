//! SMT-LIB over unbounded integers: the model almost word for word.
//!
//! Constants: `v7` is the variable with index 7. Domains are bounds, or a disjunction of ranges
//! where they have gaps; a variable without an upper bound has none here either. `a ÷ b = c` is
//! `b ≠ 0 ∧ a = b·c`, so that no division occurs. A pool is one sum of `ite` a value.
//! Connectedness uses one level a node: each node that is there, but the first, has a neighbour
//! that is there on a lower level.
//!
//! Reference: Barrett, Fontaine, Tinelli, "The SMT-LIB Standard", version 2.6.

use crate::encoding::{Encoding, Formula, Refusal, Target};
use crate::model::{Comparison, Constraint, Domain, Literal, Model, Op, VarId};
use crate::smt::{Smt, all, any, number, sum};

/// The encoding `smt-int`.
pub struct SmtInt;

impl Encoding for SmtInt {
    fn name(&self) -> &'static str {
        "smt-int"
    }

    fn version(&self) -> u32 {
        1
    }

    fn summary(&self) -> &'static str {
        "integer constants, arithmetic as it stands"
    }

    fn refuses(&self) -> &'static str {
        "relations given by a program"
    }

    fn target(&self) -> Target {
        Target::Smt
    }

    fn encode(&self, model: &Model) -> Result<Formula, Refusal> {
        let names = model.ids().map(|var| format!("v{}", var.index())).collect();
        let mut out = Smt::new("QF_NIA", names);
        for var in model.ids() {
            let term = in_domain(&out.constants()[var.index()], model.domain(var));
            out.assert(term);
        }
        for (i, constraint) in model.constraints().iter().enumerate() {
            if let Constraint::Relation { .. } = constraint {
                let reason = "it is given by a program, not by a formula";
                return Err(Refusal::constraint(self.name(), model, constraint, reason));
            }
            state(&mut out, model, i, constraint);
        }
        Ok(Formula::Smt(out))
    }
}

/// Asserts the constraint, which is the model's `i`-th.
fn state(out: &mut Smt, model: &Model, i: usize, constraint: &Constraint) {
    let names: Vec<String> =
        constraint.vars().iter().map(|var| out.constants()[var.index()].clone()).collect();
    match constraint {
        Constraint::Arithmetic { op, .. } => {
            let [a, b, c] = [&names[0], &names[1], &names[2]];
            out.assert(match op {
                Op::Add => format!("(= (+ {a} {b}) {c})"),
                Op::Sub => format!("(= (- {a} {b}) {c})"),
                Op::Mul => format!("(= (* {a} {b}) {c})"),
                Op::Div => format!("(and (not (= {b} 0)) (= {a} (* {b} {c})))"),
            });
        }
        Constraint::Linear { terms, comparison, constant } => {
            let products: Vec<String> = terms
                .iter()
                .zip(&names)
                .map(|(&(k, _), name)| format!("(* {} {name})", number(k)))
                .collect();
            let (left, right) = (sum(&products), number(*constant));
            out.assert(match comparison {
                Comparison::Equal => format!("(= {left} {right})"),
                Comparison::NotEqual => format!("(not (= {left} {right}))"),
                Comparison::AtMost => format!("(<= {left} {right})"),
                Comparison::AtLeast => format!("(>= {left} {right})"),
            });
        }
        Constraint::AllDifferent(_) => {
            if names.len() > 1 {
                out.assert(format!("(distinct {})", names.join(" ")));
            }
        }
        Constraint::Multiset { counts, .. } => {
            let values = Domain::values(counts.iter().map(|&(value, _)| value));
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
            connected(out, model, i, nodes, edges, *off);
        }
        Constraint::Relation { .. } => unreachable!("refused before"),
    }
}

fn literal(literal: &Literal, name: &str) -> String {
    let equal = format!("(= {name} {})", number(literal.value));
    if literal.equal { equal } else { format!("(not {equal})") }
}

fn in_domain(name: &str, domain: &Domain) -> String {
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

fn connected(
    out: &mut Smt,
    model: &Model,
    i: usize,
    nodes: &[VarId],
    edges: &[(usize, usize)],
    off: i64,
) {
    let level = |node: usize| format!("level{i}_{node}");
    let there: Vec<String> = nodes
        .iter()
        .map(|var| {
            let name = &out.constants()[var.index()];
            if model.domain(*var).contains(off) {
                format!("(not (= {name} {}))", number(off))
            } else {
                "true".to_string()
            }
        })
        .collect();
    for node in 0..nodes.len() {
        out.declare(&level(node));
        out.assert(format!("(<= 0 {} {})", level(node), nodes.len()));
    }
    for node in 0..nodes.len() {
        let lower = edges
            .iter()
            .filter_map(|&(a, b)| match node {
                _ if a == node => Some(b),
                _ if b == node => Some(a),
                _ => None,
            })
            .map(|other| format!("(and {} (< {} {}))", there[other], level(other), level(node)));
        let absent = format!("(not {})", there[node]);
        let first = format!("(not {})", any(&there[..node]));
        let choices: Vec<String> = [absent, first].into_iter().chain(lower).collect();
        out.assert(any(&choices));
    }
}
