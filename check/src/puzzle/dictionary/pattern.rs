//! What is known of a word: its length, and some of its letters.

use std::fmt;

use fst::Automaton;

/// A letter, or `None` if it is not known, for each place of a word.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern(Vec<Option<u8>>);

impl Pattern {
    /// Any word of that length.
    pub fn any(length: usize) -> Self {
        Self(vec![None; length])
    }

    /// Capital letters, and `.` for a letter that is not known; `None` if there is anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let place = |c: char| match c {
            '.' => Some(None),
            'A'..='Z' => Some(Some(c as u8)),
            _ => None,
        };
        text.chars().map(place).collect::<Option<_>>().map(Self)
    }

    /// How many letters the word has.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the word has no letters at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether no letter is known.
    pub fn is_open(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// Whether the word is as the pattern says.
    pub fn fits(&self, word: &str) -> bool {
        let fits = |(place, letter): (&Option<u8>, u8)| place.is_none_or(|known| known == letter);
        word.len() == self.len() && self.0.iter().zip(word.bytes()).all(fits)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|place| write!(f, "{}", place.map_or('.', char::from)))
    }
}

/// Reads a word letter by letter; the state is how many letters were right, if all were.
impl Automaton for &Pattern {
    type State = Option<usize>;

    fn start(&self) -> Option<usize> {
        Some(0)
    }

    fn is_match(&self, state: &Option<usize>) -> bool {
        *state == Some(self.len())
    }

    fn can_match(&self, state: &Option<usize>) -> bool {
        state.is_some()
    }

    fn accept(&self, state: &Option<usize>, letter: u8) -> Option<usize> {
        let at = (*state)?;
        let place = self.0.get(at)?;
        place.is_none_or(|known| known == letter).then_some(at + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_read_written_and_compared() {
        let pattern = Pattern::parse("C.T").expect("a pattern");
        assert_eq!((pattern.len(), pattern.to_string()), (3, "C.T".to_string()));
        assert!(pattern.fits("CAT") && !pattern.fits("COAT") && !pattern.fits("CAR"));
        assert!(Pattern::any(2).fits("OX") && Pattern::any(2).is_open() && !pattern.is_open());
        assert_eq!(Pattern::parse("c.t"), None);
        assert_eq!(Pattern::parse("C?T"), None);
    }
}
