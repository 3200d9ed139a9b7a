//! LRAT steps as VeriPB steps: the same clauses, the same hints.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};

use xwc_encodings::Lit;

use super::JustifyError;
use super::pb::Pb;
use super::proof::{Id, Proof};
use xwc_check::certificate::proof_reader::{LratStep, ProofReader};

/// Goes through the steps. `ids` has the constraint of each clause; those up to `core` stay.
pub(super) fn replay<W: Write>(
    mut proof: Proof<W>,
    n_vars: usize,
    ids: Vec<Id>,
    core: Id,
    lrat: impl BufRead,
) -> Result<(), JustifyError> {
    let mut ids: BTreeMap<u64, Id> = (1..).zip(ids).collect();
    let mut reader = ProofReader::lrat(lrat, n_vars)?;
    let unknown = |id: u64| JustifyError::Unknown { id };
    while let Some(step) = reader.next_step()? {
        match step {
            LratStep::Delete => {
                let mut gone = Vec::new();
                while let Some(id) = reader.id()? {
                    gone.extend(ids.remove(&id).filter(|&id| id > core));
                }
                proof.delete(&gone)?;
            }
            LratStep::Add { id } => {
                let clause = reader.clause()?;
                let mut hints = Vec::new();
                while let Some(hint) = reader.id()? {
                    hints.push(*ids.get(&hint).ok_or_else(|| unknown(hint))?);
                }
                let literals = clause.iter().filter_map(|&number| Lit::from_ipasir(number).ok());
                let derived = proof.rup(&Pb::clause(literals), &hints)?;
                if clause.is_empty() {
                    return Ok(proof.conclude(derived)?);
                }
                ids.insert(id, derived);
            }
        }
    }
    Err(JustifyError::Open)
}
