//! The atlas against a plain enumeration, interrupted and taken up; the question for zero; families.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use xwc::solve::{BACKENDS, SolverSelection};
use xwc::{SearchOptions, Verdict, solutions};
use xwc_check::puzzle::{ReadOptions, Solution};
use xwc_testkit::process::{Run, command, puzzle, xwc, xwc_path, xwc_reading};

/// A path that nothing is at.
fn path(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("atlas-{name}"));
    let _ = fs::remove_file(&path);
    let _ = fs::remove_file(part(&path));
    path
}

fn part(path: &Path) -> PathBuf {
    PathBuf::from(format!("{}.part", path.display()))
}

fn atlas(arguments: &str, out: Option<&Path>) -> Run {
    let mut run = command(xwc_path());
    run.args(["atlas", "calcrostic", "--json"]).args(arguments.split(' '));
    if let Some(out) = out {
        run.arg("--out").arg(out);
    }
    Run::of(run.stdin(Stdio::null()).output().expect("xwc starts"))
}

fn entries(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Whether this build decides questions about all integers.
fn has_z3() -> bool {
    BACKENDS.iter().any(|backend| backend.name == "z3" && backend.solver.is_some())
}

#[test]
fn the_counts_are_those_of_the_reference() {
    for (sum, orbits, unique) in [(20, 2828, 695), (50, 11312, 1911)] {
        let file = path(&format!("reference-{sum}"));
        let run = atlas(&format!("--max-sum {sum}"), Some(&file));
        assert_eq!(run.code, 0, "{}", run.stderr);
        let summary = run.json();
        assert_eq!((&summary["orbits"], &summary["unique"]), (&json!(orbits), &json!(unique)));
        let entries = entries(&fs::read_to_string(&file).expect("the list"));
        assert_eq!(entries.len(), orbits);
        let count = |kind: &str| -> u64 {
            let counts = summary[kind].as_object().expect("counts");
            counts.values().map(|count| count["orbits"].as_u64().expect("a number")).sum()
        };
        assert_eq!((count("by_operators"), count("by_largest")), (orbits as u64, orbits as u64));
    }
}

/// What a line says of its numbers, whichever way it is read: the sum or product of two is the
/// third, which stands at this position.
type Said = (bool, [usize; 2], usize);

/// The least of all eight forms: numbers and what the lines say of them.
fn orbit(numbers: [u64; 9], said: &[Said]) -> (Vec<u64>, Vec<Said>) {
    let turns: [[usize; 9]; 8] = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8],
        [2, 1, 0, 5, 4, 3, 8, 7, 6],
        [6, 7, 8, 3, 4, 5, 0, 1, 2],
        [8, 7, 6, 5, 4, 3, 2, 1, 0],
        [0, 3, 6, 1, 4, 7, 2, 5, 8],
        [6, 3, 0, 7, 4, 1, 8, 5, 2],
        [2, 5, 8, 1, 4, 7, 0, 3, 6],
        [8, 5, 2, 7, 4, 1, 6, 3, 0],
    ];
    let turned = |turn: &[usize; 9]| {
        let mut moved = vec![0; 9];
        turn.iter().zip(numbers).for_each(|(&to, number)| moved[to] = number);
        let place = |&(product, [end, middle], result): &Said| {
            (product, [turn[end], turn[middle]], turn[result])
        };
        let mut said: Vec<Said> = said.iter().map(place).collect();
        said.sort_unstable();
        (moved, said)
    };
    turns.iter().map(turned).min().expect("eight")
}

/// All ways to read `x ∘ y = z`, as what is said of the positions.
fn readings(numbers: &[u64; 9], [x, y, z]: [usize; 3]) -> Vec<Said> {
    let [a, b, c] = [x, y, z].map(|i| numbers[i]);
    let all = [
        (a + b == c, (false, [x, y], z)),
        (c + b == a, (false, [z, y], x)),
        (a * b == c, (true, [x, y], z)),
        (c * b == a, (true, [z, y], x)),
    ];
    all.into_iter().filter(|(holds, _)| *holds).map(|(_, said)| said).collect()
}

