//! Where the equations of a mathcrossword go.
//!
//! Numbers stand on the even rows and columns, so that whatever crosses, crosses on numbers, and
//! neighbours in parallel never touch. A layout grows from one equation: of all places that cross
//! what is there, one is drawn, more likely if it has as many crossings as are wanted and keeps the
//! whole compact.

use crate::generate::SeededRng;
use xwc_check::puzzle::grid::{Operator, Position};

/// How many layouts that stop growing are discarded before the search ends.
const MAX_TRIES: usize = 60;

/// Five cells for an equation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct EquationSlot {
    /// Its first cell.
    pub start: Position,
    /// Whether it goes down.
    pub down: bool,
    /// Its operator, if that is not free.
    pub operator: Option<Operator>,
}

impl EquationSlot {
    /// The cell this many steps from the first.
    pub(super) fn cell(&self, step: usize) -> Position {
        let Position { row, column } = self.start;
        match self.down {
            true => Position { row: row + step, column },
            false => Position { row, column: column + step },
        }
    }

    /// Left operand, right operand, result.
    pub(super) fn numbers(&self) -> [Position; 3] {
        [0, 2, 4].map(|step| self.cell(step))
    }
}

/// A connected set of slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EquationLayout {
    /// Rows.
    pub height: usize,
    /// Columns.
    pub width: usize,
    /// In the order in which they were placed.
    pub slots: Vec<EquationSlot>,
}

/// What a layout should be like.
#[derive(Clone, Copy, Debug)]
pub(super) struct LayoutConstraints {
    /// Equations.
    pub equations: usize,
    /// Rows at most.
    pub height: usize,
    /// Columns at most.
    pub width: usize,
    /// Crossings on an equation, in tenths, as a soft goal.
    pub crossings: usize,
}

impl EquationLayout {
    /// Draws a layout.
    ///
    /// # Errors
    ///
    /// If no layout is found; the error is the greatest number of equations that fitted.
    pub(super) fn draw(wanted: LayoutConstraints, rng: &mut SeededRng) -> Result<Self, usize> {
        let mut most = 0;
        for _ in 0..MAX_TRIES {
            let slots = Growth::new(wanted).run(rng);
            most = most.max(slots.len());
            if slots.len() == wanted.equations {
                return Ok(cropped(slots));
            }
        }
        Err(most)
    }

    /// The cells that hold numbers, row by row.
    pub(super) fn numbers(&self) -> Vec<Position> {
        let mut cells: Vec<Position> = self.slots.iter().flat_map(EquationSlot::numbers).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// The slots moved to the upper left, and how much room they take.
fn cropped(mut slots: Vec<EquationSlot>) -> EquationLayout {
    let top = slots.iter().map(|slot| slot.start.row).min().unwrap_or(0);
    let left = slots.iter().map(|slot| slot.start.column).min().unwrap_or(0);
    for slot in &mut slots {
        slot.start.row -= top;
        slot.start.column -= left;
    }
    let height = slots.iter().map(|slot| slot.cell(4).row + 1).max().unwrap_or(0);
    let width = slots.iter().map(|slot| slot.cell(4).column + 1).max().unwrap_or(0);
    EquationLayout { height, width, slots }
}

/// A layout on its way, in steps of two cells.
struct Growth {
    wanted: LayoutConstraints,
    rows: usize,
    columns: usize,
    /// By node: whether an equation across and one down goes through it.
    taken: Vec<[bool; 2]>,
    slots: Vec<EquationSlot>,
    crossings: usize,
    /// The nodes in use: first and last row, first and last column.
    bounds: [usize; 4],
}

impl Growth {
    fn new(wanted: LayoutConstraints) -> Self {
        let (rows, columns) = (wanted.height.div_ceil(2), wanted.width.div_ceil(2));
        let taken = vec![[false; 2]; rows * columns];
        let (slots, bounds) = (Vec::new(), [usize::MAX, 0, usize::MAX, 0]);
        Self { wanted, rows, columns, taken, slots, crossings: 0, bounds }
    }

    fn run(mut self, rng: &mut SeededRng) -> Vec<EquationSlot> {
        while self.slots.len() < self.wanted.equations {
            let places = self.places();
            let total: usize = places.iter().map(|&(_, weight)| weight).sum();
            if total == 0 {
                break;
            }
            let mut drawn = rng.below(total);
            for ((row, column, down), weight) in places {
                if drawn < weight {
                    self.place(row, column, down);
                    break;
                }
                drawn -= weight;
            }
        }
        self.slots
    }

    fn nodes(&self, row: usize, column: usize, down: bool) -> [usize; 3] {
        let step = if down { self.columns } else { 1 };
        [0, 1, 2].map(|i| row * self.columns + column + i * step)
    }

    /// Every place for the next equation, with its weight.
    fn places(&self) -> Vec<((usize, usize, bool), usize)> {
        let mut places = Vec::new();
        for down in [false, true] {
            let (last_row, last_column) = match down {
                true => (self.rows.checked_sub(2), Some(self.columns)),
                false => (Some(self.rows), self.columns.checked_sub(2)),
            };
            for row in 0..last_row.unwrap_or(0) {
                for column in 0..last_column.unwrap_or(0) {
                    let weight = self.weight(row, column, down);
                    if weight > 0 {
                        places.push(((row, column, down), weight));
                    }
                }
            }
        }
        places
    }

    fn weight(&self, row: usize, column: usize, down: bool) -> usize {
        let nodes = self.nodes(row, column, down);
        if nodes.iter().any(|&node| self.taken[node][usize::from(down)]) {
            return 0;
        }
        let crossed = nodes.iter().filter(|&&node| self.taken[node][usize::from(!down)]).count();
        if self.slots.is_empty() {
            // The first one anywhere; the layout is cropped in the end.
            return 1;
        }
        if crossed == 0 {
            return 0;
        }
        // A crossing counts for both of its equations.
        let due = self.wanted.crossings * (self.slots.len() + 1) / 2;
        let short = due.saturating_sub(10 * self.crossings);
        let weight = match crossed {
            1 if short < 15 => 6,
            1 => 1,
            2 if short < 8 => 1,
            2 => 12,
            _ if short < 15 => 0,
            _ => 10,
        };
        let [top, bottom, left, right] = self.bounds;
        let (last_row, last_column) = if down { (row + 2, column) } else { (row, column + 2) };
        let inside = row >= top && last_row <= bottom && column >= left && last_column <= right;
        if inside { 3 * weight } else { weight }
    }

    fn place(&mut self, row: usize, column: usize, down: bool) {
        for node in self.nodes(row, column, down) {
            self.taken[node][usize::from(down)] = true;
            self.crossings += usize::from(self.taken[node][usize::from(!down)]);
        }
        let (last_row, last_column) = if down { (row + 2, column) } else { (row, column + 2) };
        let [top, bottom, left, right] = self.bounds;
        self.bounds =
            [top.min(row), bottom.max(last_row), left.min(column), right.max(last_column)];
        let start = Position { row: 2 * row, column: 2 * column };
        self.slots.push(EquationSlot { start, down, operator: None });
    }
}
