//! Exported formulas are read and decided by programs that are not ours: Debian's CaDiCaL reads the
//! DIMACS, the program z3 the SMT-LIB and the OPB. Both must agree with the verdict of `prove`.

mod sets;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use xwc_testkit::process::{puzzle, xwc};

/// Small puzzles, each with its verdict.
const PUZZLES: [(&str, &str); 5] = [
    ("mathcrossword/example.json", "unique"),
    ("mathcrossword/none.json", "none"),
    ("crossmath/migros.json", "unique"),
    ("calcrostic/p1.json", "unique"),
    // The last one is for SAT solvers: Z3 takes minutes.
    ("mathcrossword/multiple24.json", "multiple"),
];

/// This many of them are for Z3.
const FOR_Z3: usize = 4;

/// The encodings that write a language, from the program itself.
fn encodings(language: &str) -> Vec<String> {
    let object = xwc(["encodings", "--json"]).json();
    let encodings = object["encodings"].as_array().expect("a list").iter();
    let names = encodings.filter(|encoding| encoding["language"] == language);
    names.map(|encoding| encoding["name"].as_str().expect("a name").to_string()).collect()
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("exported").join(name);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// Compiles a puzzle into a file.
fn compiled(name: &str, encoding: &str, format: &str) -> PathBuf {
    let path = folder(format).join(format!("{}-{encoding}.{format}", name.replace('/', "-")));
    let file = puzzle(name);
    let run = xwc(["compile", &file, "--encoding", encoding, "--format", format]);
    assert_eq!(run.code, 0, "{name} {encoding}: {}", run.stderr);
    fs::write(&path, run.stdout).expect("the file is written");
    path
}

/// CaDiCaL from Debian's package `cadical`, which `scripts/test` installs.
fn cadical(path: &Path) -> (i32, String) {
    let output = Command::new("cadical").arg(path).output();
    let output = output.expect("cadical is there (Debian: apt-get install cadical)");
    let code = output.status.code().expect("it ends by itself");
    (code, String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What the program z3 says, from where `scripts/setup-z3` puts it. It is killed after that many seconds.
fn z3_output(path: &Path, seconds: u64) -> String {
    let z3 = xwc_testkit::root().join(".deps/z3/bin/z3");
    let output = Command::new(z3).arg(format!("-T:{seconds}")).arg(path).output();
    let output = output.expect("z3 is there (run scripts/setup-z3)");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Its first word. A line that it cannot read would be complained of first.
fn z3(path: &Path) -> String {
    let said = z3_output(path, 600);
    said.split_whitespace().next().unwrap_or_default().to_string()
}

#[test]
fn cadical_reads_the_dimacs() {
    let encodings = encodings("CNF");
    assert!(encodings.len() >= 5, "{encodings:?}");
    for (name, verdict) in PUZZLES {
        for encoding in &encodings {
            let (code, _) = cadical(&compiled(name, encoding, "dimacs"));
            let expected = if verdict == "none" { 20 } else { 10 };
            assert_eq!(code, expected, "{name} {encoding}");
        }
    }
}

/// The formula of a certificate says "not this solution" as well, so that a unique puzzle has none.
#[test]
fn cadical_finds_that_unique_puzzles_are() {
    for (name, _) in PUZZLES.iter().filter(|(_, verdict)| *verdict == "unique") {
        for encoding in encodings("CNF") {
            let folder = folder(&format!("certificate-{}-{encoding}", name.replace('/', "-")));
            let (file, out) = (puzzle(name), folder.to_str().expect("UTF-8"));
            let run = xwc(["prove", &file, "--encoding", &encoding, "--certificate", out]);
            assert_eq!(run.code, 0, "{name} {encoding}: {}", run.stderr);
            assert_eq!(xwc(["check", &file, out]).code, 0, "{name} {encoding}");
            let (code, _) = cadical(&folder.join("formula.cnf"));
            assert_eq!(code, 20, "{name} {encoding}");
        }
    }
}

/// The comments of the DIMACS file are enough to read the solution off CaDiCaL's model.
#[test]
fn the_comment_map_tells_the_solution() {
    let name = "crossmath/migros.json";
    let path = compiled(name, "one-hot", "dimacs");
    let text = fs::read_to_string(&path).expect("it was written");
    let comments = text.lines().filter_map(|line| line.strip_prefix("c "));
    let meanings: BTreeMap<&str, &str> =
        comments.filter_map(|comment| comment.split_once(' ')).collect();
    let (_, said) = cadical(&path);
    let values = said.lines().filter_map(|line| line.strip_prefix("v "));
    let is_true = values.flat_map(str::split_whitespace).filter_map(|lit| meanings.get(lit));
    let told: Vec<(&str, &str)> = is_true.filter_map(|meaning| meaning.split_once(" = ")).collect();
    let object = xwc(["solve", "--json", &puzzle(name)]).json();
    let grid = object["solutions"][0]["grid"].as_array().expect("a grid");
    let mut compared = 0;
    for (cell, value) in told {
        let place = cell.strip_prefix('r').and_then(|cell| cell.split_once('c'));
        let place =
            place.and_then(|(r, c)| Some((r.parse::<usize>().ok()?, c.parse::<usize>().ok()?)));
        if let Some((row, column)) = place {
            assert_eq!(grid[row - 1][column - 1], value, "{cell}");
            compared += 1;
        }
    }
    assert_eq!(compared, 15, "nine blanks and six results are told");
}

#[test]
fn z3_reads_the_opb() {
    for (name, verdict) in PUZZLES.into_iter().take(FOR_Z3) {
        for encoding in encodings("CNF") {
            let said = z3(&compiled(name, &encoding, "opb"));
            let expected = if verdict == "none" { "unsat" } else { "sat" };
            assert_eq!(said, expected, "{name} {encoding}");
        }
    }
}

#[test]
fn z3_reads_the_smt_lib() {
    let encodings = encodings("SMT-LIB");
    assert!(encodings.len() >= 4, "{encodings:?}");
    for (name, verdict) in PUZZLES.into_iter().take(FOR_Z3) {
        for encoding in &encodings {
            let said = z3(&compiled(name, encoding, "smt2"));
            let expected = if verdict == "none" { "unsat" } else { "sat" };
            assert_eq!(said, expected, "{name} {encoding}");
        }
    }
}
