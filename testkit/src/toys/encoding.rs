//! The toy encoding: one literal per variable, for models whose variables have at most two values.
//!
//! Literals: `upper[x]` is true if and only if x is the larger of its two values; a constant has no
//! literal. Each constraint is a clause for each combination of its variables' values that the
//! evaluator rejects. That is as simple as an encoding can be, and doubles with every variable of a
//! constraint.
//!
//! Reference: none is needed; a real encoding cites its paper here.

use xwc_encodings::{
    Builder, Code, Constraint, Encoding, Formula, Info, Lit, Model, Options, Refusal, Target, Var,
    VarId,
};

/// More variables in one constraint are refused.
const MAX_VARS: usize = 10;

/// The encoding `two-valued`.
pub struct TwoValued;

impl Encoding for TwoValued {
    fn info(&self) -> &'static Info {
        &Info {
            name: "two-valued",
            version: 1,
            summary: "one literal per variable of two values, one clause per wrong combination",
            refuses: "more than two values, constraints over more than ten variables, relations",
            target: Target::Cnf,
            // It never counts, so `--amo` and `--card` have no effect.
            has_variants: false,
        }
    }

    fn encode_with(&self, model: &Model, options: &Options) -> Result<Formula, Refusal> {
        let mut out = Builder::new(options);
        let mut code = Upper { of: Vec::new() };
        for var in model.ids() {
            let domain = &model[var].domain;
            if domain.len() > 2 {
                let subject = format!("{} in {domain}", &model[var].name);
                let reason = "it has more than two values".to_string();
                let encoding = self.info().name;
                return Err(Refusal { encoding, subject, reason, stopped: false });
            }
            let values: Vec<i64> = domain.iter().collect();
            let upper = (values.len() == 2).then(|| out.new_lit());
            // A variable without any value is a contradiction.
            if values.is_empty() {
                out.add([]);
            }
            code.of.push((values, upper));
        }
        out.end_section();
        for constraint in model.constraints() {
            let refuse = |reason: &str| {
                Err(Refusal::constraint(self.info().name, model, constraint, reason))
            };
            let mut vars = constraint.vars();
            vars.sort_unstable();
            vars.dedup();
            if matches!(constraint, Constraint::Relation { .. }) {
                return refuse("it is given by a program, not by a formula");
            }
            if vars.len() > MAX_VARS {
                return refuse("it has too many variables");
            }
            code.forbid_wrong_combinations(&mut out, constraint, &vars);
            out.end_section();
        }
        Ok(Formula::Cnf(out.finish(Box::new(code))))
    }
}

/// Each variable's values, and the literal that tells two apart.
struct Upper {
    of: Vec<(Vec<i64>, Option<Lit>)>,
}

impl Upper {
    /// Asks the evaluator about every combination of the variables' values.
    fn forbid_wrong_combinations(&self, out: &mut Builder, of: &Constraint, vars: &[VarId]) {
        let mut assignment: Vec<i64> =
            self.of.iter().map(|(values, _)| values.first().copied().unwrap_or(0)).collect();
        for bits in 0..1u32 << vars.len() {
            let mut differs = Vec::new();
            for (i, &var) in vars.iter().enumerate() {
                let values = &self.of[var.index()].0;
                let value = values.get((bits >> i & 1) as usize).or(values.first());
                let Some(&value) = value else { return };
                assignment[var.index()] = value;
                differs.extend(self.differs(var, value));
            }
            if !of.holds(&assignment) {
                out.add(differs);
            }
        }
    }
}

/// The way back from truth values to numbers.
impl Code for Upper {
    fn literal(&self, var: VarId, value: i64) -> Option<Lit> {
        let (values, upper) = &self.of[var.index()];
        upper.map(|upper| if value == values[1] { upper } else { !upper })
    }

    fn value(&self, var: VarId, truth: &dyn Fn(Lit) -> bool) -> Option<i64> {
        let (values, upper) = &self.of[var.index()];
        let is_upper = upper.is_some_and(truth);
        values.get(usize::from(is_upper)).copied()
    }

    fn differs(&self, var: VarId, value: i64) -> Vec<Lit> {
        self.literal(var, value).map(|lit| !lit).into_iter().collect()
    }

    fn meaning(&self, model: &Model, var: Var) -> Option<String> {
        let owner =
            model.ids().find(|id| self.of[id.index()].1.is_some_and(|upper| upper.var() == var))?;
        Some(format!("{} = {}", &model[owner].name, self.of[owner.index()].0[1]))
    }
}
