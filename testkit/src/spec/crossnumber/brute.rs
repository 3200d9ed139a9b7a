//! Every filling of a small grid, put before the clues.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use super::eval::{FUEL, World};
use super::functions::Function;
use super::grid::Grid;
use super::number::{Outcome, Stop};
use super::transform::Transform;
use super::tree::{Condition, Expr, Name};

/// Fillings, times assignments of variables and values, that are looked at.
const MAX_CANDIDATES: usize = 10_000;

/// Everything of a puzzle that its solutions depend on.
#[derive(Clone)]
pub(super) struct Puzzle {
    pub grid: Grid,
    pub digits: Vec<u8>,
    pub leading_zeros: bool,
    pub distinct_entries: bool,
    /// Every way to choose the variables.
    pub assignments: Vec<Vec<i64>>,
    pub transform: Option<Transform>,
    /// Conditions, with the entry whose clue they belong to.
    pub conditions: Vec<(Condition, Option<usize>)>,
}

/// What stands in the grid for each entry.
pub(super) fn grid_numbers(grid: &Grid, cells: &[u8]) -> Vec<i64> {
    let number = |run: &[usize]| run.iter().fold(0, |n, &cell| 10 * n + i64::from(cells[cell]));
    grid.entries.iter().map(|entry| number(&entry.cells)).collect()
}

impl Puzzle {
    /// Whether entries may start as they do, and differ where they have to.
    pub(super) fn is_well_filled(&self, cells: &[u8], numbers: &[i64]) -> bool {
        let starts = |run: &[usize]| self.leading_zeros || cells[run[0]] != 0;
        let differ = || (1..numbers.len()).all(|i| !numbers[..i].contains(&numbers[i]));
        self.grid.entries.iter().all(|entry| starts(&entry.cells))
            && (!self.distinct_entries || differ())
    }

    /// The rows of a solution.
    pub(super) fn text(&self, cells: &[u8]) -> String {
        let mut rows = vec![vec!['#'; self.grid.width]; self.grid.height];
        for (&(row, column), &digit) in self.grid.cells.iter().zip(cells) {
            rows[row][column] = char::from(b'0' + digit);
        }
        rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
    }

    /// The grids of all solutions, if they are not too many.
    pub(super) fn solve(&self, most: usize) -> Outcome<BTreeSet<String>> {
        let mut brute = Brute::new(self);
        let mut found = BTreeSet::new();
        let mut indices = vec![0; self.grid.cells.len()];
        loop {
            let cells: Vec<u8> = indices.iter().map(|&i| self.digits[i]).collect();
            let numbers = grid_numbers(&self.grid, &cells);
            if self.is_well_filled(&cells, &numbers) && brute.accepts(&cells, &numbers)? {
                found.insert(self.text(&cells));
                if found.len() > most {
                    return Err(Stop::Beyond);
                }
            }
            // The next filling, like a counter.
            let Some(cell) = indices.iter().rposition(|&i| i + 1 < self.digits.len()) else {
                return Ok(found);
            };
            indices[cell] += 1;
            indices[cell + 1..].fill(0);
        }
    }

    /// The values that an entry may have if this stands in the grid for it.
    pub(super) fn values(
        &self,
        entry: usize,
        numbers: &[i64],
        variables: &[i64],
    ) -> Outcome<Vec<i64>> {
        let Some(transform) = &self.transform else { return Ok(vec![numbers[entry]]) };
        let (low, high) = transform.values(self.grid.entries[entry].cells.len());
        let mut fitting = Vec::new();
        let fuel = Cell::new(FUEL);
        let mut values = numbers.to_vec();
        for value in low..=high {
            values[entry] = value;
            let this = Some(entry);
            let (values, fuel) = (&values, &fuel);
            let world = World { values, grid: numbers, variables, cells: &[], this, fuel };
            let mut holds = true;
            for condition in &transform.conditions {
                holds = holds && world.holds(condition)?;
            }
            fitting.extend(holds.then_some(value));
        }
        Ok(fitting)
    }
}

