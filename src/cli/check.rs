//! `xwc check`: a certificate, without any solver.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use serde_json::json;

use super::exit::{Exit, UsageError};
use super::input::Input;
use crate::certificate::{Claim, JUSTIFICATION, RULES, check};

/// Check a certificate without any solver
#[derive(Debug, clap::Args)]
pub(super) struct Check {
    #[command(flatten)]
    input: Input,

    /// The folder that `prove --certificate` wrote
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let (_, puzzle) = self.input.read()?;
        let name = self.folder.display();
        if !self.folder.is_dir() {
            return Err(UsageError(format!("{name}: there is no such folder")).into());
        }
        let accepted = check(&*puzzle, &self.folder).with_context(|| name.to_string())?;
        if self.json {
            writeln!(
                out,
                "{}",
                json!({ "accepted": true, "claim": accepted.claim, "justified": accepted.justified })
            )?;
        } else {
            let shown = match accepted.claim {
                Claim::Unique => "unique: the solution is right, and the proof rules out any other",
                Claim::None => "none: the proof rules out every solution",
                Claim::Multiple => "multiple: both solutions are right, and they differ",
            };
            writeln!(out, "accepted, {shown}")?;
            if accepted.justified {
                let [rules, proof] = [RULES, JUSTIFICATION].map(|file| self.folder.join(file));
                let command = format!("veripb {} {}", rules.display(), proof.display());
                writeln!(
                    out,
                    "{RULES} has the plain rules; `{command}` proves the same from them"
                )?;
            }
        }
        Ok(Exit::Success)
    }
}
