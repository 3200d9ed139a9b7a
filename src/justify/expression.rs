//! The clauses of one equation or expression.
//!
//! If its cells are all that the formula knows of it, unit propagation over the plain rules does.
//! If the formula has intermediate values, they are introduced by way of the *rows*: the choices of
//! operands that come out right. A row is true if its operands are; some row is true; and an
//! intermediate value is true if one of the rows that lead to it is.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use xwc_encodings::{Constraint, Definition, Lit, Op, VarId};

use super::pb::Pb;
use super::proof::Id;
use super::scope::ProofScope;
use super::{Justifier, JustifyError, Known, MAX_WORK};
use xwc_check::plain::Topic;

/// A choice of operands that comes out right.
struct Row {
    /// The values of the operands.
    operands: Vec<i64>,
    /// The values of everything else.
    values: BTreeMap<VarId, i64>,
    lit: Lit,
}

impl<W: Write> Justifier<'_, W> {
    /// Derives the clauses of the constraints that belong to a group of the plain rules.
    pub(super) fn expression(
        &mut self,
        group: usize,
        constraints: &[usize],
    ) -> Result<(), JustifyError> {
        let Topic::Expression(cells) = &self.rules.groups()[group].topic else { return Ok(()) };
        let cells: Vec<VarId> = cells.iter().map(|&c| self.cells[&super::cell_name(c)]).collect();
        let vars: BTreeSet<VarId> =
            constraints.iter().flat_map(|&i| variables(&self.model.constraints()[i])).collect();
        let inner: Vec<VarId> = vars
            .iter()
            .copied()
            .filter(|var| !cells.contains(var) && self.model[*var].domain.only().is_none())
            .collect();
        let mut scope = ProofScope::default();
        for var in vars.iter().chain(&cells).collect::<BTreeSet<_>>() {
            let about = self.about.get(var).cloned().unwrap_or_default();
            about.into_iter().for_each(|(id, pb)| scope.add(id, pb));
        }
        let plain = self.given[group].clone();
        let covers = if inner.is_empty() && constraints.len() == 1 {
            let sizes = cells.iter().map(|&var| self.model[var].domain.len());
            if sizes.product::<u64>() > 4 * MAX_WORK {
                return Err(JustifyError::TooManyRows);
            }
            plain.into_iter().for_each(|(id, pb)| scope.add(id, pb));
            cells.iter().filter_map(|&var| self.blank(var)).collect()
        } else {
            vec![self.rows(&cells, constraints, &inner, plain, &mut scope)?]
        };
        for var in inner {
            for clause in self.domain.get(&var).cloned().unwrap_or_default() {
                self.define_all(clause)?.into_iter().for_each(|(id, pb)| scope.add(id, pb));
                self.derive(clause, &mut scope, &covers)?;
            }
        }
        for &constraint in constraints {
            for clause in self.sections[constraint].clone() {
                self.define_all(clause)?.into_iter().for_each(|(id, pb)| scope.add(id, pb));
                self.derive(clause, &mut scope, &covers)?;
            }
        }
        Ok(())
    }

    /// The literals of a blank cell, of which the plain rules say that one is true.
    fn blank(&self, var: VarId) -> Option<Vec<Lit>> {
        let literals = self.literals[var.index()].values().copied();
        let literals: Vec<Lit> = literals.filter(|lit| self.plain.contains(lit)).collect();
        (!literals.is_empty()).then_some(literals)
    }

    /// Introduces the rows and by them the intermediate values; returns the rows, of which one is
    /// true.
    fn rows(
        &mut self,
        cells: &[VarId],
        constraints: &[usize],
        inner: &[VarId],
        plain: Vec<Known>,
        scope: &mut ProofScope,
    ) -> Result<Vec<Lit>, JustifyError> {
        let Some((&result, operands)) = cells.split_last() else { return Ok(Vec::new()) };
        let mut rows = self.right_rows(operands, constraints);
        let values: u64 =
            inner.iter().chain([&result]).map(|&var| self.model[var].domain.len()).sum();
        if rows.len() as u64 * values > MAX_WORK {
            return Err(JustifyError::TooManyRows);
        }
        // The plain rules are needed up to the cover only.
        let mut first = ProofScope::default();
        for (id, pb) in plain {
            first.add(id, pb);
        }
        for var in operands.iter().chain([&result]) {
            for (id, pb) in self.about.get(var).cloned().unwrap_or_default() {
                first.add(id, pb);
            }
        }
        for row in &mut rows {
            row.lit = self.proof.new_lit(format!("row{}", self.proof.n_vars()));
            let of = operands.iter().zip(&row.operands);
            let of = of.filter_map(|(&var, value)| self.of_blank(var, *value)).collect();
            for (id, pb) in self.define(row.lit, &Definition::All(of))? {
                first.add(id, pb.clone());
                scope.add(id, pb);
            }
            if let Some(lit) = row.values.get(&result).and_then(|&v| self.of_blank(result, v)) {
                let clause = [!row.lit, lit];
                let id = self.rup(&clause, &mut first)?.ok_or(NO_ROW)?;
                scope.add(id, Pb::clause(clause));
            }
        }
        let prefixes = self.cover(operands, &mut Vec::new(), &rows, &mut first)?;
        prefixes.into_iter().for_each(|(id, pb)| scope.add(id, pb));
        let all: Vec<Lit> = rows.iter().map(|row| row.lit).collect();
        let some_row = self.rup(&all, &mut first)?.ok_or(NO_ROW)?;
        scope.add_reserve(some_row, Pb::clause(all.iter().copied()));
        if all.is_empty() {
            self.contradiction = Some(some_row);
            return Ok(all);
        }
        let one_row = self.at_most_one_row(operands, 0, &rows, &mut first)?;
        for &var in inner {
            self.intermediate(var, &rows, one_row, scope)?;
        }
        Ok(all)
    }

    /// Introduces the values of an intermediate variable by the rows that lead to them; at most one
    /// is true because at most one row is.
    fn intermediate(
        &mut self,
        var: VarId,
        rows: &[Row],
        one_row: Id,
        scope: &mut ProofScope,
    ) -> Result<(), JustifyError> {
        let mut parts = vec![one_row];
        let mut reached = Vec::new();
        for (value, lit) in self.literals[var.index()].clone() {
            let leads = |row: &&Row| row.values.get(&var) == Some(&value);
            let of: Vec<Lit> = rows.iter().filter(leads).map(|row| row.lit).collect();
            if of.is_empty() {
                let never = Pb::clause([!lit]);
                scope.add(self.proof.red(&never, !lit)?, never);
                continue;
            }
            let [enough, only_if] = self.define(lit, &Definition::AtLeast(1, of))?;
            parts.push(only_if.0);
            reached.push(!lit);
            scope.add(enough.0, enough.1);
            scope.add(only_if.0, only_if.1);
        }
        let id = self.proof.sum(&parts, &[])?;
        scope.add(id, Pb::at_least(reached.len() - 1, reached));
        Ok(())
    }

    /// At most one of the rows, which agree in the operands before `at`, is true: those with the
    /// same value of this operand by induction, and no two values are true at once.
    fn at_most_one_row(
        &mut self,
        operands: &[VarId],
        at: usize,
        rows: &[Row],
        scope: &mut ProofScope,
    ) -> Result<Id, JustifyError> {
        let Some(&var) = operands.get(at) else {
            // A single row.
            let trivial = Pb::at_least(0, rows.iter().map(|row| !row.lit));
            return Ok(self.proof.rup(&trivial, &[])?);
        };
        let mut parts = Vec::new();
        let mut absent = self.blank(var).unwrap_or_default();
        for same in rows.chunk_by(|one, two| one.operands[at] == two.operands[at]) {
            let one = self.at_most_one_row(operands, at + 1, same, scope)?;
            let Some(lit) = self.of_blank(var, same[0].operands[at]) else { return Ok(one) };
            // n·(at most one) and each row's "if it is true, so is the value", divided by n.
            let n = same.len();
            let mut with_value = if n > 1 { vec![(one, n - 1)] } else { Vec::new() };
            for row in same {
                let id = self.rup(&[!row.lit, lit], scope)?.ok_or(NO_ROW)?;
                with_value.push((id, 1));
            }
            parts.push(self.proof.divided(&with_value, n)?);
            absent.retain(|&other| other != lit);
        }
        let one_value = self.about[&var].iter().find(|(id, pb)| {
            *id <= self.core && pb.terms.first().is_some_and(|(_, lit)| lit.is_neg())
        });
        parts.extend(one_value.map(|&(id, _)| id));
        Ok(self.proof.sum(&parts, &absent)?)
    }

    /// The literal of a value, if the variable is a blank cell.
    fn of_blank(&self, var: VarId, value: i64) -> Option<Lit> {
        let lit = self.literals[var.index()].get(&value).copied();
        lit.filter(|lit| self.plain.contains(lit))
    }

    /// If the first operands have these values, then one of the rows that go on from there is true;
    /// so for every choice of all operands but the last, then of all but two, and so on.
    fn cover(
        &mut self,
        operands: &[VarId],
        chosen: &mut Vec<i64>,
        rows: &[Row],
        scope: &mut ProofScope,
    ) -> Result<Vec<Known>, JustifyError> {
        let at = chosen.len();
        let mut known = Vec::new();
        if at + 1 < operands.len() {
            for value in self.model[operands[at]].domain.iter() {
                chosen.push(value);
                let end = rows.partition_point(|row| row.operands[at] <= value);
                let start = rows.partition_point(|row| row.operands[at] < value);
                known.extend(self.cover(operands, chosen, &rows[start..end], scope)?);
                chosen.pop();
            }
        }
        let chosen = operands.iter().zip(chosen.iter());
        let denied: Vec<Lit> =
            chosen.filter_map(|(&var, &value)| self.of_blank(var, value)).collect();
        if denied.is_empty() {
            return Ok(known);
        }
        let clause: Vec<Lit> =
            denied.into_iter().map(|lit| !lit).chain(rows.iter().map(|row| row.lit)).collect();
        let step = scope.follows(&clause).ok_or(NO_ROW)?;
        let clause = Pb::clause(step.needed);
        let id = self.proof.rup(&clause, &step.hints)?;
        scope.add(id, clause.clone());
        known.push((id, clause));
        Ok(known)
    }

    /// All choices of operands for which the constraints hold, in order.
    fn right_rows(&self, operands: &[VarId], constraints: &[usize]) -> Vec<Row> {
        let mut choices = vec![Vec::new()];
        for &var in operands {
            let values: Vec<i64> = self.model[var].domain.iter().collect();
            choices = choices
                .into_iter()
                .flat_map(|c: Vec<i64>| values.iter().map(move |&v| [&c[..], &[v]].concat()))
                .collect();
        }
        let row = |choice: Vec<i64>| {
            let mut values: BTreeMap<VarId, i64> =
                operands.iter().copied().zip(choice.iter().copied()).collect();
            for &i in constraints {
                match &self.model.constraints()[i] {
                    Constraint::Arithmetic { op, a, b, c } => {
                        self.complete(&mut values, *op, [*a, *b, *c])?;
                    }
                    Constraint::Clause(literals) => {
                        let holds = |l: &xwc_encodings::Literal| {
                            values.get(&l.var).is_some_and(|&v| (v == l.value) == l.equal)
                        };
                        literals.iter().any(holds).then_some(())?;
                    }
                    _ => return None,
                }
            }
            // Its literal is made later.
            Some(Row { operands: choice, values, lit: Lit::positive(0) })
        };
        choices.into_iter().filter_map(row).collect()
    }

    /// Fills in the third value of `a op b = c`; `None` if there is none in its domain.
    fn complete(
        &self,
        values: &mut BTreeMap<VarId, i64>,
        op: Op,
        [a, b, c]: [VarId; 3],
    ) -> Option<()> {
        for var in [a, b, c] {
            if let Some(value) = self.model[var].domain.only() {
                values.insert(var, value);
            }
        }
        let get = |var: VarId| values.get(&var).copied();
        let (var, value) = match (get(a), get(b), get(c)) {
            (Some(x), Some(y), _) => (c, op.apply(x, y)?),
            (None, Some(y), Some(z)) if op == Op::Mul => (a, Op::Div.apply(z, y)?),
            _ => return None,
        };
        if !self.model[var].domain.contains(value) {
            return None;
        }
        (*values.entry(var).or_insert(value) == value).then_some(())
    }
}

/// The rows do not come out of the plain rules.
const NO_ROW: JustifyError =
    JustifyError::Formula("the rows of an expression are not its plain rules'");

fn variables(constraint: &Constraint) -> Vec<VarId> {
    match constraint {
        Constraint::Arithmetic { a, b, c, .. } => vec![*a, *b, *c],
        Constraint::Clause(literals) => literals.iter().map(|literal| literal.var).collect(),
        _ => Vec::new(),
    }
}
