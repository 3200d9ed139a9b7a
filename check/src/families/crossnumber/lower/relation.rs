//! A condition as a relation of the model, for what no formula says. Where it gives up it lets values
//! through; the rule evaluator has the last word.

use std::collections::BTreeMap;

use xwc_encodings::{Domains, NoValue, Relation};

use super::clue::ClueFormula;
use super::plan::{NamedValues, NarrowingPlan, ValueSlot};
use crate::families::crossnumber::language::Ref;

/// How much a search may spend on one atom each time.
const EFFORT: usize = 1_000;

/// How many members of types are tried when everything else is known.
const MAX_ASKED: usize = 20_000;

/// A condition over variables of a model.
#[derive(Debug)]
pub(crate) struct ConditionRelation {
    /// Where it comes from and how it is written.
    pub text: String,
    /// What it says.
    pub formula: ClueFormula,
    /// How it is asked.
    pub plan: NarrowingPlan,
    /// Where its names are.
    pub slots: BTreeMap<Ref, ValueSlot>,
}

impl Relation for ConditionRelation {
    fn text(&self, names: &[&str]) -> String {
        format!("{} ({})", self.text, names.join(", "))
    }

    fn holds(&self, values: &[i64]) -> bool {
        let values = NamedValues { slots: &self.slots, values };
        self.formula.holds(&values, &mut { MAX_ASKED }) != Some(false)
    }

    fn narrow(&self, domains: &mut dyn Domains) -> Result<(), NoValue> {
        self.plan.narrow(domains, EFFORT).map(|_| ())
    }

    fn narrows(&self) -> bool {
        true
    }
}
