//! SMT-LIB in the form of an integer program: inequalities, products, and 0/1 switches with a large
//! factor, the big M.
//!
//! Constants: `v7` is the variable with index 7; `y0`, `y1` and so on are switches, which are 0 or 1.
//! "If y = 1, then e ≤ c" is e ≤ c + M·(1 − y), where M is the least number for which this says
//! nothing once y = 0; it comes from the domains. Every "or" of the model is such switches: x ≠ y is
//! x − y ≤ −1 if the switch is on and x − y ≥ 1 if it is off; gaps in domains are the same. A pool, a
//! table and a clause have a switch for each `x = v`. For connectedness a node has a level and a
//! switch for being there, and each node that is there is the first one or has a neighbour that is
//! there on a lower level, by one switch per neighbour. Products stay as they are.
//!
//! Trade-offs: the form in which programs for integer programming want puzzles; the relaxation of a
//! switch between 0 and 1 says next to nothing, so such a solver has to try. Here it is a comparison
//! for the other SMT encodings.
//!
//! References: Lüscher, "Migros Cross-Math Solver", 2020, section 2.1; Williams, "Model building in
//! mathematical programming", 5th edition, 2013, chapter 9 (switches).

use std::collections::BTreeSet;

use crate::encoding::{Encoding, Info};
use crate::formula::{Formula, Smt, Sort, Target, number, sum};
use crate::model::{Comparison, Constraint, Domain, Model, Op, VarId};
use crate::options::Options;
use crate::parts::values;
use crate::refusal::Refusal;

/// The encoding `big-m`.
pub(crate) struct BigM;

impl Encoding for BigM {
    fn info(&self) -> &'static Info {
        &Info {
            name: "big-m",
            version: 1,
            summary: "an integer program with 0/1 switches in front of large factors",
            refuses: "unbounded domains, sums beyond 126 bits",
            target: Target::Smt,
            has_variants: false,
        }
    }

    fn encode_with(&self, model: &Model, options: &Options) -> Result<Formula, Refusal> {
        let model = &values::with_tightened_domains(model);
        let mut program = Program::new(model);
        for var in model.ids() {
            let domain = &model[var].domain;
            if !domain.is_bounded() {
                let subject = format!("{} in {domain}", &model[var].name);
                let reason = "it has no upper bound, and so no big M".to_string();
                return Err(Refusal::new(self.info().name, subject, reason));
            }
            program.domain(var, domain);
        }
        for constraint in model.constraints() {
            if options.stops() {
                return Err(Refusal::stopped(self.info().name));
            }
            if let Constraint::Relation { .. } = constraint {
                // What only a program can say is left open.
                continue;
            }
            program.state(constraint).ok_or_else(|| {
                let reason = "its numbers are too large to calculate with";
                Refusal::constraint(self.info().name, model, constraint, reason)
            })?;
        }
        Ok(Formula::Smt(program.out))
    }
}

/// A sum of factor times constant, and the least and the most that it can be.
#[derive(Clone, Default)]
struct BoundedSum {
    terms: Vec<(i128, String)>,
    low: i128,
    high: i128,
}

impl BoundedSum {
    /// The sum with a further term, whose constant is between the bounds.
    fn plus(mut self, k: i128, name: &str, (low, high): (i128, i128)) -> Option<Self> {
        let ends = [k.checked_mul(low)?, k.checked_mul(high)?];
        self.low = self.low.checked_add(ends[0].min(ends[1]))?;
        self.high = self.high.checked_add(ends[0].max(ends[1]))?;
        self.terms.push((k, name.to_string()));
        Some(self)
    }

    fn negative(&self) -> Self {
        let terms = self.terms.iter().map(|(k, name)| (-k, name.clone())).collect();
        Self { terms, low: -self.high, high: -self.low }
    }
}

/// A switch, and whether it has to be on.
type When<'a> = (&'a str, bool);

struct Program<'a> {
    out: Smt,
    model: &'a Model,
    switches: usize,
}

impl<'a> Program<'a> {
    fn new(model: &'a Model) -> Self {
        let out = Smt::new("QF_NIA", vec![Sort::Int; model.variables().len()]);
        Self { out, model, switches: 0 }
    }

    fn switch(&mut self) -> String {
        let name = format!("y{}", self.switches);
        self.switches += 1;
        self.out.declare(&name, Sort::Int);
        self.out.assert(format!("(<= 0 {name} 1)"));
        name
    }