/// A condition, and what its truth depends on.
struct Check<'a> {
    condition: &'a Condition,
    this: Option<usize>,
    /// The names in it; `None` if it depends on the whole grid.
    names: Option<Vec<Name>>,
    speaks_of_variables: bool,
    /// Answers by the numbers behind the names.
    known: BTreeMap<Vec<i64>, bool>,
}

impl<'a> Check<'a> {
    fn new(condition: &'a Condition, this: Option<usize>) -> Self {
        let mut names = BTreeSet::new();
        let mut whole_grid = false;
        condition.visit(&mut |expr| match expr {
            Expr::Name(name) => {
                names.insert(*name);
            }
            Expr::SomeEntry | Expr::Call(Function::GridDigitSum | Function::GridCount, _) => {
                whole_grid = true;
            }
            _ => {}
        });
        if condition.has_bare_part() {
            names.insert(Name::This);
        }
        let speaks_of_variables = names.iter().any(|name| matches!(name, Name::Variable(_)));
        let names = (!whole_grid).then(|| names.into_iter().collect());
        Self { condition, this, names, speaks_of_variables, known: BTreeMap::new() }
    }

    fn holds(&mut self, world: World<'_>) -> Outcome<bool> {
        let world = World { this: self.this, ..world };
        let Some(names) = &self.names else { return world.holds(self.condition) };
        let key: Vec<i64> = names.iter().map(|&name| world.name(name)).collect();
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let answer = world.holds(self.condition)?;
        self.known.insert(key, answer);
        Ok(answer)
    }
}

struct Brute<'a> {
    puzzle: &'a Puzzle,
    checks: Vec<Check<'a>>,
    /// Values by entry, what stands in the grid, and variables.
    values: BTreeMap<(usize, i64, Vec<i64>), Vec<i64>>,
    candidates: usize,
    fuel: Cell<u32>,
}

impl<'a> Brute<'a> {
    fn new(puzzle: &'a Puzzle) -> Self {
        let checks = puzzle.conditions.iter().map(|(condition, this)| Check::new(condition, *this));
        let (checks, values) = (checks.collect(), BTreeMap::new());
        Self { puzzle, checks, values, candidates: 0, fuel: Cell::new(FUEL) }
    }

    /// Whether variables and values can be chosen so that every condition holds.
    fn accepts(&mut self, cells: &[u8], numbers: &[i64]) -> Outcome<bool> {
        if self.puzzle.transform.is_none() {
            // What does not depend on variables is looked at once.
            let (values, fuel) = (numbers, &self.fuel);
            let world = World { values, grid: numbers, variables: &[], cells, this: None, fuel };
            for check in self.checks.iter_mut().filter(|check| !check.speaks_of_variables) {
                if !check.holds(world)? {
                    return Ok(false);
                }
            }
        }
        for variables in &self.puzzle.assignments {
            let mut choices = Vec::new();
            for entry in 0..numbers.len() {
                choices.push(self.values_of(entry, numbers, variables)?);
            }
            if self.try_values(&choices, &mut Vec::new(), variables, cells, numbers)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn values_of(&mut self, entry: usize, numbers: &[i64], variables: &[i64]) -> Outcome<Vec<i64>> {
        if self.puzzle.transform.is_none() {
            return Ok(vec![numbers[entry]]);
        }
        let key = (entry, numbers[entry], variables.to_vec());
        if let Some(known) = self.values.get(&key) {
            return Ok(known.clone());
        }
        let values = self.puzzle.values(entry, numbers, variables)?;
        self.values.insert(key, values.clone());
        Ok(values)
    }

    fn try_values(
        &mut self,
        choices: &[Vec<i64>],
        values: &mut Vec<i64>,
        variables: &[i64],
        cells: &[u8],
        grid: &[i64],
    ) -> Outcome<bool> {
        if values.len() < choices.len() {
            for &value in &choices[values.len()] {
                values.push(value);
                let accepted = self.try_values(choices, values, variables, cells, grid)?;
                values.pop();
                if accepted {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        self.candidates += 1;
        if self.candidates > MAX_CANDIDATES {
            return Err(Stop::Beyond);
        }
        let world = World { values, grid, variables, cells, this: None, fuel: &self.fuel };
        for check in &mut self.checks {
            if !check.holds(world)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
