//! What a puzzle says on paper, without any place or size: one file a family, and the layout in
//! [`super::paper`] for all of them.

mod calcrostic;
mod crossmath;
mod crossnumber;
mod crucigram;
mod mathcrossword;

use crate::puzzle::Solution;
use crate::puzzle::grid::{Cell as GridCell, Grid, Operator};

/// A puzzle that can be put on paper.
pub trait OnPaper {
    /// Everything that a solver has to see; with a solution, what a reader of answers wants to see.
    fn sheet(&self, solution: Option<&Solution>) -> Sheet;
}

/// The parts of a puzzle, in the order in which they are read.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// What to do, the same for all puzzles of the family.
    pub task: &'static str,
    /// The grid.
    pub board: Board,
    /// Letters with a field each for what they stand for.
    pub table: Vec<(String, String)>,
    /// Tiles to be used up.
    pub tiles: Vec<String>,
    /// What else has to be said of this puzzle.
    pub notes: Vec<String>,
    /// Clues.
    pub lists: Vec<List>,
}

/// Clues under a title.
#[derive(Clone, Debug, Default)]
pub struct List {
    /// Such as "Across".
    pub title: String,
    /// A label, such as a number, and the text.
    pub lines: Vec<(String, String)>,
}

/// Square cells, all rows equally long.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// The cells.
    pub rows: Vec<Vec<Square>>,
    /// Heavy lines: the cell's row and column, and whether it is below the cell or to its right.
    pub bars: Vec<(usize, usize, bool)>,
    /// Whether a heavy line goes all around.
    pub is_framed: bool,
}

/// One cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Square {
    /// What it is.
    pub kind: Kind,
    /// What is printed in its middle.
    pub text: String,
    /// What is printed small, in its corner.
    pub corner: String,
}

/// What a cell is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// No cell.
    #[default]
    Hole,
    /// Black.
    Black,
    /// To be filled in; a text in it is an answer.
    Open,
    /// Given.
    Given,
    /// An operator or `=`.
    Sign,
}

impl Square {
    fn new(kind: Kind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into(), corner: String::new() }
    }
}

/// The board of an arithmetic grid; a blank that the solution fills shows its answer.
fn arithmetic(grid: &Grid, solution: Option<&Solution>) -> Board {
    let filled = solution.and_then(|solution| solution.grid().ok());
    let filled = filled.filter(|filled| grid.filled_by(filled).is_ok());
    let square = |position| match (grid.at(position), filled.as_ref().map(|f| f.at(position))) {
        (GridCell::Blocked, _) => Square::default(),
        (GridCell::Blank, Some(GridCell::Number(answer))) => {
            Square::new(Kind::Open, number(answer))
        }
        (GridCell::Blank, _) => Square::new(Kind::Open, ""),
        (GridCell::Number(value), _) => Square::new(Kind::Given, number(value)),
        (GridCell::Operator(operator), _) => Square::new(Kind::Sign, sign(operator.symbol())),
        (GridCell::Equals, _) => Square::new(Kind::Sign, "="),
    };
    let squares: Vec<Square> = grid.positions().map(square).collect();
    let rows = squares.chunks(grid.width()).map(<[Square]>::to_vec).collect();
    Board { rows, ..Board::default() }
}

/// A text of a puzzle file, cut where no reader would follow any more. Layouts try many sizes, so
/// their time is bounded by this.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

/// The longest clue.
const MOST_CLUE: usize = 1000;
/// The longest list of rules.
const MOST_RULES: usize = 5000;

/// A number with a minus as it is printed.
fn number(value: i64) -> String {
    value.to_string().replace('-', "−")
}

/// An operator as it is printed.
fn sign(symbol: &str) -> String {
    match Operator::parse(symbol) {
        Some(Operator::Minus) => "−".to_string(),
        _ => symbol.to_string(),
    }
}
