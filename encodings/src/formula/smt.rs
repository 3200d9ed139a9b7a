//! An SMT-LIB formula, with the constant behind each variable of the model.

use std::fmt;

/// What a constant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// An integer.
    Int,
    /// This many bits, the number in two's complement; at most 64.
    Bits(u32),
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Int => f.write_str("Int"),
            Sort::Bits(width) => write!(f, "(_ BitVec {width})"),
        }
    }
}

/// Declarations and assertions, each one line of SMT-LIB without a line break.
pub struct Smt {
    /// The logic, such as `QF_LIA`.
    pub logic: &'static str,
    /// The declarations.
    pub declarations: Vec<String>,
    /// The assertions.
    pub assertions: Vec<String>,
    /// The constants that stand for the model's variables.
    pub constants: Vec<String>,
    /// What these constants are.
    pub sorts: Vec<Sort>,
}

impl Smt {
    /// A formula without assertions. The constants `v0`, `v1` and so on stand for the model's
    /// variables, in their order, and are declared with the given sorts.
    pub fn new(logic: &'static str, sorts: Vec<Sort>) -> Self {
        let constants: Vec<String> = (0..sorts.len()).map(|i| format!("v{i}")).collect();
        let mut smt =
            Self { logic, declarations: Vec::new(), assertions: Vec::new(), constants, sorts };
        for at in 0..smt.sorts.len() {
            smt.declare(&format!("v{at}"), smt.sorts[at]);
        }
        smt
    }

    /// Declares a further constant.
    pub(crate) fn declare(&mut self, name: &str, sort: Sort) {
        self.declarations.push(format!("(declare-const {name} {sort})"));
    }

    /// Adds an assertion of the term.
    pub(crate) fn assert(&mut self, term: impl AsRef<str>) {
        self.assertions.push(format!("(assert {})", term.as_ref()));
    }
}

impl fmt::Display for Smt {
    /// Declarations and assertions, one per line, without commands.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<&str> =
            self.declarations.iter().chain(&self.assertions).map(String::as_str).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// An integer literal; SMT-LIB has no negative ones.
pub(crate) fn number(value: impl Into<i128>) -> String {
    let value = value.into();
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

/// The conjunction, also of no or one term.
pub(crate) fn all(terms: &[String]) -> String {
    junction("and", "true", terms)
}

/// The disjunction, also of no or one term.
pub(crate) fn any(terms: &[String]) -> String {
    junction("or", "false", terms)
}

/// The sum, also of no or one term.
pub(crate) fn sum(terms: &[String]) -> String {
    junction("+", "0", terms)
}

fn junction(operator: &str, neutral: &str, terms: &[String]) -> String {
    match terms {
        [] => neutral.to_string(),
        [term] => term.clone(),
        _ => format!("({operator} {})", terms.join(" ")),
    }
}
