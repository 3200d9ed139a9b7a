//! `xwc completions`: for the shell.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::exit::{Exit, Failure};

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

impl CompletionsArgs {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        // The generator panics where it cannot write, so it writes to memory.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut crate::Args::command(), "xwc", &mut script);
        out.write_all(&script)?;
        Ok(Exit::Success)
    }
}
