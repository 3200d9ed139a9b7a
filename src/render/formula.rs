//! Formulas as files for other programs. DIMACS, of which certificates speak, is in `encodings`.

use std::io::{self, Write};

use xwc_encodings::{Cnf, Model, Smt, Var};

/// Writes OPB, with comments that map formula variables to the model: a clause is "at least one". A
/// negative literal is a variable with the weight −1, since not every reader of OPB takes `~`.
///
/// # Errors
///
/// If the writer fails.
pub(crate) fn opb(cnf: &Cnf, model: &Model, out: &mut dyn Write) -> io::Result<()> {
    let (vars, clauses) = (cnf.n_vars, cnf.clauses().len());
    writeln!(out, "* #variable= {vars} #constraint= {clauses}")?;
    for var in (0..vars).map(Var::new) {
        if let Some(meaning) = cnf.code.meaning(model, var) {
            writeln!(out, "* x{} {meaning}", var.to_ipasir())?;
        }
    }
    for open in model.open_conditions() {
        writeln!(out, "* open: {open}")?;
    }
    for clause in cnf.clauses() {
        let mut least = 1;
        for lit in clause {
            let sign = if lit.is_pos() { '+' } else { '-' };
            write!(out, "{sign}1 x{} ", lit.var().to_ipasir())?;
            least -= i64::from(lit.is_neg());
        }
        // No literal at all cannot be said without a variable.
        if clause.is_empty() {
            write!(out, "+0 x1 ")?;
        }
        writeln!(out, ">= {least} ;")?;
    }
    Ok(())
}

/// Writes a complete script: names as comments, the formula, `(check-sat)` and the answers.
///
/// # Errors
///
/// If the writer fails.
pub(crate) fn smt_script(smt: &Smt, model: &Model, out: &mut dyn Write) -> io::Result<()> {
    for (constant, var) in smt.constants.iter().zip(model.variables()) {
        writeln!(out, "; {constant} {}", var.name)?;
    }
    for open in model.open_conditions() {
        writeln!(out, "; open: {open}")?;
    }
    writeln!(out, "(set-logic {})\n{smt}\n(check-sat)", smt.logic)?;
    let answers: Vec<&str> =
        model.answers().iter().map(|var| smt.constants[var.index()].as_str()).collect();
    if !answers.is_empty() {
        writeln!(out, "(get-value ({}))", answers.join(" "))?;
    }
    Ok(())
}
