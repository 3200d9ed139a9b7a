//! `xwc check`: a certificate, without any solver.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::exit::{Context, Exit, Failure};
use crate::input::Input;
use crate::options::{Limits, TO_READ};
use xwc_check::certificate::{Accepted, Claim, JUSTIFICATION, RULES, check, check_and_elaborate};

use xwc_check::support::files::would_change;

/// Check a certificate without any solver
#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    input: Input,

    /// The folder of the certificate
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Write the proof as LRAT, with the hints that were found, for verified checkers
    #[arg(long, value_name = "FILE")]
    lrat: Option<PathBuf>,

    #[command(flatten)]
    limits: Limits,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl CheckArgs {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let budget = self.limits.start(TO_READ, Exit::Unknown)?;
        let puzzle = self.input.read()?;
        let name = self.folder.display();
        if !self.folder.is_dir() {
            return Err(Failure::usage(format!("{name}: there is no such folder")));
        }
        if let Some(lrat) = &self.lrat
            && would_change(lrat, Path::new(&self.input.name()), &self.folder)
        {
            let message = "it is one of the files that are checked".to_string();
            return Err(Failure::usage(message).at("--lrat"));
        }
        let mut lrat = Vec::new();
        let accepted = match self.lrat {
            None => check(&*puzzle, &self.folder, budget),
            Some(_) => check_and_elaborate(&*puzzle, &self.folder, &mut lrat, budget),
        };
        let Accepted { claim, solutions, not_checked } = accepted.context(|| name.to_string())?;
        if let Some(path) = &self.lrat {
            xwc::write_named(path, &lrat)?;
        }
        let justified = not_checked.contains(&JUSTIFICATION);
        if self.json {
            let object = json!({
                "accepted": true,
                "claim": claim,
                "solutions": solutions,
                "justified": if justified { json!("not checked") } else { json!(false) },
                "trusts": [],
                "not_checked": not_checked,
            });
            writeln!(out, "{object}")?;
            return Ok(Exit::Success);
        }
        let shown = match claim {
            Claim::Unique => {
                "unique: the solution is right, and the proof rules out any other".into()
            }
            Claim::None => "none: the proof rules out every solution".into(),
            Claim::Multiple => "multiple: both solutions are right, and they differ".into(),
            Claim::Count => match solutions {
                0 => "count 0: the proof rules out every solution".into(),
                1 => "count 1: the solution is right, and the proof rules out any other".into(),
                _ => format!(
                    "count {solutions}: all solutions are right and different, and the proof rules \
                     out any other"
                ),
            },
        };
        writeln!(out, "accepted, {shown}")?;
        if not_checked.contains(&"solver") {
            writeln!(
                out,
                "not checked: `solver`, the solver that is said to have found the proof"
            )?;
        }
        if justified {
            let [rules, proof] = [RULES, JUSTIFICATION].map(|file| self.folder.join(file));
            let command = format!("veripb {} {}", rules.display(), proof.display());
            writeln!(out, "not checked: {JUSTIFICATION}; {RULES} has the plain rules, and")?;
            writeln!(out, "`{command}` tells whether it proves the same from them")?;
        }
        Ok(Exit::Success)
    }
}
