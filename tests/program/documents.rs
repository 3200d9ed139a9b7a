//! The documents are true: every command, every JSON example and every clue in them is run, every
//! picture is what the program draws, and every path and link exists.
//!
//! Each document runs from top to bottom in an empty folder that looks like a clone: `tests`,
//! `scripts` and `.deps` are there, `puzzles` is short for `tests/puzzles`, and `xwc` is the program
//! under test. What the fences mean:
//!
//! - `console`: lines after `$ ` are commands, and the lines below each are exactly what it prints;
//!   if there are none, only the exit code counts. `exit=N` is the code of the last command; others
//!   end with 0, 10, 20 or 30. `needs=veripb` leaves the block out if VeriPB is skipped.
//! - `json file=NAME verdict=V`: a puzzle that is written to a file and proved.
//! - `not-run: REASON` at the end of either: listed, and not run.
//! - `rust file=PATH`: the whole of a file of the project, which a test compiles.
//! - `text`: a drawing. Other languages are not allowed.
//!
//! Tables with the header `| clue | cells | answers | meaning |` are run row by row.

mod blocks;
mod runner;

use std::collections::BTreeSet;
use std::fs;

use blocks::{Part, parts};
use runner::Runner;
use xwc_testkit::source::files;
use xwc_testkit::{process, root};

/// How many blocks may be left out. A new one needs a good reason.
const MOST_NOT_RUN: usize = 13;

/// A test for each document, with the least number of examples that it must run.
macro_rules! documents {
    ($($name:ident: $path:literal runs $least:literal;)*) => {
        const DOCUMENTS: &[&str] = &[$($path),*];
        $(
            #[test]
            fn $name() {
                check($path, $least);
            }
        )*
    };
}

documents! {
    readme: "README.md" runs 4;
    contributing: "CONTRIBUTING.md" runs 1;
    index: "docs/README.md" runs 0;
    how_to_add: "docs/how-to-add/README.md" runs 0;
    how_to_add_backend: "docs/how-to-add/backend.md" runs 1;
    how_to_add_clue_type: "docs/how-to-add/clue-type.md" runs 0;
    how_to_add_encoding: "docs/how-to-add/encoding.md" runs 0;
    how_to_add_family: "docs/how-to-add/family.md" runs 8;
    how_to_add_format: "docs/how-to-add/format.md" runs 1;
    internals_certificates: "docs/internals/certificates.md" runs 0;
    internals_generating: "docs/internals/generating.md" runs 0;
    internals_lowering: "docs/internals/lowering.md" runs 0;
    internals_packs: "docs/internals/packs.md" runs 0;
    internals_solving: "docs/internals/solving.md" runs 0;
    internals_view: "docs/internals/view.md" runs 0;
    atlas: "docs/atlas.md" runs 4;
    certificates: "docs/certificates.md" runs 15;
    cli: "docs/cli.md" runs 20;
    crossnumber: "docs/crossnumber.md" runs 120;
    formats: "docs/formats.md" runs 12;
    install: "docs/install.md" runs 1;
    packs: "docs/packs.md" runs 20;
    performance: "docs/performance.md" runs 0;
    play: "docs/play.md" runs 6;
    solvers: "docs/solvers.md" runs 3;
    studies: "docs/studies.md" runs 8;
    third_party: "docs/third-party.md" runs 0;
    tutorial: "docs/tutorial.md" runs 15;
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn check(path: &str, least: usize) {
    let mut runner = Runner::new(path);
    for part in parts(&text(path)) {
        runner.run(&part);
    }
    let (examples, faults) = runner.end();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(examples >= least, "{path} runs only {examples} examples, not {least}");
}

#[test]
fn every_document_is_tested() {
    let found: BTreeSet<String> = files(&root().join("docs"), "md")
        .iter()
        .map(|path| path.strip_prefix(root()).expect("below the root").display().to_string())
        .chain(["README.md".to_string(), "CONTRIBUTING.md".to_string()])
        .collect();
    assert_eq!(found, DOCUMENTS.iter().map(ToString::to_string).collect());
}

#[test]
#[expect(clippy::print_stdout, reason = "what is left out is said aloud")]
fn what_is_not_run_has_a_reason() {
    let mut count = 0;
    for path in DOCUMENTS {
        for part in parts(&text(path)) {
            let Part::NotRun { line, reason, commands } = part else { continue };
            println!("{path}:{line}: not run: {reason}");
            assert!(reason.len() > 5, "{path}:{line}: say why this is not run");
            count += 1;
            for command in commands {
                let program = command.split(' ').next().unwrap_or_default();
                let program = program.trim_start_matches("./");
                let ours = program.starts_with("scripts/");
                assert!(!ours || root().join(program).exists(), "{path}:{line}: no {program}");
            }
        }
    }
    assert!(count <= MOST_NOT_RUN, "{count} blocks are not run; at most {MOST_NOT_RUN} may be");
}

#[test]
fn the_readme_is_short() {
    let lines = text("README.md").lines().count();
    assert!(lines <= 150, "README.md has {lines} lines: move something to docs");
}

/// The anchor of each heading of a document, as hosts of repositories make it.
fn anchors(document: &str) -> Vec<String> {
    let headings = document.lines().filter(|line| line.starts_with('#'));
    let plain = |c: &char| c.is_alphanumeric() || *c == ' ' || *c == '-';
    headings
        .map(|heading| heading.trim_start_matches('#').trim().to_lowercase())
        .map(|heading| heading.chars().filter(plain).collect::<String>().replace(' ', "-"))
        .collect()
}

/// What stands between `start` and `end` in a text, wherever that is.
fn between<'a>(text: &'a str, start: &str, end: char) -> Vec<&'a str> {
    text.split(start).skip(1).filter_map(|rest| Some(rest.split_once(end)?.0)).collect()
}

