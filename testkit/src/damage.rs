//! Random damage to a JSON text: by tokens, so that it may still be a puzzle, and by bytes.

use proptest::prelude::*;
use proptest::sample::{Index, select};

/// One piece of damage to a text.
#[derive(Clone, Debug)]
pub enum Damage {
    /// Puts a token of the same kind in a token's place.
    Alike(Index, Index),
    Replace(Index, &'static str),
    Insert(Index, &'static str),
    Remove(Index),
    Swap(Index, Index),
    /// Doubles an innermost list: a row of the grid, or the pool.
    Double(Index),
    FlipBit(Index, u32),
    DeleteBytes(Index, usize),
    InsertByte(Index, u8),
}

/// Words that are right somewhere in a puzzle file, or nearly.
pub const WORDS: &[&str] = &[
    r#""_""#,
    r##""#""##,
    r#""=""#,
    r#""+""#,
    r#""-""#,
    r#""×""#,
    r#""÷""#,
    r#""−""#,
    r#""""#,
    r#""0""#,
    r#""1""#,
    r#""12""#,
    r#""-7""#,
    r#""1000000000""#,
    r#""-1000000000""#,
    r#""007""#,
    "0",
    "1",
    "2",
    "9",
    "-1",
    "1000000000",
    "-1000000000",
    "1e30",
    "0.5",
    "18446744073709551615",
    "null",
    "true",
    "false",
    "[]",
    "{}",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    r#""family""#,
    r#""grid""#,
    r#""pool""#,
    r#""values""#,
    r#""min""#,
    r#""max""#,
    r#""distinct""#,
    r#""division""#,
    r#""exact""#,
    r#""rational""#,
    r#""equations""#,
    r#""row""#,
    r#""direction""#,
    r#""across""#,
    r#""down""#,
    r#""solution""#,
    r#""meta""#,
    r#""crossmath""#,
    r#""mathcrossword""#,
];

/// Damage of any sort.
pub fn anything() -> impl Strategy<Value = Damage> {
    let at = any::<Index>;
    prop_oneof![
        4 => alike(),
        4 => (at(), select(WORDS)).prop_map(|(at, word)| Damage::Replace(at, word)),
        1 => (at(), select(WORDS)).prop_map(|(at, word)| Damage::Insert(at, word)),
        1 => at().prop_map(Damage::Remove),
        4 => (at(), at()).prop_map(|(one, two)| Damage::Swap(one, two)),
        1 => at().prop_map(Damage::Double),
        1 => (at(), 0..8u32).prop_map(|(at, bit)| Damage::FlipBit(at, bit)),
        1 => (at(), 1..40usize).prop_map(|(at, length)| Damage::DeleteBytes(at, length)),
        1 => (at(), any::<u8>()).prop_map(|(at, byte)| Damage::InsertByte(at, byte)),
    ]
}

/// Damage that may well leave a puzzle.
pub fn alike() -> impl Strategy<Value = Damage> {
    any::<(Index, Index)>().prop_map(|(at, word)| Damage::Alike(at, word))
}

/// Words that can stand for each other; blanks are left alone because the pool counts them.
const KINDS: &[&[&str]] = &[
    &[r#""+""#, r#""-""#, r#""×""#, r#""÷""#],
    &[r#""0""#, r#""1""#, r#""3""#, r#""20""#, r#""999999""#, r#""1000000000""#],
    &["0", "1", "2", "7", "60", "999999", "1000000000"],
    &["true", "false"],
    &[r#""exact""#, r#""rational""#],
];

fn kind_of(token: &str) -> Option<&'static [&'static str]> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let quoted = token.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    match quoted {
        Some(text) if digits(text) => Some(KINDS[1]),
        None if digits(token) => Some(KINDS[2]),
        _ => KINDS.iter().copied().find(|kind| kind.contains(&token)),
    }
}

/// Strings, words and punctuation, without the space in between.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            '[' | ']' | '{' | '}' | ',' | ':' => 1,
            _ => rest.find(|c: char| "[]{},: \n\"".contains(c)).unwrap_or(rest.len()),
        };
        // An odd character on its own must not stop the walk.
        let (token, after) = rest.split_at(end.max(first.len_utf8()));
        tokens.push(token);
        rest = after.trim_start();
    }
    tokens
}

/// The innermost lists, as ranges of tokens.
fn lists(tokens: &[&str]) -> Vec<std::ops::Range<usize>> {
    let mut lists = Vec::new();
    let mut start = None;
    for (i, &token) in tokens.iter().enumerate() {
        match (token, start) {
            ("[", _) => start = Some(i),
            ("]", Some(first)) => {
                lists.push(first..i + 1);
                start = None;
            }
            _ => {}
        }
    }
    lists
}

/// The text with the damage to its tokens, then that to its bytes.
pub fn damaged(text: &str, damage: &[Damage]) -> String {
    let mut tokens = tokens(text);
    for damage in damage {
        let n = tokens.len();
        match damage {
            _ if n == 0 => {}
            Damage::Alike(at, word) => {
                let places: Vec<usize> = (0..n).filter(|&i| kind_of(tokens[i]).is_some()).collect();
                if !places.is_empty() {
                    let place = places[at.index(places.len())];
                    let kind = kind_of(tokens[place]).unwrap_or_default();
                    tokens[place] = kind[word.index(kind.len())];
                }
            }
            Damage::Replace(at, word) => tokens[at.index(n)] = word,
            Damage::Insert(at, word) => tokens.insert(at.index(n), word),
            Damage::Remove(at) => drop(tokens.remove(at.index(n))),
            Damage::Swap(one, two) => tokens.swap(one.index(n), two.index(n)),
            Damage::Double(at) => {
                let lists = lists(&tokens);
                if !lists.is_empty() {
                    let list = lists[at.index(lists.len())].clone();
                    let copy: Vec<&str> =
                        tokens[list.clone()].iter().copied().chain([","]).collect();
                    tokens.splice(list.start..list.start, copy);
                }
            }
            _ => {}
        }
    }
    let mut bytes = tokens.concat().into_bytes();
    for damage in damage {
        let n = bytes.len();
        match *damage {
            _ if n == 0 => {}
            Damage::FlipBit(at, bit) => bytes[at.index(n)] ^= 1 << bit,
            Damage::DeleteBytes(at, length) => {
                let start = at.index(n);
                bytes.drain(start..n.min(start + length));
            }
            Damage::InsertByte(at, byte) => bytes.insert(at.index(n), byte),
            _ => {}
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
