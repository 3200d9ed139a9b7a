//! Small files that once cost minutes or gigabytes: they are refused with their size, or end within
//! the limits.

use serde_json::{Value, json};
use xwc_testkit::process;

use super::{entry, folder, text};
use xwc_testkit::process::{Run, command, reading, xwc_path};

/// A staggered grid of entries with two cells.
fn wide(rows: usize, columns: usize) -> Value {
    let cell = |row: usize, column: usize| if (row + column) % 3 == 2 { '#' } else { '.' };
    let line = |row| (0..columns).map(|column| cell(row, column)).collect::<String>();
    json!({ "family": "crossnumber", "grid": (0..rows).map(line).collect::<Vec<_>>() })
}

/// Runs a command in 700 MiB of address space, which is less than it may have.
fn run(args: &[&str], puzzle: &Value) -> Run {
    let mut shell = command("sh");
    shell.args(["-c", "ulimit -v 716800 && exec \"$0\" \"$@\"", xwc_path()]).args(args);
    reading(shell, &puzzle.to_string())
}

/// The commands that read a file end, with a code that says why.
fn ends(puzzle: &Value, codes: &[i32]) {
    for args in [
        &["prove", "--timeout", "0.3", "-"][..],
        &["show", "-"],
        &["compile", "--timeout", "0.3", "--encoding", "order", "-"],
    ] {
        let run = run(args, puzzle);
        // What is not too large to be solved may be compiled in time as well.
        let may_be_made = args[0] == "show" || (args[0] == "compile" && codes.contains(&10));
        let allowed = codes.contains(&run.code) || (may_be_made && run.code == 0);
        assert!(allowed, "{args:?}: {} {}", run.code, run.stderr);
        if run.code == 2 {
            assert!(run.complaint().len() < 500);
        }
    }
}

#[test]
fn open_types_end_within_the_limits() {
    for clue in [
        "(#prime < 10^9) * (#prime < 10^9) + (#happy < 10^9)",
        "not (this + (#square < 10^14) = (#cube < 10^14))",
        "this = (#happy < 10^12) % 999983 or this = (#lucky < 10^12) % 999979",
        "#prime + #happy + #harshad + #twosquares",
        "this*10^4900 in #power",
        "this*10^2000 + 1 in #prime",
        "$divcount(this*(10^60 + 7) + 1) = 8",
        "(#distinctdigits < 10^18) % 999999 = this",
        "$multiple((#palindrome < 10^18), this) and not $multiple((#happy < 10^18), this)",
    ] {
        ends(&entry(6, &[clue]), &[0, 2, 10, 20, 30]);
    }
}

#[test]
fn many_values_conditions_and_cells_are_counted_before_they_are_made() {
    let mut groups = entry(2, &[]);
    let group = |i: usize| json!({ "names": [format!("a{i}")], "values": "#even < 1000000" });
    groups["variables"] = (0..150).map(group).collect();
    ends(&groups, &[2]);
    let mut one = entry(2, &[]);
    let names: Vec<String> = (0..200).map(|i| format!("a{i}")).collect();
    one["variables"] = json!({ "names": names, "values": "#triangular < 1000000000000" });
    ends(&one, &[2]);
    let sum = |part: &str, count: usize| format!("{} > 0", vec![part; count].join(" + "));
    let mut digits = wide(40, 40);
    digits["every_entry"] = json!(sum("$griddigitsum()", 30));
    ends(&digits, &[2]);
    let mut long = wide(40, 40);
    long["every_entry"] = json!(sum("this", 8_000));
    ends(&long, &[2]);
    let mut medium = wide(40, 40);
    medium["every_entry"] = json!(sum("this", 1_000));
    ends(&medium, &[2, 10, 30]);
    let mut entries = wide(12, 12);
    entries["rules"] = json!("#entry + #entry + #entry = #entry");
    ends(&entries, &[2]);
    let mut pairs = wide(8, 30);
    pairs["every_entry"] = json!("not $jumble(this, #entry)");
    ends(&pairs, &[2, 10, 30]);
    ends(&wide(40, 40), &[2, 10, 30]);
    let square = json!({ "family": "crossnumber", "grid": vec![".".repeat(18); 18] });
    ends(&square, &[2, 10, 30]);
}

