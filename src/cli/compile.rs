//! `xwc compile`: the formula, for other tools.

use std::io::Write;

use anyhow::Context;
use clap::ValueEnum;
use xwc_encodings::encoding::Target;
use xwc_encodings::{ENCODINGS, Formula};

use super::exit::{Exit, UsageError};
use super::input::Input;
use crate::pipeline;

/// Write the constraints of a puzzle as a formula
#[derive(Debug, clap::Args)]
pub(super) struct Compile {
    #[command(flatten)]
    input: Input,

    /// How to write it; see `xwc encodings` [default: the first that fits the format]
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,

    /// The language
    #[arg(long, value_enum, default_value_t = Format::Dimacs)]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Clauses for SAT solvers, with comments that say what each variable means
    Dimacs,
    /// SMT-LIB for SMT solvers
    Smt2,
    /// The constraint model, readable
    Model,
}

impl Format {
    fn target(self) -> Option<Target> {
        match self {
            Format::Dimacs => Some(Target::Cnf),
            Format::Smt2 => Some(Target::Smt),
            Format::Model => None,
        }
    }
}

impl Compile {
    pub(super) fn run(&self, mut out: &mut dyn Write) -> anyhow::Result<Exit> {
        let (_, puzzle) = self.input.read()?;
        let Some(target) = self.format.target() else {
            if let Some(name) = &self.encoding {
                let message = format!("--format model takes no encoding, not even {name}");
                return Err(UsageError(message).into());
            }
            let lowered = puzzle.lower().with_context(|| self.input.name())?;
            write!(out, "{}", lowered.model)?;
            return Ok(Exit::Success);
        };
        let fitting = || ENCODINGS.iter().copied().filter(|encoding| encoding.target() == target);
        let wanted = |name: &String| fitting().find(|encoding| encoding.name() == name);
        let encoding = match &self.encoding {
            None => fitting().next(),
            Some(name) => wanted(name),
        };
        let encoding = encoding.ok_or_else(|| {
            let names: Vec<_> = fitting().map(|encoding| encoding.name()).collect();
            let asked = self.encoding.as_deref().unwrap_or_default();
            let language = target.name();
            UsageError(format!(
                "no encoding `{asked}` in {language}; there is {}",
                names.join(", ")
            ))
        })?;
        let (lowered, formula) =
            pipeline::compile(&*puzzle, encoding).with_context(|| self.input.name())?;
        match formula {
            Formula::Cnf(cnf) => cnf.write_dimacs(&lowered.model, &mut out)?,
            Formula::Smt(smt) => smt.write_script(&lowered.model, &mut out)?,
        }
        Ok(Exit::Success)
    }
}
