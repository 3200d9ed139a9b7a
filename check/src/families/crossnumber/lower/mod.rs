//! crossnumber as constraints: digits in cells are the answers; numbers are tied to their digits;
//! conditions become domains and tables where values are few, and relations that ask the evaluator of
//! the language where they are many.

mod closed;
mod clue;
mod digits;
mod enumerate;
mod implied;
mod plan;
mod presolve;
mod rare;
mod relation;
mod space;

use std::collections::BTreeMap;
use std::sync::Arc;

use tracing::field::Empty;
use tracing::info_span;
use xwc_encodings::{Comparison, Constraint, Domain, Domains, Literal, Model, VarId};

use self::closed::Closed;
use self::clue::{ClueFormula, Scope};
use self::digits::Link;
use self::enumerate::AtomEnumeration;
pub use self::implied::Implication;
use self::implied::{MAX_USED_UP, used_up};
use self::plan::NarrowingPlan;
use self::presolve::{Presolve, Rule, arranged};
use self::relation::ConditionRelation;
use self::space::{Possible, Space, SpaceView};
use crate::families::crossnumber::CrossNumber;
use crate::lower::{Glance, Lower, LowerError, Lowered};
use crate::puzzle::grid::short;
use crate::support::budget::{Budget, Limit};

/// A table has no more rows.
const MAX_ROWS: usize = 8_000;

/// How much is tried before a search begins.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// For the presolve.
    work: usize,
    /// For the presolve while it removes no value.
    fruitless: usize,
    /// For the rows of each table.
    rows: usize,
}

/// Enough for a search that may take long.
const FULL: Effort = Effort { work: 1_000_000, fruitless: 1_000_000, rows: 60_000 };

/// Enough for what can be seen at once: no two costly conditions in a row that remove nothing.
const GLANCE: Effort = Effort { work: 130_000, fruitless: 45_000, rows: 3_000 };

/// This many combinations are asked if the question itself has members of types to choose.
const OPEN_EFFORT: usize = 300;

/// A number with more values is tied to its digits by an equation, not by a table.
const MAX_NUMBERS: usize = 4_000;

/// With more pairs of numbers to be different, one constraint says it of all of them.
const MAX_PAIRS: usize = 20_000;

impl Lower for CrossNumber {
    fn lower(&self, budget: Budget) -> Result<Lowered, LowerError> {
        check_size(self)?;
        let (presolve, alive) = self.presolve(FULL, budget)?;
        self.search_model(presolve, alive, FULL, budget)
    }

    fn glance(&self, budget: Budget) -> Result<Glance, LowerError> {
        check_size(self)?;
        let (presolve, alive) = self.presolve(GLANCE, budget)?;
        if alive && !presolve.is_settled() {
            return Ok(Glance::Nothing);
        }
        self.search_model(presolve, alive, GLANCE, budget).map(Glance::Part)
    }

    fn close(&self, budget: Budget) -> Result<Option<Lowered>, LowerError> {
        check_size(self)?;
        let span = info_span!("close", variables = Empty, constraints = Empty).entered();
        let closed = closed::close(self, budget)?;
        span.record("variables", closed.model.variables().len());
        span.record("constraints", closed.model.constraints().len());
        Ok(Some(self.read_back(closed)))
    }
}

/// One value of each list, in every way.
fn combinations(lists: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let mut rows: Vec<Vec<i64>> = vec![Vec::new()];
    for list in lists {
        let longer = |row: &Vec<i64>| {
            let one = |&value: &i64| row.iter().copied().chain([value]).collect();
            list.iter().map(one).collect::<Vec<Vec<i64>>>()
        };
        rows = rows.iter().flat_map(longer).collect();
    }
    rows
}

/// The digits that a cell may hold: no entry begins with 0, unless the puzzle allows it.
fn cell_digits(puzzle: &CrossNumber, cell: usize) -> Vec<i64> {
    let is_first = puzzle.entries().iter().any(|entry| entry.cells[0] == cell);
    let zero = puzzle.leading_zeros() || !is_first;
    let digits = puzzle.digits().iter().map(|&digit| i64::from(digit));
    digits.filter(|&digit| zero || digit != 0).collect()
}

