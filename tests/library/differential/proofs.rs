//! Certificates of random puzzles, shown to VeriPB.

use std::fs;
use std::path::Path;
use xwc_testkit::spec;

use xwc::families::AnyPuzzle;
use xwc::solve::Budget;
use xwc::{CertifyError, CertifyOptions, SearchOptions, SearchOutcome, certify, solutions};
use xwc_check::certificate::StatementError;
use xwc_check::certificate::{self, Claim, JUSTIFICATION, RULES};

use super::OPTIONS;
use super::tally::Tally;
use xwc_testkit::spec::Case;
use xwc_testkit::veripb::{accepts_lrat, refutes};

/// Families whose formulas can be derived from plain rules.
const JUSTIFIED: [&str; 2] = ["mathcrossword", "crossmath"];

/// The certificate of one case, if it has no solution or one: VeriPB accepts its LRAT proof, and its
/// justification if there is one.
pub(super) fn show_to_veripb(seed: u64, index: u64) -> Tally {
    let mut tally = Tally::default();
    let case = spec::case(seed, index);
    let Ok(puzzle) = xwc::read(&case.puzzle.to_string(), &OPTIONS) else {
        return tally;
    };
    if case.solutions.len() > 1 {
        return tally;
    }
    let options = SearchOptions { limit: 2, stop_at_limit: true, ..SearchOptions::default() };
    let Ok(report) = solutions(&*puzzle, options) else { return tally };
    if report.found.count != case.solutions.len() as u64 || !report.found.complete {
        // The sweep speaks of such differences.
        return tally;
    }
    let name = format!("differential-veripb-{}-{index}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let outcome = show(&case, &*puzzle, &report, &folder, &mut tally);
    if let Err(error) = outcome {
        let Case { family, puzzle, .. } = &case;
        let text = format!("seed {seed}, case {index}, {family}: {error}\n  puzzle: {puzzle}");
        tally.failures.push(text);
    }
    // Left-overs of one case do no harm.
    let _ = fs::remove_file(folder.with_extension("translated.pbp"));
    let _ = fs::remove_dir_all(folder);
    tally
}

fn show(
    case: &Case,
    puzzle: &dyn AnyPuzzle,
    outcome: &SearchOutcome,
    folder: &Path,
    tally: &mut Tally,
) -> Result<(), String> {
    let family = case.family;
    let mut justify = JUSTIFIED.contains(&family);
    let write = |justify| {
        certify(puzzle, outcome, folder, CertifyOptions { justify, ..CertifyOptions::default() })
    };
    let mut written = write(justify);
    if matches!(written, Err(CertifyError::TooLong(_))) {
        tally.count("justification refused", family);
        justify = false;
        written = write(justify);
    }
    match written {
        Err(CertifyError::Statement(StatementError::Refused(_))) => {
            tally.count("certificate refused", family);
            return Ok(());
        }
        Err(error) => return Err(format!("no certificate: {error}")),
        Ok(_) => {}
    }
    let accepted =
        certificate::check(puzzle, folder, Budget::default()).map_err(|error| error.to_string())?;
    let claim = if case.solutions.is_empty() { Claim::None } else { Claim::Unique };
    if accepted.claim != claim {
        return Err(format!("it is certified as {:?}", accepted.claim));
    }
    if !accepts_lrat(folder) {
        return Err("VeriPB does not accept the LRAT proof".to_string());
    }
    tally.count("LRAT proofs accepted by VeriPB", family);
    if justify {
        if !refutes(&folder.join(RULES), &folder.join(JUSTIFICATION)) {
            return Err("VeriPB does not accept the justification".to_string());
        }
        tally.count("justifications accepted by VeriPB", family);
    }
    Ok(())
}
