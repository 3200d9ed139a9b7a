//! The part of a view that arithmetic grids share: each blank is a slot, in reading order.

use super::{Accepts, Answers, Board, Cell, CellPart, Content, Frame, Slot};
use xwc_check::puzzle::Solution;
use xwc_check::puzzle::grid::{self, Grid, Position};

/// The board of a grid, and its slots; `accepts` says what a blank may hold.
pub(crate) fn grid(
    grid: &Grid,
    results: &[Position],
    accepts: impl Fn(Position) -> Accepts,
) -> (Board, Vec<Slot>) {
    let mut slots: Vec<Slot> = Vec::new();
    let mut cells: Vec<Cell> = Vec::new();
    for position in grid.positions() {
        let content = match grid.at(position) {
            grid::GridCell::Blocked => Content::Hole,
            grid::GridCell::Operator(operator) => Content::Operator(operator),
            grid::GridCell::Equals => Content::Equals,
            grid::GridCell::Number(number) => Content::Given(number.to_string()),
            grid::GridCell::Blank => {
                slots.push(Slot::of_cell(cells.len(), accepts(position)));
                Content::Open(vec![CellPart::Slot(slots.len() - 1)])
            }
        };
        cells.push(Cell { is_result: results.contains(&position), ..content.into() });
    }
    (Board { frame: Frame::Loose, width: grid.width(), cells }, slots)
}

/// The numbers of a solution that stand where the puzzle has blanks.
pub(crate) fn answers(grid: &Grid, solution: &Solution) -> Option<Answers> {
    let filled = solution.grid().ok()?;
    grid.filled_by(&filled).ok()?;
    let slots = grid.blanks().map(|position| filled.at(position).to_string());
    Some(Answers::of_slots(slots.collect()))
}

/// The grid with what is filled in.
pub(crate) fn solution(grid: &Grid, filled: &[String]) -> Solution {
    let mut solved = grid.clone();
    for (position, text) in grid.blanks().zip(filled) {
        // A lone minus is not a number, and breaks a rule as a blank does.
        if let Ok(value) = text.parse() {
            solved.set(position, grid::GridCell::Number(value));
        }
    }
    Solution::of_grid(&solved)
}

impl Board {
    /// The cells half-way between the numbers of a line, where its signs are.
    pub(crate) fn between(&self, numbers: &[usize]) -> Vec<usize> {
        numbers.windows(2).map(|pair| (pair[0] + pair[1]) / 2).collect()
    }
}
