//! Whole solution sets of random small crossnumbers, as programs that are not ours find them: each
//! exported formula is solved again and again, with the solutions so far excluded, and what stands in
//! the cells is compared with brute force written from the specification alone.
//!
//! A formula speaks of the cells in its own way: literals for values, bounds or bits, or one constant
//! per cell. So the comparison asks what its comments say of each solution of brute force.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use xwc_testkit::process::xwc;
use xwc_testkit::spec::{self, Case, Reading};

use super::{cadical, encodings, folder, z3_output};

/// Solutions are found one by one, each by a process of its own.
const MAX_SOLUTIONS: usize = 6;

/// Formulas that are compared in every run, for either program.
const FORMULAS: usize = 30;

/// Random crossnumbers with few solutions.
fn cases() -> impl Iterator<Item = Case> {
    let cases = (0..).map(|index| spec::case(17, index));
    cases.filter(|case| {
        let few = (1..=MAX_SOLUTIONS).contains(&case.solutions.len());
        case.family == "crossnumber" && case.reading == Reading::Puzzle && few
    })
}

/// A case as a formula of that encoding; `None` if it is refused, or leaves a condition open.
fn compiled(case: &Case, number: usize, encoding: &str, format: &str) -> Option<PathBuf> {
    let place = folder("sets").join(format!("{number}-{encoding}.{format}"));
    let puzzle = place.with_extension("json");
    fs::write(&puzzle, case.puzzle.to_string()).expect("the puzzle is written");
    let puzzle = puzzle.to_str().expect("UTF-8");
    let run = xwc(["compile", puzzle, "--encoding", encoding, "--format", format]);
    if run.code != 0 || run.stdout.lines().any(|line| line.contains("open: ")) {
        return None;
    }
    fs::write(&place, run.stdout).expect("the formula is written");
    Some(place)
}

/// The row and column that a name such as r2c3 speaks of.
fn cell(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix('r')?.split_once('c')?;
    Some((row.parse().ok()?, column.parse().ok()?))
}

/// The digit of a cell in the text of a grid.
fn digit(grid: &str, (row, column): (usize, usize)) -> u32 {
    let row = grid.split('/').nth(row - 1).expect("a row");
    let digit = row.chars().nth(column - 1).and_then(|digit| digit.to_digit(10));
    digit.expect("a cell that formulas speak of has a digit")
}

/// What a comment of a DIMACS file says of the digit in a cell.
struct Meaning {
    variable: i64,
    cell: (usize, usize),
    is_true: Box<dyn Fn(u32) -> bool>,
}

fn meaning(comment: &str) -> Option<Meaning> {
    let words: Vec<&str> = comment.split(' ').collect();
    let (variable, cell) = (words.first()?.parse().ok()?, cell(words.get(1)?)?);
    let number: u32 = words.last()?.parse().ok()?;
    let is_true: Box<dyn Fn(u32) -> bool> = match words[2..words.len() - 1] {
        ["="] => Box::new(move |digit| digit == number),
        ["<="] => Box::new(move |digit| digit <= number),
        ["has", "bit"] => Box::new(move |digit| digit & number != 0),
        ["-", least, "has", "bit"] => {
            let least: u32 = least.parse().ok()?;
            Box::new(move |digit| (digit - least) & number != 0)
        }
        _ => panic!("a comment about a cell that is not understood: {comment}"),
    };
    Some(Meaning { variable, cell, is_true })
}

/// The literals about cells in every solution that CaDiCaL finds.
fn found_by_cadical(path: &Path, meanings: &[Meaning], most: usize) -> BTreeSet<Vec<i64>> {
    let mut text = fs::read_to_string(path).expect("it was written");
    let header = text.lines().find(|line| line.starts_with("p cnf")).expect("a header").to_string();
    let counts: Vec<usize> = header.split(' ').filter_map(|word| word.parse().ok()).collect();
    let mut found = BTreeSet::new();
    while found.len() <= most {
        let (code, said) = cadical(path);
        if code == 20 {
            break;
        }
        assert_eq!(code, 10, "{}", path.display());
        let values = said.lines().filter_map(|line| line.strip_prefix("v "));
        let truths: BTreeSet<i64> =
            values.flat_map(str::split_whitespace).filter_map(|word| word.parse().ok()).collect();
        let literal = |one: &Meaning| match truths.contains(&one.variable) {
            true => one.variable,
            false => -one.variable,
        };
        let literals: Vec<i64> = meanings.iter().map(literal).collect();
        text += &literals.iter().map(|literal| format!("{} ", -literal)).collect::<String>();
        text += "0\n";
        found.insert(literals);
        let longer = format!("p cnf {} {}", counts[0], counts[1] + found.len());
        fs::write(path, text.replacen(&header, &longer, 1)).expect("one clause more");
    }
    found
}

