//! The toy format: the cells of a grid as comma-separated values, one line per row.
//!
//! It reads the view and knows no family. Every cell is in quotation marks; a text of the puzzle
//! can then not be taken for a comma or for the end of a line.

use xwc::formats::{FormatError, OutputFormat, OutputLevel, WorksheetStyle};
use xwc::view::{Content, Show};
use xwc_check::puzzle::Solution;
use xwc_check::support::text::visible;

/// The entry for the list of formats.
pub const TOY_FORMAT: OutputFormat = OutputFormat {
    name: "csv",
    summary: "The cells as comma-separated values",
    puzzle: Some(csv),
    pack: Some(csv_of_pack),
    on_paper: false,
    model: None,
    formula: None,
};

/// A cell that is black from the beginning.
const BLACK: &str = "#";

fn csv(puzzle: &dyn Show, solution: Option<&Solution>) -> Result<String, FormatError> {
    let view = puzzle.view();
    let filled = solution.and_then(|solution| puzzle.answers(solution)).unwrap_or_default().slots;
    let cell = |cell: usize| match view.board.cells[cell].content {
        Content::Black => quoted(BLACK),
        _ => quoted(&view.text(cell, &filled)),
    };
    let cells: Vec<String> = (0..view.board.cells.len()).map(cell).collect();
    let rows = cells.chunks(view.board.width).map(|row| row.join(",") + "\n");
    Ok(rows.collect())
}

/// The levels one after the other: a line with the name, the rows, and an empty line.
fn csv_of_pack(
    levels: &[OutputLevel<'_>],
    _: &WorksheetStyle,
) -> Result<(Vec<u8>, Option<f64>), FormatError> {
    let mut text = String::new();
    for level in levels {
        text += &format!("{}\n{}\n", quoted(level.name), csv(level.puzzle, level.solution)?);
    }
    // There is no paper, and so no smallest text on it.
    Ok((text.into_bytes(), None))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", visible(text).replace('"', "\"\""))
}
