//! crossnumber: a crossword of numbers, its clues written in a language of their own.

mod barred;
mod blocked;
mod file;
pub mod language;
mod layout;
mod read;
mod rules;
mod values;

use serde_json::{Map, Value, json};

use self::language::{Formula, Scope, Statement};
pub use self::layout::{Drawing, Entry, Layout};
pub use self::values::Set;
use super::{Format, InputError, Puzzle, Solution, Violation};

/// A condition, and where it comes from.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The entry that is `this`, if there is one.
    pub entry: Option<usize>,
    /// Whether it is a clue of that entry, and not a rule for all of them.
    pub is_clue: bool,
    /// What it says.
    pub statement: Statement,
    /// The same, bound to the entry.
    pub formula: Formula,
}

/// Variables that share their values.
#[derive(Clone, Debug)]
pub struct Group {
    /// The variables, by position in [`CrossNumber::variables`].
    pub members: Vec<usize>,
    /// What each may be.
    pub values: Set,
    /// Whether they are pairwise different.
    pub distinct: bool,
    /// The values as the file writes them.
    written: Value,
}

/// What a solution looks like: the grid with its entries, and what else is printed.
#[derive(Clone, Debug)]
pub struct Form {
    layout: Layout,
    variables: Vec<String>,
    transformed: bool,
}

impl Form {
    /// The solution of these digits by cell, variables, and, with a transform, values by entry.
    pub fn solution(&self, digits: &[u8], variables: &[i64], values: &[i64]) -> Solution {
        let mut entries = Map::new();
        for entry in &self.layout.entries {
            entries.insert(entry.name.clone(), json!(rules::written(entry, digits)));
        }
        let named = self.variables.iter().cloned().zip(variables.iter().map(|v| json!(v)));
        let mut solution = json!({
            "grid": self.layout.rows(|cell| digits[cell]),
            "entries": entries,
            "variables": named.collect::<Map<_, _>>(),
        });
        if self.transformed {
            let names = self.layout.entries.iter().map(|entry| entry.name.clone());
            let values = names.zip(values.iter().map(|value| json!(value)));
            solution["values"] = Value::Object(values.collect());
        }
        Solution(solution)
    }

    /// The digits by cell of a solution whose grid has the right shape.
    ///
    /// # Errors
    ///
    /// What is wrong with the grid.
    pub fn digits(&self, solution: &Solution) -> Result<Vec<u8>, Violation> {
        rules::digits(&self.layout, solution)
    }
}

/// A well-formed crossnumber.
#[derive(Debug)]
pub struct CrossNumber {
    form: Form,
    conditions: Vec<Condition>,
    groups: Vec<Group>,
    distinct: bool,
    leading_zeros: bool,
    digits: Vec<u8>,
    solution: Option<Solution>,
    canonical: Value,
}

impl CrossNumber {
    /// The grid and its entries.
    pub fn layout(&self) -> &Layout {
        &self.form.layout
    }

    /// The entries.
    pub fn entries(&self) -> &[Entry] {
        &self.form.layout.entries
    }

    /// Every condition: clues, rules, those for each entry, and transforms.
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// The names of the variables.
    pub fn variables(&self) -> &[String] {
        &self.form.variables
    }

    /// The variables by group.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Whether no two entries are equal.
    pub fn distinct(&self) -> bool {
        self.distinct
    }

    /// Whether entries may start with 0.
    pub fn leading_zeros(&self) -> bool {
        self.leading_zeros
    }

    /// The digits that may be used, ascending.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Whether what stands in the grid may differ from the clues' values.
    pub fn is_transformed(&self) -> bool {
        self.form.transformed
    }

    /// The least and the greatest value of an entry's clue.
    pub fn value_range(&self, entry: usize) -> (i64, i64) {
        let digits = self.entries()[entry].cells.len() as u32;
        // With a transform a value has as many digits as its entry, whatever the grid may begin with.
        let padded = self.leading_zeros && !self.is_transformed();
        let low = if padded { 0 } else { 10i64.pow(digits - 1) };
        (low, 10i64.pow(digits) - 1)
    }

    /// What a solution looks like.
    pub fn form(&self) -> &Form {
        &self.form
    }

    fn scope(&self, this: Option<usize>) -> Scope {
        Scope {
            this,
            entries: self.entries().len(),
            cells: self.form.layout.cells.len(),
            transformed: self.is_transformed(),
        }
    }
}

impl Format for CrossNumber {
    const FAMILY: &'static str = "crossnumber";
    const SUMMARY: &'static str = "a crossword of numbers, with clues in a small language";
    type File = file::File;

    fn from_file(file: file::File) -> Result<Self, InputError> {
        read::read(file)
    }
}

impl Puzzle for CrossNumber {
    fn check(&self, solution: &Solution) -> Result<(), Violation> {
        rules::check(self, solution)
    }

    fn canonical(&self) -> Value {
        self.canonical.clone()
    }

    fn ipuz(&self, solution: Option<&Solution>) -> Option<Value> {
        Some(self.to_ipuz(solution))
    }

    fn stated_solution(&self) -> Option<&Solution> {
        self.solution.as_ref()
    }

    fn same(&self, one: &Solution, two: &Solution) -> bool {
        one.0.get("grid") == two.0.get("grid")
    }
}
