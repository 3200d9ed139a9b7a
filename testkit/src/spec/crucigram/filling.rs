//! Grids filled cell by cell, as long as what stands in a line can still become words.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use super::rules::{BLACK, Entry};
use crate::spec::{Dice, WORDS};

/// Words, and everything that a word begins with.
#[derive(Clone)]
pub(super) struct Lexicon {
    pub words: Vec<&'static str>,
    pub whole: BTreeSet<usize>,
    pub beginnings: BTreeSet<usize>,
}

/// A text of up to four letters as a number.
pub(super) fn code(text: &[char]) -> usize {
    text.iter().fold(0, |code, &c| 27 * code + (c as usize - 'A' as usize + 1))
}

impl Lexicon {
    pub(super) fn new(words: Vec<&'static str>) -> Self {
        let (mut whole, mut beginnings) = (BTreeSet::new(), BTreeSet::new());
        for word in &words {
            let letters: Vec<char> = word.chars().collect();
            whole.insert(code(&letters));
            beginnings.extend((1..=letters.len()).map(|end| code(&letters[..end])));
        }
        Self { words, whole, beginnings }
    }

    /// All words.
    pub(super) fn all() -> &'static Self {
        static LEXICON: OnceLock<Lexicon> = OnceLock::new();
        LEXICON.get_or_init(|| Self::new(WORDS.split_whitespace().collect()))
    }

    /// The words that fit one of the entries.
    pub(super) fn of(entries: &[Entry]) -> Self {
        let fits = |word: &&&str| entries.iter().any(|entry| entry.fits(word));
        Self::new(Self::all().words.iter().filter(fits).copied().collect())
    }

    pub(super) fn has(&self, word: &str) -> bool {
        self.whole.contains(&code(&word.chars().collect::<Vec<_>>()))
    }
}

/// A grid that is being filled, row by row.
pub(super) struct Filling<'a> {
    pub width: usize,
    pub height: usize,
    /// Letters and black squares that are left.
    pub left: BTreeMap<char, usize>,
    pub cells: Vec<char>,
    /// Cells that may still be filled.
    pub steps: usize,
    /// The words that may stand across, and those that may stand down.
    pub words: [&'a Lexicon; 2],
}

impl Filling<'_> {
    /// The letters directly before the next cell, from the left or from above.
    pub(super) fn run_before(&self, down: bool) -> Vec<char> {
        let next = self.cells.len();
        let (step, most) = match down {
            true => (self.width, next / self.width),
            false => (1, next % self.width),
        };
        let before = (1..=most).map(|n| self.cells[next - n * step]);
        let mut run: Vec<char> = before.take_while(|&c| c != BLACK).collect();
        run.reverse();
        run
    }

    /// Whether the lines through the next cell can still become words with each of these in it.
    pub(super) fn fitting(&self, choices: &mut Vec<char>) {
        let next = self.cells.len();
        for (down, lexicon) in [false, true].into_iter().zip(self.words) {
            let mut run = self.run_before(down);
            let last = match down {
                true => next / self.width + 1 == self.height,
                false => next % self.width + 1 == self.width,
            };
            let ends = |run: &[char]| run.len() < 2 || lexicon.whole.contains(&code(run));
            let length = run.len();
            choices.retain(|&c| {
                run.truncate(length);
                if c == BLACK {
                    return ends(&run);
                }
                run.push(c);
                (run.len() == 1 || lexicon.beginnings.contains(&code(&run)))
                    && (!last || ends(&run))
            });
        }
    }

    /// Shows every complete filling, in an order drawn by the dice if there are some; stops when
    /// `look` says so or the steps are used up.
    pub(super) fn go_on(
        &mut self,
        dice: &mut Option<&mut Dice>,
        look: &mut impl FnMut(&[char]) -> bool,
    ) -> bool {
        if self.cells.len() == self.width * self.height {
            return look(&self.cells);
        }
        let mut choices: Vec<char> =
            self.left.iter().filter(|(_, count)| **count > 0).map(|(&c, _)| c).collect();
        self.fitting(&mut choices);
        if let Some(dice) = dice {
            dice.shuffle(&mut choices);
        }
        for c in choices {
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            self.left.entry(c).and_modify(|count| *count -= 1);
            self.cells.push(c);
            let go_on = self.go_on(dice, look);
            self.cells.pop();
            self.left.entry(c).and_modify(|count| *count += 1);
            if !go_on {
                return false;
            }
        }
        true
    }
}
