//! What must keep its bytes: formulas, certificates, help texts and JSON. Packs are in
//! `tests/packs/golden.txt`.
//!
//! A change here is a decision: raise the version of what changed, say why in CHANGELOG.md, and run
//! the test with `INSTA_UPDATE=always`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;
use xwc::families::AnyPuzzle;
use xwc::formats::FORMATS;
use xwc::solve::Budget;
use xwc::{CertifyOptions, SearchOptions, certify, compile, solutions};
use xwc_check::certificate::{Digest, MANIFEST, ProofFormat};
use xwc_check::puzzle::ReadOptions;
use xwc_encodings::{ENCODINGS, Encoding, Formula, Variants};
use xwc_testkit::process::{puzzle, puzzles, samples, xwc};

fn read(path: &Path) -> Box<dyn AnyPuzzle> {
    let text = fs::read_to_string(path).expect("a sample");
    xwc::read(&text, &ReadOptions::default()).expect("well formed")
}

fn name(path: &Path) -> String {
    path.strip_prefix(puzzles()).expect("below the samples").display().to_string()
}

/// The start of a digest: enough to notice any change.
fn short(digest: Digest) -> String {
    digest.0[..16].to_string()
}

fn formula(puzzle: &dyn AnyPuzzle, encoding: &dyn Encoding) -> String {
    let compiled = compile(puzzle, encoding, Variants::default(), Budget::default());
    let Ok((lowered, formula)) = compiled else { return "refused".to_string() };
    let name = match formula {
        Formula::Cnf(_) => "dimacs",
        Formula::Smt(_) => "smt2",
    };
    let format = FORMATS.iter().find(|format| format.name == name).expect("a format");
    let (_, write) = format.formula.expect("it is for formulas");
    let mut bytes = Vec::new();
    write(&formula, &lowered.model, &mut bytes).expect("memory takes everything");
    short(Digest::of(&bytes))
}

#[test]
fn formulas() {
    let mut table = String::from("sample");
    for encoding in ENCODINGS {
        write!(table, " {}/{}", encoding.info().name, encoding.info().version).expect("a string");
    }
    table.push('\n');
    for path in samples().into_iter() {
        let puzzle = read(&path);
        table += &name(&path);
        for encoding in ENCODINGS {
            table.push(' ');
            table += &formula(&*puzzle, *encoding);
        }
        table.push('\n');
    }
    insta::assert_snapshot!(table);
}

#[test]
fn certificates() {
    let mut table = String::from("sample certificate proof\n");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("golden-certificates");
    let small = samples().into_iter().filter(|path| {
        let verdict = fs::read_to_string(path.with_extension("expect.json")).unwrap_or_default();
        !verdict.is_empty() && fs::metadata(path).is_ok_and(|file| file.len() < 2_000)
    });
    for path in small {
        let puzzle = read(&path);
        let options = SearchOptions { limit: 2, stop_at_limit: true, ..SearchOptions::default() };
        let Ok(report) = solutions(&*puzzle, options) else { continue };
        if folder.exists() {
            fs::remove_dir_all(&folder).expect("the folder of an earlier sample goes");
        }
        let shown = match certify(&*puzzle, &report, &folder, CertifyOptions::default()) {
            Ok(_) => {
                // Two solutions need no proof.
                let bytes = |file| fs::read(folder.join(file)).unwrap_or_default();
                let [claim, proof] = [MANIFEST, ProofFormat::Lrat.file()]
                    .map(|file| short(Digest::of(&bytes(file))));
                format!("{claim} {proof}")
            }
            Err(_) => "refused".to_string(),
        };
        writeln!(table, "{} {shown}", name(&path)).expect("a string");
    }
    insta::assert_snapshot!(table);
}

/// The names below "Commands:" in a help text.
fn commands(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| !["Commands:", "Families:"].contains(line)).skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    listed
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_string)
        .collect()
}

fn collect_help(path: &[String], all: &mut String) {
    let run = xwc(path.iter().map(String::as_str).chain(["--help"]));
    assert_eq!(run.code, 0, "{path:?}");
    writeln!(all, "$ xwc {} --help\n{}", path.join(" "), run.stdout).expect("a string");
    for command in commands(&run.stdout) {
        collect_help(&[path, &[command]].concat(), all);
    }
}

#[test]
fn help() {
    let mut all = String::new();
    collect_help(&[], &mut all);
    insta::assert_snapshot!(all);
}

/// Replaces what differs from run to run.
fn mask(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match name.as_str() {
                    "seconds" | "peak_memory" | "memory" => *value = Value::from("_"),
                    _ => mask(value),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(mask),
        _ => {}
    }
}

#[test]
fn json() {
    let certificate = Path::new(env!("CARGO_TARGET_TMPDIR")).join("golden-certificate");
    let certificate = certificate.to_str().expect("UTF-8");
    let [example, migros, p1, two] = [
        "mathcrossword/example.json",
        "crossmath/migros.json",
        "calcrostic/p1.json",
        "mathcrossword/multiple24.json",
    ]
    .map(puzzle);
    let [cube, shifted] = ["crossnumber/cubesandwich.json", "crucigram/shifted.json"].map(puzzle);
    let runs: &[&[&str]] = &[
        &["prove", "--json", &example],
        &["prove", "--json", &migros],
        &["prove", "--json", &p1],
        &["prove", "--json", &two],
        &["prove", "--json", &cube],
        &["prove", "--json", &shifted],
        &["prove", "--json", "--backend", "varisat", "--encoding", "order", &migros],
        &["prove", "--json", "--nodes", "1", "--backend", "native", &two],
        &["prove", "--json", "--certificate", certificate, &migros],
        &["check", "--json", &migros, certificate],
        &["solve", "--json", "--limit", "3", &two],
        &["solve", "--json", "--count", &example],
        &["solve", "--json", "--steps", &cube],
        &["generate", "mathcrossword", "--seed", "1"],
        &["generate", "crossmath", "--seed", "1"],
        &["generate", "calcrostic", "--seed", "1"],
        &["generate", "crossnumber", "--seed", "1", "--difficulty", "easy"],
        &["generate", "crucigram", "--seed", "1", "--difficulty", "easy"],
        &["atlas", "calcrostic", "--max-sum", "12", "--json"],
        &["atlas", "zero", "--size", "3x3", "--max", "12", "--json"],
        &["show", "--format", "ipuz", &cube],
        &["show", "--format", "ipuz", &shifted],
        &["schema"],
    ];
    let mut all = String::new();
    let root = format!("{}/", xwc_testkit::root().display());
    for arguments in runs {
        let run = xwc(arguments.iter());
        let shown: Vec<_> = arguments.iter().map(|text| text.replace(&root, "")).collect();
        writeln!(all, "$ xwc {}  # exit {}", shown.join(" "), run.code).expect("a string");
        if run.stdout.len() > 20_000 {
            writeln!(all, "SHA-256 {}", Digest::of(run.stdout.as_bytes()).0).expect("a string");
            continue;
        }
        for line in run.stdout.split_inclusive('\n') {
            match serde_json::from_str::<Value>(line) {
                Ok(mut value) => {
                    mask(&mut value);
                    writeln!(all, "{value}").expect("a string");
                }
                Err(_) => all += line,
            }
        }
    }
    // Wherever the build is.
    let all = all.replace(env!("CARGO_TARGET_TMPDIR"), "target/tmp");
    insta::assert_snapshot!(all.replace(&root, ""));
}
