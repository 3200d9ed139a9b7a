//! What came up in a run, and how often.

use std::collections::BTreeMap;
use std::fmt;

/// Counts by section and name, and what went wrong.
#[derive(Default)]
pub(super) struct Tally {
    counts: BTreeMap<(&'static str, String), u64>,
    /// Differences between the program and brute force.
    pub failures: Vec<String>,
    /// Puzzles that brute force decides and the program does not.
    pub undecided: Vec<String>,
    /// Cases that took long, with their time in seconds.
    pub slow: Vec<(f64, String)>,
}

impl Tally {
    pub(super) fn count(&mut self, section: &'static str, name: impl Into<String>) {
        self.add(section, name, 1);
    }

    pub(super) fn add(&mut self, section: &'static str, name: impl Into<String>, count: u64) {
        *self.counts.entry((section, name.into())).or_default() += count;
    }

    pub(super) fn get(&self, section: &str, name: &str) -> u64 {
        let found = self.counts.iter().find(|((s, n), _)| *s == section && n == name);
        found.map_or(0, |(_, count)| *count)
    }

    /// Both together.
    pub(super) fn and(mut self, other: Self) -> Self {
        for (key, count) in other.counts {
            *self.counts.entry(key).or_default() += count;
        }
        self.failures.extend(other.failures);
        self.undecided.extend(other.undecided);
        self.slow.extend(other.slow);
        self
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut last = "";
        for ((section, name), count) in &self.counts {
            if *section != last {
                writeln!(f, "{section}")?;
                last = section;
            }
            writeln!(f, "    {name:<44} {count:>8}")?;
        }
        if !self.undecided.is_empty() {
            writeln!(f, "undecided: {}, for example", self.undecided.len())?;
            self.undecided.iter().take(12).try_for_each(|text| writeln!(f, "    {text}"))?;
        }
        let mut slow: Vec<_> = self.slow.iter().collect();
        slow.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (seconds, what) in slow.iter().take(12) {
            writeln!(f, "slow: {seconds:.1} s: {what}")?;
        }
        Ok(())
    }
}
