//! ipuz, the format of other crossword programs: what it can say of our puzzles is written there, and
//! crosswords of numbers are read from it.
//!
//! A file that we write carries the puzzle once more, whole, in the field `xwc:puzzle`, which the
//! format leaves to programs; so nothing gets lost on the way. It is declared volatile: a program that
//! changes the file is asked to drop it. If the two disagree all the same, the file is refused.

mod crossnumber;
mod crucigram;
mod read;

use serde_json::{Map, Value, json};

use super::{InputError, Puzzle, Solution};

pub use read::{Ipuz, is_ipuz};

/// The puzzle as we write it ourselves.
const OURS: &str = "xwc:puzzle";

/// What the format says of a crossword, in its own terms.
#[derive(Debug, Default)]
struct Crossword {
    /// What is printed in each cell.
    cells: Vec<Vec<Value>>,
    /// Clues across and down.
    clues: [Vec<Value>; 2],
    /// The letters or digits of the cells.
    solution: Option<Vec<Vec<Value>>>,
    /// What a solver has to know before.
    intro: String,
}

impl Crossword {
    /// The file, which carries the puzzle as well.
    fn file(self, puzzle: &dyn Puzzle, solution: Option<&Solution>) -> Value {
        let mut ours = puzzle.canonical();
        if let Some(solution) = solution {
            ours["solution"] = json!(solution);
        }
        let [across, down] = self.clues;
        let width = self.cells.first().map_or(0, Vec::len);
        let mut file = json!({
            "version": "http://ipuz.org/v2",
            "kind": ["http://ipuz.org/crossword#1"],
            "title": ours["family"],
            "dimensions": { "width": width, "height": self.cells.len() },
            "block": "#",
            "empty": "0",
            "puzzle": self.cells,
            "clues": { "Across": across, "Down": down },
        });
        if !self.intro.is_empty() {
            file["intro"] = json!(escaped(&self.intro));
        }
        if let Some(solution) = self.solution {
            file["solution"] = json!(solution);
        }
        file["volatile"] = json!({ OURS: "*" });
        file[OURS] = ours;
        file
    }
}

/// What a puzzle and the file that it was read from have to agree in.
const SHARED: [&str; 3] = ["dimensions", "puzzle", "clues"];

/// Whether the ipuz part of a file is the one that its own puzzle would have.
///
/// # Errors
///
/// That it is not, and where.
pub fn agree(file: &Map<String, Value>, puzzle: &dyn Puzzle) -> Result<(), InputError> {
    let expected = puzzle.ipuz(puzzle.stated_solution());
    let Some(expected) = expected.filter(|_| file.contains_key(OURS)) else { return Ok(()) };
    match SHARED.into_iter().find(|field| file.get(*field) != expected.get(*field)) {
        None => Ok(()),
        Some(field) => {
            let message = format!(
                "this is not the same as in `{OURS}`, so another program has changed the file; \
                 without `{OURS}` it is read as it is"
            );
            Err(InputError::field(field, message))
        }
    }
}

/// Texts of the format may have markup; ours have none.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The text without the names of characters.
fn unescaped(text: &str) -> String {
    let names = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    names.iter().fold(text.to_string(), |text, (name, c)| text.replace(name, c))
}
