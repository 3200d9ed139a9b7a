//! The state of a search: one array of words, and a trail that undoes changes to it.
//!
//! A variable with few values is a bit set over its *universe*, a sorted list of values; one with
//! many is an interval, two words for its ends. Propagators keep reversible words of their own in
//! the same array. A word is saved on the trail the first time it changes on a level.

use std::rc::Rc;

use xwc_encodings::Domain;

/// A variable's position in the store; the same as in the model.
pub(super) type Var = usize;

/// A variable has no value left, or a constraint cannot hold any more.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Conflict;

/// The result of a propagation step.
pub(super) type Step = Result<(), Conflict>;

/// How a variable's words are to be read.
struct DomainShape {
    base: usize,
    words: usize,
    /// The values behind the bits, ascending; empty for an interval.
    universe: Rc<[i64]>,
}

/// All reversible state.
pub(super) struct Store {
    words: Vec<u64>,
    /// The level stamp under which a word was last saved.
    saved: Vec<u64>,
    trail: Vec<(u32, u64)>,
    /// The trail's length at the start of each level.
    levels: Vec<usize>,
    /// The stamp of the current level; a new one whenever the level changes.
    stamp: u64,
    shapes: Vec<DomainShape>,
    /// Variables changed since the list was last taken.
    changed: Vec<u32>,
}

impl Store {
    /// A store without variables.
    pub(super) fn new() -> Self {
        Self {
            words: Vec::new(),
            saved: Vec::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            stamp: 0,
            shapes: Vec::new(),
            changed: Vec::new(),
        }
    }

    /// Reserves reversible words and returns the first one's position.
    pub(super) fn allocate(&mut self, words: impl IntoIterator<Item = u64>) -> usize {
        let base = self.words.len();
        self.words.extend(words);
        self.saved.resize(self.words.len(), 0);
        base
    }

    /// Adds a variable as a bit set over the universe, which contains its domain.
    pub(super) fn add_set(&mut self, domain: &Domain, universe: Rc<[i64]>) {
        let words = universe.len().div_ceil(64);
        let mut bits = vec![0u64; words];
        for (i, value) in universe.iter().enumerate() {
            if domain.contains(*value) {
                bits[i / 64] |= 1 << (i % 64);
            }
        }
        let base = self.allocate(bits);
        self.shapes.push(DomainShape { base, words, universe });
    }

    /// Adds a variable as an interval.
    pub(super) fn add_interval(&mut self, low: i64, high: i64) {
        let base = self.allocate([low as u64, high as u64]);
        self.shapes.push(DomainShape { base, words: 2, universe: Rc::new([]) });
    }

    /// A reversible word.
    pub(super) fn word(&self, position: usize) -> u64 {
        self.words[position]
    }

    /// Several reversible words.
    pub(super) fn slice(&self, base: usize, length: usize) -> &[u64] {
        &self.words[base..base + length]
    }

    /// Changes a reversible word.
    pub(super) fn set_word(&mut self, position: usize, word: u64) {
        let old = self.words[position];
        if old != word {
            if self.saved[position] != self.stamp {
                self.saved[position] = self.stamp;
                self.trail.push((position as u32, old));
            }
            self.words[position] = word;
        }
    }

    /// Starts a level that [`Store::pop`] undoes.
    pub(super) fn push(&mut self) {
        self.levels.push(self.trail.len());
        self.stamp += 1;
    }

    /// Undoes the last level.
    pub(super) fn pop(&mut self) {
        let length = self.levels.pop().expect("a level to undo");
        while self.trail.len() > length {
            let (position, old) = self.trail.pop().expect("longer than the level");
            self.words[position as usize] = old;
        }
        // A fresh stamp: what the lower level saved before stays on the trail below.
        self.stamp += 1;
        self.changed.clear();
    }

    /// The variables changed since the last call, with repetitions, appended to `into`.
    pub(super) fn take_changed(&mut self, into: &mut Vec<u32>) {
        into.append(&mut self.changed);
    }

    /// Whether the variable is a bit set.
    pub(super) fn is_set(&self, var: Var) -> bool {
        !self.shapes[var].universe.is_empty()
    }

    /// The bits of a bit set.
    pub(super) fn bits(&self, var: Var) -> &[u64] {
        let shape = &self.shapes[var];
        &self.words[shape.base..shape.base + shape.words]
    }

