//! The words of a dictionary for filling grids: by length, the common ones first, and by letter.

use xwc_check::puzzle::dictionary::{Dictionary, Pattern, commonness};

/// What a word with a definition has before one without: it gets a real clue.
const DEFINED: u32 = 6;

/// All words of one length, best first.
pub(crate) struct WordsOfLength {
    length: usize,
    texts: Vec<String>,
    scores: Vec<u32>,
    /// For each place and letter, the words that have it there, as bits.
    having: Vec<Vec<u64>>,
}

impl WordsOfLength {
    fn new(dictionary: &Dictionary, length: usize) -> Self {
        let score = |word: &String| {
            let common = commonness(word);
            common + DEFINED * (common % 2)
        };
        let mut words: Vec<(u32, String)> = dictionary
            .fitting(&Pattern::any(length))
            .into_iter()
            .map(|word| (score(&word), word))
            .collect();
        words.sort_by(|(a, first), (b, second)| b.cmp(a).then_with(|| first.cmp(second)));
        let mut having = vec![vec![0u64; words.len().div_ceil(64)]; 26 * length];
        for (i, (_, word)) in words.iter().enumerate() {
            for (place, letter) in word.bytes().enumerate() {
                having[26 * place + usize::from(letter - b'A')][i / 64] |= 1 << (i % 64);
            }
        }
        let (scores, texts) = words.into_iter().unzip();
        Self { length, texts, scores, having }
    }

    /// A word, by its rank.
    pub(crate) fn text(&self, rank: usize) -> &str {
        &self.texts[rank]
    }

    /// How good a word is, by its rank.
    pub(crate) fn score(&self, rank: usize) -> u32 {
        self.scores[rank]
    }

    /// How many words have at least this score.
    #[inline]
    pub(crate) fn count(&self, least: u32) -> usize {
        self.scores.partition_point(|&score| score >= least)
    }

    /// The ranks, below `count`, of words with these letters, as bits.
    pub(crate) fn fitting(&self, count: usize, letters: &[Option<u8>]) -> Vec<u64> {
        debug_assert_eq!(letters.len(), self.length);
        let mut bits = vec![u64::MAX; count.div_ceil(64)];
        if let Some(last) = bits.last_mut()
            && !count.is_multiple_of(64)
        {
            *last = (1 << (count % 64)) - 1;
        }
        for (place, letter) in letters.iter().enumerate() {
            if let Some(letter) = letter {
                let having = &self.having[26 * place + usize::from(letter - b'A')];
                bits.iter_mut().zip(having).for_each(|(bits, having)| *bits &= having);
            }
        }
        bits
    }
}

/// All words up to some length.
pub(crate) struct Lexicon {
    lengths: Vec<WordsOfLength>,
}

impl Lexicon {
    /// The words of the dictionary that have 2 to `longest` letters.
    pub(crate) fn new(dictionary: &Dictionary, longest: usize) -> Self {
        Self {
            lengths: (2..=longest).map(|length| WordsOfLength::new(dictionary, length)).collect(),
        }
    }

    /// The words of a length.
    pub(crate) fn of(&self, length: usize) -> &WordsOfLength {
        &self.lengths[length - 2]
    }
}
