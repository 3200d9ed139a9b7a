//! Refutes a formula by branching and unit propagation, and writes down its dead ends: a proof of few words.
//!
//! Each dead end is a clause, "not these choices", that follows by unit propagation from the formula and the
//! dead ends before it. Choices that played no part are left out, and the search goes back to where the clause
//! leaves a single literal open. It branches on the variables of the model, the one with the fewest values left
//! first. A CDCL solver learns more from each conflict and says ten times as much, so this is for formulas that
//! hardly need any search; for the others it gives up.

use std::io::{self, Write};

use xwc_encodings::{Cnf, Model, VarId};

use crate::solve::{Budget, Limit, Refutation};
use xwc_check::certificate::propagation::Propagation;

/// Its name in certificates.
pub(super) const NAME: &str = "unit-search";

/// Writes a DRAT proof that the formula of a model, which has been taken in already, is unsatisfiable. The search
/// gives up once propagation has made this many literals true.
///
/// # Errors
///
/// If the proof cannot be written.
pub(super) fn refute(
    (model, cnf): (&Model, &Cnf),
    mut clauses: Propagation,
    out: &mut dyn Write,
    most_steps: u64,
    budget: Budget,
) -> io::Result<Refutation> {
    let choices = Choices::new(model, cnf);
    let mut nodes = 0;
    let mut only_choice: Option<i32> = None;
    loop {
        if clauses.is_in_conflict() {
            // A single choice is to blame for whatever it leads to.
            let clause: Vec<i32> = match (clauses.level(), &only_choice) {
                (1, Some(choice)) => vec![-*choice],
                _ => clauses.explain(&[]).assumptions.iter().map(|literal| -literal).collect(),
            };
            clause.iter().try_for_each(|literal| write!(out, "{literal} "))?;
            writeln!(out, "0")?;
            let [earlier @ .., _] = &clause[..] else { return Ok(Refutation::Proved) };
            clauses.back_to(earlier.last().map_or(0, |&literal| clauses.level_of(literal)));
            clauses.add(&clause);
            continue;
        }
        if clauses.steps() > most_steps || budget.nodes.is_some_and(|most| nodes >= most) {
            return Ok(Refutation::Unknown(Limit::Nodes));
        }
        if let Some(limit) = budget.exceeded() {
            return Ok(Refutation::Unknown(limit));
        }
        nodes += 1;
        let Some(literal) = choices.next(&clauses) else { return Ok(Refutation::Satisfiable) };
        if clauses.level() == 0 {
            only_choice = Some(literal);
        }
        clauses.assume([literal]);
    }
}

/// What the search can branch on.
struct Choices {
    /// For each variable of the model that has them, the literals of its values: answers first.
    values: Vec<Vec<i32>>,
    n_answers: usize,
    n_vars: i32,
}

impl Choices {
    fn new(model: &Model, cnf: &Cnf) -> Self {
        let literals = |&var: &VarId| -> Vec<i32> {
            let values = model[var].domain.iter();
            values.filter_map(|value| cnf.code.literal(var, value)).map(|l| l.to_ipasir()).collect()
        };
        let mut is_answer = vec![false; model.variables().len()];
        model.answers().iter().for_each(|var| is_answer[var.index()] = true);
        let others = model.ids().filter(|var| !is_answer[var.index()]);
        let all: Vec<VarId> = model.answers().iter().copied().chain(others).collect();
        let values = all.iter().map(literals).collect();
        Self { values, n_answers: model.answers().len(), n_vars: cnf.n_vars as i32 }
    }

    /// The first value of the variable with the fewest, answers first; then any literal that is open.
    fn next(&self, clauses: &Propagation) -> Option<i32> {
        let (answers, others) = self.values.split_at(self.n_answers);
        let of = |variables: &[Vec<i32>]| {
            let counted = variables.iter().filter_map(|values| {
                let mut open = values.iter().filter(|&&value| clauses.value(value).is_none());
                let first = open.next()?;
                Some((1 + open.count(), *first))
            });
            counted.min_by_key(|&(count, _)| count).map(|(_, first)| first)
        };
        let auxiliary = || (1..=self.n_vars).find(|&literal| clauses.value(literal).is_none());
        of(answers).or_else(|| of(others)).or_else(auxiliary)
    }
}
