//! From the file to the puzzle: names, conditions, variables, and every mistake with its place.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::file::{CrossNumberFile, FileClue, Numbers, Texts, ValueDigits};
use super::language::{self, Located, NameResolver, Ref, Statement, hint};
use super::layout::{Label, Layout};
use super::ranges::{NameRanges, value_ranges};
use super::rules::{Gap, Work, check_bounds, constants};
use super::values::{MAX_TESTED, Set};
use super::{CrossNumber, SolutionForm, Source, SourcedCondition, VariableGroup};
use crate::puzzle::grid::short;
use crate::puzzle::{InputError, Labels, Solution};

/// More variables are not a puzzle.
const MAX_VARIABLES: usize = 200;

/// More values, counted for each variable, are refused.
const MAX_VALUES: usize = 2_000_000;

/// More conditions, each counted once for every way to choose its `#entry`, are refused.
const MAX_WAYS: usize = 100_000;

/// More numbers and operations in all conditions, each counted for every entry that they are about,
/// are refused.
const MAX_NODES: usize = 3_000_000;

/// Effort for the bounds of all open types; a type that needs more counts as unbounded.
const MAX_WORK: u64 = 500_000_000;

/// Every name that a condition may use.
struct DeclaredNames {
    entries: BTreeMap<Label, usize>,
    letters: BTreeMap<String, Ref>,
    this: bool,
}

impl NameResolver for DeclaredNames {
    fn entry(&self, down: bool, number: u32) -> Option<usize> {
        self.entries.get(&(down, number)).copied()
    }

    fn name(&self, name: &str) -> Option<Ref> {
        self.letters.get(name).copied()
    }

    fn known(&self) -> Vec<String> {
        let entry = |(down, number): &Label| format!("{}{number}", if *down { 'D' } else { 'A' });
        self.entries.keys().map(entry).chain(self.letters.keys().cloned()).collect()
    }

    fn has_this(&self) -> bool {
        self.this
    }
}

fn located(place: &str, error: Located) -> InputError {
    InputError::field(format!("{place}, column {}", error.column), error.message)
}

pub(crate) fn read(file: CrossNumberFile) -> Result<CrossNumber, InputError> {
    let layout = Layout::parse(&file.grid, &named(&file))?;
    let mut names =
        DeclaredNames { entries: BTreeMap::new(), letters: BTreeMap::new(), this: true };
    for (i, entry) in layout.entries.iter().enumerate() {
        match entry.number {
            Some(number) => drop(names.entries.insert((entry.down, number), i)),
            None => drop(names.letters.insert(entry.name.clone(), Ref::Value(i))),
        }
    }
    let (variables, groups) = variables(&file, &mut names)?;
    let digits = digits(file.digits.as_ref())?;
    let mut clues: BTreeMap<usize, Vec<Statement>> = BTreeMap::new();
    let mut texts: BTreeMap<usize, String> = BTreeMap::new();
    for (key, clue) in &file.clues.0 {
        let entry = clue_entry(key, &names)?;
        if clues.contains_key(&entry) {
            let message = format!("there are two clues for {}", layout.entries[entry].name);
            return Err(InputError::field(format!("clues.{}", shown(key)), message));
        }
        let FileClue { text, conditions } = clue;
        texts.extend(text.iter().map(|text| (entry, text.clone())));
        clues.insert(entry, statements(&layout.entries[entry].name, conditions, &names)?);
    }
    let every_entry = statements("every_entry", &file.every_entry, &names)?;
    let transform = statements("transform", &file.transform, &names)?;
    names.this = false;
    let rules = statements("rules", &file.rules, &names)?;
    let form = SolutionForm { layout, variables, transformed: !transform.is_empty() };
    if let Some(said) = file.value_digits
        && !form.transformed
    {
        let message = format!(
            "found `{said}`; without a transform the value of a clue is what stands in the grid"
        );
        return Err(InputError::field("value_digits", message));
    }
    let mut puzzle = CrossNumber {
        form,
        conditions: Vec::new(),
        groups,
        distinct: file.distinct_entries,
        leading_zeros: file.leading_zeros,
        digits,
        value_digits: file.value_digits.unwrap_or(ValueDigits::Same),
        value_ranges: Vec::new(),
        solution: None,
        canonical: Value::Null,
        texts,
        warnings: Vec::new(),
        labels: Labels { title: file.title, author: file.author, note: file.note },
        unsaid: Vec::new(),
    };
    let work = Work::new(MAX_WORK);
    puzzle.value_ranges = value_ranges(&puzzle, &transform, &work)?;
    let lists = [("rules", &rules), ("every_entry", &every_entry), ("transform", &transform)];
    puzzle.canonical = canonical(&puzzle, &clues, &lists);
    let everywhere = [(Source::Transform, transform), (Source::EveryEntry, every_entry)];
    puzzle.conditions = conditions(&puzzle, clues, rules, everywhere, &work)?;
    puzzle.warnings = warnings(&puzzle, &work);
    puzzle.solution = file.solution.map(|solution| normal(&puzzle, solution));
    Ok(puzzle)
}

