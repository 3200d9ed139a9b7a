//! The measures that say whether the code is one that strangers can change.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use regex::Regex;

use super::graph::{in_cycles, reachable};
use super::imports::{CRATES, between_files, between_top_level_modules};
use super::{code, code_with_texts, crates, files, root, table, text};

/// A measure, its value now, and its goal.
pub type Measure = (&'static str, String, &'static str);

/// Every measure that can be read off the files.
pub fn all() -> Vec<Measure> {
    let library = Sources::of(&["src", "check/src", "encodings/src"]);
    let program = Sources::of(&["src", "check/src", "encodings/src", "cli/src"]);
    let public = Sources::of(&["src", "encodings/src"]);
    let edges = between_top_level_modules(&CRATES);
    let trusted = reachable(&edges, "xwc_check::certificate");
    vec![
        (
            "modules in cycles, top level / encodings",
            format!("{} / {}", in_cycles(&edges).len(), in_cycles(&between_files(CRATES[0])).len()),
            "0 / 0",
        ),
        ("rows of the import table that differ", table::differences().len().to_string(), "0"),
        ("modules reachable from the certificate checker", trusted.len().to_string(), "5"),
        ("public items of xwc and encodings", public.count(PUBLIC).to_string(), "≤ 200"),
        ("typed → JSON → typed", library.count(THROUGH_TEXT).to_string(), "0"),
        ("names of families and backends outside their folders", names_elsewhere(), "0"),
        (
            "lists of formats; journals; atomic writers; hex; XML escapes",
            [
                "static FORMATS\\b|enum \\w*Format\\b",
                "fn (take_up|resume)\\b",
                "fn begin\\(",
                ":02x",
                "&amp;",
            ]
            .map(|pattern| program.files_with(pattern).to_string())
            .join("; "),
            "1 each",
        ),
        ("library texts that name a flag or a build command", flags(&library), "0"),
        ("type names defined more than once", repeated_types(&program).len().to_string(), "≤ 15"),
        ("\"X a Y\" for \"per\" and other patterns", english().len().to_string(), "0"),
        ("doctests", library.count(r"(?m)^\s*//[/!] ```(no_run)?$").div_ceil(2).to_string(), "≥ 8"),
        (
            "integration binaries; `#[path]`",
            format!("{}; {}", binaries(), path_attributes()),
            "3; 0",
        ),
        (
            "crates of xwc-check; of the library",
            format!("{}; {}", crates::lines("xwc-check").len(), crates::crates("xwc").len()),
            "≤ 60; ≤ 100",
        ),
        ("lines of check without crossnumbers; floats in them", lines_of_check(), "≤ 9000; 0"),
        (
            "lines of README / ARCHITECTURE",
            format!("{} / {}", lines("README.md"), lines("ARCHITECTURE.md")),
            "≤ 150 / ≤ 200",
        ),
    ]
}

/// Crossnumbers are counted once they are compiled.
fn lines_of_check() -> String {
    let mut check = Sources::of(&["check/src"]);
    check.0.retain(|(path, _)| !path.to_string_lossy().contains("/crossnumber/"));
    let lines: usize = check.0.iter().map(|(_, text)| text.lines().count()).sum();
    format!("{lines}; {}", check.count(r"\bf(32|64)\b"))
}

/// A declaration that other crates can see, unless its module hides it; methods included. A re-export is
/// the same item under another path and is not counted again.
const PUBLIC: &str = r"(?m)^\s*pub (const fn|fn|struct|enum|trait|mod|const|static|type)\b";

/// A value that is printed to be parsed again.
const THROUGH_TEXT: &str = r"\b(read|from_str|read_as)\(\s*&[\w.\[\]&]*\.to_string\(\)";

/// The Rust files of some folders.
struct Sources(Vec<(PathBuf, String)>);

impl Sources {
    fn of(folders: &[&str]) -> Self {
        let paths = folders.iter().flat_map(|folder| files(&root().join(folder), "rs"));
        Self(paths.map(|path| (path.clone(), text(&path))).collect())
    }

    fn count(&self, pattern: &str) -> usize {
        let pattern = Regex::new(pattern).expect("a pattern");
        self.0.iter().map(|(_, text)| pattern.find_iter(text).count()).sum()
    }

    fn files_with(&self, pattern: &str) -> usize {
        let pattern = Regex::new(pattern).expect("a pattern");
        self.0.iter().filter(|(_, text)| pattern.is_match(text)).count()
    }
}

/// Names of families and backends as texts, where neither a family nor a solver lives.
fn names_elsewhere() -> String {
    let names = r#""(mathcrossword|crossmath|calcrostic|crossnumber|crucigram|native|varisat|cadical|z3|auto)""#;
    let names = Regex::new(names).expect("a pattern");
    let at_home = Regex::new(
        "families|/solve/|mathcrossword|crossmath|calcrostic|crossnumber|crucigram|/atlas",
    );
    let at_home = at_home.expect("a pattern");
    let all = Sources::of(&["src", "check/src", "cli/src"]);
    let elsewhere = all.0.iter().filter(|(path, _)| {
        !at_home.is_match(&path.to_string_lossy()) && !path.ends_with("tests.rs")
    });
    let found = elsewhere.map(|(_, text)| names.find_iter(&code_with_texts(text)).count());
    found.sum::<usize>().to_string()
}

