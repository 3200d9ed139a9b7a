//! Certificates of crossnumbers that belong to another puzzle or were changed, sealed anew as a forger
//! would: whatever `check` accepts is true by brute force, which knows the solutions of every puzzle
//! here.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use xwc::families::AnyPuzzle;
use xwc::solve::Budget;
use xwc::{CertifyOptions, SearchOptions, certify, solutions};
use xwc_check::certificate::{
    self, Certificate, Claim, Digest, FORMULA, MANIFEST, StatedLemma, statement,
};
use xwc_check::lower::for_formulas;
use xwc_check::puzzle::ReadOptions;
use xwc_testkit::spec::{self, Case, Dice, Reading};

/// Forgeries that are tried in every run.
const FORGERIES: usize = 1_000;

/// Lemmas about true solutions that are tried in every run.
const LEMMAS: usize = 3_000;

fn read(case: &Case) -> Option<Box<dyn AnyPuzzle>> {
    xwc::read(&case.puzzle.to_string(), &ReadOptions::default()).ok()
}

/// A genuine certificate of a puzzle with one solution or none.
struct Genuine {
    case: Case,
    puzzle: Box<dyn AnyPuzzle>,
    certificate: Certificate,
    folder: PathBuf,
}

impl Genuine {
    fn new(case: Case, folder: &Path) -> Option<Self> {
        if case.solutions.len() > 1 {
            return None;
        }
        let puzzle = read(&case)?;
        let options = SearchOptions { limit: 2, stop_at_limit: true, ..SearchOptions::default() };
        let outcome = solutions(&*puzzle, options).ok()?;
        let certificate = certify(&*puzzle, &outcome, folder, CertifyOptions::default()).ok()?;
        certificate::check(&*puzzle, folder, Budget::default()).expect("it is genuine");
        Some(Self { case, puzzle, certificate, folder: folder.to_path_buf() })
    }

    /// Puts a changed certificate in the place of the genuine one, with the formula that goes with it if
    /// there is one, and says what is accepted.
    fn accepted(&self, puzzle: &dyn AnyPuzzle, mut forged: Certificate) -> Option<Claim> {
        forged.puzzle = Digest::of_puzzle(puzzle);
        if let Some(formula) = formula(puzzle, &forged) {
            forged.files.insert(FORMULA.to_string(), Digest::of(&formula));
            fs::write(self.folder.join(FORMULA), formula).expect("written");
        }
        fs::write(self.folder.join(MANIFEST), forged.sealed().text()).expect("written");
        let accepted = certificate::check(puzzle, &self.folder, Budget::default());
        accepted.ok().map(|accepted| accepted.claim)
    }
}

/// The formula that a checker expects for a claim.
fn formula(puzzle: &dyn AnyPuzzle, claim: &Certificate) -> Option<Vec<u8>> {
    let lowered = for_formulas(puzzle, Budget::default()).ok()?;
    let encoding = xwc_encodings::find(&claim.encoding.as_ref()?.name)?;
    let (lemmas, solutions) = (&claim.lemmas, &claim.solutions);
    let cnf = statement(&lowered, encoding, lemmas, solutions, Budget::default()).ok()?;
    let mut bytes = Vec::new();
    cnf.write_dimacs(&lowered.model, &mut bytes).expect("memory is patient");
    Some(bytes)
}

/// Whether a claim is true of a puzzle whose solutions are known.
fn is_true(claim: Claim, case: &Case) -> bool {
    match claim {
        Claim::None => case.solutions.is_empty(),
        Claim::Unique => case.solutions.len() == 1,
        Claim::Multiple => case.solutions.len() > 1,
        Claim::Count => false,
    }
}

/// The solution with another digit in one cell, for each cell and digit.
fn misprints(certificate: &Certificate) -> Vec<Certificate> {
    let mut forged = Vec::new();
    let Some(rows) = certificate.solutions.first().and_then(|one| one.0["grid"].as_array()) else {
        return forged;
    };
    for (i, row) in rows.iter().enumerate() {
        let row = row.as_str().expect("a row of digits");
        for (j, old) in row.char_indices().filter(|(_, cell)| cell.is_ascii_digit()) {
            for digit in ('0'..='9').filter(|digit| *digit != old) {
                let mut changed = certificate.clone();
                let mut text = row.to_string();
                text.replace_range(j..=j, &digit.to_string());
                changed.solutions[0].0["grid"][i] = Value::String(text);
                forged.push(changed);
            }
        }
    }
    forged
}

