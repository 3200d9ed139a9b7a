//! Clues from a dictionary of definitions: the first sense, cleaned and short, the answer masked.
//!
//! The definitions are of 1913 and come with their faults: words at the ends of lines have grown
//! together, and examples and names of authors follow without a space. What is not a definition but a
//! reference, and what is left too short, is not used.

use xwc_check::puzzle::dictionary::Dictionary;

/// What stands for the answer.
const MASK: &str = "___";

/// Longer clues are cut at a clause boundary.
const MAX_CHARS: usize = 96;

/// A shorter one says nothing.
const MIN_CHARS: usize = 6;

/// Beginnings of texts that are not definitions.
const REFERENCES: [&str; 12] = [
    "see ", "same as", "imp.", "p. p.", "pl. of", "pl.", "of ", "alt. of", "obs.", "of, or",
    "pres.", "contr.",
];

/// Endings, and what takes their place in the word that they were added to.
const ENDINGS: [(&str, &str); 12] = [
    ("IES", "Y"),
    ("IED", "Y"),
    ("ES", ""),
    ("S", ""),
    ("ED", ""),
    ("ED", "E"),
    ("ING", ""),
    ("ING", "E"),
    ("LY", ""),
    ("ER", ""),
    ("ER", "E"),
    ("EST", ""),
];

/// The clue for a word in capitals.
pub(super) fn clue(word: &str) -> String {
    if let Some(clue) = defined(word, &[word]) {
        return clue;
    }
    for (ending, instead) in ENDINGS {
        let stem = word.strip_suffix(ending).map(|stem| format!("{stem}{instead}"));
        let stem = stem.filter(|stem| stem.len() > 2 && Dictionary::embedded().contains(stem));
        if let Some(clue) = stem.and_then(|stem| defined(&stem, &[word, &stem])) {
            return format!("{clue} [in another form]");
        }
    }
    let first = word.chars().next().unwrap_or('?');
    masked(&format!("A word of {} letters that begins with {first}", word.len()), &[word])
}

/// The definition of a word as a clue without any of the secrets; `None` if there is none.
fn defined(word: &str, secrets: &[&str]) -> Option<String> {
    let text = first_sense(webster::dictionary(word)?);
    let lower = text.to_lowercase();
    if REFERENCES.iter().any(|reference| lower.starts_with(reference)) {
        let base = lower.rsplit_once(" of ")?.1.trim_matches(|c: char| !c.is_alphabetic());
        let one_word = base.len() > 1 && base.bytes().all(|byte| byte.is_ascii_lowercase());
        let secret = secrets.iter().any(|secret| secret.eq_ignore_ascii_case(base));
        return (one_word && !secret).then(|| format!("A form of “{base}”"));
    }
    let text = cut(&spaced(&text));
    // An example that was cut off, or stood in brackets.
    let text = text.trim_end_matches(" as").trim_end_matches([',', ';', ':', ' ']);
    let text = masked(text, secrets);
    let left = text.replace(MASK, "");
    if left.chars().filter(|c| c.is_alphabetic()).count() < MIN_CHARS {
        return None;
    }
    let mut chars = text.chars();
    let first = chars.next()?;
    Some(first.to_uppercase().chain(chars).collect())
}

/// The text without what stands in brackets, up to the end of its first sentence.
fn first_sense(text: &str) -> String {
    let mut kept = String::new();
    let mut depth = 0usize;
    for c in text.chars() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            // Sentences end with a full stop after a word of more than two letters; other full
            // stops belong to abbreviations.
            '.' => {
                let last =
                    kept.trim_end().rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
                let common = last.chars().all(char::is_lowercase);
                if last.chars().count() > 2 && common && last != "etc" {
                    break;
                }
                kept.push(c);
            }
            _ if c.is_whitespace() => kept.push(' '),
            _ => kept.push(c),
        }
    }
    let end = kept.find("--").unwrap_or(kept.len());
    kept.truncate(end);
    kept.trim_matches(|c: char| c.is_whitespace() || ",;:.".contains(c)).to_string()
}

