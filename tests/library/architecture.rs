//! The house rules that a compiler does not see: imports, file headers, sizes, and paths in the
//! documents.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use xwc_check::families::crossnumber::language::TYPES;
use xwc_testkit::source::api::public_items;
use xwc_testkit::source::graph::in_cycles;
use xwc_testkit::source::imports::{
    CRATES, between_files, between_top_level_modules, forbidden_in_families,
};
use xwc_testkit::source::{crates, files, measures, root, table};
use xwc_testkit::spec::crossnumber::plain_types;

/// No file of the project's own is longer.
const MAX_LINES: usize = 500;

fn rust_files() -> Vec<PathBuf> {
    ["encodings", "check", "src", "cli", "testkit", "tests", "benches"]
        .iter()
        .flat_map(|folder| files(&root().join(folder), "rs"))
        .collect()
}

#[test]
fn modules_import_what_the_table_says() {
    assert_eq!(table::differences(), [""; 0]);
    assert!(table::found().len() > 15, "the walk found only {:?}", table::found());
}

/// The evaluator, the lowering and the plain rules of a family share the parsed puzzle and nothing else.
#[test]
fn the_three_statements_of_the_rules_share_no_code() {
    let rules = table::never_in_families();
    assert!(rules.len() >= 3, "the table has only {rules:?}");
    assert_eq!(forbidden_in_families(&rules), [""; 0]);
    // The test can fail: rules do mention puzzles.
    let puzzle = ("rules".to_string(), ["check::puzzle".to_string()].into());
    assert!(!forbidden_in_families(&[puzzle]).is_empty());
}

#[test]
fn there_are_no_cycles() {
    assert_eq!(in_cycles(&between_top_level_modules(&CRATES)), [""; 0]);
    assert_eq!(in_cycles(&between_files(CRATES[0])), [""; 0]);
}

#[test]
fn every_file_says_what_it_is_and_stays_small() {
    let files = rust_files();
    assert!(files.len() > 40, "the walk found only {} files", files.len());
    for file in files {
        let text = fs::read_to_string(&file).expect("text");
        assert!(text.starts_with("//! "), "{} does not say what it is", file.display());
        let lines = text.lines().count();
        assert!(lines <= MAX_LINES, "{} has {lines} lines", file.display());
    }
}

/// Patterns of English that must not come back; `measures::PATTERNS` says what to write.
#[test]
fn the_english_is_plain() {
    assert_eq!(measures::english(), [""; 0]);
}

#[test]
fn paths_in_the_documents_exist() {
    let mut seen = 0;
    for document in ["README.md", "ARCHITECTURE.md", "encodings/README.md"] {
        let text = fs::read_to_string(root().join(document)).expect("the document");
        for quoted in text.split('`').skip(1).step_by(2) {
            let looks_like_a_path = [
                "src/",
                "check/",
                "cli/",
                "encodings/",
                "testkit/",
                "tests/",
                "benches/",
                "scripts/",
            ]
            .iter()
            .any(|folder| quoted.starts_with(folder));
            if looks_like_a_path && !quoted.contains(['*', ' ', '<']) {
                seen += 1;
                assert!(root().join(quoted).exists(), "{document} names {quoted}");
            }
        }
    }
    assert!(seen > 20, "only {seen} paths were looked at");
}

#[test]
fn the_documents_name_every_registered_thing() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the document");
    let encodings = xwc_encodings::ENCODINGS.iter().map(|encoding| encoding.info().name);
    let backends = xwc::solve::BACKENDS.iter().map(|backend| backend.name);
    let families = xwc::families::FAMILIES.iter().map(|family| family.name);
    for name in encodings.chain(backends).chain(families) {
        assert!(readme.contains(&format!("`{name}`")), "README.md does not name {name}");
    }
}

/// What other crates can name. A change here is a decision, and a line in CHANGELOG.md.
#[test]
fn the_public_api_changes_on_purpose() {
    for (krate, name) in CRATES.iter().zip(["encodings", "check", "library"]) {
        let items = public_items(*krate);
        assert!(items.len() > 50, "the walk found only {items:?}");
        insta::assert_snapshot!(format!("public_api_of_{name}"), items.join("\n"));
    }
}

/// The checker's dependencies are its argument: no solver, no drawing, no terminal, no generator.
#[test]
fn the_checker_depends_on_little() {
    let lines = crates::lines("xwc-check");
    assert!((10..=60).contains(&lines.len()), "{} crates: {lines:?}", lines.len());
    for forbidden in
        ["varisat", "cadical", "z3", "ratatui", "crossterm", "clap", "pdf-writer", "rand_chacha"]
    {
        assert!(!lines.iter().any(|line| line.starts_with(forbidden)), "it depends on {forbidden}");
    }
}

#[test]
fn the_library_depends_on_no_program_and_no_terminal() {
    let crates = crates::crates("xwc");
    assert!((60..=100).contains(&crates.len()), "{} crates: {crates:?}", crates.len());
    for forbidden in ["ratatui", "crossterm", "clap", "indicatif", "ctrlc", "schemars"] {
        assert!(
            !crates.iter().any(|name| name.starts_with(forbidden)),
            "it depends on {forbidden}"
        );
    }
}

/// The places of a clue type that neither the compiler nor the examples of the language see.
#[test]
fn every_clue_type_is_described_and_tested() {
    let described = fs::read_to_string(root().join("docs/crossnumber.md")).expect("the document");
    let fuzzed = fs::read_to_string(root().join("fuzz/words.dict")).expect("the words");
    for (name, ..) in TYPES {
        let is_row = |line: &str| {
            let name = line.strip_prefix("| `#").and_then(|line| line.strip_prefix(name));
            name.is_some_and(|rest| rest.starts_with(['`', '(']))
        };
        assert!(described.lines().any(is_row), "docs/crossnumber.md has no row for #{name}");
        assert!(
            fuzzed.contains(&format!("\"#{name}\"\n")),
            "fuzz/words.dict does not have #{name}"
        );
    }
    let plain = TYPES.iter().filter(|(_, _, arity)| *arity == 0).map(|(name, ..)| *name);
    assert_eq!(plain.collect::<BTreeSet<_>>(), plain_types().collect(), "brute force");
}