/// More operations in all formulas are refused before they are made.
const MAX_OPERATIONS: usize = 5_000_000;

/// Refuses conditions that would make too many operations.
fn check_size(puzzle: &CrossNumber) -> Result<(), LowerError> {
    let mut size = 0usize;
    for condition in puzzle.conditions() {
        size = size
            .saturating_add(ClueFormula::size(&condition.statement, puzzle.scope(condition.entry)));
        if size > MAX_OPERATIONS {
            let place = puzzle.place(condition);
            let place = format!("{place}: {}", short(&condition.statement.text));
            return Err(LowerError::TooManyOperations { place, size, most: MAX_OPERATIONS });
        }
    }
    Ok(())
}

impl CrossNumber {
    /// What can be found out of each condition, and whether anything is left.
    fn presolve(&self, effort: Effort, budget: Budget) -> Result<(Presolve, bool), Limit> {
        let span = info_span!("presolve", steps = Empty, work = Empty).entered();
        let mut presolve = Presolve::new(self, effort, budget)?;
        let alive = presolve.run()?;
        span.record("steps", presolve.steps.len());
        span.record("work", presolve.work);
        Ok((presolve, alive))
    }

    /// The model for the search: what the presolve has left, and the conditions on it.
    fn search_model(
        &self,
        presolve: Presolve,
        alive: bool,
        effort: Effort,
        budget: Budget,
    ) -> Result<Lowered, LowerError> {
        let mut lowering = CrossNumberLowering::new(self, &presolve, alive, effort.rows);
        if alive {
            presolve.links.iter().for_each(|link| lowering.link(link));
            for group in &presolve.different {
                lowering.different(group);
                if !self.unsaid.contains(&Implication::Members) {
                    lowering.used_up(group);
                }
            }
            for rule in &presolve.rules {
                budget.check()?;
                lowering.rule(rule, &presolve);
            }
        }
        let CrossNumberLowering { model, vars, .. } = lowering;
        let mut lowered = self.read_back(self.search_form(model, &vars));
        lowered.steps = presolve.steps;
        lowered.notes = presolve.notes;
        Ok(lowered)
    }
}

/// What reading an assignment needs to know of a puzzle.
impl CrossNumber {
    fn scope(&self, this: Option<usize>) -> Scope {
        Scope {
            this,
            entries: self.entries().len(),
            cells: self.layout().cells.len(),
            transformed: self.is_transformed(),
        }
    }

    /// Where the puzzle's numbers are among the variables of the model for the search.
    fn search_form(&self, model: Model, vars: &[VarId]) -> Closed {
        let n_cells = self.layout().cells.len();
        let n_values = if self.is_transformed() { self.entries().len() } else { 0 };
        let first = vars.len() - self.variables().len();
        let values = vars[n_cells..n_cells + n_values].iter().map(|&var| vec![var]).collect();
        let (cells, unknowns) = (vars[..n_cells].to_vec(), vars[first..].to_vec());
        Closed { model, cells, unknowns, values }
    }

