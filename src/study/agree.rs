//! Whether the contenders agree. They solve the same puzzles, so two verdicts that differ are a
//! defect, whichever of them is wrong, and nothing else that was measured can be trusted.

use std::collections::BTreeMap;

use super::{FinishedRun, StudyError};

/// Finds two decided runs on one instance that contradict each other.
pub(super) fn check(runs: &[FinishedRun]) -> Result<(), StudyError> {
    let mut first: BTreeMap<&str, &FinishedRun> = BTreeMap::new();
    for run in runs.iter().filter(|run| run.outcome.is_decided()) {
        let one = *first.entry(&run.instance).or_insert(run);
        if (one.outcome, &one.solution) != (run.outcome, &run.solution) {
            return Err(StudyError::Disagreement {
                instance: run.instance.clone(),
                one: one.contender.clone(),
                first: found(one),
                other: run.contender.clone(),
                second: found(run),
            });
        }
    }
    Ok(())
}

fn found(run: &FinishedRun) -> String {
    match &run.solution {
        Some(digest) => format!("{} ({:.8})", run.outcome.name(), digest),
        None => run.outcome.name().to_string(),
    }
}
