//! What the program `xwc-check` does: a puzzle file and the folder of a certificate in, a verdict out.

use std::path::Path;

use crate::certificate::{Claim, check, check_and_elaborate};
use crate::families;
use crate::puzzle::ReadOptions;
use crate::puzzle::dictionary::Dictionary;
use crate::support::budget::Budget;
use crate::support::fault::{Blame, Fault};
use crate::support::files;

/// Larger puzzle files are refused.
const MAX_BYTES: u64 = 4 << 20;

/// What may be asked beside the puzzle and the folder.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// The words that a word puzzle may use.
    pub dictionary: Option<&'a Path>,
    /// Where the proof is to be written as LRAT.
    pub lrat: Option<&'a Path>,
}

/// Checks a certificate; returns what it has shown, in words.
///
/// # Errors
///
/// The exit code and the reason: 2 for a puzzle that cannot be read, 30 if the budget ran out, 40 for a
/// certificate that does not prove what it claims.
pub fn run(path: &Path, folder: &Path, options: Options<'_>) -> Result<String, (u8, String)> {
    let words = match options.dictionary {
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
    let (identified, puzzle) = families::read(text, &words).map_err(|error| input(&error))?;
    if options.lrat.is_some_and(|lrat| files::would_change(lrat, path, folder)) {
        return Err((2, "--lrat: the file is one of those that are checked".to_string()));
    }
    let mut lrat = Vec::new();
    let accepted = match options.lrat {
        None => check(&*puzzle, folder, Budget::default()),
        Some(_) => check_and_elaborate(&*puzzle, folder, &mut lrat, Budget::default()),
    };
    let accepted = accepted.map_err(|error| {
        let source = std::error::Error::source(&error).map(|source| format!(": {source}"));
        let code = match error.fault() {
            Fault::Budget(_) => 30,
            Fault::Input => 2,
            _ => 40,
        };
        (code, format!("{}: {error}{}", folder.display(), source.unwrap_or_default()))
    })?;
    if let Some(path) = options.lrat {
        let written = std::fs::write(path, &lrat);
        written.map_err(|error| (2, format!("{}: {error}", path.display())))?;
    }
    let claim = match accepted.claim {
        Claim::Unique => "exactly one solution".to_string(),
        Claim::Multiple => "more than one solution".to_string(),
        Claim::None => "no solution".to_string(),
        Claim::Count => format!("the number of solutions is {}", accepted.solutions),
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
