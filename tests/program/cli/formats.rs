//! What other programs read: DIMACS, SMT-LIB, JSON Schema, shell completions.

use std::collections::{BTreeMap, BTreeSet};
use xwc_testkit::schema;

use serde_json::json;

use super::{example, migros, read_json};
use xwc_testkit::process::{puzzle, samples, xwc};

/// The variables and clauses of a DIMACS text, and the meanings in its comments.
struct Dimacs {
    variables: usize,
    clauses: Vec<Vec<i64>>,
    meanings: BTreeMap<usize, String>,
}

fn parse_dimacs(text: &str) -> Dimacs {
    let number = |text: &str| text.parse::<i64>().unwrap_or_else(|e| panic!("{text}: {e}"));
    let mut meanings = BTreeMap::new();
    let mut header = None;
    let mut clauses = Vec::new();
    for line in text.lines() {
        if let Some(comment) = line.strip_prefix("c ") {
            let (variable, meaning) = comment.split_once(' ').expect("a variable and its meaning");
            meanings.insert(number(variable) as usize, meaning.to_string());
        } else if let Some(sizes) = line.strip_prefix("p cnf ") {
            let (variables, clauses) = sizes.split_once(' ').expect("two sizes");
            assert_eq!(header, None, "a second header");
            header = Some((number(variables) as usize, number(clauses) as usize));
        } else {
            assert!(header.is_some(), "a clause before the header");
            let mut clause: Vec<i64> = line.split(' ').map(number).collect();
            assert_eq!(clause.pop(), Some(0), "{line}");
            clauses.push(clause);
        }
    }
    let (variables, n_clauses) = header.expect("a header");
    assert_eq!(clauses.len(), n_clauses);
    let largest = clauses.iter().flatten().map(|lit| lit.unsigned_abs() as usize).max();
    assert_eq!(largest, Some(variables), "the largest variable is the number of variables");
    assert!(clauses.iter().flatten().all(|&lit| lit != 0));
    Dimacs { variables, clauses, meanings }
}

#[test]
fn dimacs_is_well_formed_and_says_what_variables_mean() {
    for path in [example(), migros(), puzzle("mathcrossword/unique12.json")] {
        let Dimacs { variables, clauses, meanings } =
            parse_dimacs(&xwc(["compile", "--format", "dimacs", &path]).stdout);
        assert!(meanings.keys().all(|variable| (1..=variables).contains(variable)));
        let different: BTreeSet<&String> = meanings.values().collect();
        assert_eq!(different.len(), meanings.len(), "two variables mean the same");
        // The solution breaks no clause of which every literal is explained.
        let object = xwc(["solve", "--json", &path]).json();
        let grid = object["solutions"][0]["grid"].as_array().expect("rows").clone();
        let mut cells = BTreeMap::new();
        for (r, row) in grid.iter().enumerate() {
            for (c, cell) in row.as_array().expect("cells").iter().enumerate() {
                cells.insert(format!("r{}c{}", r + 1, c + 1), cell.as_str().expect("text"));
            }
        }
        let truth = |lit: i64| {
            let meaning = meanings.get(&(lit.unsigned_abs() as usize))?;
            let (name, value) = meaning.split_once(" = ")?;
            cells.get(name).map(|cell| (*cell == value) == (lit > 0))
        };
        let broken =
            clauses.iter().find(|clause| clause.iter().all(|&lit| truth(lit) == Some(false)));
        assert_eq!(broken, None, "{path}");
    }
}

#[test]
fn smt2_is_balanced() {
    for path in [example(), migros(), puzzle("mathcrossword/unique12.json")] {
        let script = xwc(["compile", "--format", "smt2", &path]).stdout;
        let (comments, commands): (Vec<&str>, Vec<&str>) =
            script.lines().partition(|line| line.starts_with(';'));
        let cells = comments.iter().filter(|comment| comment.starts_with("; v")).count();
        let declared = commands.iter().filter(|line| line.starts_with("(declare-const v")).count();
        assert!(cells > 0 && cells <= declared, "{cells} of {declared} constants are explained");
        for command in &commands {
            let mut depth = 0;
            for (i, c) in command.char_indices() {
                depth += match c {
                    '(' => 1,
                    ')' => -1,
                    _ => 0,
                };
                assert!(depth > 0 || i + 1 == command.len(), "{command}");
            }
            assert_eq!(depth, 0, "{command}");
        }
        assert!(commands[0].starts_with("(set-logic "), "{}", commands[0]);
        assert!(commands.contains(&"(check-sat)"));
    }
}

#[test]
fn schemas_accept_the_samples() {
    let whole = xwc(["schema"]).json();
    for path in samples() {
        let puzzle = read_json(&path);
        let family = puzzle["family"].as_str().expect("a family");
        let own = xwc(["schema", family]).json();
        for schema in [&own, &whole] {
            let accepted = schema::accepts(schema, &puzzle);
            accepted.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
        for (field, value) in [("family", json!("sudoku")), ("grid", json!(7)), ("nope", json!(1))]
        {
            let mut broken = puzzle.clone();
            broken[field] = value;
            assert!(schema::accepts(&own, &broken).is_err(), "{}: {field}", path.display());
        }
    }
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let run = xwc(["completions", shell]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{shell}");
        for word in ["prove", "solve", "compile", "show", "encodings", "schema", "backend"] {
            assert!(run.stdout.contains(word), "{shell}: {word}");
        }
    }
}
