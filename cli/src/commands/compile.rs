//! `xwc compile`: the formula, for other tools.

use std::io::{self, Write};

use xwc_encodings::{ENCODINGS, Model};

use crate::exit::{Context, Exit, Failure};
use crate::formats;
use crate::input::Input;
use crate::options::{CountingOptions, Limits, TO_READ};
use xwc::families::AnyPuzzle;
use xwc_check::lower::for_formulas;
use xwc_check::support::budget::Budget;

/// Write the constraints of a puzzle as a formula
#[derive(Debug, clap::Args)]
pub(crate) struct CompileArgs {
    #[command(flatten)]
    input: Input,

    /// How to write it; see `xwc encodings` [default: the first that fits the format]
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,

    #[command(flatten)]
    counting: CountingOptions,

    #[command(flatten)]
    limits: Limits,

    /// The language
    #[arg(long, value_name = "FORMAT", value_parser = formats::names(|format| format.formula.is_some() || format.model.is_some()), default_value = "dimacs")]
    format: String,
}

impl CompileArgs {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let budget = self.limits.start(TO_READ, Exit::Usage)?;
        let puzzle = self.input.read()?;
        let format = formats::find(&self.format)?;
        if let Some(write) = format.model {
            return self.model(&*puzzle, write, budget, out);
        }
        let (target, write) = format.formula.ok_or_else(|| formats::unknown(&self.format))?;
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
            Failure::usage(format!(
                "no encoding `{asked}` in {target}; there are {}",
                names.join(", ")
            ))
        })?;
        let variants = self.counting.variants([encoding].into_iter())?;
        let compiled = xwc::compile(&*puzzle, encoding, variants, budget);
        let (lowered, formula) = compiled.context(|| self.input.name())?;
        write(&formula, &lowered.model, out)?;
        Ok(Exit::Success)
    }

    /// The model takes no encoding.
    fn model(
        &self,
        puzzle: &dyn AnyPuzzle,
        write: fn(&Model, &mut dyn Write) -> io::Result<()>,
        budget: Budget,
        out: &mut dyn Write,
    ) -> Result<Exit, Failure> {
        if let Some(name) = &self.encoding {
            let message = format!("--format {} takes no encoding, not even {name}", self.format);
            return Err(Failure::usage(message));
        }
        self.counting.variants([].into_iter())?;
        let lowered = for_formulas(puzzle, budget).context(|| self.input.name())?;
        write(&lowered.model, out)?;
        Ok(Exit::Success)
    }
}