#[test]
fn long_conditions_end() {
    let join = |part: &str, by: &str, count: usize| vec![part; count].join(by);
    for clue in [
        format!("this{} > 0", "+1-1".repeat(12_000)),
        join("this = 123456", " or ", 3_000),
        join("this != 123456", " and ", 2_700),
        join("this = √(10^4998)", " or ", 2_300),
        join("this = (#prime < $divcount(10^40 + 7))", " or ", 1_100),
        join("this = (#prime < 9) % 7", " or ", 2_000),
        format!("this = {}", "9".repeat(49_000)),
        format!("{}this{}", "(".repeat(99), ")".repeat(99)),
    ] {
        ends(&entry(6, &[&clue]), &[0, 2, 10, 20, 30]);
    }
}

#[test]
fn crossmaths_and_calcrostics_end() {
    let crossmath = |n: usize, sign: &str, min: i64, max: i64, division: &str| {
        let line = |cell: &str, sign: &str, result: &str| -> Vec<String> {
            let mut cells: Vec<String> = Vec::new();
            for i in 0..n {
                cells.extend([cell.to_string(), if i + 1 < n { sign } else { result }.to_string()]);
            }
            cells
        };
        let mut grid = Vec::new();
        for row in 0..n {
            grid.push([line("_", sign, "="), vec!["_".to_string()]].concat());
            let below = if row + 1 < n { sign } else { "=" };
            grid.push([line(below, "#", "#"), vec!["#".to_string()]].concat());
        }
        grid.push([line("_", "#", "#"), vec!["#".to_string()]].concat());
        let values = json!({ "min": min, "max": max, "distinct": false });
        json!({ "family": "crossmath", "grid": grid, "values": values, "division": division })
    };
    for (n, sign, min, max) in [
        (5, "÷", -500, 500),
        (8, "÷", 1, 511),
        (8, "×", 1, 9),
        (3, "÷", -1_000_000_000, 1_000_000_000),
    ] {
        for division in ["exact", "rational"] {
            ends(&crossmath(n, sign, min, max, division), &[0, 2, 10, 20, 30]);
        }
    }
    let word = |i: usize| "ABCDEFGHIJ".chars().cycle().skip(i).take(18).collect::<String>();
    let cell = |row: usize, column: usize| match (row % 2, column % 2) {
        (0, 0) => word(row + column),
        _ => "×".to_string(),
    };
    let grid: Vec<Vec<String>> =
        (0..15).map(|row| (0..15).map(|column| cell(row, column)).collect()).collect();
    let calcrostic =
        json!({ "family": "calcrostic", "grid": grid, "form": "zero", "diagonals": "all" });
    ends(&calcrostic, &[2, 10, 20, 30]);
}

#[test]
fn limits_hold_while_certificates_are_written_and_checked() {
    let puzzle = process::puzzle("mathcrossword/unique24.json");
    let folder = folder("limits");
    let certificate = text(&folder.join("certificate"));
    let none = process::xwc(["prove", &puzzle, "--certificate", &certificate, "--timeout", "0"]);
    assert_eq!(none.code, 30, "{}", none.stderr);
    assert!(!folder.join("certificate/certificate.json").exists());
    let run = process::xwc(["prove", &puzzle, "--certificate", &certificate]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let check = |more: &[&str]| {
        let args = ["check", &puzzle, &certificate].into_iter().chain(more.iter().copied());
        process::xwc(args)
    };
    assert_eq!(check(&[]).code, 0);
    let late = check(&["--timeout", "0"]);
    assert_eq!(late.code, 30, "{}", late.stderr);
    assert!(late.complaint().contains("--timeout"), "{}", late.stderr);
    let small = check(&["--memory", "17"]);
    assert!([0, 30].contains(&small.code), "{}", small.stderr);
    for (command, code) in [("prove", 30), ("compile", 30), ("solve", 30)] {
        let run = process::xwc([command, &puzzle, "--timeout", "0"]);
        assert_eq!(run.code, code, "{command}: {}", run.stderr);
    }
    let wrong = process::xwc(["prove", &puzzle, "--memory", "1"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.complaint().contains("--memory 1: from 16"), "{}", wrong.stderr);
}

#[test]
fn out_of_memory_is_a_sentence() {
    // The two large boards need more than this; what cannot be had ends the process.
    let puzzle = process::puzzle("mathcrossword/unique48.json");
    let args = ["prove", &puzzle, "--backend", "varisat", "--memory", "24"];
    let run = process::xwc(args);
    assert_eq!(run.code, 30, "{} {}", run.stdout, run.stderr);
    let said = format!("{}{}", run.stdout, run.stderr);
    assert!(said.contains("--memory"), "{said}");
}
