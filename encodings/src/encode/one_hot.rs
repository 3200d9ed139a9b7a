//! The direct encoding: one literal per value.
//!
//! Literals: `is[x][v]` is true if and only if x = v. Exactly one is true for each variable. For
//! an arithmetic constraint, `triple[t]` implies that its three variables take the values of t.
//!
//! Arithmetic `a op b = c` is stated as support clauses in all three directions: whatever two of
//! the three are, the third is one of the values that complete the triple. Three directions cost
//! three times the clauses of one, and let unit propagation find everything that follows from two
//! known values. On top of that, a value needs one of its triples, so that a value goes once all
//! its triples have gone, whatever is known of the other two; this costs one literal per triple and
//! makes large puzzles several times faster. Division is exact because only exact triples exist.
//! What is not arithmetic is in [`crate::parts::by_value`].
//!
//! References: de Kleer, "A comparison of ATMS and CSP techniques", IJCAI 1989 (direct encoding);
//! Gent, "Arc consistency in SAT", ECAI 2002 (support clauses); Bacchus, "GAC via unit
//! propagation", CP 2007 (triples).

use rustsat::types::{Lit, Var};

use crate::encoding::{Encoding, Info};
use crate::formula::{Builder, Code, Definition, Formula, Target};
use crate::model::{Constraint, Model, Op, VarId};
use crate::options::Options;
use crate::parts::by_value::{self, MAX_CLAUSES, Stated};
use crate::parts::counting;
use crate::refusal::Refusal;

/// A larger domain is refused.
const MAX_DOMAIN: u64 = 100_000;

/// More values of all variables are refused.
pub(crate) const MAX_VALUES: u64 = 4_000_000;

/// The encoding `one-hot`.
pub(crate) struct OneHot;

impl Encoding for OneHot {
    fn info(&self) -> &'static Info {
        &Info {
            name: "one-hot",
            version: 1,
            summary: "one literal per value, arithmetic as support clauses in all three directions",
            refuses: "domains over 100000 values, formulas over 10^8 literals",
            target: Target::Cnf,
            has_variants: true,
        }
    }

    fn encode_with(&self, model: &Model, options: &Options) -> Result<Formula, Refusal> {
        let mut out = Builder::new(options);
        let code = Literals::new(&mut out, self.info().name, model)?;
        out.end_section();
        by_value::state_all(&mut out, self.info().name, model, &code, &mut |out, constraint| {
            let Constraint::Arithmetic { op, a, b, c } = constraint else { return Ok(Stated::No) };
            supports(out, *op, [*a, *b, *c].map(|var| code.values(var)))?;
            Ok(Stated::Yes)
        })?;
        Ok(Formula::Cnf(out.finish(Box::new(code))))
    }
}

/// The literals of all variables, by value.
pub(crate) struct Literals {
    /// Sorted by value.
    of: Vec<Vec<(i64, Lit)>>,
    /// The variable and value behind each formula variable; auxiliary ones come later.
    meanings: Vec<(VarId, i64)>,
}

impl Literals {
    /// Makes the literals, and states that each variable has exactly one value.
    pub(crate) fn new(
        out: &mut Builder,
        encoding: &'static str,
        model: &Model,
    ) -> Result<Self, Refusal> {
        let mut meanings = Vec::new();
        let mut of = Vec::new();
        let mut total = 0u64;
        for var in model.ids() {
            let domain = &model[var].domain;
            total = total.saturating_add(domain.len());
            let reason = match domain.is_bounded() {
                false => "it has no upper bound, which only SMT can do without".to_string(),
                true if domain.len() > MAX_DOMAIN => {
                    format!("one literal per value is too many beyond {MAX_DOMAIN} values")
                }
                true if total > MAX_VALUES => {
                    format!("with it the variables have over {MAX_VALUES} values")
                }
                true => String::new(),
            };
            if !reason.is_empty() {
                let subject = format!("{} in {domain}", &model[var].name);
                return Err(Refusal::new(encoding, subject, reason));
            }
            meanings.extend(domain.iter().map(|value| (var, value)));
            of.push(domain.iter().map(|value| (value, out.new_lit())).collect());
        }
        for literals in &of {
            let literals: &Vec<(i64, Lit)> = literals;
            counting::exactly(out, literals.iter().map(|&(_, lit)| lit).collect(), 1);
        }
        Ok(Self { of, meanings })
    }

