//! The order encoding: one literal per bound.
//!
//! Literals: `le[x][i]` is true if and only if x is at most the i-th value of its domain; there is
//! none for the last value, and each implies the next. `is[x][v]` is made only where a constraint
//! speaks of single values (a pool, a table, a clause, connectedness, all-different) and is true if
//! and only if x is at most v and not at most the value before.
//!
//! A sum x + y = z is two kinds of clauses over the bounds of two of the three: both at least so
//! much, then the third at least the sum of that; and the same for at most. A product does the same
//! in each quadrant, with signs. Differences and divisions are the sum and the product read
//! backwards, a division also with a divisor that is not 0. A linear constraint goes from term to
//! term: the partial sums are variables of this kind, `le[s][i]`.
//!
//! Trade-offs: unit propagation is bounds propagation, with clauses of three literals, which suits
//! sums and comparisons; what speaks of single values pays for the channel. Products are weaker
//! than by supports, since a value in the middle of a domain is not seen to be impossible.
//!
//! References: Tamura, Taga, Kitagawa and Banbara, "Compiling finite linear CSP into SAT",
//! Constraints 14 (2009); Crawford and Baker, "Experimental results on the application of
//! satisfiability algorithms to scheduling problems", AAAI 1994.

use std::collections::BTreeSet;

use rustsat::types::{Lit, Var};

use crate::encode::one_hot::MAX_VALUES;
use crate::encoding::{Encoding, Info};
use crate::formula::{Builder, Code, Formula, Target};
use crate::model::{Comparison, Constraint, Model, Op, VarId};
use crate::options::Options;
use crate::parts::by_value::{self, MAX_CLAUSES, Stated, partial_sums};
use crate::parts::values;
use crate::refusal::Refusal;

/// A larger domain is refused.
const MAX_DOMAIN: u64 = 100_000;

/// The encoding `order`.
pub(crate) struct Order;

impl Encoding for Order {
    fn info(&self) -> &'static Info {
        &Info {
            name: "order",
            version: 1,
            summary: "one literal per bound, arithmetic as bounds on sums and products",
            refuses: "domains over 100000 values, arithmetic over 4·10^6 pairs, formulas over 10^8 literals",
            target: Target::Cnf,
            has_variants: true,
        }
    }

    fn encode_with(&self, model: &Model, options: &Options) -> Result<Formula, Refusal> {
        let model = &values::with_tightened_domains(model);
        let mut out = Builder::new(options);
        let code = OrderLiterals::new(&mut out, self.info().name, model)?;
        out.end_section();
        by_value::state_all(&mut out, self.info().name, model, &code, &mut |out, constraint| {
            match constraint {
                Constraint::Arithmetic { op, a, b, c } => {
                    arithmetic(out, *op, [*a, *b, *c].map(|var| &code.axes[var.index()]))?;
                }
                Constraint::Linear { terms, comparison, constant } => {
                    linear(out, model, &code, terms, *comparison, *constant)?;
                }
                _ => return Ok(Stated::No),
            }
            Ok(Stated::Yes)
        })?;
        Ok(Formula::Cnf(out.finish(Box::new(code))))
    }
}

/// A variable or a partial sum: its values, ascending, and a literal for each but the last, which
/// is true if and only if it is at most that value.
struct Axis {
    values: Vec<i128>,
    at_most: Vec<Lit>,
}

/// A bound: always, never, or by a literal.
#[derive(Clone, Copy)]
enum BoundLiteral {
    Always,
    Never,
    If(Lit),
}

impl Axis {
    fn new(out: &mut Builder, values: impl IntoIterator<Item = i128>) -> Self {
        let values: Vec<i128> = values.into_iter().collect();
        let at_most: Vec<Lit> = values.iter().skip(1).map(|_| out.new_lit()).collect();
        Self { values, at_most }
    }

    /// Each bound implies the next; no value at all is a contradiction.
    fn state(&self, out: &mut Builder) {
        if self.values.is_empty() {
            out.add([]);
        }
        for pair in self.at_most.windows(2) {
            out.add([!pair[0], pair[1]]);
        }
    }

    /// At most the number, which need not be a value.
    fn at_most(&self, number: i128) -> BoundLiteral {
        match self.values.partition_point(|&value| value <= number) {
            0 => BoundLiteral::Never,
            n if n == self.values.len() => BoundLiteral::Always,
            n => BoundLiteral::If(self.at_most[n - 1]),
        }
    }

    /// At least the number, which need not be a value.
    fn at_least(&self, number: i128) -> BoundLiteral {
        match self.at_most(number - 1) {
            BoundLiteral::Always => BoundLiteral::Never,
            BoundLiteral::Never => BoundLiteral::Always,
            BoundLiteral::If(lit) => BoundLiteral::If(!lit),
        }
    }
}

