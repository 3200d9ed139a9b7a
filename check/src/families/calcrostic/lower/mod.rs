//! calcrostic as constraints.
//!
//! A line becomes an equation between sums of products, divisions multiplied out: `x ÷ y = z` is
//! `y·z − x = 0`. Where letters are digits, the choices of digits that make it true are few, and the
//! line is a table over its letters (`digits.rs` lists them); otherwise, and where letters are whole
//! numbers, it is arithmetic over one variable per number.

mod digits;

use std::collections::BTreeMap;
use std::sync::Arc;

use xwc_encodings::{Comparison, Constraint, Domain, Model, Op, VarId};

use self::digits::Term;
use crate::families::calcrostic::{Calcrostic, GridLine, LineForm, Symbol, Unknowns, Word};
use crate::lower::reach::image;
use crate::lower::{Lower, LowerError, Lowered};
use crate::puzzle::Solution;
use crate::puzzle::grid::{Operator, Position};
use crate::support::budget::Budget;

impl Lower for Calcrostic {
    fn lower(&self, budget: Budget) -> Result<Lowered, LowerError> {
        let mut lowering = CalcrosticLowering::new(self);
        for line in self.lines() {
            budget.check()?;
            if divides_by_zero(self, line) {
                lowering.model.require(Constraint::Clause(Vec::new()));
            }
            let stated = match self.unknowns() {
                Unknowns::Digits => lowering.digits(line),
                Unknowns::Numbers => lowering.numbers(&terms(line, self.form())),
            };
            let place = || format!("the line from {}", line.cells[0]);
            stated.ok_or_else(|| LowerError::TooLarge { place: place() })?;
        }
        let model = lowering.model;
        let vars = model.answers().to_vec();
        let puzzle = Arc::new(self.clone());
        let stated = Arc::clone(&puzzle);
        let read = move |assignment: &[i64]| {
            let values: Vec<i64> = vars.iter().map(|var| assignment[var.index()]).collect();
            puzzle.solved(&values)
        };
        let answers = move |solution: &Solution| stated.values(solution);
        Ok(Lowered::new(model, read, answers))
    }
}

/// What must add up to zero for a line to be true, apart from divisors, which are not zero.
fn terms(line: &GridLine, form: LineForm) -> Vec<Term<Position>> {
    let plus = |factors: &[Position]| Term { sign: 1, factors: factors.to_vec() };
    let minus = |factors: &[Position]| Term { sign: -1, factors: factors.to_vec() };
    if let (LineForm::Equations, &[x, y, z]) = (form, &line.cells[..]) {
        return match line.operators[0] {
            Operator::Plus => vec![plus(&[x]), plus(&[y]), minus(&[z])],
            Operator::Minus => vec![plus(&[y]), plus(&[z]), minus(&[x])],
            Operator::Times => vec![plus(&[x, y]), minus(&[z])],
            Operator::Divide => vec![plus(&[y, z]), minus(&[x])],
        };
    }
    // Numerators with their sign, and denominators.
    let mut parts = vec![(plus(&line.cells[..1]), Vec::new())];
    for (&operator, &cell) in line.operators.iter().zip(&line.cells[1..]) {
        let (over, under) = parts.last_mut().expect("there is a first");
        match operator {
            Operator::Times => over.factors.push(cell),
            Operator::Divide => under.push(cell),
            Operator::Plus => parts.push((plus(&[cell]), Vec::new())),
            Operator::Minus => parts.push((minus(&[cell]), Vec::new())),
        }
    }
    let scaled = |(i, (over, _)): (usize, &(Term<Position>, Vec<Position>))| {
        let others = parts.iter().enumerate().filter(|&(j, _)| j != i);
        let unders = others.flat_map(|(_, (_, under))| under.iter().copied());
        Term { sign: over.sign, factors: over.factors.iter().copied().chain(unders).collect() }
    };
    parts.iter().enumerate().map(scaled).collect()
}

/// Whether a divisor is a given zero; no other number is zero.
fn divides_by_zero(puzzle: &Calcrostic, line: &GridLine) -> bool {
    let mut pairs = line.operators.iter().zip(&line.cells[1..]);
    pairs.any(|(&op, cell)| op == Operator::Divide && puzzle.words()[cell] == Word::Number(0))
}

struct CalcrosticLowering<'a> {
    puzzle: &'a Calcrostic,
    model: Model,
    letters: BTreeMap<char, VarId>,
    numbers: BTreeMap<Position, VarId>,
}

impl<'a> CalcrosticLowering<'a> {
    /// The letters, which are the answers.
    fn new(puzzle: &'a Calcrostic) -> Self {
        let mut model = Model::default();
        let leads = |letter: char| {
            let leads = |word: &Word| match word {
                Word::Digits(symbols) => symbols[0] == Symbol::Letter(letter),
                _ => false,
            };
            puzzle.words().values().any(leads)
        };
        let domain = |letter: char| match (puzzle.unknowns(), puzzle.max()) {
            (Unknowns::Digits, _) => Domain::from(i64::from(leads(letter))..=9),
            (Unknowns::Numbers, Some(max)) => Domain::from(1..=max),
            (Unknowns::Numbers, None) => Domain::from(1..),
        };
        let letters: BTreeMap<char, VarId> = puzzle
            .letters()
            .iter()
            .map(|&letter| (letter, model.answer(letter.to_string(), domain(letter))))
            .collect();
        if puzzle.unknowns() == Unknowns::Digits {
            model.require(Constraint::AllDifferent(model.answers().to_vec()));
        }
        Self { puzzle, model, letters, numbers: BTreeMap::new() }
    }