    fn read_back(&self, closed: Closed) -> Lowered {
        let Closed { model, cells, unknowns, values } = closed;
        let named = self.variables().iter().cloned().zip(unknowns.iter().copied()).collect();
        let (printer, reader) = (self.form().clone(), self.form().clone());
        let read = move |assignment: &[i64]| {
            let value = |var: &VarId| assignment[var.index()];
            let digits: Vec<u8> = cells.iter().map(|var| value(var) as u8).collect();
            let variables: Vec<i64> = unknowns.iter().map(value).collect();
            let number = |digits: &Vec<VarId>| {
                digits.iter().rev().fold(0, |number, digit| 10 * number + value(digit))
            };
            let values: Vec<i64> = values.iter().map(number).collect();
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

struct CrossNumberLowering {
    model: Model,
    /// The model's variables, in the order of the space.
    vars: Vec<VarId>,
    space: Space,
    /// Rows are looked for with this effort.
    effort: usize,
}

impl CrossNumberLowering {
    fn new(puzzle: &CrossNumber, presolve: &Presolve, alive: bool, effort: usize) -> Self {
        let mut model = Model::default();
        let n_cells = puzzle.layout().cells.len();
        let mut vars = Vec::new();
        for (i, possible) in presolve.space.all.iter().enumerate() {
            let name = presolve.names[i].clone();
            // After a conflict the empty domain of the first cell says it all, and no value matters.
            let domain = match (alive, i) {
                (true, _) => possible.domain(),
                (false, 0) => Domain::from_iter([]),
                (false, _) => Domain::from(0),
            };
            let var =
                if i < n_cells { model.answer(name, domain) } else { model.variable(name, domain) };
            vars.push(var);
        }
        Self { model, vars, space: presolve.space.clone(), effort }
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

    /// If some of the numbers that are different can only be the same few, and are as many as these, each
    /// of these is one of them.
    fn used_up(&mut self, group: &[usize]) {
        let lists: Vec<(VarId, &[i64])> = group
            .iter()
            .filter_map(|&var| match &self.space.all[var] {
                Possible::List(list) if list.len() <= group.len().min(MAX_USED_UP) => {
                    Some((self.vars[var], &list[..]))
                }
                _ => None,
            })
            .collect();
        for choices in used_up(&lists) {
            let literals = choices.into_iter().map(|(var, number)| Literal::is(var, number));
            self.model.require(Constraint::Clause(literals.collect()));
        }
    }

    fn rule(&mut self, rule: &Rule, presolve: &Presolve) {
        let mains: Vec<usize> = rule.slots.values().map(|slot| rule.vars[slot.main]).collect();
        let open = mains.iter().filter(|&&var| !self.is_fixed(var)).count();
        if open <= 1 {
            // If nothing changes and everything was looked at, the domains say it all.
            let mut space = self.space.clone();
            space.changed.clear();
            let mut view = SpaceView { space: &mut space, vars: &rule.vars };
            let outcome = rule.plan.narrow(&mut view, self.effort);
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
        let plan = NarrowingPlan::of(&rule.formula, &slots);
        let stated = ConditionRelation {
            text: rule.text.clone(),
            formula: rule.formula.clone(),
            plan,
            slots,
        };
        self.model.require(Constraint::Relation {
            vars: vars.into_iter().map(|var| self.vars[var]).collect(),
            relation: Arc::new(stated),
        });
    }

    /// All combinations that make a rule true, if they are few; with the variables they are of.
    fn rows(&mut self, rule: &Rule) -> Option<(Vec<usize>, Vec<Vec<i64>>)> {
        if let NarrowingPlan::Atom(atom) = &rule.plan {
            let view = SpaceView { space: &mut self.space, vars: &rule.vars };
            let rows = AtomEnumeration::rows(atom, &view, self.effort, MAX_ROWS)?;
            let vars = atom.slots.iter().map(|slot| rule.vars[slot.main]).collect();
            return Some((vars, rows));
        }
        let slots: Vec<usize> = rule.slots.values().map(|slot| slot.main).collect();
        let view = SpaceView { space: &mut self.space, vars: &rule.vars };
        let sizes = slots.iter().map(|&main| view.size(main));
        let effort = if rule.plan.has_choices() { OPEN_EFFORT } else { self.effort };
        if sizes.fold(1, u64::saturating_mul) > effort as u64 {
            return None;
        }
        let values: Option<Vec<Vec<i64>>> = slots.iter().map(|&main| view.values(main)).collect();
        let mut rows = combinations(&values?);
        let position: BTreeMap<usize, usize> =
            slots.iter().enumerate().map(|(i, &main)| (main, i)).collect();
        let (mut certain, mut left) = (true, self.effort);
        rows.retain(|row| {
            let holds = rule.plan.holds(&|main| row[position[&main]], &mut left);
            certain &= holds.is_some();
            holds == Some(true)
        });
        let vars = slots.iter().map(|&main| rule.vars[main]).collect();
        (certain && rows.len() <= MAX_ROWS).then_some((vars, rows))
    }
}
