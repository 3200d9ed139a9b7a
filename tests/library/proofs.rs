//! The checker of proofs without hints against a naive one: random and mutated proofs of small formulas.
//!
//! The naive checker goes through all clauses again and again until nothing changes. Both have to accept the
//! same proofs, and what is accepted has to be true: the formula has no model. A proof that is accepted becomes
//! an LRAT proof, which has a checker of its own.

use std::collections::BTreeSet;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use xwc_check::certificate::{lrat, rup};
use xwc_check::support::budget::Budget;
use xwc_encodings::{Cnf, ENCODINGS, Formula, Target};
use xwc_testkit::models::{has_relation, small_model};

/// Proofs in `./scripts/test`, and in `scripts/test-heavy`.
const SOME: usize = 20_000;
const MANY: usize = 1_000_000;

/// Mutated proofs of each formula.
const PER_FORMULA: usize = 100;

/// A step: whether it deletes, and the clause.
type Step = (bool, Vec<i32>);

/// Clauses, and what has followed from them so far: literals, or `None` for a contradiction.
struct NaiveChecker {
    clauses: Vec<BTreeSet<i32>>,
    fixed: Option<BTreeSet<i32>>,
}

impl NaiveChecker {
    fn new(formula: &[Vec<i32>]) -> Self {
        let clauses = formula.iter().map(|clause| clause.iter().copied().collect()).collect();
        let naive = Self { clauses, fixed: None };
        Self { fixed: naive.closure(BTreeSet::new()), ..naive }
    }

    /// What follows from some literals; `None` if they contradict the clauses.
    fn closure(&self, mut known: BTreeSet<i32>) -> Option<BTreeSet<i32>> {
        loop {
            let before = known.len();
            for clause in &self.clauses {
                if clause.iter().any(|literal| known.contains(literal)) {
                    continue;
                }
                let open: Vec<i32> =
                    clause.iter().copied().filter(|literal| !known.contains(&-literal)).collect();
                match open[..] {
                    [] => return None,
                    [literal] => {
                        known.insert(literal);
                    }
                    _ => {}
                }
            }
            if known.len() == before {
                return Some(known);
            }
        }
    }

    fn accepts(mut self, steps: &[Step]) -> bool {
        let mut refuted = false;
        for (delete, clause) in steps {
            let literals: BTreeSet<i32> = clause.iter().copied().collect();
            let is_plain = literals.len() == clause.len()
                && !literals.iter().any(|literal| literals.contains(&-literal));
            if !is_plain {
                return false;
            }
            if refuted {
                continue;
            }
            if *delete {
                let found = self.clauses.iter().position(|one| *one == literals);
                match found {
                    Some(at) => drop(self.clauses.remove(at)),
                    None => return false,
                }
                continue;
            }
            if let Some(fixed) = &self.fixed {
                let mut assumed = fixed.clone();
                assumed.extend(literals.iter().map(|literal| -literal));
                let clashes = literals.iter().any(|literal| fixed.contains(literal));
                if !clashes && self.closure(assumed).is_some() {
                    return false;
                }
            }
            refuted = clause.is_empty();
            self.clauses.push(literals);
            self.fixed = self.fixed.take().and_then(|fixed| self.closure(fixed));
        }
        refuted
    }
}

fn clauses(cnf: &Cnf) -> Vec<Vec<i32>> {
    cnf.clauses().map(|clause| clause.iter().map(|lit| lit.to_ipasir()).collect()).collect()
}

/// A refutation by plain branching, if the formula has one.
fn refutation(cnf: &Cnf) -> Option<Vec<Step>> {
    let naive = NaiveChecker::new(&clauses(cnf));
    let mut steps = Vec::new();
    branch(&naive, cnf.n_vars as i32, &mut Vec::new(), &mut steps).then_some(steps)
}

fn branch(naive: &NaiveChecker, n_vars: i32, path: &mut Vec<i32>, steps: &mut Vec<Step>) -> bool {
    if let Some(known) = naive.closure(path.iter().copied().collect()) {
        let open = (1..=n_vars).find(|var| !known.contains(var) && !known.contains(&-var));
        let Some(var) = open else { return false };
        for literal in [var, -var] {
            path.push(literal);
            let refuted = branch(naive, n_vars, path, steps);
            path.pop();
            if !refuted {
                return false;
            }
        }
    }
    steps.push((false, path.iter().map(|literal| -literal).collect()));
    true
}

