//! The embedded dictionary, made from its sources.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// Where it lies.
pub fn path() -> PathBuf {
    crate::root().join("check/src/puzzle/dictionary/words.fst")
}

/// Every word of the English list of `random_word`, in capitals, with a number for how common it is.
/// The number is how many binary digits the count of its occurrences in the definitions of `webster`
/// has, twice, plus one if it is defined there itself.
pub fn dictionary() -> Vec<u8> {
    let words: Vec<String> = random_word::all(random_word::Lang::En)
        .iter()
        .filter(|word| word.len() >= 2 && word.bytes().all(|byte| byte.is_ascii_alphabetic()))
        .map(|word| word.to_ascii_uppercase())
        .collect();
    // Each word with the count of its occurrences, and whether it is defined.
    let mut known: BTreeMap<String, (u32, bool)> =
        words.into_iter().map(|word| (word, (0, false))).collect();
    let definitions: Vec<&str> = known
        .iter_mut()
        .filter_map(|(word, (_, defined))| {
            let definition = webster::dictionary(word);
            *defined = definition.is_some();
            definition
        })
        .collect();
    for definition in definitions {
        for word in definition.split(|c: char| !c.is_ascii_alphabetic()) {
            // Names begin with a capital inside a sentence; so do a few words that do not count.
            if let Some((count, _)) = known.get_mut(&word.to_ascii_uppercase())
                && word.starts_with(|c: char| c.is_ascii_lowercase())
            {
                *count += 1;
            }
        }
    }
    let common = |(count, defined): (u32, bool)| {
        u64::from(2 * (u32::BITS - count.leading_zeros()) + u32::from(defined))
    };
    let pairs = known.into_iter().map(|(word, figures)| (word, common(figures)));
    let map = fst::Map::from_iter(pairs).expect("the words are in order, each once");
    map.as_fst().as_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_embedded_dictionary_is_made_from_its_sources() {
        let embedded = std::fs::read(super::path()).expect("it is there");
        assert!(embedded == super::dictionary(), "cargo run -p xwc-testkit --bin embedded");
    }
}