/// Every numbered entry that a clue, or a text of one, speaks of.
fn named(file: &CrossNumberFile) -> BTreeSet<Label> {
    let mut named = BTreeSet::new();
    let clues = file.clues.0.iter();
    let clues = clues.flat_map(|(key, clue)| [key].into_iter().chain(&clue.conditions.0));
    let others = [&file.rules, &file.every_entry, &file.transform];
    for text in clues.chain(others.into_iter().flat_map(|texts| &texts.0)) {
        named.extend(language::labels(text));
    }
    named
}

fn shown(text: &str) -> String {
    text.chars().take(20).collect::<String>().escape_debug().to_string()
}

/// The entry that a key of `clues` names.
fn clue_entry(key: &str, names: &DeclaredNames) -> Result<usize, InputError> {
    let trimmed = key.trim();
    let label = language::labels(trimmed);
    let named = match (&label[..], names.letters.get(trimmed)) {
        (_, Some(Ref::Value(entry))) => Some(*entry),
        ([(down, number)], _) if language::is_label(trimmed) => names.entry(*down, *number),
        _ => None,
    };
    named.ok_or_else(|| {
        let known = names.known();
        let hint = hint(&shown(trimmed), known.iter().map(String::as_str));
        let message = format!("there is no entry `{}`{hint}", shown(trimmed));
        InputError::field("clues", message)
    })
}

fn statements(
    place: &str,
    texts: &Texts,
    names: &DeclaredNames,
) -> Result<Vec<Statement>, InputError> {
    let many = texts.0.len() > 1;
    let parse = |(i, text): (usize, &String)| {
        let place = place_of(place, i, many);
        language::parse(text, names).map_err(|error| located(&place, error))
    };
    texts.0.iter().enumerate().map(parse).collect()
}

fn variables(
    file: &CrossNumberFile,
    names: &mut DeclaredNames,
) -> Result<(Vec<String>, Vec<VariableGroup>), InputError> {
    let mut all: Vec<String> = Vec::new();
    let mut groups = Vec::new();
    let (mut tested, mut listed) = (MAX_TESTED, 0);
    for (i, group) in file.variables.0.iter().enumerate() {
        let place = |field: &str| match file.variables.0.len() {
            1 => format!("variables.{field}"),
            _ => format!("variables[{i}].{field}"),
        };
        let values = match &group.values {
            Numbers::Text(text) => {
                let values = Set::parse(text, &mut tested);
                values.map_err(|error| located(&place("values"), error))?
            }
            Numbers::List(list) => Set::list(list.clone()),
        };
        if values.ends().is_none() {
            return Err(InputError::field(place("values"), "a variable needs at least one value"));
        }
        listed += values.n_listed().saturating_mul(group.names.0.len());
        if listed > MAX_VALUES {
            let message = format!("{listed} values for all variables; at most {MAX_VALUES}");
            return Err(InputError::field(place("values"), message));
        }
        let mut members = Vec::new();
        for name in &group.names.0 {
            let wrong = |message: &str| {
                InputError::field(place("names"), format!("`{}`: {message}", shown(name)))
            };
            let letter = name.chars().count() == 1 && name.chars().all(char::is_alphabetic);
            let braces = name.chars().count() > 1 && !name.contains(['{', '}']);
            if !letter && !braces {
                return Err(wrong("a name is a letter, or longer and without braces"));
            }
            match names.letters.insert(name.clone(), Ref::Variable(all.len())) {
                Some(Ref::Value(_)) => return Err(wrong("it is the letter of an entry, too")),
                Some(_) => return Err(wrong("this name stands here twice")),
                None => {}
            }
            members.push(all.len());
            all.push(name.clone());
        }
        if members.is_empty() {
            return Err(InputError::field(place("names"), "there are no names"));
        }
        let written = group.values.clone();
        groups.push(VariableGroup { members, values, distinct: group.distinct, written });
    }
    if all.len() > MAX_VARIABLES {
        let message = format!("{} variables; at most {MAX_VARIABLES}", all.len());
        return Err(InputError::field("variables", message));
    }
    Ok((all, groups))
}

