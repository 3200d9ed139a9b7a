//! Tokens of the clue language, each with the column where it begins.

use super::Located;

/// One token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A run of digits.
    Number(String),
    /// A single letter, or a name in braces.
    Name(String),
    /// `A12` and `12ac` are across, `D3` and `3dn` down.
    Entry {
        /// Whether it is a down entry.
        down: bool,
        /// Its number.
        number: u32,
    },
    /// `#name`
    Type(String),
    /// `$name`
    Function(String),
    /// `and or not in this`, or a sign.
    Sign(&'static str),
}

/// The signs, longest first; each with the one that it is read as.
const SIGNS: [(&str, &str); 27] = [
    ("!=", "!="),
    ("==", "="),
    ("<=", "<="),
    (">=", ">="),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
    ("/", "/"),
    ("%", "%"),
    ("^", "^"),
    ("!", "!"),
    ("(", "("),
    (")", ")"),
    (",", ","),
    ("@", "@"),
    ("√", "√"),
    ("×", "*"),
    ("·", "*"),
    ("÷", "/"),
    ("−", "-"),
    ("–", "-"),
    ("≠", "!="),
    ("≤", "<="),
    ("≥", ">="),
];

/// The greatest length of a condition.
const MAX_CHARS: usize = 50_000;

/// The tokens of a text; columns count characters from 1.
pub(crate) fn tokens(text: &str) -> Result<Vec<(usize, Token)>, Located> {
    let chars: Vec<char> = text.chars().take(MAX_CHARS + 1).collect();
    if chars.len() > MAX_CHARS {
        return Err(Located::new(1, format!("it is longer than {MAX_CHARS} characters")));
    }
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if chars[at].is_whitespace() {
            at += 1;
            continue;
        }
        // A keyword is a whole run of lower-case letters, not the end of one.
        let inside = at > 0 && chars[at - 1].is_ascii_lowercase();
        let (token, length) = token(&chars[at..], at + 1, inside)?;
        tokens.push((at + 1, token));
        at += length;
    }
    Ok(tokens)
}

/// The characters at the beginning that fit.
fn run(chars: &[char], fits: impl Fn(char) -> bool) -> String {
    chars.iter().copied().take_while(|&c| fits(c)).collect()
}

/// The token at the beginning, and how many characters it takes.
fn token(chars: &[char], column: usize, inside: bool) -> Result<(Token, usize), Located> {
    let digit = |c: char| c.is_ascii_digit();
    let lower = |c: char| c.is_ascii_lowercase();
    let first = chars[0];
    if digit(first) {
        let digits = run(chars, digit);
        let word = run(&chars[digits.len()..], lower);
        if word == "ac" || word == "dn" {
            return Ok((entry(word == "dn", &digits, column)?, digits.len() + 2));
        }
        let length = digits.len();
        return Ok((Token::Number(digits), length));
    }
    if first == '#' || first == '$' {
        let name = run(&chars[1..], |c| c.is_ascii_alphanumeric());
        let length = name.len() + 1;
        let token = if first == '#' { Token::Type(name) } else { Token::Function(name) };
        return Ok((token, length));
    }
    if first == '{' {
        let end = chars.iter().position(|&c| c == '}');
        let end = end.ok_or_else(|| Located::new(column, "`{` without `}`"))?;
        let name: String = chars[1..end].iter().collect();
        return Ok((Token::Name(name), end + 1));
    }
    if first.is_alphabetic() {
        let digits = run(&chars[1..], digit);
        if (first == 'A' || first == 'D') && !digits.is_empty() {
            return Ok((entry(first == 'D', &digits, column)?, digits.len() + 1));
        }
        let word = run(chars, lower);
        let keywords = ["and", "or", "not", "in", "this"].into_iter();
        let keyword = keywords.filter(|_| !inside).find(|keyword| *keyword == word);
        return Ok(match keyword {
            Some(keyword) => (Token::Sign(keyword), keyword.len()),
            None => (Token::Name(first.to_string()), 1),
        });
    }
    for (sign, meaning) in SIGNS {
        if chars.iter().copied().zip(sign.chars()).filter(|(a, b)| a == b).count()
            == sign.chars().count()
        {
            return Ok((Token::Sign(meaning), sign.chars().count()));
        }
    }
    Err(Located::new(column, format!("`{}` means nothing here", first.escape_debug())))
}

fn entry(down: bool, digits: &str, column: usize) -> Result<Token, Located> {
    let number = digits.parse().map_err(|_| {
        let start: String = digits.chars().take(12).collect();
        Located::new(column, format!("there is no entry number {start}…"))
    })?;
    Ok(Token::Entry { down, number })
}

/// Direction and number of every entry that a text names; none if it is not a text of the language.
pub fn labels(text: &str) -> Vec<(bool, u32)> {
    let tokens = tokens(text).unwrap_or_default();
    let label = |(_, token): &(usize, Token)| match token {
        Token::Entry { down, number } => Some((*down, *number)),
        _ => None,
    };
    tokens.iter().filter_map(label).collect()
}

/// Whether a text is the name of an entry and nothing else.
pub fn is_label(text: &str) -> bool {
    matches!(tokens(text).as_deref(), Ok([(_, Token::Entry { .. })]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> String {
        let show = |(_, token): (usize, Token)| match token {
            Token::Number(digits) => digits,
            Token::Name(name) => format!("{{{name}}}"),
            Token::Entry { down, number } => format!("{}{number}", if down { 'D' } else { 'A' }),
            Token::Type(name) => format!("#{name}"),
            Token::Function(name) => format!("${name}"),
            Token::Sign(sign) => sign.to_string(),
        };
        let tokens = tokens(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        tokens.into_iter().map(show).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn letters_entries_and_keywords() {
        assert_eq!(texts("AB + 3"), "{A} {B} + 3");
        assert_eq!(texts("A12 B3 D4"), "A12 {B} 3 D4");
        assert_eq!(texts("12ac 3dn 3acd"), "A12 D3 3 {a} {c} {d}");
        assert_eq!(texts("this in #prime and not band"), "this in #prime and not {b} {a} {n} {d}");
        assert_eq!(texts("S!=O S! = O A==B"), "{S} != {O} {S} ! = {O} {A} = {B}");
        assert_eq!(texts("{aA}×√9 ≤ $ds(@A1)"), "{aA} * √ 9 <= $ds ( @ A1 )");
        assert_eq!(texts("2this"), "2 this");
    }

    #[test]
    fn what_is_no_token_is_located() {
        let error = tokens("A + ?").expect_err("a question mark");
        assert_eq!(error.column, 5);
        assert_eq!(tokens("  {ab").expect_err("no end").column, 3);
        assert!(tokens(&format!("A{}", "9".repeat(5000))).is_err());
    }
}
