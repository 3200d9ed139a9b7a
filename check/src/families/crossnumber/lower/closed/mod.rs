//! The closed form: a crossnumber as constraints over digits and small numbers, from nothing but what
//! its file says.
//!
//! Cells are the answers. Every number is a sum over digits (`sum.rs`); sums are compared column by
//! column (`columns.rs`), products and remainders are made of small tables (`product.rs`), and what is
//! said of them is true or false by a literal (`truth.rs`). A condition on few cells is a table as it
//! stands. What has no closed form stays a relation over the cells that it speaks of.
//!
//! References: Beldiceanu, Carlsson and Petit, "Deriving filtering algorithms from constraint
//! checkers", CP 2004 (conditions as chains of small steps); long addition and multiplication.

mod claim;
mod columns;
mod functions;
mod number;
mod open;
mod product;
mod rare;
mod sum;
mod truth;

use std::collections::BTreeMap;
use std::sync::Arc;

use xwc_encodings::{Constraint, Domain, Literal, Model, VarId};

use self::number::Fraction;
use self::open::OpenCondition;
use self::sum::Sum;
use self::truth::Truth;
use super::clue::{ClueFormula, ValueSource};
use super::implied::Implication;
use super::presolve::conjuncts;
use crate::families::crossnumber::CrossNumber;
use crate::families::crossnumber::language::Ref;
use crate::support::budget::{Budget, Limit};

/// A condition on cells with no more fillings is a table.
const MAX_TABLE: u64 = 1_000;

/// A condition that has no other closed form is a table up to this many fillings.
const MAX_LAST_TABLE: u64 = 20_000;

/// The fillings of a table are looked at with this effort in all.
const EFFORT: usize = 400_000;

/// A condition whose closed form has more numbers in it is left open.
const MAX_SIZE: usize = 1_000_000;

/// All of them together have no more.
const MAX_TOTAL: usize = 10_000_000;

/// A variable up to this is added as it is, a larger one by its digits.
const MAX_SMALL: i64 = 99;

/// Something that has no closed form of reasonable size.
#[derive(Clone, Copy, Debug)]
struct Open;

/// A model in closed form, and where the puzzle's numbers are in it.
pub(super) struct Closed {
    pub model: Model,
    /// By cell.
    pub cells: Vec<VarId>,
    /// By variable of the puzzle.
    pub unknowns: Vec<VarId>,
    /// With a transform: the digits of the values, by entry, least significant first.
    pub values: Vec<Vec<VarId>>,
}

/// A model under construction.
struct Closing<'a> {
    puzzle: &'a CrossNumber,
    model: Model,
    /// What each name stands for.
    names: BTreeMap<Ref, Fraction>,
    /// The puzzle's variables as they are, also where they are added by their digits.
    variables: BTreeMap<Ref, Sum>,
    products: BTreeMap<(VarId, VarId), Sum>,
    digits: BTreeMap<VarId, Vec<VarId>>,
    indicators: BTreeMap<(VarId, i64, bool), VarId>,
    differences: BTreeMap<(VarId, VarId), VarId>,
    /// How many numbers the closed forms so far are made of.
    size: usize,
}

/// The closed form of a puzzle.
///
/// # Errors
///
/// If a guard of the budget says stop.
pub(super) fn close(puzzle: &CrossNumber, budget: Budget) -> Result<Closed, Limit> {
    let mut closing = Closing::new(puzzle);
    let (cells, values, unknowns) = closing.names();
    closing.different();
    let mut conditions = Vec::new();
    for condition in puzzle.conditions() {
        budget.check()?;
        let text = puzzle.named(condition);
        let formula = ClueFormula::of(&condition.statement, puzzle.scope(condition.entry));
        conditions.extend(conjuncts(formula).into_iter().map(|formula| (text.clone(), formula)));
    }
    closing.list_rare_types(&mut conditions, budget)?;
    for (text, formula) in conditions {
        budget.check()?;
        closing.condition(&text, formula);
    }
    for implication in Implication::ALL {
        implication.formulas(puzzle).iter().for_each(|formula| closing.implied(formula));
    }
    Ok(Closed { model: closing.model, cells, unknowns, values })
}

impl<'a> Closing<'a> {
    fn new(puzzle: &'a CrossNumber) -> Self {
        Self {
            puzzle,
            model: Model::default(),
            names: BTreeMap::new(),
            variables: BTreeMap::new(),
            products: BTreeMap::new(),
            digits: BTreeMap::new(),
            indicators: BTreeMap::new(),
            differences: BTreeMap::new(),
            size: 0,
        }
    }

    /// A new variable that is not an answer.
    fn fresh(&mut self, name: &str, domain: Domain) -> VarId {
        let name = format!("{name}{}", self.model.variables().len());
        self.model.variable(name, domain)
    }

