//! The answer on a page, hidden from a casual look: digests to check against, and the answer itself
//! combined with a stream of digests, to be revealed on request. This is not encryption: a reader of
//! the source can find the answer, since the page has to be able to show it.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use xwc_check::support::text::hex;

/// What every digest of a level begins with, so that equal cells of two levels look different.
#[derive(Debug)]
pub(super) struct Salt(String);

/// Hexadecimal digits of a slot's digest: a wrong value passes once in four thousand million times.
const SLOT_DIGITS: usize = 8;
/// Hexadecimal digits of other digests.
const DIGITS: usize = 32;

impl Salt {
    /// The salt of a puzzle in its canonical form. It also names the puzzle in the browser's storage.
    pub(super) fn of(canonical: &str) -> Self {
        Self(hex(&Sha256::digest(canonical))[..DIGITS].to_string())
    }

    pub(super) fn text(&self) -> &str {
        &self.0
    }

    fn digest(&self, what: &str) -> [u8; 32] {
        Sha256::digest(format!("{} {what}", self.0)).into()
    }

    /// The digest of a word in a direction.
    pub(super) fn word(&self, is_down: bool, word: &str) -> String {
        let direction = if is_down { "down" } else { "across" };
        hex(&self.digest(&format!("{direction} {word}")))[..DIGITS].to_string()
    }

    /// One digest per slot, one for all of them, and the hidden answer.
    pub(super) fn seal(&self, answers: &[String]) -> Value {
        let slot = |(i, answer): (usize, &String)| {
            hex(&self.digest(&format!("slot {i} {answer}")))[..SLOT_DIGITS].to_string()
        };
        let slots: String = answers.iter().enumerate().map(slot).collect();
        let joined = answers.join(" ");
        let all = hex(&self.digest(&format!("all {joined}")))[..DIGITS].to_string();
        let stream = (0..).flat_map(|i: u32| self.digest(&format!("stream {i}")));
        let hidden: Vec<u8> = joined.bytes().zip(stream).map(|(byte, mask)| byte ^ mask).collect();
        json!({ "slots": slots, "all": all, "hidden": hex(&hidden) })
    }
}