#[test]
fn cadical_finds_exactly_the_solutions_of_crossnumbers() {
    let encodings = encodings("CNF");
    let mut compared = 0;
    for (number, case) in cases().enumerate() {
        let encoding = &encodings[number % encodings.len()];
        let Some(path) = compiled(&case, number, encoding, "dimacs") else { continue };
        let text = fs::read_to_string(&path).expect("it was written");
        let comments = text.lines().filter_map(|line| line.strip_prefix("c "));
        let meanings: Vec<Meaning> = comments.filter_map(meaning).collect();
        let literals = |grid: &String| -> Vec<i64> {
            let literal = |one: &Meaning| match (one.is_true)(digit(grid, one.cell)) {
                true => one.variable,
                false => -one.variable,
            };
            meanings.iter().map(literal).collect()
        };
        let expected: BTreeSet<Vec<i64>> = case.solutions.iter().map(literals).collect();
        let found = found_by_cadical(&path, &meanings, expected.len());
        assert_eq!(found, expected, "{encoding}: {}", case.puzzle);
        compared += 1;
        if compared == FORMULAS {
            break;
        }
    }
}

/// The digits of the cells in every solution that Z3 finds, cells in the order of the comments.
fn found_by_z3(path: &Path, constants: &[String], most: usize) -> Option<BTreeSet<Vec<u32>>> {
    let text = fs::read_to_string(path).expect("it was written");
    let mut text: String = text
        .lines()
        .filter(|line| !line.starts_with("(check-sat") && !line.starts_with("(get-"))
        .flat_map(|line| [line, "\n"])
        .collect();
    let mut found = BTreeSet::new();
    while found.len() <= most {
        let values = format!("(check-sat)\n(get-value ({}))\n", constants.join(" "));
        fs::write(path, format!("{text}{values}")).expect("one question more");
        let said = z3_output(path, 20);
        match said.split_whitespace().next() {
            Some("unsat") => break,
            Some("sat") => {}
            // Nonlinear integers may take hours.
            _ => return None,
        }
        let words: Vec<&str> =
            said.split(|c: char| c.is_whitespace() || "()".contains(c)).collect();
        let value = |constant: &String| {
            let place = words.iter().position(|word| word == constant).expect("it was asked for");
            words[place + 1]
        };
        let number = |word: &str| match word.split_at_checked(2) {
            Some(("#b", bits)) => u32::from_str_radix(bits, 2).expect("bits"),
            Some(("#x", digits)) => u32::from_str_radix(digits, 16).expect("digits"),
            _ => word.parse().expect("a digit"),
        };
        let equal = |constant: &String| format!("(= {constant} {})", value(constant));
        let all: Vec<String> = constants.iter().map(equal).collect();
        text += &format!("(assert (not (and true {})))\n", all.join(" "));
        found.insert(constants.iter().map(|constant| number(value(constant))).collect());
    }
    Some(found)
}

#[test]
fn z3_finds_exactly_the_solutions_of_crossnumbers() {
    let encodings = encodings("SMT-LIB");
    let mut compared = 0;
    for (number, case) in cases().enumerate().skip(500) {
        let encoding = &encodings[number % encodings.len()];
        let Some(path) = compiled(&case, number, encoding, "smt2") else { continue };
        let text = fs::read_to_string(&path).expect("it was written");
        let comments = text.lines().filter_map(|line| line.strip_prefix("; "));
        let named = comments.filter_map(|comment| comment.split_once(' '));
        let (constants, cells): (Vec<String>, Vec<_>) =
            named.filter_map(|(v, name)| Some((v.to_string(), cell(name)?))).unzip();
        let digits = |grid: &String| cells.iter().map(|&cell| digit(grid, cell)).collect();
        let expected: BTreeSet<Vec<u32>> = case.solutions.iter().map(digits).collect();
        let Some(found) = found_by_z3(&path, &constants, expected.len()) else { continue };
        assert_eq!(found, expected, "{encoding}: {}", case.puzzle);
        compared += 1;
        if compared == FORMULAS {
            break;
        }
    }
}
