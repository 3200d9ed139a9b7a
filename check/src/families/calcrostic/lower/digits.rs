//! Which digits make a sum of products zero, when its factors are written in letters.
//!
//! Letters get their digits from the last place of all numbers to the first. Once a place is
//! complete in all of them, the sum is known modulo a power of ten, and most choices end there.

use std::collections::BTreeMap;

use crate::families::calcrostic::Symbol;

/// The greatest number of rows of a table.
const MAX_ROWS: usize = 1 << 12;

/// More digits than this are not tried.
const MAX_TRIES: usize = 1 << 19;

/// No number of 18 places is as large.
const LIMIT: i128 = 10_i128.pow(18);

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
pub(super) struct DigitTable {
    pub(super) letters: Vec<char>,
    pub(super) rows: Vec<Vec<i64>>,
}

/// The choices that make the sum zero, where no letter is below its least digit. `None` if they
/// are too many, or too hard to find.
pub(super) fn table(sum: &[Term<&[Symbol]>], least: &dyn Fn(char) -> i64) -> Option<DigitTable> {
    let (letters, mut search) = match linear(sum) {
        Some((coefficients, constant)) => of_letters(&coefficients, constant),
        None => of_words(sum)?,
    };
    search.least = letters.iter().map(|&letter| least(letter)).collect();
    search.go(0)?;
    Some(DigitTable { letters, rows: search.rows })
}

/// A sum without products is one number to which each letter adds its share: what cancels out is
/// not there at all.
fn of_letters(coefficients: &BTreeMap<char, i64>, constant: i64) -> (Vec<char>, DigitTableSearch) {
    let mut letters: Vec<(u32, char, i64)> = Vec::new();
    for (&letter, &share) in coefficients {
        let place = (0..).find(|&place| share % 10_i64.pow(place + 1) != 0).unwrap_or(0);
        letters.push((place, letter, share));
    }
    // Those whose digit would follow from the others come last in their place.
    let is_unit = |place: u32, share: i64| (share / 10_i64.pow(place)).abs() == 1;
    letters.sort_by_key(|&(place, letter, share)| (place, is_unit(place, share), letter));
    let places = letters.last().map_or(0, |&(place, ..)| place + 1);
    let column = |place: u32| {
        let complete = letters.partition_point(|&(other, ..)| other <= place);
        let last = letters[..complete].last().filter(|(other, ..)| *other == place);
        let follows = last.filter(|&&(_, _, share)| is_unit(place, share));
        Column { complete, follows: follows.map(|(_, _, share)| share.signum()) }
    };
    let search = DigitTableSearch {
        terms: vec![Term { sign: 1, factors: vec![0] }],
        columns: (0..places).map(column).collect(),
        weights: letters.iter().map(|&(_, _, share)| vec![(0, share)]).collect(),
        numbers: vec![constant],
        ..DigitTableSearch::default()
    };
    (letters.into_iter().map(|(_, letter, _)| letter).collect(), search)
}

/// A sum with products, over its factors.
fn of_words(sum: &[Term<&[Symbol]>]) -> Option<(Vec<char>, DigitTableSearch)> {
    let mut words: Vec<FactorWord<'_>> = Vec::new();
    let mut terms = Vec::new();
    for term in sum {
        let alone = (term.factors.len() == 1).then_some(term.sign);
        terms.push(term.map(|symbols| {
            words.push(FactorWord { symbols, alone });
            words.len() - 1
        }));
    }
    let places = words.iter().map(|word| word.symbols.len()).max()?;
    let mut letters: Vec<char> = Vec::new();
    let mut columns = Vec::new();
    for place in 0..places {
        // The letters of products first: the last letter may follow from the others.
        let of_products = words.iter().filter(|word| word.alone.is_none());
        let alone = words.iter().filter(|word| word.alone.is_some());
        let here = || words.iter().filter(|word| word.letter(place).is_some());
        let before = letters.len();
        for letter in of_products.chain(alone).filter_map(|word| word.letter(place)) {
            if !letters.contains(&letter) {
                letters.push(letter);
            }
        }
        let last = letters[before..].last().copied();
        let mut only = here().filter(|word| word.letter(place) == last);
        let follows = match (only.next(), only.next()) {
            (Some(word), None) => word.alone,
            _ => None,
        };
        columns.push(Column { complete: letters.len(), follows });
    }
    let weight = |word: &FactorWord<'_>, symbol: Symbol| -> i64 {
        let places = word.symbols.iter().rev().zip(0..);
        places.filter(|(other, _)| **other == symbol).map(|(_, place)| 10_i64.pow(place)).sum()
    };
    let weights = |letter: &char| {
        let weights = words.iter().map(|word| weight(word, Symbol::Letter(*letter)));
        weights.enumerate().filter(|(_, weight)| *weight > 0).collect()
    };
    let given = |word: &FactorWord<'_>| -> i64 {
        (1..=9).map(|digit| i64::from(digit) * weight(word, Symbol::Digit(digit))).sum()
    };
    let search = DigitTableSearch {
        terms,
        columns,
        weights: letters.iter().map(weights).collect(),
        numbers: words.iter().map(given).collect(),
        ..DigitTableSearch::default()
    };
    Some((letters, search))
}

