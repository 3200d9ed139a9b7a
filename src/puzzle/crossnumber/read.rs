//! From the file to the puzzle: names, conditions, variables, and every mistake with its place.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::file::{File, Numbers, Texts};
use super::language::{self, Context, Formula, Located, Ref, Statement, hint};
use super::layout::{Label, Layout};
use super::values::Set;
use super::{Condition, CrossNumber, Form, Group};
use crate::puzzle::{InputError, Solution};

/// More variables are not a puzzle.
const MAX_VARIABLES: usize = 200;

/// More conditions, each counted once for every way to choose its `#entry`, are refused.
const MAX_ATOMS: usize = 100_000;

/// Every name that a condition may use.
struct Names {
    entries: BTreeMap<Label, usize>,
    letters: BTreeMap<String, Ref>,
    this: bool,
}

impl Context for Names {
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

pub fn read(file: File) -> Result<CrossNumber, InputError> {
    let layout = Layout::parse(&file.grid, &named(&file))?;
    let mut names = Names { entries: BTreeMap::new(), letters: BTreeMap::new(), this: true };
    for (i, entry) in layout.entries.iter().enumerate() {
        match entry.number {
            Some(number) => drop(names.entries.insert((entry.down, number), i)),
            None => drop(names.letters.insert(entry.name.clone(), Ref::Value(i))),
        }
    }
    let (variables, groups) = variables(&file, &mut names)?;
    let digits = digits(file.digits.as_ref())?;
    let mut clues: BTreeMap<usize, Vec<Statement>> = BTreeMap::new();
    for (key, texts) in &file.clues.0 {
        let entry = clue_entry(key, &names)?;
        if clues.contains_key(&entry) {
            let message = format!("there are two clues for {}", layout.entries[entry].name);
            return Err(InputError::field(format!("clues.{}", shown(key)), message));
        }
        clues.insert(entry, statements(&layout.entries[entry].name, texts, &names)?);
    }
    let every_entry = statements("every_entry", &file.every_entry, &names)?;
    let transform = statements("transform", &file.transform, &names)?;
    names.this = false;
    let rules = statements("rules", &file.rules, &names)?;
    let form = Form { layout, variables, transformed: !transform.is_empty() };
    let mut puzzle = CrossNumber {
        form,
        conditions: Vec::new(),
        groups,
        distinct: file.distinct_entries,
        leading_zeros: file.leading_zeros,
        digits,
        solution: None,
        canonical: Value::Null,
    };
    let lists = [("rules", &rules), ("every_entry", &every_entry), ("transform", &transform)];
    puzzle.canonical = canonical(&puzzle, &clues, &lists);
    let everywhere = transform.into_iter().chain(every_entry).collect();
    puzzle.conditions = conditions(&puzzle, clues, rules, everywhere)?;
    puzzle.solution = file.solution.map(|solution| normal(&puzzle, solution));
    Ok(puzzle)
}

/// Every numbered entry that a clue, or a text of one, speaks of.
fn named(file: &File) -> BTreeSet<Label> {
    let mut named = BTreeSet::new();
    let clues = file.clues.0.iter().flat_map(|(key, texts)| [key].into_iter().chain(&texts.0));
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
fn clue_entry(key: &str, names: &Names) -> Result<usize, InputError> {
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

fn statements(place: &str, texts: &Texts, names: &Names) -> Result<Vec<Statement>, InputError> {
    let many = texts.0.len() > 1;
    let parse = |(i, text): (usize, &String)| {
        let place = if many { format!("{place}, condition {}", i + 1) } else { place.to_string() };
        language::parse(text, names).map_err(|error| located(&place, error))
    };
    texts.0.iter().enumerate().map(parse).collect()
}

fn variables(file: &File, names: &mut Names) -> Result<(Vec<String>, Vec<Group>), InputError> {
    let mut all: Vec<String> = Vec::new();
    let mut groups = Vec::new();
    for (i, group) in file.variables.0.iter().enumerate() {
        let place = |field: &str| match file.variables.0.len() {
            1 => format!("variables.{field}"),
            _ => format!("variables[{i}].{field}"),
        };
        let (values, written) = match &group.values {
            Numbers::Text(text) => {
                (Set::parse(text).map_err(|error| located(&place("values"), error))?, json!(text))
            }
            Numbers::List(list) => (Set::list(list.clone()), json!(list)),
        };
        if values.is_empty() {
            return Err(InputError::field(place("values"), "a variable needs at least one value"));
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
        groups.push(Group { members, values, distinct: group.distinct, written });
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
        Some(Numbers::Text(text)) => Set::parse(text).map_err(|error| located("digits", error))?,
        Some(Numbers::List(list)) => Set::list(list.clone()),
    };
    let outside = match &set {
        Set::Range(low, high) => *low < 0 || *high > 9,
        Set::List(list) => list.iter().any(|digit| !(0..=9).contains(digit)),
    };
    if outside {
        return Err(InputError::field("digits", "digits are numbers from 0 to 9"));
    }
    let digits: Vec<u8> = (0..=9).filter(|&digit| set.contains(i64::from(digit))).collect();
    match digits.is_empty() {
        true => Err(InputError::field("digits", "at least one digit is needed")),
        false => Ok(digits),
    }
}

/// All conditions, bound to their entries.
fn conditions(
    puzzle: &CrossNumber,
    clues: BTreeMap<usize, Vec<Statement>>,
    rules: Vec<Statement>,
    everywhere: Vec<Statement>,
) -> Result<Vec<Condition>, InputError> {
    let mut conditions = Vec::new();
    let mut atoms = 0;
    let mut add = |statement: Statement, entry: Option<usize>, is_clue: bool| {
        let scope = puzzle.scope(entry);
        let (ways, text) = (statement.ways(scope.entries), statement.text.clone());
        atoms += ways;
        if atoms > MAX_ATOMS {
            let place = entry.map_or("rules".to_string(), |i| puzzle.entries()[i].name.clone());
            let message = format!("`{}`: too many ways to choose `#entry`", shown(&text));
            return Err(InputError::field(place, message));
        }
        let formula = Formula::of(&statement, scope);
        conditions.push(Condition { entry, is_clue, statement, formula });
        Ok(())
    };
    for (entry, statements) in clues {
        statements.into_iter().try_for_each(|statement| add(statement, Some(entry), true))?;
    }
    rules.into_iter().try_for_each(|statement| add(statement, None, false))?;
    for entry in 0..puzzle.entries().len() {
        for statement in &everywhere {
            add(statement.clone(), Some(entry), false)?;
        }
    }
    Ok(conditions)
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
        let group = |group: &Group| {
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