    /// A line over digits: a table if that is not too large.
    fn digits(&mut self, line: &GridLine) -> Option<()> {
        let terms = terms(line, self.puzzle.form());
        let words = |cell: &Position| match &self.puzzle.words()[cell] {
            Word::Digits(symbols) => &symbols[..],
            _ => unreachable!("numbers are written in digits"),
        };
        let words: Vec<Term<&[Symbol]>> = terms.iter().map(|term| term.map(words)).collect();
        let least = |letter: char| self.model[self.letters[&letter]].domain.min().unwrap_or(0);
        if let Some(table) = digits::table(&words, &least) {
            let vars = table.letters.iter().map(|letter| self.letters[letter]).collect();
            self.model.require(match (table.letters.is_empty(), table.rows.is_empty()) {
                (true, false) => return Some(()),
                (true, true) => Constraint::Clause(Vec::new()),
                (false, _) => Constraint::Table { vars, rows: table.rows },
            });
            return Some(());
        }
        if let Some((coefficients, constant)) = digits::linear(&words) {
            let terms = coefficients.iter().map(|(letter, &k)| (k, self.letters[letter])).collect();
            let comparison = Comparison::Equal;
            self.model.require(Constraint::Linear { terms, comparison, constant: -constant });
            return Some(());
        }
        self.numbers(&terms)
    }

    /// Terms that add up to zero, over one variable per number. `None` if values grow too large.
    fn numbers(&mut self, terms: &[Term<Position>]) -> Option<()> {
        let terms: Vec<Term<VarId>> =
            terms.iter().map(|term| term.map(|cell| self.number(*cell))).collect();
        let factors = |term: &Term<VarId>| term.factors.clone();
        match &terms.iter().map(|term| (term.sign, &term.factors[..])).collect::<Vec<_>>()[..] {
            &[(1, &[a]), (1, &[b]), (-1, &[c])]
            | &[(1, &[a]), (-1, &[c]), (1, &[b])]
            | &[(1, &[c]), (-1, &[a]), (-1, &[b])] => {
                self.model.require(Constraint::Arithmetic { op: Op::Add, a, b, c });
            }
            &[(1, &[a, b]), (-1, &[c])] | &[(1, &[c]), (-1, &[a, b])] => {
                self.model.require(Constraint::Arithmetic { op: Op::Mul, a, b, c });
            }
            _ => {
                let product = |term| Some((term, self.product(&factors(term))?));
                let products: Option<Vec<_>> = terms.iter().map(product).collect();
                let sum = products?.into_iter().map(|(term, var)| (term.sign, var)).collect();
                let comparison = Comparison::Equal;
                self.model.require(Constraint::Linear { terms: sum, comparison, constant: 0 });
            }
        }
        Some(())
    }

    /// The variable of a number cell.
    fn number(&mut self, cell: Position) -> VarId {
        if let Some(&var) = self.numbers.get(&cell) {
            return var;
        }
        let var = match &self.puzzle.words()[&cell] {
            Word::Unknown(letter) => self.letters[letter],
            Word::Number(value) => self.model.constant(*value),
            Word::Digits(symbols) => self.written(cell, symbols),
        };
        self.numbers.insert(cell, var);
        var
    }

    /// A number that is tied to its digits.
    fn written(&mut self, cell: Position, symbols: &[Symbol]) -> VarId {
        let name = format!("r{}c{}", cell.row + 1, cell.column + 1);
        let range = |symbol: &Symbol| match symbol {
            Symbol::Digit(digit) => (i64::from(*digit), i64::from(*digit)),
            Symbol::Letter(letter) => {
                let domain = &self.model[self.letters[letter]].domain;
                (domain.min().unwrap_or(0), domain.max().unwrap_or(9))
            }
        };
        let (low, high) = symbols
            .iter()
            .map(range)
            .fold((0, 0), |(low, high), (least, most)| (10 * low + least, 10 * high + most));
        let number = self.model.variable(name, Domain::from(low..=high));
        let word = [Term { sign: 1, factors: vec![symbols] }];
        let (places, constant) = digits::linear(&word).expect("one factor");
        let mut terms: Vec<(i64, VarId)> =
            places.iter().map(|(letter, &k)| (k, self.letters[letter])).collect();
        terms.push((-1, number));
        let comparison = Comparison::Equal;
        self.model.require(Constraint::Linear { terms, comparison, constant: -constant });
        number
    }

    /// The product of some variables, through products of two.
    fn product(&mut self, factors: &[VarId]) -> Option<VarId> {
        let mut a = factors[0];
        for &b in &factors[1..] {
            let (x, y) = (&self.model[a].domain, &self.model[b].domain);
            let domain = match x.is_bounded() && y.is_bounded() {
                true => image(Op::Mul, x, y)?,
                false => Domain::from(x.min()?.checked_mul(y.min()?)?..),
            };
            let name = format!("{}·{}", &self.model[a].name, &self.model[b].name);
            let c = self.model.variable(name, domain);
            self.model.require(Constraint::Arithmetic { op: Op::Mul, a, b, c });
            a = c;
        }
        Some(a)
    }
}
