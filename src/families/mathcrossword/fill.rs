//! Operators and values for a layout: all equations true, nothing above the limit, and varied.
//!
//! Equations are filled in the order in which most of their cells are known already. For each, some
//! triples that fit are drawn, the better ones first: operators that are behind in the mix, values
//! that do not stand on the board yet, nothing trivial. A dead end takes back the last equation, and
//! after some steps the board starts again.

use std::collections::BTreeMap;

use super::layout::EquationLayout;
use crate::generate::SeededRng;
use xwc_check::puzzle::grid::{Operator, Position};

/// Steps before a board starts again, and how often it does.
const MAX_STEPS: usize = 300;
const MAX_STARTS: usize = 60;

/// Triples drawn for an operator when two values are free.
const DRAWS: usize = 3;

/// A filled layout.
#[derive(Clone, Debug)]
pub(super) struct FilledLayout {
    /// The operator of each slot.
    pub operators: Vec<Operator>,
    /// The value of each number cell.
    pub values: BTreeMap<Position, i64>,
}

/// Fills a layout with values from 1 to `max`; `None` if no way was found.
pub(super) fn fill(
    layout: &EquationLayout,
    ops: &[Operator],
    max: i64,
    rng: &mut SeededRng,
) -> Option<FilledLayout> {
    let cells = layout.numbers();
    let place = |cell: Position| cells.binary_search(&cell).expect("a cell of the layout");
    let slots: Vec<[usize; 3]> =
        layout.slots.iter().map(|slot| slot.numbers().map(place)).collect();
    let order = order(&slots, cells.len());
    for _ in 0..MAX_STARTS {
        let mut filling = LayoutFiller {
            layout,
            slots: &slots,
            ops,
            max,
            values: vec![0; cells.len()],
            operators: vec![Operator::Plus; slots.len()],
            used: vec![0; usize::try_from(max).unwrap_or(0) + 1],
            mix: [0; 4],
            steps: 0,
        };
        if filling.place(&order, rng) {
            let values = cells.iter().copied().zip(filling.values.iter().copied()).collect();
            return Some(FilledLayout { operators: filling.operators, values });
        }
    }
    None
}

/// The slots, always one with the most cells in common with those before.
fn order(slots: &[[usize; 3]], n_cells: usize) -> Vec<usize> {
    let mut known = vec![false; n_cells];
    let mut left: Vec<usize> = (0..slots.len()).collect();
    let mut order = Vec::with_capacity(slots.len());
    while !left.is_empty() {
        let shared = |&slot: &usize| slots[slot].iter().filter(|&&cell| known[cell]).count();
        let best = (0..left.len()).rev().max_by_key(|&i| shared(&left[i])).unwrap_or(0);
        let slot = left.remove(best);
        slots[slot].iter().for_each(|&cell| known[cell] = true);
        order.push(slot);
    }
    order
}

/// An operator with its three values.
type Triple = (Operator, [i64; 3]);

struct LayoutFiller<'a> {
    layout: &'a EquationLayout,
    slots: &'a [[usize; 3]],
    ops: &'a [Operator],
    max: i64,
    /// By cell; 0 is unknown.
    values: Vec<i64>,
    operators: Vec<Operator>,
    /// By value, how often it stands on the board.
    used: Vec<usize>,
    /// By operator, how often it does.
    mix: [usize; 4],
    steps: usize,
}

impl LayoutFiller<'_> {
    /// Fills the slots in this order; false if there is no way or it takes too long.
    fn place(&mut self, order: &[usize], rng: &mut SeededRng) -> bool {
        let Some((&slot, rest)) = order.split_first() else { return true };
        for (operator, triple) in self.candidates(slot, rng) {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                return false;
            }
            let fresh = self.slots[slot].map(|cell| self.values[cell] == 0);
            for (&cell, value) in self.slots[slot].iter().zip(triple) {
                if self.values[cell] == 0 {
                    self.values[cell] = value;
                    self.used[value as usize] += 1;
                }
            }
            self.operators[slot] = operator;
            self.mix[operator as usize] += 1;
            if self.place(rest, rng) {
                return true;
            }
            self.mix[operator as usize] -= 1;
            for ((&cell, value), fresh) in self.slots[slot].iter().zip(triple).zip(fresh) {
                if fresh {
                    self.values[cell] = 0;
                    self.used[value as usize] -= 1;
                }
            }
        }
        false
    }

    /// Triples that fit what is known, the better ones first.
    fn candidates(&self, slot: usize, rng: &mut SeededRng) -> Vec<Triple> {
        let known = self.slots[slot].map(|cell| self.values[cell]);
        let mut found: Vec<(usize, Triple)> = Vec::new();
        let fixed = self.layout.slots[slot].operator;
        for &operator in self.ops.iter().filter(|&&op| fixed.is_none_or(|fixed| fixed == op)) {
            let free = known.iter().filter(|&&value| value == 0).count();
            let draws = if free > 1 { DRAWS } else { 1 };
            for _ in 0..draws {
                if let Some(triple) = draw(operator, known, self.max, rng) {
                    let noise = rng.below(8);
                    found.push((self.penalty(operator, known, triple) + noise, (operator, triple)));
                }
            }
        }
        found.sort_by_key(|&(penalty, _)| penalty);
        found.into_iter().map(|(_, triple)| triple).collect()
    }

    fn penalty(&self, operator: Operator, known: [i64; 3], triple: [i64; 3]) -> usize {
        let least = self.ops.iter().map(|&op| self.mix[op as usize]).min().unwrap_or(0);
        let mut penalty = 8 * (self.mix[operator as usize] - least);
        for (known, value) in known.into_iter().zip(triple) {
            if known == 0 {
                penalty += 7 * self.used[value as usize] + if value == 1 { 6 } else { 0 };
            }
        }
        if is_trivial(operator, triple) { penalty + 25 } else { penalty }
    }
}

