//! VeriPB, a proof checker that is not ours.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::process::Command;

use xwc::families::AnyPuzzle;
use xwc::solve::Budget;
use xwc::translate;
use xwc_check::certificate::{Claim, FORMULA, PROOF};
use xwc_encodings::Formula;

/// VeriPB where `scripts/setup-veripb` puts it; `None`, and a loud word, if it is to be skipped.
#[expect(clippy::print_stderr, reason = "what is left out is said aloud")]
pub fn veripb() -> Option<PathBuf> {
    if std::env::var_os("XWC_SKIP_VERIPB").is_some() {
        eprintln!("XWC_SKIP_VERIPB is set: NO PROOF WAS SHOWN TO VERIPB");
        return None;
    }
    let path = crate::root().join(".deps/veripb/bin/veripb");
    assert!(path.exists(), "run scripts/setup-veripb, or set XWC_SKIP_VERIPB");
    Some(path)
}

/// Whether VeriPB finds that the proof refutes the formula; true if VeriPB is skipped.
pub fn refutes(formula: &Path, proof: &Path) -> bool {
    let Some(veripb) = veripb() else { return true };
    let output = Command::new(veripb).args([formula, proof]).output().expect("veripb runs");
    let said = String::from_utf8_lossy(&output.stdout).contains("s VERIFIED UNSATISFIABLE");
    assert_eq!(said, output.status.success(), "veripb contradicts itself");
    said
}

/// Whether VeriPB accepts the LRAT proof of a certificate in `one-hot`, translated line by line.
pub fn accepts_lrat(puzzle: &dyn AnyPuzzle, claim: Claim, folder: &Path) -> bool {
    let lowered = puzzle.lower(Budget::default()).expect("a model");
    let encoding = xwc_encodings::find("one-hot").expect("it is there");
    let Formula::Cnf(mut cnf) = encoding.encode(&lowered.model).expect("a formula") else {
        panic!("clauses");
    };
    if claim == Claim::Unique {
        // Its text is on disk already; here only the number of clauses counts.
        cnf.block(&lowered.model, &[]);
    }
    let lrat = BufReader::new(File::open(folder.join(PROOF)).expect("a proof"));
    let translated = folder.with_extension("translated.pbp");
    let out = BufWriter::new(File::create(&translated).expect("a file"));
    translate(&cnf, lrat, out).expect("a translation");
    refutes(&folder.join(FORMULA), &translated)
}
