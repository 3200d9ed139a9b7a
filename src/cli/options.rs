//! Options that several commands share.

use std::time::{Duration, Instant};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use xwc_encodings::{Amo, Card, Encoding, Variants};

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

/// How formulas count, where the encoding has a choice.
#[derive(Debug, clap::Args)]
pub(super) struct Counting {
    /// How a CNF encoding says "at most one" [default: auto, pairwise for few and product for many]
    #[arg(long, value_name = "VARIANT", value_parser = amo_parser())]
    amo: Option<Amo>,

    /// How a CNF encoding says "exactly so many" [default: totalizer]
    #[arg(long, value_name = "VARIANT", value_parser = card_parser())]
    card: Option<Card>,
}

impl Counting {
    /// The options that were given.
    fn given(&self) -> Option<&'static str> {
        match (self.amo, self.card) {
            (Some(_), _) => Some("--amo"),
            (None, Some(_)) => Some("--card"),
            (None, None) => None,
        }
    }

    /// The variants, if one of the encodings has any or nothing was asked for.
    pub(super) fn variants(
        &self,
        mut encodings: impl Iterator<Item = &'static dyn Encoding>,
    ) -> anyhow::Result<Variants> {
        if let Some(option) = self.given()
            && !encodings.any(|encoding| encoding.has_variants())
        {
            let message =
                format!("{option} is for encodings that write clauses; see xwc encodings");
            return Err(UsageError(message).into());
        }
        let (amo, card) = (self.amo.unwrap_or_default(), self.card.unwrap_or_default());
        Ok(Variants { amo, card })
    }
}

fn amo_parser() -> impl TypedValueParser<Value = Amo> {
    let names = PossibleValuesParser::new(Amo::ALL.map(Amo::name));
    names.map(|name| Amo::find(&name).expect("one of the names"))
}

fn card_parser() -> impl TypedValueParser<Value = Card> {
    let names = PossibleValuesParser::new(Card::ALL.map(Card::name));
    names.map(|name| Card::find(&name).expect("one of the names"))
}

/// Which solver, and how long.
#[derive(Debug, clap::Args)]
pub(super) struct SolverOptions {
    #[command(flatten)]
    solver: SolverChoice,

    #[command(flatten)]
    counting: Counting,

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
        let choice = self.solver.unchecked();
        let attempts = solve::attempts(choice)?;
        let encodings = attempts.iter().filter_map(|attempt| attempt.encoding);
        Ok(Options {
            choice,
            variants: self.counting.variants(encodings)?,
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
        if let Some(option) = self.counting.given() {
            let message = format!("--certificate: the formula of a certificate takes no {option}");
            return Err(UsageError(message).into());
        }
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