    /// Makes the variables: cells, then values if they may differ, then the puzzle's variables.
    fn names(&mut self) -> (Vec<VarId>, Vec<Vec<VarId>>, Vec<VarId>) {
        let puzzle = self.puzzle;
        let entries = puzzle.entries();
        let mut cells = Vec::new();
        for (i, cell) in puzzle.layout().cells.iter().enumerate() {
            let domain = Domain::from_iter(super::cell_digits(puzzle, i));
            cells.push(self.model.answer(format!("r{}c{}", cell.row + 1, cell.column + 1), domain));
        }
        for (i, &cell) in cells.iter().enumerate() {
            let digit = Fraction { digits: Some(vec![cell]), ..Fraction::whole(Sum::var(cell)) };
            self.names.insert(Ref::Cell(i), digit);
        }
        let mut values = Vec::new();
        for (i, entry) in entries.iter().enumerate() {
            let digits: Vec<VarId> = entry.cells.iter().rev().map(|&cell| cells[cell]).collect();
            let written = Fraction::of_digits(digits).expect("18 digits fit");
            if !puzzle.is_transformed() {
                self.names.insert(Ref::Value(i), written);
                continue;
            }
            self.names.insert(Ref::Grid(i), written);
            let (low, high) = match puzzle.value_range(i) {
                (low, high) if low <= high => (low, high),
                // No value can be read from this entry.
                _ => {
                    self.require(Truth::Known(false));
                    (0, 0)
                }
            };
            let digits =
                self.named_number(&entry.name, low.into(), high.into()).expect("18 digits fit");
            values.push(digits.clone());
            self.names.insert(Ref::Value(i), Fraction::of_digits(digits).expect("18 digits fit"));
        }
        let mut unknowns: BTreeMap<usize, VarId> = BTreeMap::new();
        for group in puzzle.groups() {
            let domain = super::Possible::of(&group.values).domain();
            let mut members = Vec::new();
            for &variable in &group.members {
                let var = self.model.variable(puzzle.written_variable(variable), domain.clone());
                let number = Fraction::whole(Sum::var(var));
                let number = match domain.max().is_some_and(|max| max > MAX_SMALL) {
                    true => self.digits_of_var(var).and_then(Fraction::of_digits).unwrap_or(number),
                    false => number,
                };
                self.variables.insert(Ref::Variable(variable), Sum::var(var));
                self.names.insert(Ref::Variable(variable), number);
                unknowns.insert(variable, var);
                members.push(var);
            }
            if group.distinct && members.len() > 1 {
                self.model.require(Constraint::AllDifferent(members));
            }
        }
        (cells, values, unknowns.into_values().collect())
    }

    /// Entries are pairwise different.
    fn different(&mut self) {
        if !self.puzzle.distinct() {
            return;
        }
        let digits: Vec<Vec<VarId>> = (0..self.puzzle.entries().len())
            .map(|i| {
                let written = self.names.get(&Ref::Grid(i)).or(self.names.get(&Ref::Value(i)));
                written.and_then(|written| written.digits.clone()).unwrap_or_default()
            })
            .collect();
        for (i, one) in digits.iter().enumerate() {
            for two in &digits[..i] {
                let (short, long) = if one.len() <= two.len() { (one, two) } else { (two, one) };
                // A longer number is different if it does not begin with 0.
                let more = &long[short.len()..];
                if more.iter().any(|&digit| !self.model[digit].domain.contains(0)) {
                    continue;
                }
                let mut literals: Vec<_> = Vec::new();
                for (&u, &v) in short.iter().zip(long) {
                    if u != v {
                        literals.push(self.differ(u, v));
                    }
                }
                literals.extend(more.iter().map(|&digit| !Literal::is(digit, 0)));
                self.model.require(Constraint::Clause(literals));
            }
        }
    }

    /// States a condition: as a table if it is small, in closed form, or as a relation.
    fn condition(&mut self, text: &str, formula: ClueFormula) {
        let names = formula.names();
        if self.fillings(&names).is_ok_and(|fillings| fillings <= MAX_TABLE)
            && self.table(&formula, &names, MAX_TABLE).is_ok()
        {
            return;
        }
        let before = (self.model.variables().len(), self.model.constraints().len());
        if self.require_formula(&formula).is_ok() {
            let size = self.model.constraints()[before.1..].iter().map(size).sum::<usize>();
            if size <= MAX_SIZE && self.size + size <= MAX_TOTAL {
                self.size += size;
                return;
            }
        }
        self.take_back(before);
        if self.table(&formula, &names, MAX_LAST_TABLE).is_ok() {
            return;
        }
        let before = (self.model.variables().len(), self.model.constraints().len());
        if self.require_implied(&formula).is_err() {
            self.take_back(before);
        }
        self.open(text, formula, &names);
    }

