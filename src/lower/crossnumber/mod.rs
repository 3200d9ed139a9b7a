//! crossnumber as constraints: digits in cells are the answers; numbers are tied to their digits;
//! conditions become domains and tables where values are few, and relations that ask the evaluator of
//! the language where they are many.

mod digits;
mod enumerate;
mod plan;
mod presolve;
mod relation;
mod space;

use std::collections::BTreeMap;
use std::sync::Arc;

use xwc_encodings::{Assignment, Comparison, Constraint, Domain, Domains, Model, VarId};

use self::digits::Link;
use self::enumerate::Enumeration;
use self::plan::Plan;
use self::presolve::{Presolve, Rule, arranged};
use self::relation::Stated;
use self::space::{Possible, Space, View};
use super::{Lower, LowerError, Lowered};
use crate::puzzle::crossnumber::CrossNumber;

/// A table has no more rows.
const MAX_ROWS: usize = 8_000;

/// Rows are looked for with this effort.
const ROWS_EFFORT: usize = 60_000;

/// So many combinations are asked if the question itself has members of types to choose.
const OPEN_EFFORT: usize = 300;

/// A number with more values is tied to its digits by an equation, not by a table.
const MAX_NUMBERS: usize = 4_000;

/// With more pairs of numbers to be different, one constraint says it of all of them.
const MAX_PAIRS: usize = 20_000;

impl Lower for CrossNumber {
    fn lower(&self) -> Result<Lowered, LowerError> {
        let mut presolve = Presolve::new(self);
        let alive = presolve.run().is_ok();
        let mut lowering = Lowering::new(self, &presolve, alive);
        if alive {
            presolve.links.iter().for_each(|link| lowering.link(link));
            presolve.different.iter().for_each(|group| lowering.different(group));
            presolve.rules.iter().for_each(|rule| lowering.rule(rule, &presolve));
        }
        let mut lowered = self.read_back(lowering);
        lowered.steps = presolve.steps;
        lowered.notes = presolve.notes;
        Ok(lowered)
    }
}

/// What reading an assignment needs to know of a puzzle.
impl CrossNumber {
    fn read_back(&self, lowering: Lowering) -> Lowered {
        let Lowering { model, vars, .. } = lowering;
        let n_cells = self.layout().cells.len();
        let n_entries = self.entries().len();
        let n_values = if self.is_transformed() { n_entries } else { 0 };
        let first = vars.len() - self.variables().len();
        let cells = vars[..n_cells].to_vec();
        let values = vars[n_cells..n_cells + n_values].to_vec();
        let unknowns = vars[first..].to_vec();
        let named = self.variables().iter().cloned().zip(unknowns.iter().copied()).collect();
        let (printer, reader) = (self.form().clone(), self.form().clone());
        let read = move |assignment: &Assignment| {
            let value = |var: &VarId| assignment[var.index()];
            let digits: Vec<u8> = cells.iter().map(|var| value(var) as u8).collect();
            let variables: Vec<i64> = unknowns.iter().map(value).collect();
            let values: Vec<i64> = values.iter().map(value).collect();
            printer.solution(&digits, &variables, &values)
        };
        let answers = move |solution: &crate::puzzle::Solution| {
            let digits = reader.digits(solution).ok()?;
            Some(digits.into_iter().map(i64::from).collect())
        };
        let mut lowered = Lowered::new(model, read, answers);
        lowered.unknowns = named;
        lowered
    }
}

struct Lowering {
    model: Model,
    /// The model's variables, in the order of the space.
    vars: Vec<VarId>,
    space: Space,
}

impl Lowering {
    fn new(puzzle: &CrossNumber, presolve: &Presolve, alive: bool) -> Self {
        let mut model = Model::new();
        let n_cells = puzzle.layout().cells.len();
        let mut vars = Vec::new();
        for (i, possible) in presolve.space.all.iter().enumerate() {
            let name = presolve.names[i].clone();
            // A conflict leaves some domain empty; the first cell's says it for all.
            let domain = if alive || i > 0 { possible.domain() } else { Domain::values([]) };
            let domain = if domain.is_empty() && i > 0 { Domain::single(0) } else { domain };
            let var =
                if i < n_cells { model.answer(name, domain) } else { model.variable(name, domain) };
            vars.push(var);
        }
        Self { model, vars, space: presolve.space.clone() }
    }

    fn is_fixed(&self, var: usize) -> bool {
        self.space.all[var].only().is_some()
    }