#[test]
fn links_and_paths_lead_somewhere() {
    let mut seen = 0;
    for path in DOCUMENTS {
        let text = text(path);
        let folder = root().join(path).parent().expect("a folder").to_path_buf();
        let links = between(&text, "](", ')').into_iter().chain(between(&text, "href=\"", '"'));
        for link in links.chain(between(&text, "src=\"", '"')) {
            let (target, anchor) = link.split_once('#').unwrap_or((link, ""));
            seen += 1;
            if target.contains("://") {
                continue;
            }
            let target = if target.is_empty() { root().join(path) } else { folder.join(target) };
            assert!(target.exists(), "{path} links to {link}");
            if !anchor.is_empty() {
                let found = anchors(&fs::read_to_string(target).expect("text"));
                assert!(found.iter().any(|one| one == anchor), "{path} links to {link}");
            }
        }
        // Outside of fences, what looks like a path of this project is one, except where paths are
        // those of other projects.
        if *path == "docs/third-party.md" {
            continue;
        }
        let outside: String = text.split("\n```").step_by(2).collect();
        for quoted in outside.split('`').skip(1).step_by(2) {
            let folders = [
                "benches/",
                "check/",
                "cli/",
                "docs/",
                "encodings/",
                "scripts/",
                "src/",
                "testkit/",
                "tests/",
            ];
            if folders.iter().any(|folder| quoted.starts_with(folder))
                && !quoted.contains(['*', ' ', '<', '…'])
                && !quoted.contains("DATE")
            {
                assert!(root().join(quoted).exists(), "{path} names {quoted}");
                seen += 1;
            }
        }
    }
    assert!(seen > 40, "only {seen} links and paths were looked at");
}

#[test]
fn pictures_are_what_the_program_draws() {
    // <a href="PUZZLE"><img src="PICTURE" …>
    let readme = text("README.md");
    let mut shown = BTreeSet::new();
    for link in between(&readme, "<a href=\"", '>') {
        let puzzle = link.trim_end_matches('"');
        let after = readme.split_once(link).expect("it is there").1;
        let picture = between(after, "src=\"", '"')[0];
        let run = process::xwc(["show", "--format", "svg", root().join(puzzle).to_str().unwrap()]);
        assert_eq!(run.code, 0, "{puzzle}: {}", run.stderr);
        assert!(
            run.stdout == text(picture),
            "{picture} is out of date: xwc show --format svg {puzzle} > {picture}"
        );
        shown.insert(root().join(picture));
    }
    assert_eq!(shown, process::files(&root().join("docs/pictures")).into_iter().collect());
    assert!(shown.len() >= xwc::families::FAMILIES.len(), "a picture for each family");
}
