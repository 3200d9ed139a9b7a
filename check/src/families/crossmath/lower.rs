//! crossmath as constraints: one variable per operand, one for each value in between.
//!
//! With exact division the running value of an expression is one integer. With rational division
//! it is a quotient of two, `over / under`; `under` stays 1 until something is divided, and the
//! last line asks for `over = result × under`. Domains in between hold the values that can be
//! reached from the left and, where they are few, can still lead to the result on the right.

use std::collections::BTreeMap;

use xwc_encodings::{Constraint, Domain, Literal, Model, Op, VarId};

use crate::families::crossmath::{CrossMath, Division, Expression};
use crate::lower::reach::{image, preimage};
use crate::lower::{Lower, LowerError, Lowered, op};
use crate::puzzle::grid::{GridCell, Operator, Position};
use crate::support::budget::Budget;

impl Lower for CrossMath {
    fn lower(&self, budget: Budget) -> Result<Lowered, LowerError> {
        let mut lowering = CrossMathLowering {
            model: Model::default(),
            vars: BTreeMap::new(),
            blanks: Vec::new(),
        };
        let (min, max) = self.range();
        let grid = self.grid();
        for &position in self.operands() {
            lowering.cell(position, grid.at(position), Domain::from(min..=max));
        }
        if self.distinct() {
            let vars = self.operands().iter().map(|position| lowering.vars[position]).collect();
            lowering.model.require(Constraint::AllDifferent(vars));
        }
        for expression in self.expressions() {
            budget.check()?;
            let divides = expression.steps.iter().any(|&(op, _)| op == Operator::Divide);
            let result = grid.at(expression.result);
            let stated = match self.division() {
                Division::Rational if divides => lowering.rational(expression, result),
                _ => lowering.exact(expression, result),
            };
            let place = || format!("the expression from {}", expression.first);
            stated.ok_or_else(|| LowerError::TooLarge { place: place() })?;
        }
        Ok(Lowered::of_grid(lowering.model, grid, lowering.blanks))
    }
}

struct CrossMathLowering {
    model: Model,
    vars: BTreeMap<Position, VarId>,
    /// The answers, in their order.
    blanks: Vec<(Position, VarId)>,
}

impl CrossMathLowering {
    /// The variable of a number cell: an answer if it is blank.
    fn cell(&mut self, position: Position, cell: GridCell, domain: Domain) {
        let name = format!("r{}c{}", position.row + 1, position.column + 1);
        let var = match cell {
            GridCell::Number(value) => self.model.variable(name, Domain::from(value)),
            _ => {
                let var = self.model.answer(name, domain);
                self.blanks.push((position, var));
                var
            }
        };
        self.vars.insert(position, var);
    }

    fn domain(&self, var: VarId) -> Domain {
        self.model[var].domain.clone()
    }

    /// A new variable for `a op b`.
    fn step(&mut self, name: String, op: Op, a: VarId, b: VarId) -> Option<VarId> {
        let domain = image(op, &self.model[a].domain, &self.model[b].domain)?;
        let c = self.model.variable(name, domain);
        self.model.require(Constraint::Arithmetic { op, a, b, c });
        Some(c)
    }

    /// The variable of an expression's result, which is one of the values that were reached.
    fn result(&mut self, expression: &Expression, cell: GridCell, reached: Domain) -> VarId {
        self.cell(expression.result, cell, reached);
        self.vars[&expression.result]
    }

    /// Every step whole. `None` if values grow too large.
    fn exact(&mut self, expression: &Expression, result: GridCell) -> Option<()> {
        let operands: Vec<(Op, VarId)> = expression
            .steps
            .iter()
            .map(|&(operator, position)| (op(operator), self.vars[&position]))
            .collect();
        // Forwards, what can be reached; backwards, what can still end well.
        let mut domains = Vec::new();
        let mut reached = self.domain(self.vars[&expression.first]);
        for &(op, operand) in &operands {
            reached = image(op, &reached, &self.model[operand].domain)?;
            domains.push(reached.clone());
        }
        let result = self.result(expression, result, reached);
        let mut after = self.domain(result);
        for i in (1..operands.len()).rev() {
            let (op, operand) = operands[i];
            after = preimage(op, &domains[i - 1], &self.model[operand].domain, &after);
            domains[i - 1] = after.clone();
        }
        domains.pop();
        let mut value = self.vars[&expression.first];
        for (i, &(op, operand)) in operands.iter().enumerate() {
            let next = match domains.get(i) {
                Some(domain) => self.model.variable(name(expression, i), domain.clone()),
                None => result,
            };
            self.model.require(Constraint::Arithmetic { op, a: value, b: operand, c: next });
            value = next;
        }
        Some(())
    }

    /// Fractions in between. `None` if values grow too large.
    fn rational(&mut self, expression: &Expression, result: GridCell) -> Option<()> {
        let mut over = self.vars[&expression.first];
        let mut under = self.model.constant(1);
        for (i, &(operator, position)) in expression.steps.iter().enumerate() {
            let operand = self.vars[&position];
            let name = name(expression, i);
            match operator {
                Operator::Plus | Operator::Minus => {
                    let scaled = self.times(format!("{name}.scaled"), operand, under)?;
                    over = self.step(name, op(operator), over, scaled)?;
                }
                Operator::Times => over = self.times(name, over, operand)?,
                Operator::Divide => {
                    if self.model[operand].domain.contains(0) {
                        let literal = !Literal::is(operand, 0);
                        self.model.require(Constraint::Clause(vec![literal]));
                    }
                    under = self.times(format!("{name}.under"), operand, under)?;
                }
            }
        }
        let reached = image(Op::Div, &self.model[over].domain, &self.model[under].domain)?;
        let result = self.result(expression, result, reached);
        self.model.require(Constraint::Arithmetic { op: Op::Mul, a: result, b: under, c: over });
        Some(())
    }

    /// `a × b`, which is `a` itself if `b` is always 1.
    fn times(&mut self, name: String, a: VarId, b: VarId) -> Option<VarId> {
        if self.model[b].domain.only() == Some(1) {
            Some(a)
        } else {
            self.step(name, Op::Mul, a, b)
        }
    }
}

/// The name of the value after step `i`: where the expression starts, and how far it got.
fn name(expression: &Expression, i: usize) -> String {
    let (from, to) = (expression.first, expression.steps[i].1);
    format!("r{}c{}..r{}c{}", from.row + 1, from.column + 1, to.row + 1, to.column + 1)
}
