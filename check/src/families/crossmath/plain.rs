//! The plain rules of crossmath: operands in their range, each at most once if they are distinct,
//! and for each choice of operands along a line the one result that it comes to.

use crate::families::crossmath::{CrossMath, Expression};
use crate::plain::{MAX_LINES, Plain, PlainLine, PlainLiteral, Rules, TooLong, Topic};
use crate::puzzle::Solution;
use crate::puzzle::grid::{GridCell, Position};

impl Plain for CrossMath {
    fn plain(&self, but: &[Solution]) -> Option<Result<Rules, TooLong>> {
        Some(rules(self, but))
    }
}

fn rules(puzzle: &CrossMath, but: &[Solution]) -> Result<Rules, TooLong> {
    let mut rules = Rules::new(puzzle.grid());
    let (min, max) = puzzle.range();
    let blank = |cell: Position| puzzle.grid().at(cell) == GridCell::Blank;
    if max - min >= MAX_LINES as i64 {
        return Err(TooLong);
    }
    for &cell in puzzle.operands().iter().filter(|&&cell| blank(cell)) {
        rules.blank(cell, min..=max);
    }
    if puzzle.distinct() {
        let lines = (min..=max).map(|value| at_most_once(puzzle, &rules, value));
        let lines = lines.filter(|line| line.least > 0).collect();
        rules.group(Topic::Numbers, "no operand twice".to_string(), lines);
    }
    for expression in puzzle.expressions() {
        let steps = expression.steps.iter().map(|&(_, cell)| cell);
        let cells: Vec<Position> = [expression.first].into_iter().chain(steps).collect();
        let choices = choices(&rules, &cells)?;
        let results = choices.iter().map(|choice| value(puzzle, expression, &cells, choice));
        let results: Vec<Option<i64>> = results.collect::<Result<_, _>>()?;
        if blank(expression.result) {
            let mut values: Vec<i64> = results.iter().copied().flatten().collect();
            values.sort_unstable();
            values.dedup();
            rules.blank(expression.result, values);
        }
        let mut lines = Vec::new();
        for (choice, result) in choices.iter().zip(results) {
            let operands: Vec<_> = cells.iter().copied().zip(choice.iter().copied()).collect();
            lines.extend(rules.implies(&operands, expression.result, result));
        }
        let title = format!("the expression from {}", expression.first);
        let cells = cells.into_iter().chain([expression.result]).collect();
        rules.group(Topic::Expression(cells), title, lines);
        rules.long()?;
    }
    rules.but(but);
    Ok(rules)
}

/// A value at most once: of the blanks, all but one are something else, or all if it is given. If
/// it is given twice, more blanks would have to be than there are.
fn at_most_once(puzzle: &CrossMath, rules: &Rules, value: i64) -> PlainLine {
    let operands = puzzle.operands().iter().copied();
    let literals: Vec<PlainLiteral> =
        operands.filter_map(|cell| rules.literal(cell, value, false)).collect();
    let givens = puzzle.operands().iter().map(|&cell| puzzle.grid().at(cell));
    let givens = givens.filter(|&cell| cell == GridCell::Number(value)).count();
    let least = (literals.len() + givens).saturating_sub(1);
    PlainLine { literals, exact: false, least }
}

/// Every choice of values for the cells, in order.
fn choices(rules: &Rules, cells: &[Position]) -> Result<Vec<Vec<i64>>, TooLong> {
    let mut choices = vec![Vec::new()];
    for &cell in cells {
        let values = rules.values(cell);
        if choices.len().saturating_mul(values.len()) > MAX_LINES {
            return Err(TooLong);
        }
        choices = choices
            .into_iter()
            .flat_map(|choice| values.iter().map(move |&value| [&choice[..], &[value]].concat()))
            .collect();
    }
    Ok(choices)
}

/// What the expression comes to, if that is a whole number.
fn value(
    puzzle: &CrossMath,
    expression: &Expression,
    cells: &[Position],
    choice: &[i64],
) -> Result<Option<i64>, TooLong> {
    let number = |cell: Position| {
        let i = cells.iter().position(|&other| other == cell).expect("a cell of the expression");
        choice[i]
    };
    let value = puzzle.value(expression, number).map(i64::try_from);
    value.transpose().map_err(|_| TooLong)
}
