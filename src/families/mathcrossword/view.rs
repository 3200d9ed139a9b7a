//! A mathcrossword for people: blanks for tiles, and equations.

use crate::view::arithmetic::{answers, grid, solution};
use crate::view::{Accepts, Answers, Different, Lines, Sentence, Show, Slot, SumLine, View};
use xwc_check::families::mathcrossword::{Equation, MathCrossword};
use xwc_check::puzzle::{Puzzle, Solution};

impl Show for MathCrossword {
    fn view(&self) -> View {
        let results: Vec<_> = self.equations().iter().map(|equation| equation.numbers[2]).collect();
        let accepts = |_| Accepts::Number { min: Some(0), max: None };
        let (board, slots): (_, Vec<Slot>) = grid(self.grid(), &results, accepts);
        let sum = |Equation { numbers, operator }: &Equation| {
            let numbers = numbers.map(|position| board.index(position)).to_vec();
            SumLine {
                signs: board.between(&numbers),
                numbers,
                operators: vec![*operator],
                by_precedence: false,
                whole_steps: true,
                to_zero: false,
            }
        };
        View {
            name: "MathCrossword",
            labels: self.labels().clone(),
            lines: Lines::Sums(self.equations().iter().map(sum).collect()),
            board,
            slots,
            different: Different::Nothing,
            leading_zeros: true,
            tiles: self.pool().iter().map(ToString::to_string).collect(),
            lists: Vec::new(),
            task: vec![Sentence::PlaceNumberTiles, Sentence::UseEachTileOnce],
            notes: Vec::new(),
        }
    }

    fn answers(&self, solution: &Solution) -> Option<Answers> {
        answers(self.grid(), solution)
    }

    fn solution(&self, filled: &[String]) -> Option<Solution> {
        Some(solution(self.grid(), filled))
    }
}
