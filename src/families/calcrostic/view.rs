//! A calcrostic for people: a slot is a letter, wherever it stands.

use crate::view::{
    self, Accepts, Answers, Board, CellPart, Content, Different, Frame, Lines, Sentence, Show,
    Slot, SumLine, View,
};
use xwc_check::families::calcrostic::forms::CalcrosticForm;
use xwc_check::families::calcrostic::{Calcrostic, GridLine, LineForm, Symbol, Unknowns, Word};
use xwc_check::puzzle::grid::{Operator, Position};
use xwc_check::puzzle::{Puzzle, Solution};

impl Show for Calcrostic {
    fn view(&self) -> View {
        let board = board(self);
        let digits = self.unknowns() == Unknowns::Digits;
        let accepts = match digits {
            true => Accepts::Digit((0..=9).collect()),
            false => Accepts::Number { min: Some(1), max: self.max() },
        };
        let slot = |(i, &letter): (usize, &char)| Slot {
            name: Some(letter),
            accepts: accepts.clone(),
            cells: cells_of(&board, i),
        };
        let lines = self.lines().iter().map(|line| sum(line, &board, self.form()));
        View {
            name: "Calcrostic",
            labels: self.labels().clone(),
            slots: self.letters().iter().enumerate().map(slot).collect(),
            lines: Lines::Sums(lines.collect()),
            board,
            different: if digits { Different::Slots } else { Different::Nothing },
            leading_zeros: !digits,
            tiles: Vec::new(),
            lists: Vec::new(),
            task: task(self.unknowns(), self.form()),
            notes: vec![match digits {
                true => Sentence::LettersAreDigits,
                false => Sentence::LetterRange { max: self.max() },
            }],
        }
    }

    fn answers(&self, solution: &Solution) -> Option<Answers> {
        let values = self.values(solution)?;
        Some(Answers::of_slots(values.iter().map(i64::to_string).collect()))
    }

    fn solution(&self, filled: &[String]) -> Option<Solution> {
        // A number that cannot be read is not allowed, and neither is -1.
        let values: Vec<i64> = filled.iter().map(|value| value.parse().unwrap_or(-1)).collect();
        Some(self.solved(&values))
    }

    fn forms(&self, solution: Option<&Solution>) -> Option<Vec<view::PuzzleForm>> {
        let forms = Calcrostic::forms(self, solution)?.into_iter();
        let form = |(number, form): (usize, CalcrosticForm)| view::PuzzleForm {
            number,
            is_standard: form.is_standard,
            puzzle: form.puzzle.canonical(),
            solution: form.solution,
        };
        Some((1..).zip(forms).map(form).collect())
    }
}

fn board(puzzle: &Calcrostic) -> Board {
    let slot = |letter: char| {
        let found = puzzle.letters().iter().position(|&other| other == letter);
        CellPart::Slot(found.expect("every letter is listed"))
    };
    let part = |symbol: &Symbol| match symbol {
        Symbol::Digit(digit) => CellPart::Given(*digit),
        Symbol::Letter(letter) => slot(*letter),
    };
    let content = |position: Position, text: &String| match puzzle.words().get(&position) {
        None => sign(text),
        Some(Word::Number(number)) => Content::Given(number.to_string()),
        Some(Word::Unknown(letter)) => Content::Open(vec![slot(*letter)]),
        Some(word @ Word::Digits(_)) if word.letters().next().is_none() => {
            Content::Given(text.clone())
        }
        Some(Word::Digits(symbols)) => Content::Open(symbols.iter().map(part).collect()),
    };
    let mut cells = Vec::new();
    for (row, texts) in puzzle.grid().iter().enumerate() {
        let cell = |(column, text)| content(Position { row, column }, text).into();
        cells.extend(texts.iter().enumerate().map(cell));
    }
    Board { frame: Frame::Loose, width: puzzle.grid()[0].len(), cells }
}

fn sign(text: &str) -> Content {
    match Operator::parse(text) {
        Some(operator) => Content::Operator(operator),
        None if text == "=" => Content::Equals,
        None => Content::Hole,
    }
}

fn cells_of(board: &Board, slot: usize) -> Vec<usize> {
    let shows = |&cell: &usize| match &board.cells[cell].content {
        Content::Open(parts) => parts.contains(&CellPart::Slot(slot)),
        _ => false,
    };
    (0..board.cells.len()).filter(shows).collect()
}

fn sum(line: &GridLine, board: &Board, form: LineForm) -> SumLine {
    let numbers: Vec<usize> = line.cells.iter().map(|&position| board.index(position)).collect();
    SumLine {
        signs: board.between(&numbers),
        numbers,
        operators: line.operators.clone(),
        by_precedence: form == LineForm::Zero,
        whole_steps: false,
        to_zero: form == LineForm::Zero,
    }
}

fn task(unknowns: Unknowns, form: LineForm) -> Vec<Sentence> {
    let letters = match unknowns {
        Unknowns::Digits => Sentence::LettersAreDigits,
        Unknowns::Numbers => Sentence::LettersAreNumbers,
    };
    let lines = match form {
        LineForm::Equations => Sentence::LinesAreEquations,
        LineForm::Zero => Sentence::LinesComeToZero,
    };
    let zeros = (unknowns == Unknowns::Digits).then_some(Sentence::NoLeadingZeros);
    [letters, lines].into_iter().chain(zeros).collect()
}
