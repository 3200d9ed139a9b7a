//! A ladder for people: blanks for numbers, and one sum.

use crate::toys::family::check::{LARGEST, ToyLadder};
use xwc::view::arithmetic::{answers, grid, solution};
use xwc::view::{
    Accepts, Answers, Different, LineTotal, Lines, OperatorOrder, Sentence, Show, SumLine, View,
};
use xwc_check::puzzle::grid::{Operator, Position};
use xwc_check::puzzle::{Puzzle, Solution};

impl Show for ToyLadder {
    fn view(&self) -> View {
        let total = Position { row: 0, column: self.grid().width() - 1 };
        let accepts = |_| Accepts::Number { min: Some(1), max: Some(LARGEST) };
        let (board, slots) = grid(self.grid(), &[total], accepts);
        let numbers: Vec<usize> = (0..board.width).step_by(2).collect();
        let sum = SumLine {
            signs: board.between(&numbers),
            operators: vec![Operator::Plus; self.steps().len() - 1],
            numbers,
            order: OperatorOrder::InOrder,
            whole_steps: true,
            outcome: LineTotal::LastNumber,
        };
        let ascending = "each number is greater than the one before".to_string();
        View {
            name: "Ladder",
            labels: self.labels().clone(),
            board,
            slots,
            lines: Lines::Sums(vec![sum]),
            different: Different::Nothing,
            leading_zeros: true,
            tiles: Vec::new(),
            lists: Vec::new(),
            task: vec![Sentence::FindNumbers, Sentence::Rules(ascending)],
            notes: vec![Sentence::NumberRange { min: 1, max: LARGEST, once: true }],
        }
    }

    fn answers(&self, solution: &Solution) -> Option<Answers> {
        answers(self.grid(), solution)
    }

    fn solution(&self, filled: &[String]) -> Option<Solution> {
        Some(solution(self.grid(), filled))
    }
}