/// A factor.
struct FactorWord<'a> {
    symbols: &'a [Symbol],
    /// The sign of its term, if it is alone in it.
    alone: Option<i64>,
}

impl FactorWord<'_> {
    /// The letter at a place, counted from the last.
    fn letter(&self, place: usize) -> Option<char> {
        match self.symbols.iter().rev().nth(place) {
            Some(Symbol::Letter(letter)) => Some(*letter),
            _ => None,
        }
    }
}

/// The sum as coefficients of letters and a constant, if it has no products and stays below 10^18
/// whatever the digits are.
pub(super) fn linear(sum: &[Term<&[Symbol]>]) -> Option<(BTreeMap<char, i64>, i64)> {
    let (mut coefficients, mut constant) = (BTreeMap::new(), 0_i64);
    for term in sum {
        let [word] = term.factors[..] else { return None };
        for (symbol, place) in word.iter().rev().zip(0..) {
            let value = term.sign * 10_i64.pow(place);
            let (total, share) = match symbol {
                Symbol::Digit(digit) => (&mut constant, value * i64::from(*digit)),
                Symbol::Letter(letter) => (coefficients.entry(*letter).or_default(), value),
            };
            *total = total.checked_add(share)?;
        }
    }
    coefficients.retain(|_, coefficient| *coefficient != 0);
    let most = |coefficient: &i64| 9 * i128::from(coefficient.unsigned_abs());
    let most = coefficients.values().map(most).sum::<i128>() + i128::from(constant.unsigned_abs());
    (most < LIMIT).then_some((coefficients, constant))
}

/// A place of all numbers.
struct Column {
    /// How many letters have digits once this place is complete.
    complete: usize,
    /// The sign of the only term that the last of its letters is in, if it stands there alone: then
    /// its digit follows from the others.
    follows: Option<i64>,
}

#[derive(Default)]
struct DigitTableSearch {
    /// Factors by their position in `numbers`.
    terms: Vec<Term<usize>>,
    columns: Vec<Column>,
    least: Vec<i64>,
    /// What each letter adds to numbers, times its digit.
    weights: Vec<Vec<(usize, i64)>>,
    /// The numbers, letters without a digit as zeros.
    numbers: Vec<i64>,
    digits: Vec<i64>,
    rows: Vec<Vec<i64>>,
    tries: usize,
}

impl DigitTableSearch {
    /// Goes on where `place` places are complete and known to fit.
    fn go(&mut self, place: usize) -> Option<()> {
        let letter = self.digits.len();
        let Some(column) = self.columns.get(place) else {
            if self.total()? == 0 {
                self.rows.push(self.digits.clone());
            }
            return (self.rows.len() <= MAX_ROWS).then_some(());
        };
        if letter == column.complete {
            return if self.remainder(place + 1) == 0 { self.go(place + 1) } else { Some(()) };
        }
        match column.follows {
            Some(sign) if letter + 1 == column.complete => {
                let missing = self.remainder(place + 1) / 10_i64.pow(place as u32);
                self.with((-sign * missing).rem_euclid(10), place)
            }
            _ => (0..=9).try_for_each(|digit| self.with(digit, place)),
        }
    }

    /// Goes on with a digit for the next letter, if it may have it.
    fn with(&mut self, digit: i64, place: usize) -> Option<()> {
        let letter = self.digits.len();
        if digit < self.least[letter] || self.digits.contains(&digit) {
            return Some(());
        }
        self.tries += 1;
        if self.tries > MAX_TRIES {
            return None;
        }
        self.add(letter, digit);
        self.digits.push(digit);
        let done = self.go(place);
        self.digits.pop();
        self.add(letter, -digit);
        done
    }

    fn add(&mut self, letter: usize, digit: i64) {
        for &(number, weight) in &self.weights[letter] {
            self.numbers[number] += digit * weight;
        }
    }

    /// The sum modulo a power of ten.
    fn remainder(&self, places: usize) -> i64 {
        let modulus = 10_i64.pow(places as u32);
        // Products of such remainders fit 64 bits.
        let short = places <= 9;
        let times = |product: i64, number: i64| match short {
            true => product * (number % modulus) % modulus,
            false => {
                let product = i128::from(product) * i128::from(number % modulus);
                (product % i128::from(modulus)) as i64
            }
        };
        let term = |term: &Term<usize>| {
            let numbers = term.factors.iter().map(|&number| self.numbers[number]);
            numbers.fold(term.sign, times)
        };
        self.terms.iter().map(term).fold(0, |sum, term| (sum + term) % modulus)
    }

    /// The sum, unless it leaves the 128-bit integers.
    fn total(&self) -> Option<i128> {
        self.terms.iter().try_fold(0_i128, |total, term| {
            let mut numbers = term.factors.iter().map(|&number| i128::from(self.numbers[number]));
            let product = numbers.try_fold(i128::from(term.sign), i128::checked_mul)?;
            total.checked_add(product)
        })
    }
}
