//! Mathcrosswords: equations that cross, and a pool of tiles for the blanks.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::fraction::Operator::{self, Divided, Minus, Plus, Times};
use super::{Case, Dice, grid_text};

/// No number of a file is larger.
const MAX: i128 = 1_000_000_000;

/// Seven tiles have 5,040 orders.
const MAX_BLANKS: usize = 7;

/// Row and column.
type Place = (i64, i64);

/// Five cells: number, operator, number, `=`, number.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Equation {
    at: Place,
    down: bool,
    operator: Operator,
}

impl Equation {
    fn cell(&self, part: i64) -> Place {
        let (row, column) = self.at;
        if self.down { (row + part, column) } else { (row, column + part) }
    }

    fn numbers(&self) -> [Place; 3] {
        [0, 2, 4].map(|part| self.cell(part))
    }
}

/// The rules of one equation: no negative numbers, exact division, never by zero.
fn result(operator: Operator, a: i128, b: i128) -> Option<i128> {
    match operator {
        Plus => Some(a + b),
        Minus => (a >= b).then(|| a - b),
        Times => Some(a * b),
        Divided => (b != 0 && a % b == 0).then(|| a / b),
    }
}

/// Equations that cross on numbers, all of them connected.
fn layout(dice: &mut Dice, count: usize) -> Vec<Equation> {
    let first = Equation { at: (0, 0), down: dice.percent(50), operator: Plus };
    let mut equations = vec![first];
    for _ in 0..400 {
        if equations.len() == count {
            break;
        }
        let crossed = dice.pick(&equations);
        let (row, column) = dice.pick(&crossed.numbers());
        let part = dice.pick(&[0, 2, 4]);
        let down = !crossed.down;
        let at = if down { (row - part, column) } else { (row, column - part) };
        let new = Equation { at, down, operator: Plus };
        let fits = |old: &Equation| {
            let shared =
                (0..5).filter(|&part| (0..5).any(|other| old.cell(other) == new.cell(part)));
            let shared: Vec<i64> = shared.collect();
            let number = |equation: &Equation, place| equation.numbers().contains(&place);
            shared.is_empty()
                || old.down != new.down
                    && shared
                        .iter()
                        .all(|&part| number(&new, new.cell(part)) && number(old, new.cell(part)))
        };
        if equations.iter().all(fits) {
            equations.push(new);
        }
    }
    let top = equations.iter().map(|equation| equation.at.0).min().unwrap_or(0);
    let left = equations.iter().map(|equation| equation.at.1).min().unwrap_or(0);
    for equation in &mut equations {
        equation.at = (equation.at.0 - top, equation.at.1 - left);
        equation.operator = Operator::random(dice);
    }
    equations
}

/// Whether the runs of the grid are exactly the equations, so that nothing has to be listed.
fn runs_are_equations(equations: &[Equation]) -> bool {
    let cells: BTreeSet<Place> =
        equations.iter().flat_map(|equation| (0..5).map(|part| equation.cell(part))).collect();
    [false, true].into_iter().all(|down| {
        cells.iter().all(|&(row, column)| {
            let step = |n: i64| if down { (row + n, column) } else { (row, column + n) };
            let begins = !cells.contains(&step(-1)) && cells.contains(&step(1));
            let length = (0..).take_while(|&n| cells.contains(&step(n))).count();
            let listed = equations.iter().any(|e| e.at == (row, column) && e.down == down);
            begins == listed && (!begins || length == 5)
        })
    })
}

/// A number of the size that this puzzle is about.
fn draw(dice: &mut Dice, size: i64) -> i128 {
    if dice.percent(8) { 0 } else { dice.between(0, size).into() }
}

/// Fills in what is not known yet so that the equation holds; `None` if that does not come about.
fn complete(
    dice: &mut Dice,
    operator: Operator,
    known: [Option<i128>; 3],
    size: i64,
) -> Option<[i128; 3]> {
    for _ in 0..30 {
        let [a, b, c] = known;
        let mut b = b.unwrap_or_else(|| draw(dice, size));
        let mut a = a.unwrap_or_else(|| draw(dice, size));
        // The operand that is free is made to fit a result that is known.
        if let Some(c) = c {
            match (operator, known[0].is_none(), known[1].is_none()) {
                (Plus, true, _) => a = c - b.min(c),
                (Minus, true, _) => a = c + b,
                (Divided, true, _) => a = c * b,
                (Times, true, _) if b > 0 => a = c / b,
                (Plus, _, true) => b = c - a,
                (Minus, _, true) => b = a - c,
                (Times, _, true) if a > 0 => b = c / a,
                (Divided, _, true) if c > 0 => b = a / c,
                _ => {}
            }
            if operator == Plus && known[1].is_none() {
                b = c - a;
            }
        } else if operator == Divided && known[0].is_none() {
            a = b * draw(dice, size);
        } else if operator == Times && known[1].is_none() && a > 0 {
            b = b.min(MAX / a);
        }
        let fits = |value: &i128| (0..=MAX).contains(value);
        let made = [Some(a), Some(b), result(operator, a, b)];
        let agrees = (0..3).all(|i| {
            made[i].as_ref().is_some_and(fits) && known[i].is_none_or(|k| made[i] == Some(k))
        });
        if agrees {
            return Some(made.map(|value| value.expect("just looked at")));
        }
    }
    None
}

/// Numbers for all cells; where possible, every equation holds.
fn plant(dice: &mut Dice, equations: &mut [Equation], size: i64) -> BTreeMap<Place, i128> {
    let mut numbers = BTreeMap::new();
    for equation in equations {
        let places = equation.numbers();
        let known = places.map(|place| numbers.get(&place).copied());
        let mut operators = Operator::ALL;
        dice.shuffle(&mut operators);
        let made = operators.iter().find_map(|&o| Some((o, complete(dice, o, known, size)?)));
        if let Some((operator, values)) = made {
            equation.operator = operator;
            numbers.extend(places.into_iter().zip(values));
        }
        for place in places {
            numbers.entry(place).or_insert_with(|| draw(dice, size));
        }
    }
    numbers
}

