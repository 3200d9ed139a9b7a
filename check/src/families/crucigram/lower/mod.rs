//! crucigram as constraints: one variable per cell, and one per word for its position.
//!
//! A cell is 0 for a black square, or 1 to 26 for a letter. The place of a word is the number of its
//! first cell. A word at a place has its letters there and black squares or borders at its ends; so
//! two neighbouring letters that some word covers are part of no longer run, and "every run is a
//! word of the list" is a clause for each pair of neighbours. A word that is not known has a
//! variable for each of its letters, and a table of all words that it can be.
//!
//! If all words are known, a grid is the same as the places of its words, and the places are the
//! answers: they are few, and a search that chooses them is short. Otherwise two words may change
//! parts in the same grid, and the cells are the answers.

mod words;

use xwc_encodings::{Comparison, Constraint, Domain, Literal, Model, VarId};

use self::words::CandidateWords;
use crate::families::crucigram::{Crucigram, Direction, KnownWord, LetterBoard};
use crate::lower::{Lower, LowerError, Lowered};
use crate::puzzle::Solution;
use crate::support::budget::Budget;

/// More clauses than about this many are refused.
const MAX_CLAUSES: usize = 2_000_000;

/// The value of a black square.
const BLACK: i64 = 0;

impl Lower for Crucigram {
    fn lower(&self, budget: Budget) -> Result<Lowered, LowerError> {
        let words = words::of(self)?;
        let cells = self.width() * self.height();
        let clauses: usize = words.iter().map(|word| cells * word.n_letters()).sum();
        if clauses > MAX_CLAUSES {
            return Err(LowerError::TooManyWords);
        }
        let known = Direction::ALL
            .into_iter()
            .flat_map(|direction| self.entries(direction))
            .all(|entry| matches!(entry.known, KnownWord::Answer(_)));
        let mut lowering = CrucigramLowering::new(self, known);
        let mut placed: Vec<Placed> = Vec::with_capacity(words.len());
        for word in words {
            budget.check()?;
            placed.push(lowering.word(word, known));
        }
        lowering.tiles(self);
        lowering.covered(&placed);
        lowering.no_black_block();
        lowering.connected();
        lowering.different(&placed);
        lowering.few_short(&placed, self.limits().two_letter_words as i64);
        lowering.ordered(&placed);
        budget.check()?;
        Ok(lowering.finish(placed, known))
    }
}

fn value(letter: u8) -> i64 {
    i64::from(letter - b'A') + 1
}

fn letter(value: i64) -> Option<u8> {
    u8::try_from(value - 1).ok().filter(|&i| i < 26).map(|i| b'A' + i)
}

/// Where a word can stand.
struct WordPosition {
    /// Its number among the places of its word.
    number: i64,
    cells: Vec<usize>,
    /// The cells before and after it, if there are any.
    ends: Vec<usize>,
}

/// A word with its variables.
struct Placed {
    word: CandidateWords,
    places: Vec<WordPosition>,
    place: VarId,
    /// One variable per letter, 0 beyond the end; `None` if the word is known.
    letters: Vec<VarId>,
    /// Which of its words it is, where that matters.
    which: Option<VarId>,
}

impl Placed {
    fn at(&self, place: &WordPosition) -> Literal {
        Literal::is(self.place, place.number)
    }

    fn not_at(&self, place: &WordPosition) -> Literal {
        !Literal::is(self.place, place.number)
    }
}

struct CrucigramLowering {
    model: Model,
    width: usize,
    height: usize,
    cells: Vec<VarId>,
    /// The values that a cell can have.
    values: Vec<i64>,
}

impl CrucigramLowering {
    fn new(puzzle: &Crucigram, known: bool) -> Self {
        let (width, height) = (puzzle.width(), puzzle.height());
        let black = puzzle.tiles().len() < width * height;
        let mut values: Vec<i64> = puzzle.tiles().iter().copied().map(value).collect();
        values.extend(black.then_some(BLACK));
        values.sort_unstable();
        values.dedup();
        let mut model = Model::default();
        let mut cells = Vec::new();
        for i in 0..width * height {
            let name = format!("r{}c{}", i / width + 1, i % width + 1);
            let domain = Domain::from_iter(values.iter().copied());
            cells.push(match known {
                true => model.variable(name, domain),
                false => model.answer(name, domain),
            });
        }
        Self { model, width, height, cells, values }
    }

    fn clause(&mut self, literals: impl IntoIterator<Item = Literal>) {
        self.model.require(Constraint::Clause(literals.into_iter().collect()));
    }

    /// The places of a word of these lengths, by length and then in reading order.
    fn places(&self, direction: Direction, lengths: &[usize]) -> Vec<WordPosition> {
        let area = self.width * self.height;
        let (side, step) = match direction {
            Direction::Across => (self.width, 1),
            Direction::Down => (self.height, self.width),
        };
        let mut places = Vec::new();
        for (nth, &length) in lengths.iter().enumerate() {
            for start in 0..area {
                let along = match direction {
                    Direction::Across => start % self.width,
                    Direction::Down => start / self.width,
                };
                if along + length > side {
                    continue;
                }
                let before = (along > 0).then(|| start - step);
                let after = (along + length < side).then(|| start + length * step);
                places.push(WordPosition {
                    number: (start + nth * area) as i64,
                    cells: (0..length).map(|i| start + i * step).collect(),
                    ends: before.into_iter().chain(after).collect(),
                });
            }
        }
        places
    }

