//! How many calcrostics there are, and of which kind.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use xwc_check::families::calcrostic::square::Square;
use xwc_check::puzzle::grid::Operator;

/// Calcrostics, and how many of them have a unique puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct CalcrosticCount {
    /// All of them.
    orbits: u64,
    /// Those with a unique puzzle.
    unique: u64,
}

impl CalcrosticCount {
    fn add(&mut self, unique: bool) {
        self.orbits += 1;
        self.unique += u64::from(unique);
    }
}

/// The counts of an atlas. Its text is a table of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AtlasSummary {
    /// The largest sum.
    max_sum: u64,
    /// All of them.
    #[serde(flatten)]
    all: CalcrosticCount,
    /// Those without a 1; none has a 0.
    no_small: CalcrosticCount,
    /// Those with a form that shows all four operators.
    all_operators: CalcrosticCount,
    /// By the operators of the standard form.
    by_operators: BTreeMap<String, CalcrosticCount>,
    /// By the largest number: up to 9, up to 99 and so on.
    by_largest: BTreeMap<u64, CalcrosticCount>,
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

impl fmt::Display for AtlasSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { max_sum, all, no_small, all_operators, by_operators, by_largest } = self;
        let mut lines = vec![("all".to_string(), all)];
        lines.push(("without a 1".to_string(), no_small));
        lines.push(("+ - × ÷ in one of the forms".to_string(), all_operators));
        let largest = |(nines, count)| (format!("numbers up to {nines}"), count);
        lines.extend(by_largest.iter().map(largest));
        let shown = |(operators, count): (&String, _)| {
            let operators: Vec<String> = operators.chars().map(String::from).collect();
            (format!("{} in the standard form", operators.join(" ")), count)
        };
        lines.extend(by_operators.iter().map(shown));
        writeln!(f, "Calcrostics with a sum of up to {max_sum}")?;
        writeln!(f, "{:32} {:>10} {:>10}", "", "all", "unique")?;
        for (name, count) in lines {
            writeln!(f, "{name:32} {:>10} {:>10}", count.orbits, count.unique)?;
        }
        Ok(())
    }
}

/// The operators that a square shows, each once.
pub(crate) fn shown<T: Clone>(square: &Square<T>) -> Vec<Operator> {
    let mut operators = square.operators();
    operators.sort_unstable();
    operators.dedup();
    operators
}
