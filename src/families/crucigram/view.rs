//! A crucigram for people: a slot is a cell, black or a letter; clues have no places.

use crate::view::{
    Accepts, Answers, BLACK, Board, Cell, CellPart, Clue, ClueList, Content, Different, Frame,
    KnownAnswer, Lines, Sentence, Show, Slot, View,
};
use xwc_check::families::crucigram::{
    Crucigram, Direction, KnownWord, LetterBoard as Solved, WordEntry,
};
use xwc_check::puzzle::{Puzzle, Solution};

impl Show for Crucigram {
    fn view(&self) -> View {
        let cells = self.width() * self.height();
        let letters = self.tiles().len();
        let cell = |slot| Cell::from(Content::Open(vec![CellPart::Slot(slot)]));
        let tile = |&tile: &u8| char::from(tile).to_string();
        View {
            name: "Crucigram",
            labels: self.labels().clone(),
            board: Board {
                frame: Frame::Squares,
                width: self.width(),
                cells: (0..cells).map(cell).collect(),
            },
            slots: (0..cells).map(|cell| Slot::of_cell(cell, Accepts::Letter)).collect(),
            lines: Lines::Words { most_short: self.limits().two_letter_words },
            different: Different::Nothing,
            leading_zeros: true,
            tiles: self.tiles().iter().map(tile).collect(),
            lists: Direction::ALL.map(|direction| list(self, direction)).to_vec(),
            task: vec![
                Sentence::PlaceLetters,
                Sentence::CluesInNoOrder,
                Sentence::LettersConnected,
            ],
            notes: vec![Sentence::LettersAndBlack { letters, black: cells - letters }],
        }
    }

    fn answers(&self, solution: &Solution) -> Option<Answers> {
        let board = self.board(solution).ok()?;
        let text =
            |cell: &Option<u8>| cell.map_or(BLACK.to_string(), |c| char::from(c).to_string());
        Some(Answers::of_slots(board.rows().iter().flatten().map(text).collect()))
    }

    fn solution(&self, filled: &[String]) -> Option<Solution> {
        let cell = |text: &String| text.bytes().next().filter(|_| text != BLACK);
        let cells: Vec<Option<u8>> = filled.iter().map(cell).collect();
        let rows = cells.chunks(self.width()).map(<[Option<u8>]>::to_vec).collect();
        Some(Solved::new(rows).solution())
    }
}

fn list(puzzle: &Crucigram, direction: Direction) -> ClueList {
    let clue = |entry: &WordEntry| Clue {
        name: String::new(),
        label: String::new(),
        text: Some(entry.clue.clone()),
        code: None,
        word: match &entry.known {
            KnownWord::Answer(word) => KnownAnswer::OneOf(vec![word.clone()]),
            KnownWord::Candidates(words) => KnownAnswer::OneOf(words.clone()),
            KnownWord::Pattern(pattern) => KnownAnswer::Like(pattern.clone()),
        },
        slots: Vec::new(),
    };
    let clues = puzzle.entries(direction).iter().map(clue).collect();
    ClueList { is_down: direction == Direction::Down, clues }
}
