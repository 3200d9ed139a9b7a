//! Crossmaths: a block of operands; every row and column is an expression read strictly in order.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::fraction::{Fraction, Operator, in_order};
use super::{Case, Dice, grid_text};

/// Choices of operands that brute force goes through.
const MAX_CHOICES: usize = 12_000;

/// A block with its operators, row by row and column by column.
struct Board {
    height: usize,
    width: usize,
    across: Vec<Vec<Operator>>,
    down: Vec<Vec<Operator>>,
    /// Whether every division step has to come out whole.
    whole: bool,
}

impl Board {
    /// The operands and operators of a row, or, after the rows, of a column.
    fn line(&self, line: usize, operands: &[i128]) -> (Vec<i128>, &[Operator]) {
        match line.checked_sub(self.height) {
            None => (operands[line * self.width..][..self.width].to_vec(), &self.across[line]),
            Some(column) => {
                let cells = operands.iter().skip(column).step_by(self.width).copied();
                (cells.collect(), &self.down[column])
            }
        }
    }

    /// What the line comes to; `None` if a step is not allowed or the result is not whole.
    fn result(&self, line: usize, operands: &[i128]) -> Option<i128> {
        let (values, operators) = self.line(line, operands);
        let result = in_order(&values, operators, self.whole)?;
        result.is_integer().then(|| result.to_integer())
    }

    fn n_lines(&self) -> usize {
        self.height + self.width
    }

    /// The grid: what is `None` is blank.
    fn rows(
        &self,
        operands: &[Option<i128>],
        results: &[Option<i128>],
        mut operator: impl FnMut(Operator) -> &'static str,
    ) -> Vec<Vec<String>> {
        let number = |value: Option<i128>| value.map_or("_".to_string(), |v| v.to_string());
        let mut rows = vec![vec!["#".to_string(); 2 * self.width + 1]; 2 * self.height + 1];
        for row in 0..self.height {
            for column in 0..self.width {
                rows[2 * row][2 * column] = number(operands[row * self.width + column]);
                if let Some(sign) = self.across[row].get(column) {
                    rows[2 * row][2 * column + 1] = operator(*sign).to_string();
                }
                if let Some(sign) = self.down[column].get(row) {
                    rows[2 * row + 1][2 * column] = operator(*sign).to_string();
                }
            }
            rows[2 * row][2 * self.width - 1] = "=".to_string();
            rows[2 * row][2 * self.width] = number(results[row]);
        }
        for column in 0..self.width {
            rows[2 * self.height - 1][2 * column] = "=".to_string();
            rows[2 * self.height][2 * column] = number(results[self.height + column]);
        }
        rows
    }
}

/// A range of operands: the ends, and whether a value may stand twice.
fn values(dice: &mut Dice, cells: usize) -> (i128, i128, bool) {
    let distinct = dice.percent(55);
    let (low, width) = match dice.below(10) {
        0..=4 => (1, dice.between(3, 9)),
        5 => (0, dice.between(2, 8)),
        6 => (dice.between(-5, -1), dice.between(3, 9)),
        7 => (dice.between(-300, 300), dice.between(3, 12)),
        8 => (dice.pick(&[31_000, -46_400, 999_999_000]), dice.between(2, 9)),
        _ => (dice.pick(&[999_999_995, -1_000_000_000]), dice.between(2, 5)),
    };
    // Without repetition there have to be enough values for all cells, or there is no solution.
    let enough = distinct && !dice.percent(5);
    let width = if enough { width.max(cells as i64) } else { width };
    let high = (low + width - 1).min(1_000_000_000);
    (high.saturating_sub(width - 1).into(), high.into(), distinct)
}

/// Operators with which a line of these operands comes to something, where chance finds them.
fn operators(dice: &mut Dice, operands: &[i128], whole: bool, small: bool) -> Vec<Operator> {
    let mut made = Vec::new();
    for _ in 0..12 {
        made = (1..operands.len()).map(|_| Operator::random(dice)).collect();
        let fits =
            |value: Fraction| value.is_integer() && (!small || value.numer().abs() < 1 << 60);
        if in_order(operands, &made, whole).is_some_and(fits) {
            break;
        }
    }
    made
}

