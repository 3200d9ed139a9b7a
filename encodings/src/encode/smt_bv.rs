//! SMT-LIB over bit-vectors: numbers of fixed width in two's complement.
//!
//! Constants: `v7` is the variable with index 7, with as many bits as its domain needs and one for
//! the sign. Before a constraint calculates, its operands are extended to a width in which nothing
//! that it calculates can overflow; that width comes from the domains. Connectedness uses one level
//! per node, as `smt-int` does.
//!
//! Trade-offs: the solver turns everything into bits and works as a SAT solver, which decides
//! nonlinear arithmetic over bounded numbers; integers have no such guarantee. Wide multiplications
//! are large circuits, and counting is better done elsewhere.
//!
//! Reference: Barrett, Fontaine, Tinelli, "The SMT-LIB Standard", version 2.6, theory
//! FixedSizeBitVectors; Kroening and Strichman, "Decision procedures", chapter 6 (bit-blasting).

use crate::encoding::{Encoding, Info};
use crate::formula::{Formula, Smt, Sort, Target, all, any};
use crate::model::{Comparison, Constraint, Domain, Model, Op, VarId};
use crate::options::Options;
use crate::parts::integers;
use crate::refusal::Refusal;

/// Calculations need at most this many bits.
const MAX_WIDTH: u32 = 126;

/// The encoding `smt-bv`.
pub(crate) struct SmtBv;

impl Encoding for SmtBv {
    fn info(&self) -> &'static Info {
        &Info {
            name: "smt-bv",
            version: 1,
            summary: "bit-vectors wide enough that nothing overflows",
            refuses: "unbounded domains, arithmetic beyond 126 bits",
            target: Target::Smt,
            has_variants: false,
        }
    }

    fn encode_with(&self, model: &Model, options: &Options) -> Result<Formula, Refusal> {
        for var in model.ids() {
            let domain = &model[var].domain;
            if !domain.is_bounded() {
                let subject = format!("{} in {domain}", &model[var].name);
                let reason = "it has no upper bound, and so no width".to_string();
                return Err(Refusal::new(self.info().name, subject, reason));
            }
        }
        let sorts = model.ids().map(|var| Sort::Bits(width_of(&model[var].domain))).collect();
        let mut out = Smt::new("QF_BV", sorts);
        for var in model.ids() {
            let term = in_domain(&out, var, &model[var].domain);
            out.assert(term);
        }
        for (i, constraint) in model.constraints().iter().enumerate() {
            if options.stops() {
                return Err(Refusal::stopped(self.info().name));
            }
            if let Constraint::Relation { .. } = constraint {
                // What only a program can say is left open.
                continue;
            }
            state(&mut out, model, i, constraint).ok_or_else(|| {
                let reason = format!("it needs numbers of more than {MAX_WIDTH} bits");
                Refusal::constraint(self.info().name, model, constraint, reason)
            })?;
        }
        Ok(Formula::Smt(out))
    }
}

/// The bits of a number in two's complement.
fn width(number: i128) -> u32 {
    let size = if number < 0 { !number } else { number };
    i128::BITS - size.leading_zeros() + 1
}

fn width_of(domain: &Domain) -> u32 {
    let ends = [domain.min().unwrap_or(0), domain.max().unwrap_or(0)];
    ends.into_iter().map(|end| width(i128::from(end))).max().unwrap_or(1)
}

/// A number of this many bits, as hexadecimal would not be for every width.
fn number(value: i128, width: u32) -> String {
    let unsigned = if value < 0 { value + (1i128 << width) } else { value };
    format!("(_ bv{unsigned} {width})")
}

fn width_of_constant(out: &Smt, var: VarId) -> u32 {
    match out.sorts[var.index()] {
        Sort::Bits(width) => width,
        Sort::Int => unreachable!("every constant here has bits"),
    }
}

/// The variable with this many bits.
fn extended(out: &Smt, var: VarId, width: u32) -> String {
    let name = &out.constants[var.index()];
    match width - width_of_constant(out, var) {
        0 => name.clone(),
        more => format!("((_ sign_extend {more}) {name})"),
    }
}

/// The variable has the value; false if that does not even fit its bits.
fn is_value(out: &Smt, var: VarId, value: i64) -> String {
    let own = width_of_constant(out, var);
    if width(i128::from(value)) > own {
        return "false".to_string();
    }
    format!("(= {} {})", out.constants[var.index()], number(i128::from(value), own))
}

fn in_domain(out: &Smt, var: VarId, domain: &Domain) -> String {
    let name = &out.constants[var.index()];
    let own = width_of_constant(out, var);
    let number = |value: i64| number(i128::from(value), own);
    let ranges: Vec<String> = domain
        .ranges()
        .iter()
        .map(|&(low, high)| match low == high {
            true => format!("(= {name} {})", number(low)),
            false => {
                format!("(and (bvsle {} {name}) (bvsle {name} {}))", number(low), number(high))
            }
        })
        .collect();
    any(&ranges)
}

/// The operator between all of the terms, which SMT-LIB has for two only.
fn joined(operator: &str, terms: Vec<String>) -> Option<String> {
    terms.into_iter().reduce(|left, right| format!("({operator} {left} {right})"))
}

