//! A calcrostic on the table: the grid, and below it a slot for each letter.

use super::table::{Accepts, Cell, Line, Playable, Slot, Table};
use crate::puzzle::Solution;
use crate::puzzle::calcrostic::{Calcrostic, Symbol, Unknowns, Word};
use crate::puzzle::grid::Position;

/// Letters beside each other.
const A_ROW: usize = 10;

struct Letters<'a> {
    puzzle: &'a Calcrostic,
    slots: Vec<Slot>,
}

impl Playable for Calcrostic {
    fn table(&self) -> Box<dyn Table + '_> {
        let accepts = match self.unknowns() {
            Unknowns::Digits => Accepts::Digit,
            Unknowns::Numbers => Accepts::Number { negative: false },
        };
        // An empty row, then a row of letters above a row of slots.
        let at =
            |i: usize| Position { row: self.grid().len() + 2 + 2 * (i / A_ROW), column: i % A_ROW };
        let slots = (0..self.letters().len()).map(|i| Slot { at: at(i), accepts }).collect();
        Box::new(Letters { puzzle: self, slots })
    }
}

impl Letters<'_> {
    fn value<'f>(&self, letter: char, filled: &'f [String]) -> Option<&'f str> {
        let i = self.puzzle.letters().iter().position(|&other| other == letter)?;
        filled.get(i).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// A word with what is known of its letters.
    fn spelled_word(&self, word: &Word, filled: &[String]) -> String {
        let letter = |c: char| self.value(c, filled).map_or(c.to_string(), str::to_string);
        match word {
            Word::Digits(symbols) => {
                let symbol = |symbol: &Symbol| match symbol {
                    Symbol::Digit(digit) => digit.to_string(),
                    Symbol::Letter(c) => letter(*c),
                };
                symbols.iter().map(symbol).collect()
            }
            Word::Unknown(c) => letter(*c),
            Word::Number(value) => value.to_string(),
        }
    }
}

impl Table for Letters<'_> {
    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn cells(&self, filled: &[String]) -> Vec<Vec<Cell>> {
        let (grid, letters) = (self.puzzle.grid(), self.puzzle.letters());
        let width = grid[0].len().max(letters.len().min(A_ROW));
        let mut cells = vec![vec![Cell::Hole; width]; grid.len() + 1];
        for (row, texts) in grid.iter().enumerate() {
            for (column, text) in texts.iter().enumerate().filter(|(_, text)| *text != "#") {
                let word = self.puzzle.words().get(&Position { row, column });
                let text = word.map_or(text.clone(), |word| self.spelled_word(word, filled));
                cells[row][column] = Cell::Fixed(text);
            }
        }
        for (i, letters) in letters.chunks(A_ROW).enumerate() {
            let mut names = vec![Cell::Hole; width];
            let mut values = names.clone();
            for (column, letter) in letters.iter().enumerate() {
                names[column] = Cell::Fixed(letter.to_string());
                values[column] = Cell::Slot(i * A_ROW + column, String::new());
            }
            cells.extend([names, values]);
        }
        cells
    }

    fn lines(&self, filled: &[String]) -> Vec<Line> {
        let number = |at: &Position| {
            let word = self.puzzle.words().get(at)?;
            self.spelled_word(word, filled).parse::<i64>().ok()
        };
        let line = |line: &crate::puzzle::calcrostic::Line| {
            let numbers: Option<Vec<i64>> = line.cells.iter().map(number).collect();
            let truth = numbers.map(|numbers| self.puzzle.is_true(line, &numbers));
            Line::new(line.cells.clone(), truth)
        };
        self.puzzle.lines().iter().map(line).collect()
    }

    fn words(&self, _slot: usize, _down: bool) -> Vec<(bool, String)> {
        let note = match (self.puzzle.unknowns(), self.puzzle.max()) {
            (Unknowns::Digits, _) => "Each letter is a digit of its own.".to_string(),
            (Unknowns::Numbers, Some(max)) => format!("Letters are numbers from 1 to {max}."),
            (Unknowns::Numbers, None) => "Letters are numbers from 1.".to_string(),
        };
        vec![(false, note)]
    }

    fn goes_on(&self) -> bool {
        true
    }

    fn spelled(&self, filled: &[String]) -> Option<Solution> {
        // A number that cannot be read is not allowed, and neither is -1.
        let values: Vec<i64> = filled.iter().map(|value| value.parse().unwrap_or(-1)).collect();
        Some(self.puzzle.solved(&values))
    }

    fn answers(&self, solution: &Solution) -> Option<Vec<String>> {
        let values = self.puzzle.values(solution)?;
        Some(values.iter().map(ToString::to_string).collect())
    }
}