    /// Ties a number to its digits.
    fn link(&mut self, link: &Link) {
        if self.is_fixed(link.number) && link.cells.iter().all(|&cell| self.is_fixed(cell)) {
            return;
        }
        if let Possible::List(list) = &self.space.all[link.number]
            && list.len() <= MAX_NUMBERS
        {
            let row = |&number: &i64| {
                let mut row = vec![0; link.cells.len() + 1];
                row[0] = number;
                let mut rest = number;
                for digit in row[1..].iter_mut().rev() {
                    *digit = rest % 10;
                    rest /= 10;
                }
                row
            };
            let rows = list.iter().map(row).collect();
            let vars = [link.number].into_iter().chain(link.cells.iter().copied());
            let vars = vars.map(|var| self.vars[var]).collect();
            self.model.require(Constraint::Table { vars, rows });
            return;
        }
        let mut place = 1;
        let mut terms = vec![(-1, self.vars[link.number])];
        for &cell in link.cells.iter().rev() {
            terms.push((place, self.vars[cell]));
            place *= 10;
        }
        let comparison = Comparison::Equal;
        self.model.require(Constraint::Linear { terms, comparison, constant: 0 });
    }

    /// Keeps numbers apart that could be equal.
    fn different(&mut self, group: &[usize]) {
        let overlap = |one: usize, two: usize| {
            let (a, b) = (self.space.all[one].bounds(), self.space.all[two].bounds());
            a.0 <= b.1 && b.0 <= a.1 && !(self.is_fixed(one) && self.is_fixed(two))
        };
        let mut pairs = Vec::new();
        for (i, &one) in group.iter().enumerate() {
            pairs
                .extend(group[..i].iter().filter(|&&two| overlap(one, two)).map(|&two| (one, two)));
        }
        let small = group.iter().all(|&var| self.space.all[var].size() <= 2_000);
        let same = group.iter().all(|&var| self.space.all[var].size() <= 100);
        if pairs.len() > MAX_PAIRS || (same && small && !pairs.is_empty()) {
            let vars = group.iter().map(|&var| self.vars[var]).collect();
            return self.model.require(Constraint::AllDifferent(vars));
        }
        for (one, two) in pairs {
            self.model.require(Constraint::Linear {
                terms: vec![(1, self.vars[one]), (-1, self.vars[two])],
                comparison: Comparison::NotEqual,
                constant: 0,
            });
        }
    }

    fn rule(&mut self, rule: &Rule, presolve: &Presolve) {
        let mains: Vec<usize> = rule.slots.values().map(|slot| rule.vars[slot.main]).collect();
        let open = mains.iter().filter(|&&var| !self.is_fixed(var)).count();
        if open <= 1 {
            // If nothing changes and everything was looked at, the domains say it all.
            let mut space = self.space.clone();
            space.changed.clear();
            let mut view = View { space: &mut space, vars: &rule.vars };
            let outcome = rule.plan.narrow(&mut view, ROWS_EFFORT);
            if outcome.is_ok_and(|outcome| outcome.complete) && space.changed.is_empty() {
                return;
            }
        }
        if let Some((vars, rows)) = self.rows(rule) {
            let vars = vars.into_iter().map(|var| self.vars[var]).collect();
            return self.model.require(Constraint::Table { vars, rows });
        }
        // Digits are asked only for numbers that have no list.
        let listed = |var: usize| matches!(self.space.all[var], Possible::List(_));
        let (vars, slots) = arranged(&rule.formula, &presolve.refs, |var| !listed(var));
        let plan = Plan::of(&rule.formula, &slots);
        let stated = Stated { text: rule.text.clone(), formula: rule.formula.clone(), plan, slots };
        self.model.require(Constraint::Relation {
            vars: vars.into_iter().map(|var| self.vars[var]).collect(),
            relation: Arc::new(stated),
        });
    }

    /// All combinations that make a rule true, if they are few; with the variables they are of.
    fn rows(&mut self, rule: &Rule) -> Option<(Vec<usize>, Vec<Vec<i64>>)> {
        if let Plan::Atom(atom) = &rule.plan {
            let view = View { space: &mut self.space, vars: &rule.vars };
            let rows = Enumeration::rows(atom, &view, ROWS_EFFORT, MAX_ROWS)?;
            let vars = atom.slots.iter().map(|slot| rule.vars[slot.main]).collect();
            return Some((vars, rows));
        }
        let slots: Vec<usize> = rule.slots.values().map(|slot| slot.main).collect();
        let view = View { space: &mut self.space, vars: &rule.vars };
        let sizes = slots.iter().map(|&main| view.size(main));
        let effort = if rule.plan.has_choices() { OPEN_EFFORT } else { ROWS_EFFORT };
        if sizes.fold(1, u64::saturating_mul) > effort as u64 {
            return None;
        }
        let mut rows: Vec<Vec<i64>> = vec![Vec::new()];
        for &main in &slots {
            let values = view.values(main)?;
            let longer = |row: &Vec<i64>| {
                let one = |&value: &i64| row.iter().copied().chain([value]).collect();
                values.iter().map(one).collect::<Vec<Vec<i64>>>()
            };
            rows = rows.iter().flat_map(longer).collect();
        }
        let position: BTreeMap<usize, usize> =
            slots.iter().enumerate().map(|(i, &main)| (main, i)).collect();
        rows.retain(|row| rule.plan.holds(&|main| row[position[&main]]));
        let vars = slots.iter().map(|&main| rule.vars[main]).collect();
        (rows.len() <= MAX_ROWS).then_some((vars, rows))
    }
}
