//! Crossnumbers: grids, variables and clues of the whole language, solved by trying every filling.

mod brute;
mod conditions;
mod eval;
mod expressions;
mod file;
mod functions;
mod grid;
mod members;
mod number;
mod open;
mod primes;
mod print;
mod refused;
mod transform;
mod tree;
mod types;
mod variables;

use std::cell::Cell;

use super::{Case, Dice, Reading};
use brute::{Puzzle, grid_numbers};
use eval::{FUEL, World};
use expressions::Grower;
use file::Written;
use grid::Grid;
use transform::Transform;
use tree::Condition;
use variables::Group;

/// Fillings of the grid that are looked at.
const MAX_FILLINGS: usize = 1_000;

/// Values of a clue, times what can stand in its entry.
const MAX_PAIRS: usize = 10_000;

/// Ways to choose the variables.
const MAX_ASSIGNMENTS: usize = 40;

/// The names of the types that brute force knows, but for those with an argument.
pub fn plain_types() -> impl Iterator<Item = &'static str> {
    types::Kind::PLAIN.into_iter().map(|kind| kind.names()[0])
}

/// A puzzle and its solutions.
pub fn random(dice: &mut Dice) -> Case {
    if dice.percent(3) {
        return refused::random(dice);
    }
    loop {
        if let Some(case) = attempt(dice) {
            return case;
        }
    }
}

/// The digits that the grid may use, few enough for brute force.
fn digits(dice: &mut Dice, cells: usize) -> Vec<u8> {
    let most = (2..=10).rev().find(|n: &usize| n.pow(cells as u32) <= MAX_FILLINGS).unwrap_or(2);
    if most == 10 && dice.percent(75) {
        return (0..10).collect();
    }
    let count = dice.between(2.min(most as i64), most as i64) as usize;
    if dice.percent(50) {
        let low = dice.between(0, 10 - count as i64) as u8;
        return (low..low + count as u8).collect();
    }
    let mut all: Vec<u8> = (0..10).collect();
    dice.shuffle(&mut all);
    all.truncate(count);
    all
}

/// A filling that the clues can be written for.
struct Plan {
    cells: Vec<u8>,
    numbers: Vec<i64>,
    values: Vec<i64>,
    variables: Vec<i64>,
}

fn plan(dice: &mut Dice, puzzle: &Puzzle) -> Option<Plan> {
    for _ in 0..40 {
        let cells: Vec<u8> = puzzle.grid.cells.iter().map(|_| dice.pick(&puzzle.digits)).collect();
        let numbers = grid_numbers(&puzzle.grid, &cells);
        if !puzzle.is_well_filled(&cells, &numbers) {
            continue;
        }
        let variables = dice.pick(&puzzle.assignments);
        let mut values = Vec::new();
        for entry in 0..numbers.len() {
            let fitting = puzzle.values(entry, &numbers, &variables).ok()?;
            if !fitting.is_empty() {
                values.push(dice.pick(&fitting));
            }
        }
        if values.len() == numbers.len() {
            return Some(Plan { cells, numbers, values, variables });
        }
    }
    None
}

