//! calcrostic: a block of numbers written in letters; every row, column and, where asked, diagonal
//! is an equation, or comes to zero.

pub mod forms;
mod layout;
mod lower;
mod rules;
pub mod square;
mod word;

use std::collections::BTreeMap;

use serde::de::{Deserialize, Deserializer};
use serde_json::json;

pub use layout::{GridLine, LineLayout, read as read_layout};
pub use word::{Symbol, Word};

use self::square::Square;
use crate::plain::Plain;
use crate::puzzle::grid::{Operator, Position};
use crate::puzzle::json::{Meta, Shape, word};
use crate::puzzle::number::Tile;
use crate::puzzle::{
    Format, InputError, Labels, Puzzle, ReadOptions, Rejection, Solution, Violation,
};

/// The JSON object of a calcrostic.
#[derive(Debug, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schemars(rename = "calcrostic"))]
pub struct CalcrosticFile {
    /// Always `calcrostic`.
    #[expect(dead_code, reason = "the registry has read it")]
    family: String,
    /// Numbers on the odd rows and columns, operators and `=` between them.
    grid: Vec<Vec<String>>,
    /// What the letters stand for.
    #[serde(default)]
    unknowns: Unknowns,
    /// What the lines say.
    #[serde(default)]
    form: LineForm,
    /// The diagonals that come to zero; for the form `zero` only.
    diagonals: Option<Diagonals>,
    /// The largest number that a letter may stand for; for the unknowns `numbers` only.
    max: Option<Tile>,
    /// The setter's answer; checked, never trusted.
    solution: Option<Solution>,
    /// What the puzzle is called.
    title: Option<String>,
    /// Who made it.
    author: Option<String>,
    /// Anything else that players should know.
    note: Option<String>,
    /// Free-form; not read.
    #[expect(dead_code, reason = "anything may stand in it, and nothing is done with it")]
    meta: Option<Meta>,
}

impl Shape for CalcrosticFile {
    const SHAPE: &'static str = super::PUZZLE_SHAPE;
}

/// What the letters stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Unknowns {
    /// A capital letter is a digit, different letters are different digits.
    #[default]
    Digits,
    /// A lower-case letter is a positive whole number.
    Numbers,
}

impl<'de> Deserialize<'de> for Unknowns {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        word(deserializer, &[("digits", Unknowns::Digits), ("numbers", Unknowns::Numbers)])
    }
}

/// What the lines say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum LineForm {
    /// Three by three numbers; a line reads `x op y = z`.
    #[default]
    Equations,
    /// A line comes to zero.
    Zero,
}

impl<'de> Deserialize<'de> for LineForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        word(deserializer, &[("equations", LineForm::Equations), ("zero", LineForm::Zero)])
    }
}

/// Which diagonals come to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Diagonals {
    /// The two that start in the upper corners.
    Main,
    /// All of two and more numbers.
    All,
}

impl<'de> Deserialize<'de> for Diagonals {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        word(deserializer, &[("main", Diagonals::Main), ("all", Diagonals::All)])
    }
}

/// A well-formed calcrostic.
#[derive(Clone, Debug)]
pub struct Calcrostic {
    /// The cells as texts, in one spelling.
    grid: Vec<Vec<String>>,
    words: BTreeMap<Position, Word>,
    letters: Vec<char>,
    lines: Vec<GridLine>,
    unknowns: Unknowns,
    form: LineForm,
    diagonals: Option<Diagonals>,
    max: Option<i64>,
    solution: Option<Solution>,
    labels: Labels,
}

impl Calcrostic {
    /// The cells as texts, operators in their first spelling.
    pub fn grid(&self) -> &[Vec<String>] {
        &self.grid
    }

    /// The numbers of the grid.
    pub fn words(&self) -> &BTreeMap<Position, Word> {
        &self.words
    }

    /// The letters, in the order in which they first appear.
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// The rows, the columns, then the diagonals that ask for something.
    pub fn lines(&self) -> &[GridLine] {
        &self.lines
    }

    /// What the letters stand for.
    pub fn unknowns(&self) -> Unknowns {
        self.unknowns
    }

    /// What the lines say.
    pub fn form(&self) -> LineForm {
        self.form
    }

    /// The largest number that a letter may stand for.
    pub fn max(&self) -> Option<i64> {
        self.max
    }

    /// The same puzzle with another bound.
    #[must_use]
    pub fn with_max(self, max: Option<i64>) -> Self {
        Self { max, ..self }
    }

    /// The solution with these values of the letters, by their order.
    pub fn solved(&self, values: &[i64]) -> Solution {
        let value: BTreeMap<char, i64> =
            self.letters.iter().copied().zip(values.iter().copied()).collect();
        let mut grid = self.grid.clone();
        for (position, word) in &self.words {
            if let Some(text) = word.filled(&value) {
                grid[position.row][position.column] = text;
            }
        }
        let letters: serde_json::Map<String, serde_json::Value> =
            value.iter().map(|(letter, value)| (letter.to_string(), json!(value))).collect();
        Solution(json!({ "letters": letters, "grid": grid }))
    }

