//! How many calcrostics there are, and of which kind.

use std::collections::BTreeMap;

use serde::Serialize;

use xwc_check::families::calcrostic::square::Square;
use xwc_check::puzzle::grid::Operator;

/// Calcrostics, and how many of them have a unique puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CalcrosticCount {
    /// All of them.
    pub orbits: u64,
    /// Those with a unique puzzle.
    pub unique: u64,
}

impl CalcrosticCount {
    fn add(&mut self, unique: bool) {
        self.orbits += 1;
        self.unique += u64::from(unique);
    }
}

/// The counts of an atlas.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AtlasSummary {
    /// The largest sum.
    pub max_sum: u64,
    /// All of them.
    #[serde(flatten)]
    pub all: CalcrosticCount,
    /// Those without a 1; none has a 0.
    pub no_small: CalcrosticCount,
    /// Those with a form that shows all four operators.
    pub all_operators: CalcrosticCount,
    /// By the operators of the standard form.
    pub by_operators: BTreeMap<String, CalcrosticCount>,
    /// By the largest number: up to 9, up to 99 and so on.
    pub by_largest: BTreeMap<u64, CalcrosticCount>,
}

impl AtlasSummary {
    /// No calcrostics yet.
    pub(crate) fn new(max_sum: u64) -> Self {
        Self { max_sum, ..Self::default() }
    }

    /// Counts a calcrostic in its standard form.
    pub(crate) fn add(&mut self, square: &Square<u64>, unique: bool) {
        self.all.add(unique);
        let numbers = || square.numbers.iter().flatten().copied();
        if numbers().all(|number| number > 1) {
            self.no_small.add(unique);
        }
        if square.forms().iter().any(|form| shown(form).len() == 4) {
            self.all_operators.add(unique);
        }
        let operators = shown(square).iter().map(|operator| operator.symbol()).collect();
        self.by_operators.entry(operators).or_default().add(unique);
        let largest = numbers().max().unwrap_or(0);
        let mut nines = 9;
        while nines < largest {
            nines = 10 * nines + 9;
        }
        self.by_largest.entry(nines).or_default().add(unique);
    }
}

/// The operators that a square shows, each once.
pub(crate) fn shown<T: Clone>(square: &Square<T>) -> Vec<Operator> {
    let mut operators = square.operators();
    operators.sort_unstable();
    operators.dedup();
    operators
}