    /// The variables of a word, and what follows from its place.
    fn word(&mut self, word: CandidateWords, known: bool) -> Placed {
        let places = self.places(word.direction, &word.lengths);
        let domain = Domain::from_iter(places.iter().map(|place| place.number));
        let place = match known {
            true => self.model.answer(word.name.clone(), domain),
            false => self.model.variable(word.name.clone(), domain),
        };
        let mut placed = Placed { word, places, place, letters: Vec::new(), which: None };
        self.unknown(&mut placed);
        for place in &placed.places {
            let not_here = placed.not_at(place);
            for (i, &cell) in place.cells.iter().enumerate() {
                let cell = self.cells[cell];
                let letters = placed.word.letters(i);
                for &value in &letters {
                    let is = Literal::is(cell, value);
                    match placed.letters.get(i) {
                        None => self.clause([not_here, is]),
                        Some(&var) => self.clause([not_here, !Literal::is(var, value), is]),
                    }
                }
                // What a letter of this word cannot be, the cell under it is not.
                if !placed.letters.is_empty() {
                    for &value in &self.values.clone() {
                        if !letters.contains(&value) {
                            self.clause([not_here, !Literal::is(cell, value)]);
                        }
                    }
                }
            }
            for &end in &place.ends {
                self.clause([not_here, Literal::is(self.cells[end], BLACK)]);
            }
            self.length_fits(&placed, place);
        }
        placed
    }

    /// If the word is not known: its letters, and the words that they can be as a table; and which
    /// of them it is, if another word might be the same.
    fn unknown(&mut self, placed: &mut Placed) {
        let CandidateWords { name, words, lengths, distinct, .. } = &placed.word;
        if *distinct {
            let domain = Domain::from_iter(words.iter().map(|&(number, _)| number));
            placed.which = Some(self.model.variable(format!("{name} word"), domain));
        }
        if placed.word.answer().is_some() {
            return;
        }
        let longest = lengths.last().copied().unwrap_or(0);
        let letter = |word: &str, i: usize| word.as_bytes().get(i).map_or(BLACK, |&l| value(l));
        for i in 0..longest {
            let domain = Domain::from_iter(words.iter().map(|(_, word)| letter(word, i)));
            placed.letters.push(self.model.variable(format!("{name} letter {}", i + 1), domain));
        }
        let row = |(number, word): &(i64, String)| {
            let which = placed.which.map(|_| *number);
            which.into_iter().chain((0..longest).map(|i| letter(word, i))).collect()
        };
        let rows = words.iter().map(row).collect();
        let vars = placed.which.into_iter().chain(placed.letters.iter().copied()).collect();
        self.model.require(Constraint::Table { vars, rows });
    }

    /// A word with several lengths stands at places of its own length.
    fn length_fits(&mut self, placed: &Placed, place: &WordPosition) {
        if placed.letters.is_empty() || placed.word.lengths.len() < 2 {
            return;
        }
        let not_here = placed.not_at(place);
        for (i, &var) in placed.letters.iter().enumerate() {
            let inside = i < place.cells.len();
            let over = Literal { var, value: BLACK, equal: !inside };
            self.clause([not_here, over]);
        }
    }

    /// All tiles are used, and the rest is black.
    fn tiles(&mut self, puzzle: &Crucigram) {
        let count = |&value: &i64| match letter(value) {
            Some(letter) => puzzle.tiles().iter().filter(|&&tile| tile == letter).count(),
            None => self.cells.len() - puzzle.tiles().len(),
        };
        let counts = self.values.iter().map(|value| (*value, count(value))).collect();
        self.model.require(Constraint::Multiset { vars: self.cells.clone(), counts });
    }

