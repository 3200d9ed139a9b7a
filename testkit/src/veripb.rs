//! VeriPB, a proof checker that is not ours.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use xwc::families::AnyPuzzle;
use xwc::solve::Budget;
use xwc_check::certificate::lrat_reader::{LratReader, LratStep};
use xwc_check::certificate::{Claim, FORMULA, PROOF};
use xwc_encodings::{Cnf, Formula};

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

/// Rewrites an LRAT proof of a formula as a VeriPB proof of the same DIMACS file.
fn translate(cnf: &Cnf, lrat: impl BufRead, mut out: impl Write) -> io::Result<()> {
    let n_clauses = cnf.clauses().len() as u64;
    writeln!(out, "pseudo-Boolean proof version 3.0\nf {n_clauses};")?;
    let mut ids: BTreeMap<u64, u64> = (1..=n_clauses).map(|id| (id, id)).collect();
    let mut last = n_clauses;
    let mut reader = LratReader::new(lrat, cnf.n_vars as usize).expect("an LRAT proof");
    while let Some(step) = reader.next_step().expect("an LRAT proof") {
        match step {
            LratStep::Delete => {
                while let Some(id) = reader.id().expect("an LRAT proof") {
                    if let Some(gone) = ids.remove(&id).filter(|&id| id > n_clauses) {
                        writeln!(out, "del id {gone};")?;
                    }
                }
            }
            LratStep::Add { id } => {
                let clause = reader.clause().expect("an LRAT proof");
                write!(out, "rup ")?;
                for number in &clause {
                    let sign = if *number > 0 { "" } else { "~" };
                    write!(out, "1 {sign}x{} ", number.unsigned_abs())?;
                }
                write!(out, ">= 1 : ~")?;
                while let Some(hint) = reader.id().expect("an LRAT proof") {
                    write!(out, " {}", ids[&hint])?;
                }
                writeln!(out, ";")?;
                last += 1;
                ids.insert(id, last);
                if clause.is_empty() {
                    writeln!(out, "output NONE;\nconclusion UNSAT : {last};")?;
                    writeln!(out, "end pseudo-Boolean proof;")?;
                    return out.flush();
                }
            }
        }
    }
    panic!("the LRAT proof has no empty clause");
}