fn text(steps: &[Step]) -> String {
    let mut text = String::new();
    for (delete, clause) in steps {
        text += if *delete { "d " } else { "" };
        clause.iter().for_each(|literal| text += &format!("{literal} "));
        text += "0\n";
    }
    text
}

/// A number below `n`, from a generator that only has to be different every time.
fn below(state: &mut u64, n: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % n.max(1)
}

/// The steps with some of them changed, left out, repeated, moved or added.
fn mutated(steps: &[Step], formula: &[Vec<i32>], n_vars: usize, state: &mut u64) -> Vec<Step> {
    let mut steps = steps.to_vec();
    let literal = |state: &mut u64| {
        let var = 1 + below(state, n_vars) as i32;
        if below(state, 2) == 0 { var } else { -var }
    };
    for _ in 0..below(state, 4) {
        let at = below(state, steps.len());
        match below(state, 8) {
            0 => drop(steps.remove(at)),
            1 => steps.insert(at, steps[at].clone()),
            2 => {
                let other = below(state, steps.len());
                steps.swap(at, other);
            }
            3 => {
                let clause = formula[below(state, formula.len())].clone();
                steps.insert(at, (true, clause));
            }
            4 => steps.insert(at, (true, steps[at].1.clone())),
            5 => {
                let clause = (0..below(state, 3)).map(|_| literal(state)).collect();
                steps.insert(at, (false, clause));
            }
            6 if !steps[at].1.is_empty() => {
                let place = below(state, steps[at].1.len());
                steps[at].1.remove(place);
            }
            _ => {
                let extra = literal(state);
                steps[at].1.push(extra);
            }
        }
        if steps.is_empty() {
            break;
        }
    }
    steps
}

fn compare(proofs: usize) {
    let mut runner = TestRunner::deterministic();
    let encodings: Vec<_> =
        ENCODINGS.iter().filter(|encoding| encoding.info().target == Target::Cnf).collect();
    let (mut tried, mut accepted, mut state) = (0, 0, 1);
    for turn in 0.. {
        if tried >= proofs {
            break;
        }
        let model = small_model().new_tree(&mut runner).expect("a model").current().0;
        if has_relation(&model) {
            continue;
        }
        let Ok(Formula::Cnf(cnf)) = encodings[turn % encodings.len()].encode(&model) else {
            continue;
        };
        if cnf.n_vars > 60 || cnf.n_vars == 0 || cnf.clauses().len() > 400 {
            continue;
        }
        let formula = clauses(&cnf);
        let genuine = refutation(&cnf);
        let is_refutable = genuine.is_some();
        let steps = genuine.unwrap_or_else(|| vec![(false, vec![1]), (false, Vec::new())]);
        if formula.is_empty() || steps.len() > 200 {
            continue;
        }
        for _ in 0..PER_FORMULA {
            let steps = mutated(&steps, &formula, cnf.n_vars as usize, &mut state);
            let text = text(&steps);
            let checked = rup::check(&cnf, text.as_bytes(), Budget::default());
            let naive = NaiveChecker::new(&formula).accepts(&steps);
            assert_eq!(checked.is_ok(), naive, "{checked:?}\n{formula:?}\n{text}");
            tried += 1;
            if checked.is_ok() {
                accepted += 1;
                assert!(is_refutable, "a formula with models is refuted\n{formula:?}\n{text}");
                let hinted = rup::elaborate(&cnf, text.as_bytes(), Budget::default());
                let mut hints = Vec::new();
                hinted.expect("it was accepted").write(&mut hints).expect("memory is patient");
                lrat::check(&cnf, &hints[..]).expect("the hints lead to the end");
            }
        }
    }
    assert!(accepted > proofs / 20, "{accepted} of {tried} are accepted");
}

#[test]
fn mutated_proofs_are_accepted_as_by_a_naive_checker() {
    compare(SOME);
}

#[test]
#[ignore = "takes minutes; scripts/test-heavy runs it"]
fn a_million_mutated_proofs_are_accepted_as_by_a_naive_checker() {
    compare(MANY);
}
