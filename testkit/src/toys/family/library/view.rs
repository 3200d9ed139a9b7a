//! A ladder for people: blanks for numbers, and one sum.

use crate::toys::family::check::{LARGEST, ToyLadder};
use xwc::view::{
    Accepts, Answers, Board, Cell, CellPart, Content, Different, Frame, Lines, Sentence, Show,
    Slot, SumLine, View,
};
use xwc_check::puzzle::grid::{GridCell, Operator};
use xwc_check::puzzle::{Puzzle, Solution};

impl Show for ToyLadder {
    fn view(&self) -> View {
        let width = self.grid().width();
        let (mut cells, mut slots): (Vec<Cell>, Vec<Slot>) = (Vec::new(), Vec::new());
        for position in self.grid().positions() {
            let content = match self.grid().at(position) {
                GridCell::Blocked => Content::Hole,
                GridCell::Operator(operator) => Content::Operator(operator),
                GridCell::Equals => Content::Equals,
                GridCell::Number(number) => Content::Given(number.to_string()),
                GridCell::Blank => {
                    let accepts = Accepts::Number { min: Some(1), max: Some(LARGEST) };
                    slots.push(Slot { name: None, accepts, cells: vec![cells.len()] });
                    Content::Open(vec![CellPart::Slot(slots.len() - 1)])
                }
            };
            // The last cell has the sum.
            cells.push(Cell { is_result: cells.len() + 1 == width, ..content.into() });
        }
        let sum = SumLine {
            numbers: (0..width).step_by(2).collect(),
            signs: (1..width).step_by(2).collect(),
            operators: vec![Operator::Plus; self.steps().len() - 1],
            by_precedence: false,
            whole_steps: true,
            to_zero: false,
        };
        let ascending = "each number is greater than the one before".to_string();
        View {
            name: "Ladder",
            labels: self.labels().clone(),
            board: Board { frame: Frame::Loose, width, cells },
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
        let filled = solution.grid().ok()?;
        self.grid().filled_by(&filled).ok()?;
        let slots = self.grid().blanks().map(|position| filled.at(position).to_string());
        Some(Answers { slots: slots.collect(), ..Answers::default() })
    }

    fn solution(&self, filled: &[String]) -> Option<Solution> {
        let mut solved = self.grid().clone();
        for (position, text) in self.grid().blanks().zip(filled) {
            // What is not a number breaks a rule as a blank does.
            if let Ok(value) = text.parse() {
                solved.set(position, GridCell::Number(value));
            }
        }
        Some(Solution::of_grid(&solved))
    }
}