/// If all of the bounds hold, so does the last.
fn imply(out: &mut Builder, given: &[BoundLiteral], then: BoundLiteral) {
    let mut clause = Vec::with_capacity(given.len() + 1);
    for bound in given {
        match bound {
            BoundLiteral::Always => {}
            BoundLiteral::Never => return,
            BoundLiteral::If(lit) => clause.push(!*lit),
        }
    }
    match then {
        BoundLiteral::Always => return,
        BoundLiteral::Never => {}
        BoundLiteral::If(lit) => clause.push(lit),
    }
    out.add(clause);
}

fn arithmetic(out: &mut Builder, op: Op, [a, b, c]: [&Axis; 3]) -> Result<(), String> {
    match op {
        Op::Add => sum(out, a, b, c),
        Op::Sub => sum(out, b, c, a),
        Op::Mul => product(out, a, b, c),
        Op::Div => {
            imply(out, &[b.at_least(0), b.at_most(0)], BoundLiteral::Never);
            product(out, b, c, a)
        }
    }
}

fn pairs(x: &Axis, y: &Axis) -> Result<usize, String> {
    match x.values.len().checked_mul(y.values.len()) {
        Some(pairs) if pairs <= MAX_CLAUSES => Ok(pairs),
        _ => Err("its domains have too many pairs of values".to_string()),
    }
}

/// x + y = z, by the bounds of those two that have the fewest pairs.
fn sum(out: &mut Builder, x: &Axis, y: &Axis, z: &Axis) -> Result<(), String> {
    let size = |pair: [&Axis; 2]| pair[0].values.len().saturating_mul(pair[1].values.len());
    let least = size([x, y]).min(size([x, z])).min(size([y, z]));
    if least == size([x, y]) {
        pairs(x, y)?;
        for &v in &x.values {
            for &w in &y.values {
                imply(out, &[x.at_least(v), y.at_least(w)], z.at_least(v + w));
                imply(out, &[x.at_most(v), y.at_most(w)], z.at_most(v + w));
            }
        }
        return Ok(());
    }
    let (x, y) = if least == size([x, z]) { (x, y) } else { (y, x) };
    pairs(x, z)?;
    for &v in &x.values {
        for &w in &z.values {
            imply(out, &[x.at_most(v), z.at_least(w)], y.at_least(w - v));
            imply(out, &[x.at_least(v), z.at_most(w)], y.at_most(w - v));
        }
    }
    Ok(())
}

/// x × y = z. In each quadrant the product grows with the sizes of its factors; where that makes
/// it smaller, the sign of one factor has to be known as well.
fn product(out: &mut Builder, x: &Axis, y: &Axis, z: &Axis) -> Result<(), String> {
    pairs(x, y)?;
    for &v in &x.values {
        for &w in &y.values {
            let (least, most) = match (v >= 0, w >= 0) {
                (true, true) => (
                    [x.at_least(v), y.at_least(w), BoundLiteral::Always],
                    [x.at_most(v), y.at_most(w), y.at_least(0)],
                ),
                (false, false) => (
                    [x.at_most(v), y.at_most(w), BoundLiteral::Always],
                    [x.at_least(v), y.at_least(w), x.at_most(0)],
                ),
                (true, false) => (
                    [x.at_most(v), y.at_least(w), x.at_least(0)],
                    [x.at_least(v), y.at_most(w), BoundLiteral::Always],
                ),
                (false, true) => (
                    [x.at_least(v), y.at_most(w), y.at_least(0)],
                    [x.at_most(v), y.at_least(w), BoundLiteral::Always],
                ),
            };
            imply(out, &least, z.at_least(v * w));
            imply(out, &most, z.at_most(v * w));
        }
    }
    Ok(())
}

