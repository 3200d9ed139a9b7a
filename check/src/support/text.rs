//! Untrusted texts, made safe for terminals and markup; and bytes as text.
//!
//! Names, clues and titles come from puzzle files. What would move the cursor, ring the bell, change
//! the order of characters or hide among them is written as an escape instead.

use std::borrow::Cow;
use std::io::{self, Write};

use serde_json::Value;

/// Whether a character must not reach a reader as it is: it controls something, changes the order of
/// others, or cannot be seen.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            // Soft hyphen, Arabic letter mark, fillers, vowel separator.
            '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
            // Zero-width characters and marks of direction.
            | '\u{200b}'..='\u{200f}'
            // Line and paragraph separators, embeddings and overrides of direction.
            | '\u{2028}'..='\u{202e}'
            // Invisible operators and isolates of direction.
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            // Musical controls and tags.
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
        )
}

/// The text with escapes such as `\u{1b}` for what must not be seen as it is.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match is_hidden(c) {
            true => shown.extend(c.escape_unicode()),
            false => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// The beginning of a text, made visible: at most this many characters, and `…` if there are more.
pub fn excerpt(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", visible(&text[..end])),
        None => visible(text).into_owned(),
    }
}

/// Bytes in hexadecimal, two lower-case digits each.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The characters that begin or end markup, with their names in XML and HTML. The ampersand is
/// first, because it is part of all names.
const MARKUP: [(char, &str); 5] =
    [('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;"), ('"', "&quot;"), ('\'', "&#39;")];

/// The text as it stands between the tags of XML or HTML; quotes stay as they are.
pub fn escape_content(text: &str) -> String {
    MARKUP[..3].iter().fold(text.to_string(), |text, (c, name)| text.replace(*c, name))
}

/// The text as it can stand anywhere in XML or HTML, between tags and in attributes.
pub fn escape_markup(text: &str) -> String {
    // XML has no other control characters, not even escaped.
    let is_allowed = |c: char| !c.is_control() || "\t\n\r".contains(c);
    let text = text.chars().map(|c| if is_allowed(c) { c } else { '\u{fffd}' }).collect();
    MARKUP.iter().fold(text, |text: String, (c, name)| text.replace(*c, name))
}

/// The text that was escaped for XML or HTML.
pub fn unescape_markup(text: &str) -> String {
    MARKUP
        .iter()
        .rev()
        .fold(text.to_string(), |text, (c, name)| text.replace(name, c.encode_utf8(&mut [0; 4])))
}

/// Makes every text in a value visible.
pub fn make_visible(value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Cow::Owned(shown) = visible(text) {
                *text = shown;
            }
        }
        Value::Array(list) => list.iter_mut().for_each(make_visible),
        Value::Object(fields) => fields.values_mut().for_each(make_visible),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A JSON text in which hidden characters, which can only stand in strings, are escapes as well.
pub fn json(text: &str) -> Cow<'_, str> {
    let hidden = |c: char| is_hidden(c) && c != '\n';
    if !text.chars().any(hidden) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match hidden(c) {
            true => push_json_escape(&mut escaped, c),
            false => escaped.push(c),
        }
    }
    Cow::Owned(escaped)
}

fn push_json_escape(text: &mut String, c: char) {
    for unit in c.encode_utf16(&mut [0; 2]) {
        text.push_str(&format!("\\u{unit:04x}"));
    }
}

/// Writes text on, hidden characters but line ends and tabs as escapes of JSON, which are readable
/// elsewhere too: the last check before the terminal.
pub struct Visible<W> {
    out: W,
    /// The first bytes of a character that is not complete yet.
    rest: Vec<u8>,
}

impl<W: Write> Visible<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self { out, rest: Vec::new() }
    }

    fn write_text(&mut self, text: &str) -> io::Result<()> {
        let mut from = 0;
        for (at, c) in text.char_indices() {
            if is_hidden(c) && c != '\n' && c != '\t' {
                self.out.write_all(&text.as_bytes()[from..at])?;
                let mut escape = String::new();
                push_json_escape(&mut escape, c);
                self.out.write_all(escape.as_bytes())?;
                from = at + c.len_utf8();
            }
        }
        self.out.write_all(&text.as_bytes()[from..])
    }
}

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        let all = std::mem::take(&mut self.rest);
        let mut left = &all[..];
        loop {
            match std::str::from_utf8(left) {
                Ok(text) => {
                    self.write_text(text)?;
                    break;
                }
                Err(error) => {
                    let (valid, after) = left.split_at(error.valid_up_to());
                    self.write_text(std::str::from_utf8(valid).unwrap_or_default())?;
                    match error.error_len() {
                        // The rest of the character is still to come.
                        None => {
                            self.rest = after.to_vec();
                            break;
                        }
                        Some(length) => {
                            self.write_text("\u{fffd}")?;
                            left = &after[length..];
                        }
                    }
                }
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_become_escapes() {
        assert_eq!(visible("plain ü text…"), "plain ü text…");
        assert_eq!(visible("a\u{1b}[31mb\u{7}\n"), "a\\u{1b}[31mb\\u{7}\\u{a}");
        assert_eq!(visible("x\u{202e}y\u{200b}z\u{feff}"), "x\\u{202e}y\\u{200b}z\\u{feff}");
        assert_eq!(excerpt("abcdef", 3), "abc…");
        assert_eq!(excerpt("abc", 3), "abc");
        let text = serde_json::json!({ "a\u{202e}": "\u{e0001}\u{1b}" }).to_string();
        let escaped = json(&text);
        assert_eq!(escaped, "{\"a\\u202e\":\"\\udb40\\udc01\\u001b\"}");
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&escaped).ok(),
            serde_json::from_str(&text).ok()
        );
    }

    #[test]
    fn markup_is_named_and_named_back() {
        let text = "a<b> & \"c\" 'd' &lt;";
        assert_eq!(escape_content(text), "a&lt;b&gt; &amp; \"c\" 'd' &amp;lt;");
        let escaped = "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39; &amp;lt;";
        assert_eq!(escape_markup(text), escaped);
        assert_eq!(unescape_markup(escaped), text);
        assert_eq!(escape_markup("a\u{1}b\tc"), "a\u{fffd}b\tc");
    }

    #[test]
    fn bytes_are_two_digits_each() {
        assert_eq!(hex(&[0, 10, 255]), "000aff");
    }

    #[test]
    fn writers_escape_whatever_the_pieces() {
        let text = "ä\u{202e}b\tc\u{1b}\nü€";
        for size in 1..6 {
            let mut out = Visible::new(Vec::new());
            for piece in text.as_bytes().chunks(size) {
                out.write_all(piece).expect("a vector takes everything");
            }
            let written = String::from_utf8(out.out).expect("text");
            assert_eq!(written, "ä\\u202eb\tc\\u001b\nü€", "pieces of {size}");
        }
        let mut out = Visible::new(Vec::new());
        out.write_all(b"a\xffb").expect("a vector takes everything");
        assert_eq!(out.out, "a\u{fffd}b".as_bytes());
    }
}
