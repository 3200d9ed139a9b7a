//! Words for the places of a shape: the place with the fewest words first, good words first, and
//! back where nothing fits.

use super::lexicon::{Lexicon, WordsOfLength};
use super::shape::GridShape;
use crate::generate::SeededRng;

/// Words that are tried at one place.
const WORDS: usize = 10;

/// After this many placed words a shape is discarded.
const MAX_PLACED: usize = 1_500;

/// A filled shape.
#[derive(Clone, Debug)]
pub(super) struct FilledShape {
    /// Row by row.
    pub letters: Vec<Option<u8>>,
    /// How far it is from what one would like; 0 is best.
    pub cost: u64,
}

struct Placement<'a> {
    cells: Vec<usize>,
    words: &'a WordsOfLength,
    /// This many of the words are good enough.
    count: usize,
    /// The word that stands here, by its rank.
    rank: Option<usize>,
}

struct Filler<'a, 'b> {
    places: Vec<Placement<'a>>,
    letters: Vec<Option<u8>>,
    rng: &'b mut SeededRng,
    placed: usize,
}

/// Words for a shape, each with at least the score `least`; `None` if none were found.
pub(super) fn fill(
    shape: &GridShape,
    lexicon: &Lexicon,
    least: u32,
    rng: &mut SeededRng,
) -> Option<FilledShape> {
    let place = |cells: Vec<usize>| {
        let words = lexicon.of(cells.len());
        Placement { words, count: words.count(least), cells, rank: None }
    };
    let places = shape.runs().into_iter().map(place).collect();
    let letters = vec![None; shape.black.len()];
    let mut filler = Filler { places, letters, rng, placed: 0 };
    filler
        .place_remaining()
        .then(|| FilledShape { cost: shape.cost + filler.cost(), letters: filler.letters })
}

impl Filler<'_, '_> {
    /// Fills the places that are open; false, with nothing changed, if there is no way.
    fn place_remaining(&mut self) -> bool {
        let mut fewest: Option<(usize, usize, Vec<u64>)> = None;
        for (i, place) in self.places.iter().enumerate() {
            if place.rank.is_some() {
                continue;
            }
            let known: Vec<Option<u8>> =
                place.cells.iter().map(|&cell| self.letters[cell]).collect();
            let bits = place.words.fitting(place.count, &known);
            let fitting = bits.iter().map(|word| word.count_ones() as usize).sum();
            if fitting == 0 {
                return false;
            }
            if fewest.as_ref().is_none_or(|(least, ..)| fitting < *least) {
                fewest = Some((fitting, i, bits));
            }
        }
        let Some((_, i, bits)) = fewest else { return true };
        for rank in self.draw(&bits) {
            if self.is_used(i, rank) {
                continue;
            }
            if self.placed == MAX_PLACED {
                return false;
            }
            self.placed += 1;
            let place = &mut self.places[i];
            place.rank = Some(rank);
            let mut fresh = Vec::new();
            for (&cell, letter) in place.cells.iter().zip(place.words.text(rank).bytes()) {
                if self.letters[cell].replace(letter).is_none() {
                    fresh.push(cell);
                }
            }
            if self.place_remaining() {
                return true;
            }
            self.places[i].rank = None;
            fresh.into_iter().for_each(|cell| self.letters[cell] = None);
        }
        false
    }

    /// Some of the words, better ones more likely.
    fn draw(&mut self, bits: &[u64]) -> Vec<usize> {
        let mut ranks = Vec::new();
        for (i, &word) in bits.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                ranks.push(64 * i + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
        let mut drawn = Vec::new();
        while !ranks.is_empty() && drawn.len() < WORDS {
            let most = self.rng.below(ranks.len());
            let i = self.rng.below(most + 1);
            drawn.push(ranks.remove(i));
        }
        drawn
    }

    fn is_used(&self, here: usize, rank: usize) -> bool {
        let length = self.places[here].cells.len();
        self.places.iter().any(|place| place.cells.len() == length && place.rank == Some(rank))
    }

    /// Rare words cost most; a word within another is a little boring.
    fn cost(&self) -> u64 {
        let texts: Vec<&str> = self
            .places
            .iter()
            .filter_map(|place| place.rank.map(|rank| place.words.text(rank)))
            .collect();
        let mut cost = 0;
        for place in &self.places {
            let score = place.rank.map_or(0, |rank| place.words.score(rank));
            let rarity = u64::from(20u32.saturating_sub(score));
            cost += rarity * rarity / 16;
        }
        for (i, text) in texts.iter().enumerate().filter(|(_, text)| text.len() > 2) {
            let within = |(j, other): (usize, &&str)| i != j && other.contains(text);
            cost += if texts.iter().enumerate().any(within) { 5 } else { 0 };
        }
        cost
    }
}
