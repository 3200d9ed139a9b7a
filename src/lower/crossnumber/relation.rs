//! A condition as a relation of the model: it asks the evaluator of the language.

use std::collections::BTreeMap;

use xwc_encodings::{Domains, NoValue, Relation};

use super::plan::{Named, Plan, Slot};
use crate::puzzle::crossnumber::language::{Formula, Ref};

/// How much a search may spend on one atom each time.
const EFFORT: usize = 1_000;

/// A condition over variables of a model.
#[derive(Debug)]
pub struct Stated {
    /// Where it comes from and how it is written.
    pub text: String,
    /// What it says.
    pub formula: Formula,
    /// How it is asked.
    pub plan: Plan,
    /// Where its names are.
    pub slots: BTreeMap<Ref, Slot>,
}

impl Relation for Stated {
    fn text(&self, names: &[&str]) -> String {
        format!("{} ({})", self.text, names.join(", "))
    }

    fn holds(&self, values: &[i64]) -> bool {
        self.formula.holds(&Named { slots: &self.slots, values })
    }

    fn narrow(&self, domains: &mut dyn Domains) -> Result<(), NoValue> {
        self.plan.narrow(domains, EFFORT).map(|_| ())
    }

    fn narrows(&self) -> bool {
        true
    }
}