fn digits(numbers: Option<&Numbers>) -> Result<Vec<u8>, InputError> {
    let set = match numbers {
        None => Set::Range(0, 9),
        Some(Numbers::Text(text)) => {
            Set::parse(text, &mut 1_000).map_err(|error| located("digits", error))?
        }
        Some(Numbers::List(list)) => Set::list(list.clone()),
    };
    if set.ends().is_some_and(|(low, high)| low < 0 || high > 9) {
        return Err(InputError::field("digits", "digits are numbers from 0 to 9"));
    }
    let digits: Vec<u8> = (0..=9).filter(|&digit| set.contains(i64::from(digit))).collect();
    match digits.is_empty() {
        true => Err(InputError::field("digits", "at least one digit is needed")),
        false => Ok(digits),
    }
}

/// All conditions with the entries that they are about.
fn conditions(
    puzzle: &CrossNumber,
    clues: BTreeMap<usize, Vec<Statement>>,
    rules: Vec<Statement>,
    for_all: [(Source, Vec<Statement>); 2],
    work: &Work,
) -> Result<Vec<SourcedCondition>, InputError> {
    let mut list = ConditionList { puzzle, work, conditions: Vec::new(), ways: 0, nodes: 0 };
    for (entry, statements) in clues {
        let place = &puzzle.entries()[entry].name;
        list.add(place, statements, &[Some(entry)], Source::Clues)?;
    }
    list.add(Source::Rules.field(), rules, &[None], Source::Rules)?;
    let everywhere: Vec<Option<usize>> = (0..puzzle.entries().len()).map(Some).collect();
    for (source, statements) in for_all {
        list.add(source.field(), statements, &everywhere, source)?;
    }
    Ok(list.conditions)
}

/// Conditions, and how large they are together.
struct ConditionList<'a> {
    puzzle: &'a CrossNumber,
    work: &'a Work,
    conditions: Vec<SourcedCondition>,
    ways: usize,
    nodes: usize,
}

impl ConditionList<'_> {
    /// Adds statements, each for some entries.
    fn add(
        &mut self,
        place: &str,
        statements: Vec<Statement>,
        entries: &[Option<usize>],
        source: Source,
    ) -> Result<(), InputError> {
        let many = statements.len() > 1;
        for (i, statement) in statements.into_iter().enumerate() {
            let place = place_of(place, i, many);
            let n_entries = self.puzzle.entries().len();
            self.ways += statement.ways(n_entries).saturating_mul(entries.len());
            self.nodes += statement.nodes.len().saturating_mul(entries.len());
            for (found, most, what) in [
                (self.ways, MAX_WAYS, "claims, counted for every way to choose `#entry`"),
                (self.nodes, MAX_NODES, "numbers and operations in all conditions"),
            ] {
                if found > most {
                    let text = shown(&statement.text);
                    let message = format!("`{text}`: {found} {what}; at most {most}");
                    return Err(InputError::field(place, message));
                }
            }
            self.check_bounds(&place, &statement, entries)?;
            let statement = Arc::new(statement);
            self.conditions.extend(entries.iter().map(|&entry| SourcedCondition {
                entry,
                source,
                statement: Arc::clone(&statement),
            }));
        }
        Ok(())
    }

    /// Open types have to be bounded whatever entry is `this`; the bounds depend on its length.
    fn check_bounds(
        &self,
        place: &str,
        statement: &Statement,
        entries: &[Option<usize>],
    ) -> Result<(), InputError> {
        let mut seen = BTreeSet::new();
        let puzzle = self.puzzle;
        for &entry in entries {
            let ranges = entry.map(|i| (puzzle.value_range(i), puzzle.grid_range(i)));
            if seen.insert(ranges) {
                check_bounds(statement, entry, &NameRanges(puzzle), self.work)
                    .map_err(|error| located(place, error))?;
            }
        }
        Ok(())
    }
}