    /// Two letters side by side are part of a word in that direction; and a letter is part of a
    /// word that has it there, since it hangs together with others.
    fn covered(&mut self, placed: &[Placed]) {
        // For each cell, the places over it, with the number of the letter that stands there.
        let mut over: Vec<Vec<(&Placed, &WordPosition, usize)>> =
            vec![Vec::new(); self.cells.len()];
        for word in placed {
            for place in &word.places {
                for (i, &cell) in place.cells.iter().enumerate() {
                    over[cell].push((word, place, i));
                }
            }
        }
        for (first, over) in over.iter().enumerate() {
            for direction in Direction::ALL {
                let second = match direction {
                    Direction::Across => first + 1,
                    Direction::Down => first + self.width,
                };
                let neighbours = match direction {
                    Direction::Across => second % self.width != 0,
                    Direction::Down => second < self.cells.len(),
                };
                if !neighbours {
                    continue;
                }
                let black = [first, second].map(|cell| Literal::is(self.cells[cell], BLACK));
                let covers = |(word, place, i): &&(&Placed, &WordPosition, usize)| {
                    word.word.direction == direction && i + 1 < place.cells.len()
                };
                let covering = over.iter().filter(covers);
                let covering = covering.map(|(word, place, _)| word.at(place));
                let literals: Vec<Literal> = black.into_iter().chain(covering).collect();
                self.clause(literals);
            }
            for value in self.values.clone().into_iter().filter(|&value| value != BLACK) {
                let has =
                    |(word, _, i): &&(&Placed, &WordPosition, usize)| word.word.has(*i, value);
                let having = over.iter().filter(has).map(|(word, place, _)| word.at(place));
                let literals: Vec<Literal> =
                    having.chain([!Literal::is(self.cells[first], value)]).collect();
                self.clause(literals);
            }
        }
    }

    fn no_black_block(&mut self) {
        for row in 2..self.height {
            for column in 2..self.width {
                let block = (row - 2..=row)
                    .flat_map(|row| (column - 2..=column).map(move |column| (row, column)));
                let letter = |(row, column): (usize, usize)| {
                    !Literal::is(self.cells[row * self.width + column], BLACK)
                };
                let literals: Vec<Literal> = block.map(letter).collect();
                self.clause(literals);
            }
        }
    }

    fn connected(&mut self) {
        let across = (0..self.cells.len()).filter(|cell| (cell + 1) % self.width != 0);
        let down = 0..self.cells.len() - self.width;
        let edges = across
            .map(|cell| (cell, cell + 1))
            .chain(down.map(|cell| (cell, cell + self.width)))
            .collect();
        let nodes = self.cells.clone();
        self.model.require(Constraint::Connected { nodes, edges, off: BLACK });
    }

    /// No word twice: known ones are different, and no other word's candidates.
    fn different(&mut self, placed: &[Placed]) {
        let longest = self.width.max(self.height);
        for length in 2..=longest {
            let of_length = placed.iter().filter(|placed| placed.word.lengths.contains(&length));
            let vars: Vec<VarId> = of_length.filter_map(|placed| placed.which).collect();
            if vars.len() > 1 {
                self.model.require(Constraint::AllDifferent(vars));
            }
        }
    }

    /// At most this many words of two letters; the reader has counted those that surely have two.
    fn few_short(&mut self, placed: &[Placed], most: i64) {
        let mut terms = Vec::new();
        let mut surely = 0;
        for placed in placed.iter().filter(|placed| placed.word.lengths.contains(&2)) {
            if placed.word.lengths.len() == 1 {
                surely += 1;
                continue;
            }
            let name = format!("{} is short", placed.word.name);
            let short = self.model.variable(name, Domain::from(0..=1));
            for place in &placed.places {
                let is_short = i64::from(place.cells.len() == 2);
                self.clause([placed.not_at(place), Literal::is(short, is_short)]);
            }
            terms.push((1, short));
        }
        if !terms.is_empty() || surely > most {
            let (comparison, constant) = (Comparison::AtMost, most - surely);
            self.model.require(Constraint::Linear { terms, comparison, constant });
        }
    }

    /// Words of which the same is known stand in the order of their places.
    fn ordered(&mut self, placed: &[Placed]) {
        for pair in placed.windows(2) {
            if pair[0].word.same_as_next {
                let terms = vec![(1, pair[0].place), (-1, pair[1].place)];
                let (comparison, constant) = (Comparison::AtMost, -1);
                self.model.require(Constraint::Linear { terms, comparison, constant });
            }
        }
    }

    fn finish(self, placed: Vec<Placed>, known: bool) -> Lowered {
        let Self { model, width, height, cells, .. } = self;
        let read = move |assignment: &[i64]| {
            let cell = |var: &VarId| letter(assignment[var.index()]);
            LetterBoard::new(
                cells.chunks(width).map(|row| row.iter().map(cell).collect()).collect(),
            )
            .solution()
        };
        let answers = move |solution: &Solution| {
            let rows = solution.0.get("grid")?.as_array()?;
            let mut grid = Vec::new();
            for row in rows {
                grid.extend(row.as_str()?.bytes());
            }
            if grid.len() != width * height {
                return None;
            }
            if !known {
                let value = |&cell: &u8| if cell == b'#' { BLACK } else { value(cell) };
                return Some(grid.iter().map(value).collect());
            }
            placed.iter().map(|placed| placed.find(&grid)).collect()
        };
        Lowered::new(model, read, answers)
    }
}

impl Placed {
    /// The place of a known word in a grid of letters and `#`.
    fn find(&self, grid: &[u8]) -> Option<i64> {
        let word = self.word.answer()?;
        let stands = |place: &&WordPosition| {
            place.cells.iter().map(|&cell| grid[cell]).eq(word.bytes())
                && place.ends.iter().all(|&end| grid[end] == b'#')
        };
        self.places.iter().find(stands).map(|place| place.number)
    }
}