/// Whether a factor or quotient of 1 makes it no equation to think about.
pub(super) fn is_trivial(operator: Operator, [a, b, c]: [i64; 3]) -> bool {
    match operator {
        Operator::Plus | Operator::Minus => a == 0 || b == 0 || c == 0,
        Operator::Times => a == 1 || b == 1,
        Operator::Divide => b == 1 || c == 1,
    }
}

/// Some triple with these values, of which 0 is unknown, if there is one within the limit.
fn draw(operator: Operator, known: [i64; 3], max: i64, rng: &mut SeededRng) -> Option<[i64; 3]> {
    // All four are x + y = z or x × y = z, read in some order.
    let roles: [usize; 3] = match operator {
        Operator::Plus | Operator::Times => [0, 1, 2],
        Operator::Minus | Operator::Divide => [1, 2, 0],
    };
    let product = matches!(operator, Operator::Times | Operator::Divide);
    let [x, y, z] = roles.map(|i| known[i]);
    let (x, y, z) = match (x, y, z) {
        (0, 0, 0) if product => {
            let x = rng.between(2.min(max), (max / 2).max(1));
            let y = rng.between(1, (max / x).max(1));
            (x, y, x * y)
        }
        (0, 0, 0) => {
            let z = rng.between(2.min(max), max);
            let x = rng.between(1, (z - 1).max(1));
            (x, z - x, z)
        }
        (0, 0, z) if product => {
            let divisors: Vec<i64> = (1..=z).filter(|x| z % x == 0).collect();
            let x = divisors[rng.below(divisors.len())];
            (x, z / x, z)
        }
        (0, 0, z) if z >= 2 => {
            let x = rng.between(1, z - 1);
            (x, z - x, z)
        }
        (x, 0, 0) if product => {
            let y = rng.between(1, max / x);
            (x, y, x * y)
        }
        (0, y, 0) if product => {
            let x = rng.between(1, max / y);
            (x, y, x * y)
        }
        (x, 0, 0) if x < max => {
            let y = rng.between(1, max - x);
            (x, y, x + y)
        }
        (0, y, 0) if y < max => {
            let x = rng.between(1, max - y);
            (x, y, x + y)
        }
        (0, y, z) if product && z % y == 0 => (z / y, y, z),
        (x, 0, z) if product && z % x == 0 => (x, z / x, z),
        (x, y, 0) if product => (x, y, x * y),
        (0, y, z) if !product => (z - y, y, z),
        (x, 0, z) if !product => (x, z - x, z),
        (x, y, 0) => (x, y, x + y),
        (x, y, z) => (x, y, z),
    };
    let right = if product { x.checked_mul(y) == Some(z) } else { x + y == z };
    let small = [x, y, z].iter().all(|value| (1..=max).contains(value));
    if !right || !small {
        return None;
    }
    let mut triple = [0; 3];
    for (role, value) in roles.into_iter().zip([x, y, z]) {
        triple[role] = value;
    }
    Some(triple)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Seed;

    #[test]
    fn drawn_triples_are_right_and_keep_what_is_known() {
        let mut rng = SeededRng::new("", Seed { seed: 3, index: 0, attempt: 0 });
        let mut drawn = 0;
        for _ in 0..20_000 {
            let operator = Operator::ALL[rng.below(4)];
            let known = [0; 3].map(|_| match rng.below(2) {
                0 => 0,
                _ => rng.between(1, 30),
            });
            let Some([a, b, c]) = draw(operator, known, 30, &mut rng) else { continue };
            let holds = match operator {
                Operator::Plus => a + b == c,
                Operator::Minus => a - b == c,
                Operator::Times => a * b == c,
                Operator::Divide => b != 0 && a % b == 0 && a / b == c,
            };
            assert!(holds, "{a} {operator} {b} = {c} from {known:?}");
            let kept =
                known.iter().zip([a, b, c]).all(|(&known, value)| known == 0 || known == value);
            assert!(kept && [a, b, c].iter().all(|v| (1..=30).contains(v)), "{known:?}");
            drawn += 1;
        }
        assert!(drawn > 5_000, "only {drawn}");
    }
}