    /// The sum is at most the number, if all switches are as they have to be.
    fn at_most(&mut self, left: &BoundedSum, right: i128, when: &[When<'_>]) -> Option<()> {
        let big = left.high.checked_sub(right)?;
        if big <= 0 {
            return Some(());
        }
        // A switch that is as it has to be adds nothing, any other adds the big M to the right.
        let (mut terms, mut right) = (left.terms.clone(), right);
        for &(switch, on) in when {
            terms.push((if on { big } else { -big }, switch.to_string()));
            right = right.checked_add(if on { big } else { 0 })?;
        }
        let terms: Vec<String> = terms
            .into_iter()
            .map(|(k, name)| if k == 1 { name } else { format!("(* {} {name})", number(k)) })
            .collect();
        self.out.assert(format!("(<= {} {})", sum(&terms), number(right)));
        Some(())
    }

    fn at_least(&mut self, left: &BoundedSum, right: i128, when: &[When<'_>]) -> Option<()> {
        self.at_most(&left.negative(), -right, when)
    }

    fn equal(&mut self, left: &BoundedSum, right: i128, when: &[When<'_>]) -> Option<()> {
        self.at_most(left, right, when)?;
        self.at_least(left, right, when)
    }

    /// One side or the other, by a new switch.
    fn not_equal(&mut self, left: &BoundedSum, right: i128, when: &[When<'_>]) -> Option<()> {
        let side = self.switch();
        self.at_most(left, right - 1, &[when, &[(&side, true)]].concat())?;
        self.at_least(left, right + 1, &[when, &[(&side, false)]].concat())
    }

    fn linear(&self, terms: &[(i64, VarId)]) -> Option<BoundedSum> {
        terms.iter().try_fold(BoundedSum::default(), |sum, &(k, var)| {
            let domain = &self.model[var].domain;
            let bounds = (domain.min().unwrap_or(0).into(), domain.max().unwrap_or(0).into());
            sum.plus(k.into(), &format!("v{}", var.index()), bounds)
        })
    }

    fn var(&self, var: VarId) -> BoundedSum {
        self.linear(&[(1, var)]).expect("one number is not too large")
    }

    fn count<'s>(&self, switches: impl Iterator<Item = &'s String>) -> BoundedSum {
        let mut sum = BoundedSum::default();
        for switch in switches {
            sum = sum.plus(1, switch, (0, 1)).expect("switches are few");
        }
        sum
    }

    fn domain(&mut self, var: VarId, domain: &Domain) {
        let (Some(min), Some(max)) = (domain.min(), domain.max()) else {
            return self.out.assert("false");
        };
        // These two are what the bounds of all sums rest on, so they are there in any case.
        let name = format!("v{}", var.index());
        self.out.assert(format!("(<= {} {name})", number(min)));
        self.out.assert(format!("(<= {name} {})", number(max)));
        let x = self.var(var);
        for gap in domain.ranges().windows(2) {
            let below = self.switch();
            self.at_most(&x, gap[0].1.into(), &[(&below, true)]).expect("bounded");
            self.at_least(&x, gap[1].0.into(), &[(&below, false)]).expect("bounded");
        }
    }

    fn state(&mut self, constraint: &Constraint) -> Option<()> {
        match constraint {
            Constraint::Arithmetic { op: Op::Add, a, b, c } => {
                let sum = self.linear(&[(1, *a), (1, *b), (-1, *c)])?;
                self.equal(&sum, 0, &[])?;
            }
            Constraint::Arithmetic { op: Op::Sub, a, b, c } => {
                let sum = self.linear(&[(1, *a), (-1, *b), (-1, *c)])?;
                self.equal(&sum, 0, &[])?;
            }
            Constraint::Arithmetic { op: Op::Mul, a, b, c } => {
                let [a, b, c] = [a, b, c].map(|var| format!("v{}", var.index()));
                self.out.assert(format!("(= (* {a} {b}) {c})"));
            }
            Constraint::Arithmetic { op: Op::Div, a, b, c } => {
                if self.model[*b].domain.contains(0) {
                    self.not_equal(&self.var(*b), 0, &[])?;
                }
                let [a, b, c] = [a, b, c].map(|var| format!("v{}", var.index()));
                self.out.assert(format!("(= {a} (* {b} {c}))"));
            }
            Constraint::Linear { terms, comparison, constant } => {
                let (sum, right) = (self.linear(terms)?, i128::from(*constant));
                match comparison {
                    Comparison::Equal => self.equal(&sum, right, &[])?,
                    Comparison::NotEqual => self.not_equal(&sum, right, &[])?,
                    Comparison::AtMost => self.at_most(&sum, right, &[])?,
                    Comparison::AtLeast => self.at_least(&sum, right, &[])?,
                }
            }
            Constraint::AllDifferent(vars) => {
                for (i, &x) in vars.iter().enumerate() {
                    for &y in &vars[..i] {
                        let difference = self.linear(&[(1, y), (-1, x)])?;
                        self.not_equal(&difference, 0, &[])?;
                    }
                }
            }
            Constraint::Multiset { vars, counts } => {
                // One switch on for each variable, and this many for each value.
                let mut of_value: Vec<Vec<String>> = vec![Vec::new(); counts.len()];
                for &var in vars {
                    let mut of_var = Vec::new();
                    for (&(value, _), of_value) in counts.iter().zip(&mut of_value) {
                        if self.model[var].domain.contains(value) {
                            let is_value = self.switch();
                            self.equal(&self.var(var), value.into(), &[(&is_value, true)])?;
                            of_value.push(is_value.clone());
                            of_var.push(is_value);
                        }
                    }
                    self.equal(&self.count(of_var.iter()), 1, &[])?;
                }
                for (&(_, count), of_value) in counts.iter().zip(&of_value) {
                    self.equal(&self.count(of_value.iter()), count as i128, &[])?;
                }
            }
            Constraint::Table { vars, rows } => {
                let mut selectors = Vec::new();
                for row in rows.iter().collect::<BTreeSet<_>>() {
                    let selector = self.switch();
                    for (&var, &value) in vars.iter().zip(row) {
                        self.equal(&self.var(var), value.into(), &[(&selector, true)])?;
                    }
                    selectors.push(selector);
                }
                self.equal(&self.count(selectors.iter()), 1, &[])?;
            }
            Constraint::Clause(literals) => {
                let mut switches = Vec::new();
                for literal in literals {
                    let (switch, x) = (self.switch(), self.var(literal.var));
                    let (value, when) = (literal.value.into(), [(switch.as_str(), true)]);
                    match literal.equal {
                        true => self.equal(&x, value, &when)?,
                        false => self.not_equal(&x, value, &when)?,
                    }
                    switches.push(switch);
                }
                self.at_least(&self.count(switches.iter()), 1, &[])?;
            }
            Constraint::Connected { nodes, edges, off } => self.connected(nodes, edges, *off)?,
            Constraint::Relation { .. } => unreachable!("refused before"),
        }
        Some(())
    }

    fn connected(&mut self, nodes: &[VarId], edges: &[(usize, usize)], off: i64) -> Option<()> {
        let levels = (0, nodes.len() as i128);
        let mut there: Vec<(String, String)> = Vec::new();
        for &node in nodes {
            let (on, x) = (self.switch(), self.var(node));
            self.not_equal(&x, off.into(), &[(&on, true)])?;
            self.equal(&x, off.into(), &[(&on, false)])?;
            // A level is a number with a name of its own kind.
            let level = format!("l{on}");
            self.out.declare(&level, Sort::Int);
            self.out.assert(format!("(<= {} {level} {})", levels.0, levels.1));
            there.push((on, level));
        }
        for (node, (on, level)) in there.iter().enumerate() {
            // Away, or the first one, or above a neighbour.
            let first = self.switch();
            for (earlier, _) in &there[..node] {
                let earlier = BoundedSum::default().plus(1, earlier, (0, 1))?;
                self.at_most(&earlier, 0, &[(&first, true)])?;
            }
            let mut choices =
                BoundedSum::default().plus(-1, on, (0, 1))?.plus(1, &first, (0, 1))?;
            for &(a, b) in edges.iter().filter(|&&(a, b)| a == node || b == node) {
                let (other, below) = &there[if a == node { b } else { a }];
                let above = self.switch();
                let is_there = BoundedSum::default().plus(1, other, (0, 1))?;
                self.at_least(&is_there, 1, &[(&above, true)])?;
                let rise = BoundedSum::default().plus(1, level, levels)?.plus(-1, below, levels)?;
                self.at_least(&rise, 1, &[(&above, true)])?;
                choices = choices.plus(1, &above, (0, 1))?;
            }
            self.at_least(&choices, 0, &[])?;
        }
        Some(())
    }
}
