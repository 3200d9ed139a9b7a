//! What is said beside the grid: the whole task, and every clue.

use super::game::Game;
use crate::view::{Accepts, Clue, words};

/// How a black square is typed.
const BLACK_KEYS: &str = "Black square: # or .";

/// Title, task, notes, then the clues; and whether a line is about the slot and direction at hand.
pub(super) fn lines(game: &Game<'_>) -> Vec<(String, bool)> {
    let view = game.view();
    let plain = |text: String| (text, false);
    let mut lines: Vec<(String, bool)> =
        words::heading(&view.labels).map(plain).into_iter().collect();
    lines.push(plain(words::prose(&view.task)));
    lines.extend(view.further_notes().map(|note| plain(format!("{}.", words::sentence(note)))));
    lines.extend(view.labels.note.clone().map(plain));
    if view.slots.iter().any(|slot| slot.accepts == Accepts::Letter) {
        lines.push(plain(BLACK_KEYS.to_string()));
    }
    for list in view.lists.iter().filter(|list| list.clues.iter().any(|clue| clue.text.is_some())) {
        let is_along = list.is_down == game.is_down();
        // Clues without places: the direction is all that can be told.
        let is_placed = list.clues.iter().any(|clue| !clue.slots.is_empty());
        let title = words::direction(list.is_down).to_string();
        lines.push((title, is_along && !is_placed));
        let clue = |clue: &Clue| {
            let is_here = is_along && game.cursor().is_some_and(|slot| clue.slots.contains(&slot));
            Some((clue_text(clue)?, is_here))
        };
        lines.extend(list.clues.iter().filter_map(clue));
    }
    lines
}

/// A clue as other clues speak of it.
fn clue_text(clue: &Clue) -> Option<String> {
    let text = words::clue(clue.text.as_deref(), &clue.word)?;
    Some(if clue.name.is_empty() { text } else { format!("{} {text}", clue.name) })
}