/// With spaces where two words have grown together, and only one where there are more.
fn spaced(text: &str) -> String {
    let mut spaced = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        if length > 0 {
            spaced.push_str(&parted(&rest[..length]));
            rest = &rest[length..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        if c != ' ' || !spaced.ends_with(' ') {
            spaced.push(c);
        }
        if ",;:".contains(c) && rest.starts_with(char::is_alphabetic) {
            spaced.push(' ');
        }
    }
    spaced.replace(" ,", ",").replace(" ;", ";")
}

/// A word, or two if it is none but two together.
fn parted(word: &str) -> String {
    let dictionary = Dictionary::embedded();
    let is_word =
        |text: &str| matches!(text, "a" | "A") || dictionary.contains(&text.to_ascii_uppercase());
    let bytes = word.as_bytes();
    let turns = |at: &usize| bytes[at - 1].is_ascii_lowercase() && bytes[*at].is_ascii_uppercase();
    if let Some(at) = (1..word.len()).find(turns) {
        return format!("{} {}", parted(&word[..at]), parted(&word[at..]));
    }
    if word.len() < 5 || is_word(word) || bytes.iter().any(u8::is_ascii_uppercase) {
        return word.to_string();
    }
    let split = |at: &usize| is_word(&word[..*at]) && is_word(&word[*at..]);
    // The longer the shorter part, the less likely that it is by accident.
    let at = (1..word.len()).filter(split).max_by_key(|&at| at.min(word.len() - at));
    match at {
        Some(at) => format!("{} {}", &word[..at], &word[at..]),
        None => word.to_string(),
    }
}

/// The text up to the last end of a thought within the limit, or to the last whole word.
fn cut(text: &str) -> String {
    if text.chars().count() <= MAX_CHARS {
        return text.to_string();
    }
    let end = text.char_indices().nth(MAX_CHARS).map_or(text.len(), |(end, _)| end);
    let text = &text[..end];
    let thought = text.rfind(';').or_else(|| text.rfind(',')).filter(|&end| end > MAX_CHARS / 3);
    match (thought, text.rfind(' ')) {
        (Some(end), _) => text[..end].to_string(),
        (None, Some(end)) => format!("{}…", &text[..end]),
        (None, None) => format!("{text}…"),
    }
}

/// The text with every word masked that is, or begins with, or, if it is long enough, contains a
/// secret.
fn masked(text: &str, secrets: &[&str]) -> String {
    let mut masked = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        if length == 0 {
            masked.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let word = rest[..length].to_uppercase();
        let tells = |secret: &&str| match secret.len() {
            0..=2 => word == **secret,
            3 => word.starts_with(*secret),
            _ => word.contains(*secret),
        };
        match secrets.iter().any(tells) {
            true => masked.push_str(MASK),
            false => masked.push_str(&rest[..length]),
        }
        rest = &rest[length..];
    }
    masked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_masked() {
        assert_eq!(
            masked("Cats, a cat's kit and concatenation", &["CAT"]),
            "___, a ___'s kit and concatenation"
        );
        assert_eq!(
            masked("To stone; stony, gravestones", &["STONE"]),
            "To ___; stony, gravestones".replace("gravestones", "___")
        );
        assert_eq!(masked("At the table", &["AT"]), "___ the table");
    }

    #[test]
    fn definitions_become_clues() {
        assert_eq!(clue("ARENA"), "The area in the central part of an amphitheater");
        let eel = clue("EEL");
        assert!(eel.starts_with("An elongated fish of many genera"), "{eel}");
        assert!(clue("RUST").contains("moist air"), "{}", clue("RUST"));
        assert!(clue("TREES").ends_with("[in another form]"), "{}", clue("TREES"));
        assert_eq!(clue("ZZYZZ"), "A word of 5 letters that begins with Z");
    }

    #[test]
    fn no_clue_names_its_answer_or_grows_long() {
        let mut real = 0;
        for word in Dictionary::embedded().fitting(&xwc_check::puzzle::dictionary::Pattern::any(4))
        {
            let clue = clue(&word);
            let whole =
                clue.split(|c: char| !c.is_alphabetic()).any(|part| part.to_uppercase() == word);
            assert!(!whole && clue.chars().count() < 130 && !clue.is_empty(), "{word}: {clue}");
            real += usize::from(!clue.contains("letters that begin"));
        }
        assert!(real > 1500, "only {real} real clues");
    }
}
