//! VeriPB, a proof checker that is not ours.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use xwc_check::certificate::proof_reader::{LratStep, ProofReader};
use xwc_check::certificate::{FORMULA, ProofFormat};

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

/// Whether VeriPB accepts the LRAT proof of a certificate, translated line by line.
pub fn accepts_lrat(folder: &Path) -> bool {
    let formula = folder.join(FORMULA);
    let lrat = BufReader::new(File::open(folder.join(ProofFormat::Lrat.file())).expect("a proof"));
    let translated = folder.with_extension("translated.pbp");
    let out = BufWriter::new(File::create(&translated).expect("a file"));
    translate(size(&formula), lrat, out).expect("a translation");
    refutes(&formula, &translated)
}

/// How many variables and clauses a DIMACS file says that it has.
fn size(formula: &Path) -> (usize, u64) {
    let lines = BufReader::new(File::open(formula).expect("a formula")).lines();
    let header = lines.map(|line| line.expect("text")).find(|line| line.starts_with("p cnf "));
    let header = header.expect("a header");
    let mut numbers = header.split_whitespace().skip(2);
    let mut number = || numbers.next().expect("a number").parse::<u64>().expect("a number");
    (number() as usize, number())
}

/// Rewrites an LRAT proof of a formula as a VeriPB proof of the same DIMACS file.
fn translate(
    (n_vars, n_clauses): (usize, u64),
    lrat: impl BufRead,
    mut out: impl Write,
) -> io::Result<()> {
    writeln!(out, "pseudo-Boolean proof version 3.0\nf {n_clauses};")?;
    let mut ids: BTreeMap<u64, u64> = (1..=n_clauses).map(|id| (id, id)).collect();
    let mut last = n_clauses;
    let mut reader = ProofReader::lrat(lrat, n_vars).expect("an LRAT proof");
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
