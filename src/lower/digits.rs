//! Which digits make a sum of products zero, when its factors are written in letters.
//!
//! Letters get their digits from the last place of all numbers to the first. Once a place is
//! complete in all of them, the sum is known modulo a power of ten, and most choices end there.

use std::collections::BTreeMap;

use crate::puzzle::calcrostic::Symbol;

/// More rows than this are no table.
const MAX_ROWS: usize = 1 << 12;

/// More digits than this are not tried.
const MAX_TRIES: usize = 1 << 19;

/// A product with a sign.
#[derive(Clone, Debug)]
pub(super) struct Term<F> {
    /// 1 or −1.
    pub(super) sign: i64,
    pub(super) factors: Vec<F>,
}

impl<F> Term<F> {
    pub(super) fn map<G>(&self, factor: impl FnMut(&F) -> G) -> Term<G> {
        Term { sign: self.sign, factors: self.factors.iter().map(factor).collect() }
    }
}

/// All choices of digits, different ones for different letters.
pub(super) struct Table {
    pub(super) letters: Vec<char>,
    pub(super) rows: Vec<Vec<i64>>,
}

/// The choices that make the sum zero, where no letter is below its least digit. Nothing if they
/// are too many, or too hard to find.
pub(super) fn table(sum: &[Term<&[Symbol]>], least: &dyn Fn(char) -> i64) -> Option<Table> {
    let words: Vec<&[Symbol]> = sum.iter().flat_map(|term| &term.factors).copied().collect();
    let places = words.iter().map(|word| word.len()).max()?;
    let place = |word: &&[Symbol], place: usize| word.iter().rev().nth(place).copied();
    let mut letters: Vec<char> = Vec::new();
    // How many letters there are once each place is complete.
    let mut complete = Vec::new();
    for i in 0..places {
        for symbol in words.iter().filter_map(|word| place(word, i)) {
            if let Symbol::Letter(letter) = symbol
                && !letters.contains(&letter)
            {
                letters.push(letter);
            }
        }
        complete.push(letters.len());
    }
    let index = |symbol: &Symbol| match symbol {
        Symbol::Digit(digit) => Place::Digit(*digit),
        Symbol::Letter(letter) => {
            Place::Letter(letters.iter().position(|other| other == letter).expect("listed"))
        }
    };
    let word = |word: &&[Symbol]| word.iter().rev().map(index).collect();
    let mut search = Search {
        terms: sum.iter().map(|term| term.map(word)).collect(),
        least: letters.iter().map(|&letter| least(letter) as u8).collect(),
        complete,
        digits: Vec::new(),
        rows: Vec::new(),
        tries: 0,
    };
    search.go(0)?;
    Some(Table { letters, rows: search.rows })
}

/// The sum as coefficients of letters and a constant, if it has no products.
pub(super) fn linear(sum: &[Term<&[Symbol]>]) -> Option<(BTreeMap<char, i64>, i64)> {
    let (mut coefficients, mut constant) = (BTreeMap::new(), 0);
    for term in sum {
        let [word] = term.factors[..] else { return None };
        let mut value = term.sign;
        for symbol in word.iter().rev() {
            match symbol {
                Symbol::Digit(digit) => constant += value * i64::from(*digit),
                Symbol::Letter(letter) => *coefficients.entry(*letter).or_default() += value,
            }
            value = value.saturating_mul(10);
        }
    }
    coefficients.retain(|_, coefficient| *coefficient != 0);
    Some((coefficients, constant))
}

enum Place {
    Digit(u8),
    Letter(usize),
}

struct Search {
    /// Factors from the last place to the first.
    terms: Vec<Term<Vec<Place>>>,
    least: Vec<u8>,
    complete: Vec<usize>,
    digits: Vec<u8>,
    rows: Vec<Vec<i64>>,
    tries: usize,
}

impl Search {
    /// Goes on where `place` places are complete and known to fit.
    fn go(&mut self, mut place: usize) -> Option<()> {
        while self.complete.get(place) == Some(&self.digits.len()) {
            place += 1;
            if self.remainder(place) != 0 {
                return Some(());
            }
        }
        let letter = self.digits.len();
        if letter == self.least.len() {
            if self.total()? == 0 {
                self.rows.push(self.digits.iter().map(|&digit| i64::from(digit)).collect());
            }
            return (self.rows.len() <= MAX_ROWS).then_some(());
        }
        for digit in self.least[letter]..=9 {
            if self.digits.contains(&digit) {
                continue;
            }
            self.tries += 1;
            if self.tries > MAX_TRIES {
                return None;
            }
            self.digits.push(digit);
            self.go(place)?;
            self.digits.pop();
        }
        Some(())
    }

    fn number(&self, word: &[Place], places: usize) -> i128 {
        let digit = |place: &Place| match *place {
            Place::Digit(digit) => digit,
            Place::Letter(letter) => self.digits[letter],
        };
        word.iter().take(places).rev().fold(0, |value, place| 10 * value + i128::from(digit(place)))
    }

    /// The sum modulo a power of ten.
    fn remainder(&self, places: usize) -> i128 {
        let modulus = 10_i128.pow(places as u32);
        let term = |term: &Term<Vec<Place>>| {
            let numbers = term.factors.iter().map(|word| self.number(word, places));
            numbers.fold(i128::from(term.sign), |product, number| product * number % modulus)
        };
        self.terms.iter().map(term).sum::<i128>() % modulus
    }

    /// The sum, unless it leaves the 128-bit integers.
    fn total(&self) -> Option<i128> {
        self.terms.iter().try_fold(0_i128, |total, term| {
            let mut numbers = term.factors.iter().map(|word| self.number(word, word.len()));
            let product = numbers.try_fold(i128::from(term.sign), i128::checked_mul)?;
            total.checked_add(product)
        })
    }
}