/// Tiles on blanks, in every way.
struct Brute<'a> {
    equations: &'a [Equation],
    blanks: &'a [Place],
    numbers: BTreeMap<Place, i128>,
    /// Each tile with the number of its copies.
    tiles: Vec<(i128, usize)>,
    found: Vec<BTreeMap<Place, i128>>,
}

impl Brute<'_> {
    fn holds(&self, equation: &Equation) -> bool {
        let [a, b, c] = equation.numbers().map(|place| self.numbers[&place]);
        result(equation.operator, a, b) == Some(c)
    }

    fn go_on(&mut self, next: usize) {
        if next == self.blanks.len() {
            if self.equations.iter().all(|equation| self.holds(equation)) {
                self.found.push(self.numbers.clone());
            }
            return;
        }
        for i in 0..self.tiles.len() {
            let (tile, copies) = self.tiles[i];
            if copies > 0 {
                self.tiles[i].1 -= 1;
                self.numbers.insert(self.blanks[next], tile);
                self.go_on(next + 1);
                self.tiles[i].1 += 1;
            }
        }
    }
}

/// The grid with these numbers; blanks as `_`, or filled if there are none.
fn rows(
    equations: &[Equation],
    numbers: &BTreeMap<Place, i128>,
    blanks: &[Place],
    mut operator: impl FnMut(Operator) -> &'static str,
) -> Vec<Vec<String>> {
    let cells = |index: fn(Place) -> i64| {
        let ends = equations.iter().map(move |equation| index(equation.cell(4)));
        ends.max().expect("an equation") as usize + 1
    };
    let (height, width) = (cells(|place| place.0), cells(|place| place.1));
    let mut rows = vec![vec!["#".to_string(); width]; height];
    let mut set = |(row, column): Place, text: String| rows[row as usize][column as usize] = text;
    for equation in equations {
        set(equation.cell(1), operator(equation.operator).to_string());
        set(equation.cell(3), "=".to_string());
    }
    for (place, number) in numbers {
        let blank = blanks.contains(place);
        set(*place, if blank { "_".to_string() } else { number.to_string() });
    }
    rows
}

/// A puzzle and its solutions.
pub(super) fn random(dice: &mut Dice) -> Case {
    let count = dice.weighted(&[(5, 2), (6, 3), (5, 4), (3, 5), (2, 6)]);
    let packed = dice.percent(30);
    let mut equations = loop {
        let equations = layout(dice, count);
        if equations.len() == count && (packed || runs_are_equations(&equations)) {
            break equations;
        }
    };
    let size = dice.weighted(&[(4, 4), (6, 12), (4, 99), (1, 40_000), (2, MAX as i64)]);
    let mut numbers = plant(dice, &mut equations, size);
    let mut blanks: Vec<Place> = numbers.keys().copied().collect();
    dice.shuffle(&mut blanks);
    blanks.truncate(dice.between(2, MAX_BLANKS as i64) as usize);
    let mut pool: Vec<i128> = blanks.iter().map(|place| numbers[place]).collect();
    if dice.percent(30) {
        spoil(dice, &mut equations, &mut numbers, &mut pool, &blanks);
    }
    dice.shuffle(&mut pool);
    let mut puzzle = json!({
        "family": "mathcrossword",
        "grid": rows(&equations, &numbers, &blanks, |operator| operator.spelling(dice)),
        "pool": pool.iter().map(|&tile| tile as i64).collect::<Vec<_>>(),
    });
    if !runs_are_equations(&equations) || dice.percent(10) {
        let listed = |equation: &Equation| {
            let ((row, column), down) = (equation.at, equation.down);
            let direction = if down { "down" } else { "across" };
            json!({ "row": row + 1, "column": column + 1, "direction": direction })
        };
        puzzle["equations"] = equations.iter().map(listed).collect();
    }
    if dice.percent(10) {
        puzzle["meta"] = json!({ "anything": [1, "two", Value::Null] });
    }
    let mut tiles = BTreeMap::new();
    pool.iter().for_each(|&tile| *tiles.entry(tile).or_insert(0) += 1);
    let tiles = tiles.into_iter().collect();
    let mut brute =
        Brute { equations: &equations, blanks: &blanks, numbers, tiles, found: Vec::new() };
    brute.go_on(0);
    let text = |numbers| grid_text(&rows(&equations, numbers, &[], Operator::text));
    let solutions = brute.found.iter().map(text).collect();
    Case::new("mathcrossword", puzzle, solutions)
}

/// Changes a tile, a given number or an operator.
fn spoil(
    dice: &mut Dice,
    equations: &mut [Equation],
    numbers: &mut BTreeMap<Place, i128>,
    pool: &mut [i128],
    blanks: &[Place],
) {
    let other = |dice: &mut Dice, number: i128| (number + dice.pick(&[-1, 1, 2, 10])).clamp(0, MAX);
    let givens: Vec<Place> =
        numbers.keys().copied().filter(|place| !blanks.contains(place)).collect();
    match dice.below(3) {
        0 if !givens.is_empty() => {
            let place = dice.pick(&givens);
            numbers.insert(place, other(dice, numbers[&place]));
        }
        1 => {
            let i = dice.below(equations.len());
            equations[i].operator = Operator::random(dice);
        }
        _ => {
            let i = dice.below(pool.len());
            pool[i] = other(dice, pool[i]);
        }
    }
}
