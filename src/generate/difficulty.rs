//! The figures behind a level's difficulty.

use serde_json::{Value, json};

use crate::puzzle::grid::Operator;
use crate::solve::native::Figures;

/// What share of the whole a part is, in percent, rounded.
pub fn percent(part: usize, whole: usize) -> usize {
    if whole == 0 { 100 } else { (200 * part + whole) / (2 * whole) }
}

/// How often each operator is used.
pub fn mix(operators: impl Iterator<Item = Operator> + Clone) -> Value {
    let mut mix = json!({});
    for operator in Operator::ALL {
        let count = operators.clone().filter(|&other| other == operator).count();
        mix[operator.to_string()] = json!(count);
    }
    mix
}

/// What solving takes: the share that propagation alone finds, and the branches of a search.
pub fn solving(difficulty: &mut Value, figures: Figures, blanks: usize) {
    difficulty["propagation"] = json!(percent(figures.found, blanks));
    difficulty["guesses"] = json!(figures.guesses);
}

/// A soft goal, and how far it was met.
pub fn goal(asked: impl Into<Value>, got: impl Into<Value>) -> Value {
    json!({ "asked": asked.into(), "got": got.into() })
}
