//! `xwc play`: a puzzle to be solved by hand, on the terminal.

use std::io::{self, IsTerminal, Write};

use crate::exit::{Exit, Failure};
use crate::input::Input;
use crate::options::{SolverOptions, TO_SOLVE};
use crate::terminal;
use xwc::play::Game;
use xwc::{SearchOptions, Verdict};

/// Play a puzzle on the terminal
#[derive(Debug, clap::Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    solver: SolverOptions,
}

impl PlayArgs {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let budget = self.solver.start(TO_SOLVE, Exit::Unknown)?;
        let puzzle = self.input.read()?;
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            let message = "play needs an interactive terminal";
            return Err(Failure::usage(message.to_string()));
        }
        let options = SearchOptions { limit: 2, ..self.solver.search(budget)? };
        let oracle = || {
            let found = xwc::solutions(&*puzzle, options).ok()?.found;
            let unique = found.verdict() == Verdict::Unique;
            found.solutions.into_iter().next().filter(|_| unique)
        };
        let mut game = Game::new(&*puzzle, Box::new(oracle));
        let colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        terminal::play(&mut game, colour)?;
        writeln!(out, "{}", if game.screen().is_solved { "Solved!" } else { "Not solved." })?;
        Ok(Exit::Success)
    }
}
