//! Everything that is random, from a seed alone.
//!
//! A level's random numbers are ChaCha8 keyed by the SHA-256 of what the level depends on: generator
//! version, parameters, seed, index and attempt. Numbers in a range are drawn by the code below and
//! not by a library whose method might change.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// What a level is made from, beside the parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed {
    /// The seed of the whole pack.
    pub seed: u64,
    /// Which level of the pack.
    pub index: u64,
    /// How often earlier attempts at this level were the same puzzle as an earlier level.
    pub attempt: u32,
}

impl From<u64> for Seed {
    /// The first level of a seed.
    fn from(seed: u64) -> Self {
        Self { seed, index: 0, attempt: 0 }
    }
}

/// Random numbers from a seed, the same everywhere. A copy draws what the original would draw next.
#[derive(Clone)]
pub struct SeededRng(ChaCha8Rng);

impl SeededRng {
    /// The random numbers of one level.
    pub(crate) fn new(parameters: &str, seed: Seed) -> Self {
        let Seed { seed, index, attempt } = seed;
        let text = format!("xwc {} {parameters} {seed} {index} {attempt}", super::VERSION);
        Self(ChaCha8Rng::from_seed(Sha256::digest(text.as_bytes()).into()))
    }

    /// A number below `n`, which is not 0; all are equally likely but for less than n in 2^64.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.0.next_u64()) * n as u128) >> 64) as usize
    }

    /// A number from the range.
    pub(crate) fn between(&mut self, low: i64, high: i64) -> i64 {
        let width = usize::try_from(high - low + 1).expect("a range that is not empty");
        low + self.below(width) as i64
    }

    /// Puts a list into random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_is_the_same_chance_and_others_are_others() {
        let draw = |parameters: &str, seed| {
            let mut rng = SeededRng::new(parameters, seed);
            (0..8).map(|_| rng.below(1000)).collect::<Vec<_>>()
        };
        let seed = Seed { seed: 7, index: 3, attempt: 0 };
        assert_eq!(draw("p", seed), draw("p", seed));
        for other in [
            draw("q", seed),
            draw("p", Seed { seed: 8, ..seed }),
            draw("p", Seed { index: 4, ..seed }),
            draw("p", Seed { attempt: 1, ..seed }),
        ] {
            assert_ne!(draw("p", seed), other);
        }
    }

    #[test]
    fn numbers_are_in_range_and_none_is_left_out() {
        let mut rng = SeededRng::new("", Seed { seed: 1, index: 0, attempt: 0 });
        let mut seen = [0; 5];
        (0..500).for_each(|_| seen[rng.below(5)] += 1);
        assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
        assert!((0..100).all(|_| (-3..=4).contains(&rng.between(-3, 4))));
    }
}