/// A puzzle and its solutions.
pub(super) fn random(dice: &mut Dice) -> Case {
    let sizes = [(5, (2, 2)), (3, (2, 3)), (3, (3, 2)), (3, (3, 3)), (1, (2, 4)), (1, (4, 2))];
    let (height, width) = dice.weighted(&sizes);
    let cells = height * width;
    let (low, high, distinct) = values(dice, cells);
    let whole = dice.percent(60);
    let mut all: Vec<i128> = (low..=high).collect();
    dice.shuffle(&mut all);
    let operands: Vec<i128> = match distinct && all.len() >= cells {
        true => all[..cells].to_vec(),
        false => (0..cells).map(|_| dice.pick(&all)).collect(),
    };
    let mut board = Board { height, width, across: Vec::new(), down: Vec::new(), whole };
    // Numbers beyond 64 bits are refused; they come up, but not often.
    let small = dice.percent(90);
    for row in operands.chunks(width) {
        board.across.push(operators(dice, row, whole, small));
    }
    for column in 0..width {
        let cells: Vec<i128> = operands.iter().skip(column).step_by(width).copied().collect();
        board.down.push(operators(dice, &cells, whole, small));
    }
    let given = givens(dice, cells, (high - low + 1) as usize, distinct);
    let shown = dice.pick(&[0, 40, 70, 100, 100]);
    let mut results: Vec<Option<i128>> = (0..board.n_lines())
        .map(|line| board.result(line, &operands).filter(|_| dice.percent(shown)))
        .map(|result| result.filter(|result| result.abs() <= 1_000_000_000_000_000_000))
        .collect();
    if dice.percent(30) {
        let line = dice.below(results.len());
        let wrong = |result: i128| result + dice.pick(&[-2, -1, 1, 3]);
        results[line] = results[line].map(wrong);
    }
    let blank = |i: usize| (!given[i]).then_some(i);
    let blanks: Vec<usize> = (0..cells).filter_map(blank).collect();
    let stated: Vec<_> = (0..cells).map(|i| given[i].then_some(operands[i])).collect();
    let grid = board.rows(&stated, &results, |operator| operator.spelling(dice));
    let mut puzzle = json!({
        "family": "crossmath", "grid": grid,
        "values": { "min": low as i64, "max": high as i64, "distinct": distinct },
    });
    if !whole || dice.percent(30) {
        puzzle["division"] = json!(if whole { "exact" } else { "rational" });
    }
    if dice.percent(10) {
        puzzle["meta"] = json!({ "note": Value::Null });
    }
    let mut solutions = BTreeSet::new();
    let mut filled = operands;
    let mut used: Option<Vec<i128>> = distinct.then(|| stated.iter().flatten().copied().collect());
    try_all(&mut filled, &blanks, (low, high), &mut used, &mut |filled| {
        if distinct && filled.iter().collect::<BTreeSet<_>>().len() < cells {
            return;
        }
        let mut found = Vec::new();
        for (line, stated) in results.iter().enumerate() {
            match board.result(line, filled) {
                Some(result) if stated.is_none_or(|stated| stated == result) => {
                    found.push(Some(result))
                }
                _ => return,
            }
        }
        let filled: Vec<_> = filled.iter().map(|&value| Some(value)).collect();
        solutions.insert(grid_text(&board.rows(&filled, &found, Operator::text)));
    });
    Case::new("crossmath", puzzle, solutions)
}

/// Which operands are given, this many that brute force is quick.
fn givens(dice: &mut Dice, cells: usize, values: usize, distinct: bool) -> Vec<bool> {
    let mut order: Vec<usize> = (0..cells).collect();
    dice.shuffle(&mut order);
    let mut given = vec![true; cells];
    let (mut choices, mut left) = (1, values);
    let most = dice.between(2, cells as i64) as usize;
    for &cell in order.iter().take(most) {
        choices *= left;
        if choices > MAX_CHOICES {
            break;
        }
        left = if distinct { left.saturating_sub(1).max(1) } else { left };
        given[cell] = false;
    }
    given
}

/// Puts every value on every blank. `used` has what must not stand a second time, if values are
/// to be distinct.
fn try_all(
    filled: &mut Vec<i128>,
    blanks: &[usize],
    range: (i128, i128),
    used: &mut Option<Vec<i128>>,
    look: &mut impl FnMut(&[i128]),
) {
    let Some((&blank, rest)) = blanks.split_first() else { return look(filled) };
    for value in range.0..=range.1 {
        if used.as_ref().is_some_and(|used| used.contains(&value)) {
            continue;
        }
        filled[blank] = value;
        used.iter_mut().for_each(|used| used.push(value));
        try_all(filled, rest, range, used, look);
        used.iter_mut().for_each(|used| used.truncate(used.len() - 1));
    }
}
