//! The rule evaluator of ladders.

use super::{LARGEST, ToyLadder};
use xwc_check::puzzle::grid::{Grid, GridCell};
use xwc_check::puzzle::{Solution, Violation};

/// The grid of a solution, if it is the puzzle's with a number in each blank.
pub(super) fn filled(puzzle: &ToyLadder, solution: &Solution) -> Result<Grid, Violation> {
    let filled = solution.grid()?;
    puzzle.grid.filled_by(&filled).map_err(Violation)?;
    Ok(filled)
}

/// Every blank filled, every number greater than the one before, the sum true.
pub(super) fn check(puzzle: &ToyLadder, solution: &Solution) -> Result<(), Violation> {
    let filled = filled(puzzle, solution)?;
    let (mut before, mut sum) = (0, 0);
    for &position in &puzzle.steps {
        let GridCell::Number(value) = filled.at(position) else {
            return Err(Violation(format!("{position}: it has no number")));
        };
        if value > LARGEST {
            return Err(Violation(format!("{position}: {value} is greater than {LARGEST}")));
        }
        if value <= before {
            return Err(Violation(format!("{position}: {value} is not greater than {before}")));
        }
        sum += value;
        before = value;
    }
    if sum != puzzle.total {
        return Err(Violation(format!("the sum is {sum} and not {}", puzzle.total)));
    }
    Ok(())
}
