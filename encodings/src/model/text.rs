//! The readable form of a model: one line per variable, one line per constraint.

use std::fmt::{self, Write};

use super::{Comparison, Constraint, Literal, Model, Op, VarId};

/// The greatest length of names and texts in formulas.
const MAX_CHARS: usize = 120;

/// A name or a text from a puzzle file, as one line of printable ASCII: comments of a formula end
/// with their line, and whatever came after would be read as a part of the formula.
pub(super) fn plain(text: &str) -> String {
    let mut line = String::new();
    for (i, c) in text.chars().enumerate() {
        if i == MAX_CHARS {
            line.push_str("...");
            break;
        }
        match c {
            ' ' => line.push(c),
            _ if c.is_ascii_graphic() => line.push(c),
            _ => line.extend(c.escape_unicode()),
        }
    }
    line
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "×",
            Op::Div => "÷",
        })
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Comparison::Equal => "=",
            Comparison::NotEqual => "≠",
            Comparison::AtMost => "≤",
            Comparison::AtLeast => "≥",
        })
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (variables, constraints) = (self.variables().len(), self.constraints().len());
        writeln!(f, "# {variables} variables, {constraints} constraints")?;
        let mut is_answer = vec![false; variables];
        for id in self.answers() {
            is_answer[id.index()] = true;
        }
        for (var, answer) in self.variables().iter().zip(is_answer) {
            let kind = if answer { "answer" } else { "var" };
            writeln!(f, "{kind} {} in {}", var.name, var.domain)?;
        }
        for constraint in self.constraints() {
            writeln!(f, "{}", self.describe(constraint))?;
        }
        Ok(())
    }
}

impl Model {
    /// The relations that formulas leave open, each as one line of printable ASCII.
    pub fn open_conditions(&self) -> impl Iterator<Item = String> {
        let relations = self.constraints().iter();
        relations.filter(|one| matches!(one, Constraint::Relation { .. })).map(|one| {
            // What people wrote may hold anything.
            plain(&self.describe(one))
        })
    }

    /// One constraint of this model, with its variables by name.
    pub(crate) fn describe(&self, constraint: &Constraint) -> String {
        let name = |var: VarId| self[var].name.as_str();
        match constraint {
            Constraint::Arithmetic { op, a, b, c } => {
                format!("{} {op} {} = {}", name(*a), name(*b), name(*c))
            }
            Constraint::Linear { terms, comparison, constant } => {
                let sum: Vec<String> =
                    terms.iter().map(|&(k, var)| format!("{k}·{}", name(var))).collect();
                format!("{} {comparison} {constant}", sum.join(" + "))
            }
            Constraint::AllDifferent(vars) => format!("all-different {}", self.list(vars)),
            Constraint::Multiset { vars, counts } => {
                let tiles: Vec<String> = counts.iter().map(|(v, n)| format!("{n}×{v}")).collect();
                format!("multiset {{{}}} = {}", tiles.join(", "), self.list(vars))
            }
            Constraint::Table { vars, rows } => {
                let mut text = format!("table {}", self.list(vars));
                for (i, row) in rows.iter().enumerate() {
                    let values: Vec<String> = row.iter().map(ToString::to_string).collect();
                    let mark = if i == 0 { ":" } else { " |" };
                    let _ = write!(text, "{mark} {}", values.join(" "));
                }
                text
            }
            Constraint::Clause(literals) => {
                let parts: Vec<String> = literals.iter().map(|l| self.literal(l)).collect();
                format!("clause {}", parts.join(" or "))
            }
            Constraint::Connected { nodes, edges, off } => {
                let pairs: Vec<String> = edges
                    .iter()
                    .map(|&(i, j)| format!("{}~{}", name(nodes[i]), name(nodes[j])))
                    .collect();
                format!("connected (≠ {off}) {}: {}", self.list(nodes), pairs.join(" "))
            }
            Constraint::Relation { vars, relation } => {
                plain(&relation.text(&vars.iter().map(|&var| name(var)).collect::<Vec<_>>()))
            }
        }
    }

    fn list(&self, vars: &[VarId]) -> String {
        let names: Vec<&str> = vars.iter().map(|&var| self[var].name.as_str()).collect();
        format!("({})", names.join(", "))
    }

    fn literal(&self, literal: &Literal) -> String {
        let sign = if literal.equal { "=" } else { "≠" };
        format!("{} {sign} {}", self[literal.var].name, literal.value)
    }
}