    fn interval(&self, var: Var) -> (i64, i64) {
        let base = self.shapes[var].base;
        (self.words[base] as i64, self.words[base + 1] as i64)
    }

    /// The values behind the bits of a bit set; empty for an interval.
    pub(super) fn universe(&self, var: Var) -> &[i64] {
        &self.shapes[var].universe
    }

    /// How many values are left.
    pub(super) fn size(&self, var: Var) -> u64 {
        if self.is_set(var) {
            self.bits(var).iter().map(|word| u64::from(word.count_ones())).sum()
        } else {
            let (low, high) = self.interval(var);
            high.abs_diff(low).saturating_add(1)
        }
    }

    /// Whether one value is left.
    pub(super) fn is_fixed(&self, var: Var) -> bool {
        if let [word] = *self.bits(var) {
            word & word.wrapping_sub(1) == 0
        } else if self.is_set(var) {
            let mut seen = false;
            for &word in self.bits(var) {
                if word != 0 {
                    if seen || word & (word - 1) != 0 {
                        return false;
                    }
                    seen = true;
                }
            }
            seen
        } else {
            let (low, high) = self.interval(var);
            low == high
        }
    }

    /// The smallest value left.
    pub(super) fn min(&self, var: Var) -> i64 {
        if !self.is_set(var) {
            return self.interval(var).0;
        }
        let bits = self.bits(var);
        let word = bits.iter().position(|&word| word != 0).expect("a value is left");
        self.shapes[var].universe[word * 64 + bits[word].trailing_zeros() as usize]
    }

    /// The largest value left.
    pub(super) fn max(&self, var: Var) -> i64 {
        if !self.is_set(var) {
            return self.interval(var).1;
        }
        let bits = self.bits(var);
        let word = bits.iter().rposition(|&word| word != 0).expect("a value is left");
        self.shapes[var].universe[word * 64 + 63 - bits[word].leading_zeros() as usize]
    }

    /// Whether the value is still possible.
    pub(super) fn contains(&self, var: Var, value: i64) -> bool {
        if self.is_set(var) {
            let bits = self.bits(var);
            self.index(var, value).is_some_and(|i| bits[i / 64] >> (i % 64) & 1 == 1)
        } else {
            let (low, high) = self.interval(var);
            (low..=high).contains(&value)
        }
    }

    /// The bit of a value.
    fn index(&self, var: Var, value: i64) -> Option<usize> {
        self.shapes[var].universe.binary_search(&value).ok()
    }

    /// The values of a bit set that are left, ascending.
    pub(super) fn values(&self, var: Var) -> Vec<i64> {
        let universe = &self.shapes[var].universe;
        let mut values = Vec::new();
        for_each_one(self.bits(var), |i| values.push(universe[i]));
        values
    }

    /// Replaces one word of a bit set by fewer bits.
    fn shrink_word(&mut self, var: Var, word: usize, bits: u64) {
        let position = self.shapes[var].base + word;
        if self.words[position] != bits {
            self.set_word(position, bits);
            self.changed.push(var as u32);
        }
    }

    fn check_left(&self, var: Var) -> Step {
        if self.bits(var).iter().all(|&word| word == 0) { Err(Conflict) } else { Ok(()) }
    }

    /// Keeps the bits that are in the mask, which begins at word `from`; other words stay.
    pub(super) fn keep_bits(&mut self, var: Var, from: usize, mask: &[u64]) -> Step {
        for (i, &mask) in mask.iter().enumerate() {
            let word = self.words[self.shapes[var].base + from + i];
            self.shrink_word(var, from + i, word & mask);
        }
        self.check_left(var)
    }

    /// Fixes a bit set to the one bit.
    pub(super) fn fix_bit(&mut self, var: Var, bit: usize) -> Step {
        for i in 0..self.shapes[var].words {
            let mask = if i == bit / 64 { 1 << (bit % 64) } else { 0 };
            let word = self.words[self.shapes[var].base + i];
            self.shrink_word(var, i, word & mask);
        }
        self.check_left(var)
    }

    /// Fixes the variable.
    pub(super) fn fix(&mut self, var: Var, value: i64) -> Step {
        if self.is_set(var) {
            match self.index(var, value) {
                Some(bit) => self.fix_bit(var, bit),
                None => Err(Conflict),
            }
        } else {
            self.at_least(var, value)?;
            self.at_most(var, value)
        }
    }