    /// States what follows from other conditions, if that is short.
    fn implied(&mut self, formula: &ClueFormula) {
        let before = (self.model.variables().len(), self.model.constraints().len());
        if self.require_formula(formula).is_err() {
            self.take_back(before);
        }
    }

    /// Forgets what was made after a point.
    fn take_back(&mut self, (variables, constraints): (usize, usize)) {
        self.model.take_back(variables, constraints);
        let kept = |var: &VarId| var.index() < variables;
        self.products.retain(|(u, v), sum| kept(u) && kept(v) && sum.terms.keys().all(kept));
        self.digits.retain(|var, digits| kept(var) && digits.iter().all(kept));
        self.indicators.retain(|(var, ..), indicator| kept(var) && kept(indicator));
        self.differences.retain(|(u, v), differ| kept(u) && kept(v) && kept(differ));
    }

    /// A name in terms of cells, digits of values and variables of the puzzle.
    fn plain(&self, name: Ref) -> Option<&Sum> {
        self.variables.get(&name).or_else(|| self.names.get(&name).map(|number| &number.over))
    }

    /// The variables that decide these names.
    fn support(&self, names: &[Ref]) -> Result<Vec<VarId>, Open> {
        let mut support = Vec::new();
        for name in names {
            support.extend(self.plain(*name).ok_or(Open)?.terms.keys().copied());
        }
        support.sort_unstable();
        support.dedup();
        Ok(support)
    }

    fn fillings(&self, names: &[Ref]) -> Result<u64, Open> {
        let sizes = self.support(names)?.into_iter().map(|var| self.model[var].domain.len());
        Ok(sizes.fold(1, u64::saturating_mul))
    }

    /// All values of some variables, if they are not too many.
    fn combinations(&self, support: &[VarId], most: u64) -> Result<Vec<Vec<i64>>, Open> {
        let sizes = support.iter().map(|&var| self.model[var].domain.len());
        if sizes.fold(1, u64::saturating_mul) > most {
            return Err(Open);
        }
        let values = support.iter().map(|&var| self.model[var].domain.iter().collect());
        Ok(super::combinations(&values.collect::<Vec<_>>()))
    }

    /// The values of names, given those of the variables behind them.
    fn slot_values(&self, names: &[Ref], support: &[VarId], row: &[i64]) -> Vec<i64> {
        let value = |var: &VarId| support.binary_search(var).map_or(0, |at| i128::from(row[at]));
        let name = |name: &Ref| {
            let sum = self.plain(*name).expect("a name of the puzzle");
            let terms: i128 = sum.terms.iter().map(|(var, k)| k * value(var)).sum();
            i64::try_from(sum.constant + terms).unwrap_or(i64::MAX)
        };
        names.iter().map(name).collect()
    }

    /// A condition as all fillings that obey it.
    fn table(&mut self, formula: &ClueFormula, names: &[Ref], most: u64) -> Result<(), Open> {
        let support = self.support(names)?;
        let mut rows = Vec::new();
        let mut left = EFFORT;
        for row in self.combinations(&support, most)? {
            let values = self.slot_values(names, &support, &row);
            let named = NamedRow { names, values: &values };
            if formula.holds(&named, &mut left).ok_or(Open)? {
                rows.push(row);
            }
        }
        let size = (rows.len() + 1) * support.len();
        if self.size + size > MAX_TOTAL {
            return Err(Open);
        }
        self.size += size;
        match support.is_empty() {
            true => self.require(Truth::Known(!rows.is_empty())),
            false => self.model.require(Constraint::Table { vars: support, rows }),
        }
        Ok(())
    }

    /// A condition as a relation over the variables that decide it.
    fn open(&mut self, text: &str, formula: ClueFormula, names: &[Ref]) {
        let vars = self.support(names).unwrap_or_default();
        let sums = names.iter().map(|name| {
            let sum = self.plain(*name).expect("a name of the puzzle");
            let at = |var: &VarId| vars.binary_search(var).expect("a variable of the support");
            let terms = sum.terms.iter().map(|(var, &k)| (at(var), k as i64)).collect();
            (*name, terms)
        });
        let relation = OpenCondition { text: text.to_string(), sums: sums.collect(), formula };
        self.model.require(Constraint::Relation { vars, relation: Arc::new(relation) });
    }
}

/// How many numbers a constraint is made of.
fn size(constraint: &Constraint) -> usize {
    match constraint {
        Constraint::Table { vars, rows } => (rows.len() + 1) * vars.len(),
        other => other.vars().len(),
    }
}

/// Values of names.
struct NamedRow<'a> {
    /// Ascending.
    names: &'a [Ref],
    values: &'a [i64],
}

impl ValueSource for NamedRow<'_> {
    fn value(&self, name: Ref) -> i64 {
        let at = self.names.binary_search(&name).expect("a name of the formula");
        self.values[at]
    }
}