/// Error texts and messages of the library that speak of the command line or of cargo. The program
/// of the checker is not part of the library.
fn flags(library: &Sources) -> String {
    let flag = Regex::new(r#"(?m)^[^/\n]*"[^"\n]*(--[a-z]|cargo (build|run))"#).expect("a pattern");
    let inside = library.0.iter().filter(|(path, _)| !path.ends_with("check/src/main.rs"));
    inside.map(|(_, text)| flag.find_iter(text).count()).sum::<usize>().to_string()
}

/// Types with the same name in different files.
fn repeated_types(sources: &Sources) -> Vec<String> {
    let declared = Regex::new(r"(?m)^\s*(?:pub(?:\([a-z]+\))? )?(?:struct|enum|trait) (\w+)");
    let declared = declared.expect("a pattern");
    let mut places: BTreeMap<String, Vec<&Path>> = BTreeMap::new();
    for (path, text) in &sources.0 {
        for found in declared.captures_iter(&code(text)) {
            places.entry(found[1].to_string()).or_default().push(path);
        }
    }
    places.into_iter().filter(|(_, paths)| paths.len() > 1).map(|(name, _)| name).collect()
}

/// Patterns of English that must not come back, and what to write.
pub const PATTERNS: [(&str, &str); 10] = [
    (
        r"(?i)\b(one|an?) \w+ an? (value|line|cell|word|level|file|stage|subcommand|variable|byte|board|slot|block|row|letter|kind|process|puzzle|page|run|entry|solution|constraint|second|pair|step|form)\b",
        "per",
    ),
    (
        r"(?i)\b(literal|variable|constraint|level|switch|layer|clause|integer|object)s? an? (bound|triple|neighbour|node|operand|equation|grid|value|line|pair|step|page|number cell)\b",
        "per",
    ),
    (r"(?i)\bone an? (line|step|page|pair|second|level|form|row|word|value)\b", "one per"),
    (
        r"(?i)\bso (many|often|good)\b|\b(at|if|not|with) so much\b|^\W*so (much|long)\b",
        "the number itself",
    ),
    (r"(?i)\bnothing (if|for|where)\b", "`None` if"),
    (r"\bin sight\b|\bthe way of all\b|\bkind enough\b|\bunkind\b|\bfor ever\b", "plain words"),
    (r"(?i)\b(from|by) rng\b", "from a seed, or at random"),
    (
        r"(?i)\bno part of\b|\bknown are\b|; it goes from\b|\bhears? of\b|\bbecame of\b|\bin the making\b",
        "does not belong to; available:; it must be from; is called with; the result of; under construction",
    ),
    (
        r"(?i)\b(that|what|which|it|[0-9A-Z]) is no (number|letter|digit|entry|border|cell|puzzle|prime|tile|operand|ordinary|text|object|capital)\b|` is no \w|\bare no numbers\b",
        "is not a",
    ),
    (
        r"(?i)\bwhoever\b|\beverybody who\b|\bof strangers\b|\bfor those who\b",
        "name the code or the reader; untrusted",
    ),
];

/// Every place that has one of the patterns, as `file:line: text`.
pub fn english() -> Vec<String> {
    let patterns = PATTERNS.map(|(pattern, _)| Regex::new(pattern).expect("a pattern"));
    let documents = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "encodings/README.md"];
    let documents = documents.iter().map(|name| root().join(name));
    let code = ["src", "check/src", "encodings/src", "cli/src", "testkit/src", "tests"];
    let code = code.iter().flat_map(|folder| files(&root().join(folder), "rs"));
    let docs = files(&root().join("docs"), "md");
    let this = Path::new(file!()).file_name();
    let mut found = Vec::new();
    for path in documents.chain(code).chain(docs).filter(|path| path.is_file()) {
        if path.file_name() == this {
            continue;
        }
        for (line, number) in text(&path).lines().zip(1..) {
            if patterns.iter().any(|pattern| pattern.is_match(line)) {
                let name = path.strip_prefix(root()).expect("below the workspace");
                found.push(format!("{}:{number}: {}", name.display(), line.trim()));
            }
        }
    }
    found
}

fn binaries() -> usize {
    ["", "encodings", "check", "cli"]
        .iter()
        .filter_map(|folder| std::fs::read_dir(root().join(folder).join("tests")).ok())
        .flatten()
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| {
            path.extension().is_some_and(|e| e == "rs") || path.join("main.rs").is_file()
        })
        .count()
}

fn path_attributes() -> usize {
    let all = ["tests", "encodings", "check", "cli", "testkit", "src", "fuzz", "benches"];
    Sources::of(&all).count(r"(?m)^\s*#\[path")
}

fn lines(document: &str) -> usize {
    text(&root().join(document)).lines().count()
}
