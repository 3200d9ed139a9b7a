//! Small grids of both forms: which cells belong to which entries.

use std::collections::BTreeMap;

use crate::spec::Dice;

/// An entry of the grid.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub label: Label,
    pub down: bool,
    /// Positions in [`Grid::cells`].
    pub cells: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    Number(u32),
    Letter(char),
}

impl Entry {
    pub(super) fn name(&self) -> String {
        match self.label {
            Label::Number(n) => format!("{}{n}", if self.down { 'D' } else { 'A' }),
            Label::Letter(letter) => letter.to_string(),
        }
    }

    /// The other spelling of a numbered entry.
    pub(super) fn other_name(&self) -> Option<String> {
        match self.label {
            Label::Number(n) => Some(format!("{n}{}", if self.down { "dn" } else { "ac" })),
            Label::Letter(_) => None,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// As the file has it.
    pub lines: Vec<String>,
    pub width: usize,
    pub height: usize,
    /// The cells that belong to an entry, by row and column, in reading order.
    pub cells: Vec<(usize, usize)>,
    pub entries: Vec<Entry>,
    /// Whether the last entry is an isolated cell, which exists only if the clues name it.
    pub needs_last_clue: bool,
}

/// Which neighbours are joined.
struct Shape {
    width: usize,
    height: usize,
    black: Vec<Vec<bool>>,
    /// Whether there is a bar to the right of the cell.
    bar_right: Vec<Vec<bool>>,
    bar_below: Vec<Vec<bool>>,
}

impl Shape {
    fn is_white(&self, row: usize, column: usize) -> bool {
        row < self.height && column < self.width && !self.black[row][column]
    }

    /// Whether a cell and the next one, to the right or below, are joined.
    fn is_joined(&self, row: usize, column: usize, down: bool) -> bool {
        let (next, bar) = match down {
            true => ((row + 1, column), &self.bar_below),
            false => ((row, column + 1), &self.bar_right),
        };
        self.is_white(row, column) && self.is_white(next.0, next.1) && !bar[row][column]
    }

    /// The run that begins at a cell; `None` if it begins earlier.
    fn run(&self, row: usize, column: usize, down: bool) -> Vec<(usize, usize)> {
        let before = match down {
            true => row > 0 && self.is_joined(row - 1, column, true),
            false => column > 0 && self.is_joined(row, column - 1, false),
        };
        if before || !self.is_white(row, column) {
            return Vec::new();
        }
        let mut cells = vec![(row, column)];
        loop {
            let (row, column) = cells[cells.len() - 1];
            if !self.is_joined(row, column, down) {
                return cells;
            }
            cells.push(if down { (row + 1, column) } else { (row, column + 1) });
        }
    }

    fn white_cells(&self) -> Vec<(usize, usize)> {
        let all = (0..self.height).flat_map(|row| (0..self.width).map(move |column| (row, column)));
        all.filter(|&(row, column)| self.is_white(row, column)).collect()
    }
}

/// A grid of two to nine cells, now and then one long entry.
pub(super) fn random(dice: &mut Dice) -> Grid {
    loop {
        let (height, width) = match dice.below(40) {
            0 => (1, dice.between(8, 12) as usize),
            1..=4 => (1, dice.between(2, 5) as usize),
            _ => (dice.between(1, 4) as usize, dice.between(2, 4) as usize),
        };
        if height > 1 && height * width > 9 {
            continue;
        }
        let barred = dice.percent(45);
        let mut table = |percent: usize| -> Vec<Vec<bool>> {
            (0..height).map(|_| (0..width).map(|_| dice.percent(percent)).collect()).collect()
        };
        let long = height == 1 && width > 5;
        let (black, bars) = match (barred, long) {
            (_, true) => (0, 0),
            (true, _) => (4, 22),
            (false, _) => (18, 0),
        };
        let (black, bar_right, bar_below) = (table(black), table(bars), table(bars));
        let shape = Shape { width, height, black, bar_right, bar_below };
        let grid = if barred { draw_barred(dice, &shape) } else { draw_blocked(dice, &shape) };
        if let Some(grid) = grid {
            return grid;
        }
    }
}

/// Entries with their cells in the grid.
type Found = Vec<(Label, bool, Vec<(usize, usize)>)>;

fn finish(shape: &Shape, lines: Vec<String>, found: Found, needs_last_clue: bool) -> Option<Grid> {
    let mut cells: Vec<_> = found.iter().flat_map(|(_, _, cells)| cells.iter().copied()).collect();
    cells.sort_unstable();
    cells.dedup();
    let index: BTreeMap<_, _> = cells.iter().enumerate().map(|(i, &cell)| (cell, i)).collect();
    let entry = |(label, down, run): (Label, bool, Vec<_>)| Entry {
        label,
        down,
        cells: run.iter().map(|cell| index[cell]).collect(),
    };
    let entries: Vec<Entry> = found.into_iter().map(entry).collect();
    let (width, height) = (shape.width, shape.height);
    let fits = !entries.is_empty() && entries.len() <= 7;
    fits.then_some(Grid { lines, width, height, cells, entries, needs_last_clue })
}

/// Rows of `.` and `#`; every beginning of a run of two or more cells is numbered in reading order.
fn draw_blocked(dice: &mut Dice, shape: &Shape) -> Option<Grid> {
    let line = |row: &Vec<bool>| row.iter().map(|&black| if black { '#' } else { '.' }).collect();
    let lines = shape.black.iter().map(line).collect();
    let mut found = Found::new();
    let mut number = 0;
    let mut isolated = Vec::new();
    for (row, column) in shape.white_cells() {
        let runs = [false, true].map(|down| shape.run(row, column, down));
        if runs.iter().any(|run| run.len() >= 2) {
            number += 1;
            for (run, down) in runs.into_iter().zip([false, true]) {
                if run.len() >= 2 {
                    found.push((Label::Number(number), down, run));
                }
            }
        } else if runs.iter().all(|run| run.len() == 1) {
            isolated.push((row, column));
        }
    }
    // One isolated cell after all entries can be named without changing the other numbers.
    let last = found.iter().filter_map(|(_, _, run)| run.first()).max().copied();
    if let [alone] = isolated[..]
        && last.is_some_and(|last| last < alone)
        && dice.percent(60)
    {
        found.push((Label::Number(number + 1), dice.percent(50), vec![alone]));
        return finish(shape, lines, found, true);
    }
    finish(shape, lines, found, false)
}

/// A drawing with bars. Its labels are whatever is printed, here numbers in any order or letters; a
/// run without a label is not an entry.
fn draw_barred(dice: &mut Dice, shape: &Shape) -> Option<Grid> {
    let letters = dice.percent(35);
    let complete = dice.percent(75);
    let mut numbers: Vec<u32> = (1..=20).collect();
    if dice.percent(50) {
        dice.shuffle(&mut numbers);
    }
    let mut free: Vec<char> = "KLMPQRSTUVW".chars().collect();
    dice.shuffle(&mut free);
    let mut found = Found::new();
    let mut printed = BTreeMap::new();
    for (row, column) in shape.white_cells() {
        let runs = [false, true].map(|down| shape.run(row, column, down));
        if runs.iter().all(|run| run.len() < 2) || (!complete && dice.percent(25)) {
            continue;
        }
        if !letters {
            let number = numbers.remove(0);
            printed.insert((row, column), number.to_string());
            for (run, down) in runs.into_iter().zip([false, true]) {
                if run.len() >= 2 {
                    found.push((Label::Number(number), down, run));
                }
            }
            continue;
        }
        let mut text = String::new();
        for (run, down) in runs.into_iter().zip([false, true]) {
            if run.len() >= 2 {
                let letter = free.pop()?;
                let letter = if down { letter.to_ascii_lowercase() } else { letter };
                text.push(letter);
                found.push((Label::Letter(letter), down, run));
            }
        }
        printed.insert((row, column), text);
    }
    let mut lines = vec![format!("+{}", "--+".repeat(shape.width))];
    for row in 0..shape.height {
        let (mut cells, mut edges) = ("|".to_string(), "+".to_string());
        for column in 0..shape.width {
            let black = shape.black[row][column];
            let label = printed.get(&(row, column)).map_or("", |text| &text[..]);
            cells += &if black { "##".to_string() } else { format!("{label:<2}") };
            let open = shape.is_joined(row, column, false);
            cells.push(if open { ':' } else { '|' });
            edges += if shape.is_joined(row, column, true) { "::+" } else { "--+" };
        }
        lines.extend([cells, edges]);
    }
    finish(shape, lines, found, false)
}