/// All ways to choose the variables of all groups.
fn assignments(groups: &[Group]) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for group in groups {
        let own = group.assignments();
        let longer = |chosen: &Vec<i64>| -> Vec<Vec<i64>> {
            own.iter().map(|own| [&chosen[..], own].concat()).collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

fn entry_letters(grid: &Grid) -> Vec<String> {
    grid.entries.iter().map(|entry| entry.name()).filter(|name| name.len() == 1).collect()
}

/// A puzzle, and the same without one of its conditions, for each of them: the solutions of each are
/// found anew.
pub fn weakened(dice: &mut Dice) -> (Case, Vec<Case>) {
    loop {
        let Some(draft) = draft(dice) else { continue };
        let Some(case) = draft.case(dice) else { continue };
        let weaker = draft.weaker().filter_map(|draft| draft.case(dice)).collect();
        return (case, weaker);
    }
}

fn attempt(dice: &mut Dice) -> Option<Case> {
    draft(dice)?.case(dice)
}

/// A puzzle whose solutions are not known yet.
#[derive(Clone)]
struct Draft {
    puzzle: Puzzle,
    groups: Vec<Group>,
    written: Written,
    reading: Reading,
}

impl Draft {
    /// `None` if there are too many solutions, or brute force gives up.
    fn case(&self, dice: &mut Dice) -> Option<Case> {
        let mut puzzle = self.puzzle.clone();
        let n_entries = puzzle.grid.entries.len();
        puzzle.conditions = self.written.by_entry(n_entries).collect();
        let most = if dice.percent(4) { 400 } else { 30 };
        let solutions = puzzle.solve(most).ok()?;
        let file = file::file(dice, &puzzle, &self.groups, &self.written);
        Some(Case { family: "crossnumber", puzzle: file, reading: self.reading, solutions })
    }

    /// The same without one condition, for each condition.
    fn weaker(&self) -> impl Iterator<Item = Draft> {
        let without = |k: usize| Draft { written: self.written.without(k), ..self.clone() };
        (0..self.written.len()).map(without)
    }
}

fn draft(dice: &mut Dice) -> Option<Draft> {
    let grid = grid::random(dice);
    let digits = digits(dice, grid.cells.len());
    let mut names = entry_letters(&grid);
    let mut groups = Vec::new();
    for _ in 0..dice.weighted(&[(9, 0), (8, 1), (3, 2)]) {
        groups.push(Group::random(dice, &mut names));
    }
    let most_cells = grid.entries.iter().map(|entry| entry.cells.len()).max()?;
    let n_variables = groups.iter().map(|group| group.names.len()).sum::<usize>();
    let small = |group: &Group| group.values.iter().all(|value| (0..=9).contains(value));
    let long = grid.entries.iter().all(|entry| entry.cells.len() >= 2);
    let pairs = (10 * digits.len()).pow(most_cells as u32);
    let may_transform = long && pairs <= MAX_PAIRS && grid.entries.len() <= 4;
    let transform = (may_transform && dice.percent(20)).then(|| {
        let variable = (n_variables > 0 && groups.iter().all(small)).then_some(0);
        Transform::random(dice, most_cells, variable)
    });
    let puzzle = Puzzle {
        grid,
        digits,
        leading_zeros: dice.percent(20),
        distinct_entries: !dice.percent(25),
        assignments: assignments(&groups),
        transform,
        conditions: Vec::new(),
    };
    if puzzle.assignments.is_empty() || puzzle.assignments.len() > MAX_ASSIGNMENTS {
        return None;
    }
    let plan = plan(dice, &puzzle)?;
    // Clues that are true of the plan, or a few that need not be.
    let loose = if dice.percent(35) { dice.pick(&[20, 50, 100]) } else { 0 };
    let fuel = Cell::new(FUEL);
    let world = World {
        values: &plan.values,
        grid: &plan.numbers,
        variables: &plan.variables,
        cells: &plan.cells,
        this: None,
        fuel: &fuel,
    };
    let mut grower = Grower {
        dice,
        plan: world,
        may_be_zero: puzzle.leading_zeros || puzzle.transform.is_some(),
        positive_variables: groups.iter().all(|group| group.values.iter().all(|v| *v >= 1)),
        transformed: puzzle.transform.is_some(),
        may_be_refused: false,
    };
    let n_entries = plan.values.len();
    let mut written = Written::default();
    for entry in 0..n_entries {
        grower.plan.this = Some(entry);
        let needed = puzzle.grid.needs_last_clue && entry + 1 == n_entries;
        let count = grower.dice.weighted(&[(20, None), (3, Some(0)), (55, Some(1)), (22, Some(2))]);
        let count = if needed { count.or(Some(0)) } else { count };
        let Some(count) = count else { continue };
        let conditions = (0..count).map(|_| draw(&mut grower, loose)).collect();
        written.clues.push((entry, conditions));
    }
    if grower.dice.percent(12) {
        grower.plan.this = Some(grower.dice.below(n_entries));
        let mut condition = draw(&mut grower, loose);
        for this in 0..n_entries {
            grower.plan.this = Some(this);
            if loose == 0 && grower.plan.holds(&condition) != Ok(true) {
                condition = Condition::Or(vec![condition, draw(&mut grower, loose)]);
            }
        }
        written.every_entry.push(condition);
    }
    grower.plan.this = None;
    for _ in 0..grower.dice.weighted(&[(11, 0), (5, 1), (2, 2)]) {
        let rule = draw(&mut grower, loose);
        written.rules.push(rule);
    }
    // Conditions that imply others when they are taken together.
    if grower.dice.percent(12) {
        let together = match grower.dice.below(3) {
            0 => grower.census(),
            1 => grower.digit_sums(),
            _ => grower.crowd(),
        };
        written.rules.extend(together);
    }
    let reading = if grower.may_be_refused { Reading::MayBeRefused } else { Reading::Puzzle };
    Some(Draft { puzzle, groups, written, reading })
}

/// A condition: any, or one that is true of the plan.
fn draw(grower: &mut Grower<'_>, loose: usize) -> Condition {
    let depth = grower.dice.weighted(&[(5, 0), (4, 1), (1, 2)]);
    match grower.dice.percent(loose) {
        true => grower.condition(depth),
        false => grower.true_condition(depth),
    }
}
