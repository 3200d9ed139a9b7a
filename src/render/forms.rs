//! Forms of a puzzle that say the same: numbers on the left, the puzzle on the right.

use std::fmt;

use crate::view::PuzzleForm;
use xwc_check::puzzle::Solution;

impl fmt::Display for PuzzleForm {
    /// For people, one line per row.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.number;
        let puzzle = columns(&Solution(self.puzzle.clone()).cells());
        let solved = match &self.solution {
            Some(solution) => columns(&solution.cells()),
            None => vec![String::new(); puzzle.len()],
        };
        let mut text = String::new();
        for (i, (numbers, words)) in solved.iter().zip(&puzzle).enumerate() {
            let name =
                |letter: char| if i == 0 { format!("{letter}{number}:") } else { String::new() };
            let numbers = match numbers.is_empty() {
                true => String::new(),
                false => format!("{:5}{numbers}      ", name('S')),
            };
            let line = format!("{numbers}{:5}{words}", name('P'));
            text.push_str(line.trim_end());
            text.push_str(if i == 0 && self.is_standard { "      standard form\n" } else { "\n" });
        }
        f.write_str(&text)
    }
}

/// Rows of cells, each column as wide as its widest cell.
fn columns(rows: &[Vec<String>]) -> Vec<String> {
    let wide =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let cell = |(column, text): (usize, &String)| format!("{text:>width$}", width = wide(column));
    let line = |row: &Vec<String>| row.iter().enumerate().map(cell).collect::<Vec<_>>().join(" ");
    rows.iter().map(line).collect()
}
