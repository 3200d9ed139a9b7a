//! A condition without a closed form, as a relation over the digits that decide it.

use std::collections::BTreeMap;

use xwc_encodings::Relation;

use crate::families::crossnumber::language::Ref;
use crate::families::crossnumber::lower::clue::{ClueFormula, ValueSource};

/// How many members of types are tried.
const MAX_ASKED: usize = 20_000;

/// A condition, and how its numbers are made of the relation's variables.
#[derive(Debug)]
pub(super) struct OpenCondition {
    /// Where it comes from and how it is written.
    pub text: String,
    /// What it says.
    pub formula: ClueFormula,
    /// Each name as a sum of positions times factors.
    pub sums: BTreeMap<Ref, Vec<(usize, i64)>>,
}

struct SummedValues<'a> {
    sums: &'a BTreeMap<Ref, Vec<(usize, i64)>>,
    values: &'a [i64],
}

impl ValueSource for SummedValues<'_> {
    fn value(&self, name: Ref) -> i64 {
        self.sums[&name].iter().map(|&(at, factor)| factor * self.values[at]).sum()
    }
}

impl Relation for OpenCondition {
    fn text(&self, names: &[&str]) -> String {
        format!("{} ({})", self.text, names.join(", "))
    }

    fn condition(&self) -> &str {
        &self.text
    }

    fn holds(&self, values: &[i64]) -> bool {
        let values = SummedValues { sums: &self.sums, values };
        self.formula.holds(&values, &mut { MAX_ASKED }) != Some(false)
    }
}
