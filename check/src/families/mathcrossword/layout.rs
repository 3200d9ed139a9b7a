//! Where the equations of a mathcrossword are, and whether they make one legal puzzle.

use super::{Equation, EquationDirection, Listed, Ordinal};
use crate::puzzle::InputError;
use crate::puzzle::grid::{Grid, GridCell, Position};

/// number, operator, number, `=`, number
const LENGTH: usize = 5;

/// Five cells in a row, before their contents are looked at.
struct EquationCells {
    cells: [Position; LENGTH],
    direction: EquationDirection,
}

impl EquationCells {
    /// The slot from its first cell, unless it leaves the grid.
    fn new(grid: &Grid, start: Position, direction: EquationDirection) -> Option<Self> {
        let cells = std::array::from_fn(|i| step(start, direction, i));
        let last = cells[LENGTH - 1];
        (last.row < grid.height() && last.column < grid.width())
            .then_some(Self { cells, direction })
    }

    /// The equation in the slot.
    fn equation(&self, grid: &Grid) -> Result<Equation, InputError> {
        for i in [0, 2, 4] {
            let cell = grid.at(self.cells[i]);
            if !cell.is_number() {
                return Err(self.wrong(i, cell, "a number or `_`"));
            }
        }
        let operator = match grid.at(self.cells[1]) {
            GridCell::Operator(operator) => operator,
            other => return Err(self.wrong(1, other, "one of + - × ÷")),
        };
        match grid.at(self.cells[3]) {
            GridCell::Equals => {}
            other => return Err(self.wrong(3, other, "`=`")),
        }
        Ok(Equation { numbers: [self.cells[0], self.cells[2], self.cells[4]], operator })
    }

    fn wrong(&self, i: usize, found: GridCell, allowed: &str) -> InputError {
        let message = format!(
            "found `{found}` as part {} of the equation {} from {}; it must be {allowed}",
            i + 1,
            self.direction,
            self.cells[0]
        );
        self.cells[i].error(message)
    }
}

fn step(start: Position, direction: EquationDirection, i: usize) -> Position {
    match direction {
        EquationDirection::Across => Position { column: start.column + i, ..start },
        EquationDirection::Down => Position { row: start.row + i, ..start },
    }
}

/// All equations: the listed ones, or else the maximal runs of cells.
pub(super) fn equations(
    grid: &Grid,
    listed: Option<&[Listed]>,
) -> Result<Vec<Equation>, InputError> {
    let slots = match listed {
        Some(listed) => listed_slots(grid, listed)?,
        None => run_slots(grid)?,
    };
    let equations: Vec<Equation> =
        slots.iter().map(|slot| slot.equation(grid)).collect::<Result<_, _>>()?;
    check_membership(grid, &slots)?;
    check_crossings(grid, &equations)?;
    Ok(equations)
}

fn listed_slots(grid: &Grid, listed: &[Listed]) -> Result<Vec<EquationCells>, InputError> {
    let slot = |(i, listed): (usize, &Listed)| {
        let Listed { row: Ordinal(row), column: Ordinal(column), direction } = *listed;
        let start = Position { row: row - 1, column: column - 1 };
        EquationCells::new(grid, start, direction).ok_or_else(|| {
            let size = format!("{} by {}", grid.height(), grid.width());
            let message = format!("five cells {direction} from {start} leave the {size} grid");
            InputError::field(format!("equations[{i}]"), message)
        })
    };
    for (i, one) in listed.iter().enumerate() {
        if let Some(j) = listed[..i].iter().position(|other| other == one) {
            let message = format!("it is the same as equations[{j}]");
            return Err(InputError::field(format!("equations[{i}]"), message));
        }
    }
    listed.iter().enumerate().map(slot).collect()
}

fn run_slots(grid: &Grid) -> Result<Vec<EquationCells>, InputError> {
    let mut slots = Vec::new();
    for (direction, lines, length) in [
        (EquationDirection::Across, grid.height(), grid.width()),
        (EquationDirection::Down, grid.width(), grid.height()),
    ] {
        for line in 0..lines {
            let origin = match direction {
                EquationDirection::Across => Position { row: line, column: 0 },
                EquationDirection::Down => Position { row: 0, column: line },
            };
            let open =
                |i: usize| i < length && grid.at(step(origin, direction, i)) != GridCell::Blocked;
            let mut i = 0;
            while i < length {
                let start = i;
                while open(i) {
                    i += 1;
                }
                if i - start > 1 {
                    slots.push(run_slot(
                        grid,
                        step(origin, direction, start),
                        direction,
                        i - start,
                    )?);
                }
                i += 1;
            }
        }
    }
    Ok(slots)
}

fn run_slot(
    grid: &Grid,
    start: Position,
    direction: EquationDirection,
    length: usize,
) -> Result<EquationCells, InputError> {
    let slot = EquationCells::new(grid, start, direction).filter(|_| length == LENGTH);
    slot.ok_or_else(|| {
        start.error(format!(
            "a run of {length} cells {direction} starts here; an equation has exactly {LENGTH}: number, \
             operator, number, `=`, number"
        ))
    })
}

/// Each open cell is in an equation, and operators and `=` are in exactly one.
fn check_membership(grid: &Grid, slots: &[EquationCells]) -> Result<(), InputError> {
    let index = |position: Position| position.row * grid.width() + position.column;
    let mut members = vec![0usize; grid.height() * grid.width()];
    for slot in slots {
        for &cell in &slot.cells {
            members[index(cell)] += 1;
        }
    }
    for position in grid.positions() {
        match (grid.at(position), members[index(position)]) {
            (GridCell::Blocked, _) => {}
            (cell, 0) => {
                return Err(position.error(format!(
                    "`{cell}` belongs to no equation; every open cell is part of one"
                )));
            }
            (cell @ (GridCell::Operator(_) | GridCell::Equals), 2..) => {
                return Err(position.error(format!(
                    "two equations cross on `{cell}`; they may cross on numbers only"
                )));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Each equation crosses another, and all of them hang together.
fn check_crossings(grid: &Grid, equations: &[Equation]) -> Result<(), InputError> {
    let Some(first) = equations.first() else {
        return Err(InputError::field("grid", "it has no equation; there are at least two"));
    };
    // The equations through each cell.
    let mut through = vec![Vec::new(); grid.height() * grid.width()];
    for (i, equation) in equations.iter().enumerate() {
        for cell in equation.numbers {
            through[cell.row * grid.width() + cell.column].push(i);
        }
    }
    let neighbours = |i: usize| {
        equations[i]
            .numbers
            .iter()
            .flat_map(|cell| through[cell.row * grid.width() + cell.column].iter().copied())
            .filter(move |&other| other != i)
    };
    for (i, equation) in equations.iter().enumerate() {
        if neighbours(i).next().is_none() {
            let start = equation.numbers[0];
            return Err(start.error(
                "the equation that starts here crosses no other; each shares a number with another",
            ));
        }
    }
    let mut reached = vec![false; equations.len()];
    let mut frontier = vec![0];
    while let Some(i) = frontier.pop() {
        if !std::mem::replace(&mut reached[i], true) {
            frontier.extend(neighbours(i));
        }
    }
    match reached.iter().position(|&reached| !reached) {
        None => Ok(()),
        Some(i) => Err(equations[i].numbers[0].error(format!(
            "the equation that starts here is not connected to the one at {}; all equations form \
             one group",
            first.numbers[0]
        ))),
    }
}
