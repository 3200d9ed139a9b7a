//! Which facts are shown: enough to make the puzzle unique, and none that can be spared.
//!
//! A unique puzzle stays unique if more is shown. So the result of asking again after each fact takes fewer
//! questions than there are facts: how many are needed is found by halving, and what can be spared by
//! asking about the least that the other solutions seen so far allow. Each question costs a solver some
//! milliseconds; whether a solution obeys a fact is asked of the rule evaluator once.

use super::partial::Partial;
use crate::generate::GenerateError;
use crate::judge;
use xwc_check::families::crossnumber::CrossNumber;
use xwc_check::puzzle::Solution;

/// By entry and fact: whether it is shown, or obeyed.
pub(super) type Facts = Vec<Vec<bool>>;

/// No more facts are tried at once: there would be fewer questions, but the puzzles in them would leave
/// more open, and take longer.
const AT_ONCE: usize = 4;

/// The judge of a board whose facts are chosen.
pub(super) struct FactJudge<'a> {
    puzzle: &'a dyn Fn(&Facts) -> Result<CrossNumber, GenerateError>,
    planted: &'a Solution,
    /// With all facts.
    complete: CrossNumber,
    /// The facts that other solutions obey.
    others: Vec<Facts>,
}

impl<'a> FactJudge<'a> {
    /// For a board that is a puzzle with any of its facts, all of which are true of the planted solution.
    ///
    /// # Errors
    ///
    /// If it is no such board, or a fact is not one condition.
    pub(super) fn new(
        puzzle: &'a dyn Fn(&Facts) -> Result<CrossNumber, GenerateError>,
        planted: &'a Solution,
        all: &Facts,
    ) -> Result<Self, GenerateError> {
        let complete = puzzle(all)?;
        let conditions = |entry| complete.clue_conditions(entry).len();
        if all.iter().enumerate().any(|(entry, facts)| conditions(entry) != facts.len()) {
            return Err(GenerateError::Board);
        }
        Ok(Self { puzzle, planted, complete, others: Vec::new() })
    }

    /// Whether another solution that is known obeys all that is shown.
    fn is_refuted(&self, shown: &Facts) -> bool {
        let obeys = |obeyed: &Facts| {
            let mut pairs = shown.iter().flatten().zip(obeyed.iter().flatten());
            pairs.all(|(shown, obeyed)| *obeyed || !shown)
        };
        self.others.iter().any(obeys)
    }

    /// Whether the puzzle with these facts is unique.
    ///
    /// # Errors
    ///
    /// If a solver fails.
    fn is_unique(&mut self, shown: &Facts) -> Result<bool, GenerateError> {
        if self.is_refuted(shown) {
            return Ok(false);
        }
        let another = judge::another(&(self.puzzle)(shown)?, self.planted)?;
        let Some(other) = another else { return Ok(true) };
        let digits = self.complete.form().digits(&other).map_err(|_| GenerateError::Board)?;
        let filled: Vec<String> = digits.iter().map(ToString::to_string).collect();
        self.others.push(Partial::new(&self.complete, &filled).obeyed(&self.complete));
        // The solver's solution obeys what is shown, or the next question would be the same one.
        if self.is_refuted(shown) { Ok(false) } else { Err(GenerateError::Board) }
    }

    /// The least number up to `most` that is enough, if `most` is; `shown` has that many facts. The first
    /// question is about `guess`, unless that is more than half of them.
    ///
    /// # Errors
    ///
    /// If a solver fails.
    pub(super) fn enough(
        &mut self,
        guess: usize,
        most: usize,
        shown: impl Fn(usize) -> Facts,
    ) -> Result<usize, GenerateError> {
        let (mut low, mut high, mut step) = (0, most, guess);
        while low < high {
            let middle = low + step.min((high - low) / 2);
            if self.is_unique(&shown(middle))? {
                high = middle;
            } else {
                low = middle + 1;
                step = (2 * step).max(1);
            }
        }
        Ok(low)
    }

    /// Hides, in this order, each fact without which the puzzle is still unique.
    ///
    /// # Errors
    ///
    /// If a solver fails.
    pub(super) fn spare(
        &mut self,
        shown: &mut Facts,
        order: &[(usize, usize)],
    ) -> Result<(), GenerateError> {
        // Where facts had to stay, more will have to, and fewer are tried next.
        let (mut rest, mut size) = (order, AT_ONCE);
        while !rest.is_empty() {
            let (some, later) = rest.split_at(size.min(rest.len()));
            (rest, size) = (later, AT_ONCE.min(2 * size));
            // A fact stays only if a known solution says that it must. If the rest is unique, so was
            // the puzzle each time that one was hidden, and no fact more had to stay.
            loop {
                let mut fewer = shown.clone();
                for &(entry, fact) in some {
                    fewer[entry][fact] = false;
                    fewer[entry][fact] = self.is_refuted(&fewer);
                }
                if fewer == *shown {
                    break;
                }
                if self.is_unique(&fewer)? {
                    *shown = fewer;
                    break;
                }
                size = (some.len() / 2).max(1);
            }
        }
        Ok(())
    }
}