/// A linear constraint along its partial sums. What the comparison does not need is left out: sums
/// that must not be too large are only bounded from below, and the other way round.
fn linear(
    out: &mut Builder,
    model: &Model,
    code: &OrderLiterals,
    terms: &[(i64, VarId)],
    comparison: Comparison,
    constant: i64,
) -> Result<(), String> {
    let domains: Vec<_> = terms.iter().map(|&(k, var)| (k, &model[var].domain)).collect();
    let layers = partial_sums(&domains, comparison, constant);
    let layers = layers.ok_or("it has too many partial sums")?;
    let (below, above) = (comparison != Comparison::AtLeast, comparison != Comparison::AtMost);
    let new_axis = |out: &mut Builder, layer: &BTreeSet<i128>| {
        let axis = Axis::new(out, layer.iter().copied());
        axis.state(out);
        axis
    };
    let mut before = new_axis(out, &layers[0]);
    for (&(k, var), layer) in terms.iter().zip(&layers[1..]) {
        let after = new_axis(out, layer);
        let term = &code.axes[var.index()];
        let k = i128::from(k);
        for &sum in &before.values {
            for &value in &term.values {
                // Whatever its sign, k·x is at least, or at most, k·value.
                let (more, less) = match k >= 0 {
                    true => (term.at_least(value), term.at_most(value)),
                    false => (term.at_most(value), term.at_least(value)),
                };
                let next = sum + k * value;
                if below {
                    imply(out, &[before.at_least(sum), more], after.at_least(next));
                }
                if above {
                    imply(out, &[before.at_most(sum), less], after.at_most(next));
                }
            }
        }
        before = after;
    }
    Ok(())
}

/// The literals of all variables.
struct OrderLiterals {
    axes: Vec<Axis>,
    /// The values that constraints speak of; sorted by value.
    values: Vec<Vec<(i64, Lit)>>,
    /// The meanings of the first formula variables; auxiliary ones come later.
    meanings: Vec<(VarId, &'static str, i128)>,
}

impl OrderLiterals {
    fn new(out: &mut Builder, encoding: &'static str, model: &Model) -> Result<Self, Refusal> {
        let mut total = 0u64;
        for var in model.ids() {
            let domain = &model[var].domain;
            total = total.saturating_add(domain.len());
            let reason = match domain.is_bounded() {
                false => "it has no upper bound, which only SMT can do without".to_string(),
                true if domain.len() > MAX_DOMAIN => {
                    format!("one literal per bound is too many beyond {MAX_DOMAIN} values")
                }
                true if total > MAX_VALUES => {
                    format!("with it the variables have over {MAX_VALUES} values")
                }
                true => continue,
            };
            let subject = format!("{} in {domain}", &model[var].name);
            return Err(Refusal::new(encoding, subject, reason));
        }
        let mut axes = Vec::new();
        let mut meanings = Vec::new();
        for var in model.ids() {
            let axis = Axis::new(out, model[var].domain.iter().map(i128::from));
            let bounds = axis.at_most.iter().zip(&axis.values);
            meanings.extend(bounds.map(|(_, &value)| (var, "<=", value)));
            axes.push(axis);
        }
        let spoken = values::values_needing_literals(model, MAX_DOMAIN);
        let mut values: Vec<Vec<(i64, Lit)>> = Vec::new();
        for (var, spoken) in model.ids().zip(&spoken) {
            meanings.extend(spoken.iter().map(|&value| (var, "=", i128::from(value))));
            values.push(spoken.iter().map(|&value| (value, out.new_lit())).collect());
        }
        axes.iter().for_each(|axis| axis.state(out));
        for (axis, values) in axes.iter().zip(&values) {
            for &(value, is_value) in values {
                let value = i128::from(value);
                let (least, most) = (axis.at_least(value), axis.at_most(value));
                imply(out, &[BoundLiteral::If(is_value)], least);
                imply(out, &[BoundLiteral::If(is_value)], most);
                imply(out, &[least, most], BoundLiteral::If(is_value));
            }
        }
        Ok(Self { axes, values, meanings })
    }
}

impl Code for OrderLiterals {
    fn literal(&self, var: VarId, value: i64) -> Option<Lit> {
        let values = &self.values[var.index()];
        values.binary_search_by_key(&value, |&(v, _)| v).ok().map(|i| values[i].1)
    }

    fn value(&self, var: VarId, truth: &dyn Fn(Lit) -> bool) -> Option<i64> {
        let axis = &self.axes[var.index()];
        let first = axis.at_most.iter().position(|&lit| truth(lit));
        let value = axis.values.get(first.unwrap_or(axis.at_most.len()))?;
        i64::try_from(*value).ok()
    }

    fn differs(&self, var: VarId, value: i64) -> Vec<Lit> {
        if let Some(is_value) = self.literal(var, value) {
            return vec![!is_value];
        }
        let (axis, value) = (&self.axes[var.index()], i128::from(value));
        let bounds = [axis.at_most(value - 1), axis.at_least(value + 1)];
        let literals = bounds.into_iter().filter_map(|bound| match bound {
            BoundLiteral::If(lit) => Some(lit),
            _ => None,
        });
        literals.collect()
    }

    fn meaning(&self, model: &Model, var: Var) -> Option<String> {
        let (id, sign, value) = self.meanings.get(var.idx())?;
        Some(format!("{} {sign} {value}", &model[*id].name))
    }
}
