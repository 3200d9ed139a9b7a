//! The words that a word puzzle may use: an embedded list, or a list from a file.
//!
//! Words are kept as a finite state transducer: less than a megabyte for 178,187 words, looked up
//! where they lie, without any loading. The values say how common a word is
//! (`testkit/src/words.rs` makes them).
//! A puzzle keeps the dictionary that it was read with.

mod file;
mod pattern;

use std::borrow::Cow;
use std::fmt;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use fst::{IntoStreamer, Map, Streamer};
use sha2::{Digest, Sha256};

pub use file::{DictionaryError, GZIP};
pub use pattern::Pattern;

use crate::support::text::hex;

static EMBEDDED: &[u8] = include_bytes!("words.fst");

/// What the embedded list is called where other lists have a digest.
const EMBEDDED_NAME: &str = "embedded";

/// Words of two and more capital letters.
pub struct Dictionary {
    words: Map<Cow<'static, [u8]>>,
    name: String,
    skipped: usize,
}

impl Dictionary {
    /// The embedded list.
    pub fn embedded() -> Arc<Self> {
        static DICTIONARY: OnceLock<Arc<Dictionary>> = OnceLock::new();
        Arc::clone(DICTIONARY.get_or_init(|| {
            let words = Map::new(Cow::Borrowed(EMBEDDED)).expect("made when the program was built");
            Arc::new(Self { words, name: EMBEDDED_NAME.to_string(), skipped: 0 })
        }))
    }

    /// These words, in any case; those with other letters than A to Z, or with one letter, are left
    /// out.
    pub fn of<'a>(words: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut kept: Vec<Cow<'_, [u8]>> = Vec::new();
        let mut skipped = 0;
        for word in words {
            if !word.iter().all(u8::is_ascii_alphabetic) {
                skipped += 1;
            } else if word.len() >= 2 {
                kept.push(match word.iter().all(u8::is_ascii_uppercase) {
                    true => Cow::Borrowed(word),
                    false => Cow::Owned(word.to_ascii_uppercase()),
                });
            }
        }
        kept.sort();
        kept.dedup();
        let mut digest = Sha256::new();
        for word in &kept {
            digest.update(word);
            digest.update(b"\n");
        }
        let name = hex(&digest.finalize());
        let map = Map::from_iter(kept.into_iter().map(|word| (word, 0)));
        let map = map.expect("they are in order, each once");
        let words = map.map_data(Cow::Owned).expect("the same bytes as before");
        Self { words, name, skipped }
    }

    /// The words of a file, one per line.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or has no words.
    pub fn read(path: &Path) -> Result<Arc<Self>, DictionaryError> {
        file::read(path).map(Arc::new)
    }

    /// The words of a reader, one per line; errors name the file that it reads.
    ///
    /// # Errors
    ///
    /// If reading fails, or there are no words.
    pub fn read_from(path: &Path, reader: impl Read) -> Result<Arc<Self>, DictionaryError> {
        file::read_from(path, reader).map(Arc::new)
    }

    /// Whether it has the word, which is in capitals.
    pub fn contains(&self, word: &str) -> bool {
        self.words.contains_key(word)
    }

    /// The words that fit, in order.
    pub fn fitting(&self, pattern: &Pattern) -> Vec<String> {
        let mut found = Vec::new();
        let mut words = self.words.search(pattern).into_stream();
        while let Some((word, _)) = words.next() {
            found.extend(String::from_utf8(word.to_vec()));
        }
        found
    }

    /// How many words it has.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether it has no words at all.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How many lines of the file were no words.
    pub fn skipped(&self) -> usize {
        self.skipped
    }

    /// Whether it is the embedded list.
    pub(crate) fn is_embedded(&self) -> bool {
        self.name == EMBEDDED_NAME
    }

    /// `embedded`, or the SHA-256 of the words.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Debug for Dictionary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dictionary({}, {} words)", self.name, self.len())
    }
}

/// How common a word is, from 0; every two steps are twice as common. An odd number says that the
/// word has a definition.
pub fn commonness(word: &str) -> u32 {
    let value = Dictionary::embedded().words.get(word);
    value.map_or(0, |value| u32::try_from(value).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_list_has_its_words() {
        let dictionary = Dictionary::embedded();
        assert_eq!(dictionary.len(), 178_187);
        assert!(dictionary.contains("CAT") && dictionary.contains("AT"));
        assert!(!dictionary.contains("cat") && !dictionary.contains("C"));
        assert!(!dictionary.contains("ZZZZ") && !dictionary.contains(""));
    }

    #[test]
    fn common_words_are_more_common() {
        let [stone, oats, etui] = ["STONE", "OATS", "ETUI"].map(commonness);
        assert!(stone > oats && oats > etui, "{stone} {oats} {etui}");
        assert_eq!(commonness("ZZZZ"), 0);
    }

    #[test]
    fn lists_are_read_in_any_case_and_any_order() {
        let lines: [&[u8]; 6] = [b"dog", b"CAT", b"don't", b"Cat", b"a", b"ox"];
        let dictionary = Dictionary::of(lines);
        assert_eq!((dictionary.len(), dictionary.skipped()), (3, 1));
        assert_eq!(dictionary.fitting(&Pattern::any(3)), ["CAT", "DOG"]);
        let pattern = Pattern::parse(".O.").expect("a pattern");
        assert_eq!(dictionary.fitting(&pattern), ["DOG"]);
        let same: [&[u8]; 3] = [b"ox", b"cat", b"dog"];
        assert_eq!(Dictionary::of(same).name(), dictionary.name());
        assert_ne!(dictionary.name(), Dictionary::embedded().name());
    }
}
