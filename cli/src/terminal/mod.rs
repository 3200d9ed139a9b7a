//! A game on the terminal: draw, wait for a key, do what it asks for.

mod draw;
mod input;
#[cfg(test)]
mod tests;

use std::io;

use ratatui::crossterm::event::{self, Event};

use self::draw::draw;
use self::input::{Asked, meaning};
use xwc::play::Game;

/// Plays until the player leaves.
///
/// # Errors
///
/// If the terminal cannot be written to or read from.
pub(crate) fn play(game: &mut Game<'_>, colour: bool) -> io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    let mut turns = || -> io::Result<()> {
        loop {
            terminal.draw(|frame| draw(frame, game, colour))?;
            if let Event::Key(key) = event::read()? {
                match meaning(key) {
                    Asked::Act(action) => game.act(action),
                    Asked::Quit => return Ok(()),
                    Asked::Nothing => {}
                }
            }
        }
    };
    let outcome = turns();
    // However it ended, the terminal is given back.
    ratatui::try_restore()?;
    outcome
}