/// Conditions with a constant part that is not a number: they are never true, or always if negated, and
/// hardly what the setter wants.
fn warnings(puzzle: &CrossNumber, work: &Work) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut warnings = Vec::new();
    for condition in &puzzle.conditions {
        let statement = &*condition.statement;
        let no_number = |claim: &&language::ClueClaim| {
            constants(statement, claim, work).contains(&Err(Gap::NotANumber))
        };
        let is_new = seen.insert(Arc::as_ptr(&condition.statement));
        if is_new && statement.condition.claims().iter().any(no_number) {
            let place = condition.entry.filter(|_| condition.is_clue());
            let place = place.map_or("a rule", |entry| &puzzle.entries()[entry].name);
            let text = short(&statement.text);
            warnings.push(format!("{place}: `{text}` has a part that is not a number"));
        }
    }
    warnings
}

/// The place of one of several conditions.
fn place_of(place: &str, i: usize, many: bool) -> String {
    if many { format!("{place}, condition {}", i + 1) } else { place.to_string() }
}

/// The file in its one form: every field that the rules depend on, entries by their usual names.
fn canonical(
    puzzle: &CrossNumber,
    clues: &BTreeMap<usize, Vec<Statement>>,
    lists: &[(&str, &Vec<Statement>)],
) -> Value {
    let texts = |statements: &[Statement]| -> Value {
        statements.iter().map(|statement| statement.text.clone()).collect()
    };
    let one_or_many = |statements: &[Statement]| match statements {
        [one] => json!(one.text),
        many => texts(many),
    };
    let clues: Map<String, Value> = clues
        .iter()
        .map(|(&entry, all)| (puzzle.entries()[entry].name.clone(), one_or_many(all)))
        .collect();
    let mut file = json!({
        "family": "crossnumber",
        "grid": puzzle.layout().drawing.lines,
        "clues": clues,
    });
    if !puzzle.groups.is_empty() {
        let group = |group: &VariableGroup| {
            let names: Vec<&String> =
                group.members.iter().map(|&i| &puzzle.variables()[i]).collect();
            json!({ "names": names, "values": group.written, "distinct": group.distinct })
        };
        file["variables"] = puzzle.groups.iter().map(group).collect();
    }
    for (field, statements) in lists.iter().filter(|(_, list)| !list.is_empty()) {
        file[*field] = texts(statements);
    }
    if !puzzle.distinct {
        file["distinct_entries"] = json!(false);
    }
    if puzzle.leading_zeros {
        file["leading_zeros"] = json!(true);
    }
    if puzzle.digits.len() < 10 {
        file["digits"] = json!(puzzle.digits);
    }
    if puzzle.value_digits != ValueDigits::Same {
        file["value_digits"] = json!(puzzle.value_digits.to_string());
    }
    file
}

/// A stated solution with the entries that its grid says, if it leaves them out.
fn normal(puzzle: &CrossNumber, mut solution: Solution) -> Solution {
    let missing = solution.0.get("entries").is_none();
    if let (true, Ok(digits)) = (missing && solution.0.is_object(), puzzle.form.digits(&solution)) {
        let full = puzzle.form.solution(&digits, &[], &[]);
        solution.0["entries"] = full.0["entries"].clone();
    }
    if solution.0.is_object()
        && puzzle.variables().is_empty()
        && solution.0.get("variables").is_none()
    {
        solution.0["variables"] = json!({});
    }
    solution
}