    /// The literals of a variable, sorted by value.
    pub(crate) fn values(&self, var: VarId) -> &[(i64, Lit)] {
        &self.of[var.index()]
    }
}

impl Code for Literals {
    fn literal(&self, var: VarId, value: i64) -> Option<Lit> {
        let literals = &self.of[var.index()];
        literals.binary_search_by_key(&value, |&(v, _)| v).ok().map(|i| literals[i].1)
    }

    fn value(&self, var: VarId, truth: &dyn Fn(Lit) -> bool) -> Option<i64> {
        self.of[var.index()].iter().find(|&&(_, lit)| truth(lit)).map(|&(value, _)| value)
    }

    fn differs(&self, var: VarId, value: i64) -> Vec<Lit> {
        self.literal(var, value).map(|lit| !lit).into_iter().collect()
    }

    fn meaning(&self, model: &Model, var: Var) -> Option<String> {
        let &(id, value) = self.meanings.get(var.idx())?;
        Some(format!("{} = {value}", &model[id].name))
    }
}

/// Support clauses in all three directions, given the literals of all values of the three.
///
/// # Errors
///
/// If there are too many; then nothing is added.
pub(crate) fn supports(
    out: &mut Builder,
    op: Op,
    literals: [&[(i64, Lit)]; 3],
) -> Result<(), String> {
    let pairs = |i: usize, j: usize| literals[i].len() * literals[j].len();
    if pairs(0, 1) + pairs(0, 2) + pairs(1, 2) > MAX_CLAUSES {
        return Err("its domains have too many pairs of values".to_string());
    }
    // The literals that complete a pair of positions, by the position of the completing variable.
    let mut third = [(1, 2), (0, 2), (0, 1)].map(|(i, j)| vec![Vec::new(); pairs(i, j)]);
    let mut triples = Vec::new();
    let (bs, cs) = (literals[1].len(), literals[2].len());
    for (i, &(a, is_a)) in literals[0].iter().enumerate() {
        for (j, &(b, is_b)) in literals[1].iter().enumerate() {
            let Some(c) = op.apply(a, b) else { continue };
            let Ok(k) = literals[2].binary_search_by_key(&c, |&(v, _)| v) else { continue };
            third[0][j * cs + k].push(is_a);
            third[1][i * cs + k].push(is_b);
            third[2][i * bs + j].push(literals[2][k].1);
            triples.push([i, j, k]);
        }
    }
    // With a constant among the three, support clauses alone say as much.
    if literals.iter().all(|literals| literals.len() > 1) {
        need_a_triple(out, literals, &triples);
    }
    for (last, i, j) in [(2, 0, 1), (1, 0, 2), (0, 1, 2)] {
        let all = literals[last].len();
        let mut supports = std::mem::take(&mut third[last]).into_iter();
        for &(_, is_x) in literals[i] {
            for &(_, is_y) in literals[j] {
                let supports = supports.next().expect("an entry for each pair");
                if supports.len() < all {
                    out.add(supports.into_iter().chain([!is_x, !is_y]));
                }
            }
        }
    }
    Ok(())
}

/// Each value needs one of its triples, which are given by the positions of their values.
pub(crate) fn need_a_triple(
    out: &mut Builder,
    literals: [&[(i64, Lit)]; 3],
    triples: &[[usize; 3]],
) {
    let mut supports = literals.map(|literals| vec![Vec::new(); literals.len()]);
    for triple in triples {
        let selector = out.new_lit();
        let values: [Lit; 3] = std::array::from_fn(|i| literals[i][triple[i]].1);
        out.define(selector, Definition::All(values.to_vec()));
        for (position, &value) in triple.iter().enumerate() {
            out.add([!selector, values[position]]);
            supports[position][value].push(selector);
        }
    }
    for (literals, supports) in literals.iter().zip(supports) {
        for (&(_, is_value), supports) in literals.iter().zip(supports) {
            out.add(supports.into_iter().chain([!is_value]));
        }
    }
}