    /// A square of equations in capital letters.
    ///
    /// # Errors
    ///
    /// If the input is malformed; the error says what is wrong, and where.
    pub fn of_square(grid: &[Vec<String>]) -> Result<Self, InputError> {
        Self::new(grid, Unknowns::Digits, LineForm::Equations, None)
    }

    /// The same kind of puzzle with another grid.
    ///
    /// # Errors
    ///
    /// If the input is malformed; the error says what is wrong, and where.
    pub fn with_grid(&self, grid: &[Vec<String>]) -> Result<Self, InputError> {
        let puzzle = Self::new(grid, self.unknowns, self.form, self.diagonals)?;
        Ok(puzzle.with_max(self.max))
    }

    fn new(
        grid: &[Vec<String>],
        unknowns: Unknowns,
        form: LineForm,
        diagonals: Option<Diagonals>,
    ) -> Result<Self, InputError> {
        let word = |text: &str| Word::parse(text, unknowns);
        let LineLayout { grid, words, lines } = layout::read(grid, form, diagonals, word)?;
        Ok(Self {
            grid,
            letters: word::letters(&words)?,
            words,
            lines,
            unknowns,
            form,
            diagonals,
            max: None,
            solution: None,
            labels: Labels::default(),
        })
    }

    /// The values of the letters, by their order, as a solution states them.
    pub fn values(&self, solution: &Solution) -> Option<Vec<i64>> {
        let stated = solution.0.get("letters")?;
        self.letters.iter().map(|letter| stated.get(letter.to_string())?.as_i64()).collect()
    }

    /// The puzzle as a square whose forms can be looked at: `None` for the form `zero`.
    pub fn square(&self) -> Option<Square<String>> {
        (self.form == LineForm::Equations).then(|| Square::of_texts(&self.grid)).flatten()
    }
}

impl Format for Calcrostic {
    const FAMILY: &'static str = "calcrostic";
    const SUMMARY: &'static str = "numbers written in letters, each row, column and diagonal true";
    const SCHEMA: &'static str = include_str!("schema.json");
    type File = CalcrosticFile;

    fn from_file(file: CalcrosticFile, _: &ReadOptions) -> Result<Self, InputError> {
        let CalcrosticFile { grid, unknowns, form, diagonals, max, solution, .. } = file;
        let labels = Labels { title: file.title, author: file.author, note: file.note };
        if form == LineForm::Equations && diagonals.is_some() {
            let message = "it is for the form `zero`; equations show their diagonals in the grid";
            return Err(InputError::field("diagonals", message));
        }
        let max = match (unknowns, max) {
            (Unknowns::Digits, Some(_)) => {
                return Err(InputError::field("max", "it is for the unknowns `numbers`"));
            }
            (_, Some(Tile(0))) => {
                return Err(InputError::field("max", "found 0; numbers are positive"));
            }
            (_, max) => max.map(|Tile(max)| max),
        };
        let puzzle = Self::new(&grid, unknowns, form, diagonals)?.with_max(max);
        let puzzle = Self { labels, ..puzzle };
        let normal = |solution| puzzle.canonical_solution(&solution).unwrap_or(solution);
        let solution = solution.map(normal);
        Ok(Self { solution, ..puzzle })
    }
}

impl Plain for Calcrostic {}

impl Puzzle for Calcrostic {
    fn family(&self) -> &'static str {
        Self::FAMILY
    }

    fn check(&self, solution: &Solution) -> Result<(), Rejection> {
        Ok(rules::check(self, solution)?)
    }

    fn canonical_solution(&self, solution: &Solution) -> Result<Solution, Violation> {
        let (letters, _) = rules::read(self, solution)?;
        let values: Vec<i64> = self.letters.iter().map(|letter| letters[letter]).collect();
        Ok(self.solved(&values))
    }

    fn labels(&self) -> &Labels {
        &self.labels
    }

    fn canonical(&self) -> serde_json::Value {
        let mut file = json!({
            "family": Self::FAMILY,
            "grid": self.grid,
            "unknowns": self.unknowns,
            "form": self.form,
        });
        if let Some(diagonals) = self.diagonals {
            file["diagonals"] = json!(diagonals);
        }
        if let Some(max) = self.max {
            file["max"] = json!(max);
        }
        file
    }

    fn stated_solution(&self) -> Option<&Solution> {
        self.solution.as_ref()
    }
}

/// The operator that undoes another: `a + b = c` is `c − b = a`.
pub fn inverse(operator: Operator) -> Operator {
    match operator {
        Operator::Plus => Operator::Minus,
        Operator::Minus => Operator::Plus,
        Operator::Times => Operator::Divide,
        Operator::Divide => Operator::Times,
    }
}
