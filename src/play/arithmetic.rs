//! Mathcrosswords and crossmaths on the table: blanks take numbers, equations are true or not.

use std::collections::BTreeMap;

use super::table::{Accepts, Cell, Line, Playable, Slot, Table};
use crate::puzzle::Solution;
use crate::puzzle::crossmath::CrossMath;
use crate::puzzle::grid::{Cell as GridCell, Grid, Position};
use crate::puzzle::mathcrossword::MathCrossword;

/// Whether a line of cells is true, given the numbers in them.
type Truth<'a> = Box<dyn Fn(&dyn Fn(Position) -> i64) -> bool + 'a>;

struct Sums<'a> {
    grid: &'a Grid,
    slots: Vec<Slot>,
    tiles: Vec<String>,
    /// The cells of each line that hold numbers, and whether they make it true.
    lines: Vec<(Vec<Position>, Truth<'a>)>,
    note: String,
}

impl Playable for MathCrossword {
    fn table(&self) -> Box<dyn Table + '_> {
        let lines = self.equations().iter().map(|equation| {
            let truth: Truth<'_> = Box::new(|number| equation.holds(equation.numbers.map(number)));
            (equation.numbers.to_vec(), truth)
        });
        Box::new(Sums {
            grid: self.grid(),
            slots: slots(self.grid(), false),
            tiles: self.pool().iter().map(ToString::to_string).collect(),
            lines: lines.collect(),
            note: "Every equation is true, and each tile is used once.".to_string(),
        })
    }
}

impl Playable for CrossMath {
    fn table(&self) -> Box<dyn Table + '_> {
        let lines = self.expressions().iter().map(|expression| {
            let steps = expression.steps.iter().map(|(_, position)| *position);
            let cells = [expression.first].into_iter().chain(steps).chain([expression.result]);
            let truth: Truth<'_> = Box::new(|number| {
                self.value(expression, number) == Some(i128::from(number(expression.result)))
            });
            (cells.collect(), truth)
        });
        let (min, max) = self.range();
        let once = if self.distinct() { ", each at most once" } else { "" };
        Box::new(Sums {
            grid: self.grid(),
            slots: slots(self.grid(), true),
            tiles: Vec::new(),
            lines: lines.collect(),
            note: format!("Numbers {min} to {max}{once}; steps strictly in their order."),
        })
    }
}

fn slots(grid: &Grid, negative: bool) -> Vec<Slot> {
    grid.blanks().map(|at| Slot { at, accepts: Accepts::Number { negative } }).collect()
}

impl Sums<'_> {
    /// Every number that is there.
    fn numbers(&self, filled: &[String]) -> BTreeMap<Position, i64> {
        let given = self.grid.positions().filter_map(|at| match self.grid.at(at) {
            GridCell::Number(value) => Some((at, value)),
            _ => None,
        });
        let typed = self.slots.iter().zip(filled);
        let typed = typed.filter_map(|(slot, text)| Some((slot.at, text.parse().ok()?)));
        given.chain(typed).collect()
    }
}

impl Table for Sums<'_> {
    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn cells(&self, _filled: &[String]) -> Vec<Vec<Cell>> {
        let cell = |at: Position| match self.grid.at(at) {
            GridCell::Blocked => Cell::Hole,
            GridCell::Blank => {
                let slot = self.slots.iter().position(|slot| slot.at == at);
                slot.map_or(Cell::Hole, |slot| Cell::Slot(slot, String::new()))
            }
            other => Cell::Fixed(other.to_string()),
        };
        let cells: Vec<Cell> = self.grid.positions().map(cell).collect();
        cells.chunks(self.grid.width()).map(<[Cell]>::to_vec).collect()
    }

    fn tiles(&self) -> &[String] {
        &self.tiles
    }

    fn lines(&self, filled: &[String]) -> Vec<Line> {
        let numbers = self.numbers(filled);
        let line = |(cells, truth): &(Vec<Position>, Truth<'_>)| {
            let full = cells.iter().all(|cell| numbers.contains_key(cell));
            Line::new(cells.clone(), full.then(|| truth(&|cell| numbers[&cell])))
        };
        self.lines.iter().map(line).collect()
    }

    fn words(&self, _slot: usize, _down: bool) -> Vec<(bool, String)> {
        vec![(false, self.note.clone())]
    }

    fn goes_on(&self) -> bool {
        false
    }

    fn spelled(&self, filled: &[String]) -> Option<Solution> {
        let mut grid = self.grid.clone();
        for (slot, text) in self.slots.iter().zip(filled) {
            // A lone minus is no number, and breaks a rule as a blank does.
            if let Ok(value) = text.parse() {
                grid.set(slot.at, GridCell::Number(value));
            }
        }
        Some(Solution::of_grid(&grid))
    }

    fn answers(&self, solution: &Solution) -> Option<Vec<String>> {
        let grid = solution.grid().ok()?;
        Some(self.slots.iter().map(|slot| grid.at(slot.at).to_string()).collect())
    }
}
