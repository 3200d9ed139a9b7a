//! The forms in which a puzzle is put before solvers, each made when it is first wanted.

use crate::solve::{Attempt, Budget};
use xwc_check::certificate::Provable;
use xwc_check::lower::{Glance, LowerError, Lowered, glance, lower};

/// The forms of one puzzle.
pub(crate) struct Forms<'a> {
    puzzle: &'a dyn Provable,
    budget: Budget,
    glance: Option<Glance>,
    /// For the search.
    full: Option<Lowered>,
    /// For formulas, if that is another form.
    closed: Option<Option<Lowered>>,
}

impl<'a> Forms<'a> {
    pub(crate) fn new(puzzle: &'a dyn Provable, budget: Budget) -> Self {
        Self { puzzle, budget, glance: None, full: None, closed: None }
    }

    /// What shows at a glance.
    pub(crate) fn glance(&mut self) -> Result<&Glance, LowerError> {
        made(&mut self.glance, || glance(self.puzzle, self.budget))
    }

    /// All that there is to find out before a search.
    pub(crate) fn look_closely(&mut self) -> Result<&Glance, LowerError> {
        made(&mut self.glance, || lower(self.puzzle, self.budget).map(Glance::Whole))
    }

    /// The form for an attempt.
    pub(crate) fn of(&mut self, attempt: &Attempt) -> Result<&Lowered, LowerError> {
        if attempt.encoding.is_some()
            && let Some(closed) = made(&mut self.closed, || self.puzzle.close(self.budget))?
        {
            return Ok(closed);
        }
        match &self.glance {
            Some(Glance::Whole(lowered)) => Ok(lowered),
            Some(Glance::Part(lowered)) if attempt.at_a_glance => Ok(lowered),
            _ => made(&mut self.full, || lower(self.puzzle, self.budget)),
        }
    }

    /// The form for the search of which most is known, and the one for formulas if that is another.
    pub(crate) fn into_parts(self) -> (Option<Lowered>, Option<Lowered>) {
        let glanced = self.glance.and_then(Glance::into_lowered);
        (self.full.or(glanced), self.closed.flatten())
    }
}

/// What is there already, or is made now.
fn made<T>(
    place: &mut Option<T>,
    make: impl FnOnce() -> Result<T, LowerError>,
) -> Result<&T, LowerError> {
    match place {
        Some(made) => Ok(made),
        None => Ok(place.insert(make()?)),
    }
}
