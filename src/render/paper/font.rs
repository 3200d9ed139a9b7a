//! The embedded typeface, DejaVu Sans: how wide a text is, where it breaks, and the bytes that a PDF
//! file takes its glyphs from.

use std::sync::LazyLock;

use ttf_parser::Face;

/// How heavy letters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Weight {
    /// For reading.
    Regular,
    /// For titles, labels and answers.
    Bold,
}

/// The height of capitals and digits, as a share of the size.
pub(super) const CAPITALS: f64 = 0.729;

/// What stands for characters that the typeface does not have.
const UNKNOWN: char = '\u{fffd}';

static FACES: LazyLock<[Face<'static>; 2]> = LazyLock::new(|| {
    Weight::ALL.map(|weight| Face::parse(weight.bytes(), 0).expect("the embedded file is a font"))
});

/// How far plain characters take the pen; layouts ask for little else, and often.
static ASCII: LazyLock<[[f64; 128]; 2]> = LazyLock::new(|| {
    Weight::ALL.map(|weight| {
        std::array::from_fn(|i| weight.measured(char::from_u32(i as u32).unwrap_or(UNKNOWN)))
    })
});

impl Weight {
    /// Both.
    pub(super) const ALL: [Self; 2] = [Self::Regular, Self::Bold];

    /// The font file.
    pub(super) fn bytes(self) -> &'static [u8] {
        match self {
            Self::Regular => dejavu::sans::regular(),
            Self::Bold => dejavu::sans::bold(),
        }
    }

    /// The font, to be asked.
    pub(super) fn face(self) -> &'static Face<'static> {
        &FACES[self as usize]
    }

    /// The glyph of a character.
    pub(super) fn glyph(self, c: char) -> u16 {
        let face = self.face();
        face.glyph_index(c).or_else(|| face.glyph_index(UNKNOWN)).map_or(0, |glyph| glyph.0)
    }

    /// How far a character takes the pen, as a share of the size.
    fn advance(self, c: char) -> f64 {
        match ASCII[self as usize].get(c as usize) {
            Some(advance) => *advance,
            None => self.measured(c),
        }
    }

    fn measured(self, c: char) -> f64 {
        let face = self.face();
        let advance = face.glyph_hor_advance(ttf_parser::GlyphId(self.glyph(c)));
        f64::from(advance.unwrap_or(0)) / f64::from(face.units_per_em())
    }

    /// The width of a text at size 1.
    pub(super) fn width(self, text: &str) -> f64 {
        text.chars().map(|c| self.advance(c)).sum()
    }

    /// The text in lines no wider than this at size 1; words that are wider are cut. A space that does
    /// not break keeps its words together.
    pub(super) fn wrap(self, text: &str, width: f64) -> Vec<String> {
        let mut lines = vec![String::new()];
        let mut used = 0.0;
        for word in plain(text).split(' ').filter(|word| !word.is_empty()) {
            let wide = self.width(word);
            let space = if used > 0.0 { self.advance(' ') } else { 0.0 };
            let line = lines.last_mut().expect("there is a line");
            if used + space + wide <= width {
                if used > 0.0 {
                    line.push(' ');
                }
                line.push_str(word);
                used += space + wide;
                continue;
            }
            if used > 0.0 {
                lines.push(String::new());
                used = 0.0;
            }
            for c in word.chars() {
                let advance = self.advance(c);
                if used > 0.0 && used + advance > width {
                    lines.push(String::new());
                    used = 0.0;
                }
                lines.last_mut().expect("there is a line").push(c);
                used += advance;
            }
        }
        lines
    }
}

/// A text of a puzzle file that stays on its line: no control characters, nothing that turns the
/// direction of what follows, nothing that XML forbids.
pub(super) fn plain(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars()
        .filter(|&c| !turns(c))
        .map(|c| match c {
            '\u{2028}' | '\u{2029}' => ' ',
            '\u{fffe}' | '\u{ffff}' => UNKNOWN,
            _ if c.is_control() => ' ',
            _ => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_wide_as_asked_and_lose_nothing() {
        let text = "the quick brown fox jumps over incomprehensibilities";
        for width in [0.5, 2.0, 5.0, 50.0] {
            let lines = Weight::Regular.wrap(text, width);
            for line in &lines {
                let fits = Weight::Regular.width(line) <= width + 1e-9;
                assert!(fits || line.chars().count() == 1, "{line} is wider than {width}");
            }
            let kept: String = lines.concat().split(' ').collect();
            assert_eq!(kept, text.replace(' ', ""));
        }
    }

    #[test]
    fn the_typeface_has_what_puzzles_are_written_in() {
        for weight in Weight::ALL {
            let unknown = weight.glyph('\u{10ffff}');
            for c in "0123456789+−×÷=AZaz√≤≥≠•·–…#$@^".chars() {
                assert_ne!(weight.glyph(c), unknown, "{c}");
            }
        }
    }

    #[test]
    fn plain_text_stays_on_its_line() {
        assert_eq!(plain("a\nb\u{202e}c\u{0}d\u{ffff}"), "a bc d\u{fffd}");
    }
}
