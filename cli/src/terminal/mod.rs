//! A game on the terminal: draw, wait for a key, do what it asks for.

mod draw;
mod input;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::panic;

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{self, Event};
use crossterm::style::PrintStyledContent;
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use crossterm::{execute, queue};

use self::draw::{Line, page};
use self::input::{Asked, meaning};
use xwc::play::Game;

/// Plays until the player leaves.
///
/// # Errors
///
/// If the terminal cannot be written to or read from.
pub(crate) fn play(game: &mut Game<'_>, colour: bool) -> io::Result<()> {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        // A message on the screen of the game would be lost with it.
        let _ = restore();
        report(panic);
    }));
    let outcome = enter().and_then(|()| take_turns(game, colour));
    // However it ended, the terminal is given back.
    restore()?;
    outcome
}

fn take_turns(game: &mut Game<'_>, colour: bool) -> io::Result<()> {
    loop {
        let (width, height) = size()?;
        show(&page(game, (width.into(), height.into()), colour))?;
        if let Event::Key(key) = event::read()? {
            match meaning(key) {
                Asked::Act(action) => game.act(action),
                Asked::Quit => return Ok(()),
                Asked::Nothing => {}
            }
        }
    }
}

/// Writes a screen over the one before.
fn show(lines: &[Line]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    queue!(out, BeginSynchronizedUpdate)?;
    for (row, line) in (0..).zip(lines) {
        queue!(out, MoveTo(0, row))?;
        for run in line.chunk_by(|(_, one), (_, other)| one == other) {
            let text: String = run.iter().map(|(c, _)| c).collect();
            queue!(out, PrintStyledContent(run[0].1.apply(text)))?;
        }
        queue!(out, Clear(ClearType::UntilNewLine))?;
    }
    queue!(out, EndSynchronizedUpdate)?;
    out.flush()
}

/// Takes the whole terminal, key by key.
fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, Hide)
}

/// Gives the terminal back as it was.
fn restore() -> io::Result<()> {
    execute!(io::stdout(), Show, LeaveAlternateScreen)?;
    disable_raw_mode()
}
