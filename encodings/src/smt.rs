//! An SMT-LIB formula, with the integer constant behind each variable of the model.

use std::io::{self, Write};

use crate::model::Model;

/// Declarations and assertions, each one line of SMT-LIB without a line break.
pub struct Smt {
    logic: &'static str,
    declarations: Vec<String>,
    assertions: Vec<String>,
    constants: Vec<String>,
}

impl Smt {
    /// A formula without assertions; `constants` are the integer constants that stand for the
    /// model's variables, in their order. They are declared.
    pub fn new(logic: &'static str, constants: Vec<String>) -> Self {
        let declarations = constants.iter().map(|name| declare(name)).collect();
        Self { logic, declarations, assertions: Vec::new(), constants }
    }

    /// Declares a further integer constant.
    pub fn declare(&mut self, name: &str) {
        self.declarations.push(declare(name));
    }

    /// Adds an assertion of the term.
    pub fn assert(&mut self, term: impl AsRef<str>) {
        self.assertions.push(format!("(assert {})", term.as_ref()));
    }

    /// The integer constants that stand for the model's variables.
    pub fn constants(&self) -> &[String] {
        &self.constants
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
    /// Those of the writer.
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

fn declare(name: &str) -> String {
    format!("(declare-const {name} Int)")
}

/// An integer literal; SMT-LIB has no negative ones.
pub fn number(value: i64) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

/// The conjunction, also of no or one term.
pub fn all(terms: &[String]) -> String {
    junction("and", "true", terms)
}

/// The disjunction, also of no or one term.
pub fn any(terms: &[String]) -> String {
    junction("or", "false", terms)
}

/// The sum, also of no or one term.
pub fn sum(terms: &[String]) -> String {
    junction("+", "0", terms)
}

fn junction(operator: &str, neutral: &str, terms: &[String]) -> String {
    match terms {
        [] => neutral.to_string(),
        [term] => term.clone(),
        _ => format!("({operator} {})", terms.join(" ")),
    }
}
