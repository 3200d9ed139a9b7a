//! An LRAT proof without its hints, and without the steps that its end does not need.

use std::collections::BTreeMap;
use std::io::Write;

use xwc_check::certificate::lrat::ProofError;
use xwc_check::certificate::proof_reader::{LratStep, ProofReader};

/// The same proof as DRAT.
///
/// # Errors
///
/// If it is not an LRAT proof.
pub(super) fn strip(lrat: &[u8], n_vars: usize) -> Result<Vec<u8>, ProofError> {
    let mut reader = ProofReader::lrat(lrat, n_vars)?;
    let mut steps: Vec<(Vec<i32>, Vec<u64>)> = Vec::new();
    let mut step_of: BTreeMap<u64, usize> = BTreeMap::new();
    while let Some(step) = reader.next_step()? {
        let mut ids = Vec::new();
        let clause = match step {
            LratStep::Delete => None,
            LratStep::Add { id } => {
                step_of.insert(id, steps.len());
                Some(reader.clause()?)
            }
        };
        while let Some(id) = reader.id()? {
            ids.push(id);
        }
        if let Some(clause) = clause {
            let is_last = clause.is_empty();
            steps.push((clause, ids));
            if is_last {
                break;
            }
        }
    }
    let mut needed = vec![false; steps.len()];
    needed.last_mut().into_iter().for_each(|last| *last = true);
    for at in (0..steps.len()).rev() {
        if needed[at] {
            let hints = steps[at].1.iter().filter_map(|id| step_of.get(id));
            hints.for_each(|&hint| needed[hint] = true);
        }
    }
    let mut drat = Vec::new();
    for ((clause, _), _) in steps.iter().zip(needed).filter(|(_, needed)| *needed) {
        for literal in clause {
            write!(drat, "{literal} ").map_err(ProofError::Io)?;
        }
        drat.extend(b"0\n");
    }
    Ok(drat)
}
