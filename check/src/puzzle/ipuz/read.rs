//! Reading ipuz: our own puzzles as they were, other crosswords of numbers as far as their clues are
//! conditions.

use serde_json::{Map, Value, json};

use super::OURS;
use crate::puzzle::grid::{Position, short};
use crate::puzzle::{Document, InputError};
use crate::support::text::unescape_markup;

/// Whether a version, as a file states it, is one of ipuz.
pub fn is_ipuz(version: &str) -> bool {
    version.starts_with("http://ipuz.org/v")
}

/// An ipuz file, and the puzzle file that says the same.
#[derive(Debug)]
pub struct Ipuz {
    /// The file itself.
    pub fields: Map<String, Value>,
    /// The family of the puzzle.
    pub family: String,
    /// The puzzle file.
    pub puzzle: Value,
}

impl crate::puzzle::Shape for Map<String, Value> {
    const SHAPE: &'static str = "one JSON object";
}

impl Ipuz {
    /// Reads a file; one of another program becomes a puzzle of the given family, which has to read
    /// grids and clues as crossnumbers do.
    ///
    /// # Errors
    ///
    /// If the file is malformed, or our puzzles cannot express it; the error says where.
    pub fn read(document: Document<'_>, foreign: &str) -> Result<Self, InputError> {
        let fields: Map<String, Value> = document.object()?;
        if let Some(ours) = fields.get(OURS) {
            let Some(family) = ours.get("family").and_then(Value::as_str) else {
                return Err(InputError::field(OURS, "it is not a puzzle with a `family`"));
            };
            let (family, puzzle) = (family.to_string(), ours.clone());
            return Ok(Self { fields, family, puzzle });
        }
        let puzzle = Foreign { fields: &fields }.puzzle(foreign)?;
        Ok(Self { fields, family: foreign.to_string(), puzzle })
    }
}

/// A file of another program.
struct Foreign<'a> {
    fields: &'a Map<String, Value>,
}

/// One cell: its number, and whether there are bars above, right, below and left.
#[derive(Clone, Default)]
struct IpuzCell {
    black: bool,
    label: String,
    bars: String,
}

