//! An SMT-LIB formula, with the constant behind each variable of the model.

use std::fmt;
use std::io::{self, Write};

use crate::model::Model;

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
    logic: &'static str,
    declarations: Vec<String>,
    assertions: Vec<String>,
    constants: Vec<String>,
    sorts: Vec<Sort>,
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
    pub fn declare(&mut self, name: &str, sort: Sort) {
        self.declarations.push(format!("(declare-const {name} {sort})"));
    }

    /// Adds an assertion of the term.
    pub fn assert(&mut self, term: impl AsRef<str>) {
        self.assertions.push(format!("(assert {})", term.as_ref()));
    }

    /// The constants that stand for the model's variables.
    pub fn constants(&self) -> &[String] {
        &self.constants
    }

    /// What these constants are.
    pub fn sorts(&self) -> &[Sort] {
        &self.sorts
    }

    /// The declarations.
    pub fn declarations(&self) -> &[String] {
        &self.declarations
    }

    /// The assertions.
    pub fn assertions(&self) -> &[String] {
        &self.assertions
    }

    /// Declarations and assertions, without commands.
    pub fn body(&self) -> String {
        let lines: Vec<&str> =
            self.declarations.iter().chain(&self.assertions).map(String::as_str).collect();
        lines.join("\n")
    }

    /// Writes a complete script: names as comments, the formula, `(check-sat)` and the answers.
    ///
    /// # Errors
    ///
    /// If the writer fails.
    pub fn write_script(&self, model: &Model, out: &mut impl Write) -> io::Result<()> {
        for (constant, var) in self.constants.iter().zip(model.variables()) {
            writeln!(out, "; {constant} {}", var.name)?;
        }
        writeln!(out, "(set-logic {})\n{}\n(check-sat)", self.logic, self.body())?;
        let answers: Vec<&str> =
            model.answers().iter().map(|var| self.constants[var.index()].as_str()).collect();
        if !answers.is_empty() {
            writeln!(out, "(get-value ({}))", answers.join(" "))?;
        }
        Ok(())
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
