//! Families of calcrostics whose numbers are polynomials in parameters: every line is true for all
//! values of the parameters if and only if it is an identity.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::polynomial::Polynomial;
use xwc_check::families::calcrostic::{Diagonals, GridLine, LineForm, LineLayout, read_layout};
use xwc_check::puzzle::grid::{Operator, Position};
use xwc_check::puzzle::{self, InputError, Shape};

/// Values of each parameter that are tried for an example.
const TRIED: i128 = 12;

/// The most parameters.
const MAX_PARAMETERS: usize = 4;

/// The JSON object of a family: a calcrostic whose number cells are polynomials.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ParametricFile {
    grid: Vec<Vec<String>>,
    #[serde(default)]
    form: LineForm,
    diagonals: Option<Diagonals>,
    /// A family file may say of which family it is.
    #[serde(default, rename = "family")]
    _family: Option<String>,
    #[serde(default, rename = "meta")]
    _meta: Option<Value>,
}

impl Shape for ParametricFile {
    const SHAPE: &'static str = r#"one JSON object such as {"grid": …, "form": "equations"}"#;
}

/// What is known of a family. Its text says it line by line, with an example.
#[derive(Debug, Serialize)]
pub struct ParametricReport {
    /// The letters.
    parameters: Vec<char>,
    /// Whether all lines are identities.
    pub identity: bool,
    /// Line by line.
    lines: Vec<CheckedLine>,
    /// The first values of the parameters that make all numbers positive, with these numbers.
    example: Option<Example>,
}

impl fmt::Display for ParametricReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            let holds = if line.identity { "an identity" } else { "NOT an identity" };
            writeln!(f, "{}: {holds}", line.text)?;
        }
        if let Some(example) = &self.example {
            let value = |(letter, value): (&char, &i128)| format!("{letter} = {value}");
            let values: Vec<String> = example.parameters.iter().map(value).collect();
            writeln!(f, "For example, with {}:", values.join(", "))?;
            for row in &example.numbers {
                let row: Vec<String> = row.iter().map(i128::to_string).collect();
                writeln!(f, "{}", row.join(" "))?;
            }
        }
        Ok(())
    }
}

/// One line.
#[derive(Debug, Serialize)]
struct CheckedLine {
    /// The line as it is written.
    text: String,
    /// Whether it is an identity.
    identity: bool,
}

/// A member of the family.
#[derive(Debug, Serialize)]
struct Example {
    /// The values of the parameters.
    parameters: BTreeMap<char, i128>,
    /// Row by row.
    numbers: Vec<Vec<i128>>,
}

/// Reads a family and checks it.
///
/// # Errors
///
/// If the input is malformed; the error says what is wrong, and where.
pub fn check_parametric(text: &str) -> Result<ParametricReport, InputError> {
    let file: ParametricFile = puzzle::object(text)?;
    let layout = read_layout(&file.grid, file.form, file.diagonals, Polynomial::parse)?;
    let parameters: BTreeSet<char> = layout.words.values().flat_map(Polynomial::letters).collect();
    if parameters.len() > MAX_PARAMETERS {
        let message = format!("{} parameters; at most {MAX_PARAMETERS}", parameters.len());
        return Err(InputError::Field { path: "grid".to_string(), message });
    }
    let line = |line: &GridLine| {
        let words: Vec<&Polynomial> = line.cells.iter().map(|cell| &layout.words[cell]).collect();
        let identity = is_identity(&line.operators, &words, file.form);
        let identity = identity.ok_or_else(|| InputError::Field {
            path: line.cells[0].to_string(),
            message: "the polynomials of this line grow too large".to_string(),
        });
        Ok(CheckedLine { text: written(&layout.grid, line), identity: identity? })
    };
    let lines: Vec<CheckedLine> = layout.lines.iter().map(line).collect::<Result<_, _>>()?;
    let identity = lines.iter().all(|line| line.identity);
    let parameters: Vec<char> = parameters.into_iter().collect();
    let example = identity.then(|| example(&parameters, &layout)).flatten();
    Ok(ParametricReport { parameters, identity, lines, example })
}

/// Whether a line is true whatever the parameters are; `None` if it grows too large.
fn is_identity(operators: &[Operator], words: &[&Polynomial], form: LineForm) -> Option<bool> {
    match form {
        LineForm::Equations => {
            let left = Quotient::whole(words[0]).apply(operators[0], words[1])?;
            left.is(words[2])
        }
        LineForm::Zero => {
            let mut total = Quotient::whole(&Polynomial::default());
            let (mut sign, mut term) = (1, Quotient::whole(words[0]));
            for (&operator, word) in operators.iter().zip(&words[1..]) {
                match operator {
                    Operator::Times | Operator::Divide => term = term.apply(operator, word)?,
                    Operator::Plus | Operator::Minus => {
                        total = total.plus(&term, sign)?;
                        sign = if operator == Operator::Plus { 1 } else { -1 };
                        term = Quotient::whole(word);
                    }
                }
            }
            total.plus(&term, sign)?.is(&Polynomial::default())
        }
    }
}

/// A quotient of polynomials.
struct Quotient {
    over: Polynomial,
    under: Polynomial,
}

impl Quotient {
    fn whole(polynomial: &Polynomial) -> Self {
        Self { over: polynomial.clone(), under: Polynomial::constant(1) }
    }

    fn plus(&self, other: &Self, sign: i128) -> Option<Self> {
        let left = self.over.times(&other.under)?;
        let over = left.plus(&other.over.times(&self.under)?, sign)?;
        Some(Self { over, under: self.under.times(&other.under)? })
    }

    fn apply(&self, operator: Operator, word: &Polynomial) -> Option<Self> {
        match operator {
            Operator::Plus => self.plus(&Self::whole(word), 1),
            Operator::Minus => self.plus(&Self::whole(word), -1),
            Operator::Times => {
                Some(Self { over: self.over.times(word)?, under: self.under.clone() })
            }
            Operator::Divide => {
                Some(Self { over: self.over.clone(), under: self.under.times(word)? })
            }
        }
    }

    /// Whether it is that polynomial, and divides by nothing that is zero.
    fn is(&self, polynomial: &Polynomial) -> Option<bool> {
        let difference = self.over.plus(&polynomial.times(&self.under)?, -1)?;
        Some(difference.is_zero() && !self.under.is_zero())
    }
}

fn example(parameters: &[char], layout: &LineLayout<Polynomial>) -> Option<Example> {
    let choices = TRIED.pow(parameters.len() as u32);
    (0..choices).find_map(|code| {
        let value = |i: usize| code / TRIED.pow((parameters.len() - 1 - i) as u32) % TRIED + 1;
        let values: BTreeMap<char, i128> =
            parameters.iter().enumerate().map(|(i, &letter)| (letter, value(i))).collect();
        let mut numbers: BTreeMap<usize, Vec<i128>> = BTreeMap::new();
        for (&Position { row, .. }, word) in &layout.words {
            let number = word.value(&values).filter(|&number| number > 0)?;
            numbers.entry(row).or_default().push(number);
        }
        Some(Example { parameters: values, numbers: numbers.into_values().collect() })
    })
}

/// A line as it is written.
fn written(grid: &[Vec<String>], line: &GridLine) -> String {
    let at = |position: &Position| grid[position.row][position.column].clone();
    let mut text = at(&line.cells[0]);
    for (i, cell) in line.cells[1..].iter().enumerate() {
        let sign = line.operators.get(i).map_or("=", |operator| operator.symbol());
        text.push_str(&format!(" {sign} {}", at(cell)));
    }
    text
}
