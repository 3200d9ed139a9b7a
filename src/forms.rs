//! The forms in which a puzzle is put before solvers, each made when it is first wanted.

use std::cell::OnceCell;

use crate::solve::{Attempt, Budget};
use xwc_check::certificate::Provable;
use xwc_check::lower::{Glance, LowerError, Lowered, glance, lower};

/// The forms of one puzzle.
pub(crate) struct Forms<'a> {
    pub puzzle: &'a dyn Provable,
    budget: Budget,
    glance: OnceCell<Glance>,
    /// For the search.
    full: OnceCell<Lowered>,
    /// For formulas, if that is another form.
    closed: OnceCell<Option<Lowered>>,
}

impl<'a> Forms<'a> {
    pub(crate) fn new(puzzle: &'a dyn Provable, budget: Budget) -> Self {
        let (glance, full, closed) = Default::default();
        Self { puzzle, budget, glance, full, closed }
    }

    /// What shows at a glance.
    pub(crate) fn glance(&self) -> Result<&Glance, LowerError> {
        made(&self.glance, || glance(self.puzzle, self.budget))
    }

    /// All that there is to find out before a search.
    pub(crate) fn look_closely(&self) -> Result<&Glance, LowerError> {
        made(&self.glance, || lower(self.puzzle, self.budget).map(Glance::Whole))
    }

    /// The form for an attempt.
    pub(crate) fn of(&self, attempt: &Attempt) -> Result<&Lowered, LowerError> {
        if attempt.encoding.is_some()
            && let Some(closed) = made(&self.closed, || self.puzzle.close(self.budget))?
        {
            return Ok(closed);
        }
        match self.glance.get() {
            Some(Glance::Whole(lowered)) => Ok(lowered),
            Some(Glance::Part(lowered)) if attempt.at_a_glance => Ok(lowered),
            _ => made(&self.full, || lower(self.puzzle, self.budget)),
        }
    }

    /// The form for the search of which most is known, and the one for formulas if that is another.
    pub(crate) fn into_parts(self) -> (Option<Lowered>, Option<Lowered>) {
        let glanced = self.glance.into_inner().and_then(Glance::into_lowered);
        (self.full.into_inner().or(glanced), self.closed.into_inner().flatten())
    }
}

/// What is there already, or is made now.
fn made<T>(
    place: &OnceCell<T>,
    make: impl FnOnce() -> Result<T, LowerError>,
) -> Result<&T, LowerError> {
    match place.get() {
        Some(made) => Ok(made),
        None => {
            let new = make()?;
            Ok(place.get_or_init(|| new))
        }
    }
}
