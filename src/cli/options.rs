//! Options that several commands share.

use std::time::{Duration, Instant};

use super::exit::UsageError;
use crate::certify::Prover;
use crate::pipeline::Options;
use crate::solve::{self, Budget, Choice};

/// Which solver.
#[derive(Debug, clap::Args)]
pub(super) struct SolverChoice {
    /// The solver: auto, native, backtrack, varisat, cadical or z3
    #[arg(long, value_name = "NAME", default_value = "auto")]
    backend: String,

    /// How to write the formula, for solvers that read one; see `xwc encodings`
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,

    /// How many threads, where work can be shared; 0 for as many as there are processors
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) jobs: usize,
}

impl SolverChoice {
    /// The choice, which may still make no sense.
    fn unchecked(&self) -> Choice<'_> {
        Choice { backend: Some(&self.backend), encoding: self.encoding.as_deref() }
    }

    /// The choice, if there is such a solver in this build.
    pub(super) fn checked(&self) -> anyhow::Result<Choice<'_>> {
        let choice = self.unchecked();
        for attempt in solve::attempts(choice)? {
            attempt.backend.is_there()?;
        }
        Ok(choice)
    }
}

/// Which solver, and how long.
#[derive(Debug, clap::Args)]
pub(super) struct SolverOptions {
    #[command(flatten)]
    solver: SolverChoice,

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
            choice: self.solver.unchecked(),
            budget: Budget { conflicts: self.conflicts, nodes: self.nodes, deadline },
            limit,
            stop_at_limit: false,
            count_only: false,
            settle_unknowns: false,
        })
    }
}

impl SolverOptions {
    /// Who writes the proof of a certificate: the chosen solver if it can, or else varisat.
    pub(super) fn prover(&self) -> anyhow::Result<Prover> {
        let Choice { backend, encoding } = self.solver.unchecked();
        let prover = Prover::new(backend, encoding);
        Ok(prover.ok_or_else(|| {
            let encoding = encoding.unwrap_or_default();
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