/// Asserts the constraint, which is the model's `i`-th; `None` if it needs too many bits.
fn state(out: &mut Smt, model: &Model, i: usize, constraint: &Constraint) -> Option<()> {
    match constraint {
        Constraint::Arithmetic { op, a, b, c } => arithmetic(out, *op, [*a, *b, *c])?,
        Constraint::Linear { terms, comparison, constant } => {
            linear(out, model, terms, *comparison, *constant)?;
        }
        Constraint::AllDifferent(vars) => {
            let most = vars.iter().map(|&var| width_of_constant(out, var)).max().unwrap_or(1);
            if vars.len() > 1 {
                let names: Vec<String> = vars.iter().map(|&var| extended(out, var, most)).collect();
                out.assert(format!("(distinct {})", names.join(" ")));
            }
        }
        Constraint::Multiset { vars, counts } => {
            let listed = Domain::from_iter(counts.iter().map(|&(value, _)| value));
            for &var in vars {
                let choices: Vec<String> =
                    listed.iter().map(|value| is_value(out, var, value)).collect();
                out.assert(any(&choices));
            }
            // Wide enough for all of them, so that the count does not wrap.
            let wide = width(vars.len() as i128);
            for &(value, count) in counts {
                let one = |&var: &VarId| {
                    let (yes, no) = (number(1, wide), number(0, wide));
                    format!("(ite {} {yes} {no})", is_value(out, var, value))
                };
                let hits = joined("bvadd", vars.iter().map(one).collect());
                let hits = hits.unwrap_or_else(|| number(0, wide));
                out.assert(match count <= vars.len() {
                    true => format!("(= {hits} {})", number(count as i128, wide)),
                    false => "false".to_string(),
                });
            }
        }
        Constraint::Table { vars, rows } => {
            let rows: Vec<String> = rows
                .iter()
                .map(|row| {
                    let cells = vars.iter().zip(row);
                    all(&cells.map(|(&var, &v)| is_value(out, var, v)).collect::<Vec<_>>())
                })
                .collect();
            out.assert(any(&rows));
        }
        Constraint::Clause(literals) => {
            let parts: Vec<String> = literals
                .iter()
                .map(|l| {
                    let equal = is_value(out, l.var, l.value);
                    if l.equal { equal } else { format!("(not {equal})") }
                })
                .collect();
            out.assert(any(&parts));
        }
        Constraint::Connected { nodes, edges, off } => {
            let wide = width(nodes.len() as i128);
            let level = |node: usize| format!("level{i}_{node}");
            let there: Vec<String> =
                nodes.iter().map(|&node| format!("(not {})", is_value(out, node, *off))).collect();
            (0..nodes.len()).for_each(|node| out.declare(&level(node), Sort::Bits(wide)));
            integers::levels(out, &there, edges, &|lower, upper| {
                format!("(bvult {} {})", level(lower), level(upper))
            });
        }
        Constraint::Relation { .. } => unreachable!("refused before"),
    }
    Some(())
}

fn arithmetic(out: &mut Smt, op: Op, vars: [VarId; 3]) -> Option<()> {
    let [a, b, c] = vars.map(|var| width_of_constant(out, var));
    // A sum of two needs one bit more than they have, a product as many as both together.
    let wide = match op {
        Op::Add | Op::Sub => a.max(b).max(c) + 1,
        Op::Mul => (a + b).max(c),
        Op::Div => (b + c).max(a),
    };
    if wide > MAX_WIDTH {
        return None;
    }
    let [a, b, c] = vars.map(|var| extended(out, var, wide));
    out.assert(match op {
        Op::Add => format!("(= (bvadd {a} {b}) {c})"),
        Op::Sub => format!("(= (bvsub {a} {b}) {c})"),
        Op::Mul => format!("(= (bvmul {a} {b}) {c})"),
        Op::Div => {
            let zero = number(0, wide);
            format!("(and (not (= {b} {zero})) (= {a} (bvmul {b} {c})))")
        }
    });
    Some(())
}

fn linear(
    out: &mut Smt,
    model: &Model,
    terms: &[(i64, VarId)],
    comparison: Comparison,
    right: i64,
) -> Option<()> {
    // Each partial sum is between minus and plus this.
    let mut size = i128::from(right.unsigned_abs());
    for &(k, var) in terms {
        let domain = &model[var].domain;
        let ends = [domain.min().unwrap_or(0), domain.max().unwrap_or(0)];
        let most = ends.map(i64::unsigned_abs).into_iter().max().unwrap_or(0);
        let product = i128::from(k.unsigned_abs()).checked_mul(i128::from(most))?;
        size = size.checked_add(product)?.max(i128::from(k.unsigned_abs()));
    }
    let own = terms.iter().map(|&(_, var)| width_of_constant(out, var)).max().unwrap_or(1);
    let wide = width(size).max(own);
    if wide > MAX_WIDTH {
        return None;
    }
    let products = terms.iter().map(|&(k, var)| {
        let (k, x) = (number(i128::from(k), wide), extended(out, var, wide));
        format!("(bvmul {k} {x})")
    });
    let left = joined("bvadd", products.collect()).unwrap_or_else(|| number(0, wide));
    let right = number(i128::from(right), wide);
    out.assert(match comparison {
        Comparison::Equal => format!("(= {left} {right})"),
        Comparison::NotEqual => format!("(not (= {left} {right}))"),
        Comparison::AtMost => format!("(bvsle {left} {right})"),
        Comparison::AtLeast => format!("(bvsge {left} {right})"),
    });
    Some(())
}
