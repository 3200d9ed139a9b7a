//! Hiding givens, in an order that chance has drawn, as long as the puzzle stays unique.

use super::GenerateError;
use crate::judge::Judge;

/// Which answers stay given: `candidates` are tried in order until `blanks` are hidden or all have
/// been tried.
///
/// A given that could not be spared once cannot be spared later, when fewer are left; so after all
/// have been tried the givens among them are minimal.
///
/// # Errors
///
/// If a solver fails.
pub fn hide(
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
