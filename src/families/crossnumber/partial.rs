//! A crossnumber that is filled in partly: clues are judged once all that they speak of is known.

use num_bigint::BigInt;

use xwc_check::families::crossnumber::language::Ref;
use xwc_check::families::crossnumber::{
    CrossNumber, Entry, Referee, SourcedCondition, Tally, Truth, World,
};

/// What is known of the grid.
pub(super) struct Partial {
    digits: Vec<Option<u8>>,
    entries: Vec<Option<i64>>,
    tally: Tally,
}

impl World for Partial {
    fn value(&self, name: Ref) -> Option<BigInt> {
        match name {
            Ref::Value(entry) | Ref::Grid(entry) => self.entries[entry].map(BigInt::from),
            Ref::Cell(cell) => self.digits[cell].map(BigInt::from),
            Ref::Variable(_) | Ref::This | Ref::GridThis => None,
        }
    }

    fn n_entries(&self) -> usize {
        self.entries.len()
    }

    fn n_cells(&self) -> usize {
        self.digits.len()
    }

    fn tally(&self) -> &Tally {
        &self.tally
    }
}

impl Partial {
    /// What the slots say.
    pub(super) fn new(puzzle: &CrossNumber, filled: &[String]) -> Self {
        let digits: Vec<Option<u8>> = filled.iter().map(|text| text.parse().ok()).collect();
        let number = |entry: &Entry| {
            let mut digits = entry.cells.iter().map(|&cell| digits[cell]);
            digits.try_fold(0, |value, digit| Some(10 * value + i64::from(digit?)))
        };
        let entries = puzzle.entries().iter().map(number).collect();
        let known: Option<Vec<u8>> = digits.iter().copied().collect();
        let counts = known.map(|known| {
            let mut counts = [0; 10];
            known.iter().for_each(|&digit| counts[usize::from(digit)] += 1);
            counts
        });
        Self { digits, entries, tally: Tally { counts } }
    }

    /// Whether an entry's clues are true; `None` if that is not known, or the entry is not full.
    pub(super) fn is_true(&self, puzzle: &CrossNumber, entry: usize) -> Option<bool> {
        self.entries[entry]?;
        let clues = puzzle.conditions().iter();
        let clues = clues.filter(|condition| condition.entry == Some(entry));
        let truths: Vec<Option<bool>> = clues.map(|clue| self.truth(puzzle, clue)).collect();
        match truths.contains(&Some(false)) {
            true => Some(false),
            false => truths.into_iter().collect::<Option<Vec<bool>>>().map(|_| true),
        }
    }

    /// By entry: which of its clues are true, for certain.
    pub(super) fn obeyed(&self, puzzle: &CrossNumber) -> Vec<Vec<bool>> {
        let mut obeyed = vec![Vec::new(); self.entries.len()];
        for clue in puzzle.conditions() {
            if let Some(entry) = clue.entry {
                obeyed[entry].push(self.truth(puzzle, clue) == Some(true));
            }
        }
        obeyed
    }

    fn truth(&self, puzzle: &CrossNumber, condition: &SourcedCondition) -> Option<bool> {
        // With a transform, what clues speak of does not stand in the grid.
        if puzzle.is_transformed() {
            return None;
        }
        match Referee::new(self).truth(&condition.statement, condition.entry) {
            Truth::True => Some(true),
            Truth::False => Some(false),
            Truth::Undecided(_) => None,
        }
    }
}
