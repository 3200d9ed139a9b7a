//! From keys to actions. Commands take Ctrl, since letters are for writing.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use xwc::play::Action;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// Something in the game.
    Act(Action),
    /// To leave it.
    Quit,
    /// Nothing.
    Nothing,
}

/// The meaning of a key.
pub(super) fn meaning(key: KeyEvent) -> Asked {
    if key.kind == KeyEventKind::Release {
        return Asked::Nothing;
    }
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let action = match key.code {
        KeyCode::Char(c) if control => match c.to_ascii_lowercase() {
            'c' | 'q' => return Asked::Quit,
            'z' => Action::Undo,
            'y' => Action::Redo,
            'k' => Action::Check,
            'r' => Action::Reveal,
            'a' => Action::RevealAll,
            'x' => Action::Clear,
            'n' => Action::Read { on: true },
            'p' => Action::Read { on: false },
            _ => return Asked::Nothing,
        },
        KeyCode::Esc => return Asked::Quit,
        KeyCode::Up => Action::Up,
        KeyCode::Down => Action::Down,
        KeyCode::Left => Action::Left,
        KeyCode::Right => Action::Right,
        KeyCode::PageDown => Action::Next,
        KeyCode::PageUp => Action::Previous,
        KeyCode::Backspace => Action::Erase,
        KeyCode::Delete => Action::Empty,
        KeyCode::Tab => Action::NextTile,
        KeyCode::Enter => Action::Turn,
        KeyCode::Char(c) => Action::Type(c),
        _ => return Asked::Nothing,
    };
    Asked::Act(action)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_written_and_commands_take_control() {
        let key = |c, modifiers| meaning(KeyEvent::new(KeyCode::Char(c), modifiers));
        assert_eq!(key('z', KeyModifiers::NONE), Asked::Act(Action::Type('z')));
        assert_eq!(key('z', KeyModifiers::CONTROL), Asked::Act(Action::Undo));
        assert_eq!(key('c', KeyModifiers::CONTROL), Asked::Quit);
        assert_eq!(key('w', KeyModifiers::CONTROL), Asked::Nothing);
    }
}
