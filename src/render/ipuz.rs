//! ipuz, the format of other crossword programs: what it can say of a view, with the puzzle whole in a
//! field of our own. A grid that is solved becomes an ordinary numbered crossword.

use serde_json::{Map, Value, json};

use crate::view::{Answers, Clue, ClueList, Content, LetterRun, Lines, Show, View, words};
use xwc_check::puzzle::ipuz::OURS;
use xwc_check::puzzle::{InputError, Solution};
use xwc_check::support::text;

/// The puzzle for other programs, with the solution if there is one; `None` if it has no clues, which
/// the format cannot say.
pub(crate) fn write(puzzle: &(impl Show + ?Sized), solution: Option<&Solution>) -> Option<Value> {
    let view = puzzle.view();
    if view.lists.is_empty() {
        return None;
    }
    let answers = solution.and_then(|solution| puzzle.answers(solution));
    let crossword = Crossword::new(&view, answers.as_ref());
    let mut ours = puzzle.file();
    if let Some(solution) = solution {
        ours["solution"] = json!(solution);
    }
    let mut file = crossword.file(&view, puzzle.family());
    text::make_visible(&mut file);
    file["volatile"] = json!({ OURS: "*" });
    file[OURS] = ours;
    Some(file)
}

/// What a puzzle and the file that it was read from have to agree in.
const SHARED: [&str; 3] = ["dimensions", "puzzle", "clues"];

/// Whether the ipuz part of a file is the one that its own puzzle would have.
///
/// # Errors
///
/// If it is not; the error says where.
pub(crate) fn agree(
    file: &Map<String, Value>,
    puzzle: &(impl Show + ?Sized),
) -> Result<(), InputError> {
    let expected = write(puzzle, puzzle.stated_solution());
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

/// What the format says of a crossword, in its own terms.
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
    fn new(view: &View, answers: Option<&Answers>) -> Self {
        match (&view.lines, answers) {
            (Lines::Words { .. }, Some(answers)) => Self::numbered(view, &answers.slots),
            _ => Self::as_it_is(view, answers),
        }
    }

    fn as_it_is(view: &View, answers: Option<&Answers>) -> Self {
        let clues = |is_down: bool| {
            let lists = view.lists.iter().filter(|list| list.is_down == is_down);
            lists.flat_map(|list| &list.clues).filter_map(clue).collect()
        };
        let tiles = (!view.tiles.is_empty())
            .then(|| format!(" {}: {}.", words::TILES, view.tiles.join(" ")));
        Self {
            cells: rows(view, |cell| printed(view, cell)),
            clues: [false, true].map(clues),
            solution: answers.map(|answers| rows(view, |cell| solved(view, cell, &answers.slots))),
            intro: words::prose(view.task.iter().chain(view.further_notes()))
                + &tiles.unwrap_or_default(),
        }
    }

    /// The words of a solved grid with numbers, as other programs expect them.
    fn numbered(view: &View, filled: &[String]) -> Self {
        let runs = view.runs(filled);
        let mut starts: Vec<usize> = runs.iter().map(|run| run.cells[0]).collect();
        starts.sort_unstable();
        starts.dedup();
        let number = |cell: usize| starts.binary_search(&cell).map_or(0, |i| i + 1);
        let clue = |run: &LetterRun| {
            let fitting = |list: &ClueList| {
                list.clues.iter().find(|clue| clue.word.allows(&run.word)).cloned()
            };
            let lists = view.lists.iter().filter(|list| list.is_down == run.is_down);
            let text = lists.filter_map(fitting).find_map(|clue| clue.text).unwrap_or_default();
            json!([number(run.cells[0]), escaped(&text)])
        };
        let clues = |is_down: bool| {
            runs.iter().filter(|run| run.is_down == is_down).map(clue).collect::<Vec<_>>()
        };
        Self {
            cells: rows(view, |cell| match view.is_black(cell, filled) {
                true => json!("#"),
                false => json!(number(cell)),
            }),
            clues: [false, true].map(clues),
            solution: Some(rows(view, |cell| solved(view, cell, filled))),
            intro: String::new(),
        }
    }

    fn file(self, view: &View, family: &str) -> Value {
        let [across, down] = self.clues;
        let labels = &view.labels;
        let mut file = json!({
            "version": "http://ipuz.org/v2",
            "kind": ["http://ipuz.org/crossword#1"],
            "title": labels.title.as_deref().unwrap_or(family),
            "dimensions": { "width": view.board.width, "height": self.cells.len() },
            "block": "#",
            "empty": "0",
            "puzzle": self.cells,
            "clues": { "Across": across, "Down": down },
        });
        let texts = [
            ("intro", Some(&self.intro).filter(|intro| !intro.is_empty())),
            ("author", labels.author.as_ref()),
            ("notes", labels.note.as_ref()),
        ];
        for (field, text) in texts {
            if let Some(text) = text {
                file[field] = json!(escaped(text));
            }
        }
        if let Some(solution) = self.solution {
            file["solution"] = json!(solution);
        }
        file
    }
}

fn rows(view: &View, value: impl Fn(usize) -> Value) -> Vec<Vec<Value>> {
    view.board.rows().map(|row| row.map(&value).collect()).collect()
}

/// A number as one, any other label as a text.
fn label(label: &str) -> Value {
    label.parse::<u32>().map_or(json!(label), |number| json!(number))
}

/// What is printed in a cell: its label, black, and bars above and to its left.
fn printed(view: &View, cell: usize) -> Value {
    let (board, here) = (&view.board, &view.board.cells[cell]);
    if here.content == Content::Black {
        return json!("#");
    }
    let shown = if here.label.is_empty() { json!(0) } else { label(&here.label) };
    let above = cell.checked_sub(board.width).is_some_and(|cell| board.cells[cell].bar_below);
    let left = !cell.is_multiple_of(board.width) && board.cells[cell - 1].bar_right;
    let sides = match (above, left) {
        (false, false) => return shown,
        (true, false) => "T",
        (false, true) => "L",
        (true, true) => "TL",
    };
    json!({ "cell": shown, "style": { "barred": sides } })
}

/// What stands in a cell of a solution.
fn solved(view: &View, cell: usize, filled: &[String]) -> Value {
    match (view.is_black(cell, filled), view.written(cell, filled)) {
        (true, _) => json!("#"),
        (false, text) => json!(text),
    }
}

/// A clue with its number, or without a number but with what players learn about its answer.
fn clue(clue: &Clue) -> Option<Value> {
    let text = clue.text.as_deref()?;
    Some(match &clue.label[..] {
        "" => json!(escaped(&words::clue(Some(text), &clue.word)?)),
        number => json!([label(number), escaped(text)]),
    })
}

/// Texts of the format may have markup; ours have none.
fn escaped(text: &str) -> String {
    text::escape_content(text)
}