impl Foreign<'_> {
    fn puzzle(&self, family: &str) -> Result<Value, InputError> {
        self.kind()?;
        let cells = self.cells()?;
        let mut file = json!({
            "family": family,
            "grid": drawn(&cells),
            "clues": self.clues()?,
        });
        if let Some(rows) = self.solution(&cells)? {
            file["solution"] = json!({ "grid": rows });
        }
        Ok(file)
    }

    fn kind(&self) -> Result<(), InputError> {
        let kinds = self.fields.get("kind").and_then(Value::as_array);
        let Some(kinds) = kinds else {
            return Err(InputError::field("kind", "it is missing, or no list"));
        };
        let is_crossword = |kind: &Value| {
            kind.as_str().is_some_and(|k| k.starts_with("http://ipuz.org/crossword"))
        };
        match kinds.iter().any(is_crossword) {
            true => Ok(()),
            false => {
                let found = short(&self.fields["kind"].to_string());
                let message = format!("found `{found}`; of ipuz, only crosswords can be read");
                Err(InputError::field("kind", message))
            }
        }
    }

    /// What a field says instead of its usual sign.
    fn sign(&self, field: &str, usual: &str) -> String {
        self.fields.get(field).map_or(usual.to_string(), plain)
    }

    fn cells(&self) -> Result<Vec<Vec<IpuzCell>>, InputError> {
        let rows = rows(self.fields, "puzzle")?.ok_or_else(|| {
            InputError::field("puzzle", "it is missing; it has the rows of the grid")
        })?;
        let (block, empty) = (self.sign("block", "#"), self.sign("empty", "0"));
        let styles = self.fields.get("styles");
        let mut cells = Vec::with_capacity(rows.len());
        for (row, values) in rows.iter().enumerate() {
            let mut line = Vec::with_capacity(values.len());
            for (column, value) in values.iter().enumerate() {
                let style = match value.get("style") {
                    Some(Value::String(name)) => styles.and_then(|styles| styles.get(name)),
                    style => style,
                };
                let bars = style.and_then(|style| style.get("barred")).map(plain);
                let label = plain(value.get("cell").unwrap_or(value));
                let black = label == block || value.is_null();
                let label = if black || label == empty { String::new() } else { label };
                if label.len() > 4 || !label.bytes().all(|byte| byte.is_ascii_digit()) {
                    let found = short(&label);
                    let message =
                        format!("found `{found}`; a cell has a number, `{block}` or `{empty}`");
                    return Err(Position { row, column }.error(message));
                }
                line.push(IpuzCell { black, label, bars: bars.unwrap_or_default() });
            }
            cells.push(line);
        }
        let width = cells[0].len();
        if let Some(row) = cells.iter().position(|line| line.len() != width) {
            let found = cells[row].len();
            let message = format!("row {} has {found} cells, row 1 has {width}", row + 1);
            return Err(InputError::field("puzzle", message));
        }
        Ok(cells)
    }

    /// The clues by the names of entries.
    fn clues(&self) -> Result<Value, InputError> {
        let mut clues = Map::new();
        let lists = self.fields.get("clues").and_then(Value::as_object);
        for (title, list) in lists.into_iter().flatten() {
            // A title may have a label of its own behind a colon.
            let direction = match title.split(':').next() {
                Some("Across") => 'A',
                Some("Down") => 'D',
                _ => {
                    let message = format!("found `{}`; clues are Across or Down", short(title));
                    return Err(InputError::field("clues", message));
                }
            };
            for (i, clue) in list.as_array().into_iter().flatten().enumerate() {
                let place = format!("clues.{}[{i}]", short(title));
                let (number, text) = match clue {
                    Value::Array(pair) => (pair.first(), pair.get(1)),
                    other => (other.get("number"), other.get("clue")),
                };
                let (Some(number), Some(text)) = (number.map(plain), text.and_then(Value::as_str))
                else {
                    let message = "a clue is written as [1, \"#square\"]";
                    return Err(InputError::field(place, message));
                };
                let conditions: Vec<String> = unescape_markup(text)
                    .split(';')
                    .map(|condition| condition.trim().to_string())
                    .filter(|condition| !condition.is_empty())
                    .collect();
                if clues.insert(format!("{direction}{number}"), json!(conditions)).is_some() {
                    let message = format!("there are two clues for {direction}{}", short(&number));
                    return Err(InputError::field(place, message));
                }
            }
        }
        Ok(Value::Object(clues))
    }

    /// The rows of the solution, if there is one with a digit in every white cell.
    fn solution(&self, cells: &[Vec<IpuzCell>]) -> Result<Option<Vec<String>>, InputError> {
        let Some(rows) = rows(self.fields, "solution")? else { return Ok(None) };
        let mut texts = Vec::with_capacity(rows.len());
        let mut complete = rows.len() == cells.len();
        for (row, values) in rows.iter().enumerate() {
            let mut text = String::new();
            for (column, value) in values.iter().enumerate() {
                let black =
                    cells.get(row).and_then(|line| line.get(column)).is_none_or(|c| c.black);
                let found = plain(value.get("value").unwrap_or(value));
                match (black, found.as_bytes()) {
                    (true, _) => text.push('#'),
                    (false, [digit @ b'0'..=b'9']) => text.push(char::from(*digit)),
                    (false, _) if value.is_null() => complete = false,
                    (false, _) => {
                        let message = format!(
                            "the solution has `{}`; only crosswords of numbers can be read, one \
                             digit a cell",
                            short(&found)
                        );
                        return Err(Position { row, column }.error(message));
                    }
                }
            }
            texts.push(text);
        }
        Ok(complete.then_some(texts))
    }
}

/// A number or a text as a text.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

/// The rows of a field, at least one by one.
fn rows<'a>(
    fields: &'a Map<String, Value>,
    field: &str,
) -> Result<Option<Vec<&'a Vec<Value>>>, InputError> {
    let Some(value) = fields.get(field) else { return Ok(None) };
    let rows: Option<Vec<&Vec<Value>>> =
        value.as_array().and_then(|rows| rows.iter().map(Value::as_array).collect());
    match rows {
        Some(rows) if rows.first().is_some_and(|row| !row.is_empty()) => Ok(Some(rows)),
        _ => Err(InputError::field(field, "it must be a list of rows, each a list of cells")),
    }
}

/// The drawing with bars that our own files would have.
fn drawn(cells: &[Vec<IpuzCell>]) -> Vec<String> {
    let longest = cells.iter().flatten().map(|cell| cell.label.len()).max().unwrap_or(0).max(2);
    let (height, width) = (cells.len(), cells[0].len());
    let bar = |row: usize, column: usize, side: char| {
        cells.get(row).and_then(|line| line.get(column)).is_some_and(|c| c.bars.contains(side))
    };
    let mut lines = Vec::with_capacity(2 * height + 1);
    for row in 0..=height {
        let mut line = String::from("+");
        for column in 0..width {
            let above = row > 0 && bar(row - 1, column, 'B');
            let closed = row == 0 || row == height || above || bar(row, column, 'T');
            line.push_str(&if closed { "-" } else { ":" }.repeat(longest));
            line.push('+');
        }
        lines.push(line);
        let Some(values) = cells.get(row) else { break };
        let mut line = String::from("|");
        for (column, cell) in values.iter().enumerate() {
            match cell.black {
                true => line.push_str(&"#".repeat(longest)),
                false => line.push_str(&format!("{:longest$}", cell.label)),
            }
            let closed = column + 1 == width || bar(row, column, 'R') || bar(row, column + 1, 'L');
            line.push(if closed { '|' } else { ':' });
        }
        lines.push(line);
    }
    lines
}
