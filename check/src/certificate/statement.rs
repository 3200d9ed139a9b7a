//! The formula that a certificate is about: what writes certificates, what checks them and what
//! exports formulas all come here, so that there is one way from a model to its formula.

use std::sync::Arc;

use thiserror::Error;
use tracing::field::Empty;
use tracing::info_span;
use xwc_encodings::{Cnf, Encoding, Formula, Model, Options, Refusal, VarId, Variants};

use super::format::StatedLemma;
use crate::lower::Lowered;
use crate::puzzle::Solution;
use crate::puzzle::grid::short;
use crate::support::budget::{Budget, Limit};
use crate::support::fault::{Blame, Fault};

/// Why there is no formula.
#[derive(Debug, Error)]
pub enum StatementError {
    /// The encoding cannot take the model.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A guard of the budget said stop.
    #[error("stopped")]
    Stopped(#[source] Limit),
    /// The encoding is not one for SAT solvers.
    #[error("the encoding {0} does not write clauses")]
    NoClauses(&'static str),
    /// A lemma names something that is not there, or there twice.
    #[error("a lemma speaks of `{0}`, and there is no such variable, or more than one")]
    NoVariable(String),
    /// A lemma speaks of a value that a variable never has.
    #[error("a lemma speaks of `{name}` = {value}, and that is not one of its values")]
    NoValue {
        /// The variable.
        name: String,
        /// The value.
        value: i64,
    },
    /// The solution is not one of this puzzle.
    #[error("the solution does not read as answers")]
    NoAnswers,
}

impl Blame for StatementError {
    fn fault(&self) -> Fault {
        match self {
            Self::Refused(_) | Self::NoClauses(_) => Fault::Usage,
            Self::Stopped(limit) => Fault::Budget(*limit),
            Self::NoAnswers | Self::NoVariable(_) | Self::NoValue { .. } => Fault::Defect,
        }
    }
}

/// The formula of a model, unless a guard of the budget says stop.
///
/// # Errors
///
/// If the encoding cannot take the model, or was stopped.
pub fn encode(
    encoding: &dyn Encoding,
    model: &Model,
    variants: Variants,
    budget: Budget,
) -> Result<Formula, StatementError> {
    let guard: Option<Arc<dyn Fn() -> bool + Send + Sync>> = match budget.stop {
        Some(_) => Some(Arc::new(move || budget.exceeded().is_some())),
        None => None,
    };
    let name = encoding.info().name;
    let span = info_span!("encode", encoding = name, variables = Empty, clauses = Empty).entered();
    let encoded = encoding.encode_with(model, &Options { variants, guard });
    let formula = encoded.map_err(|refusal| match refusal.stopped {
        true => StatementError::Stopped(budget.exceeded().unwrap_or(Limit::Solver)),
        false => refusal.into(),
    })?;
    let (variables, clauses) = formula.size();
    span.record("variables", variables);
    span.record("clauses", clauses);
    Ok(formula)
}

/// The one variable of a name.
fn variable(model: &Model, name: &str) -> Option<VarId> {
    let mut found = model.ids().filter(|&var| model[var].name == name);
    found.next().filter(|_| found.next().is_none())
}

/// "There is no solution but these": the formula of the model, lemmas, and as the last clauses "not
/// this solution" for each of them. A certificate proves it unsatisfiable.
///
/// # Errors
///
/// If no such formula exists, or the budget ran out.
pub fn statement(
    lowered: &Lowered,
    encoding: &dyn Encoding,
    lemmas: &[StatedLemma],
    solutions: &[Solution],
    budget: Budget,
) -> Result<Cnf, StatementError> {
    let formula = encode(encoding, &lowered.model, Variants::default(), budget)?;
    state(lowered, encoding, formula, lemmas, solutions)
}

/// The same from the formula of the model.
///
/// # Errors
///
/// If the formula has no clauses, or a lemma or a solution is not one of this puzzle.
pub fn state(
    lowered: &Lowered,
    encoding: &dyn Encoding,
    formula: Formula,
    lemmas: &[StatedLemma],
    solutions: &[Solution],
) -> Result<Cnf, StatementError> {
    let Formula::Cnf(mut cnf) = formula else {
        return Err(StatementError::NoClauses(encoding.info().name));
    };
    for lemma in lemmas {
        let values = lemma.values.iter().map(|(name, value)| {
            let var = variable(&lowered.model, name);
            let var = var.ok_or_else(|| StatementError::NoVariable(short(name)))?;
            // Without its literal the clause would say more than the lemma.
            match lowered.model[var].domain.contains(*value) {
                true => Ok((var, *value)),
                false => Err(StatementError::NoValue { name: short(name), value: *value }),
            }
        });
        cnf.exclude(&values.collect::<Result<Vec<_>, _>>()?);
    }
    for solution in solutions {
        let answers = lowered.answers(solution).ok_or(StatementError::NoAnswers)?;
        cnf.block(&lowered.model, &answers);
    }
    Ok(cnf)
}
