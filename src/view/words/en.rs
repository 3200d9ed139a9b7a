//! English.

use super::Sentence;
use crate::view::KnownAnswer;
use xwc_check::puzzle::Labels;

/// Above what the slots use up.
pub(crate) const TILES: &str = "Tiles";
/// Above the values of unknown numbers.
pub(crate) const VARIABLES: &str = "Variables";
/// Above the words of a solution.
pub(crate) const WORDS: &str = "Words";
/// Above the letters of a solution.
pub(crate) const LETTERS: &str = "Letters";

/// What a picture shows.
pub(crate) const PUZZLE: &str = "A puzzle";
/// What a picture with the answers shows.
pub(crate) const SOLVED_PUZZLE: &str = "A solved puzzle";
/// Before the lines on a worksheet for who solves it, and when.
#[cfg(feature = "pdf")]
pub(crate) const SIGNED: [&str; 2] = ["Name", "Date"];

/// The heading of worksheets with answers.
#[cfg(feature = "pdf")]
pub(crate) fn answers(title: &str) -> String {
    format!("{title} – answers")
}

/// At the foot of a worksheet.
#[cfg(feature = "pdf")]
pub(crate) fn page(number: usize, of: usize) -> String {
    format!("Page {number} of {of}")
}

/// A sentence without its full stop.
pub(crate) fn sentence(sentence: &Sentence) -> String {
    let text = match sentence {
        Sentence::PlaceNumberTiles => {
            "Put the numbers of the tiles into the empty cells so that every equation is true"
        }
        Sentence::UseEachTileOnce => "Each tile is used exactly once",
        Sentence::FindNumbers => "Fill in the missing numbers",
        Sentence::WorkInOrder => {
            "Work every row from left to right and every column from top to bottom, one step after \
             the other: × and ÷ do not go first"
        }
        Sentence::LettersAreDigits => {
            "Each letter stands for one digit, different letters for different digits"
        }
        Sentence::LettersAreNumbers => "Each letter stands for one whole number",
        Sentence::LinesAreEquations => {
            "Every row and column, and every diagonal with signs, is a true equation"
        }
        Sentence::LinesComeToZero => {
            "Every row and column, and every diagonal with signs, comes to 0; × and ÷ go first"
        }
        Sentence::NoLeadingZeros => "No number starts with 0",
        Sentence::FindDigits => "Write one digit into each cell so that every clue is true",
        Sentence::EntriesDiffer => "No two entries are equal",
        Sentence::ClueLanguage => {
            "$name(…) is a function, #name a kind of number, and A1 or D2 the number in that entry"
        }
        Sentence::PlaceLetters => {
            "Put all letters into the grid and black out the other cells, so that exactly the words \
             of the clues stand in it, across and down"
        }
        Sentence::CluesInNoOrder => "The order of the clues gives nothing away",
        Sentence::LettersConnected => "All letters hang together, and no 3×3 block is all black",
        Sentence::FractionsOnTheWay => "Divisions may give fractions on the way",
        Sentence::LeadingZerosAllowed => "Entries may start with 0",
        Sentence::EqualEntriesAllowed => "Entries may be equal",
        Sentence::NumberRange { min, max, once } => {
            let once = if *once { ", each at most once" } else { "" };
            return format!("Numbers from {} to {}{once}", number(*min), number(*max));
        }
        Sentence::LetterRange { max: Some(max) } => {
            return format!("Letters stand for whole numbers from 1 to {max}");
        }
        Sentence::LetterRange { max: None } => "Letters stand for whole numbers from 1",
        Sentence::Variables { names, values, different } => {
            let different = if *different { ", all different" } else { "" };
            return format!("Variables {}: {values}{different}", names.join(", "));
        }
        Sentence::Rules(conditions) => return format!("Rules: {conditions}"),
        Sentence::EveryEntry(conditions) => return format!("Every entry: {conditions}"),
        Sentence::InTheGrid(conditions) => return format!("In the grid (@): {conditions}"),
        Sentence::ValueDigits(digits) => {
            return format!("Number of digits of a clue's value: {digits}");
        }
        Sentence::Digits(digits) => {
            let digits: Vec<String> = digits.iter().map(u8::to_string).collect();
            return format!("Digits: {}", digits.join(", "));
        }
        Sentence::LettersAndBlack { letters, black } => {
            return format!("{letters} letters and {black} black squares");
        }
    };
    text.to_string()
}

/// Sentences one after the other, each with its full stop.
pub(crate) fn prose<'a>(sentences: impl IntoIterator<Item = &'a Sentence>) -> String {
    let sentences = sentences.into_iter().map(|one| format!("{}.", sentence(one)));
    sentences.collect::<Vec<_>>().join(" ")
}

/// Title and author in one line; `None` if there is neither.
pub(crate) fn heading(labels: &Labels) -> Option<String> {
    match (&labels.title, &labels.author) {
        (Some(title), Some(author)) => Some(format!("{title}, by {author}")),
        (Some(title), None) => Some(title.clone()),
        (None, Some(author)) => Some(format!("By {author}")),
        (None, None) => None,
    }
}

/// The title of the clues of a direction.
pub(crate) fn direction(is_down: bool) -> &'static str {
    if is_down { "Down" } else { "Across" }
}

/// What players learn about a clue's answer.
pub(crate) fn hint(word: &KnownAnswer) -> String {
    match word {
        KnownAnswer::Length(length) => length.to_string(),
        KnownAnswer::OneOf(words) => match &words[..] {
            [secret] => secret.len().to_string(),
            words => words.join(" or "),
        },
        KnownAnswer::Like(pattern) if pattern.is_open() => pattern.len().to_string(),
        KnownAnswer::Like(pattern) => pattern.to_string(),
    }
}

/// A clue's text with what players learn about its answer; `None` if there is no text.
pub(crate) fn clue(text: Option<&str>, word: &KnownAnswer) -> Option<String> {
    let hint = hint(word);
    Some(match text? {
        "" => format!("({hint})"),
        text => format!("{text} ({hint})"),
    })
}

/// How many letters a solution has.
pub(crate) fn total_letters(letters: usize) -> String {
    format!("Total: {letters} letters")
}

/// A number with a minus as it is printed.
fn number(value: i64) -> String {
    value.to_string().replace('-', "−")
}
