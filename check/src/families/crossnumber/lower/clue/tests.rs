//! The lowering's meaning of the language on the examples.

use super::{ClueFormula, Scope, ValueSource};
use crate::families::crossnumber::language::examples::{self, CELLS, ExampleNames, N_ENTRIES};
use crate::families::crossnumber::language::{Ref, parse};

struct ExampleValues;

impl ValueSource for ExampleValues {
    fn value(&self, name: Ref) -> i64 {
        examples::value(name)
    }
}

fn holds(text: &str) -> Option<bool> {
    let statement = parse(text, &ExampleNames).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let scope = Scope { this: Some(0), entries: N_ENTRIES, cells: CELLS.len(), transformed: true };
    ClueFormula::of(&statement, scope).holds(&ExampleValues, &mut 100_000)
}

#[test]
fn every_example_is_decided() {
    for (text, expected) in examples::all() {
        assert_eq!(holds(&text), Some(expected), "{text}");
    }
    assert_eq!(holds(&format!("{}A = 8002", "A+".repeat(4_000))), Some(true), "a long sum");
}

#[test]
fn what_is_given_up_is_no_answer() {
    let large = "(2^127 - 1) * (2^107 - 1)";
    for text in [
        "10^6000 > 1".to_string(),
        format!("{large} in #product(2)"),
        format!("{large} in #twosquares"),
        "2^127 - 1 in #prime".to_string(),
        "123456789 in #lucky".to_string(),
        format!("$divcount({large}) = 4"),
        "10^18 + 1 = 2 * (#happy < 10^18) + 2 * (#harshad < 10^18)".to_string(),
    ] {
        assert_eq!(holds(&text), None, "{text}");
        assert_eq!(holds(&format!("not {text}")), None, "{text}");
        assert_eq!(holds(&format!("A = 3 and {text}")), Some(false), "{text}");
        assert_eq!(holds(&format!("A = 2 or {text}")), Some(true), "{text}");
    }
    assert_eq!(holds("1/0 = 10^6000"), Some(false));
}
