//! Forbidding values that fail at once: for each variable and value, fix it, propagate, undo.
//!
//! This is far stronger than propagation alone, costs as much as a small search, and pays where a
//! search would meet the same failures again and again. The narrowed domains also make a much
//! smaller formula.

use xwc_encodings::{Domain, Model};

use super::build::build;
use super::propagate::Engine;
use super::store::{Step, Store};
use crate::solve::Budget;

/// More rounds over all variables hardly find anything.
const MAX_ROUNDS: usize = 4;

/// Variables with more values are left alone.
const MAX_SIZE: u64 = 256;

/// Forbids values that fail at once, until a round finds none or `go_on` says no. It is asked
/// before each try.
pub(super) fn shave(
    store: &mut Store,
    engine: &mut Engine,
    mut go_on: impl FnMut(&Engine) -> bool,
) -> Step {
    for _ in 0..MAX_ROUNDS {
        let mut fewer = false;
        for var in 0..engine.weights.len() {
            if !store.is_set(var) || store.is_fixed(var) || store.size(var) > MAX_SIZE {
                continue;
            }
            for value in store.values(var) {
                if !store.contains(var, value) || store.is_fixed(var) {
                    continue;
                }
                if !go_on(engine) {
                    return Ok(());
                }
                store.push();
                let fails = store.fix(var, value).and_then(|()| engine.run(store)).is_err();
                store.pop();
                if fails {
                    store.remove(var, value)?;
                    engine.run(store)?;
                    fewer = true;
                }
            }
        }
        if !fewer {
            break;
        }
    }
    Ok(())
}

/// In a model with more constraints a try costs more than it saves in the formula.
const MAX_CONSTRAINTS: usize = 500;

/// The same model with domains that have lost values which are in no solution; `None` if it has
/// no solution at all. A model with a variable that has no upper bound stays as it is: its values may be
/// too large to calculate with here, and what does not fit is not impossible.
pub fn narrow(model: &Model, budget: Budget) -> Option<Model> {
    if model.variables().iter().any(|var| !var.domain.is_bounded()) {
        return Some(model.clone());
    }
    let (mut store, mut engine) = build(model)?;
    engine.guard(budget);
    engine.run(&mut store).ok()?;
    if model.constraints().len() <= MAX_CONSTRAINTS {
        shave(&mut store, &mut engine, |_| budget.exceeded().is_none()).ok()?;
    }
    let domain = |var: usize| match store.is_set(var) {
        true => Domain::from_iter(store.values(var)),
        false => model.variables()[var].domain.clone(),
    };
    Some(model.with((0..model.variables().len()).map(domain), model.answers().to_vec()))
}
