//! Whether the puzzle of a square has only that solution: a search over digits, place by place.
//!
//! All lines are equations `x + y = z` or `x × y = z`. Letters get digits in the order in which the
//! numbers show them from the last place to the first; as soon as the last places of a line are
//! known, it must be true modulo a power of ten.

use xwc_check::families::calcrostic::square::Square;
use xwc_check::puzzle::grid::Operator;

/// Whether no other choice of digits makes all lines true.
pub(crate) fn is_unique(square: &Square<u64>) -> bool {
    let mut search = DigitSearch::new(square);
    search.go(0);
    search.found == 1
}

/// A line as positions of numbers: `x + y = z`, or `x × y = z`.
struct NumberLine {
    product: bool,
    numbers: [usize; 3],
}

/// Letters from the last place to the first.
#[derive(Clone, Copy)]
struct LetterWord {
    letters: [u8; 20],
    len: usize,
}

struct DigitSearch {
    words: [LetterWord; 9],
    lines: Vec<NumberLine>,
    /// For each letter, the lines and the places that are known once it has a digit.
    checks: Vec<Vec<(usize, usize)>>,
    least: [u8; 10],
    digits: [u8; 10],
    used: u16,
    n_letters: usize,
    found: u32,
}

impl DigitSearch {
    fn new(square: &Square<u64>) -> Self {
        let numbers: Vec<u64> = square.numbers.iter().flatten().copied().collect();
        let texts: Vec<Vec<u8>> = numbers
            .iter()
            .map(|number| number.to_string().bytes().rev().map(|byte| byte - b'0').collect())
            .collect();
        let places = texts.iter().map(Vec::len).max().unwrap_or(0);
        // Digits by the letter that stands for them: in the order in which they get values.
        let mut letters = [u8::MAX; 10];
        let mut n_letters = 0;
        for place in 0..places {
            for &digit in texts.iter().filter_map(|text| text.get(place)) {
                let letter = &mut letters[usize::from(digit)];
                if *letter == u8::MAX {
                    *letter = n_letters;
                    n_letters += 1;
                }
            }
        }
        let n_letters = usize::from(n_letters);
        let mut least = [0; 10];
        let mut words = [LetterWord { letters: [0; 20], len: 0 }; 9];
        for (word, text) in words.iter_mut().zip(&texts) {
            word.len = text.len();
            for (letter, &digit) in word.letters.iter_mut().zip(text) {
                *letter = letters[usize::from(digit)];
            }
            least[usize::from(word.letters[word.len - 1])] = 1;
        }
        let lines = lines(square);
        let mut checks = vec![Vec::new(); n_letters];
        for (i, line) in lines.iter().enumerate() {
            let mut last = 0;
            let words = line.numbers.map(|number| &words[number]);
            let places = words.iter().map(|word| word.len).max().unwrap_or(0);
            for place in 0..places {
                let here = words.iter().filter(|word| place < word.len);
                last = here.map(|word| usize::from(word.letters[place])).fold(last, usize::max);
                // Only the most that is known with this letter.
                let known: &mut Vec<(usize, usize)> = &mut checks[last];
                known.retain(|&(line, _)| line != i);
                known.push((i, if place + 1 == places { 20 } else { place + 1 }));
            }
        }
        let digits = [0; 10];
        Self { words, lines, checks, least, digits, used: 0, n_letters, found: 0 }
    }

    /// Tries all digits for a letter, until there are two solutions.
    fn go(&mut self, letter: usize) {
        if letter == self.n_letters {
            self.found += 1;
            return;
        }
        for digit in self.least[letter]..10 {
            if self.used & 1 << digit != 0 {
                continue;
            }
            self.digits[letter] = digit;
            if self.checks[letter].iter().all(|&(line, places)| self.holds(line, places)) {
                self.used |= 1 << digit;
                self.go(letter + 1);
                self.used &= !(1 << digit);
                if self.found > 1 {
                    return;
                }
            }
        }
    }

    /// Whether a line is true in its last places; 20 stands for all.
    fn holds(&self, line: usize, places: usize) -> bool {
        let NumberLine { product, numbers } = &self.lines[line];
        let [x, y, z] = numbers.map(|number| {
            let word = &self.words[number];
            let letters = word.letters[..word.len.min(places)].iter().rev();
            letters.fold(0_u64, |n, &letter| 10 * n + u64::from(self.digits[usize::from(letter)]))
        });
        let (x, y, z) = (u128::from(x), u128::from(y), u128::from(z));
        let made = if *product { x * y } else { x + y };
        match places {
            20 => made == z,
            _ => made % 10_u128.pow(places as u32) == z,
        }
    }
}

/// All lines, divisions and subtractions turned round.
fn lines(square: &Square<u64>) -> Vec<NumberLine> {
    let rows = (0..3).map(|i| (Some(square.rows[i]), [3 * i, 3 * i + 1, 3 * i + 2]));
    let columns = (0..3).map(|i| (Some(square.columns[i]), [i, i + 3, i + 6]));
    let [main, other] = square.diagonals;
    let diagonals = [(main, [0, 4, 8]), (other, [2, 4, 6])];
    let line = |(operator, [x, y, z]): (Option<Operator>, [usize; 3])| {
        let (product, numbers) = match operator? {
            Operator::Plus => (false, [x, y, z]),
            Operator::Minus => (false, [z, y, x]),
            Operator::Times => (true, [x, y, z]),
            Operator::Divide => (true, [z, y, x]),
        };
        Some(NumberLine { product, numbers })
    };
    rows.chain(columns).chain(diagonals).filter_map(line).collect()
}
