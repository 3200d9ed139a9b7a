//! A crossmath for people: numbers within a range, and expressions that are worked out in order.

use crate::view::arithmetic::{answers, grid, solution};
use crate::view::{Accepts, Answers, Board, Different, Lines, Sentence, Show, SumLine, View};
use xwc_check::families::crossmath::{CrossMath, Division, Expression};
use xwc_check::puzzle::{Puzzle, Solution};

impl Show for CrossMath {
    fn view(&self) -> View {
        let (min, max) = self.range();
        let results: Vec<_> = self.expressions().iter().map(|one| one.result).collect();
        let accepts = |position| match self.operands().contains(&position) {
            true => Accepts::Number { min: Some(min), max: Some(max) },
            false => Accepts::Number { min: None, max: None },
        };
        let (board, slots) = grid(self.grid(), &results, accepts);
        let operands = self.operands().iter().map(|&position| board.index(position)).collect();
        let sums = self.expressions().iter().map(|one| sum(one, &board, self.division()));
        let is_rational = self.division() == Division::Rational;
        let range = Sentence::NumberRange { min, max, once: self.distinct() };
        View {
            name: "CrossMath",
            labels: self.labels().clone(),
            lines: Lines::Sums(sums.collect()),
            board,
            slots,
            different: match self.distinct() {
                true => Different::Cells(operands),
                false => Different::Nothing,
            },
            leading_zeros: true,
            tiles: Vec::new(),
            lists: Vec::new(),
            task: vec![Sentence::FindNumbers, Sentence::WorkInOrder],
            notes: [range]
                .into_iter()
                .chain(is_rational.then_some(Sentence::FractionsOnTheWay))
                .collect(),
        }
    }

    fn answers(&self, solution: &Solution) -> Option<Answers> {
        answers(self.grid(), solution)
    }

    fn solution(&self, filled: &[String]) -> Option<Solution> {
        Some(solution(self.grid(), filled))
    }
}

fn sum(expression: &Expression, board: &Board, division: Division) -> SumLine {
    let Expression { first, steps, result } = expression;
    let operands = std::iter::once(first).chain(steps.iter().map(|(_, position)| position));
    let numbers = operands.chain([result]).map(|&position| board.index(position));
    let numbers: Vec<usize> = numbers.collect();
    SumLine {
        signs: board.between(&numbers),
        numbers,
        operators: steps.iter().map(|(operator, _)| *operator).collect(),
        by_precedence: false,
        whole_steps: division == Division::Exact,
        to_zero: false,
    }
}
