//! Options that several commands share.

use std::time::{Duration, Instant};

use super::exit::UsageError;
use crate::certify::Prover;
use crate::pipeline::Options;
use crate::solve::{Budget, Choice};

/// Which solver, and how long.
#[derive(Debug, clap::Args)]
pub(super) struct SolverOptions {
    /// The solver: auto, native, varisat, cadical or z3
    #[arg(long, value_name = "NAME", default_value = "auto")]
    backend: String,

    /// How to write the formula, for solvers that read one; see `xwc encodings`
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,

    /// Give up after so many conflicts of a SAT or SMT solver
    #[arg(long, value_name = "N")]
    conflicts: Option<u64>,

    /// Give up after so many branches of the native search
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<f64>,
}

impl SolverOptions {
    /// The options of a search that stops beyond `limit` solutions.
    pub(super) fn search(&self, limit: usize) -> anyhow::Result<Options<'_>> {
        let deadline = self.timeout.map(deadline).transpose()?;
        Ok(Options {
            choice: Choice { backend: Some(&self.backend), encoding: self.encoding.as_deref() },
            budget: Budget { conflicts: self.conflicts, nodes: self.nodes, deadline },
            limit,
            stop_at_limit: false,
            count_only: false,
        })
    }
}

impl SolverOptions {
    /// Who writes the proof of a certificate: the chosen solver if it can, or else varisat.
    pub(super) fn prover(&self) -> anyhow::Result<Prover> {
        let prover = Prover::new(Some(&self.backend), self.encoding.as_deref());
        Ok(prover.ok_or_else(|| {
            let encoding = self.encoding.as_deref().unwrap_or_default();
            UsageError(format!("--certificate: the encoding {encoding} does not write clauses"))
        })?)
    }
}

fn deadline(seconds: f64) -> anyhow::Result<Instant> {
    let duration = Duration::try_from_secs_f64(seconds).ok();
    let deadline = duration.and_then(|duration| Instant::now().checked_add(duration));
    let message = || format!("--timeout {seconds}: it must be a number of seconds, 0 or more");
    Ok(deadline.ok_or_else(|| UsageError(message()))?)
}
