//! mathcrossword as constraints: one variable per number cell, one arithmetic constraint
//! per equation, one multiset for the pool. Nothing is negative because no domain is.

use std::collections::BTreeMap;

use xwc_encodings::{Constraint, Domain, Model, VarId};

use crate::families::mathcrossword::MathCrossword;
use crate::lower::{Lower, LowerError, Lowered, op};
use crate::puzzle::grid::{GridCell, Position};
use crate::support::budget::Budget;

impl Lower for MathCrossword {
    fn lower(&self, _: Budget) -> Result<Lowered, LowerError> {
        let mut model = Model::default();
        let grid = self.grid();
        let tiles = Domain::from_iter(self.pool().iter().copied());
        let mut vars: BTreeMap<Position, VarId> = BTreeMap::new();
        let mut blanks = Vec::new();
        for position in grid.positions() {
            let name = format!("r{}c{}", position.row + 1, position.column + 1);
            match grid.at(position) {
                GridCell::Blank => {
                    let var = model.answer(name, tiles.clone());
                    blanks.push((position, var));
                    vars.insert(position, var);
                }
                GridCell::Number(value) => {
                    vars.insert(position, model.variable(name, Domain::from(value)));
                }
                _ => {}
            }
        }
        for equation in self.equations() {
            let [a, b, c] = equation.numbers.map(|position| vars[&position]);
            model.require(Constraint::Arithmetic { op: op(equation.operator), a, b, c });
        }
        let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
        for &tile in self.pool() {
            *counts.entry(tile).or_default() += 1;
        }
        model.require(Constraint::Multiset {
            vars: blanks.iter().map(|&(_, var)| var).collect(),
            counts: counts.into_iter().collect(),
        });
        Ok(Lowered::of_grid(model, grid, blanks))
    }
}
