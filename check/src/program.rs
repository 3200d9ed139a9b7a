//! What the program `xwc-check` does: a puzzle file and the folder of a certificate in, a verdict out.

use std::path::Path;

use crate::certificate::{CheckError, Claim, check};
use crate::families;
use crate::puzzle::ReadOptions;
use crate::puzzle::dictionary::Dictionary;
use crate::support::budget::Budget;
use crate::support::files;

/// Larger puzzle files are refused.
const MAX_BYTES: u64 = 4 << 20;

/// Checks a certificate; returns what it has shown, in words.
///
/// # Errors
///
/// The exit code and the reason: 2 for a puzzle that cannot be read, 30 if the budget ran out, 40 for a
/// certificate that does not prove what it claims.
pub fn run(path: &Path, folder: &Path, dictionary: Option<&Path>) -> Result<String, (u8, String)> {
    let options = match dictionary {
        None => ReadOptions::default(),
        Some(path) => {
            let dictionary = Dictionary::read(path).map_err(|error| (2, error.to_string()))?;
            ReadOptions { dictionary }
        }
    };
    let name = path.display();
    let input = |error: &dyn std::fmt::Display| (2, format!("{name}: {error}"));
    let text = files::read_text(path, MAX_BYTES + 1).map_err(|error| input(&error))?;
    if text.len() as u64 > MAX_BYTES {
        return Err(input(&"the file is larger than 4 MiB, the limit for puzzle files"));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let (identified, puzzle) = families::read(text, &options).map_err(|error| input(&error))?;
    let accepted = check(&*puzzle, folder, Budget::default()).map_err(|error| {
        let source = std::error::Error::source(&error).map(|source| format!(": {source}"));
        let code = if matches!(error, CheckError::Stopped(_)) { 30 } else { 40 };
        (code, format!("{}: {error}{}", folder.display(), source.unwrap_or_default()))
    })?;
    let claim = match accepted.claim {
        Claim::Unique => "exactly one solution",
        Claim::Multiple => "more than one solution",
        Claim::None => "no solution",
    };
    let mut sentence = format!("accepted: {claim}");
    if identified.ipuz.is_some() {
        sentence +=
            "\nnot checked: whether what other programs see in this ipuz file is this puzzle";
    }
    for what in accepted.not_checked {
        sentence += &format!("\nnot checked: {what}");
    }
    Ok(sentence)
}
