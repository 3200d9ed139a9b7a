//! `xwc compile`: the formula, for other tools.

use std::io::Write;

use clap::ValueEnum;
use xwc_encodings::Target;
use xwc_encodings::{ENCODINGS, Formula};

use crate::exit::{Context, Exit, Failure};
use crate::input::Input;
use crate::options::{Counting, Limits, TO_READ};
use xwc::prove;
use xwc_check::lower::lower;

/// Write the constraints of a puzzle as a formula
#[derive(Debug, clap::Args)]
pub(crate) struct Compile {
    #[command(flatten)]
    input: Input,

    /// How to write it; see `xwc encodings` [default: the first that fits the format]
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,

    #[command(flatten)]
    counting: Counting,

    #[command(flatten)]
    limits: Limits,

    /// The language
    #[arg(long, value_enum, default_value_t = Format::Dimacs)]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Clauses for SAT solvers, with comments that say what each variable means
    Dimacs,
    /// The same clauses as pseudo-Boolean constraints
    Opb,
    /// SMT-LIB for SMT solvers
    Smt2,
    /// The constraint model, readable
    Model,
}

impl Format {
    fn target(self) -> Option<Target> {
        match self {
            Format::Dimacs | Format::Opb => Some(Target::Cnf),
            Format::Smt2 => Some(Target::Smt),
            Format::Model => None,
        }
    }
}

impl Compile {
    pub(crate) fn run(&self, mut out: &mut dyn Write) -> Result<Exit, Failure> {
        let budget = self.limits.start(TO_READ, Exit::Usage)?;
        let (_, puzzle) = self.input.read()?;
        let Some(target) = self.format.target() else {
            if let Some(name) = &self.encoding {
                let message = format!("--format model takes no encoding, not even {name}");
                return Err(Failure::usage(message));
            }
            self.counting.variants([].into_iter())?;
            let lowered = lower(&*puzzle, budget).context(|| self.input.name())?;
            write!(out, "{}", lowered.model)?;
            return Ok(Exit::Success);
        };
        let fitting =
            || ENCODINGS.iter().copied().filter(|encoding| encoding.info().target == target);
        let wanted = |name: &String| fitting().find(|encoding| encoding.info().name == name);
        let encoding = match &self.encoding {
            None => fitting().next(),
            Some(name) => wanted(name),
        };
        let encoding = encoding.ok_or_else(|| {
            let names: Vec<_> = fitting().map(|encoding| encoding.info().name).collect();
            let asked = self.encoding.as_deref().unwrap_or_default();
            let language = target.name();
            Failure::usage(format!(
                "no encoding `{asked}` in {language}; there are {}",
                names.join(", ")
            ))
        })?;
        let variants = self.counting.variants([encoding].into_iter())?;
        let compiled = prove::compile(&*puzzle, encoding, variants, budget);
        let (lowered, formula) = compiled.context(|| self.input.name())?;
        match formula {
            Formula::Cnf(cnf) if matches!(self.format, Format::Opb) => {
                cnf.write_opb(&lowered.model, &mut out)?;
            }
            Formula::Cnf(cnf) => cnf.write_dimacs(&lowered.model, &mut out)?,
            Formula::Smt(smt) => smt.write_script(&lowered.model, &mut out)?,
        }
        Ok(Exit::Success)
    }
}
