//! crossnumber: a crossword of numbers, its clues written in a language of their own.

mod barred;
mod blocked;
mod file;
pub mod language;
mod layout;
mod lower;
mod ranges;
mod read;
mod rules;
mod values;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value, json};

pub use self::file::{CrossNumberFile, Numbers, ValueDigits};
use self::language::Statement;
pub use self::layout::{Entry, GridDrawing, Layout};
pub use self::lower::Implication;
use self::rules::Filling;
pub use self::rules::{Referee, Tally, Truth, World, belongs};
pub use self::values::Set;
use crate::plain::Plain;
use crate::puzzle::{
    Format, InputError, Labels, Puzzle, ReadOptions, Rejection, Solution, Violation,
};
use crate::support::budget::Budget;

/// A condition, and where it comes from.
#[derive(Clone, Debug)]
pub struct SourcedCondition {
    /// The entry that is `this`, if there is one.
    pub entry: Option<usize>,
    /// The field of the file that states it.
    pub source: Source,
    /// What it says.
    pub statement: Arc<Statement>,
}

impl SourcedCondition {
    /// Whether it is a clue of its entry, and not a rule for all of them.
    pub fn is_clue(&self) -> bool {
        self.source == Source::Clues
    }
}

/// The field of a file that states a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// `clues`: about one entry.
    Clues,
    /// `rules`: about no entry.
    Rules,
    /// `every_entry`: once for each entry.
    EveryEntry,
    /// `transform`: once for each entry.
    Transform,
}

impl Source {
    /// The name of the field.
    fn field(self) -> &'static str {
        match self {
            Source::Clues => "clues",
            Source::Rules => "rules",
            Source::EveryEntry => "every_entry",
            Source::Transform => "transform",
        }
    }
}

/// Variables that share their values.
#[derive(Clone, Debug)]
pub struct VariableGroup {
    /// The variables, by position in [`CrossNumber::variables`].
    pub members: Vec<usize>,
    /// What each may be.
    pub values: Set,
    /// Whether they are pairwise different.
    pub distinct: bool,
    /// The values as the file writes them.
    pub written: Numbers,
}

/// What a solution looks like: the grid with its entries, and what else is printed.
#[derive(Clone, Debug)]
pub struct SolutionForm {
    layout: Layout,
    variables: Vec<String>,
    transformed: bool,
}

impl SolutionForm {
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
    /// If the grid is malformed; the error says what is wrong.
    pub fn digits(&self, solution: &Solution) -> Result<Vec<u8>, Violation> {
        rules::digits(&self.layout, solution)
    }
}

/// A well-formed crossnumber.
#[derive(Debug)]
pub struct CrossNumber {
    form: SolutionForm,
    conditions: Vec<SourcedCondition>,
    groups: Vec<VariableGroup>,
    distinct: bool,
    leading_zeros: bool,
    digits: Vec<u8>,
    value_digits: ValueDigits,
    value_ranges: Vec<(i64, i64)>,
    solution: Option<Solution>,
    canonical: Value,
    texts: BTreeMap<usize, String>,
    warnings: Vec<String>,
    labels: Labels,
    unsaid: Vec<Implication>,
}

impl CrossNumber {
    /// The same puzzle, in which something that follows from its conditions is not said once more. It
    /// has the same solutions; studies ask what saying it buys.
    #[must_use]
    pub fn without(mut self, implication: Implication) -> Self {
        self.unsaid.push(implication);
        self
    }

    /// The grid and its entries.
    pub fn layout(&self) -> &Layout {
        &self.form.layout
    }

    /// The entries.
    pub fn entries(&self) -> &[Entry] {
        &self.form.layout.entries
    }

    /// Every condition: clues, rules, those for each entry, and transforms.
    pub fn conditions(&self) -> &[SourcedCondition] {
        &self.conditions
    }

    /// Where a condition stands: the entry that is `this`, or `rules`.
    pub(crate) fn place(&self, condition: &SourcedCondition) -> &str {
        condition.entry.map_or("rules", |entry| &self.entries()[entry].name)
    }

    /// A condition with its place, such as `A1: #prime`.
    pub(crate) fn named(&self, condition: &SourcedCondition) -> String {
        format!("{}: {}", self.place(condition), condition.statement.text)
    }

