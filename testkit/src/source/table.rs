//! The import table of ARCHITECTURE.md: what each module imports, as the document says.

use std::collections::BTreeSet;

use super::imports::{CRATES, Edges, between_top_level_modules};
use super::{root, text};

/// The head of the table.
const HEAD: &str = "| module | imports | what it does |";

/// The head of the table of what the files of a family never import.
const FAMILY_HEAD: &str = "| file of a family | never imports | because |";

/// The table as edges, under the names that the document uses.
pub fn documented() -> Edges {
    rows(HEAD).into_iter().collect()
}

/// What the files of a family never import.
pub fn never_in_families() -> Vec<(String, BTreeSet<String>)> {
    rows(FAMILY_HEAD)
}

/// The first two columns of the rows below a head: a name, and names.
fn rows(head: &str) -> Vec<(String, BTreeSet<String>)> {
    let document = text(&root().join("ARCHITECTURE.md"));
    let rows = document.lines().skip_while(|line| *line != head).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let row = |line: &str| {
        let mut columns = line.split('|').skip(1);
        let module = quoted(columns.next().unwrap_or_default()).into_iter().next();
        let module = module.unwrap_or_else(|| panic!("no module in: {line}"));
        (module, quoted(columns.next().unwrap_or_default()))
    };
    rows.map(row).collect()
}

/// What the code imports, under the names that the document uses.
pub fn found() -> Edges {
    let short = |name: &String| name.trim_start_matches("xwc::").replace("xwc_", "");
    let edges = between_top_level_modules(&CRATES);
    edges.iter().map(|(from, to)| (short(from), to.iter().map(short).collect())).collect()
}

/// The rows that differ, each as a sentence.
pub fn differences() -> Vec<String> {
    let (documented, found) = (documented(), found());
    let modules: BTreeSet<&String> = documented.keys().chain(found.keys()).collect();
    let differs =
        modules.into_iter().filter(|module| documented.get(*module) != found.get(*module));
    let list = |edges: Option<&BTreeSet<String>>| match edges {
        Some(names) => {
            let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
            names.join(", ")
        }
        None => "no row".to_string(),
    };
    differs
        .map(|module| {
            let (said, is) = (list(documented.get(module)), list(found.get(module)));
            format!("`{module}`: ARCHITECTURE.md says [{said}], the code says [{is}]")
        })
        .collect()
}

/// The names between backquotes.
fn quoted(text: &str) -> BTreeSet<String> {
    text.split('`').skip(1).step_by(2).map(str::to_string).collect()
}
