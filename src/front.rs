//! The front page of the library: one function per question, each with an example.

use std::path::Path;

use crate::certify::{self, CertifyError, CertifyOptions};
use crate::families::{self, AnyPuzzle};
use crate::generate::{GenerateError, GenerateOptions, GeneratedPuzzle, ParameterSource, Seed};
use crate::prove::{ProveError, SearchOptions, SearchOutcome, search};
use crate::solve::SolverSelection;
use crate::verdict::compare_stated_solution;
use xwc_check::certificate::{self, Accepted, Certificate, CheckError, Provable};
use xwc_check::puzzle::{InputError, ReadOptions};
use xwc_check::support::budget::Budget;

/// Reads a puzzle of any family from the text of its file.
///
/// ```
/// let error = xwc::read(r#"{"family": "sudoku"}"#, &Default::default()).unwrap_err();
/// assert!(error.to_string().contains("mathcrossword, crossmath, calcrostic"));
/// ```
///
/// # Errors
///
/// If the input is malformed; the error says what is wrong, and where.
pub fn read(text: &str, options: &ReadOptions) -> Result<Box<dyn AnyPuzzle>, InputError> {
    Ok(families::read(text, options)?.1)
}

/// Decides how many solutions a puzzle has: none, one, or at least two.
///
/// ```
/// use xwc::Verdict;
///
/// let text = r#"{"family": "crossnumber", "grid": [".."], "clues": {"A1": "this % 45 = 7"}}"#;
/// let puzzle = xwc::read(text, &Default::default())?;
/// let outcome = xwc::prove(&*puzzle, Default::default())?;
/// assert_eq!(outcome.found.verdict(), Verdict::Multiple); // 52 and 97
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the puzzle cannot be stated as constraints, or a solver fails. A budget that runs out is not an error but
/// the verdict `Unknown`.
pub fn prove(
    puzzle: &dyn Provable,
    options: SearchOptions<'_>,
) -> Result<SearchOutcome, ProveError> {
    let stop = SearchOptions { limit: 2, stop_at_limit: true, settle_unknowns: true, ..options };
    let outcome = search(puzzle, stop)?;
    let stated = compare_stated_solution(puzzle, &outcome.found);
    Ok(SearchOutcome { stated, ..outcome })
}

/// Finds solutions: all of them, or as many as the options ask for, and whether there are others.
///
/// ```
/// let text = r#"{"family": "crossnumber", "grid": [".."], "clues": {"A1": "this % 45 = 7"}}"#;
/// let puzzle = xwc::read(text, &Default::default())?;
/// let found = xwc::solutions(&*puzzle, Default::default())?.found;
/// assert_eq!(found.solutions.len(), 2);
/// assert!(found.complete);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The same as for [`prove`].
pub fn solutions(
    puzzle: &dyn Provable,
    options: SearchOptions<'_>,
) -> Result<SearchOutcome, ProveError> {
    search(puzzle, options)
}

/// Counts solutions without keeping them: all of them, or as many as the options ask for.
///
/// ```
/// let text = r##"{"family": "crossnumber", "grid": ["..."], "clues": {"A1": "#square"}}"##;
/// let puzzle = xwc::read(text, &Default::default())?;
/// let found = xwc::count(&*puzzle, Default::default())?.found;
/// assert_eq!((found.count, found.complete), (22, true)); // 10² to 31²
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The same as for [`prove`].
pub fn count(
    puzzle: &dyn Provable,
    options: SearchOptions<'_>,
) -> Result<SearchOutcome, ProveError> {
    search(puzzle, SearchOptions { count_only: true, ..options })
}

/// Makes the level of a seed: unique, and the same on every machine and with every solver.
///
/// ```
/// use xwc::generate::{GenerateOptions, Preset, Seed};
///
/// let options = GenerateOptions::from(Preset::Easy).with("size", "3x3");
/// let level = xwc::generate("crossmath", &options, Seed::from(7))?;
/// assert!(level.puzzle.check(&level.solution).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the family does not exist, or no level is found that meets the options.
pub fn generate(
    family: &str,
    options: &GenerateOptions,
    seed: Seed,
) -> Result<GeneratedPuzzle, GenerateError> {
    let unknown =
        || GenerateError::NoFamily { found: family.to_string(), known: families::names() };
    let family = families::find(family).ok_or_else(unknown)?;
    let source = ParameterSource::Options(options);
    let generator = (family.generator)(source, &ReadOptions::default())?;
    generator.make(seed, SolverSelection::default())
}

/// Writes the certificate of what was found into a folder: claim, formula and proof.
///
/// ```
/// # let text = r#"{"family": "crossnumber", "grid": [".."], "clues": {"A1": "this % 60 = 59"}}"#;
/// # let folder = std::env::temp_dir().join(format!("xwc-doc-certify-{}", std::process::id()));
/// let puzzle = xwc::read(text, &Default::default())?;
/// let outcome = xwc::prove(&*puzzle, Default::default())?;
/// xwc::certify(&*puzzle, &outcome, &folder, Default::default())?;
/// assert!(folder.join("proof.lrat").exists());
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the verdict is unknown, no proof is found, or the files cannot be written.
pub fn certify(
    puzzle: &dyn Provable,
    outcome: &SearchOutcome,
    folder: &Path,
    options: CertifyOptions<'_>,
) -> Result<Certificate, CertifyError> {
    certify::certify(puzzle, outcome, folder, options)
}

/// Checks a certificate without any solver: by the rules, the formula and the proof.
///
/// ```
/// # let text = r#"{"family": "crossnumber", "grid": [".."], "clues": {"A1": "this % 60 = 59"}}"#;
/// # let folder = std::env::temp_dir().join(format!("xwc-doc-check-{}", std::process::id()));
/// # let puzzle = xwc::read(text, &Default::default())?;
/// # let outcome = xwc::prove(&*puzzle, Default::default())?;
/// # xwc::certify(&*puzzle, &outcome, &folder, Default::default())?;
/// let accepted = xwc::check(&*puzzle, &folder)?;
/// assert_eq!(accepted.claim, xwc::Claim::Unique);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the certificate does not prove its claim; the error is the reason.
pub fn check(puzzle: &dyn Provable, folder: &Path) -> Result<Accepted, CheckError> {
    certificate::check(puzzle, folder, Budget::default())
}
