//! The plain rules of mathcrossword: tiles in blanks, each tile as often as the pool has it, and
//! for each pair of operands the one result that makes the equation true.

use std::collections::BTreeMap;

use crate::families::mathcrossword::MathCrossword;
use crate::plain::{Plain, PlainLine, PlainLiteral, Rules, TooLong, Topic};
use crate::puzzle::Solution;

impl Plain for MathCrossword {
    fn plain(&self, but: &[Solution]) -> Option<Result<Rules, TooLong>> {
        Some(rules(self, but))
    }
}

fn rules(puzzle: &MathCrossword, but: &[Solution]) -> Result<Rules, TooLong> {
    let mut rules = Rules::new(puzzle.grid());
    let mut pool: BTreeMap<i64, usize> = BTreeMap::new();
    for &tile in puzzle.pool() {
        *pool.entry(tile).or_default() += 1;
    }
    for cell in puzzle.grid().blanks() {
        rules.blank(cell, pool.keys().copied());
    }
    let tile = |(&value, &count): (&i64, &usize)| {
        let cells = puzzle.grid().blanks();
        let literals: Vec<PlainLiteral> =
            cells.filter_map(|cell| rules.literal(cell, value, true)).collect();
        PlainLine { literals, exact: true, least: count }
    };
    let lines = pool.iter().map(tile).collect();
    rules.group(Topic::Numbers, "each tile of the pool is used up".to_string(), lines);
    for equation in puzzle.equations() {
        let [a, b, c] = equation.numbers;
        let mut lines = Vec::new();
        for x in rules.values(a) {
            for y in rules.values(b) {
                let result = rules.values(c).into_iter().find(|&z| equation.holds([x, y, z]));
                lines.extend(rules.implies(&[(a, x), (b, y)], c, result));
            }
        }
        let title = format!("the equation from {a} ({})", equation.operator);
        rules.group(Topic::Expression(vec![a, b, c]), title, lines);
        rules.long()?;
    }
    rules.but(but);
    Ok(rules)
}
