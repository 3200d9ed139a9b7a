//! Hiding givens, in an order that chance has drawn, as long as the puzzle stays unique.

use super::GenerateError;
use crate::judge::Judge;
use crate::solve::SolverSelection;
use xwc_check::certificate::Provable;
use xwc_check::lower::Lowered;

/// Which answers of a filled board stay given: `candidates` are tried in order until `blanks` are hidden
/// or all have been tried. `board` is the model of the board with everything blank, `planted` has its
/// answers, and `puzzle` makes the board with these answers given.
///
/// # Errors
///
/// If the planted answers do not obey the model, or a solver fails.
pub fn hide(
    board: &Lowered,
    planted: Vec<i64>,
    choice: SolverSelection<'_>,
    puzzle: &dyn Fn(&[bool]) -> Box<dyn Provable>,
    candidates: &[usize],
    blanks: usize,
) -> Result<Vec<bool>, GenerateError> {
    let n_answers = planted.len();
    let judge = Judge::new(board, planted, choice, puzzle);
    let mut judge = judge.ok_or(GenerateError::Board)?;
    hide_with(&mut judge, n_answers, candidates, blanks)
}

/// Which answers stay given: `candidates` are tried in order until `blanks` are hidden or all have
/// been tried.
///
/// A given that could not be spared once cannot be spared later, when fewer are left; so after all
/// have been tried the givens among them are minimal.
///
/// # Errors
///
/// If a solver fails.
pub(crate) fn hide_with(
    judge: &mut Judge<'_>,
    n_answers: usize,
    candidates: &[usize],
    blanks: usize,
) -> Result<Vec<bool>, GenerateError> {
    let mut given = vec![true; n_answers];
    let mut hidden = 0;
    for &answer in candidates {
        if hidden == blanks {
            break;
        }
        given[answer] = false;
        if judge.is_forced(&given, answer)? {
            hidden += 1;
        } else {
            given[answer] = true;
        }
    }
    Ok(given)
}