/// The same claim with a lemma left out, made stronger, or about another condition.
fn other_lemmas(certificate: &Certificate) -> Vec<Certificate> {
    let mut forged = Vec::new();
    for i in 0..certificate.lemmas.len() {
        let mut change = |change: &dyn Fn(&mut Vec<StatedLemma>)| {
            let mut changed = certificate.clone();
            change(&mut changed.lemmas);
            forged.push(changed);
        };
        change(&|lemmas| drop(lemmas.remove(i)));
        change(&|lemmas| drop(lemmas[i].values.pop()));
        change(&|lemmas| {
            if let Some((_, value)) = lemmas[i].values.first_mut() {
                *value = (*value + 1) % 10;
            }
        });
        change(&|lemmas| lemmas[i].condition = lemmas[0].condition.clone());
    }
    forged
}

#[test]
fn no_forged_certificate_with_a_false_claim_is_accepted() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mutations");
    let (mut tried, mut accepted, mut false_claims) = (0, 0, 0);
    for seed in 0.. {
        if tried >= FORGERIES {
            break;
        }
        let (case, weaker) = spec::crossnumber::weakened(&mut Dice::new(23, seed));
        let _ = fs::remove_dir_all(&folder);
        let Some(genuine) = Genuine::new(case, &folder) else { continue };
        let mut try_it =
            |puzzle: &dyn AnyPuzzle, case: &Case, forged: Certificate, false_by: &str| {
                tried += 1;
                let is_false = !false_by.is_empty() || !is_true(forged.claim, case);
                false_claims += usize::from(is_false);
                if genuine.accepted(puzzle, forged).is_some() {
                    accepted += 1;
                    assert!(!is_false, "accepted {false_by} for {}", case.puzzle);
                }
            };
        // The certificate of a puzzle with one clue more.
        for case in weaker.iter().filter(|case| case.reading == Reading::Puzzle) {
            let Some(puzzle) = read(case) else { continue };
            try_it(&*puzzle, case, genuine.certificate.clone(), "");
        }
        for forged in misprints(&genuine.certificate).into_iter().step_by(7) {
            try_it(&*genuine.puzzle, &genuine.case, forged, "a wrong digit");
        }
        for claim in [Claim::None, Claim::Unique, Claim::Multiple] {
            let forged = Certificate { claim, ..genuine.certificate.clone() };
            try_it(&*genuine.puzzle, &genuine.case, forged, "");
        }
        for forged in other_lemmas(&genuine.certificate).into_iter().take(40) {
            try_it(&*genuine.puzzle, &genuine.case, forged, "");
        }
    }
    // Some forgeries are true all the same: a clue that was not needed is left out.
    assert!(accepted > 20, "{accepted} of {tried} are accepted");
    assert!(false_claims > FORGERIES / 2, "{false_claims} of {tried} are false");
}

/// A lemma that excludes a solution would prove anything, so none is accepted, whatever condition it
/// names and however many cells it speaks of.
#[test]
fn no_lemma_that_excludes_a_solution_is_accepted() {
    let (mut tried, mut accepted) = (0, 0);
    for index in 0.. {
        if tried >= LEMMAS {
            break;
        }
        let mut dice = Dice::new(29, index);
        let case = spec::crossnumber::random(&mut dice);
        let Some(puzzle) = read(&case) else { continue };
        let Some(conditions) = conditions(&case) else { continue };
        for grid in case.solutions.iter().take(3) {
            for condition in &conditions {
                let mut values = cells(grid);
                dice.shuffle(&mut values);
                values.truncate(dice.below(values.len() + 1));
                let lemma = |values: &[(String, i64)]| {
                    puzzle.check_lemma(condition, values, Budget::default()).is_ok()
                };
                tried += 1;
                assert!(!lemma(&values), "{condition} {values:?} in {}", case.puzzle);
                // With other digits it may be right.
                values.iter_mut().for_each(|(_, digit)| *digit = dice.between(1, 9));
                accepted += usize::from(lemma(&values));
            }
        }
    }
    assert!(accepted > LEMMAS / 60, "{accepted} lemmas about other digits are accepted");
}

/// The conditions of clues as lemmas name them; `None` if clues are written in another way.
fn conditions(case: &Case) -> Option<Vec<String>> {
    let mut named = Vec::new();
    for (name, clue) in case.puzzle.get("clues")?.as_object()? {
        let texts = match clue {
            Value::String(one) => vec![one.as_str()],
            Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
            _ => return None,
        };
        named.extend(texts.into_iter().map(|text| format!("{name}: {text}")));
    }
    Some(named)
}

/// The cells of a solution with their digits.
fn cells(grid: &str) -> Vec<(String, i64)> {
    let mut cells = Vec::new();
    for (i, row) in grid.split('/').enumerate() {
        for (j, cell) in row.chars().enumerate() {
            if let Some(digit) = cell.to_digit(10) {
                cells.push((format!("r{}c{}", i + 1, j + 1), i64::from(digit)));
            }
        }
    }
    cells
}