    /// Forbids the value. An interval can only lose its ends.
    pub(super) fn remove(&mut self, var: Var, value: i64) -> Step {
        if self.is_set(var) {
            let Some(i) = self.index(var, value) else { return Ok(()) };
            let word = self.words[self.shapes[var].base + i / 64];
            self.shrink_word(var, i / 64, word & !(1 << (i % 64)));
            return self.check_left(var);
        }
        match self.interval(var) {
            (low, high) if low == value && high == value => Err(Conflict),
            (low, _) if low == value => self.at_least(var, value + 1),
            (_, high) if high == value => self.at_most(var, value - 1),
            _ => Ok(()),
        }
    }

    /// Keeps the values of a set that pass, asked in ascending order.
    pub(super) fn retain(&mut self, var: Var, mut passes: impl FnMut(i64) -> bool) -> Step {
        let universe = Rc::clone(&self.shapes[var].universe);
        for i in 0..self.shapes[var].words {
            let word = self.words[self.shapes[var].base + i];
            let mut kept = word;
            for_each_one(&[word], |bit| {
                if !passes(universe[i * 64 + bit]) {
                    kept &= !(1 << bit);
                }
            });
            self.shrink_word(var, i, kept);
        }
        self.check_left(var)
    }

    /// Keeps the values from `low` upwards.
    pub(super) fn at_least(&mut self, var: Var, low: i64) -> Step {
        if low <= self.min(var) {
            return Ok(());
        }
        if self.is_set(var) {
            let first = self.shapes[var].universe.partition_point(|&value| value < low);
            return self.keep_range(var, first, self.shapes[var].universe.len());
        }
        let (_, high) = self.interval(var);
        self.set_word(self.shapes[var].base, low as u64);
        self.changed.push(var as u32);
        if low > high { Err(Conflict) } else { Ok(()) }
    }

    /// Keeps the values down from `high`.
    pub(super) fn at_most(&mut self, var: Var, high: i64) -> Step {
        if high >= self.max(var) {
            return Ok(());
        }
        if self.is_set(var) {
            let end = self.shapes[var].universe.partition_point(|&value| value <= high);
            return self.keep_range(var, 0, end);
        }
        let (low, _) = self.interval(var);
        self.set_word(self.shapes[var].base + 1, high as u64);
        self.changed.push(var as u32);
        if low > high { Err(Conflict) } else { Ok(()) }
    }

    /// Keeps the bits in `first..end`.
    fn keep_range(&mut self, var: Var, first: usize, end: usize) -> Step {
        for i in 0..self.shapes[var].words {
            let below = |bit: usize| match bit.saturating_sub(i * 64) {
                64.. => u64::MAX,
                bits => (1 << bits) - 1,
            };
            let word = self.words[self.shapes[var].base + i];
            self.shrink_word(var, i, word & below(end) & !below(first));
        }
        self.check_left(var)
    }
}

/// Calls back with the positions of the one bits, ascending.
#[inline]
pub(super) fn for_each_one(words: &[u64], mut call: impl FnMut(usize)) {
    for (i, &word) in words.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            call(i * 64 + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store() -> Store {
        let mut store = Store::new();
        store.add_set(&Domain::from(10..=150), (0..200).collect());
        store.add_interval(-5, 1_000_000);
        store
    }

    #[test]
    fn sets_and_intervals_answer_alike() {
        let mut store = store();
        for var in [0, 1] {
            store.at_least(var, 20).expect("values left");
            store.at_most(var, 90).expect("values left");
            store.remove(var, 90).expect("values left");
            assert_eq!((store.min(var), store.max(var), store.size(var)), (20, 89, 70));
            assert!(store.contains(var, 89) && !store.contains(var, 90));
            assert_eq!(store.fix(var, 10), Err(Conflict));
        }
    }

    #[test]
    fn levels_are_undone_also_when_a_word_changed_on_several() {
        let mut store = store();
        store.push();
        store.at_most(0, 100).expect("values left");
        store.push();
        store.at_most(0, 50).expect("values left");
        store.at_most(0, 40).expect("values left");
        store.pop();
        assert_eq!(store.max(0), 100);
        store.at_most(0, 80).expect("values left");
        store.push();
        store.fix(0, 30).expect("a value left");
        store.fix(1, 7).expect("a value left");
        assert!(store.is_fixed(0) && store.is_fixed(1));
        store.pop();
        assert_eq!((store.max(0), store.size(1)), (80, 1_000_006));
        store.pop();
        assert_eq!(store.max(0), 150);
    }
}