    /// The names of the variables.
    pub fn variables(&self) -> &[String] {
        &self.form.variables
    }

    /// A variable as clues write it: a letter as it is, a longer name in braces. No cell and nothing
    /// that a formula adds is called so.
    pub(crate) fn written_variable(&self, variable: usize) -> String {
        let name = &self.variables()[variable];
        if name.chars().count() == 1 { name.clone() } else { format!("{{{name}}}") }
    }

    /// The variables by group.
    pub fn groups(&self) -> &[VariableGroup] {
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
        self.value_ranges[entry]
    }

    /// The least and the greatest number that can stand in the grid at an entry.
    pub fn grid_range(&self, entry: usize) -> (i64, i64) {
        let digits = self.entries()[entry].cells.len() as u32;
        let low = if self.leading_zeros { 0 } else { 10i64.pow(digits - 1) };
        (low, 10i64.pow(digits) - 1)
    }

    /// What a solution looks like.
    pub fn form(&self) -> &SolutionForm {
        &self.form
    }

    /// How many digits the value of a clue has.
    pub fn value_digits(&self) -> ValueDigits {
        self.value_digits
    }

    /// What the setter wrote for players to read instead of an entry's conditions.
    pub fn clue_text(&self, entry: usize) -> Option<&str> {
        self.texts.get(&entry).map(String::as_str)
    }

    /// The conditions of an entry's clue, as they are written.
    pub fn clue_conditions(&self, entry: usize) -> Vec<&str> {
        self.statements(|condition| condition.is_clue() && condition.entry == Some(entry))
    }

    /// The conditions of `rules`, `every_entry` or `transform`, as they are written.
    pub fn rule_conditions(&self, source: Source) -> Vec<&str> {
        // Those for every entry are there once for each; the first entry's are all of them.
        let is_first = |entry: Option<usize>| entry.is_none_or(|entry| entry == 0);
        self.statements(|condition| condition.source == source && is_first(condition.entry))
    }

    fn statements(&self, wanted: impl Fn(&SourcedCondition) -> bool) -> Vec<&str> {
        let wanted = self.conditions.iter().filter(|condition| wanted(condition));
        wanted.map(|condition| condition.statement.text.as_str()).collect()
    }

    /// The file with what it says to people.
    fn worded_file(&self) -> Value {
        let mut file = self.canonical.clone();
        for (&entry, text) in &self.texts {
            let clue = &mut file["clues"][&self.entries()[entry].name];
            *clue = json!({ "text": text, "if": clue.take() });
        }
        for (name, text) in self.labels().fields() {
            file[name] = json!(text);
        }
        file
    }
}

impl Format for CrossNumber {
    const FAMILY: &'static str = "crossnumber";
    const SUMMARY: &'static str = "a crossword of numbers, with clues in a small language";
    const SCHEMA: &'static str = include_str!("schema.json");
    type File = CrossNumberFile;

    fn from_file(file: CrossNumberFile, _: &ReadOptions) -> Result<Self, InputError> {
        read::read(file)
    }
}

/// Its clues are a language, whose meaning is a program: there are no plain rules.
impl Plain for CrossNumber {}

impl Puzzle for CrossNumber {
    fn family(&self) -> &'static str {
        Self::FAMILY
    }

    fn check(&self, solution: &Solution) -> Result<(), Rejection> {
        rules::check(self, solution)
    }

    fn check_lemma(
        &self,
        condition: &str,
        values: &[(String, i64)],
        budget: Budget,
    ) -> Result<(), String> {
        rules::check_lemma(self, condition, values, budget)
    }

    fn canonical_solution(&self, solution: &Solution) -> Result<Solution, Violation> {
        let Filling { digits, variables, values } = Filling::read(self, solution)?;
        Ok(self.form.solution(&digits, &variables, &values))
    }

    fn canonical(&self) -> Value {
        self.canonical.clone()
    }

    fn stated_solution(&self) -> Option<&Solution> {
        self.solution.as_ref()
    }

    fn labels(&self) -> &Labels {
        &self.labels
    }

    fn file(&self) -> Value {
        self.worded_file()
    }

    fn warnings(&self) -> &[String] {
        &self.warnings
    }
}
