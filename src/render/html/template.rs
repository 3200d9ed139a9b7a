//! The page itself: style, script and data in one file, with a policy that lets the browser run
//! this script, use this style, and load nothing.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{Mode, PageLevel};

const TEMPLATE: &str = include_str!("page/page.html");

/// In the order in which they build on each other.
const STYLES: [&str; 4] = [
    include_str!("page/base.css"),
    include_str!("page/board.css"),
    include_str!("page/controls.css"),
    include_str!("page/print.css"),
];

/// In the order in which they build on each other: tools, then the game.
const GAME: [&str; 16] = [
    include_str!("page/words.js"),
    include_str!("page/dom.js"),
    include_str!("page/sha256.js"),
    include_str!("page/seal.js"),
    include_str!("page/storage.js"),
    include_str!("page/history.js"),
    include_str!("page/clock.js"),
    include_str!("page/fractions.js"),
    include_str!("page/lines.js"),
    include_str!("page/signs.js"),
    include_str!("page/numbers.js"),
    include_str!("page/cursor.js"),
    include_str!("page/board.js"),
    include_str!("page/pad.js"),
    include_str!("page/clues.js"),
    include_str!("page/game.js"),
];

/// What a way of playing adds to the game.
fn mode(mode: Mode) -> &'static str {
    match mode {
        Mode::Numbers => include_str!("page/mode-numbers.js"),
        Mode::Letters => include_str!("page/mode-letters.js"),
        Mode::Entries => include_str!("page/mode-entries.js"),
        Mode::Words => concat!(include_str!("page/runs.js"), include_str!("page/mode-words.js")),
    }
}

/// The page around the game, which starts it.
const MAIN: &str = include_str!("page/main.js");

/// A page with these levels, each made by [`super::level`].
pub(crate) fn page(levels: &[PageLevel]) -> String {
    let style = minify(&STYLES.concat());
    let modes: BTreeSet<Mode> = levels.iter().map(|level| level.mode).collect();
    let modes: String = modes.into_iter().map(mode).collect();
    let scripts = minify(&[&GAME.concat(), &modes, MAIN].concat());
    let script = format!("(function () {{\n\"use strict\";\n{scripts}}})();\n");
    let policy = format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; img-src data:; base-uri 'none'; \
         form-action 'none'",
        source(&script),
        source(&style)
    );
    let data: Vec<&Value> = levels.iter().map(|level| &level.data).collect();
    let data = escape_for_script(&json!({ "levels": data }).to_string());
    // What is filled in is never looked at again, whatever it says.
    let mut rest = TEMPLATE;
    let mut page = String::new();
    for (mark, text) in
        [("{policy}", &policy), ("{style}", &style), ("{data}", &data), ("{script}", &script)]
    {
        let (before, after) = rest.split_once(mark).expect("the template has each mark in order");
        page.push_str(before);
        page.push_str(text);
        rest = after;
    }
    page + rest
}

/// Script or style without comments and indentation, which readers have in `page/`. Comments there
/// are lines of their own, and no text goes over several lines.
fn minify(source: &str) -> String {
    let lines = source.lines().map(str::trim_start);
    let kept = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    let kept = kept.filter(|line| !line.starts_with("/*"));
    kept.fold(String::new(), |text, line| text + line + "\n")
}

/// JSON in which no character can end the element around it, begin another, or end a line of script.
fn escape_for_script(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                text.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            _ => text.push(c),
        }
    }
    text
}

/// How a policy names a script or style by its digest.
fn source(text: &str) -> String {
    format!("sha256-{}", base64(&Sha256::digest(text)))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            match i <= chunk.len() {
                true => text.push(char::from(DIGITS[(bits >> (18 - 6 * i) & 63) as usize])),
                false => text.push('='),
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_padded() {
        let cases = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("ÿ>?", "w78+Pw==")];
        for (text, expected) in cases {
            assert_eq!(base64(text.as_bytes()), expected);
        }
    }

    #[test]
    fn data_cannot_leave_its_element() {
        let nasty = json!({ "title": "Crucigram", "clue": "</script><script>alert(1)</script><!-- & \u{2028}{script}" });
        let page = page(&[PageLevel { data: nasty.clone(), mode: Mode::Words }]);
        assert_eq!(page.matches("<script").count(), 2);
        assert_eq!(page.matches("</script>").count(), 2);
        let data = page.split("application/json\" id=\"data\">").nth(1).expect("the data");
        let data = data.split("</script>").next().expect("its end");
        let read: Value = serde_json::from_str(data).expect("it is still JSON");
        assert_eq!(read["levels"][0], nasty);
    }
}