/// Every calcrostic with a sum of up to `most`, by trying all numbers and all operators.
fn plainly(most: u64) -> BTreeSet<(Vec<u64>, Vec<Said>)> {
    let results = |x: u64, y: u64| {
        let mut all = vec![x + y, x * y];
        all.extend(x.checked_sub(y).filter(|&value| value > 0));
        all.extend(x.is_multiple_of(y).then(|| x / y));
        all.sort_unstable();
        all.dedup();
        all
    };
    let lines =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    let mut found = BTreeSet::new();
    for a in 1..=most {
        for b in 1..=most.saturating_sub(a) {
            for d in 1..=most.saturating_sub(a + b) {
                for f in 1..=most.saturating_sub(a + b + d) {
                    for c in results(a, b) {
                        for g in results(d, f) {
                            for h in results(a, d) {
                                for k in results(b, f) {
                                    for m in results(a, f) {
                                        let numbers = [a, b, c, d, f, g, h, k, m];
                                        let mut all = vec![Vec::new()];
                                        for line in lines {
                                            let readings = readings(&numbers, line);
                                            all = all
                                                .iter()
                                                .flat_map(|said: &Vec<Said>| {
                                                    readings
                                                        .iter()
                                                        .map(|next| [&said[..], &[*next]].concat())
                                                })
                                                .collect();
                                        }
                                        found.extend(all.iter().map(|said| orbit(numbers, said)));
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    found
}

#[test]
fn it_lists_what_a_plain_enumeration_finds() {
    let most = 17;
    let run = atlas(&format!("--max-sum {most}"), None);
    let mut entries = entries(&run.stdout);
    let summary = entries.pop().expect("a summary");
    let mut listed = BTreeSet::new();
    for entry in &entries {
        let numbers: Vec<u64> = entry["numbers"]
            .as_array()
            .expect("rows")
            .iter()
            .flat_map(|row| row.as_array().expect("numbers"))
            .map(|number| number.as_u64().expect("a number"))
            .collect();
        let numbers: [u64; 9] = numbers.try_into().expect("nine");
        let sign = |row: usize, column: usize| entry["grid"][row][column].as_str().expect("a sign");
        let lines = [
            ([0, 1, 2], sign(0, 1)),
            ([3, 4, 5], sign(2, 1)),
            ([6, 7, 8], sign(4, 1)),
            ([0, 3, 6], sign(1, 0)),
            ([1, 4, 7], sign(1, 2)),
            ([2, 5, 8], sign(1, 4)),
            ([0, 4, 8], sign(1, 1)),
            ([2, 4, 6], sign(1, 3)),
        ];
        let said = lines.map(|([x, y, z], sign)| match sign {
            "+" => (false, [x, y], z),
            "-" => (false, [z, y], x),
            "×" => (true, [x, y], z),
            _ => (true, [z, y], x),
        });
        assert_eq!(entry["s"], json!(numbers[0] + numbers[1] + numbers[3] + numbers[4]));
        assert!(listed.insert(orbit(numbers, &said)), "twice: {entry}");
    }
    assert_eq!(summary["orbits"], json!(entries.len()));
    let sums: Vec<u64> = entries.iter().map(|entry| entry["s"].as_u64().expect("a sum")).collect();
    assert!(sums.is_sorted());
    assert_eq!(listed, plainly(most));
}

#[test]
fn unique_is_what_the_solvers_say() {
    let run = atlas("--max-sum 17", None);
    let mut entries = entries(&run.stdout);
    entries.pop();
    for (i, entry) in entries.iter().enumerate() {
        let backend = if i % 4 == 0 { "varisat" } else { "native" };
        let choice = SolverSelection { backend: Some(backend), encoding: None };
        let options =
            SearchOptions { choice, limit: 2, stop_at_limit: true, ..SearchOptions::default() };
        let file = json!({ "family": "calcrostic", "grid": entry["grid"] });
        let puzzle = xwc::read(&file.to_string(), &ReadOptions::default()).expect("a puzzle");
        let verdict = solutions(&*puzzle, options).expect("a report").found.verdict();
        assert_eq!(entry["unique"] == true, verdict == Verdict::Unique, "{entry}");
        assert!(matches!(verdict, Verdict::Unique | Verdict::Multiple), "{entry}");
    }
}

#[test]
fn an_atlas_is_the_same_for_any_threads_and_interruptions() {
    let whole = path("whole");
    assert_eq!(atlas("--max-sum 90 --jobs 1", Some(&whole)).code, 0);
    let whole = fs::read(&whole).expect("the list");
    let file = path("killed");
    let mut kills = 0;
    for wait in [1, 5, 20, 40, 60, 80, 100, 150] {
        let mut run = command(xwc_path());
        run.args(["atlas", "calcrostic", "--max-sum", "90", "--jobs", "3", "--out"]).arg(&file);
        let mut run = run.stdout(Stdio::null()).spawn().expect("xwc starts");
        std::thread::sleep(Duration::from_millis(wait));
        let over = run.try_wait().expect("its state").is_some();
        let _ = run.kill();
        run.wait().expect("it ends");
        if over {
            break;
        }
        kills += 1;
        // A run may be stopped in the middle of a line as well.
        if wait == 20
            && let Ok(text) = fs::read(part(&file))
        {
            fs::write(part(&file), &text[..text.len() / 2]).expect("a shorter file");
        }
    }
    assert!(kills > 2, "killed only {kills} times");
    if !file.exists() {
        assert_eq!(atlas("--max-sum 90", Some(&file)).code, 0);
    }
    assert!(fs::read(&file).expect("the list") == whole, "other bytes");
    assert!(!part(&file).exists());
    let again = atlas("--max-sum 90", Some(&file));
    assert_eq!(again.code, 2);
    assert!(again.complaint().contains("is there already"), "{}", again.complaint());
    assert!(fs::read(&file).expect("the list") == whole, "it was touched");
}

#[test]
fn a_shorter_atlas_is_the_beginning_of_a_longer_one() {
    let (short, long) = (path("short"), path("long"));
    let counted = atlas("--max-sum 30", Some(&short));
    fs::rename(&short, part(&long)).expect("taken for a run that was stopped");
    assert_eq!(atlas("--max-sum 40", Some(&long)).code, 0);
    let direct = path("direct");
    assert_eq!(atlas("--max-sum 40", Some(&direct)).code, 0);
    assert!(fs::read(&long).expect("a list") == fs::read(&direct).expect("a list"));
    // And what is longer than asked for is cut.
    fs::rename(&long, part(&short)).expect("taken for a run that was stopped");
    assert_eq!(atlas("--max-sum 30", Some(&short)).stdout, counted.stdout);
    fs::write(part(&path("foreign")), "my thesis\n").expect("a file");
    let foreign = Path::new(env!("CARGO_TARGET_TMPDIR")).join("atlas-foreign");
    let run = atlas("--max-sum 30", Some(&foreign));
    assert_eq!(run.code, 2);
    assert!(run.complaint().contains("line 1"), "{}", run.complaint());
    assert_eq!(fs::read_to_string(part(&foreign)).expect("still there"), "my thesis\n");
    for sum in ["3", "20001", "x"] {
        assert_eq!(atlas(&format!("--max-sum {sum}"), None).code, 2, "{sum}");
    }
}

/// Every solution obeys the rules, all diagonals included, as a puzzle without letters would say.
fn obey_the_rules(answer: &Value) {
    for solution in answer["solutions"].as_array().expect("a list") {
        let file = json!({
            "family": "calcrostic", "grid": solution["grid"], "unknowns": "numbers",
            "form": "zero", "diagonals": "all", "max": 1,
        });
        let puzzle = xwc::read(&file.to_string(), &ReadOptions::default()).expect("a puzzle");
        let solved = json!({ "letters": {}, "grid": solution["grid"] });
        puzzle.check(&Solution(solved)).expect("every line comes to zero");
    }
}

#[test]
fn lines_that_all_come_to_zero() {
    let run = xwc(["atlas", "zero", "--size", "3x3", "--max", "100", "--json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let answer = run.json();
    assert_eq!(answer["settings_examined"], 72_960);
    assert_eq!(answer["settings_with_solutions"], 6);
    let seeds = json!([[12, 2, 10], [2, 4, 2], [6, 2, 8]]);
    let solutions = answer["solutions"].as_array().expect("a list");
    let grids = solutions.iter().filter(|solution| solution["numbers"] == seeds);
    let asked = json!([
        ["12", "-", "2", "-", "10"],
        ["-", "-", "-", "-", "-"],
        ["2", "-", "4", "÷", "2"],
        ["×", "-", "+", "-", "-"],
        ["6", "+", "2", "-", "8"]
    ]);
    assert!(grids.clone().any(|solution| solution["grid"] == asked));
    assert_eq!(grids.count(), 3);
    obey_the_rules(&answer);
    let small = xwc(["atlas", "zero", "--size", "3x3", "--max", "11", "--json"]).json();
    assert_eq!(small["solutions"], json!([]));
    let wide = xwc(["atlas", "zero", "--size", "3x4", "--max", "4", "--json"]).json();
    assert!(wide["solutions"].as_array().is_some_and(|solutions| !solutions.is_empty()));
    obey_the_rules(&wide);
    for (arguments, expected) in
        [("--size 2x3", "sides go from 3"), ("--size 3x3 --max 0", "--max: ")]
    {
        let run = xwc(["atlas", "zero"].into_iter().chain(arguments.split(' ')));
        assert_eq!(run.code, 2);
        assert!(run.complaint().contains(expected), "{}", run.complaint());
    }
}

#[test]
fn lines_that_come_to_zero_without_a_bound() {
    let run = xwc(["-q", "atlas", "zero", "--size", "3x3", "--unbounded", "--json"]);
    if !has_z3() {
        assert_eq!(run.code, 2);
        assert!(run.complaint().contains("no backend z3"), "{}", run.complaint());
        return;
    }
    assert_eq!(run.code, 0, "{}", run.stderr);
    let answer = run.json();
    assert_eq!(answer["settings_unknown"], 0);
    assert_eq!(answer["settings_without_solutions"], 72_954);
    let bounded = xwc(["atlas", "zero", "--size", "3x3", "--json"]).json();
    let grids = |answer: &Value| -> BTreeSet<String> {
        let solutions = answer["solutions"].as_array().expect("a list");
        solutions.iter().map(|solution| solution["grid"].to_string()).collect()
    };
    // Each of the six settings has one solution, so both lists are the same.
    assert_eq!(grids(&answer), grids(&bounded));
}

#[test]
fn numbers_without_a_bound_are_for_z3() {
    let text = fs::read_to_string(puzzle("calcrostic/zero.json")).expect("a puzzle");
    let unbounded = text.replace("\"max\": 100, ", "");
    assert_ne!(text, unbounded);
    for backend in ["native", "varisat"] {
        let run = xwc_reading(["prove", "-", "--backend", backend], &unbounded);
        assert_eq!(run.code, 2);
        assert!(run.complaint().contains("no upper bound"), "{}", run.complaint());
    }
    let run = xwc_reading(["prove", "-", "--json"], &unbounded);
    match has_z3() {
        true => assert_eq!((run.code, &run.json()["backend"]), (0, &json!("z3"))),
        false => assert!(run.complaint().contains("only the backend z3"), "{}", run.complaint()),
    }
}

/// The grids of the seed's P1 to P8, signs and all.
const FORMS: [&str; 8] = [
    "AB×C=DEA +×÷÷- AB×B=EF ===== BC×A=EF",
    "AB×C=DE -××÷+ CA×A=DE ===== CA×B=FDC",
    "AB÷C=DE +÷××- AB÷D=CD ===== FAC÷E=CD",
    "ABC÷D=CE -÷÷×+ BF÷E=CE ===== BF÷C=ED",
    "AB+AB=BC ××××× C÷B=A ===== DEA-EF=EF",
    "ABC-BD=BD ÷÷÷÷÷ E÷F=C ===== CF+CF=FE",
    "AB+AB=CAD ÷÷÷÷÷ D×E=F ===== EF-DE=DE",
    "AB-CA=CA ××××× C×A=B ===== DE+DE=FDC",
];

#[test]
fn the_eight_forms_are_those_of_the_seed() {
    let run = xwc(["show", "--forms", "--json", &puzzle("calcrostic/p1.json")]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let forms = entries(&run.stdout);
    assert_eq!(forms.len(), 8);
    for (form, expected) in forms.iter().zip(FORMS) {
        let rows = form["puzzle"]["grid"].as_array().expect("rows");
        let row = |row: &Value| -> String {
            row.as_array().expect("cells").iter().map(|cell| cell.as_str().expect("text")).collect()
        };
        let rows: Vec<String> = rows.iter().map(row).collect();
        assert_eq!(rows.join(" "), expected);
        let proved = xwc_reading(["prove", "-", "--json"], &form["puzzle"].to_string());
        assert_eq!(proved.code, 0);
        assert_eq!(proved.json()["solutions"][0], form["solution"]);
    }
    let text = xwc(["show", "--forms", &puzzle("calcrostic/p1.json")]).stdout;
    assert_eq!(text.lines().filter(|line| line.contains("P8:")).count(), 1);
    for other in ["calcrostic/zero.json", "crossmath/migros.json"] {
        let run = xwc(["show", "--forms", &puzzle(other)]);
        assert_eq!(run.code, 2, "{other}");
    }
}

#[test]
fn all_grids_of_a_setting() {
    let run = xwc(["atlas", "grids", &puzzle("calcrostic/setting.json"), "--max", "60", "--json"]);
    let mut found = entries(&run.stdout);
    let summary = found.pop().expect("a summary");
    assert_eq!((run.code, &summary["complete"]), (0, &json!(true)));
    // The seed's family, at b and h: numbers that do not exceed the bound.
    let mut family = BTreeSet::new();
    for b in 1_i64..=60 {
        for h in 2_i64..=60 {
            let m = b * b * h * h * (h - 1);
            if m.max(b * h * h).max(b * h * (h - 1) * (b * h - 1)) <= 60 {
                family.insert((b * h * h, b * h, b * (h - 1)));
            }
        }
    }
    let letter = |solution: &Value, letter: &str| solution["letters"][letter].as_i64();
    let found: BTreeSet<(i64, i64, i64)> = found
        .iter()
        .filter_map(|s| Some((letter(s, "a")?, letter(s, "b")?, letter(s, "f")?)))
        .collect();
    assert!(family.len() > 3 && family.is_subset(&found), "{family:?} in {found:?}");
    let run = xwc(["atlas", "grids", &puzzle("calcrostic/p1.json"), "--max", "60"]);
    assert_eq!(run.code, 2);
}

#[test]
fn families_are_identities_or_not() {
    let family = fs::read_to_string(puzzle("../families/two-parameters.json")).expect("a family");
    let run = xwc_reading(["atlas", "family", "-", "--json"], &family);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let answer = run.json();
    assert_eq!((&answer["parameters"], &answer["identity"]), (&json!(["b", "h"]), &json!(true)));
    assert_eq!(answer["lines"].as_array().map(Vec::len), Some(8));
    assert_eq!(answer["example"]["numbers"], json!([[4, 2, 2], [2, 1, 2], [2, 2, 4]]));
    let wrong = xwc_reading(["atlas", "family", "-"], &family.replace("bh(h-1)(bh-1)", "bh"));
    assert_eq!(wrong.code, 20);
    assert_eq!(wrong.stdout.matches("NOT an identity").count(), 2, "{}", wrong.stdout);
    let zero = json!({
        "form": "zero", "diagonals": "all",
        "grid": [["x+y", "-", "y", "-", "x"], ["-", "-", "-", "-", "-"], ["x", "-", "x", "+", "0"],
                 ["-", "-", "-", "-", "-"], ["y", "-", "y", "+", "0"]],
    });
    let run = xwc_reading(["atlas", "family", "-", "--json"], &zero.to_string());
    let lines = run.json()["lines"].as_array().expect("lines").clone();
    assert_eq!(lines.len(), 12);
    assert_eq!(lines.iter().filter(|line| line["identity"] == true).count(), 4, "{}", run.stdout);
    for (text, place) in [
        (family.replace("bh^2", "bh^"), "row 1, column 1"),
        (family.replace("\"bh\"", "\"bH\""), "row 1, column 3"),
        (family.replace("\"÷\"", "\"\""), "row 2, column 4"),
        ("{}".to_string(), "grid"),
    ] {
        let run = xwc_reading(["atlas", "family", "-"], &text);
        assert_eq!(run.code, 2, "{text}");
        assert!(run.complaint().contains(place), "{}", run.complaint());
    }
}
